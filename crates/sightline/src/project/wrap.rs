//! How the texts of a case become what the tool's message holds: skipped, joined and wrapped.

use super::draft::Draft;
use super::slots::Slots;
use super::{PartKind, append, condition, figures, forms, limit, redact, skip, words};
use crate::profile::{Appendix, Case, List, Message};
use crate::sdk::print::{Style, quoted};

/// Skips, joins and wraps the texts of a case, and tells whether there was nothing to show.
pub(super) fn wrap(draft: &mut Draft<'_, '_>, case: &Case, common: &Message) -> (Slots, bool) {
    let mut slots = std::mem::take(&mut draft.slots);
    // A blank text and a block that is left without words were not removed.
    let all_removed = slots.is_empty() && draft.void.is_none() && !draft.removed.is_empty();
    skip::skip(&mut slots, case.skip);
    if slots.has_medium() {
        skip::skip(&mut slots, case.skip_beside_media);
    }
    let nothing = slots.is_empty() && draft.media.is_empty();
    stand_in(draft, case, &mut slots, nothing, all_removed);
    let form = case.message.as_ref().unwrap_or(common);
    if let Some(separator) = case.join.as_ref().filter(|_| case.join_neighbours) {
        slots.join_neighbours(separator);
    }
    if form.media_place.is_some() {
        slots.drop_media();
    }
    join(draft, case, &mut slots);
    append::apart(draft, case, &mut slots);
    if case.trim {
        slots.texts_mut().for_each(|text| *text = condition::trim(text).to_owned());
    }
    if case.trim_start {
        slots.texts_mut().for_each(|text| *text = condition::trim_start(text).to_owned());
    }
    if case.quote {
        slots.texts_mut().for_each(|text| *text = quoted(text, &Style::JAVASCRIPT));
    }
    if case.redacts_credentials {
        slots.texts_mut().for_each(|text| *text = redact::redacted(text));
    }
    if let Some(object) = &case.object {
        let mut text = slots.take_last_text();
        if let Some(shorter) = case.cap.as_ref().and_then(|cap| limit::capped(&text, cap)) {
            draft.step("limits", "cuts the middle of a text that is too long");
            text = shorter;
        }
        slots.become_text(forms::object(draft, object, case.cap.as_ref(), &text, &style(case)));
    }
    if let Some(limit) = &case.limit {
        limit::apply_one(draft, limit, &mut slots);
    }
    if !(nothing && case.empty_is_bare) {
        surround(draft, case, &mut slots);
    }
    if let Some(appendix) = &case.appendix
        && draft.result.content().any(|block| block.text().is_none())
    {
        append(draft, appendix, &mut slots);
    }
    // An object may hold them at a place of their own.
    if form.object.as_ref().is_none_or(|object| object.with_tails.is_none()) {
        draft.tails.drain(..).for_each(|tail| slots.push(tail));
    }
    (slots, nothing)
}

/// Puts words and the tails behind the last text.
fn append(draft: &mut Draft<'_, '_>, appendix: &Appendix, slots: &mut Slots) {
    let mut text = slots.take_last_text() + &words::fill_call(draft.call, &appendix.words);
    for tail in draft.tails.drain(..) {
        text.push_str(&appendix.join);
        text.push_str(&tail);
    }
    draft.step("wrapping", "names behind the text that there is more than texts");
    match slots.last_text_mut() {
        Some(last) => *last = text,
        None => slots.push(text),
    }
}

fn style(case: &Case) -> Style {
    case.style.unwrap_or(Style::JAVASCRIPT)
}

/// Words that stand where there is no text.
fn stand_in(draft: &mut Draft<'_, '_>, case: &Case, slots: &mut Slots, nothing: bool, all_removed: bool) {
    if let (Some(removed), true) = (&case.all_removed, nothing && all_removed) {
        draft.step("wrapping", "a text says that everything was removed");
        let labels = draft.removed.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let label = |name: &str| (name == "removed").then(|| labels.clone());
        slots.push(words::fill_with(draft.call, removed, &label));
    } else if nothing && let Some(empty) = &case.empty {
        draft.step("wrapping", "a placeholder stands for nothing");
        slots.push(words::fill_call(draft.call, empty));
    } else if slots.is_empty()
        && let Some(instead) = &case.media_only
    {
        draft.step("wrapping", "a placeholder stands before media without a text");
        let count = draft.media.len();
        let all_pictures = draft.media.iter().all(|part| part.kind == PartKind::Image);
        let counted = figures::counted(count, if all_pictures { "image" } else { "file" });
        slots.push(instead.replace("{media}", &count.to_string()).replace("{counted media}", &counted));
    }
}

/// Makes one text of several, as a list or with a separator.
fn join(draft: &mut Draft<'_, '_>, case: &Case, slots: &mut Slots) {
    if let Some(list) = case.list.filter(|list| is_list(*list, slots)) {
        // Beside files there are strings only.
        let text = forms::list(slots, list, &style(case), draft.media.is_empty());
        match list {
            List::PythonRepr => slots.become_text(text),
            List::Json | List::JsonUnlessMedia | List::JsonUnlessOne | List::JsonValues => {
                slots.become_value(text);
            }
        }
    }
    // Texts around a picture in the same message stay parts of their own.
    if let Some(separator) = &case.join
        && !case.join_neighbours
        && slots.len() > 1
        && (case.join_past_media || !slots.has_medium())
    {
        slots.become_text(slots.joined(separator));
    }
    if case.blank_is_empty
        && let Some(empty) = &case.empty
        && draft.media.is_empty()
        && draft.tails.is_empty()
        && slots.texts().all(|text| condition::trim(text).is_empty())
    {
        slots.become_text(words::fill_call(draft.call, empty));
    }
}

/// Whether the texts that there are become a list.
fn is_list(list: List, slots: &Slots) -> bool {
    match list {
        List::Json | List::PythonRepr => true,
        List::JsonUnlessMedia => !slots.has_medium(),
        List::JsonUnlessOne | List::JsonValues => slots.texts().count() > 1,
    }
}

/// Puts a prefix and a suffix around what the case shows.
fn surround(draft: &mut Draft<'_, '_>, case: &Case, slots: &mut Slots) {
    let (prefix, suffix) =
        (words::fill_call(draft.call, &case.prefix), words::fill_call(draft.call, &case.suffix));
    if prefix.is_empty() && suffix.is_empty() {
        return;
    }
    draft.step("wrapping", "adds words of the client's own");
    if case.join.is_some() && !slots.has_medium() {
        let text = slots.take_last_text();
        slots.become_text(format!("{prefix}{text}{suffix}"));
        return;
    }
    if !prefix.is_empty() {
        slots.put_first(vec![prefix]);
    }
    if !suffix.is_empty() {
        slots.push(suffix);
    }
}
