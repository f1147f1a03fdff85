//! STR-007 `unvalidated-structured`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "unvalidated-structured",
    code: "STR-007",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Behaviour,
    source: "2026-07-28, server/tools: Output Schema",
    why: "Code that trusts the schema breaks far from the call that brought the wrong value.",
    help: "Validate complete results that are no errors before anything reads them.",
    page: include_str!("unvalidated_structured.md"),
    ..Rule::BASE
};
