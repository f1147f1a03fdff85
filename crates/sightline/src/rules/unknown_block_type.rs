//! BLK-001 `unknown-block-type`; the page beside this file says what it finds and why.

use super::findings::{quoted, shown};
use super::mend::result_of;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::content::BlockKind;
use crate::json::{Edits, Kind, Node};
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
                None if node.is_object() => {
                    let finding =
                        findings.missing(node, "type", "the block has no `type`").expects("a string");
                    finding.help = Some("Send `type`, such as `text`.".to_owned());
                    finding
                }
                None => findings.at(node, "the block is no object").expects("an object").finds(shown(node)),
            },
            Some(name) if !known.contains(&name.as_ref()) => findings
                .at(node.member("type").unwrap_or(node), "the block has a type that no revision defines")
                .expects(known.join(", "))
                .finds(quoted(&name)),
            // Embedded resources have a rule of their own.
            Some(name) if matches!(block.kind, BlockKind::Other) && name != "resource" => {
                report_fields(node, &name, findings);
                continue;
            }
            Some(_) => continue,
        };
    }
}

/// The fields that a type requires; all are strings.
fn required(name: &str) -> &'static [&'static str] {
    match name {
        "text" => &["text"],
        "image" | "audio" => &["data", "mimeType"],
        "resource_link" => &["uri", "name"],
        _ => &[],
    }
}

/// Reports each field that a block of a known type lacks, or that is of another kind.
fn report_fields(block: Node<'_>, name: &str, findings: &mut Findings<'_, '_>) {
    for field in required(name) {
        let finding = match block.member(field) {
            None => findings.missing(block, field, format!("the block says `{name}` and has no `{field}`")),
            Some(value) if value.as_text().is_none() => {
                let found = named(value);
                let message = format!("`{field}` of the `{name}` block is {found}, not a string");
                findings.at(value, message).finds(shown(value))
            }
            Some(_) => continue,
        };
        finding.expects("a string").help = Some(format!("Send `{field}`, a string."));
    }
}

/// The kind of a value with its article.
fn named(value: Node<'_>) -> String {
    match value.kind() {
        Kind::Null => "null".to_owned(),
        kind @ (Kind::Array | Kind::Object) => format!("an {}", kind.name()),
        kind => format!("a {}", kind.name()),
    }
}

/// A guess: what has a text, and no type that exists, is a text.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let content = result_of(context, node)?.content_node()?;
    let holds =
        |block: &Node<'_>| block.span().start <= node.span().start && node.span().end <= block.span().end;
    let block = content.items().find(holds)?;
    block.member("text")?.as_text()?;
    let mut edits = Edits::new(node.document());
    match block.member("type") {
        Some(kind) => {
            kind.as_str().filter(|kind| required(kind).is_empty() && kind != "resource")?;
            edits.replace(kind, "\"text\"");
        }
        None => edits.insert_member(block, "type", "\"text\""),
    }
    Some(edits)
}
