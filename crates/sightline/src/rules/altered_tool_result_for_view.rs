//! APP-015 `altered-tool-result-for-view`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "altered-tool-result-for-view",
    code: "APP-015",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: ui/notifications/tool-result params: CallToolResult; MCP Apps 2026-01-26: Data Passing 2",
    why: "A view shows what it is given; a host that drops a falsy value or prunes metadata shows the user something that is not so.",
    help: "Hand the result on whole; prune and filter on the way to the model only.",
    page: include_str!("altered_tool_result_for_view.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(view) = context.told().and_then(|told| told.view) else { return };
    let Some(result) = context.result().map(ToolResult::node) else { return };
    for name in ["content", "structuredContent", "_meta", "isError"] {
        match (result.member(name), view.member(name)) {
            (Some(sent), Some(got)) if !sent.equals(got) => {
                findings
                    .at(got, format!("the view got another `{name}`"))
                    .expects(shown(sent))
                    .finds(shown(got));
            }
            (Some(sent), None) if !means_nothing(name, sent) => {
                findings.missing(view, name, format!("`{name}` did not reach the view")).expects(shown(sent));
            }
            (None, Some(got)) if !means_nothing(name, got) => {
                findings.at(got, format!("the view got a `{name}` that was not sent")).finds(shown(got));
            }
            (Some(_) | None, _) => {}
        }
    }
    let kind = view.member("resultType");
    let is_sent = |kind: &Node<'_>| result.member("resultType").is_some_and(|sent| sent.equals(*kind));
    if let Some(kind) = kind.filter(|kind| !is_sent(kind)) {
        findings.at(kind, "the view got a `resultType` that was not sent").finds(shown(kind));
    }
}

/// What readers fill in for themselves.
fn means_nothing(name: &str, node: Node<'_>) -> bool {
    match name {
        "isError" => node.as_bool() == Some(false),
        "content" => node.is_array() && node.is_empty(),
        _ => false,
    }
}
