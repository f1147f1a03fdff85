//! SCH-001 `input-schema-not-an-object`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "input-schema-not-an-object",
    code: "SCH-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Tool,
    source: "2026-07-28, server/tools: Tool; SEP-1613: Specification",
    fix: FixAvailability::OnRequest,
    why: "Readers that check types reject the definition, and with it often the whole list.",
    help: "Declare an object schema; for a tool without parameters `{\"type\": \"object\", \"additionalProperties\": false}`.",
    page: include_str!("input_schema_not_an_object.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(tool) = context.tool() else { return };
    match tool.input_schema() {
        None => {
            findings.missing(tool.node(), "inputSchema", "the definition has no `inputSchema`");
        }
        Some(schema) if !schema.is_object() => {
            findings.at(schema, "`inputSchema` is no object").expects("a JSON object").finds(shown(schema));
        }
        Some(_) => {}
    }
}

/// A guess: a tool whose schema is null or absent takes no arguments.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    const NO_ARGUMENTS: &str = "{\"type\":\"object\",\"additionalProperties\":false}";
    let mut edits = Edits::new(node.document());
    if node.is_null() {
        edits.replace(node, NO_ARGUMENTS);
    } else if node.is_object() && node.member("inputSchema").is_none() {
        edits.insert_member(node, "inputSchema", NO_ARGUMENTS);
    } else {
        return None;
    }
    Some(edits)
}
