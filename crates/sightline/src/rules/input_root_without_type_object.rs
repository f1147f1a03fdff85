//! SCH-002 `input-root-without-type-object`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "input-root-without-type-object",
    code: "SCH-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Tool,
    source: "2026-07-28, schema: Tool.inputSchema; SEP-2106: 1. Loosen inputSchema",
    fix: FixAvailability::Safe,
    why: "The wire schema of every revision asks for `type: \"object\"` here, and strict clients drop all tools of the server when one lacks it.",
    help: "Add `\"type\": \"object\"` beside the other keywords.",
    page: include_str!("input_root_without_type_object.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let schema = context.tool().and_then(Tool::input_schema).filter(|schema| schema.is_object());
    let Some(schema) = schema else { return };
    match schema.member("type") {
        None => {
            findings.missing(schema, "type", "the root of `inputSchema` has no `type`").expects("\"object\"");
        }
        Some(kind) if !kind.as_text().is_some_and(|text| text.is("object")) => {
            findings
                .at(kind, "the root type of `inputSchema` is not `object`")
                .expects("\"object\"")
                .finds(shown(kind));
        }
        Some(_) => {}
    }
}

/// Adds the type where there is none; another one is the author's to change.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    if !node.is_object() || node.member("type").is_some() {
        return None;
    }
    let mut edits = Edits::new(node.document());
    edits.insert_member(node, "type", "\"object\"");
    Some(edits)
}
