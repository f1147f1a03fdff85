//! Batches of one file on all cores, with what must be in order in order.
//!
//! One thread cuts the file, the others read and check batches of texts. What a batch needs of the
//! messages before it is taken in the order of the file, and so is what it found. All queues are
//! bounded, and no batch is handed on before those in front of it, so memory is bounded as well.

use std::io;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::chunks::{Chunks, Item};

/// Texts that are handed on together: many small ones, or a large one.
const BATCH: usize = 256 << 10;

/// Which batch may take its turn.
#[derive(Default)]
struct Next {
    reads: u64,
    hands_on: u64,
    is_broken: bool,
}

#[derive(Default)]
struct Turns {
    next: Mutex<Next>,
    changed: Condvar,
}

/// Wakes everybody when a thread panics, so that none waits for a turn that never comes.
struct Alarm<'t>(&'t Turns);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().is_broken = true;
            self.0.changed.notify_all();
        }
    }
}

impl Turns {
    fn lock(&self) -> MutexGuard<'_, Next> {
        // Every change is one assignment, so a panic elsewhere leaves it whole.
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs something when all batches before have run theirs.
    fn in_turn<T>(&self, batch: u64, turn: fn(&mut Next) -> &mut u64, run: impl FnOnce() -> T) -> T {
        let mut next = self.lock();
        while *turn(&mut next) != batch && !next.is_broken {
            next = self.changed.wait(next).unwrap_or_else(PoisonError::into_inner);
        }
        drop(next);
        let done = run();
        *turn(&mut self.lock()) += 1;
        self.changed.notify_all();
        done
    }
}

/// Lets a batch take what it needs of those before it.
pub struct Turn<'t> {
    turns: Option<(&'t Turns, u64)>,
}

impl Turn<'_> {
    /// Runs something in the order of the file; to be called once.
    pub fn take<T>(self, run: impl FnOnce() -> T) -> T {
        match self.turns {
            None => run(),
            Some((turns, batch)) => turns.in_turn(batch, |next| &mut next.reads, run),
        }
    }
}

/// Checks a file batch by batch: `check` on all cores, `collect` here and in order.
pub fn run<T: Send>(
    mut chunks: Chunks,
    progress: &(impl Fn(u64) + Sync),
    check: &(impl Fn(Vec<Item>, Turn<'_>) -> T + Sync),
    mut collect: impl FnMut(T),
) -> io::Result<Chunks> {
    let first = next_batch(&mut chunks)?;
    let second = if first.is_empty() { Vec::new() } else { next_batch(&mut chunks)? };
    if second.is_empty() {
        // Most files are small, and threads would only cost.
        collect(check(first, Turn { turns: None }));
        return Ok(chunks);
    }
    let workers = thread::available_parallelism().map_or(2, usize::from).clamp(1, 16);
    let turns = Turns::default();
    let (send, receive) = sync_channel::<(u64, Vec<Item>)>(workers);
    let queue = Arc::new(Mutex::new(receive));
    let (hand_on, handed) = sync_channel::<T>(workers);
    thread::scope(|scope| {
        for _ in 0..workers {
            let (queue, hand_on, turns) = (Arc::clone(&queue), hand_on.clone(), &turns);
            scope.spawn(move || {
                let _alarm = Alarm(turns);
                while let Some((batch, items)) = take(&queue) {
                    let found = check(items, Turn { turns: Some((turns, batch)) });
                    let sent = turns.in_turn(batch, |next| &mut next.hands_on, || hand_on.send(found));
                    if sent.is_err() || turns.lock().is_broken {
                        return;
                    }
                }
            });
        }
        drop((queue, hand_on));
        let reader = scope.spawn(move || -> io::Result<Chunks> {
            let mut batches = [first, second].into_iter();
            for batch in 0.. {
                let items = match batches.next() {
                    Some(items) => items,
                    None => next_batch(&mut chunks)?,
                };
                progress(chunks.position());
                // Nobody takes batches any more when a worker broke.
                if items.is_empty() || send.send((batch, items)).is_err() {
                    break;
                }
            }
            Ok(chunks)
        });
        handed.iter().for_each(&mut collect);
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn take<T>(queue: &Mutex<Receiver<T>>) -> Option<T> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn next_batch(chunks: &mut Chunks) -> io::Result<Vec<Item>> {
    let mut items = Vec::new();
    let mut bytes = 0;
    while bytes < BATCH {
        let Some(item) = chunks.next()? else { break };
        if let Item::Text(chunk) = &item {
            bytes += chunk.text.len();
        }
        items.push(item);
    }
    Ok(items)
}
