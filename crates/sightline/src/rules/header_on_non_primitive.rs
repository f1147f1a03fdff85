//! HDR-003 `header-on-non-primitive`; the page beside this file says what it finds and why.

use super::subschemas::subschemas;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
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
    for schema in context.tool().and_then(Tool::input_schema).map(subschemas).unwrap_or_default() {
        let Some(header) = schema.node.member("x-mcp-header") else { continue };
        let kind = schema.node.member("type");
        let allowed = ["string", "integer", "boolean"];
        if !kind.and_then(Node::as_text).is_some_and(|text| allowed.iter().any(|name| text.is(name))) {
            findings
                .at(
                    kind.unwrap_or(header),
                    "a header is asked for a parameter that is no string, integer or boolean",
                )
                .expects(allowed.join(", "));
        }
    }
}
