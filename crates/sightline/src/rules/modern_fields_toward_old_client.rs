//! REV-007 `modern-fields-toward-old-client`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "modern-fields-toward-old-client",
    code: "REV-007",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::TO_2025_11,
    scope: Scope::Result,
    source: "typescript-sdk @3924de99: rev2025-11-25/codec.ts never-stamp guarantee; rust-sdk @4a738b9d (rmcp 3.1.4): strip_result_type_for_legacy_peer",
    fix: FixAvailability::Safe,
    why: "The fields belong to a later revision; a strict reader refuses them.",
    help: "Leave them out for peers of this revision.",
    page: include_str!("modern_fields_toward_old_client.md"),
    check,
    mend: Mend::Adapt(&["C6"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    for name in ["resultType", "ttlMs", "cacheScope"] {
        if let Some(node) = result.node().member(name) {
            findings.at(node, format!("`{name}` goes to a client that does not know it"));
        }
    }
}
