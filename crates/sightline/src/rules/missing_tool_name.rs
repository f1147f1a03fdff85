//! TOOL-001 `missing-tool-name`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "missing-tool-name",
    code: "TOOL-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Tool,
    source: "2026-07-28, schema: Tool / BaseMetadata.name",
    why: "A tool without a name cannot be called, and some readers then refuse the whole list.",
    help: "Give the tool a `name`.",
    page: include_str!("missing_tool_name.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(tool) = context.tool() else { return };
    if tool.name().is_some() {
        return;
    }
    match tool.node().member("name") {
        Some(name) => findings.at(name, "`name` is no string").expects("a string").finds(shown(name)),
        None => findings.missing(tool.node(), "name", "the definition has no `name`"),
    };
}
