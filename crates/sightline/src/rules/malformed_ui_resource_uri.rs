//! APP-001 `malformed-ui-resource-uri`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "malformed-ui-resource-uri",
    code: "APP-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Tool,
    source: "MCP Apps 2026-01-26: UI Resource Format; @modelcontextprotocol/ext-apps 2.0.4: app-bridge getToolUiResourceUri throws",
    why: "Hosts throw on it, and one bad tool can break the whole list.",
    help: "Point to a resource whose URI begins with `ui://`.",
    page: include_str!("malformed_ui_resource_uri.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let ui = context.tool().and_then(Tool::meta).and_then(|meta| meta.member("ui"));
    let Some(uri) = ui.and_then(|ui| ui.member("resourceUri")) else { return };
    if !uri.as_str().is_some_and(|uri| uri.starts_with("ui://")) {
        findings.at(uri, "`resourceUri` is no URI of a view").expects("ui://…").finds(shown(uri));
    }
}
