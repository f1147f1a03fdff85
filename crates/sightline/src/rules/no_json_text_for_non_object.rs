//! ALN-002 `no-json-text-for-non-object`; the page beside this file says what it finds and why.

use super::mend::result_of;
use super::read::{is_blank, texts};
use super::{
    Context, Findings, FixAvailability, Levels, Mend, NonObjectText, Rule, Scope, Strength, revisions,
};
use crate::adapt::text_block;
use crate::diagnostic::Level;
use crate::json::{Document, Edits, Node, Text};

pub(super) static RULE: Rule = Rule {
    name: "no-json-text-for-non-object",
    code: "ALN-002",
    levels: Levels { published: Level::Warning, sep_2200: Level::Advice, either: Level::Advice },
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Result,
    source: "SEP-2106: Backward Compatibility; 2026-07-28, server/tools: Structured Content (SHOULD; array example breaks it)",
    fix: FixAvailability::Safe,
    why: "A client of an older revision cannot take the value, so the text is all it has.",
    help: "Append a text block with exactly the JSON of the value.",
    page: include_str!("no_json_text_for_non_object.md"),
    check,
    mend: Mend::By(mend),
    switched: |settings| match settings.nonobject_text {
        NonObjectText::Must => Some(Level::Error),
        NonObjectText::Off => Some(Level::Off),
        NonObjectText::Should => None,
    },
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error() && !is_blank(*result)) else {
        return;
    };
    let Some(structured) = result.structured_content().filter(|node| !node.is_object()) else { return };
    let is_copy = |text: Text<'_>| {
        let document = Document::from_string(text.to_str().trim().to_owned());
        document.is_ok_and(|document| document.root().equals(structured))
    };
    if !texts(result).any(|(_, text)| is_copy(text)) {
        let kind = structured.kind().name();
        findings.at(structured, format!("no text block holds the JSON of this {kind}"));
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
