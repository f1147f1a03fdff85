//! To and from the types of the official SDK, rmcp 3.
//!
//! **Sending.** [`definition`] and [`response`] hand rmcp what [`crate::TypedTool::definition_for`] and
//! [`crate::Reply::for_peer`] say for the peer's revision. rmcp rewrites results for older peers in a
//! way of its own (it drops what is no object); since it gets what such a peer takes already, it finds
//! nothing to drop, and the peer gets definition and result that fit each other. rmcp holds values as
//! `serde_json` does, so a number of more digits than a double or 64 bits hold would be bent:
//! [`response`] fails and names it.
//!
//! **Receiving.** [`received`] gives back what rmcp kept of a result. Lost before this crate sees it:
//! fields of results and blocks that rmcp does not know, duplicate keys, digits beyond those of a double,
//! the spelling of numbers and strings, `priority: 1` (it becomes `1.0`), the order of the result's own
//! fields, and whether `content` was absent (it becomes `[]`). A result with a block of an unknown type, or
//! with a member named `tools`, `resources`, `messages` or `action`, does not arrive as a tool result at
//! all. `null` at `structuredContent` is kept. A client that must see results as they were sent reads the
//! bytes, as `sightline-peer` does.

use rmcp::model::{CallToolResponse, CallToolResult, InputRequiredResult, ProtocolVersion, Tool};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde::Serialize;
use sightline::json::{Document, Kind, Node};
use sightline::revision::Revision;

use crate::builder::TypedTool;
use crate::reply::Reply;

/// Returns the revision that a request is made in; without one the newest that begins with `initialize`.
///
/// ```
/// use rmcp::model::{CallToolRequestParams, CallToolResponse};
/// use rmcp::service::RequestContext;
/// use rmcp::{ErrorData, RoleServer, ServerHandler};
/// use sightline_kit::{TypedTool, rmcp as bridge};
///
/// struct Counter(TypedTool<u32>);
///
/// impl ServerHandler for Counter {
///     async fn call_tool(
///         &self,
///         _: CallToolRequestParams,
///         context: RequestContext<RoleServer>,
///     ) -> Result<CallToolResponse, ErrorData> {
///         bridge::response(&self.0.reply(&3).finish_or_error(), &bridge::peer_revision(&context))
///     }
/// }
/// # let _ = Counter(TypedTool::<u32>::builder("count").build().unwrap());
/// ```
#[must_use]
pub fn peer_revision(context: &RequestContext<RoleServer>) -> Revision {
    context.protocol_version().map_or(Revision::LATEST_INITIALIZE, |version| revision(&version))
}

/// Returns the revision of that name.
///
/// ```
/// use sightline::revision::Revision;
///
/// let version = rmcp::model::ProtocolVersion::V_2025_06_18;
/// assert_eq!(sightline_kit::rmcp::revision(&version), Revision::V2025_06_18);
/// ```
#[must_use]
pub fn revision(version: &ProtocolVersion) -> Revision {
    Revision::from(version.as_str())
}

/// Returns the definition for a peer, as rmcp lists it.
///
/// # Errors
/// rmcp does not take the definition.
///
/// ```
/// use sightline::revision::Revision;
/// use sightline_kit::TypedTool;
///
/// let tool = TypedTool::<Vec<u32>>::builder("primes").build().unwrap();
/// let listed = sightline_kit::rmcp::definition(&tool, &Revision::V2025_11_25).unwrap();
/// assert_eq!(listed.output_schema.unwrap()["type"], "object");
/// ```
pub fn definition<T: Serialize>(tool: &TypedTool<T>, revision: &Revision) -> Result<Tool, ErrorData> {
    serde_json::from_str(tool.definition_for(revision)).map_err(|error| internal(tool.name(), error))
}

/// Returns the result for a peer, as a handler of rmcp returns it.
///
/// # Errors
/// The result holds a number that rmcp would bend, or rmcp does not take it.
///
/// ```
/// use rmcp::model::CallToolResponse;
/// use sightline::revision::Revision;
/// use sightline_kit::TypedTool;
///
/// let tool = TypedTool::<Vec<f64>>::builder("exact").build().unwrap();
/// let reply = tool.reply(&vec![0.5]).finish().unwrap();
/// let response = sightline_kit::rmcp::response(&reply, &Revision::LATEST).unwrap();
/// let CallToolResponse::Complete(result) = response else { panic!() };
/// assert_eq!(result.structured_content.unwrap(), serde_json::json!([0.5]));
///
/// let bent = tool.reply_json("[12345678901234567890123]").finish().unwrap();
/// let error = sightline_kit::rmcp::response(&bent, &Revision::LATEST).unwrap_err();
/// assert!(error.message.contains("/structuredContent/0"), "{}", error.message);
/// ```
pub fn response(reply: &Reply, revision: &Revision) -> Result<CallToolResponse, ErrorData> {
    let json = reply.for_peer(revision);
    let document = Document::parse(&json).map_err(|error| internal("the result", error))?;
    if let Some(pointer) = bent_number(document.root()) {
        return Err(ErrorData::internal_error(
            format!("the number at {pointer} has more digits than rmcp keeps; send it as a string"),
            None,
        ));
    }
    let is_question =
        document.root().member("resultType").and_then(Node::as_str).as_deref() == Some("input_required");
    if is_question {
        let result: InputRequiredResult =
            serde_json::from_str(&json).map_err(|error| internal("the question", error))?;
        return Ok(result.into());
    }
    let result: CallToolResult =
        serde_json::from_str(&json).map_err(|error| internal("the result", error))?;
    Ok(result.into())
}

/// Returns what rmcp kept of a received result, as JSON for [`crate::client::receive`].
///
/// ```
/// use rmcp::model::CallToolResult;
///
/// let received: CallToolResult =
///     serde_json::from_str(r#"{"content": [], "structuredContent": null, "x": 1}"#).unwrap();
/// // `null` is there, the unknown field is not.
/// assert_eq!(sightline_kit::rmcp::received(&received), r#"{"content":[],"structuredContent":null}"#);
/// ```
#[must_use]
pub fn received(result: &CallToolResult) -> String {
    serde_json::to_string(result).unwrap_or_default()
}

fn internal(what: &str, error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(format!("rmcp does not take {what}: {error}"), None)
}

/// The first number that `serde_json` holds as another value.
fn bent_number(value: Node<'_>) -> Option<String> {
    match value.kind() {
        Kind::Number => {
            let kept = value.to_value().to_string();
            let kept = Document::parse(&kept).ok()?;
            (!kept.root().equals(value)).then(|| value.pointer())
        }
        Kind::Array => value.items().find_map(bent_number),
        Kind::Object => value.members().find_map(|member| bent_number(member.value)),
        Kind::Null | Kind::Bool | Kind::String => None,
    }
}
