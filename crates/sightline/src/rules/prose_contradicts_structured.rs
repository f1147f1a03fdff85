//! ALN-005 `prose-contradicts-structured`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::align::{Form, Relation};

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

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let Some(alignment) = context.alignment().filter(|alignment| alignment.relation == Relation::Differs)
    else {
        return;
    };
    if matches!(alignment.form, Some(Form::Json | Form::JsonItems)) {
        return;
    }
    let block = alignment.text_block.and_then(|index| result.content().nth(index));
    let (Some(block), Some(first)) = (block, alignment.differences.first()) else { return };
    let place = block.node.member("text").unwrap_or(block.node);
    findings
        .at(place, format!("the text contradicts the structured content at {}", first.structured_pointer))
        .expects(first.structured.clone())
        .finds(first.text.clone());
}
