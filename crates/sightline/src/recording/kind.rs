//! What one recorded value is.

use crate::exchange::{REPORT, is_exchange, is_report};
use crate::json::Node;
use crate::result::ToolResult;

/// What one recorded value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// An exchange (docs/exchange.md).
    Exchange,
    /// A `tools/list` result.
    List,
    /// The result of a call.
    Result,
    /// The params of a sampling request, one of their messages, or one block.
    Sampling,
    /// One definition.
    Tool,
    /// A JSON-RPC message, alone or in the envelope of a log.
    Transcript,
}

impl Kind {
    /// Recognises a value; `None` for what is none of them.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::recording::Kind;
    ///
    /// let kind = |text| Kind::of(Document::parse(text).unwrap().root());
    /// assert_eq!(kind(r#"{"content": []}"#), Some(Kind::Result));
    /// assert_eq!(kind(r#"{"jsonrpc": "2.0", "method": "ping"}"#), Some(Kind::Transcript));
    /// assert_eq!(kind(r#"{"scripts": {}}"#), None);
    /// ```
    #[must_use]
    pub fn of(value: Node<'_>) -> Option<Self> {
        if !value.is_object() {
            return None;
        }
        let has = |name: &str| value.member(name).is_some();
        let is_array = |name: &str| value.member(name).is_some_and(Node::is_array);
        let of_type =
            |name: &str| value.member("type").and_then(Node::as_text).is_some_and(|kind| kind.is(name));
        if is_message(value) {
            return Some(Self::Transcript);
        }
        if has("revision") && is_exchange(value) {
            return Some(Self::Exchange);
        }
        let holds_messages = value.members().any(|member| is_message(member.value));
        if holds_messages && !has("tool") && !has("result") && !has("content") {
            return Some(Self::Transcript);
        }
        if is_array("messages")
            || (has("role") && has("content"))
            || of_type("tool_use")
            || of_type("tool_result")
        {
            return Some(Self::Sampling);
        }
        if is_array("tools") && !has("content") && !has("structuredContent") {
            return Some(Self::List);
        }
        if is_array("content") || ["structuredContent", "isError", "resultType"].iter().any(|name| has(name))
        {
            return Some(Self::Result);
        }
        if ToolResult::of(value).is_some_and(|result| result.nested_task().is_some())
            || (value.member("inputRequests").is_some_and(Node::is_object) && !has("tool") && !has("result"))
        {
            return Some(Self::Result);
        }
        if has("inputSchema") {
            return Some(Self::Tool);
        }
        is_exchange(value).then_some(Self::Exchange)
    }
}

/// A message says so; older logs leave `jsonrpc` out.
fn is_message(value: Node<'_>) -> bool {
    let has = |name: &str| value.member(name).is_some();
    value.is_object()
        && (has("jsonrpc")
            || (has("method") && (has("params") || has("id")) && !has("revision"))
            || (has("id") && has("result") && !has("tool") && !has("revision")))
}

/// The messages of a value: itself, or those that an envelope holds.
pub(super) fn messages(value: Node<'_>) -> Vec<Node<'_>> {
    if is_message(value) {
        return vec![value];
    }
    value.members().map(|member| member.value).filter(|node| is_message(*node)).collect()
}

/// Says what would have been read, and what is there.
pub(super) fn expected(value: Node<'_>) -> String {
    if is_report(value) {
        return REPORT.to_owned();
    }
    if value.is_object() {
        return "this object is no tool result, exchange, tools/list result, sampling request or JSON-RPC \
                message; --kind says which it is meant to be"
            .to_owned();
    }
    let article = if value.is_array() { "an" } else { "a" };
    format!(
        "expected a JSON object (a tool result, an exchange, a tools/list result or a message), found {article} {}",
        value.kind().name()
    )
}
