//! REV-010 `tool-fields-newer-than-client`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::revision::REVISIONS;

pub(super) static RULE: Rule = Rule {
    name: "tool-fields-newer-than-client",
    code: "REV-010",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::TO_2025_11,
    scope: Scope::Tool,
    source: "2024-11-05, schema: Tool; 2025-06-18, schema: Tool",
    fix: FixAvailability::Safe,
    why: "The client does not know the field: it is dropped at best.",
    help: "Leave the field out for this client, or fold `title` into `annotations.title`.",
    page: include_str!("tool_fields_newer_than_client.md"),
    check,
    mend: Mend::Adapt(&["L1", "L2", "L3"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(tool) = context.tool() else { return };
    let known = context.revision().facts_or_newest().tool_fields;
    let is_defined = |key: &str| REVISIONS.iter().any(|facts| facts.tool_fields.contains(&key));
    for member in tool.node().members() {
        let key = member.key.to_str();
        if is_defined(&key) && !known.contains(&key.as_ref()) {
            findings.at(member.value, format!("`{key}` goes to a client that does not know it"));
        }
    }
}
