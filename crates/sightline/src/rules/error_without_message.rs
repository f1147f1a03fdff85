//! ERR-004 `error-without-message`; the page beside this file says what it finds and why.

use super::mend::result_of;
use super::read::texts;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node, quote};

pub(super) static RULE: Rule = Rule {
    name: "error-without-message",
    code: "ERR-004",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "SEP-2200 (not adopted): 6. Error results; 2026-07-28, schema: ToolResultContent.isError",
    fix: FixAvailability::Safe,
    why: "The model learns that the call failed and not why, so it cannot correct the call.",
    help: "Name the problem in a text block.",
    page: include_str!("error_without_message.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| result.is_error()) else { return };
    let has_message = texts(result).any(|(_, text)| !text.to_str().trim().is_empty());
    if !has_message {
        let place = result.content_node().unwrap_or(result.node());
        findings.at(place, "the error has no text that says what went wrong");
    }
}

/// Takes the message out of the structured content, else all of it.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = result_of(context, node)?;
    let structured = result.structured_content()?;
    let message = ["/message", "/error/message"].iter().find_map(|at| structured.at(at)?.as_str());
    let text = message.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| structured.text().into());
    let mut edits = Edits::new(node.document());
    let block = format!("{{\"type\":\"text\",\"text\":{}}}", quote(&text));
    edits.push_item(result.content_node().filter(|content| content.is_array())?, block);
    Some(edits)
}
