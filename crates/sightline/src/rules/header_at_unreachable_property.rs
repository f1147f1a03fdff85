//! HDR-004 `header-at-unreachable-property`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::schema::headers::{HeaderProblem, header_parameters};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "header-at-unreachable-property",
    code: "HDR-004",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, basic/transports/streamable-http: Schema Extension",
    why: "A client cannot know which value to send; the tool has to be left out of the list.",
    help: "Move the annotation to a property that is reached through `properties` only.",
    page: include_str!("header_at_unreachable_property.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for parameter in context.tool().and_then(Tool::input_schema).map(header_parameters).unwrap_or_default() {
        if parameter.problems.contains(&HeaderProblem::Unreachable) {
            findings.at(
                parameter.header,
                "a header is asked for a parameter that cannot be reached through `properties` alone",
            );
        }
    }
}
