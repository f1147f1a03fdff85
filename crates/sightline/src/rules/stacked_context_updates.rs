//! APP-017 `stacked-context-updates`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "stacked-context-updates",
    code: "APP-017",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Behaviour,
    source: "MCP Apps 2026-01-26: ui/update-model-context, Host behavior",
    why: "Each update replaces the one before; stale ones tell the model what is no longer so.",
    help: "Keep one update for each view, and send it with the next turn.",
    page: include_str!("stacked_context_updates.md"),
    ..Rule::BASE
};
