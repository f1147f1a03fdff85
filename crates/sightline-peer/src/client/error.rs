//! Why a session could not do its work: which side, what kind, and what the reader can do.

use std::fmt;

/// The side of the session that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// We, or what we were told to do.
    Client,
    /// The server, or the way to it.
    Server,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Settings,
    Unreachable,
    Unauthorized,
    Rejected,
    Timeout,
    Protocol,
    TooLarge,
    Exit,
}

/// What kept a session from its work.
///
/// ```
/// use sightline_peer::client::{Options, Session, Target};
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let target = Target::stdio("no-such-command-here", []);
/// let error = Session::open(&target, Options::default(), |_| {}).await.unwrap_err();
/// assert!(error.is_unreachable());
/// assert!(error.to_string().contains("no-such-command-here"));
/// # });
/// ```
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: Kind,
    message: String,
    stderr: String,
}

impl Error {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner { kind, message: message.into(), stderr: String::new() }))
    }

    pub(crate) fn with_stderr(mut self, stderr: String) -> Self {
        if self.0.stderr.is_empty() {
            self.0.stderr = stderr;
        }
        self
    }

    pub(crate) fn with_note(mut self, note: &str) -> Self {
        self.0.message.push_str("; ");
        self.0.message.push_str(note);
        self
    }

    /// Returns whose fault it is.
    pub fn side(&self) -> Side {
        if self.0.kind == Kind::Settings { Side::Client } else { Side::Server }
    }

    /// Returns the message without the excerpt of standard error.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the last that the server wrote to standard error, empty for HTTP.
    pub fn stderr(&self) -> &str {
        &self.0.stderr
    }

    /// Says whether what we were given cannot be used: arguments, a URL, a header.
    pub fn is_settings(&self) -> bool {
        self.0.kind == Kind::Settings
    }

    /// Says whether the server could not be started or connected to.
    pub fn is_unreachable(&self) -> bool {
        self.0.kind == Kind::Unreachable
    }

    /// Says whether the server wants other credentials (HTTP 401 and 403).
    pub fn is_unauthorized(&self) -> bool {
        self.0.kind == Kind::Unauthorized
    }

    /// Says whether the server refused the request: another HTTP status, or a protocol error where
    /// a result was needed.
    pub fn is_rejected(&self) -> bool {
        self.0.kind == Kind::Rejected
    }

    /// Says whether a deadline passed.
    pub fn is_timeout(&self) -> bool {
        self.0.kind == Kind::Timeout
    }

    /// Says whether the server's bytes are not what the protocol allows.
    pub fn is_protocol(&self) -> bool {
        self.0.kind == Kind::Protocol
    }

    /// Says whether a message exceeds the bound.
    pub fn is_too_large(&self) -> bool {
        self.0.kind == Kind::TooLarge
    }

    /// Says whether the server's process ended.
    pub fn is_exit(&self) -> bool {
        self.0.kind == Kind::Exit
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.message)?;
        let stderr = self.0.stderr.trim();
        if !stderr.is_empty() {
            let lines: Vec<&str> = stderr.lines().collect();
            let first = lines.len().saturating_sub(STDERR_LINES);
            out.write_str("\nstandard error of the server ended with:")?;
            for line in lines.iter().skip(first) {
                write!(out, "\n  {}", excerpt(line.as_bytes()))?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// How many lines of standard error a message shows; [`Error::stderr`] has all that was kept.
const STDERR_LINES: usize = 8;

/// Returns the start of some bytes, on one line and without control characters.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    const LONGEST: usize = 160;
    let head = bytes.get(..LONGEST * 4).unwrap_or(bytes);
    let text = String::from_utf8_lossy(head);
    let mut shown: String =
        text.trim().chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.trim().chars().count() > LONGEST || head.len() < bytes.len() {
        shown.push('…');
    }
    shown
}
