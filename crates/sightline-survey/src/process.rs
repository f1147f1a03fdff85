//! Programs of this machine that may take long: they lead a group of their own, and all of it ends as
//! soon as we are told to stop.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks: short beside what a person notices.
const LOOK: Duration = Duration::from_millis(50);

/// What a program said, and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) status: ExitStatus,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs a program to its end and takes what it says; none once we are told to stop.
pub(crate) fn said(command: &mut Command, stop: &AtomicBool) -> io::Result<Option<Said>> {
    let mut child = leading(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    // Both at once: a pipe that nobody empties stops the program.
    let (out, err) = (child.stdout.take().map(reading), child.stderr.take().map(reading));
    let Some(status) = until(&mut child, None, stop)? else { return Ok(None) };
    let text = |reader: Option<thread::JoinHandle<String>>| {
        reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
    };
    Ok(Some(Said { status, out: text(out), err: text(err) }))
}

/// Waits for a program, no longer than it may take, and not at all once we are told to stop; its exit
/// code, where it ended by itself.
pub(crate) fn waited(command: &mut Command, most: Duration, stop: &AtomicBool) -> io::Result<Option<i32>> {
    let mut child = leading(command)?;
    let status = until(&mut child, Some(Instant::now() + most), stop)?;
    // What it left behind in its group ends too.
    end(&mut child);
    Ok(match status {
        Some(status) => status.code(),
        None => child.wait()?.code(),
    })
}

/// Starts a program as the leader of a group: Ctrl-C in a terminal reaches us alone then.
fn leading(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command.spawn()
}

fn until(child: &mut Child, deadline: Option<Instant>, stop: &AtomicBool) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            end(child);
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(LOOK);
    }
}

/// Ends a program with the group that it leads.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
}

fn reading(mut stream: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_a_program_says_is_taken_whole() {
        let script = "i=0; while [ $i -lt 20000 ]; do echo out-$i; echo err-$i >&2; i=$((i+1)); done; exit 3";
        let said = said(&mut shell(script), &AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!(said.status.code(), Some(3));
        assert!(said.out.ends_with("out-19999\n") && said.err.ends_with("err-19999\n"));
    }

    #[test]
    fn a_program_ends_with_its_children_once_we_are_told_to_stop() {
        let stop = Arc::new(AtomicBool::new(false));
        let start = Instant::now();
        let told = Arc::clone(&stop);
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            told.store(true, Ordering::Relaxed);
        });
        assert!(said(&mut shell("sleep 61.25 & sleep 61.25; wait"), &stop).unwrap().is_none());
        assert!(start.elapsed() < Duration::from_secs(20));
        let left = Command::new("ps").args(["-eo", "args"]).output().unwrap();
        assert!(!String::from_utf8_lossy(&left.stdout).lines().any(|line| line == "sleep 61.25"));
    }

    #[test]
    fn a_program_ends_by_its_deadline() {
        let start = Instant::now();
        let code = waited(&mut shell("sleep 60"), Duration::from_millis(200), &AtomicBool::new(false));
        assert_eq!(code.unwrap(), None);
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
