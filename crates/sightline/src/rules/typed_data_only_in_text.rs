//! STR-013 `typed-data-only-in-text`; the page beside this file says what it finds and why.

use super::mend::result_of;
use super::read::{parsed, texts};
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::revision::StructuredRoot;

pub(super) static RULE: Rule = Rule {
    name: "typed-data-only-in-text",
    code: "STR-013",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::ToolAndResult,
    is_heuristic: true,
    source: "Sightline: our own advice",
    fix: FixAvailability::OnRequest,
    why: "A view or a program has to parse text that every re-wording breaks.",
    help: "Put the data into `structuredContent` with an output schema, and keep a summary as text.",
    page: include_str!("typed_data_only_in_text.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(tool), Some(result)) = (context.tool(), context.result()) else { return };
    let carries = result.structured_content().is_some() || tool.output_schema().is_some();
    if carries || result.is_error() {
        return;
    }
    for (block, text) in texts(result) {
        let Some(document) = parsed(text) else { continue };
        let rows = rows(document.root());
        let is_for_view = tool.view_uri().is_some() && !document.root().is_empty();
        if is_for_view || rows >= findings.settings.limits.rows {
            let message = format!("{rows} rows of data stand as JSON in the text alone");
            findings.at(block.node, message);
            return;
        }
    }
}

/// Number of objects in the longest list at the root or one level below, when they share their keys.
fn rows(root: Node<'_>) -> usize {
    let lists = std::iter::once(root).chain(root.members().map(|member| member.value));
    let lengths = lists.map(|list| {
        let first = list.items().next();
        let has_shape = first.is_some_and(|first| {
            first.is_object()
                && list.items().all(|item| item.members().any(|m| first.member(&m.key.to_str()).is_some()))
        });
        if has_shape { list.len() } else { 0 }
    });
    lengths.max().unwrap_or(0)
}

/// The JSON of the text, which stays; older peers take an object only.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = result_of(context, node)?;
    let document = texts(result).find_map(|(_, text)| parsed(text))?;
    let takes_any = context.revision().facts_or_newest().structured_root == StructuredRoot::AnyValue;
    if result.structured_content().is_some() || !(document.root().is_object() || takes_any) {
        return None;
    }
    let mut edits = Edits::new(node.document());
    edits.insert_member(result.node(), "structuredContent", document.root().text());
    Some(edits)
}
