//! BLK-011 `nothing-for-the-model`; the page beside this file says what it finds and why.

use super::read::says_something;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::content::ContentBlock;

pub(super) static RULE: Rule = Rule {
    name: "nothing-for-the-model",
    code: "BLK-011",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "2026-07-28, server/resources: Annotations; SEP-2200 (not adopted): Alternatives, audience annotations",
    why: "A client that honours the audience shows the model nothing of this result.",
    help: "Add a block for the assistant, or drop the audience.",
    page: include_str!("nothing_for_the_model.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|_| context.is_for_model()) else { return };
    if findings.settings.audience_ignored {
        return;
    }
    for audience in result.content().filter_map(ContentBlock::audience) {
        if audience.is_array() && audience.is_empty() {
            findings
                .at(audience, "an empty audience addresses nobody")
                .expects("user, assistant, or no audience");
        }
    }
    let mut blocks = result.content().filter(|block| says_something(*block)).peekable();
    let is_blind = blocks.peek().is_some() && blocks.all(|block| block.excludes("assistant"));
    if let Some(content) = result.content_node().filter(|_| is_blind && result.structured_content().is_none())
    {
        findings.at(content, "no block is addressed to the assistant");
    }
}
