//! HDR-003 `header-on-non-primitive`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::schema::headers::{HeaderProblem, PRIMITIVES, header_parameters};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "header-on-non-primitive",
    code: "HDR-003",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, server/tools: x-mcp-header",
    why: "Only a string, an integer or a boolean has one form as a header value; the tool has to be left out of the list.",
    help: "Change the type of the parameter, or drop the annotation.",
    page: include_str!("header_on_non_primitive.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for parameter in context.tool().and_then(Tool::input_schema).map(header_parameters).unwrap_or_default() {
        if parameter.problems.contains(&HeaderProblem::NonPrimitive) {
            let place = parameter.schema.member("type").unwrap_or(parameter.header);
            findings
                .at(place, "a header is asked for a parameter that is no string, integer or boolean")
                .expects(PRIMITIVES.join(", "));
        }
    }
}
