//! APP-019 `truthiness-test-in-view`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "truthiness-test-in-view",
    code: "APP-019",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Behaviour,
    source: "Sightline: our own advice",
    why: "The view shows nothing, or an error, for an answer that is there.",
    help: "Test whether the key is there.",
    page: include_str!("truthiness_test_in_view.md"),
    ..Rule::BASE
};
