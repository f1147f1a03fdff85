//! REV-006 `structured-toward-old-client`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "structured-toward-old-client",
    code: "REV-006",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::TO_2025_03,
    scope: Scope::Result,
    source: "2025-03-26, schema: CallToolResult; 2025-06-18, changelog: Major 2",
    fix: FixAvailability::Safe,
    why: "The client does not know the field, so its model sees `content` only.",
    help: "Say everything in `content`; the field may be dropped.",
    page: include_str!("structured_toward_old_client.md"),
    check,
    mend: Mend::Adapt(&["C2", "C3"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let structured = context.result().and_then(ToolResult::structured_content);
    if let Some(structured) = structured {
        findings.at(structured, "structured content goes to a client that does not know it");
    }
}
