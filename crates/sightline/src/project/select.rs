//! Selection: which case of a behaviour decides, and what it shows.

use super::draft::Draft;
use super::{blocks, condition, envelope, json_excerpt, words};
use crate::json::Node;
use crate::profile::{Behaviour, Case, Show, SkipTexts};
use crate::sdk::print::{Style, print};

/// Converts by the first case that holds; one with a size holds only when its own text exceeds it.
pub(super) fn select<'b>(draft: &mut Draft<'_, '_>, behaviour: &'b Behaviour) -> Option<&'b Case> {
    for case in &behaviour.cases {
        if !condition::holds(draft, case, &behaviour.models) {
            continue;
        }
        let before = case.over_bytes.map(|most| (most, draft.clone()));
        draft.step("selection", describe(case));
        for show in &case.show {
            show_one(draft, behaviour, case, show);
            if draft.ended || draft.failed.is_some() {
                break;
            }
        }
        if let Some((most, before)) = before
            && draft.slots.joined_length(case.join.as_deref().unwrap_or_default()) <= most
        {
            *draft = before;
            continue;
        }
        return Some(case);
    }
    None
}

fn describe(case: &Case) -> String {
    let shown: Vec<&str> = case
        .show
        .iter()
        .map(|show| match show {
            Show::Content | Show::ContentList => "content",
            Show::EndRun => "nothing, the run ends",
            Show::Fail(_) => "words of the client's own in place of the result",
            Show::Envelope(_) => "the whole result",
            Show::FirstBlock => "the first block",
            Show::Structured | Show::StructuredText => "the JSON of structuredContent",
            Show::Text(_) => "a text of the client's own",
            Show::Unwrapped | Show::UnwrappedItems => "structuredContent, or its only member `result`",
        })
        .collect();
    if shown.is_empty() { "shows nothing".to_owned() } else { format!("shows {}", shown.join(", then ")) }
}

fn show_one(draft: &mut Draft<'_, '_>, behaviour: &Behaviour, case: &Case, show: &Show) {
    let style = case.style.unwrap_or(Style::JAVASCRIPT);
    match show {
        Show::Content => blocks::convert(draft, case, behaviour, usize::MAX),
        Show::ContentList => envelope::content_list(draft, &style),
        Show::EndRun => draft.ended = true,
        Show::Fail(text) => draft.failed = Some(words::fill_call(draft.call, text)),
        Show::FirstBlock => blocks::convert(draft, case, behaviour, 1),
        Show::Structured => {
            // An absent value shows nothing; `null` is a value.
            if let Some(value) = draft.result.structured_content() {
                // What an excerpt stands for in the end is not printed for nothing.
                let excerpt = behaviour
                    .json_excerpt
                    .as_ref()
                    .filter(|_| case.skip == SkipTexts::None && behaviour.preview.is_none());
                if excerpt.is_some_and(|excerpt| json_excerpt::stands_for(draft, value, excerpt)) {
                    draft.slots.push_value(String::new());
                    draft.structured += 1;
                    draft.step("serialisation", "prints structuredContent as JSON");
                } else {
                    show_value(draft, value, &style);
                }
            }
        }
        Show::StructuredText => {
            let value = draft.result.structured_content();
            match value.and_then(Node::as_str) {
                Some(text) => draft.slots.push(text.into_owned()),
                None => value.into_iter().for_each(|value| draft.slots.push(print(value, &style))),
            }
            draft.structured += usize::from(value.is_some());
            draft.step("serialisation", "prints structuredContent, a string as it is");
        }
        Show::Unwrapped => unwrapped(draft, &style, false),
        Show::UnwrappedItems => unwrapped(draft, &style, true),
        Show::Envelope(envelope) => envelope::show(draft, *envelope, &style, behaviour),
        Show::Text(text) => {
            let text = words::fill_call(draft.call, text);
            draft.slots.push(text);
        }
    }
}

/// Shows the structured content, or its only member `result`.
fn unwrapped(draft: &mut Draft<'_, '_>, style: &Style, apart: bool) {
    let Some(value) = draft.result.structured_content() else { return };
    let only = value.is_object() && value.len() == 1;
    let value = value.member("result").filter(|_| only).unwrap_or(value);
    // An empty list is a list of no parts, but in the words for an error.
    let is_nothing = value.is_null() || value.is_array() && value.is_empty() && !draft.is_error;
    if is_nothing {
        draft.structured += 1;
    } else if apart && value.is_array() {
        value.items().for_each(|item| push(draft, item, style));
        draft.structured += 1;
        draft.step("serialisation", "prints each item of structuredContent by itself, a string as it is");
    } else {
        push(draft, value, style);
        draft.structured += 1;
        if value.as_text().is_none() {
            draft.step("serialisation", "prints structuredContent as JSON");
        }
    }
}

/// A string as a text, anything else as a value.
fn push(draft: &mut Draft<'_, '_>, value: Node<'_>, style: &Style) {
    match value.as_str() {
        Some(text) => draft.slots.push(text.into_owned()),
        None => draft.slots.push_value(print(value, style)),
    }
}

fn show_value(draft: &mut Draft<'_, '_>, value: Node<'_>, style: &Style) {
    draft.slots.push_value(print(value, style));
    draft.structured += 1;
    draft.step("serialisation", "prints structuredContent as JSON");
}
