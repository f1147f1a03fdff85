//! MRTR-002 `empty-input-required`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "empty-input-required",
    code: "MRTR-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::InputRequired,
    source: "2026-07-28, basic/patterns/mrtr: Server Requirements 6",
    why: "The client has nothing to ask and nothing to send back, so the call hangs.",
    help: "Send `inputRequests`, or `requestState`.",
    page: include_str!("empty_input_required.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    let asks = result.node().member("inputRequests").is_some_and(|requests| !requests.is_empty());
    let state = result.node().member("requestState").filter(|state| !state.is_null());
    if !asks && state.is_none() {
        findings.at(result.node(), "the result requires input and has neither requests nor a state");
    }
}
