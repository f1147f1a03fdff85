//! HDR-002 `duplicate-header-name`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::schema::headers::{HeaderProblem, header_parameters};
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
    for parameter in context.tool().and_then(Tool::input_schema).map(header_parameters).unwrap_or_default() {
        if parameter.problems.contains(&HeaderProblem::Duplicate) {
            let name = shown(parameter.header);
            findings.at(parameter.header, format!("the header name {name} stands twice"));
        }
    }
}
