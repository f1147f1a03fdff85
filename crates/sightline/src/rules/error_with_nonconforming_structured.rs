//! ERR-005 `error-with-nonconforming-structured`; the page beside this file says what it finds and why.

use super::clients::{Fault, names, substitutes};
use super::findings::shown;
use super::mend::result_of;
use super::read::texts;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::adapt::text_block;
use crate::diagnostic::Level;
use crate::json::{Edits, Node};
use crate::schema::Verdict;

pub(super) static RULE: Rule = Rule {
    name: "error-with-nonconforming-structured",
    code: "ERR-005",
    levels: Levels { published: Level::Warning, sep_2200: Level::Advice, either: Level::Advice },
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::ToolAndResult,
    source: "2026-07-28, server/tools: Output Schema (no error exception); SEP-2200 (not adopted): 6. Error results; @modelcontextprotocol/sdk 1.32.2: client/index.js callTool validates on isError too",
    fix: FixAvailability::Safe,
    why: "Clients that hold errors to the output schema replace the tool's own error by one about the schema.",
    help: "Drop `structuredContent` from errors; say what is needed in the text.",
    page: include_str!("error_with_nonconforming_structured.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| result.is_error()) else { return };
    let Some(structured) = result.structured_content() else { return };
    if matches!(context.verdict(), Some(Verdict::Breaks(_))) {
        let finding = findings.at(structured, "the structured content of an error breaks the output schema");
        finding.finds(shown(structured));
        if let Some(clients) = names(context, Fault::StructuredOfError, substitutes) {
            finding.note(format!("{clients} show the model another error in place of this one"));
        }
    }
}

/// Drops the value, after its JSON went into the text of an error that had none.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = result_of(context, node)?;
    let mut edits = Edits::new(node.document());
    if !texts(result).any(|(_, text)| !text.to_str().trim().is_empty()) {
        edits.push_item(result.content_node().filter(|content| content.is_array())?, text_block(node));
    }
    edits.remove(node);
    Some(edits)
}
