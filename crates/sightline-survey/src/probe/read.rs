//! What a log says: how connections were opened, and which calls were answered with what.

use std::collections::HashMap;

use serde_json::Value;
use sightline::json::{Document, Node};

use super::log::{Direction, Entry};

/// How a connection was opened, or tried to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Handshake {
    /// `initialize` or `server/discover`.
    pub method: String,
    /// The revision that the client named.
    pub asked: Option<String>,
    /// The revision that was agreed on; absent where the server refused.
    pub agreed: Option<String>,
    /// `clientInfo`.
    pub client_info: Value,
    /// The client's capabilities.
    pub capabilities: Value,
}

/// One call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// When it came, in milliseconds since 1970.
    pub time: u64,
    /// The tool's name.
    pub tool: String,
    /// JSON text of the arguments, exactly.
    pub arguments: String,
    /// JSON text of the parameters' `_meta`.
    pub meta: Option<String>,
    /// The revision under which it was answered.
    pub revision: Option<String>,
    /// `stdio` or `http`.
    pub transport: String,
    /// JSON text of the result, exactly as it was sent; of a JSON-RPC error, the error.
    pub answer: Option<String>,
    /// Whether the answer is a JSON-RPC error.
    pub is_error: bool,
}

/// Returns how connections were opened, in order.
///
/// ```
/// use sightline_survey::probe::{Direction, Entry, handshakes};
///
/// let entry = |direction, text: &str| Entry {
///     time: 0, process: 1, transport: "stdio".to_owned(), connection: String::new(), direction, text: text.to_owned(),
/// };
/// let log = [
///     entry(Direction::In, r#"{"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#),
///     entry(Direction::Out, r#"{"id":1,"result":{"protocolVersion":"2025-06-18"}}"#),
/// ];
/// assert_eq!(handshakes(&log)[0].agreed.as_deref(), Some("2025-06-18"));
/// ```
#[must_use]
pub fn handshakes(log: &[Entry]) -> Vec<Handshake> {
    let mut found = Vec::new();
    exchanges(log, |_, request, answer| {
        let method = request.member("method").and_then(Node::as_str).unwrap_or_default();
        if method != "initialize" && method != "server/discover" {
            return;
        }
        let named = |name: &str, key: &str| {
            let own = request.at("/params").and_then(|params| params.member(name));
            own.or_else(|| request.at(&format!("/params/_meta/io.modelcontextprotocol~1{key}")))
        };
        let text = |node: Node<'_>| node.as_str().map(|text| text.into_owned());
        let asked = named("protocolVersion", "protocolVersion").and_then(text);
        let agreed = answer.and_then(|answer| answer.member("result")).and_then(|result| {
            match result.member("protocolVersion") {
                Some(version) => text(version),
                None => asked.clone(),
            }
        });
        found.push(Handshake {
            method: method.into_owned(),
            asked,
            agreed,
            client_info: named("clientInfo", "clientInfo").map(Node::to_value).unwrap_or_default(),
            capabilities: named("capabilities", "clientCapabilities").map(Node::to_value).unwrap_or_default(),
        });
    });
    found
}

/// Returns the calls in order, each with its answer.
///
/// ```
/// use sightline_survey::probe::{Direction, Entry, calls};
///
/// let entry = |direction, text: &str| Entry {
///     time: 0, process: 1, transport: "stdio".to_owned(), connection: String::new(), direction, text: text.to_owned(),
/// };
/// let log = [
///     entry(Direction::In, r#"{"id":2,"method":"tools/call","params":{"name":"probe_text","arguments":{}}}"#),
///     entry(Direction::Out, r#"{"id":2,"result":{"content":[]}}"#),
/// ];
/// assert_eq!(calls(&log)[0].answer.as_deref(), Some(r#"{"content":[]}"#));
/// ```
#[must_use]
pub fn calls(log: &[Entry]) -> Vec<Call> {
    let mut found = Vec::new();
    let mut agreed: HashMap<(u32, String), String> = HashMap::new();
    exchanges(log, |entry, request, answer| {
        let method = request.member("method").and_then(Node::as_str).unwrap_or_default();
        let text = |node: Node<'_>| node.as_str().map(|text| text.into_owned());
        if method == "initialize"
            && let Some(version) =
                answer.and_then(|answer| answer.at("/result/protocolVersion")).and_then(text)
        {
            agreed.insert((entry.process, entry.connection.clone()), version.clone());
            // Over HTTP the session is named by the answer, so that the process stands in for it.
            agreed.insert((entry.process, String::new()), version);
        }
        if method != "tools/call" {
            return;
        }
        let own = request.at("/params/_meta/io.modelcontextprotocol~1protocolVersion").and_then(text);
        let of_session = || {
            let session = agreed.get(&(entry.process, entry.connection.clone()));
            session.or_else(|| agreed.get(&(entry.process, String::new()))).cloned()
        };
        let error = answer.and_then(|answer| answer.member("error"));
        let result = answer.and_then(|answer| answer.member("result"));
        found.push(Call {
            time: entry.time,
            tool: request.at("/params/name").and_then(text).unwrap_or_default(),
            arguments: request.at("/params/arguments").map_or("{}", Node::text).to_owned(),
            meta: request.at("/params/_meta").map(|meta| meta.text().to_owned()),
            revision: own.or_else(of_session),
            transport: entry.transport.clone(),
            answer: error.or(result).map(|answer| answer.text().to_owned()),
            is_error: error.is_some(),
        });
    });
    found
}

/// Goes through the requests with their answers, which come later and carry the same id.
fn exchanges(log: &[Entry], mut each: impl FnMut(&Entry, Node<'_>, Option<Node<'_>>)) {
    let documents: Vec<Option<Document<'_>>> =
        log.iter().map(|entry| Document::parse(&entry.text).ok()).collect();
    let mut answered = vec![false; log.len()];
    for (index, (entry, document)) in log.iter().zip(&documents).enumerate() {
        let Some(document) = document.as_ref().filter(|_| entry.direction == Direction::In) else { continue };
        let Some(id) = document.root().member("id") else { continue };
        let mut later = log.iter().zip(&documents).enumerate().skip(index + 1);
        let answer = later.find_map(|(place, (other, answer))| {
            let answer = answer.as_ref()?;
            let is_answer = other.direction == Direction::Out
                && other.process == entry.process
                && !answered[place]
                && answer.root().member("id").is_some_and(|other| other.equals(id));
            is_answer.then(|| (place, answer.root()))
        });
        if let Some((place, _)) = answer {
            answered[place] = true;
        }
        each(entry, document.root(), answer.map(|(_, answer)| answer));
    }
}
