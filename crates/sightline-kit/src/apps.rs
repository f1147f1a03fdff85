//! The host's side of MCP Apps (`io.modelcontextprotocol/ui`), as functions over JSON.
//!
//! Who may see and call which tool, what a view is owed and in which order, what a view may say to the
//! model, and the policy under which its page runs. Sending messages and drawing frames is the host's.

mod feed;
mod policy;
mod said;

use sightline::audience::{Audience, HostShowsStructured, Options, select};
use sightline::diagnostic::Guidance;
use sightline::json::{Edits, Node};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::tool::Tool;

pub use feed::Feed;
pub use policy::{Policy, policy};
pub use said::{ContextUpdate, ModelContext, Said, said};

/// The name of the extension, as clients and servers declare it.
///
/// ```
/// assert!(sightline_kit::apps::capability().contains(sightline_kit::apps::EXTENSION));
/// ```
pub const EXTENSION: &str = "io.modelcontextprotocol/ui";
/// The media type of a view's page.
///
/// ```
/// assert!(sightline_kit::apps::capability().contains(sightline_kit::apps::MIME_TYPE));
/// ```
pub const MIME_TYPE: &str = "text/html;profile=mcp-app";

/// Returns what a client declares under [`EXTENSION`] to be given views, as JSON.
///
/// ```
/// assert_eq!(
///     sightline_kit::apps::capability(),
///     r#"{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}"#
/// );
/// ```
#[must_use]
pub fn capability() -> String {
    format!("{{\"{EXTENSION}\":{{\"mimeTypes\":[\"{MIME_TYPE}\"]}}}}")
}

/// Returns the URI of the view that shows a tool's results: from the nested key, else from the deprecated
/// flat one. A URI of another scheme than `ui:` is none.
///
/// ```
/// use sightline::json::Document;
/// use sightline::tool::Tool;
///
/// let old = Document::parse(r#"{"name": "chart", "_meta": {"ui/resourceUri": "ui://chart"}}"#).unwrap();
/// assert_eq!(sightline_kit::apps::view_uri(Tool::of(old.root())).unwrap(), "ui://chart");
/// let foreign = Document::parse(r#"{"_meta": {"ui": {"resourceUri": "https://example.com"}}}"#).unwrap();
/// assert_eq!(sightline_kit::apps::view_uri(Tool::of(foreign.root())), None);
/// ```
#[must_use]
pub fn view_uri(tool: Tool<'_>) -> Option<String> {
    let uri = tool.view_uri()?;
    uri.starts_with("ui://").then(|| uri.into_owned())
}

/// Returns a `tools/list` result for the model: without the tools that are for views alone.
///
/// ```
/// use sightline::json::Document;
///
/// let text = r#"{"tools":[{"name":"a"},{"name":"b","_meta":{"ui":{"visibility":["app"]}}}]}"#;
/// let list = Document::parse(text).unwrap();
/// assert_eq!(sightline_kit::apps::list_for_model(list.root()), r#"{"tools":[{"name":"a"}]}"#);
/// ```
#[must_use]
pub fn list_for_model(list: Node<'_>) -> String {
    visible_to(list, "model")
}

/// Returns a `tools/list` result for the views of the same server: without the tools that are for the
/// model alone.
///
/// ```
/// use sightline::json::Document;
///
/// let text = r#"{"tools":[{"name":"a"},{"name":"b","_meta":{"ui":{"visibility":["model"]}}}]}"#;
/// let list = Document::parse(text).unwrap();
/// assert_eq!(sightline_kit::apps::list_for_view(list.root()), r#"{"tools":[{"name":"a"}]}"#);
/// ```
#[must_use]
pub fn list_for_view(list: Node<'_>) -> String {
    visible_to(list, "app")
}

fn visible_to(list: Node<'_>, caller: &str) -> String {
    let mut edits = Edits::new(list.document());
    for tool in Tool::list(list).filter(|tool| !tool.is_visible_to(caller)) {
        edits.remove(tool.node());
    }
    edits.finish_within(list)
}

/// Why a view may not call a tool; the host answers with a JSON-RPC error.
///
/// ```
/// use sightline_kit::apps::{Refusal, may_call};
///
/// assert_eq!(may_call(None, true), Err(Refusal::Unknown));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The tool is for the model alone.
    ModelOnly,
    /// The tool is one of another server than the view.
    OtherServer,
    /// The server has no such tool.
    Unknown,
}

/// Tells whether a view may call a tool; `tool` is the definition that the view's own server lists under
/// that name, `is_own_server` whether the call goes to that server.
///
/// # Errors
/// It may not, and why.
///
/// ```
/// use sightline::json::Document;
/// use sightline::tool::Tool;
/// use sightline_kit::apps::{Refusal, may_call};
///
/// let tool = Document::parse(r#"{"name": "pay", "_meta": {"ui": {"visibility": ["model"]}}}"#).unwrap();
/// let tool = Tool::of(tool.root());
/// assert_eq!(may_call(Some(tool), true), Err(Refusal::ModelOnly));
/// assert_eq!(may_call(Some(tool), false), Err(Refusal::OtherServer));
/// assert_eq!(may_call(None, true), Err(Refusal::Unknown));
/// ```
pub fn may_call(tool: Option<Tool<'_>>, is_own_server: bool) -> Result<(), Refusal> {
    if !is_own_server {
        return Err(Refusal::OtherServer);
    }
    let Some(tool) = tool else { return Err(Refusal::Unknown) };
    if tool.is_visible_to("app") { Ok(()) } else { Err(Refusal::ModelOnly) }
}

/// Returns what the model reads of a result that a view shows: content alone, without what is marked
/// for the user, and never metadata or structured content. `None` where the model may not call the tool.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
///
/// let text = r#"{"content": [{"type": "text", "text": "3 seats"}], "structuredContent": {"map": [1]}, "_meta": {"example.com/token": "t"}}"#;
/// let result = Document::parse(text).unwrap();
/// let result = ToolResult::of(result.root()).unwrap();
/// assert_eq!(sightline_kit::apps::for_model(result, None).unwrap(), "3 seats");
/// ```
#[must_use]
pub fn for_model(result: ToolResult<'_>, tool: Option<Tool<'_>>) -> Option<String> {
    let options = Options { host_shows_structured: HostShowsStructured::Never, ..Options::default() };
    let selection = select(result, tool, &Revision::LATEST, Audience::Model, Guidance::Either, options);
    selection.plain()
}
