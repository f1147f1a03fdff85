//! ALN-006 `content-without-facts`; the page beside this file says what it finds and why.

use super::copies::copies;
use super::facts::{is_acknowledgement, states_anything};
use super::findings::quoted;
use super::read::{is_blank, says_something, texts};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "content-without-facts",
    code: "ALN-006",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    is_heuristic: true,
    source: "SEP-2200 (not adopted): 4. MCP Apps and model visibility; MCP Apps 2026-01-26: Tools MUST return meaningful content",
    fix: FixAvailability::OnRequest,
    why: "Clients that show `content` only leave their model without the answer.",
    help: "Write a summary that states the values, or add the JSON.",
    page: include_str!("content_without_facts.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error() && context.is_for_model()) else {
        return;
    };
    let Some(structured) = result.structured_content().filter(|node| !is_empty(*node)) else { return };
    let is_text_only = result.content().all(|block| block.text().is_some() || !says_something(block));
    // A JSON text has rules of its own, whether it is a copy or differs.
    if !is_text_only || is_blank(result) || !copies(result).is_empty() {
        return;
    }
    let mut all = String::new();
    for (_, text) in texts(result) {
        all.push_str(&text.to_str());
        all.push('\n');
    }
    let content = result.content_node().unwrap_or(structured);
    if is_acknowledgement(&all) {
        findings
            .at(content, "the text only says that it worked, while the structured content holds data")
            .finds(quoted(all.trim()));
    } else if !states_anything(&all, structured) {
        findings
            .at(content, "the text states none of the facts in the structured content")
            .finds(quoted(all.trim()));
    }
}

fn is_empty(node: Node<'_>) -> bool {
    node.is_null() || (node.is_object() || node.is_array()) && node.is_empty()
}
