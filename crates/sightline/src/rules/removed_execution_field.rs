//! TOOL-017 `removed-execution-field`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "removed-execution-field",
    code: "TOOL-017",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, changelog: Major 6; typescript-sdk @3924de99: rev2026-07-28/codec.ts enforceDeletedFields",
    fix: FixAvailability::Safe,
    why: "The field is gone from tool definitions, so nobody acts on it.",
    help: "Delete `execution` for peers of this revision.",
    page: include_str!("removed_execution_field.md"),
    check,
    mend: Mend::Adapt(&["L9"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    if let Some(execution) = context.tool().and_then(|tool| tool.node().member("execution")) {
        findings.at(execution, "the definition carries `execution`, which this revision removed");
    }
}
