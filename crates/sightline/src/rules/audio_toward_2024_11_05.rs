//! BLK-002 `audio-toward-2024-11-05`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "audio-toward-2024-11-05",
    code: "BLK-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ONLY_2024_11,
    scope: Scope::Result,
    source: "2024-11-05, schema: CallToolResult.content; 2025-03-26, changelog: Other schema changes",
    fix: FixAvailability::Safe,
    why: "Clients of this revision do not know the type and may refuse the result.",
    help: "Send the audio as an embedded resource with `blob`.",
    page: include_str!("audio_toward_2024_11_05.md"),
    check,
    mend: Mend::Adapt(&["C5"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for block in context.result().into_iter().flat_map(ToolResult::content) {
        if block.type_name().is_some_and(|name| name == "audio") {
            findings.at(block.node, "an audio block goes to a client that does not know the type");
        }
    }
}
