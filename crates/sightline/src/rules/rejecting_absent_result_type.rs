//! RES-004 `rejecting-absent-result-type`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "rejecting-absent-result-type",
    code: "RES-004",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Behaviour,
    source: "2026-07-28, basic/index: ResultType",
    why: "All older servers leave the field out, so every call of theirs fails.",
    help: "Read an absent `resultType` of an older server as `complete`.",
    page: include_str!("rejecting_absent_result_type.md"),
    ..Rule::BASE
};
