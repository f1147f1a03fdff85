//! APP-009 `empty-content-with-ui`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::mend::result_of;
use super::read::is_blank;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::adapt::text_block;
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "empty-content-with-ui",
    code: "APP-009",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::ToolAndResult,
    source: "MCP Apps 2026-01-26: Graceful Degradation",
    fix: FixAvailability::Safe,
    why: "Hosts without views, and every model, are left with an empty answer.",
    help: "Say in a text block what the view shows.",
    page: include_str!("empty_content_with_ui.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(tool), Some(result)) = (context.tool(), context.result()) else { return };
    if tool.view_uri().is_none() || result.is_error() || !is_blank(result) {
        return;
    }
    if let Some(content) = result.content_node().filter(|content| content.is_array()) {
        findings.at(content, "a tool with a view returns no content").finds(shown(content));
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
