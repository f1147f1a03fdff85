//! ERR-009 `error-text-as-success`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::mend::result_of;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "error-text-as-success",
    code: "ERR-009",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    is_heuristic: true,
    source: "2026-07-28, schema: CallToolResult.isError; 2026-07-28, server/tools: Error Handling",
    fix: FixAvailability::OnRequest,
    why: "The model and the client take the failure for an answer.",
    help: "Set `isError` to true.",
    page: include_str!("error_text_as_success.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let mut blocks = result.content();
    let (Some(block), None) = (blocks.next(), blocks.next()) else { return };
    let Some(text) = block.text().filter(|_| result.structured_content().is_none()) else { return };
    let text = text.to_str();
    let first = text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    if ["Error", "ERROR", "Exception", "Failed", "FAILED", "Failure"].contains(&first) {
        findings
            .at(block.node, "the text reads like an error, and `isError` is not true")
            .finds(quoted(&text));
    }
}

/// A guess from the words.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = result_of(context, node)?;
    let mut edits = Edits::new(node.document());
    match result.node().member("isError") {
        Some(flag) => edits.replace(flag, "true"),
        None => edits.insert_member(result.node(), "isError", "true"),
    }
    Some(edits)
}
