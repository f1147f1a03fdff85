//! ALN-004 `diverging-json-copy`; the page beside this file says what it finds and why.

use super::mend::result_of;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::align::{Form, Relation};
use crate::json::{Edits, Node, quote};

pub(super) static RULE: Rule = Rule {
    name: "diverging-json-copy",
    code: "ALN-004",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "2026-07-28, server/tools: Structured Content; SEP-2200 (not adopted): 2, SHOULD NOT contradict",
    fix: FixAvailability::Safe,
    why: "One client's model reads the text, another's the structured content, and they learn different facts.",
    help: "Write the text from the structured content after every redaction or cut.",
    page: include_str!("diverging_json_copy.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let Some(alignment) = context.alignment().filter(|alignment| alignment.relation == Relation::Differs)
    else {
        return;
    };
    let is_json = matches!(alignment.form, Some(Form::Json | Form::JsonItems | Form::JsonWithin));
    let block = alignment.text_block.and_then(|index| result.content().nth(index));
    let Some(block) = block.filter(|_| is_json) else { return };
    let place = block.node.member("text").unwrap_or(block.node);
    let Some(first) = alignment.differences.first() else { return };
    let finding = findings.at(
        place,
        format!("the JSON text differs from the structured content {}", at(&first.structured_pointer)),
    );
    finding.expects(first.structured.clone()).finds(first.text.clone());
    if alignment.difference_count > 1 {
        finding.note(format!("the two differ in {} places", alignment.difference_count));
    }
}

fn at(pointer: &str) -> String {
    if pointer.is_empty() { "as a whole".to_owned() } else { format!("at {pointer}") }
}

/// Writes the text again, where it was the JSON of the whole.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let structured = result_of(context, node)?.structured_content()?;
    if context.alignment()?.form != Some(Form::Json) {
        return None;
    }
    let mut edits = Edits::new(node.document());
    edits.replace(node, quote(structured.text()));
    Some(edits)
}
