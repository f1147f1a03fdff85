//! What is still to be done, for several at a time: clients to install, and paths through those that
//! are installed.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Order, Work};

/// One thing to do.
#[derive(Debug)]
pub(super) enum Task {
    /// Bring a client.
    Install(Order),
    /// Run one path through it, an era after another.
    Run(Vec<Work>),
}

#[derive(Debug, Default)]
struct Tasks {
    open: VecDeque<Task>,
    /// How many clients are being installed: each may bring paths.
    installing: usize,
}

#[derive(Debug, Default)]
pub(super) struct Queue {
    tasks: Mutex<Tasks>,
    changed: Condvar,
}

/// Between two looks at whether we are told to stop.
const LOOK: Duration = Duration::from_millis(100);

impl Queue {
    pub(super) fn of(orders: Vec<Order>) -> Self {
        let open = orders.into_iter().map(Task::Install).collect();
        Self { tasks: Mutex::new(Tasks { open, installing: 0 }), changed: Condvar::new() }
    }

    /// The next thing to do; waits while an installation may bring some.
    pub(super) fn next(&self, stop: &AtomicBool) -> Option<Task> {
        let mut tasks = self.tasks();
        loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            match tasks.open.pop_front() {
                Some(task) => {
                    tasks.installing += usize::from(matches!(task, Task::Install(_)));
                    return Some(task);
                }
                None if tasks.installing == 0 => return None,
                None => {
                    let waited = self.changed.wait_timeout(tasks, LOOK);
                    tasks = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    /// An installation has ended; its paths come before other clients are installed.
    pub(super) fn installed(&self, works: Vec<Vec<Work>>) {
        let mut tasks = self.tasks();
        tasks.installing -= 1;
        for works in works.into_iter().rev() {
            tasks.open.push_front(Task::Run(works));
        }
        drop(tasks);
        self.changed.notify_all();
    }

    /// Clients of what was not done.
    pub(super) fn left(self) -> BTreeSet<String> {
        let tasks = self.tasks.into_inner().unwrap_or_else(PoisonError::into_inner);
        let client = |task: &Task| match task {
            Task::Install(order) => Some(order.recipe.name().to_owned()),
            Task::Run(works) => works.first().map(|work| work.recipe.name().to_owned()),
        };
        tasks.open.iter().filter_map(client).collect()
    }

    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::attend::Era;
    use super::*;
    use crate::install::Installed;
    use crate::recipe;

    fn order(client: &str) -> Order {
        Order { recipe: Arc::new(recipe::find(client).unwrap()), version: None, paths: Vec::new() }
    }

    fn work(client: &str) -> Work {
        let installed = Installed {
            version: "1".to_owned(),
            packages: std::collections::BTreeMap::new(),
            folder: "/".into(),
            node: None,
            python: None,
            reads: Vec::new(),
            asked: Vec::new(),
        };
        Work {
            recipe: Arc::new(recipe::find(client).unwrap()),
            installed: Arc::new(installed),
            dialect: "openai-chat".to_owned(),
            transport: "stdio".to_owned(),
            era: Era::Both,
            breadth: super::super::Breadth::Every,
        }
    }

    #[test]
    fn a_client_runs_before_the_next_is_installed() {
        let (queue, go) = (Queue::of(vec![order("strands"), order("ai-sdk")]), AtomicBool::new(false));
        assert!(matches!(queue.next(&go), Some(Task::Install(order)) if order.recipe.client == "strands"));
        queue.installed(vec![vec![work("strands")], vec![work("strands")]]);
        for _ in 0..2 {
            assert!(matches!(queue.next(&go), Some(Task::Run(works)) if works[0].recipe.client == "strands"));
        }
        assert!(matches!(queue.next(&go), Some(Task::Install(order)) if order.recipe.client == "ai-sdk"));
        queue.installed(Vec::new());
        assert!(queue.next(&go).is_none());
    }

    #[test]
    fn who_finds_nothing_waits_for_what_an_installation_brings() {
        let (queue, go) = (Queue::of(vec![order("strands")]), AtomicBool::new(false));
        assert!(matches!(queue.next(&go), Some(Task::Install(_))));
        std::thread::scope(|scope| {
            let other = scope.spawn(|| queue.next(&go));
            std::thread::sleep(Duration::from_millis(150));
            assert!(!other.is_finished(), "an installation goes on");
            queue.installed(vec![vec![work("strands")]]);
            assert!(matches!(other.join().unwrap(), Some(Task::Run(_))));
        });
    }

    #[test]
    fn nothing_is_begun_once_we_are_told_to_stop() {
        let queue = Queue::of(vec![order("strands"), order("ai-sdk")]);
        assert!(queue.next(&AtomicBool::new(true)).is_none());
        assert_eq!(queue.left().into_iter().collect::<Vec<_>>(), ["ai-sdk", "strands"]);
    }
}
