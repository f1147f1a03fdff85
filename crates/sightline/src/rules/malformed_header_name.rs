//! HDR-001 `malformed-header-name`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::schema::headers::{HeaderProblem, header_parameters};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "malformed-header-name",
    code: "HDR-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, server/tools: x-mcp-header; 2026-07-28, basic/transports/streamable-http: Schema Extension",
    why: "On Streamable HTTP the tool has to be left out of the list.",
    help: "Use letters, digits and the characters that RFC 9110 allows in a token.",
    page: include_str!("malformed_header_name.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for parameter in context.tool().and_then(Tool::input_schema).map(header_parameters).unwrap_or_default() {
        if parameter.problems.contains(&HeaderProblem::Name) {
            findings
                .at(parameter.header, "`x-mcp-header` is no header name")
                .expects("an RFC 9110 token")
                .finds(shown(parameter.header));
        }
    }
}
