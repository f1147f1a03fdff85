//! The probe server: one tool a scenario, over stdio and Streamable HTTP, in both eras.
//!
//! It writes its answers as text, so that it can send what no typed server would, and keeps every
//! message as it went by.

mod command;
mod log;
mod read;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;

use sightline::json::{Document, Edits, Node, quote};
use sightline::revision::RevisionFacts;
use sightline_peer::server::rpc::{Refusal, Request};
use sightline_peer::server::{self, Offer, stamp, unknown_method};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;

use crate::scenario::{Answer, Scenario};

pub use command::run;
pub(crate) use log::now;
pub use log::{Direction, Entry, Log};
pub use read::{Call, Handshake, calls, handshakes};
pub use sightline_peer::server::{Eras, Replies};

/// How a probe server behaves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The tools that it lists, in this order.
    pub scenarios: Vec<Scenario>,
    /// Which ways of opening a connection it knows; of another it says that it does not know it.
    pub eras: Eras,
    /// How it writes answers over HTTP, to a client that takes both forms.
    pub replies: Replies,
    /// What it tells a model about itself; a canary shows whether that arrives.
    pub instructions: String,
}

impl Options {
    /// Returns the usual options for these scenarios: both eras.
    ///
    /// ```
    /// use sightline_survey::{probe, scenario};
    ///
    /// let options = probe::Options::of(scenario::all());
    /// assert_eq!(options.eras, probe::Eras::Both);
    /// ```
    #[must_use]
    pub fn of(scenarios: Vec<Scenario>) -> Self {
        Self {
            scenarios,
            eras: Eras::Both,
            replies: Replies::Json,
            instructions: "Each tool takes an opaque token. CNRY_server_instructions_zq".to_owned(),
        }
    }
}

/// Serves one client over a pair of byte streams, until its stream ends.
///
/// # Errors
/// Reading or writing fails; a client that has gone is no error.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> std::io::Result<()> {
/// use sightline_survey::{probe, scenario};
///
/// let asked = concat!(
///     r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#, "\n",
///     r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"probe_text"}}"#, "\n",
/// );
/// let mut said = Vec::new();
/// let options = probe::Options::of(scenario::all());
/// probe::serve_stdio(asked.as_bytes(), &mut said, options, probe::Log::none()).await?;
/// assert!(String::from_utf8_lossy(&said).ends_with("\"text\":\"CNRY_text_t1_zq\"}]}}\n"));
/// # Ok(()) }
/// ```
pub async fn serve_stdio(
    reader: impl AsyncRead + Unpin,
    writer: impl AsyncWrite + Unpin,
    options: Options,
    log: Log,
) -> io::Result<()> {
    server::serve_stdio(reader, writer, &Probe { options, log, transport: "stdio" }).await
}

/// Serves clients over Streamable HTTP at `/mcp`, until the future is dropped.
///
/// # Errors
/// The listener fails for good.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> std::io::Result<()> {
/// use sightline_survey::{probe, scenario};
///
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// let options = probe::Options::of(scenario::all());
/// let server = tokio::spawn(probe::serve_http(listener, options, probe::Log::none()));
/// server.abort();
/// # Ok(()) }
/// ```
pub async fn serve_http(listener: TcpListener, options: Options, log: Log) -> io::Result<()> {
    let replies = options.replies;
    server::serve_http(listener, Arc::new(Probe { options, log, transport: "http" }), replies).await
}

struct Probe {
    options: Options,
    log: Log,
    transport: &'static str,
}

impl Offer for Probe {
    fn eras(&self) -> Eras {
        self.options.eras
    }

    fn info(&self) -> String {
        format!(r#"{{"name":"probe","title":"Probe","version":{}}}"#, quote(env!("CARGO_PKG_VERSION")))
    }

    fn instructions(&self) -> String {
        self.options.instructions.clone()
    }

    fn result(&self, facts: &RevisionFacts, request: Request<'_>) -> Result<String, Refusal> {
        match request.method().as_ref() {
            "tools/list" => {
                let listed = self.options.scenarios.iter().filter(|scenario| scenario.is_listed(facts));
                let definitions: Vec<&str> = listed.map(|scenario| scenario.definition.as_str()).collect();
                let list = format!(r#"{{"tools":[{}]}}"#, definitions.join(","));
                Ok(stamp(&list, facts, facts.has_cache_hints, &self.info()))
            }
            "tools/call" => self.call(facts, request),
            method => Err(unknown_method(method)),
        }
    }

    fn heard(&self, connection: &str, message: &[u8]) {
        self.log.write(self.transport, connection, Direction::In, &String::from_utf8_lossy(message));
    }

    fn said(&self, connection: &str, message: &str) {
        self.log.write(self.transport, connection, Direction::Out, message);
    }
}

impl Probe {
    /// Answers a call with what its scenario says, whatever the arguments are.
    fn call(&self, facts: &RevisionFacts, request: Request<'_>) -> Result<String, Refusal> {
        let Some(name) = request.param("name").and_then(Node::as_str) else {
            return Err(Refusal::new(Refusal::PARAMS, "params.name is not a string"));
        };
        let Some(scenario) = self.options.scenarios.iter().find(|scenario| scenario.tool() == name) else {
            return Err(Refusal::new(Refusal::PARAMS, format!("tool {name} is not known")));
        };
        let brings = request.param("inputResponses").is_some() || request.param("requestState").is_some();
        let result = match (&scenario.answered, &scenario.answer) {
            (Some(answered), _) if brings => answered,
            (_, Answer::Result(result)) => result,
            (_, Answer::Error { code, message, data }) => {
                return Err(Refusal { code: *code, message: message.clone(), data: data.clone() });
            }
        };
        Ok(if scenario.stamped { with_type(result, facts) } else { result.clone() })
    }
}

/// Adds the result type where the revision wants one and the scenario says none. Nothing else is
/// added, since the result is what is observed.
fn with_type(result: &str, facts: &RevisionFacts) -> String {
    let Ok(document) = Document::parse(result) else { return result.to_owned() };
    if !facts.has_result_type || document.root().member("resultType").is_some() {
        return result.to_owned();
    }
    let mut edits = Edits::new(&document);
    edits.insert_member(document.root(), "resultType", r#""complete""#);
    edits.finish()
}
