//! What goes behind the joined text: notes on blocks, then structured content.

use super::words::fill_call;
use super::{Draft, blocks};
use crate::json::{Document, Node};
use crate::profile::Case;
use crate::sdk::print::{Style, print, quoted};

pub(super) fn apart(draft: &mut Draft<'_, '_>, case: &Case, mut texts: Vec<String>) -> Vec<String> {
    if let Some(separator) = &case.tail_join {
        for tail in std::mem::take(&mut draft.tails) {
            append(&mut texts, separator, tail);
        }
    }
    if let Some(separator) = &case.structured_after
        && let Some(value) = draft.result.structured_content().filter(|value| !value.is_null())
    {
        let json = print(value, &case.style.unwrap_or(Style::JAVASCRIPT));
        // The same text is not put twice.
        if texts.last().is_none_or(|text| *text != json) {
            append(&mut texts, separator, json);
        }
        draft.structured += 1;
        draft.step("serialisation", "puts the JSON of structuredContent last");
    }
    if let Some(style) = &case.reprint {
        let holds = |text: &str| Document::parse(text).is_ok_and(|document| is_container(document.root()));
        texts.iter_mut().filter(|text| holds(text)).for_each(|text| {
            *text = blocks::reprinted(text, style);
        });
    }
    if let Some(style) = &case.reprint_any {
        texts.iter_mut().for_each(|text| *text = blocks::reprinted(text, style));
    }
    if let Some(style) = &case.json_value {
        texts.iter_mut().filter(|text| !text.is_empty()).for_each(|text| *text = json_value(text, style));
    }
    if let Some(around) = &case.around {
        let around = fill_call(draft.call, around);
        let text = texts.pop().unwrap_or_default();
        let quoted = quoted(&text, &Style::JAVASCRIPT);
        let inner = quoted.get(1..quoted.len() - 1).unwrap_or_default();
        // What the text says is never taken for a placeholder: it goes in last.
        let pieces: Vec<String> = around
            .split("{joined:inner}")
            .map(|piece| piece.split("{joined}").collect::<Vec<_>>().join(&text))
            .collect();
        texts.push(pieces.join(inner));
    }
    texts
}

fn json_value(text: &str, style: &Style) -> String {
    Document::parse(text).map_or_else(|_| quoted(text, style), |document| print(document.root(), style))
}

/// Without a text before it, no separator is needed.
fn append(texts: &mut Vec<String>, separator: &str, text: String) {
    match texts.last_mut() {
        Some(last) if !last.is_empty() => {
            last.push_str(separator);
            last.push_str(&text);
        }
        Some(last) => *last = text,
        None => texts.push(text),
    }
}

fn is_container(node: Node<'_>) -> bool {
    node.is_array() || node.is_object()
}
