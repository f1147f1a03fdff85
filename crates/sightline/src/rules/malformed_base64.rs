//! BLK-004 `malformed-base64`; the page beside this file says what it finds and why.

use super::base64::base64_problem;
use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::content::BlockKind;
use crate::json::{Edits, Node, quote};
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
    mend: Mend::By(mend),
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

/// Takes a `data:` prefix and white space off, maps the URL alphabet and pads; given up when that does not help.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let text = node.as_str()?;
    let body = match text.strip_prefix("data:") {
        Some(rest) => rest.split_once(";base64,")?.1,
        None => &text,
    };
    let mut data: String = body
        .chars()
        .filter(|c| !c.is_ascii_whitespace() && *c != '=')
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            other => other,
        })
        .collect();
    let padding = (4 - data.len() % 4) % 4;
    data.extend(std::iter::repeat_n('=', padding));
    if padding == 3 || base64_problem(&data).is_some() {
        return None;
    }
    let mut edits = Edits::new(node.document());
    edits.replace(node, quote(&data));
    Some(edits)
}
