//! MRTR-009 `nested-elicitation-schema`; the page beside this file says what it finds and why.

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
        for member in schema.member("properties").into_iter().flat_map(Node::members) {
            if !is_primitive(member.value) {
                let message = format!("field `{}` of the form is no primitive", member.key.to_str());
                findings.at(member.value, message).expects("string, number, integer, boolean or an enum");
            }
        }
    }
}

fn is_primitive(schema: Node<'_>) -> bool {
    let Some(kind) = schema.member("type").and_then(Node::as_str) else {
        return schema.member("enum").is_some()
            || schema.member("const").is_some()
            || schema.member("oneOf").is_some();
    };
    match kind.as_ref() {
        "string" | "number" | "integer" | "boolean" => true,
        // A choice of several values is an array of an enum.
        "array" => schema
            .member("items")
            .is_some_and(|items| items.member("enum").is_some() || items.member("anyOf").is_some()),
        _ => false,
    }
}
