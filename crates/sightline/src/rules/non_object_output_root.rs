//! SCH-011 `non-object-output-root`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "non-object-output-root",
    code: "SCH-011",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::BETWEEN_2025_06_AND_2025_11,
    scope: Scope::Tool,
    source: "2025-11-25, schema: Tool.outputSchema; SEP-2106: Backward Compatibility",
    fix: FixAvailability::Safe,
    why: "Clients of these revisions that check the definition refuse it, and some then drop all tools of the server.",
    help: "Wrap the schema as `{\"type\": \"object\", \"properties\": {\"result\": …}, \"required\": [\"result\"]}`, and the value with it.",
    page: include_str!("non_object_output_root.md"),
    check,
    mend: Mend::Adapt(&["L4"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let schema = context.tool().and_then(Tool::output_schema).filter(|schema| schema.is_object());
    let Some(schema) = schema else { return };
    match schema.member("type") {
        None => {
            findings
                .missing(schema, "type", "the root of `outputSchema` has no `type`")
                .expects("\"object\"");
        }
        Some(kind) if !kind.as_text().is_some_and(|text| text.is("object")) => {
            findings
                .at(kind, "the root type of `outputSchema` is not `object`")
                .expects("\"object\"")
                .finds(shown(kind));
        }
        Some(_) => {}
    }
}
