//! What goes behind the joined text: notes on blocks, then structured content; and forms of the whole.

use super::draft::Draft;
use super::emit::reprinted;
use super::slots::Slots;
use super::words::fill_call;
use crate::json::Node;
use crate::profile::Case;
use crate::sdk::print::{Style, print, quoted};

pub(super) fn apart(draft: &mut Draft<'_, '_>, case: &Case, slots: &mut Slots) {
    if let Some(separator) = &case.tail_join {
        draft.tails.drain(..).for_each(|tail| append(slots, separator, tail));
    }
    if let Some(separator) = &case.structured_after
        && let Some(value) = draft.result.structured_content().filter(|value| !value.is_null())
    {
        let json = print(value, &case.style.unwrap_or(Style::JAVASCRIPT));
        // The same text is not put twice.
        if slots.last_mut().is_none_or(|text| *text != json) {
            append(slots, separator, json);
        }
        draft.structured += 1;
        draft.step("serialisation", "puts the JSON of structuredContent last");
    }
    if let Some(style) = &case.reprint {
        let again = |node: Node<'_>| is_container(node).then(|| print(node, style));
        for text in slots.texts_mut() {
            if let Some(json) = draft.as_json(text, again).flatten() {
                *text = json;
            }
        }
    }
    if let Some(style) = &case.reprint_any {
        slots.texts_mut().for_each(|text| *text = reprinted(draft, text, style));
    }
    if let Some(style) = &case.json_value {
        let texts = slots.texts_mut().filter(|text| !text.is_empty());
        texts.for_each(|text| *text = json_value(draft, text, style));
    }
    if let Some(around) = &case.around {
        let around = fill_call(draft.call, around);
        match slots.last_text_mut() {
            Some(text) => *text = surrounded(text, &around),
            None => slots.push(surrounded("", &around)),
        }
    }
}

/// What the text says is never taken for a placeholder: it goes in last.
fn surrounded(text: &str, around: &str) -> String {
    let quoted = quoted(text, &Style::JAVASCRIPT);
    let inner = quoted.get(1..quoted.len() - 1).unwrap_or_default();
    let pieces: Vec<String> = around
        .split("{joined:inner}")
        .map(|piece| piece.split("{joined}").collect::<Vec<_>>().join(text))
        .collect();
    pieces.join(inner)
}

fn json_value(draft: &Draft<'_, '_>, text: &str, style: &Style) -> String {
    draft.as_json(text, |node| print(node, style)).unwrap_or_else(|| quoted(text, style))
}

/// Without a text before it, no separator is needed.
fn append(slots: &mut Slots, separator: &str, text: String) {
    match slots.last_mut() {
        Some(last) if !last.is_empty() => {
            last.push_str(separator);
            last.push_str(&text);
        }
        Some(last) => *last = text,
        None => slots.push(text),
    }
}

fn is_container(node: Node<'_>) -> bool {
    node.is_array() || node.is_object()
}
