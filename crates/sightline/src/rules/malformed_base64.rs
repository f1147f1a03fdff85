//! BLK-004 `malformed-base64`; the page beside this file says what it finds and why.

use super::base64::base64_problem;
use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::content::BlockKind;
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "malformed-base64",
    code: "BLK-004",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "2026-07-28, schema: ImageContent.data / AudioContent.data / BlobResourceContents.blob (@format byte)",
    fix: FixAvailability::Safe,
    why: "Clients hand the data to the model provider, which refuses the whole request.",
    help: "Send standard base64 with padding, without a `data:` prefix.",
    page: include_str!("malformed_base64.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for block in context.result().into_iter().flat_map(ToolResult::content) {
        let holder = block.node.member("resource").unwrap_or(block.node);
        let name = match block.kind {
            BlockKind::Audio { .. } | BlockKind::Image { .. } => "data",
            BlockKind::ResourceBlob { .. } => "blob",
            BlockKind::Other
            | BlockKind::ResourceText { .. }
            | BlockKind::ResourceLink { .. }
            | BlockKind::Text(_) => continue,
        };
        let Some(node) = holder.member(name) else { continue };
        if let Some(problem) = node.as_str().and_then(|data| base64_problem(&data)) {
            findings.at(node, format!("`{name}` is no standard base64: {problem}")).finds(shown(node));
        }
    }
}
