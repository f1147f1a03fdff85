//! TOOL-009 `trusting-foreign-annotations`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "trusting-foreign-annotations",
    code: "TOOL-009",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_03,
    scope: Scope::Behaviour,
    source: "2026-07-28, server/tools: Tool, Warning",
    why: "Annotations are the server's own words; one that lies is then called without a question.",
    help: "Take hints for display only, unless the operator trusts the server.",
    page: include_str!("trusting_foreign_annotations.md"),
    ..Rule::BASE
};
