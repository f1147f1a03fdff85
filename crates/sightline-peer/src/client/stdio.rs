//! A server as a process: lines on its standard input and output, its process group ended with us.

use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};

use super::error::{Kind, excerpt};
use super::inbox::{Inbox, Strictness};
use super::{Error, RemarkKind, StdioTarget};

/// How much of standard error is kept: its end.
const STDERR_BYTES: usize = 64 << 10;
/// Messages that wait for a server that does not read.
const WRITE_QUEUE: usize = 16;
/// How long a process that closed its output may take to say how it ended.
const EXIT_GRACE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct Process {
    name: String,
    child: Child,
    group: Group,
    stdin: Option<mpsc::Sender<Vec<u8>>>,
    writer: JoinHandle<()>,
    stdout: ChildStdout,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_reader: Option<JoinHandle<()>>,
    buffer: Vec<u8>,
    /// Bytes of `buffer` known to hold no line feed.
    scanned: usize,
    has_failed: bool,
}

impl Process {
    pub(crate) fn start(target: &StdioTarget) -> Result<Self, Error> {
        let name = target.command.to_string_lossy().into_owned();
        let mut command = Command::new(&target.command);
        if target.clear_env {
            command.env_clear();
        }
        command
            .args(&target.args)
            .envs(target.env.iter().map(|(key, value)| (key, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        if let Some(directory) = &target.directory {
            command.current_dir(directory);
        }
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| start_error(target, &name, &error))?;
        let group = Group::of(&child);
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Error::new(Kind::Unreachable, format!("command {name:?} has no pipes")));
        };
        let (sender, mut queue) = mpsc::channel::<Vec<u8>>(WRITE_QUEUE);
        // A task of its own: a server that writes before it reads must not block us.
        let writer = tokio::spawn(async move {
            while let Some(line) = queue.recv().await {
                if stdin.write_all(&line).await.is_err() || stdin.flush().await.is_err() {
                    return;
                }
            }
        });
        let kept = Arc::new(Mutex::new(Vec::new()));
        let stderr_reader = tokio::spawn(keep_end(stderr, Arc::clone(&kept)));
        Ok(Self {
            name,
            child,
            group,
            stdin: Some(sender),
            writer,
            stdout,
            stderr: kept,
            stderr_reader: Some(stderr_reader),
            buffer: Vec::new(),
            scanned: 0,
            has_failed: false,
        })
    }

    pub(crate) fn stderr(&self) -> String {
        let kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }

    /// Says whether no further exchange can succeed.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed
    }

    pub(crate) async fn send(&mut self, text: &str, deadline: Instant) -> Result<(), Error> {
        let mut line = Vec::with_capacity(text.len() + 1);
        line.extend_from_slice(text.as_bytes());
        line.push(b'\n');
        let Some(stdin) = &self.stdin else {
            return Err(self.fail(Kind::Exit, "session has ended").await);
        };
        match timeout_at(deadline, stdin.send(line)).await {
            Ok(Ok(())) => Ok(()),
            // The writer ended because nobody reads; reading says how the process ended.
            Ok(Err(_)) => Ok(()),
            Err(_) => {
                let what = format!("command {:?} does not read its standard input", self.name);
                Err(self.fail(Kind::Timeout, &what).await)
            }
        }
    }

    pub(crate) async fn exchange(
        &mut self,
        inbox: &mut Inbox,
        request: &str,
        waiting: (u64, &str),
        deadline: Instant,
    ) -> Result<String, Error> {
        self.send(request, deadline).await?;
        loop {
            let Ok(line) = timeout_at(deadline, self.next_line(inbox.max_bytes)).await else {
                // What it started may hold its output open, and no answer comes from that.
                if matches!(self.child.try_wait(), Ok(Some(_))) {
                    return Err(self.exit_error(inbox, waiting.1).await);
                }
                return Err(self.timeout(inbox, waiting));
            };
            let (line, is_last) = match line? {
                Line::Whole(line) => (line, false),
                Line::End(rest) => (rest, true),
            };
            let taken = match inbox.take(&line, Some(waiting), Strictness::Line) {
                Ok(taken) => taken,
                Err(error) => return Err(error.with_stderr(self.stderr())),
            };
            for reply in taken.replies {
                self.send(&reply, deadline).await?;
            }
            if let Some(answer) = taken.answer {
                return Ok(answer);
            }
            if is_last {
                return Err(self.exit_error(inbox, waiting.1).await);
            }
        }
    }

    /// Reads until a line is whole. May be dropped at any await: all state is in `self`.
    async fn next_line(&mut self, max_bytes: usize) -> Result<Line, Error> {
        loop {
            let fresh = self.buffer.get(self.scanned..).unwrap_or_default();
            if let Some(at) = memchr::memchr(b'\n', fresh) {
                let rest = self.buffer.split_off(self.scanned + at + 1);
                let mut line = std::mem::replace(&mut self.buffer, rest);
                self.scanned = 0;
                line.pop();
                return Ok(Line::Whole(line));
            }
            self.scanned = self.buffer.len();
            if self.buffer.len() > max_bytes {
                let start = excerpt(&self.buffer);
                self.buffer = Vec::new();
                self.scanned = 0;
                let what = format!(
                    "command {:?} sends a message of more than {max_bytes} bytes, reading stops \
                     there; it starts with: {start}",
                    self.name
                );
                self.group.kill();
                return Err(self.fail(Kind::TooLarge, &what).await);
            }
            self.buffer.reserve(64 << 10);
            match self.stdout.read_buf(&mut self.buffer).await {
                Ok(1..) => {}
                Ok(0) | Err(_) => {
                    self.scanned = 0;
                    return Ok(Line::End(std::mem::take(&mut self.buffer)));
                }
            }
        }
    }

    async fn fail(&mut self, kind: Kind, what: &str) -> Error {
        self.has_failed = true;
        if matches!(kind, Kind::Exit) {
            // What the process said last is mostly the reason.
            if let Some(reader) = &mut self.stderr_reader
                && timeout(EXIT_GRACE, reader).await.is_ok()
            {
                self.stderr_reader = None;
            }
        }
        Error::new(kind, what).with_stderr(self.stderr())
    }

    async fn exit_error(&mut self, inbox: &Inbox, method: &str) -> Error {
        let how = match timeout(EXIT_GRACE, self.child.wait()).await {
            Ok(Ok(status)) => format!("ended ({status})"),
            Ok(Err(error)) => format!("ended ({error})"),
            Err(_) => "closed its standard output".to_owned(),
        };
        let what = format!("command {:?} {how} before it answered {method}", self.name);
        let what = what + &noise_note(inbox);
        self.fail(Kind::Exit, &what).await
    }

    fn timeout(&mut self, inbox: &mut Inbox, (id, method): (u64, &str)) -> Error {
        inbox.abandon(id, method);
        let cancel = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"deadline passed"}}}}"#
        );
        // Not after the handshake's own requests: they must not be cancelled.
        if method.starts_with("tools/")
            && let Some(stdin) = &self.stdin
        {
            let _ = stdin.try_send((cancel + "\n").into_bytes());
        }
        let what = format!("command {:?} did not answer {method} before the deadline", self.name);
        let pending = match self.buffer.as_slice() {
            [] => String::new(),
            start => format!("; a line without an end waits: {}", excerpt(start)),
        };
        Error::new(Kind::Timeout, what + &pending + &noise_note(inbox)).with_stderr(self.stderr())
    }

    /// Ends the process: close its input, wait, SIGTERM, wait, SIGKILL; remarks what still came.
    pub(crate) async fn close(mut self, inbox: &mut Inbox, grace: Duration) -> String {
        self.stdin = None;
        let until = Instant::now() + grace;
        while let Ok(Ok(line)) = timeout_at(until, self.next_line(inbox.max_bytes)).await {
            let (line, is_last) = match line {
                Line::Whole(line) => (line, false),
                Line::End(rest) => (rest, true),
            };
            // A broken late line has nobody who waits for it.
            let _ = inbox.take(&line, None, Strictness::Line);
            if is_last {
                break;
            }
        }
        if timeout_at(until, self.child.wait()).await.is_err() {
            self.group.terminate();
            if timeout(grace, self.child.wait()).await.is_err() {
                let what =
                    format!("command {:?} ignores the end of its input and SIGTERM; it is killed", self.name);
                inbox.remark(RemarkKind::Killed, what);
            }
        }
        self.group.kill();
        let _ = timeout(EXIT_GRACE, self.child.wait()).await;
        if let Some(reader) = &mut self.stderr_reader {
            let _ = timeout(EXIT_GRACE, reader).await;
        }
        self.stderr()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.group.kill();
        self.writer.abort();
        if let Some(reader) = &self.stderr_reader {
            reader.abort();
        }
    }
}

#[derive(Debug)]
enum Line {
    Whole(Vec<u8>),
    /// The output ended; what stood after the last line feed.
    End(Vec<u8>),
}

/// The process group of the server, so that what it started ends with it.
#[derive(Debug)]
struct Group {
    #[cfg(unix)]
    id: Option<rustix::process::Pid>,
}

impl Group {
    #[cfg(unix)]
    fn of(child: &Child) -> Self {
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Self { id: id.and_then(rustix::process::Pid::from_raw) }
    }

    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) {
        if let Some(id) = self.id {
            // It may have ended already, which is what we want.
            let _ = rustix::process::kill_process_group(id, signal);
        }
    }

    #[cfg(unix)]
    fn terminate(&self) {
        self.signal(rustix::process::Signal::TERM);
    }

    #[cfg(unix)]
    fn kill(&mut self) {
        self.signal(rustix::process::Signal::KILL);
        // Once only: later the number may belong to somebody else.
        self.id = None;
    }

    #[cfg(not(unix))]
    fn of(_child: &Child) -> Self {
        Self {}
    }

    #[cfg(not(unix))]
    fn terminate(&self) {}

    #[cfg(not(unix))]
    fn kill(&mut self) {}
}

async fn keep_end(mut stderr: tokio::process::ChildStderr, kept: Arc<Mutex<Vec<u8>>>) {
    let mut chunk = vec![0; 8 << 10];
    while let Ok(count @ 1..) = stderr.read(&mut chunk).await {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(chunk.get(..count).unwrap_or_default());
        let surplus = kept.len().saturating_sub(STDERR_BYTES);
        kept.drain(..surplus);
    }
}

fn noise_note(inbox: &Inbox) -> String {
    match inbox.noise_lines {
        0 => String::new(),
        count => {
            let first = inbox.remarks.iter().find(|remark| remark.kind == RemarkKind::Noise);
            let first = first.map(|remark| remark.text.as_str()).unwrap_or_default();
            format!("; standard output held {count} lines that are no messages, the first: {first}")
        }
    }
}

fn start_error(target: &StdioTarget, name: &str, error: &std::io::Error) -> Error {
    let what = match &target.directory {
        Some(directory) if !directory.is_dir() => {
            format!("working directory {:?} does not exist", directory.display().to_string())
        }
        _ if error.kind() == std::io::ErrorKind::NotFound => {
            format!("command {name:?} is not found; give its full path or add it to PATH")
        }
        _ => format!("command {name:?} cannot be started: {error}"),
    };
    Error::new(Kind::Unreachable, what)
}
