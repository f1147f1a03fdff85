//! APP-004 `unknown-visibility`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "unknown-visibility",
    code: "APP-004",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Tool,
    source: "MCP Apps 2026-01-26: Resource Discovery, McpUiToolMeta",
    why: "Hosts that know only `model` and `app` hide the tool from everybody.",
    help: "Use an array of `model` and `app`; without the key both may call.",
    page: include_str!("unknown_visibility.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let ui = context.tool().and_then(Tool::meta).and_then(|meta| meta.member("ui"));
    let Some(visibility) = ui.and_then(|ui| ui.member("visibility")) else { return };
    if !visibility.is_array() {
        findings.at(visibility, "`visibility` is no array").expects("an array").finds(shown(visibility));
    }
    for item in visibility.items() {
        if !item.as_text().is_some_and(|text| text.is("model") || text.is("app")) {
            findings
                .at(item, "the visibility names somebody unknown")
                .expects("model or app")
                .finds(shown(item));
        }
    }
}
