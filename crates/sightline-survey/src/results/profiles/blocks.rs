//! What blocks that are no text become.

use sightline::content::{BlockKind, ContentBlock};
use sightline::json::{Document, Node, quote};
use sightline::profile::Surface;
use sightline::result::ToolResult;

use super::cases;
use super::draft::{CaseDraft, Draft, templated};
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
    draft.blocks.push(("text".to_owned(), r#"[{ text = "{text}" }]"#.to_owned()));
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

/// The rules with that one for a kind that brings most of what arrived, and least of what did not.
fn best_rule(draft: &Draft, kind: &str, having: &[&Observed]) -> Vec<(String, String)> {
    let without: Vec<(String, String)> =
        draft.blocks.iter().filter(|(known, _)| known != kind).cloned().collect();
    let told =
        |case: &CaseDraft| draft.and(case.clone()).surface().and_then(|surface| likeness(&surface, having));
    let Some(base) = cases::contents(having).into_iter().rev().max_by_key(told) else {
        return draft.blocks.clone();
    };
    let mut best: Option<(i64, Vec<(String, String)>)> = None;
    for emit in candidates(kind, having) {
        let mut blocks = without.clone();
        if emit != "[]" {
            blocks.push((kind.to_owned(), emit));
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
    let mut likeness = 0;
    for one in having {
        let projection = replay(one, surface).ok()?;
        let line = |kind: &str, text: Option<&str>| -> Vec<String> {
            match text {
                Some(text) => text.lines().map(str::to_owned).collect(),
                None => vec![format!("[{kind}]")],
            }
        };
        let mut arrived: Vec<String> = one
            .record
            .parts
            .iter()
            .flat_map(|part| line(&format!("{} {}", part.kind, part.place), part.text.as_deref()))
            .collect();
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
    }
    Some(likeness)
}

fn has(one: &Observed, kind: &str) -> bool {
    Document::parse(&one.record.wire).is_ok_and(|document| {
        ToolResult::of(document.root())
            .is_some_and(|result| result.content().any(|block| name(block) == kind))
    })
}

fn name(block: ContentBlock<'_>) -> &'static str {
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

fn candidates(kind: &str, having: &[&Observed]) -> Vec<String> {
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
    let Some(block) = result.content().find(|block| name(*block) == kind) else { return Vec::new() };
    let inner = block.node.member("resource").unwrap_or(block.node);
    let value = |name: &str| inner.member(name).and_then(Node::as_str).map(|text| text.into_owned());
    let fields = [
        ("text", "{text}"),
        ("uri", "{uri}"),
        ("description", "{description}"),
        ("name", "{name}"),
        ("mimeType", "{mime}"),
    ];
    let own: Vec<String> =
        result.content().filter_map(|block| block.text()).map(|text| text.to_str().into_owned()).collect();
    let texts = one.record.parts.iter().filter_map(|part| part.text.as_deref());
    let lines =
        texts.flat_map(str::lines).filter(|line| !own.iter().any(|text| text == line) && !line.is_empty());
    let template = |line: &str| {
        let mut line = line.to_owned();
        for (field, placeholder) in fields {
            if let Some(value) = value(field).filter(|value| value.len() > 2) {
                line = line.replace(&value, placeholder);
            }
        }
        format!("[{{ text = {} }}]", quote(&templated(&line, one)))
    };
    lines.take(12).map(template).collect()
}
