//! RES-009 `result-says-nothing`; the page beside this file says what it finds and why.

use super::read::is_blank;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "result-says-nothing",
    code: "RES-009",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "SEP-2200 (not adopted): 4, pertinent information; MCP Apps 2026-01-26: Graceful Degradation",
    why: "Clients then show the model a placeholder or nothing, and it cannot tell success from failure.",
    help: "Say in one text block what was done.",
    page: include_str!("result_says_nothing.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let content = result.content_node().filter(|content| content.is_array());
    if let Some(content) = content.filter(|_| is_blank(result) && result.structured_content().is_none()) {
        findings.at(content, "the result says nothing: no content and no structured content");
    }
}
