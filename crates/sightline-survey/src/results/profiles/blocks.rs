//! What blocks that are no text become.

use sightline::content::{BlockKind, ContentBlock};
use sightline::json::{Document, Node, quote};
use sightline::profile::Surface;
use sightline::project::Projection;
use sightline::result::ToolResult;

use super::cases;
use super::draft::{BlockDraft, CaseDraft, Draft, templated};
use crate::results::cell::traits;
use crate::results::read::Observed;
use crate::results::replay::replay;

const KINDS: [&str; 6] = ["image", "audio", "link", "embedded-text", "blob", "other"];
const STYLES: [&str; 4] = [
    r#"{ runtime = "javascript" }"#,
    r#"{ runtime = "python", spacing = "spaced", ascii = true }"#,
    r#"{ runtime = "python", spacing = "spaced" }"#,
    r#"{ runtime = "serde" }"#,
];

/// Sets the block rules: one a kind, in the order in which they explain most.
pub(super) fn search(draft: &mut Draft, accepted: &[&Observed]) {
    draft.blocks.push(rule("text", r#"[{ text = "{text}" }]"#.to_owned()));
    let plain: Vec<&Observed> = accepted
        .iter()
        .filter(|one| {
            let traits = traits(&one.record);
            !traits.has_structured && !traits.is_error
        })
        .copied()
        .collect();
    // Two rounds: the rule of one kind can be told only once that of another kind beside it is known.
    for _ in 0..2 {
        for kind in KINDS {
            let having: Vec<&Observed> = plain.iter().filter(|one| has(one, kind)).copied().collect();
            if !having.is_empty() {
                draft.blocks = best_rule(draft, kind, &having);
            }
        }
    }
}

fn rule(kind: &str, emit: String) -> BlockDraft {
    BlockDraft { kind: kind.to_owned(), mime: None, emit }
}

/// The rules with that one for a kind that brings most of what arrived, and least of what did not.
fn best_rule(draft: &Draft, kind: &str, having: &[&Observed]) -> Vec<BlockDraft> {
    let without: Vec<BlockDraft> = draft.blocks.iter().filter(|known| known.kind != kind).cloned().collect();
    let told =
        |case: &CaseDraft| draft.and(case.clone()).surface().and_then(|surface| likeness(&surface, having));
    let Some(base) = cases::contents(having).into_iter().rev().max_by_key(told) else {
        return draft.blocks.clone();
    };
    let mut best: Option<(i64, Vec<BlockDraft>)> = None;
    for emit in candidates(kind, having) {
        let mut blocks = without.clone();
        if emit != "[]" {
            blocks.push(rule(kind, emit));
        }
        let tried = Draft { blocks: blocks.clone(), ..draft.clone() };
        let told = tried.and(base.clone()).surface().and_then(|surface| likeness(&surface, having));
        if let Some(told) = told
            && best.as_ref().is_none_or(|(most, _)| told > *most)
        {
            best = Some((told, blocks));
        }
    }
    best.map_or_else(|| draft.blocks.clone(), |(_, blocks)| blocks)
}

/// Lines and media that arrived and are projected, less those that are projected and did not arrive.
fn likeness(surface: &Surface, having: &[&Observed]) -> Option<i64> {
    having.iter().map(|one| alike(one, &replay(one, surface).ok()?)).sum()
}

/// How much of what arrived for a record is in a projection of it.
pub(super) fn alike(one: &Observed, projection: &Projection) -> Option<i64> {
    let line = |kind: &str, text: Option<&str>| -> Vec<String> {
        match text {
            Some(text) => text.lines().map(str::to_owned).collect(),
            None => vec![format!("[{kind}]")],
        }
    };
    let parts = one.record.parts.iter();
    let mut arrived: Vec<String> =
        parts.flat_map(|part| line(&format!("{} {}", part.kind, part.place), part.text.as_deref())).collect();
    let mut likeness = 0;
    for part in &projection.parts {
        let kind = serde_json::to_value((part.kind, part.place)).ok()?;
        let kind = format!("{} {}", kind[0].as_str()?, kind[1].as_str()?);
        for line in line(&kind, part.text.as_deref()) {
            match arrived.iter().position(|known| *known == line) {
                Some(at) => {
                    arrived.remove(at);
                    likeness += 2;
                }
                None => likeness -= 1,
            }
        }
    }
    Some(likeness)
}

fn has(one: &Observed, kind: &str) -> bool {
    Document::parse(&one.record.wire).is_ok_and(|document| {
        ToolResult::of(document.root())
            .is_some_and(|result| result.content().any(|block| kind_of(block) == kind))
    })
}

pub(super) fn kind_of(block: ContentBlock<'_>) -> &'static str {
    match block.kind {
        BlockKind::Audio { .. } => "audio",
        BlockKind::Image { .. } => "image",
        BlockKind::ResourceText { .. } => "embedded-text",
        BlockKind::ResourceBlob { .. } => "blob",
        BlockKind::ResourceLink { .. } => "link",
        BlockKind::Text(_) => "text",
        _ => "other",
    }
}

pub(super) fn candidates(kind: &str, having: &[&Observed]) -> Vec<String> {
    let mut found = vec!["[]".to_owned()];
    for place in ["tool-message", "following-user-message", "sibling-part"] {
        found.push(format!("[{{ media = \"{place}\" }}]"));
    }
    for style in STYLES {
        found.push(format!("[{{ json = {style} }}]"));
    }
    found.extend(having.iter().flat_map(|one| templates(kind, one)));
    found.dedup();
    found.truncate(16);
    found
}

/// Lines of what arrived with the block's own values as placeholders, as far as any stands in them.
fn templates(kind: &str, one: &Observed) -> Vec<String> {
    let Ok(document) = Document::parse(&one.record.wire) else { return Vec::new() };
    let Some(result) = ToolResult::of(document.root()) else { return Vec::new() };
    let Some(block) = result.content().find(|block| kind_of(*block) == kind) else { return Vec::new() };
    let own: Vec<String> =
        result.content().filter_map(|block| block.text()).map(|text| text.to_str().into_owned()).collect();
    let texts = one.record.parts.iter().filter_map(|part| part.text.as_deref());
    let lines =
        texts.flat_map(str::lines).filter(|line| !own.iter().any(|text| text == line) && !line.is_empty());
    let template = |line: &str| format!("[{{ text = {} }}]", quote(&filled(line, block, one)));
    lines.take(12).map(template).collect()
}

/// A text with the values of a block, and the names of the call, as placeholders.
pub(super) fn filled(text: &str, block: ContentBlock<'_>, one: &Observed) -> String {
    let inner = block.node.member("resource").unwrap_or(block.node);
    let fields = [
        ("text", "{text}"),
        ("uri", "{uri}"),
        ("description", "{description}"),
        ("name", "{name}"),
        ("mimeType", "{mime}"),
    ];
    let mut text = text.to_owned();
    for (field, placeholder) in fields {
        let value = inner.member(field).and_then(Node::as_str).filter(|value| value.len() > 2);
        if let Some(value) = value {
            text = text.replace(&*value, placeholder);
        }
    }
    templated(&sized(&text, inner), one)
}

/// A text with the size of a block's data as a placeholder, where it is told in bytes.
fn sized(text: &str, inner: Node<'_>) -> String {
    let data = ["blob", "data"].iter().find_map(|name| inner.member(name)).and_then(Node::as_str);
    let Some(data) = data else { return text.to_owned() };
    let padding = data.bytes().rev().take_while(|byte| *byte == b'=').count();
    let bytes = (data.len() / 4 * 3).saturating_sub(padding);
    let told = [(format!("({bytes} bytes)"), "({bytes} bytes)"), (format!("{bytes} B"), "{size:up}")];
    told.iter().fold(text.to_owned(), |text, (words, placeholder)| text.replace(words, placeholder))
}
