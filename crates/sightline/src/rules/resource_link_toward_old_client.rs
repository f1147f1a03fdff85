//! BLK-003 `resource-link-toward-old-client`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "resource-link-toward-old-client",
    code: "BLK-003",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::TO_2025_03,
    scope: Scope::Result,
    source: "2025-03-26, schema: CallToolResult.content; 2025-06-18, changelog: Major 7",
    fix: FixAvailability::Safe,
    why: "Clients of these revisions do not know the type and may refuse the result.",
    help: "Say name and URI of the resource in a text block.",
    page: include_str!("resource_link_toward_old_client.md"),
    check,
    mend: Mend::Adapt(&["C4"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for block in context.result().into_iter().flat_map(ToolResult::content) {
        if block.type_name().is_some_and(|name| name == "resource_link") {
            findings.at(block.node, "a resource link goes to a client that does not know the type");
        }
    }
}
