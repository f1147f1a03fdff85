//! ALN-009 `answer-not-in-first-block`; the page beside this file says what it finds and why.

use super::mend::result_of;
use super::read::says_something;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "answer-not-in-first-block",
    code: "ALN-009",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "Sightline: our own advice",
    fix: FixAvailability::OnRequest,
    why: "Some clients read the first block only, and only when it is text.",
    help: "Put the text block first.",
    page: include_str!("answer_not_in_first_block.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    let mut blocks = result.content();
    let Some(first) = blocks.next() else { return };
    let has_text = blocks.any(|block| block.text().is_some() && says_something(block));
    if has_text && (first.text().is_none() || !says_something(first)) {
        let what = if first.text().is_some() {
            "a blank text, and a later one says something"
        } else {
            "no text, and a later one is"
        };
        findings.at(first.node, format!("the first block is {what}"));
    }
}

/// Moves the block of the finding to the front.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let content = result_of(context, node)?.content_node()?;
    let says = |block: &Node<'_>| {
        block.member("text").and_then(Node::as_str).is_some_and(|text| !text.trim().is_empty())
    };
    let first = content.items().next()?;
    let text = content.items().find(says).filter(|text| text.span() != first.span())?;
    let mut edits = Edits::new(node.document());
    edits.wrap(first, format!("{},", text.text()), "");
    edits.remove(text);
    Some(edits)
}
