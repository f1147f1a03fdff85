//! How a message is answered, whatever is offered: opening a connection, and finding its revision.
//! Does no I/O.

use sightline::json::{Document, Edits, Node, quote};
use sightline::revision::{Handshake, Revision, RevisionFacts};

use super::Offer;
use super::rpc::{self, Message, Refusal, Request};

/// The state of one connection or session: what `initialize` agreed on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Connection {
    pub agreed: Option<&'static RevisionFacts>,
}

/// An answer, ready to be framed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub text: String,
    /// The code of a JSON-RPC error.
    pub code: Option<i32>,
}

impl Answer {
    pub fn refusing(id: Option<Node<'_>>, refusal: &Refusal) -> Self {
        Self { text: refusal.answer(id), code: Some(refusal.code) }
    }
}

/// Reads and answers one frame; what wants no answer gets none.
pub(super) fn answer_frame(offer: &dyn Offer, connection: &mut Connection, frame: &[u8]) -> Option<Answer> {
    match Document::parse_with(frame, sightline::json::Limits::default()) {
        Ok(document) => answer(offer, connection, &document),
        Err(error) => Some(Answer::refusing(None, &Refusal::new(Refusal::PARSE, error.to_string()))),
    }
}

/// Answers one message; what wants no answer gets none.
pub(super) fn answer(
    offer: &dyn Offer,
    connection: &mut Connection,
    document: &Document<'_>,
) -> Option<Answer> {
    let request = match rpc::read(document) {
        Ok(Message::Request(request)) => request,
        Ok(Message::Notification | Message::Response) => return None,
        Err((id, refusal)) => return Some(Answer::refusing(id, &refusal)),
    };
    Some(match result(offer, connection, request) {
        Ok(result) => Answer { text: rpc::answer(request.id, &result), code: None },
        Err(refusal) => Answer::refusing(Some(request.id), &refusal),
    })
}

fn result(offer: &dyn Offer, connection: &mut Connection, request: Request<'_>) -> Result<String, Refusal> {
    let method = request.method();
    // Both open a connection or leave it open, and so need none.
    if offer.eras().has(Handshake::Initialize) && request.meta("protocolVersion").is_none() {
        match method.as_ref() {
            "initialize" => return initialize(offer, connection, request),
            "ping" => return Ok("{}".to_owned()),
            _ => {}
        }
    }
    let facts = revision(offer, *connection, request)?;
    if method == "server/discover" && facts.handshake == Handshake::Discover {
        return Ok(stamp(&discover(offer), facts, facts.has_cache_hints, &offer.info()));
    }
    offer.result(facts, request)
}

/// Finds the revision under which a request is to be answered.
fn revision(
    offer: &dyn Offer,
    connection: Connection,
    request: Request<'_>,
) -> Result<&'static RevisionFacts, Refusal> {
    let discovers = offer.eras().has(Handshake::Discover);
    let refuse = |message: &str| Err(Refusal::new(Refusal::PARAMS, message));
    if discovers && let Some(named) = request.meta("protocolVersion") {
        let Some(name) = named.as_str() else {
            return refuse("_meta io.modelcontextprotocol/protocolVersion is not a string");
        };
        let known =
            Revision::from(name.as_ref()).facts().filter(|facts| facts.handshake == Handshake::Discover);
        let Some(facts) = known else { return Err(unsupported(offer, &name)) };
        if !request.meta("clientCapabilities").is_some_and(Node::is_object) {
            return refuse("_meta lacks io.modelcontextprotocol/clientCapabilities");
        }
        return Ok(facts);
    }
    let method = request.method();
    match connection.agreed {
        Some(_) if method == "server/discover" && !discovers => Err(unknown_method(&method)),
        Some(facts) if method != "server/discover" => Ok(facts),
        _ if discovers && method == "initialize" => {
            let name = request.param("protocolVersion").and_then(Node::as_str).unwrap_or_default();
            Err(unsupported(offer, &name))
        }
        _ if discovers => refuse("_meta lacks io.modelcontextprotocol/protocolVersion"),
        _ if method == "server/discover" => Err(unknown_method(&method)),
        _ => Err(Refusal::new(Refusal::REQUEST, "initialize has to come first")),
    }
}

/// Refuses a method that is not known.
///
/// ```
/// assert_eq!(sightline_peer::server::unknown_method("no/such").code, -32601);
/// ```
#[must_use]
pub fn unknown_method(method: &str) -> Refusal {
    Refusal::new(Refusal::METHOD, format!("method {method} is not known"))
}

/// Refuses a revision, and names those of the later era, which a request could name instead.
fn unsupported(offer: &dyn Offer, requested: &str) -> Refusal {
    Refusal {
        code: Refusal::REVISION,
        message: format!("protocol version {requested} is not supported"),
        data: Some(format!(
            r#"{{"supported":[{}],"requested":{}}}"#,
            revision_names(offer, Handshake::Discover),
            quote(requested)
        )),
    }
}

fn revision_names(offer: &dyn Offer, handshake: Handshake) -> String {
    let known = offer.eras().revisions().filter(|facts| facts.handshake == handshake);
    known.map(|facts| quote(facts.revision.as_str())).collect::<Vec<_>>().join(",")
}

fn initialize(
    offer: &dyn Offer,
    connection: &mut Connection,
    request: Request<'_>,
) -> Result<String, Refusal> {
    let Some(asked) = request.param("protocolVersion").and_then(Node::as_str) else {
        return Err(Refusal::new(Refusal::PARAMS, "params.protocolVersion is not a string"));
    };
    // A server that does not speak the asked revision names the newest that it would speak.
    let mut spoken: Vec<_> =
        offer.eras().revisions().filter(|facts| facts.handshake == Handshake::Initialize).collect();
    let newest = spoken.pop();
    let agreed = spoken.into_iter().find(|facts| facts.revision.as_str() == asked).or(newest);
    let Some(facts) = agreed else { return Err(unsupported(offer, &asked)) };
    connection.agreed = Some(facts);
    Ok(format!(
        r#"{{"protocolVersion":{},"capabilities":{},"serverInfo":{},"instructions":{}}}"#,
        quote(facts.revision.as_str()),
        offer.capabilities(),
        offer.info(),
        quote(&offer.instructions())
    ))
}

fn discover(offer: &dyn Offer) -> String {
    format!(
        r#"{{"supportedVersions":[{}],"capabilities":{},"instructions":{}}}"#,
        revision_names(offer, Handshake::Discover),
        offer.capabilities(),
        quote(&offer.instructions())
    )
}

/// Adds what the revision wants on every result: its type, who answered, and how long a list holds.
///
/// ```
/// use sightline::revision::Revision;
/// use sightline_peer::server::stamp;
///
/// let newest = Revision::LATEST.facts().unwrap();
/// let stamped = stamp(r#"{"content":[]}"#, newest, false, r#"{"name":"x","version":"1"}"#);
/// assert!(stamped.contains(r#""resultType":"complete""#));
/// let older = Revision::LATEST_INITIALIZE.facts().unwrap();
/// assert_eq!(stamp("{}", older, false, "{}"), "{}");
/// ```
#[must_use]
pub fn stamp(result: &str, facts: &RevisionFacts, cache_hints: bool, info: &str) -> String {
    let Ok(document) = Document::parse(result) else { return result.to_owned() };
    if !facts.has_result_type {
        return result.to_owned();
    }
    let root = document.root();
    let mut edits = Edits::new(&document);
    if root.member("resultType").is_none() {
        edits.insert_member(root, "resultType", r#""complete""#);
    }
    if cache_hints {
        edits.insert_member(root, "ttlMs", "60000");
        edits.insert_member(root, "cacheScope", r#""public""#);
    }
    let key = "io.modelcontextprotocol/serverInfo";
    match root.member("_meta") {
        Some(metadata) => edits.insert_member(metadata, key, info),
        None => edits.insert_member(root, "_meta", &format!(r#"{{"{key}":{info}}}"#)),
    }
    edits.finish()
}
