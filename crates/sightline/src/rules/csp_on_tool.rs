//! APP-010 `csp-on-tool`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "csp-on-tool",
    code: "APP-010",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Tool,
    source: "@modelcontextprotocol/ext-apps 2.0.4: McpUiToolMeta.csp?: never; MCP Apps draft: Metadata Location",
    why: "Hosts read these fields on the view's resource only, so the policy has no effect.",
    help: "Move the field to the `_meta.ui` of the resource.",
    page: include_str!("csp_on_tool.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let ui = context.tool().and_then(Tool::meta).and_then(|meta| meta.member("ui"));
    let Some(ui) = ui else { return };
    for name in ["csp", "permissions", "domain", "prefersBorder"] {
        if let Some(node) = ui.member(name) {
            findings.at(node, format!("`{name}` stands on the tool, where hosts ignore it"));
        }
    }
}
