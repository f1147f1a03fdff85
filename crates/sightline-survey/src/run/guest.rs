//! Another server in the place of the probe: a client is run against it, and every message is kept.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;

use super::attend::Attended;
use super::one::{self, Agenda};
use super::{Holding, Work};
use crate::endpoint::Planned;
use crate::probe::{Direction, Log};

/// A server that speaks on standard input and output, and what the stand-in model calls of it.
///
/// ```
/// use sightline_survey::endpoint::Planned;
/// use sightline_survey::run::Guest;
///
/// let call = Planned { tool: "count_orders".to_owned(), arguments: "{}".to_owned() };
/// let guest = Guest { command: vec!["/opt/shop".to_owned()], reads: vec!["/opt/shop".into()], calls: vec![call] };
/// assert_eq!(guest.calls.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guest {
    /// How it is started.
    pub command: Vec<String>,
    /// Files and folders that have to be seen to run it.
    pub reads: Vec<PathBuf>,
    /// The calls, in order.
    pub calls: Vec<Planned>,
}

/// Runs a client once against a guest. What the model was sent and what went over the wire is in the
/// folder then, in the files that runs with the probe have: [`super::attend::REQUESTS`] and
/// [`super::attend::PROBE`].
///
/// # Errors
/// The client connects by HTTP, isolation cannot be built, or a file cannot be written.
pub fn visit(
    work: &Work,
    guest: &Guest,
    folder: &Path,
    holding: Holding,
    sightline: &Path,
) -> io::Result<Attended> {
    if work.transport != "stdio" {
        return Err(io::Error::other("a server in the place of the probe speaks stdio"));
    }
    let agenda = Agenda { scenarios: &[], guest: Some(guest) };
    one::run(work, &agenda, folder, holding, sightline, &AtomicBool::new(false))
}

/// Passes messages between our own standard streams and a server, and keeps each.
pub(super) fn relay(command: &[String], log: &Log) -> io::Result<()> {
    let (program, arguments) = command.split_first().ok_or_else(|| io::Error::other("no command"))?;
    let mut server = Command::new(program);
    let mut server = server.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(input), Some(output)) = (server.stdin.take(), server.stdout.take()) else {
        return Err(io::Error::other("the server has no streams"));
    };
    let own = log.clone();
    // Ends with our process where the server goes before the client.
    thread::spawn(move || pass(io::stdin().lock(), input, &own, Direction::In));
    let passed = pass(BufReader::new(output), io::stdout().lock(), log, Direction::Out);
    // Without its output nothing is left to pass on.
    let _ = server.kill();
    server.wait()?;
    passed
}

fn pass(mut from: impl BufRead, mut to: impl Write, log: &Log, direction: Direction) -> io::Result<()> {
    loop {
        let mut line = Vec::new();
        if from.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        log.write("stdio", "", direction, String::from_utf8_lossy(&line).trim_end());
        to.write_all(&line)?;
        to.flush()?;
    }
}
