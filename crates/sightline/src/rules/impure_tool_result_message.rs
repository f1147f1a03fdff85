//! BLK-012 `impure-tool-result-message`; the page beside this file says what it finds and why.

use std::collections::HashSet;

use super::findings::quoted;
use super::read::member_is;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "impure-tool-result-message",
    code: "BLK-012",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Exchange,
    source: "2026-07-28, client/sampling: Tool Result Messages / Tool Use and Result Balance",
    why: "Model providers keep tool results in a role of their own and refuse a conversation in which uses and results do not pair up.",
    help: "Answer every `tool_use` in the very next message, and put other blocks into a message of their own.",
    page: include_str!("impure_tool_result_message.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(messages) = context.told().and_then(|told| told.messages) else { return };
    let mut before = Vec::new();
    for message in messages.items() {
        let blocks = blocks(message);
        let (results, others): (Vec<_>, Vec<_>) =
            blocks.iter().copied().partition(|block| member_is(*block, "type", "tool_result"));
        if !results.is_empty() {
            for other in others {
                findings.at(other, "a message with tool results holds another block");
            }
        }
        pair(message, &before, &results, findings);
        before = blocks.into_iter().filter(|block| member_is(*block, "type", "tool_use")).collect();
    }
}

/// The blocks of a message; a single one may stand without an array.
pub(super) fn blocks(message: Node<'_>) -> Vec<Node<'_>> {
    let Some(content) = message.member("content") else { return Vec::new() };
    if content.is_array() { content.items().collect() } else { vec![content] }
}

fn pair(message: Node<'_>, uses: &[Node<'_>], results: &[Node<'_>], findings: &mut Findings<'_, '_>) {
    // One without an id, or with one that is no string, is told by the table of shapes.
    let ids = |all: &[Node<'_>], name: &str| -> HashSet<String> {
        all.iter().filter_map(|one| Some(one.member(name)?.as_str()?.into_owned())).collect()
    };
    let (used_ids, answered) = (ids(uses, "id"), ids(results, "toolUseId"));
    for result in results {
        let text = "the tool result answers no use in the message before it";
        let Some(id) = result.member("toolUseId") else { continue };
        let Some(name) = id.as_str().filter(|name| !used_ids.contains(&**name)) else { continue };
        findings.at(id, text).finds(quoted(&name));
    }
    for used in uses {
        let id = used.member("id").and_then(Node::as_str).unwrap_or_default();
        if answered.contains(&*id) {
            continue;
        }
        let place = message.member("content").unwrap_or(message);
        findings.at(place, format!("the tool use {} stays unanswered", quoted(&id)));
    }
}
