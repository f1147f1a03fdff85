//! ALN-009 `answer-not-in-first-block`; the page beside this file says what it finds and why.

use super::read::says_something;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};

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
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    let mut blocks = result.content();
    let Some(first) = blocks.next() else { return };
    let has_text = blocks.any(|block| block.text().is_some() && says_something(block));
    if has_text && (first.text().is_none() || !says_something(first)) {
        findings.at(first.node, "the first block is no text, and a later one is");
    }
}
