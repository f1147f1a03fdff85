//! ALN-003 `empty-content-beside-structured`; the page beside this file says what it finds and why.

use super::clients::{Fault, loses_structured, names};
use super::findings::shown;
use super::mend::result_of;
use super::read::is_blank;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::adapt::text_block;
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "empty-content-beside-structured",
    code: "ALN-003",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "SEP-2200 (not adopted): 2. Semantic alignment; 2026-07-28, server/tools: Structured Content",
    fix: FixAvailability::Safe,
    why: "Most clients show the model `content` and nothing else: to them this is an empty answer.",
    help: "Add a text block that says the same: a summary, or the JSON.",
    page: include_str!("empty_content_beside_structured.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    // A tool with a view has a rule of its own, and so has a result without the array.
    if context.tool().is_some_and(|tool| tool.view_uri().is_some()) {
        return;
    }
    let content = result.content_node().filter(|content| content.is_array());
    if let Some(content) = content.filter(|_| result.structured_content().is_some() && is_blank(result)) {
        let finding = findings.at(content, "`content` says nothing beside the structured content");
        finding.finds(shown(content));
        if let Some(clients) = names(context, Fault::EmptyContent, loses_structured) {
            finding.note(format!("the model of {clients} does not see the structured content"));
        }
    }
}

/// Appends the JSON of the structured content as a text block.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = result_of(context, node)?;
    let mut edits = Edits::new(node.document());
    edits.push_item(
        result.content_node().filter(|content| content.is_array())?,
        text_block(result.structured_content()?),
    );
    Some(edits)
}
