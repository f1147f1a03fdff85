//! STR-012 `imprecise-integers`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::read::each_value;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "imprecise-integers",
    code: "STR-012",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "2026-07-28, server/tools: x-mcp-header (safe range), by analogy",
    why: "JavaScript and many other readers round it to another number.",
    help: "Send large integers as strings, and say so in the schema.",
    page: include_str!("imprecise_integers.md"),
    check,
    ..Rule::BASE
};

/// The largest integer that every reader keeps, 2^53 - 1.
const LARGEST: f64 = 9_007_199_254_740_991.0;

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(structured) = context.result().and_then(ToolResult::structured_content) else { return };
    each_value(structured, |_, node| {
        let number = node.as_number().filter(|number| number.is_written_as_integer());
        if number.and_then(|number| number.as_f64()).is_some_and(|value| value.abs() > LARGEST) {
            findings
                .at(node, "the integer is too large for many readers")
                .expects("at most 2^53 - 1")
                .finds(shown(node));
        }
    });
}
