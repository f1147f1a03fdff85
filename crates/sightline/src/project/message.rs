//! The form of the provider's message, and how it marks errors.

use super::draft::Draft;
use super::slots::{Slot, Slots};
use super::{ErrorShown, Part, Place, object};
use crate::profile::{Case, ErrorMark, Message};

/// What the model is told of an error; `nothing` is whether nothing of the server's is shown.
///
/// Own words stand in the place of a result only where there was one: an error that held nothing is marked, and
/// one of which nothing is left is substituted.
pub(super) fn error_shown(draft: &Draft<'_, '_>, marks: ErrorMark, case: &Case, nothing: bool) -> ErrorShown {
    let arrives = !nothing && (draft.structured > 0 || draft.shown.contains(&true));
    let is_lost = draft.holds_something() && !arrives;
    match marks {
        ErrorMark::None if nothing && case.empty_is_flagged && is_lost => ErrorShown::Substituted,
        ErrorMark::None if nothing && case.empty_is_flagged => ErrorShown::Flagged,
        ErrorMark::None => ErrorShown::None,
        _ if !draft.is_error => ErrorShown::None,
        ErrorMark::FlagUnlessEmpty if nothing => ErrorShown::None,
        ErrorMark::Substituted if draft.holds_something() => ErrorShown::Substituted,
        ErrorMark::Flag | ErrorMark::FlagUnlessEmpty if is_lost => ErrorShown::Substituted,
        ErrorMark::Flag | ErrorMark::FlagUnlessEmpty | ErrorMark::Substituted => ErrorShown::Flagged,
    }
}

pub(super) fn message(
    draft: &mut Draft<'_, '_>,
    form: &Message,
    mut slots: Slots,
    is_error: bool,
) -> Vec<Part> {
    let mut media = std::mem::take(&mut draft.media);
    if let Some(place) = form.media_place {
        media.iter_mut().for_each(|part| part.place = place);
        slots.drop_media();
    }
    let follows = media.iter().any(|part| part.place == Place::FollowingUserMessage);
    let (here, beside): (Vec<Part>, Vec<Part>) =
        media.into_iter().partition(|part| part.place == Place::ToolMessage);
    if let Some(objects) = objects(draft, form, &mut slots, is_error) {
        let objects = objects.into_iter().map(Part::json);
        return objects.chain(here).chain(intro(draft, form, &beside)).chain(beside).collect();
    }
    if slots.is_empty()
        && here.is_empty()
        && (form.media_notice.is_none() || !follows)
        && let Some(empty) = &form.empty
    {
        slots.push(empty.clone());
    }
    if follows && let Some(separator) = &form.media_join {
        slots.become_text(slots.joined(separator));
    }
    let mut parts = interleave(slots, here, beside.len() + 1);
    if follows && let Some(notice) = &form.media_notice {
        draft.step("message", "says that media follow in a message of the user's");
        parts.push(Part::text(notice.clone()));
    }
    parts.extend(intro(draft, form, &beside));
    parts.extend(beside);
    if let Some(place) = draft.void
        && parts.iter().all(|part| part.place != place)
    {
        parts.push(Part { place, ..Part::text(String::new()) });
    }
    parts
}

/// Words before media that follow in a message of the user's.
fn intro(draft: &mut Draft<'_, '_>, form: &Message, media: &[Part]) -> Option<Part> {
    let follows = media.iter().any(|part| part.place == Place::FollowingUserMessage);
    let intro = form.media_intro.as_ref().filter(|_| follows)?;
    draft.step("message", "puts media into a message of the user's");
    Some(Part { place: Place::FollowingUserMessage, ..Part::text(intro.clone()) })
}

/// The JSON objects that the whole message is, where it is such.
fn objects(
    draft: &mut Draft<'_, '_>,
    form: &Message,
    slots: &mut Slots,
    is_error: bool,
) -> Option<Vec<String>> {
    if let Some(key) = &form.object_key {
        if slots.texts().next().is_none() {
            return Some(vec!["{}".to_owned()]);
        }
        let key = if is_error { "error" } else { key };
        let text = match slots.texts().count() {
            1 => slots.take_last_text(),
            _ => slots.joined("\n"),
        };
        return Some(vec![format!("{{{}:{}}}", draft.quoted(key), draft.quoted(&text))]);
    }
    if let Some(object) = &form.object {
        return Some(object::written(draft, object, slots, is_error));
    }
    form.json.then(|| {
        let has_text = slots.texts().next().is_some();
        vec![if has_text { slots.take_last_text() } else { "{}".to_owned() }]
    })
}

/// Puts the media of the tool's message between the texts, and those without a place behind them.
fn interleave(slots: Slots, media: Vec<Part>, more: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::with_capacity(slots.len() + media.len() + more);
    let mut media = media.into_iter();
    for slot in slots {
        match slot {
            Slot::Medium => parts.extend(media.next()),
            Slot::Text(text) | Slot::Value(text) => parts.push(Part::text(text)),
        }
    }
    parts.extend(media);
    parts
}
