//! CLI-005 `unvalidated-result-to-model`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "unvalidated-result-to-model",
    code: "CLI-005",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::ALL,
    scope: Scope::Behaviour,
    source: "2026-07-28, server/tools: Security Considerations",
    why: "A result is input from elsewhere; a broken or endless one takes the whole conversation with it.",
    help: "Check the shape, cut what is too long and say so, and give every call a deadline.",
    page: include_str!("unvalidated_result_to_model.md"),
    ..Rule::BASE
};
