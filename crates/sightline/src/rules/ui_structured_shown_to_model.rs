//! APP-018 `ui-structured-shown-to-model`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "ui-structured-shown-to-model",
    code: "APP-018",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Behaviour,
    source: "MCP Apps 2026-01-26: Best Practices: not added to model context",
    why: "The data for the view is often large and was never meant to be read as text.",
    help: "Give the view the whole result, and the model `content` and what the view says later.",
    page: include_str!("ui_structured_shown_to_model.md"),
    ..Rule::BASE
};
