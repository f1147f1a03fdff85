//! HDR-002 `duplicate-header-name`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::subschemas::subschemas;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "duplicate-header-name",
    code: "HDR-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, server/tools: x-mcp-header",
    why: "Header names ignore case, so one of the two parameters is lost; the tool has to be left out of the list.",
    help: "Give each parameter a header of its own.",
    page: include_str!("duplicate_header_name.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let mut seen: Vec<String> = Vec::new();
    for schema in context.tool().and_then(Tool::input_schema).map(subschemas).unwrap_or_default() {
        let Some(header) = schema.node.member("x-mcp-header") else { continue };
        let Some(name) = header.as_str() else { continue };
        let folded = name.to_ascii_lowercase();
        if seen.contains(&folded) {
            findings.at(header, format!("the header name {} stands twice", quoted(&name)));
        } else {
            seen.push(folded);
        }
    }
}
