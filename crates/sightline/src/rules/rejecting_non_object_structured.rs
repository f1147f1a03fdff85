//! STR-002 `rejecting-non-object-structured`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "rejecting-non-object-structured",
    code: "STR-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Behaviour,
    source: "2026-07-28, server/tools: Structured Content; 2026-07-28, schema: CallToolResult.structuredContent: unknown",
    why: "All of these are values in this revision, and a reader that tests for truth or for an object loses them without a trace.",
    help: "Keep the value as it came, and test for the key.",
    page: include_str!("rejecting_non_object_structured.md"),
    ..Rule::BASE
};
