//! ALN-004 `diverging-json-copy`; the page beside this file says what it finds and why.

use super::copies::copies;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};

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
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    for copy in copies(result) {
        let Some(difference) = copy.difference else { continue };
        let place = copy.block.node.member("text").unwrap_or(copy.block.node);
        findings
            .at(place, format!("the JSON text differs from the structured content at {}", difference.place()))
            .expects(difference.structured)
            .finds(difference.text);
    }
}
