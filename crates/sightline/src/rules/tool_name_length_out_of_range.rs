//! TOOL-002 `tool-name-length-out-of-range`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "tool-name-length-out-of-range",
    code: "TOOL-002",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Tool,
    source: "2026-07-28, server/tools: Tool Names; SEP-986: Specification (says 64)",
    why: "Clients and model providers cut or refuse names outside 1 to 128 characters; some providers stop at 64.",
    help: "Choose a shorter name; renaming breaks callers, so do it in a new release.",
    page: include_str!("tool_name_length_out_of_range.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(node) = context.tool().and_then(|tool| tool.node().member("name")) else { return };
    let Some(name) = node.as_str() else { return };
    let (length, most) = (name.chars().count(), findings.settings.limits.max_name);
    if length == 0 || length > most {
        findings
            .at(node, format!("the name has {length} characters"))
            .expects(format!("1 to {most} characters"))
            .finds(length.to_string());
    }
}
