//! SCH-015 `output-schema-not-an-object`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "output-schema-not-an-object",
    code: "SCH-015",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Tool,
    source: "2026-07-28, schema: Tool.outputSchema",
    fix: FixAvailability::Safe,
    why: "Readers that check types reject the definition, and with it often the whole list.",
    help: "Leave the key out when there is no schema.",
    page: include_str!("output_schema_not_an_object.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let schema = context.tool().and_then(Tool::output_schema);
    if let Some(schema) = schema.filter(|schema| !schema.is_object()) {
        findings
            .at(schema, "`outputSchema` is no object")
            .expects("a JSON object, or no such key")
            .finds(shown(schema));
    }
}

/// `null` says nothing, and `true` says what `{}` says.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let mut edits = Edits::new(node.document());
    if node.is_null() {
        edits.remove(node);
    } else if node.as_bool() == Some(true) {
        edits.replace(node, "{}");
    } else {
        return None;
    }
    Some(edits)
}
