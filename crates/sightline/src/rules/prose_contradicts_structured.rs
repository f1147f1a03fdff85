//! ALN-005 `prose-contradicts-structured`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::align::{Form, Relation};
use crate::diagnostic::Level;

pub(super) static RULE: Rule = Rule {
    name: "prose-contradicts-structured",
    code: "ALN-005",
    levels: Levels::WARNING,
    strength: Strength::ShouldNot,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    is_heuristic: true,
    source: "SEP-2200 (not adopted): 2. Semantic alignment",
    why: "One client's model reads the text, another's the structured content, and they learn different facts.",
    help: "Write the text from the structured content.",
    page: include_str!("prose_contradicts_structured.md"),
    check,
    ..Rule::BASE
};

/// Contradictions beside the first one that are shown.
const OTHERS: usize = 3;

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let Some(alignment) = context.alignment().filter(|alignment| alignment.relation == Relation::Differs)
    else {
        return;
    };
    if matches!(alignment.form, Some(Form::Json | Form::JsonItems | Form::JsonWithin)) {
        return;
    }
    let block = alignment.text_block.and_then(|index| result.content().nth(index));
    let (Some(block), Some(first)) = (block, alignment.differences.first()) else { return };
    let place = block.node.member("text").unwrap_or(block.node);
    let at = if first.structured_pointer.is_empty() { "as a whole" } else { &*first.structured_pointer };
    let finding = findings.at(place, format!("the text contradicts the structured content at {at}"));
    finding.expects(first.structured.clone()).finds(first.text.clone());
    if alignment.is_guess {
        finding.at_most(Level::Advice);
    }
    for other in alignment.differences.iter().skip(1).take(OTHERS) {
        finding.note(format!(
            "also at {}: {} beside {}",
            other.structured_pointer, other.text, other.structured
        ));
    }
    if alignment.difference_count > OTHERS + 1 {
        finding.note(format!(
            "the text contradicts the structured content in {} places",
            alignment.difference_count
        ));
    }
}
