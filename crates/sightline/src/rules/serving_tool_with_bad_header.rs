//! HDR-005 `serving-tool-with-bad-header`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "serving-tool-with-bad-header",
    code: "HDR-005",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Behaviour,
    source: "2026-07-28, server/tools: x-mcp-header",
    why: "A call of that tool cannot be sent as the revision asks, and fails where nobody expects it.",
    help: "Leave out this one tool, log the reason, and keep the others.",
    page: include_str!("serving_tool_with_bad_header.md"),
    ..Rule::BASE
};
