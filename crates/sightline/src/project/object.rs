//! A provider's message that is a JSON object: words of JSON with the texts in them.

use super::draft::Draft;
use super::slots::{Slot, Slots};
use super::words::fill_with;
use crate::profile::MessageObject;

/// Writes the objects of a message: one, or one for each text.
pub(super) fn written(
    draft: &mut Draft<'_, '_>,
    form: &MessageObject,
    slots: &mut Slots,
    is_error: bool,
) -> Vec<String> {
    draft.step("message", "puts what is shown into a JSON object");
    let slots = std::mem::take(slots);
    let tails = std::mem::take(&mut draft.tails);
    let template = form.error.as_ref().filter(|_| is_error).unwrap_or(&form.whole);
    let mut texts: Vec<Slot> = slots.into_iter().filter(|slot| *slot != Slot::Medium).collect();
    if form.each {
        return texts.iter().map(|slot| of_text(draft, template, slot)).collect();
    }
    if template.contains("{items}") {
        let items: Vec<String> = texts.iter().map(|slot| item(draft, form, slot)).collect();
        let items = items.join(",");
        return vec![fill(draft, template, &|name| (name == "items").then(|| items.clone()))];
    }
    let only = if texts.len() > 1 { Some(joined(&texts)) } else { texts.pop() };
    let object = match only {
        None => fill(draft, form.empty.as_deref().unwrap_or("{}"), &|_| None),
        Some(Slot::Value(json)) if form.keeps_objects && !is_error && is_object(draft, &json) => json,
        Some(slot) => of_text(draft, template, &slot),
    };
    match &form.with_tails {
        Some(template) if !tails.is_empty() && !is_error => {
            let tails: Vec<String> = tails.iter().map(|tail| draft.quoted(tail)).collect();
            let tails = tails.join(",");
            let known = |name: &str| match name {
                "object" => Some(object.clone()),
                "tails" => Some(tails.clone()),
                _ => None,
            };
            vec![fill(draft, template, &known)]
        }
        _ => vec![object],
    }
}

/// Several texts as one.
fn joined(texts: &[Slot]) -> Slot {
    let texts: Vec<&str> = texts.iter().map(plain).collect();
    Slot::Text(texts.join("\n"))
}

fn item(draft: &Draft<'_, '_>, form: &MessageObject, slot: &Slot) -> String {
    match (slot, &form.item) {
        (Slot::Value(json), _) if is_json(draft, json) => json.clone(),
        (_, Some(template)) => of_text(draft, template, slot),
        (_, None) => draft.quoted(plain(slot)),
    }
}

fn of_text(draft: &Draft<'_, '_>, template: &str, slot: &Slot) -> String {
    fill(draft, template, &|name| match (name, slot) {
        ("value", Slot::Value(json)) if is_json(draft, json) => Some(json.clone()),
        ("text" | "value", _) => Some(draft.quoted(plain(slot))),
        _ => None,
    })
}

fn plain(slot: &Slot) -> &str {
    match slot {
        Slot::Medium => "",
        Slot::Text(text) | Slot::Value(text) => text,
    }
}

fn fill(draft: &Draft<'_, '_>, template: &str, known: &dyn Fn(&str) -> Option<String>) -> String {
    fill_with(draft.call, template, known)
}

/// A value that was cut is no JSON any more.
fn is_json(draft: &Draft<'_, '_>, text: &str) -> bool {
    draft.as_json(text, |_| ()).is_some()
}

fn is_object(draft: &Draft<'_, '_>, text: &str) -> bool {
    text.starts_with('{') && is_json(draft, text)
}
