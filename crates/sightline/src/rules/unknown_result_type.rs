//! RES-003 `unknown-result-type`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::result::ResultType;

pub(super) static RULE: Rule = Rule {
    name: "unknown-result-type",
    code: "RES-003",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::AnyResult,
    source: "2026-07-28, basic/index: ResultType; SEP-2322: Schema Changes (says SHOULD)",
    why: "A client has to treat the result as invalid, never as complete, so the model sees none of it.",
    help: "Use `complete` or `input_required`, or a value of an extension that both sides negotiated.",
    page: include_str!("unknown_result_type.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    let ResultType::Other(_) = result.result_type() else { return };
    if let Some(kind) = result.node().member("resultType").filter(|kind| kind.as_text().is_some()) {
        findings
            .at(kind, "`resultType` has a value that the revision does not define")
            .expects("complete, input_required, or task where tasks are negotiated")
            .finds(shown(kind));
    }
}
