//! MRTR-009 `nested-elicitation-schema`; the page beside this file says what it finds and why.
//!
//! The fields of the form are told by the table of shapes ([`super::structure`]).

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "nested-elicitation-schema",
    code: "MRTR-009",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::InputRequired,
    source: "2026-07-28, client/elicitation: Requested Schema; 2026-07-28, schema: ElicitRequestFormParams.requestedSchema",
    why: "Clients build a flat form from the schema and cannot show nested fields.",
    help: "Use one level of strings, numbers, integers, booleans and enums.",
    page: include_str!("nested_elicitation_schema.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(requests) = context.result().and_then(|result| result.node().member("inputRequests")) else {
        return;
    };
    for request in requests.members().map(|member| member.value) {
        let Some(schema) = request.member("params").and_then(|params| params.member("requestedSchema"))
        else {
            continue;
        };
        if !schema.member("type").and_then(Node::as_text).is_some_and(|text| text.is("object")) {
            findings.at(schema, "the requested schema is not of type object");
        }
    }
}
