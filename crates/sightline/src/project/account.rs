//! The account of a projection: which channels arrive, what is lost, and what leaks.

use super::draft::{Draft, mirrors};
use super::{ErrorShown, Note, Part, Projection};
use crate::json::Node;
use crate::profile::Surface;
use crate::sdk::Validator;

pub(super) fn finish(
    draft: &Draft<'_, '_>,
    surface: &Surface,
    parts: Vec<Part>,
    error: ErrorShown,
    validator: Option<Validator>,
) -> Projection {
    let mirrors = mirrors(draft.call, draft.result);
    let shown_texts = mirrors.iter().zip(&draft.shown).filter(|(mirror, shown)| mirror.is_some() && **shown);
    let shown_texts = shown_texts.count();
    let arrives = [
        ("content", draft.shown.contains(&true)),
        ("structuredContent", draft.structured > 0),
        ("_meta", draft.meta && draft.result.meta().is_some()),
    ];
    Projection {
        channels: arrives.into_iter().filter(|(_, arrives)| *arrives).map(|(name, _)| name).collect(),
        client: surface.client.clone(),
        version: surface.version.clone(),
        surface: surface.name.clone(),
        dialect: surface.dialect.clone(),
        era: if surface.era.is_empty() { draft.call.revision().to_string() } else { surface.era.clone() },
        parts,
        error,
        validator,
        steps: draft.steps.clone(),
        lost: lost(draft, error, shown_texts),
        leaked: leaked(draft),
        copies: draft.structured + shown_texts,
        tokens: None,
        evidence: surface.evidence.clone(),
    }
}

fn lost(draft: &Draft<'_, '_>, error: ErrorShown, shown_texts: usize) -> Vec<Note> {
    let mirrors = mirrors(draft.call, draft.result);
    let mut lost = Vec::new();
    let mut note = |pointer: String, why: &str| lost.push(Note { pointer, why: why.to_owned() });
    for (index, shown) in draft.shown.iter().enumerate() {
        // A copy of what arrives elsewhere is not lost.
        let mirrored = draft.structured > 0 && mirrors.get(index).is_some_and(Option::is_some);
        if !shown && !mirrored {
            note(format!("/content/{index}"), "the block does not reach the model");
        }
    }
    if draft.result.structured_content().is_some() && draft.structured == 0 && shown_texts == 0 {
        note("/structuredContent".to_owned(), "structuredContent does not reach the model");
    }
    if draft.is_error && error == ErrorShown::None {
        note("/isError".to_owned(), "nothing tells the model that this is an error");
    }
    lost
}

fn leaked(draft: &Draft<'_, '_>) -> Vec<Note> {
    let mut leaked = Vec::new();
    // What the protocol itself stamps on results is no secret of the host's.
    let own = |name: &str| !name.starts_with("io.modelcontextprotocol/");
    let keys: Vec<String> = draft
        .result
        .meta()
        .into_iter()
        .flat_map(Node::members)
        .map(|member| member.key.to_str().into_owned())
        .filter(|name| own(name))
        .collect();
    if draft.meta && !keys.is_empty() {
        let why = format!("the model is shown `_meta`: {}", keys.join(", "));
        leaked.push(Note { pointer: "/_meta".to_owned(), why });
    }
    for index in &draft.block_meta {
        let pointer = format!("/content/{index}/_meta");
        leaked.push(Note { pointer, why: "the model is shown a block's `_meta`".to_owned() });
    }
    leaked
}
