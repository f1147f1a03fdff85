//! BLK-010 `annotations-inside-resource`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "annotations-inside-resource",
    code: "BLK-010",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "2026-07-28, schema: EmbeddedResource.annotations; 2026-07-28, server/tools: Embedded Resources (example contradicts)",
    fix: FixAvailability::Safe,
    why: "The contents of a resource have no such field, so typed readers drop the annotations.",
    help: "Put `annotations` on the block, beside `resource`.",
    page: include_str!("annotations_inside_resource.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for block in context.result().into_iter().flat_map(ToolResult::content) {
        let annotations = block.node.member("resource").and_then(|resource| resource.member("annotations"));
        if let Some(annotations) = annotations {
            findings.at(annotations, "annotations stand inside `resource`, where nobody reads them");
        }
    }
}

/// Lifts them to the block, where it has none.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let block = node.parent()?.parent()?;
    if block.member("annotations").is_some() {
        return None;
    }
    let mut edits = Edits::new(node.document());
    edits.remove(node);
    edits.insert_member(block, "annotations", node.text());
    Some(edits)
}
