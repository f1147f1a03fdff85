//! BLK-001 `unknown-block-type`; the page beside this file says what it finds and why.

use super::findings::{quoted, shown};
use super::mend::result_of;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::content::BlockKind;
use crate::json::{Edits, Node};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "unknown-block-type",
    code: "BLK-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "2026-07-28, schema: ContentBlock",
    fix: FixAvailability::OnRequest,
    why: "Typed readers fail on the block and lose the whole result with it, the structured content too.",
    help: "Use a text block, or an embedded resource.",
    page: include_str!("unknown_block_type.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let newest = crate::revision::Revision::LATEST;
    let known = newest.facts_or_newest().block_types;
    for block in context.result().into_iter().flat_map(ToolResult::content) {
        let node = block.node;
        match block.type_name() {
            None => match node.member("type") {
                Some(kind) => findings.at(kind, "the block's `type` is no string").finds(shown(kind)),
                None if node.is_object() => findings.missing(node, "type", "the block has no `type`"),
                None => findings.at(node, "the block is no object").expects("an object").finds(shown(node)),
            },
            Some(name) if !known.contains(&name.as_ref()) => findings
                .at(node.member("type").unwrap_or(node), "the block has a type that no revision defines")
                .expects(known.join(", "))
                .finds(quoted(&name)),
            // Embedded resources have a rule of their own.
            Some(name) if matches!(block.kind, BlockKind::Other) && name != "resource" => findings
                .at(node, format!("the block says `{name}` and lacks the fields that this type requires")),
            Some(_) => continue,
        };
    }
}

/// A guess: what has a text is a text.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let content = result_of(context, node)?.content_node()?;
    let holds =
        |block: &Node<'_>| block.span().start <= node.span().start && node.span().end <= block.span().end;
    let block = content.items().find(holds)?;
    let (kind, text) = (block.member("type")?, block.member("text")?);
    kind.as_text().filter(|kind| !kind.is("text"))?;
    text.as_text()?;
    let mut edits = Edits::new(node.document());
    edits.replace(kind, "\"text\"");
    Some(edits)
}
