//! ALN-006 `content-without-facts`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::{is_blank, says_something, texts};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::align::Relation;
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

/// Texts that say that something happened, and nothing else.
const ACKNOWLEDGEMENTS: &[&str] =
    &["complete", "completed", "done", "finished", "ok", "okay", "success", "successful"];

/// Whether a structure says that it worked, and nothing else.
fn is_flag(structured: Node<'_>) -> bool {
    const NAMES: &[&str] = &["message", "result", "state", "status"];
    let is_ok = |node: Node<'_>| {
        node.as_str().is_some_and(|text| ACKNOWLEDGEMENTS.contains(&text.to_lowercase().as_str()))
    };
    structured.is_object()
        && structured.members().all(|member| {
            let key = member.key.to_str().to_lowercase();
            match member.value.as_bool() {
                Some(says) => says && (key == "succeeded" || ACKNOWLEDGEMENTS.contains(&key.as_str())),
                None => NAMES.contains(&key.as_str()) && is_ok(member.value),
            }
        })
}

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error() && context.is_for_model()) else {
        return;
    };
    let is_empty =
        |node: Node<'_>| node.is_null() || (node.is_object() || node.is_array()) && node.is_empty();
    let structured = result.structured_content();
    let is_text_only = result.content().all(|block| block.text().is_some() || !says_something(block));
    if !is_text_only || is_blank(result) || structured.is_none_or(|node| is_empty(node) || is_flag(node)) {
        return;
    }
    let (Some(alignment), Some(content)) = (context.alignment(), result.content_node()) else { return };
    let all: Vec<String> = texts(result).map(|(_, text)| text.to_str().trim().to_owned()).collect();
    let all = all.join(" ");
    let is_bare = ACKNOWLEDGEMENTS.contains(&all.trim_end_matches(['.', '!']).to_lowercase().as_str());
    if is_bare && alignment.relation != Relation::Same {
        findings
            .at(content, "the text only says that it worked, while the structured content holds data")
            .finds(quoted(&all));
    } else if matches!(alignment.relation, Relation::Bare | Relation::Unrelated) {
        let finding = findings.at(content, "the text states none of the facts in the structured content");
        finding.finds(quoted(&all));
        let own = alignment.facts.as_ref().map_or(&[] as &[String], |facts| &facts.added);
        if let Some(first) = own.first() {
            finding
                .note(format!("what it states is not in the structured content, such as {}", quoted(first)));
        }
    }
}
