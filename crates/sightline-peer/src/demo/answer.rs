//! What the demo offers: its tools, its resources and pages of its list. Does no I/O.

use sightline::json::{Document, Node, quote};
use sightline::revision::{Handshake, RevisionFacts};

use super::tools::{DemoTool, Occasion, TOOLS};
use super::{Options, resources};
use crate::server::rpc::{Refusal, Request};
use crate::server::{Eras, Offer, stamp, unknown_method};

const INSTRUCTIONS: &str = "Each tool shows one kind of result; its description says which, and which \
                            faults are there on purpose. No tool changes anything.";

fn server_info() -> String {
    format!(
        r#"{{"name":"sightline-demo","title":"Sightline demo","version":{}}}"#,
        quote(env!("CARGO_PKG_VERSION"))
    )
}

impl Offer for Options {
    fn eras(&self) -> Eras {
        self.eras
    }

    fn info(&self) -> String {
        server_info()
    }

    fn capabilities(&self) -> &'static str {
        r#"{"tools":{},"resources":{}}"#
    }

    fn instructions(&self) -> String {
        INSTRUCTIONS.to_owned()
    }

    fn result(&self, facts: &RevisionFacts, request: Request<'_>) -> Result<String, Refusal> {
        let method = request.method();
        let result = match method.as_ref() {
            "tools/list" => list_tools(self, request)?,
            "tools/call" => return call(facts, request),
            "resources/list" => format!(r#"{{"resources":[{}]}}"#, resources::definitions()),
            "resources/templates/list" => r#"{"resourceTemplates":[]}"#.to_owned(),
            "resources/read" => read_resource(facts, request)?,
            _ => return Err(unknown_method(&method)),
        };
        Ok(stamp(&result, facts, facts.has_cache_hints, &self.info()))
    }
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
    Ok(stamp(&result, facts, false, &server_info()))
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
