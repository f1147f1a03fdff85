//! What the demo answers to a message, in both eras. Does no I/O.

use sightline::json::{Document, Edits, Node, quote};
use sightline::revision::{Handshake, Revision, RevisionFacts};

use super::rpc::{self, Message, Refusal, Request};
use super::tools::{DemoTool, Occasion, TOOLS};
use super::{Options, resources};

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
pub(super) fn answer_frame(options: &Options, connection: &mut Connection, frame: &[u8]) -> Option<Answer> {
    match Document::parse_with(frame, sightline::json::Limits::default()) {
        Ok(document) => answer(options, connection, &document),
        Err(error) => Some(Answer::refusing(None, &Refusal::new(Refusal::PARSE, error.to_string()))),
    }
}

/// Answers one message; what wants no answer gets none.
pub(super) fn answer(
    options: &Options,
    connection: &mut Connection,
    document: &Document<'_>,
) -> Option<Answer> {
    let request = match rpc::read(document) {
        Ok(Message::Request(request)) => request,
        Ok(Message::Notification | Message::Response) => return None,
        Err((id, refusal)) => return Some(Answer::refusing(id, &refusal)),
    };
    Some(match result(options, connection, request) {
        Ok(result) => Answer { text: rpc::answer(request.id, &result), code: None },
        Err(refusal) => Answer::refusing(Some(request.id), &refusal),
    })
}

fn result(options: &Options, connection: &mut Connection, request: Request<'_>) -> Result<String, Refusal> {
    let method = request.method();
    // Both open a connection or leave it open, and so need none.
    if options.eras.has(Handshake::Initialize) && request.meta("protocolVersion").is_none() {
        match method.as_ref() {
            "initialize" => return initialize(options, connection, request),
            "ping" => return Ok("{}".to_owned()),
            _ => {}
        }
    }
    let facts = revision(options, *connection, request)?;
    let result = match method.as_ref() {
        "server/discover" if facts.handshake == Handshake::Discover => discover(options),
        "tools/list" => list_tools(options, request)?,
        "tools/call" => return call(facts, request),
        "resources/list" => format!(r#"{{"resources":[{}]}}"#, resources::definitions()),
        "resources/templates/list" => r#"{"resourceTemplates":[]}"#.to_owned(),
        "resources/read" => read_resource(facts, request)?,
        _ => return Err(unknown_method(&method)),
    };
    Ok(stamp(&result, facts, facts.has_cache_hints))
}

/// Finds the revision under which a request is to be answered.
fn revision(
    options: &Options,
    connection: Connection,
    request: Request<'_>,
) -> Result<&'static RevisionFacts, Refusal> {
    let discovers = options.eras.has(Handshake::Discover);
    let refuse = |message: &str| Err(Refusal::new(Refusal::PARAMS, message));
    if discovers && let Some(named) = request.meta("protocolVersion") {
        let Some(name) = named.as_str() else {
            return refuse("_meta io.modelcontextprotocol/protocolVersion is not a string");
        };
        let known =
            Revision::from(name.as_ref()).facts().filter(|facts| facts.handshake == Handshake::Discover);
        let Some(facts) = known else { return Err(unsupported(options, &name)) };
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
            Err(unsupported(options, &name))
        }
        _ if discovers => refuse("_meta lacks io.modelcontextprotocol/protocolVersion"),
        _ if method == "server/discover" => Err(unknown_method(&method)),
        _ => Err(Refusal::new(Refusal::REQUEST, "initialize has to come first")),
    }
}

fn unknown_method(method: &str) -> Refusal {
    Refusal::new(Refusal::METHOD, format!("method {method} is not known"))
}

/// Refuses a revision, and names those of the later era, which a request could name instead.
fn unsupported(options: &Options, requested: &str) -> Refusal {
    Refusal {
        code: Refusal::REVISION,
        message: format!("protocol version {requested} is not supported"),
        data: Some(format!(
            r#"{{"supported":[{}],"requested":{}}}"#,
            revision_names(options, Handshake::Discover),
            quote(requested)
        )),
    }
}

fn revision_names(options: &Options, handshake: Handshake) -> String {
    let known = options.eras.revisions().filter(|facts| facts.handshake == handshake);
    known.map(|facts| quote(facts.revision.as_str())).collect::<Vec<_>>().join(",")
}

const CAPABILITIES: &str = r#"{"tools":{},"resources":{}}"#;
const INSTRUCTIONS: &str = "Each tool shows one kind of result; its description says which, and which \
                            faults are there on purpose. No tool changes anything.";

fn server_info() -> String {
    format!(
        r#"{{"name":"sightline-demo","title":"Sightline demo","version":{}}}"#,
        quote(env!("CARGO_PKG_VERSION"))
    )
}

fn initialize(
    options: &Options,
    connection: &mut Connection,
    request: Request<'_>,
) -> Result<String, Refusal> {
    let Some(asked) = request.param("protocolVersion").and_then(Node::as_str) else {
        return Err(Refusal::new(Refusal::PARAMS, "params.protocolVersion is not a string"));
    };
    // A server that does not speak the asked revision names the newest that it would speak.
    let mut spoken: Vec<_> =
        options.eras.revisions().filter(|facts| facts.handshake == Handshake::Initialize).collect();
    let newest = spoken.pop();
    let agreed = spoken.into_iter().find(|facts| facts.revision.as_str() == asked).or(newest);
    let Some(facts) = agreed else { return Err(unsupported(options, &asked)) };
    connection.agreed = Some(facts);
    Ok(format!(
        r#"{{"protocolVersion":{},"capabilities":{CAPABILITIES},"serverInfo":{},"instructions":{}}}"#,
        quote(facts.revision.as_str()),
        server_info(),
        quote(INSTRUCTIONS)
    ))
}

fn discover(options: &Options) -> String {
    format!(
        r#"{{"supportedVersions":[{}],"capabilities":{CAPABILITIES},"instructions":{}}}"#,
        revision_names(options, Handshake::Discover),
        quote(INSTRUCTIONS)
    )
}

fn list_tools(options: &Options, request: Request<'_>) -> Result<String, Refusal> {
    let start = match request.param("cursor") {
        None => 0,
        Some(cursor) => {
            let after = cursor.as_str().and_then(|cursor| cursor.strip_prefix("after-")?.parse().ok());
            after
                .filter(|start| *start < TOOLS.len())
                .ok_or_else(|| Refusal::new(Refusal::PARAMS, "cursor is not one of this server's"))?
        }
    };
    let size = options.page.map_or(TOOLS.len(), usize::from);
    let end = start.saturating_add(size).min(TOOLS.len());
    // `start` is below the length, and `end` between the two.
    let page = TOOLS[start..end].iter().map(DemoTool::definition).collect::<Vec<_>>().join(",");
    let next = if end < TOOLS.len() { format!(r#","nextCursor":"after-{end}""#) } else { String::new() };
    Ok(format!(r#"{{"tools":[{page}]{next}}}"#))
}

fn call(facts: &RevisionFacts, request: Request<'_>) -> Result<String, Refusal> {
    let refuse = |message: String| Err(Refusal::new(Refusal::PARAMS, message));
    let Some(name) = request.param("name").and_then(Node::as_str) else {
        return refuse("params.name is not a string".to_owned());
    };
    let Some(tool) = DemoTool::find(&name) else { return refuse(format!("tool {name} is not known")) };
    let none = Document::parse("{}").map_err(|error| Refusal::new(Refusal::INTERNAL, error.to_string()))?;
    let arguments = request.param("arguments").unwrap_or_else(|| none.root());
    if !arguments.is_object() {
        return refuse("params.arguments is not an object".to_owned());
    }
    let occasion = occasion(tool, facts, request)?;
    let Some(result) = tool.call(arguments, occasion) else {
        return Err(Refusal::new(Refusal::INTERNAL, format!("tool {name} has no result")));
    };
    Ok(stamp(&result, facts, false))
}

/// Tells which of a tool's results is due. The state is the peer's word and decides nothing else.
fn occasion(tool: &DemoTool, facts: &RevisionFacts, request: Request<'_>) -> Result<Occasion, Refusal> {
    if !facts.has_result_type {
        return Ok(Occasion::BeforeResultTypes);
    }
    if let Some(state) = request.param("requestState") {
        if state.as_str().map(String::from) == tool.request_state() {
            return Ok(Occasion::Answered);
        }
        return Err(Refusal::new(Refusal::PARAMS, "requestState is not one of this server's"));
    }
    let capabilities = request.meta("clientCapabilities");
    let can_ask = capabilities.and_then(|capabilities| capabilities.member("elicitation"));
    Ok(if can_ask.is_some_and(Node::is_object) { Occasion::First } else { Occasion::FirstWithoutElicitation })
}

fn read_resource(facts: &RevisionFacts, request: Request<'_>) -> Result<String, Refusal> {
    let Some(uri) = request.param("uri").and_then(Node::as_str) else {
        return Err(Refusal::new(Refusal::PARAMS, "params.uri is not a string"));
    };
    match resources::contents(&uri) {
        Some(contents) => Ok(format!(r#"{{"contents":[{contents}]}}"#)),
        None => Err(Refusal {
            // The earlier era had a code of its own for this.
            code: match facts.handshake {
                Handshake::Initialize => -32002,
                Handshake::Discover => Refusal::PARAMS,
            },
            message: "resource not found".to_owned(),
            data: Some(format!(r#"{{"uri":{}}}"#, quote(&uri))),
        }),
    }
}

/// Adds what the revision wants on every result: its type, who answered, and how long a list holds.
fn stamp(result: &str, facts: &RevisionFacts, cache_hints: bool) -> String {
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
        Some(metadata) => edits.insert_member(metadata, key, &server_info()),
        None => edits.insert_member(root, "_meta", &format!(r#"{{"{key}":{}}}"#, server_info())),
    }
    edits.finish()
}
