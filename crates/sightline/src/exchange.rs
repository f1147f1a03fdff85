//! A recorded exchange: the tool, the result, and what else of one call a file tells.
//!
//! The file may be a bare tool result, a JSON-RPC response, a `tools/list` result, or an exchange
//! (docs/exchange.md). The views borrow from the document that was read.

mod sender;
mod told;

use std::borrow::Cow;

pub use told::Told;

use crate::json::{Document, Node};
use crate::result::ToolResult;
use crate::revision::Revision;
use crate::tool::Tool;

/// What a file turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// An exchange: an object that tells its revision and what was sent.
    Exchange,
    /// The `result` of a `tools/call`.
    ToolResult,
    /// The `result` of a `tools/list`.
    ToolList,
    /// A JSON-RPC response that holds one of the two, or an error.
    Response,
}

/// What one file tells about one call; a member that the file does not tell is `None`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exchange<'d> {
    /// What the file is.
    pub kind: FileKind,
    /// Revision of the peer that receives the message, when told.
    pub revision: Option<Revision>,
    /// The tool that was called, or the one definition under test.
    pub tool: Option<Tool<'d>>,
    /// The `tools/list` result.
    pub list: Option<Node<'d>>,
    /// The result of the call.
    pub result: Option<ToolResult<'d>>,
    /// Name of the tool in the request, else in the definition.
    pub tool_name: Option<Cow<'d, str>>,
    /// Arguments of the call.
    pub arguments: Option<Node<'d>>,
    /// What else an exchange tells; `None` for a file that is none.
    pub told: Option<Box<Told<'d>>>,
    /// The whole document.
    pub root: Node<'d>,
}

impl<'d> Exchange<'d> {
    /// Recognises what a document is.
    ///
    /// # Errors
    /// The document is none of the four; the text says what was looked for.
    ///
    /// ```
    /// use sightline::exchange::{Exchange, FileKind};
    /// use sightline::json::Document;
    ///
    /// let document = Document::parse(r#"{"content": []}"#).unwrap();
    /// assert_eq!(Exchange::of(&document).unwrap().kind, FileKind::ToolResult);
    ///
    /// let document = Document::parse("[1]").unwrap();
    /// assert!(Exchange::of(&document).unwrap_err().contains("an array"));
    /// ```
    pub fn of(document: &'d Document<'_>) -> Result<Self, String> {
        Self::at(document.root())
    }

    /// Recognises what a value of a document is; as [`Exchange::of`].
    ///
    /// # Errors
    /// The value is none of the four.
    pub fn at(root: Node<'d>) -> Result<Self, String> {
        if !root.is_object() {
            let article = if root.is_array() { "an" } else { "a" };
            return Err(format!(
                "expected a JSON object (a tool result, an exchange or a tools/list result), found {article} {}",
                root.kind().name()
            ));
        }
        if is_report(root) {
            return Err(REPORT.to_owned());
        }
        let is_response = root.member("jsonrpc").is_some();
        if is_response {
            return Self::of_response(root);
        }
        if is_exchange(root) {
            return match nothing_told(root) {
                Some(why) => Err(why),
                None => Ok(Self::of_exchange(root)),
            };
        }
        Ok(Self::of_result(root, FileKind::ToolResult))
    }

    fn of_response(root: Node<'d>) -> Result<Self, String> {
        let Some(result) = root.member("result").filter(|node| node.is_object()) else {
            if root.member("error").is_some_and(Node::is_object) {
                return Ok(Self::of_refusal(root));
            }
            return Err("the JSON-RPC message holds no `result` object".to_owned());
        };
        let mut exchange = Self::of_result(result, FileKind::Response);
        exchange.root = root;
        Ok(exchange)
    }

    /// A JSON-RPC response that is an error tells nothing of the tool.
    fn of_refusal(root: Node<'d>) -> Self {
        Self { told: Some(Box::new(Told::of_response(root, None))), ..Self::of_answer(root) }
    }

    /// A JSON-RPC response whose `result` is no object: it is judged as such.
    pub(crate) fn of_answer(root: Node<'d>) -> Self {
        Self {
            kind: FileKind::Response,
            revision: None,
            tool: None,
            list: None,
            result: None,
            tool_name: None,
            arguments: None,
            told: Some(Box::new(Told::nothing(root))),
            root,
        }
    }

    fn of_result(result: Node<'d>, kind: FileKind) -> Self {
        let is_list = result.member("tools").is_some_and(Node::is_array)
            && result.member("content").is_none()
            && result.member("structuredContent").is_none();
        Self {
            kind: if is_list && kind == FileKind::ToolResult { FileKind::ToolList } else { kind },
            revision: None,
            tool: None,
            list: is_list.then_some(result),
            result: if is_list { None } else { ToolResult::of(result) },
            tool_name: None,
            arguments: None,
            told: None,
            root: result,
        }
    }

    fn of_exchange(root: Node<'d>) -> Self {
        let tool = root.member("tool").map(Tool::of);
        let params = root.member("request").and_then(|request| request.member("params"));
        let asked = params.and_then(|params| params.member("name")).and_then(Node::as_str);
        Self {
            kind: FileKind::Exchange,
            revision: root.member("revision").and_then(Node::as_str).map(|name| Revision::from(&*name)),
            tool,
            list: root.member("list").filter(|list| list.is_object()),
            result: root.member("result").and_then(ToolResult::of),
            tool_name: asked.or_else(|| tool.and_then(Tool::name)),
            arguments: params.and_then(|params| params.member("arguments")),
            told: Some(Box::new(Told::of(root))),
            root,
        }
    }

    /// The answer of a transcript about a task.
    pub(crate) fn of_task(answer: Node<'d>) -> Self {
        let told = Told { is_recorded: true, task: Some(answer), ..Told::nothing(answer) };
        Self { kind: FileKind::Exchange, told: Some(Box::new(told)), ..Self::of_answer(answer) }
    }

    /// Tells whether a value is an exchange, and neither a message nor a result.
    pub(crate) fn is_one(root: Node<'_>) -> bool {
        root.member("jsonrpc").is_none() && is_exchange(root)
    }

    /// Returns the revision that the file tells, else the one that it looks like: a result with a
    /// `resultType` is of the newest revision, one without it of the newest that has none.
    #[must_use]
    pub fn assumed_revision(&self) -> Revision {
        if let Some(revision) = &self.revision {
            return revision.clone();
        }
        self.result.map(ToolResult::node).or(self.list).map_or(Revision::LATEST, looks_like)
    }

    /// Returns all tool definitions of the exchange: of the list, else the one tool.
    pub fn tools(&self) -> Vec<Tool<'d>> {
        let listed: Vec<Tool<'d>> = self.list.into_iter().flat_map(Tool::list).collect();
        if listed.is_empty() { self.tool.into_iter().collect() } else { listed }
    }
}

/// The revision that a result or list looks like: see [`Exchange::assumed_revision`].
pub(crate) fn looks_like(result: Node<'_>) -> Revision {
    let is_newest = ["resultType", "inputRequests"].iter().any(|name| result.member(name).is_some());
    if is_newest { Revision::LATEST } else { Revision::LATEST_INITIALIZE }
}

/// What is said of a report where a result is wanted.
pub(crate) const REPORT: &str = "this is a report and no recording; `sightline inspect --save DIR` writes what a server answered \
     as files that are read here";

/// A report has tools and findings of its own, which are nobody's definitions.
pub(crate) fn is_report(root: Node<'_>) -> bool {
    ["schema_version", "command", "summary"].iter().all(|name| root.member(name).is_some())
}

/// An exchange tells a revision or what was sent; a result has no such members.
pub(crate) fn is_exchange(root: Node<'_>) -> bool {
    let tells = [
        "revision", "tool", "result", "results", "list", "request", "response", "messages", "message",
        "pages",
    ];
    let is_result =
        ["content", "structuredContent", "isError"].iter().any(|name| root.member(name).is_some());
    !is_result && tells.iter().any(|name| root.member(name).is_some())
}

/// The members in which an exchange says what it is about, and nothing that is checked.
pub(crate) const REMARKS: &[&str] = &["about", "guidance", "name", "note"];

/// The members of an exchange that tell what is checked, and by what (docs/exchange.md).
pub(crate) const MEMBERS: &[&str] = &[
    "agent_tools",
    "call",
    "client",
    "code_value",
    "extensions",
    "first",
    "known",
    "limits",
    "list",
    "lists",
    "message",
    "messages",
    "model_input",
    "natural",
    "pages",
    "read",
    "request",
    "response",
    "result",
    "results",
    "retry",
    "revision",
    "server",
    "shown",
    "task",
    "tool",
    "trace",
    "ui",
    "upstream",
    "view",
];

/// Says why an exchange tells nothing that could be checked: a check of nothing would be clean.
fn nothing_told(root: Node<'_>) -> Option<String> {
    let is_known = |name: &str| MEMBERS.contains(&name);
    let names: Vec<String> = root.members().map(|member| member.key.to_str().into_owned()).collect();
    let is_of_peers = |name: &str| !["limits", "revision"].contains(&name);
    if names.iter().any(|name| is_of_peers(name) && is_known(name)) {
        return None;
    }
    let unknown: Vec<String> = names
        .iter()
        .filter(|name| !is_known(name) && !REMARKS.contains(&name.as_str()))
        .take(5)
        .map(|name| format!("`{name}`"))
        .collect();
    let what = match unknown.as_slice() {
        [] => "it has no result, no definition and no list".to_owned(),
        [one] => format!("{one} is no member of an exchange"),
        many => format!("{} are no members of an exchange", many.join(", ")),
    };
    Some(format!("the exchange tells nothing that can be checked: {what} (see docs/exchange.md)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_that_tells_nothing_is_an_error_that_names_what_is_unknown() {
        for (text, told) in [
            (r#"{"revision": "2025-11-25", "tools": [{"name": "a b"}]}"#, Some("`tools` is no member")),
            (r#"{"revision": "2025-11-25", "Result": {}}"#, Some("`Result` is no member")),
            (r#"{"revision": "2025-11-25", "A": 1, "b": 2}"#, Some("`A`, `b` are no members")),
            (r#"{"revision": "2025-11-25"}"#, Some("no result, no definition and no list")),
            (r#"{"revision": "2025-11-25", "name": "x"}"#, Some("no result, no definition and no list")),
            (r#"{"revision": "2025-11-25", "limits": {}}"#, Some("no result, no definition and no list")),
            (r#"{"revision": "2025-11-25", "tools": [], "result": {}}"#, None),
            (r#"{"revision": "2025-11-25", "result": "hello"}"#, None),
            (r#"{"tool": {}}"#, None),
        ] {
            let document = Document::parse(text).unwrap();
            let found = Exchange::of(&document).err();
            assert_eq!(found.is_some(), told.is_some(), "{text}: {found:?}");
            assert!(found.unwrap_or_default().contains(told.unwrap_or_default()), "{text}");
        }
    }
}
