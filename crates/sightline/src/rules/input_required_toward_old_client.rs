//! REV-011 `input-required-toward-old-client`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "input-required-toward-old-client",
    code: "REV-011",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::TO_2025_11,
    scope: Scope::InputRequired,
    source: "2026-07-28, basic/patterns/mrtr: Note: replaces server-initiated requests; typescript-sdk @3924de99: server/legacyInputRequiredShim.ts; go-sdk @3d6450fc: mcp/mrtr.go serverMultiRoundTripMiddleware; rust-sdk @4a738b9d (rmcp 3.1.4): handler/server.rs: INVALID_REQUEST",
    fix: FixAvailability::OnRequest,
    why: "The client takes it for a successful result with nothing in it, and the model believes that the call worked.",
    help: "Ask the client by a request of its own revision, or return an error that says what is missing.",
    page: include_str!("input_required_toward_old_client.md"),
    check,
    mend: Mend::Adapt(&["C7"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(kind) = context.result().and_then(|result| result.node().member("resultType")) else { return };
    findings.at(kind, "a request for input goes to a client that does not know it").finds(shown(kind));
}
