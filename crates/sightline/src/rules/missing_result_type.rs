//! RES-002 `missing-result-type`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "missing-result-type",
    code: "RES-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::AnyResult,
    is_of_envelope: true,
    source: "2026-07-28, basic/index: Result Responses; 2026-07-28, schema: Result.resultType",
    fix: FixAvailability::Safe,
    why: "Clients of this revision may refuse a result that does not say what it is.",
    help: "Add `\"resultType\": \"complete\"`.",
    page: include_str!("missing_result_type.md"),
    check,
    mend: Mend::Adapt(&["C10"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    match result.node().member("resultType") {
        None => {
            findings
                .missing(result.node(), "resultType", "the result has no `resultType`")
                .expects("\"complete\"");
        }
        Some(kind) if kind.as_text().is_none() => {
            findings.at(kind, "`resultType` is no string").expects("a string").finds(shown(kind));
        }
        Some(_) => {}
    }
}
