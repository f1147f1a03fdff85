//! ERR-002 `unknown-tool-as-result`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::holds;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::exchange::Told;
use crate::json::Node;
use crate::result::ToolResult;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "unknown-tool-as-result",
    code: "ERR-002",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::ALL,
    scope: Scope::Exchange,
    source: "2026-07-28, server/tools: Error Handling, Protocol Errors; 2026-07-28, schema: InvalidParamsError",
    why: "A host treats an error result as the tool's own words and lets the model try again; that the tool is gone only a protocol error says.",
    help: "Answer with the JSON-RPC error -32602.",
    page: include_str!("unknown_tool_as_result.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    let failed = context.output().filter(|result| result.is_error());
    let Some(result) = failed.map(ToolResult::node) else { return };
    if told.method().is_none_or(|method| method != "tools/call") {
        return;
    }
    let what = match name_of(told) {
        None => "a call without the name of a tool".to_owned(),
        Some(_) if told.params().and_then(|params| params.member("arguments")).is_some_and(is_no_object) => {
            "a call whose arguments are no object".to_owned()
        }
        Some(name) if is_unknown(context, told, &name) => {
            format!("a call of the unknown tool {}", quoted(&name))
        }
        Some(_) => return,
    };
    let place = result.member("isError").unwrap_or(result);
    findings.at(place, format!("{what} is answered with a result")).expects("the JSON-RPC error -32602");
}

fn is_no_object(node: Node<'_>) -> bool {
    !node.is_object()
}

fn name_of(told: &Told<'_>) -> Option<String> {
    told.params()?.member("name")?.as_str().map(|name| name.into_owned())
}

/// Tells whether the server is known to have no such tool.
pub(super) fn is_unknown(context: &Context<'_>, told: &Told<'_>, name: &str) -> bool {
    let is_known = told.known.map(|known| holds(known, name));
    let is_listed = || {
        let list = context.list().filter(|list| list.member("nextCursor").is_none())?;
        Some(Tool::list(list).any(|tool| tool.name().is_some_and(|listed| listed == name)))
    };
    is_known.or_else(is_listed) == Some(false)
}
