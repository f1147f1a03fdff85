//! MRTR-006 `unauthenticated-request-state`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "unauthenticated-request-state",
    code: "MRTR-006",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Behaviour,
    source: "2026-07-28, basic/patterns/mrtr: Server Requirements 4, 5",
    why: "The client holds the state, so whoever controls the client can write what it likes into it.",
    help: "Seal the state with a key of the server's own, and bind it to user, request and time.",
    page: include_str!("unauthenticated_request_state.md"),
    ..Rule::BASE
};
