//! Tool results: a view of the received document in which nothing is lost.
//!
//! Accessors are total. A malformed field reads as absent through its typed accessor and stays
//! reachable through [`ToolResult::node`]; a rule reports it.

use std::borrow::Cow;

use crate::content::ContentBlock;
use crate::json::{Member, Node};

/// The result object of a `tools/call`.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::{ResultType, ToolResult};
///
/// let document = Document::parse(r#"{"content": [], "structuredContent": null, "x": 1}"#).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// assert!(result.structured_content().unwrap().is_null()); // `null` is a value
/// assert_eq!(result.result_type(), ResultType::Complete);  // absent means complete
/// assert_eq!(result.unknown_fields().next().unwrap().key.raw(), "x");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ToolResult<'d> {
    node: Node<'d>,
}

/// What kind of result an object says that it is; open, since later revisions add kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultType<'d> {
    /// `complete`, or no `resultType` at all (2026-07-28, basic/index, `ResultType`).
    Complete,
    /// `input_required`: the call is pending, this is not the tool's output.
    InputRequired,
    /// `task`: the call goes on in the background (tasks extension, SEP-2663).
    Task,
    /// Another name, or a `resultType` that is no string (then its JSON text).
    Other(Cow<'d, str>),
}

impl ResultType<'_> {
    /// Returns the name as it stands on the wire.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Complete => "complete",
            Self::InputRequired => "input_required",
            Self::Task => "task",
            Self::Other(name) => name,
        }
    }
}

/// The fields of a result that some published revision or extension defines.
const KNOWN_FIELDS: &[&str] =
    &["_meta", "content", "inputRequests", "isError", "requestState", "resultType", "structuredContent"];

impl<'d> ToolResult<'d> {
    /// Takes an object as a tool result; `None` when the value is no object.
    #[must_use]
    pub fn of(node: Node<'d>) -> Option<Self> {
        node.is_object().then_some(Self { node })
    }

    /// Returns the whole object.
    #[must_use]
    pub fn node(self) -> Node<'d> {
        self.node
    }

    /// Returns what kind of result this is. Look at it first: only a complete one is tool output.
    #[must_use]
    pub fn result_type(self) -> ResultType<'d> {
        let Some(node) = self.node.member("resultType") else { return ResultType::Complete };
        match node.as_str() {
            Some(name) => match name.as_ref() {
                "complete" => ResultType::Complete,
                "input_required" => ResultType::InputRequired,
                "task" => ResultType::Task,
                _ => ResultType::Other(name),
            },
            None => ResultType::Other(Cow::Borrowed(node.text())),
        }
    }

    /// Tells whether this is tool output, an error included.
    #[must_use]
    pub fn is_complete(self) -> bool {
        self.result_type() == ResultType::Complete
    }

    /// Tells whether a member stands there that only the output of a tool has.
    pub(crate) fn has_output(self) -> bool {
        ["content", "isError", "structuredContent"].iter().any(|name| self.node.member(name).is_some())
    }

    /// Returns the task in which a call of 2025-11-25 goes on, when that is all that the result holds.
    pub(crate) fn nested_task(self) -> Option<Node<'d>> {
        let task = self.node.member("task").filter(|task| task.member("taskId").is_some())?;
        (!self.has_output()).then_some(task)
    }

    /// Returns the structured content, or `None` when the key is absent. `null` is a value.
    #[must_use]
    pub fn structured_content(self) -> Option<Node<'d>> {
        self.node.member("structuredContent")
    }

    /// Returns the value at `content`, whatever it is.
    #[must_use]
    pub fn content_node(self) -> Option<Node<'d>> {
        self.node.member("content")
    }

    /// Returns the content blocks in order; none when `content` is absent or no array.
    pub fn content(self) -> impl Iterator<Item = ContentBlock<'d>> {
        self.content_node().into_iter().flat_map(Node::items).map(ContentBlock::of)
    }

    /// Tells whether the tool reports an error: `isError` is the JSON value `true`.
    #[must_use]
    pub fn is_error(self) -> bool {
        self.node.member("isError").and_then(Node::as_bool) == Some(true)
    }

    /// Returns the metadata, or `None` when the key is absent.
    #[must_use]
    pub fn meta(self) -> Option<Node<'d>> {
        self.node.member("_meta")
    }

    /// Returns the members that no published revision defines; they survive, and are reported.
    pub fn unknown_fields(self) -> impl Iterator<Item = Member<'d>> {
        self.node.members().filter(|member| !KNOWN_FIELDS.iter().any(|known| member.key.is(known)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    fn check(text: &str, fact: impl FnOnce(ToolResult<'_>) -> bool) {
        let document = Document::parse(text).unwrap();
        assert!(fact(ToolResult::of(document.root()).unwrap()), "{text}");
    }

    #[test]
    fn absent_null_and_falsy_structured_content_differ() {
        check("{}", |result| result.structured_content().is_none());
        for value in ["null", "false", "0", "-0.0", "\"\"", "[]", "{}"] {
            let text = format!(r#"{{"structuredContent":{value}}}"#);
            check(&text, |result| result.structured_content().is_some_and(|node| node.text() == value));
        }
    }

    #[test]
    fn result_type_is_open() {
        check("{}", |result| result.result_type() == ResultType::Complete);
        check(r#"{"resultType":"input_required"}"#, |result| {
            result.result_type() == ResultType::InputRequired && !result.is_complete()
        });
        check(r#"{"resultType":"task"}"#, |result| result.result_type() == ResultType::Task);
        check(r#"{"resultType":"later"}"#, |result| result.result_type().name() == "later");
        check(r#"{"resultType":null}"#, |result| result.result_type().name() == "null");
    }

    #[test]
    fn only_true_is_an_error() {
        check(r#"{"isError":true}"#, |result| result.is_error());
        for value in ["false", "null", "\"true\"", "1"] {
            check(&format!(r#"{{"isError":{value}}}"#), |result| !result.is_error());
        }
    }

    #[test]
    fn malformed_content_has_no_blocks_and_stays_reachable() {
        check(r#"{"content":{"type":"text"}}"#, |result| {
            result.content().count() == 0 && result.content_node().is_some()
        });
    }
}
