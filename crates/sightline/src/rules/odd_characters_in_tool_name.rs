//! TOOL-003 `odd-characters-in-tool-name`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "odd-characters-in-tool-name",
    code: "TOOL-003",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Tool,
    source: "2026-07-28, server/tools: Tool Names",
    why: "Model providers accept few characters in function names, so clients rename or drop such a tool.",
    help: "Use letters, digits, `_`, `-` and `.` only.",
    page: include_str!("odd_characters_in_tool_name.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(node) = context.tool().and_then(|tool| tool.node().member("name")) else { return };
    let Some(name) = node.as_str() else { return };
    let is_odd = |character: &char| !(character.is_ascii_alphanumeric() || "_-.".contains(*character));
    if let Some(odd) = name.chars().find(is_odd) {
        findings
            .at(node, format!("the name holds the character {odd:?}"))
            .expects("A-Z a-z 0-9 _ - .")
            .finds(quoted(&name));
    }
}
