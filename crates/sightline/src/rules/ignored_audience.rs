//! META-009 `ignored-audience`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "ignored-audience",
    code: "META-009",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Behaviour,
    source: "2026-07-28, server/resources: Annotations: clients can filter by audience",
    why: "Text for the user costs tokens and can mislead the model; text for the model puzzles the user.",
    help: "Filter by `annotations.audience`; without it a block is for both.",
    page: include_str!("ignored_audience.md"),
    ..Rule::BASE
};
