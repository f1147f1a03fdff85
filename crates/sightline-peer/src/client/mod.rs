//! The client side: opens a session with a server, lists its tools and calls them.
//!
//! Every message is kept as received text; what was wrong on the way but did not stop us is a
//! [`Remark`]. Nothing waits without a deadline and nothing is held without a bound.
//!
//! A session is driven by the task that owns it. Dropping it, also on Ctrl-C, kills the process
//! group of a stdio server; [`Session::close`] ends it politely.

mod error;
mod headers;
mod http;
mod inbox;
mod session;
mod sse;
mod stdio;

pub use error::{Error, Side};
pub use session::{Exchange, Farewell, Session, ToolList};
pub use sse::{SseEvent, SseSplitter, SseTooLarge};

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use sightline::revision::Revision;

/// Where a server is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Target {
    /// A process that we start; messages are lines on its standard input and output.
    Stdio(StdioTarget),
    /// A Streamable HTTP endpoint.
    Http(HttpTarget),
}

/// A server that is a process.
#[derive(Clone, Debug, Default)]
pub struct StdioTarget {
    /// The program, looked up in `PATH`.
    pub command: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Variables added to the environment.
    pub env: Vec<(OsString, OsString)>,
    /// Whether our own environment is withheld.
    pub clear_env: bool,
    /// The working directory, ours by default.
    pub directory: Option<PathBuf>,
}

/// A server behind a URL.
#[derive(Clone, Debug, Default)]
pub struct HttpTarget {
    /// `http://` or `https://`.
    pub url: String,
    /// Headers added to every request.
    pub headers: Vec<(String, String)>,
    /// The token of an `Authorization: Bearer` header.
    pub bearer: Option<String>,
}

impl Target {
    /// Returns a process target.
    ///
    /// ```
    /// let target = sightline_peer::client::Target::stdio("uvx", ["mcp-server-time"]);
    /// assert_eq!(target.to_string(), "uvx mcp-server-time");
    /// ```
    pub fn stdio<const N: usize>(command: &str, args: [&str; N]) -> Self {
        Self::Stdio(StdioTarget {
            command: command.into(),
            args: args.into_iter().map(OsString::from).collect(),
            ..StdioTarget::default()
        })
    }

    /// Returns an HTTP target.
    ///
    /// ```
    /// let target = sightline_peer::client::Target::http("http://127.0.0.1:8080/mcp");
    /// assert_eq!(target.to_string(), "http://127.0.0.1:8080/mcp");
    /// ```
    pub fn http(url: &str) -> Self {
        Self::Http(HttpTarget { url: url.to_owned(), ..HttpTarget::default() })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdio(stdio) => {
                write!(out, "{}", stdio.command.to_string_lossy())?;
                stdio.args.iter().try_for_each(|arg| write!(out, " {}", arg.to_string_lossy()))
            }
            Self::Http(http) => out.write_str(&http.url),
        }
    }
}

/// Bounds, deadlines and who we say we are.
#[derive(Clone, Debug)]
pub struct Options {
    /// The only revision to speak; `None` tries the newest and falls back to `initialize`.
    pub revision: Option<Revision>,
    /// The name in `clientInfo`.
    pub client_name: String,
    /// The version in `clientInfo`.
    pub client_version: String,
    /// How long `server/discover` may take before we fall back.
    pub probe_deadline: Duration,
    /// How long connecting to an HTTP server may take.
    pub connect_deadline: Duration,
    /// How long `initialize` may take; a server that is installed first needs long.
    pub handshake_deadline: Duration,
    /// How long all pages of `tools/list` may take together.
    pub list_deadline: Duration,
    /// How long each step of closing a process may take before the next, harder one.
    pub close_grace: Duration,
    /// Largest message in bytes.
    pub max_message_bytes: usize,
    /// Most pages of a list.
    pub max_list_pages: usize,
    /// Most bytes of all pages of a list.
    pub max_list_bytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            revision: None,
            client_name: "sightline".to_owned(),
            client_version: env!("CARGO_PKG_VERSION").to_owned(),
            probe_deadline: Duration::from_secs(5),
            connect_deadline: Duration::from_secs(10),
            handshake_deadline: Duration::from_mins(1),
            list_deadline: Duration::from_mins(1),
            close_grace: Duration::from_secs(2),
            max_message_bytes: 64 << 20,
            max_list_pages: 200,
            max_list_bytes: 64 << 20,
        }
    }
}

/// What happens on the wire, for a log or a progress line.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The server is started or connected to, for the named request.
    Opening(&'a Target),
    /// A message goes out.
    Sent(&'a str),
    /// A message came in.
    Received(&'a str),
    /// Something was wrong but did not stop us.
    Remarked(&'a Remark),
}

/// Something wrong on the wire that did not stop the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it is.
    pub kind: RemarkKind,
    /// One clause for people, with an excerpt where there is one.
    pub text: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

/// What a [`Remark`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemarkKind {
    /// A line on standard output that is no message.
    Noise,
    /// An answer after its deadline.
    LateAnswer,
    /// A second answer to one request.
    DuplicateAnswer,
    /// An answer to a request that we never sent.
    UnknownAnswer,
    /// An answer whose `id` has another type than the request's.
    IdType,
    /// A member that stands twice in the envelope.
    DuplicateMember,
    /// Both or neither of `result` and `error`, or another `jsonrpc`.
    Envelope,
    /// Several messages in one array.
    Batch,
    /// A request of the server; no capability was declared for it.
    ServerRequest,
    /// An HTTP status or header that does not fit the body.
    Http,
    /// The newest revision was not to be had, and why.
    Fallback,
    /// A list that did not end, and where we stopped.
    Endless,
    /// A tool whose `x-mcp-header` cannot be sent.
    BadHeader,
    /// The process had to be killed.
    Killed,
}
