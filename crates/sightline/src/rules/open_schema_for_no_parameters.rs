//! SCH-003 `open-schema-for-no-parameters`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "open-schema-for-no-parameters",
    code: "SCH-003",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Tool,
    source: "2026-07-28, server/tools: Tool (Recommended form)",
    fix: FixAvailability::OnRequest,
    why: "The schema takes any arguments, so a model that invents some is not corrected.",
    help: "Add `\"additionalProperties\": false`.",
    page: include_str!("open_schema_for_no_parameters.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let schema = context.tool().and_then(Tool::input_schema).filter(|schema| schema.is_object());
    let Some(schema) = schema else { return };
    if !schema.member("type").and_then(Node::as_text).is_some_and(|text| text.is("object")) {
        return;
    }
    // Any other keyword may restrict or describe arguments.
    let says_nothing = ["$schema", "title", "description", "type", "properties", "required", "$comment"];
    let is_open = schema.members().all(|member| says_nothing.iter().any(|name| member.key.is(name)));
    if is_open && schema.member("properties").is_none_or(Node::is_empty) {
        findings.at(schema, "a tool without parameters takes any arguments");
    }
}

/// Closes the schema: arguments that were ignored are refused from now on.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    if !node.is_object() || node.member("additionalProperties").is_some() {
        return None;
    }
    let mut edits = Edits::new(node.document());
    edits.insert_member(node, "additionalProperties", "false");
    Some(edits)
}
