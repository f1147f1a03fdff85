//! APP-005 `empty-visibility`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "empty-visibility",
    code: "APP-005",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Tool,
    source: "MCP Apps 2026-01-26: Visibility (derived)",
    why: "Nobody may call the tool.",
    help: "Leave the key out when both the model and the app may call.",
    page: include_str!("empty_visibility.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let ui = context.tool().and_then(Tool::meta).and_then(|meta| meta.member("ui"));
    let visibility = ui.and_then(|ui| ui.member("visibility"));
    if let Some(visibility) = visibility.filter(|node| node.is_array() && node.is_empty()) {
        findings.at(visibility, "the visibility is empty, so nobody may call the tool");
    }
}
