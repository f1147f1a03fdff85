//! SCH-006 `silent-dialect-fallback`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "silent-dialect-fallback",
    code: "SCH-006",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Behaviour,
    source: "2026-07-28, basic/index: Implementation Requirements",
    why: "A check that did not take place looks like one that passed.",
    help: "Report that the dialect is not supported, and judge nothing.",
    page: include_str!("silent_dialect_fallback.md"),
    ..Rule::BASE
};
