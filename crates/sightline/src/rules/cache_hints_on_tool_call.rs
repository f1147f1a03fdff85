//! RES-008 `cache-hints-on-tool-call`; the page beside this file says what it finds and why.

use super::mend::remove;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "cache-hints-on-tool-call",
    code: "RES-008",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Result,
    source: "2026-07-28, server/utilities/caching: Cacheable Results",
    fix: FixAvailability::Safe,
    why: "The call of a tool is not cacheable, so the hints mean nothing and mislead readers.",
    help: "Drop both keys.",
    page: include_str!("cache_hints_on_tool_call.md"),
    check,
    mend: Mend::By(remove),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    for name in ["ttlMs", "cacheScope"] {
        if let Some(hint) = result.node().member(name) {
            findings.at(hint, format!("the result of a call carries the cache hint `{name}`"));
        }
    }
}
