//! MRTR-008 `content-in-interim-result`; the page beside this file says what it finds and why.

use super::mend::remove;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "content-in-interim-result",
    code: "MRTR-008",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::InputRequired,
    source: "2026-07-28, schema: InputRequiredResult; go-sdk @3d6450fc: mcp/mrtr.go: content plus inputRequests is an internal error",
    fix: FixAvailability::OnRequest,
    why: "Clients ignore these fields, and one SDK fails the call.",
    help: "Put the words into the message of the elicitation.",
    page: include_str!("content_in_interim_result.md"),
    check,
    mend: Mend::By(remove),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    for name in ["content", "structuredContent", "isError"] {
        if let Some(node) = result.node().member(name) {
            findings.at(node, format!("a result that requires input carries `{name}`"));
        }
    }
}
