//! ALN-005 `prose-contradicts-structured`; the page beside this file says what it finds and why.

use super::facts::contradiction;
use super::findings::quoted;
use super::read::{parsed, texts};
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

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
    let Some(structured) = result.structured_content().filter(|node| node.is_object()) else { return };
    for (block, text) in texts(result) {
        if parsed(text).is_some() {
            continue;
        }
        let Some(found) = contradiction(&text.to_str(), structured) else { continue };
        let place = block.node.member("text").unwrap_or(block.node);
        findings
            .at(place, format!("the text contradicts the structured content at {}", found.pointer))
            .expects(found.value)
            .finds(quoted(&found.stated));
    }
}
