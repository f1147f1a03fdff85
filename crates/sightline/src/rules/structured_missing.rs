//! STR-003 `structured-missing`; the page beside this file says what it finds and why.

use super::clients::{Fault, names, substitutes};
use super::mend::result_of;
use super::read::{parsed, texts};
use super::{
    Context, ErrorSchema, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, StructuredPresence,
    null_taken_for_absent, revisions,
};
use crate::diagnostic::Level;
use crate::json::{Edits, Node};
use crate::schema::Verdict;

pub(super) static RULE: Rule = Rule {
    name: "structured-missing",
    code: "STR-003",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::ToolAndResult,
    source: "2026-07-28, server/tools: Output Schema; SEP-2200 (not adopted): Output Schema",
    fix: FixAvailability::OnRequest,
    why: "The official clients throw when the field is missing, and the model never sees the text.",
    help: "Return the structured content that the schema promises, or do not declare a schema.",
    page: include_str!("structured_missing.md"),
    check,
    mend: Mend::By(mend),
    switched: |settings| {
        (settings.structured_presence == StructuredPresence::Should).then_some(Level::Warning)
    },
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(tool), Some(result)) = (context.tool(), context.result()) else { return };
    let is_exempt = result.is_error() && findings.settings.error_schema == ErrorSchema::Exempt;
    let declares = tool.output_schema().is_some_and(Node::is_object);
    // A value that was null has a rule of its own, which says so.
    let is_null =
        null_taken_for_absent::means_null(context) && findings.is_told_by(&null_taken_for_absent::RULE);
    if declares && !is_exempt && !is_null && result.structured_content().is_none() {
        let message = "the tool declares an output schema, and the result has no structured content";
        let finding = findings.missing(result.node(), "structuredContent", message);
        if let Some(clients) = names(context, Fault::Schema, substitutes) {
            finding.note(format!("{clients} show the model an error of their own in place of the result"));
        }
    }
}

/// A guess: the one text that is JSON and holds to the schema is the value.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = result_of(context, node)?;
    let mut documents = texts(result).filter_map(|(_, text)| parsed(text));
    let (document, None) = (documents.next()?, documents.next()) else { return None };
    let schema = context.output_schema()?.ok()?;
    if result.structured_content().is_some() || !matches!(schema.check(document.root()), Verdict::Holds) {
        return None;
    }
    let mut edits = Edits::new(node.document());
    edits.insert_member(result.node(), "structuredContent", document.root().text());
    Some(edits)
}
