//! STR-010 `undeclared-structured-fields`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "undeclared-structured-fields",
    code: "STR-010",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::ToolAndResult,
    source: "2026-07-28, server/tools: Output Schema",
    fix: FixAvailability::OnRequest,
    why: "An open schema lets them pass, and this is where drift and leaks enter.",
    help: "Declare the fields, or leave them out.",
    page: include_str!("undeclared_structured_fields.md"),
    check,
    ..Rule::BASE
};

/// With one of these the root says more than `properties`.
const OTHER_SOURCES: &[&str] = &[
    "$ref",
    "allOf",
    "anyOf",
    "dependentSchemas",
    "if",
    "oneOf",
    "patternProperties",
    "unevaluatedProperties",
];

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(tool), Some(result)) = (context.tool(), context.result()) else { return };
    let Some(schema) = tool.output_schema().filter(|_| !result.is_error()) else { return };
    let Some(properties) = schema.member("properties").filter(|node| node.is_object()) else { return };
    // A schema or `false` there judges the other keys itself.
    let rest = schema.member("additionalProperties").and_then(Node::as_bool);
    let is_open = schema.member("additionalProperties").is_none() || rest == Some(true);
    if !is_open || OTHER_SOURCES.iter().any(|keyword| schema.member(keyword).is_some()) {
        return;
    }
    for member in result.structured_content().into_iter().flat_map(Node::members) {
        let key = member.key.to_str();
        if properties.member(&key).is_none() {
            findings.at(member.value, format!("the output schema does not declare `{key}`"));
        }
    }
}
