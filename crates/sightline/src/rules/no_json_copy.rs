//! ALN-001 `no-json-copy`; the page beside this file says what it finds and why.

use super::mend::result_of;
use super::read::{is_blank, parsed};
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::adapt::text_block;
use crate::align::{Form, Relation};
use crate::content::ContentBlock;
use crate::diagnostic::Level;
use crate::json::{Edits, Node};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "no-json-copy",
    code: "ALN-001",
    levels: Levels { published: Level::Warning, sep_2200: Level::Off, either: Level::Off },
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "2026-07-28, server/tools: Structured Content; SEP-2200 (not adopted): Structured Content (replaces it)",
    fix: FixAvailability::Safe,
    why: "The published page asks for the serialised JSON in a text block, for clients that read `content` only.",
    help: "Append a text block with the JSON of the structured content.",
    page: include_str!("no_json_copy.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let Some(structured) = result.structured_content().filter(|node| node.is_object()) else { return };
    let has_copy = context.alignment().is_some_and(|alignment| {
        alignment.relation == Relation::Same && alignment.form != Some(Form::JsonWithin)
    }) || holds_copy(result, structured);
    // Without any text there is more to say than that a copy is missing.
    if !is_blank(result) && !has_copy {
        findings.at(structured, "no text block holds the JSON of the structured content");
    }
}

/// Whether a block is the JSON, whatever the other blocks say.
fn holds_copy(result: ToolResult<'_>, structured: Node<'_>) -> bool {
    let texts = result.content().filter_map(ContentBlock::text);
    texts.filter_map(parsed).any(|copy| copy.root().equals(structured))
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
