//! META-006 `answer-hidden-in-meta`; the page beside this file says what it finds and why.

use super::read::{says_something, texts};
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "answer-hidden-in-meta",
    code: "META-006",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    is_heuristic: true,
    source: "Sightline: our own advice",
    why: "Metadata is for the host and the view: the model never reads the answer.",
    help: "Say the answer in `content`, and put typed data into `structuredContent`.",
    page: include_str!("answer_hidden_in_meta.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|_| context.is_for_model()) else { return };
    let Some(meta) = result.meta() else { return };
    let is_empty =
        |node: Node<'_>| node.is_null() || (node.is_object() || node.is_array()) && node.is_empty();
    if result.structured_content().is_some_and(|node| !is_empty(node)) {
        return;
    }
    let own = meta.members().filter(|member| !member.key.to_str().starts_with("io.modelcontextprotocol/"));
    let hidden: usize = own.map(|member| member.value.text().len()).sum();
    let is_text_only = result.content().all(|block| block.text().is_some() || !says_something(block));
    let shown_bytes: usize = texts(result).map(|(_, text)| text.to_str().trim().len()).sum();
    if is_text_only && shown_bytes < 24 && hidden > findings.settings.limits.metadata_bytes {
        findings
            .at(meta, format!("{hidden} bytes of metadata stand beside an answer of {shown_bytes} bytes"));
    }
}
