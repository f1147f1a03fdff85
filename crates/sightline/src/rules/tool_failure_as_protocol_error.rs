//! ERR-001 `tool-failure-as-protocol-error`; the page beside this file says what it finds and why.

use super::findings::{quoted, shown};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "tool-failure-as-protocol-error",
    code: "ERR-001",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::ALL,
    scope: Scope::Exchange,
    is_heuristic: true,
    source: "2026-07-28, schema: CallToolResult.isError; 2026-07-28, server/tools: Error Handling",
    fix: FixAvailability::OnRequest,
    why: "Clients need not show a protocol error to their model, so it can neither correct the call nor tell the user.",
    help: "Answer with a result that has `isError: true` and the message in a text block.",
    page: include_str!("tool_failure_as_protocol_error.md"),
    check,
    ..Rule::BASE
};

/// Words of errors that lie outside of any tool.
const PROTOCOL: &[&str] = &[
    "connection closed",
    "internal error",
    "internal server error",
    "method not found",
    "not initialized",
    "parse error",
    "session",
    "tool not found",
    "unauthorized",
    "unknown tool",
    "unsupported protocol version",
];

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    // Without the request, the definition says that a tool was called.
    let is_call = told.method().map_or(context.tool().is_some(), |method| method == "tools/call");
    let Some(error) = told.error().filter(|_| is_call) else { return };
    let code = error.member("code").and_then(Node::as_number).and_then(|code| code.as_i64());
    let message = error.member("message").and_then(Node::as_str).unwrap_or_default();
    if code.is_some_and(may_be_of_tool) && !is_of_protocol(&message) {
        let place = error.member("code").unwrap_or(error);
        findings
            .at(
                place,
                format!("the tool failed with {}, and the answer is a protocol error", quoted(&message)),
            )
            .finds(shown(place));
    }
}

/// Internal errors, the code that stands for any error of a server, and codes of the author's own.
fn may_be_of_tool(code: i64) -> bool {
    matches!(code, -32603 | -32000) || !(-32768..=-32000).contains(&code)
}

fn is_of_protocol(message: &str) -> bool {
    let message = message.trim().trim_end_matches(['.', '!']).to_lowercase();
    let is_unknown_tool = message.starts_with("tool ") && message.ends_with("not found");
    // The general words say nothing of a tool only when nothing else is said.
    let speaks = |words: &&str| {
        if words.starts_with("internal") { message == **words } else { message.contains(*words) }
    };
    message.is_empty() || is_unknown_tool || PROTOCOL.iter().any(speaks)
}
