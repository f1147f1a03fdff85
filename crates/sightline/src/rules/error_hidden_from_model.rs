//! ERR-007 `error-hidden-from-model`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "error-hidden-from-model",
    code: "ERR-007",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Behaviour,
    source: "2026-07-28, server/tools: Error Handling, last paragraph",
    why: "The model can only correct a call when it reads what was wrong with it.",
    help: "Give the model the text of the error, marked as one.",
    page: include_str!("error_hidden_from_model.md"),
    ..Rule::BASE
};
