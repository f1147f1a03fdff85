//! What one block becomes.

use std::borrow::Cow;

use super::draft::Draft;
use super::facts::Facts;
use super::fill::{fill, line_of};
use super::{Part, Place, shapes};
use crate::json::{Node, Text};
use crate::profile::{Emit, JsonPart};
use crate::sdk::print::{Style, print};
use crate::sdk::{Shape, models};

/// Whether something of the block reaches the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Something does.
    Arrives,
    /// Nothing does, or nothing but a trace.
    Dropped,
    /// No further block is looked at.
    Ends,
}

/// Puts one thing that a rule names into the draft; texts that go before all others are gathered.
pub(super) fn emit<'c>(
    draft: &mut Draft<'c, '_>,
    facts: &Facts<'c>,
    emit: &Emit,
    leads: &mut Vec<String>,
) -> Outcome {
    match emit {
        Emit::EndRun => {
            draft.ended = true;
            return Outcome::Ends;
        }
        Emit::Fail(template) => {
            draft.failed = Some(fill(draft, facts, template));
            return Outcome::Ends;
        }
        Emit::Nothing => {
            // A text of nothing is the trace of a block that is dropped.
            draft.slots.push(String::new());
            return Outcome::Dropped;
        }
        Emit::Removed(label) => {
            draft.removed.insert(label.clone());
            draft.step("blocks", format!("removes block {}, {}", facts.index, facts.label()));
            return Outcome::Dropped;
        }
        Emit::Void(place) => {
            draft.void = Some(*place);
            return Outcome::Dropped;
        }
        Emit::Item(template) => {
            let json = fill(draft, facts, template);
            draft.slots.push_value(json);
        }
        Emit::Json(style) => whole(draft, facts, printed(draft.shape, facts.block.node, style)),
        Emit::JsonMember(member) => {
            shapes::json_member(facts.block.node, member).into_iter().for_each(|json| draft.slots.push(json));
        }
        Emit::JsonPart(part) => json_part(draft, facts, part),
        Emit::JsonReceived(style) => whole(draft, facts, print(facts.block.node, style)),
        Emit::Lead(template) => leads.push(fill(draft, facts, template)),
        Emit::LeadOfTypes(template) => {
            draft.lead_of_type(template, facts.mime.as_deref().unwrap_or_default());
        }
        Emit::Lines(lines) => lines_of(draft, facts, lines),
        Emit::Media(place) | Emit::Untyped(place) | Emit::Url(place) => {
            medium(draft, facts.media(*place, emit));
        }
        Emit::MediaAs(converted) => {
            let part = facts.media(converted.place, emit);
            medium(draft, Part { mime_type: Some(converted.media_type.clone()), ..part });
        }
        // Without a place between the texts it stands behind them.
        Emit::MediaLast => draft.media.push(facts.media(Place::ToolMessage, emit)),
        Emit::Reprinted(style) => {
            let text = reprinted(draft, &plain(draft, facts), style);
            draft.slots.push(text);
        }
        Emit::Tail(template) => draft.tails.push(fill(draft, facts, template)),
        Emit::Text(template) => draft.slots.push(fill(draft, facts, template)),
        Emit::TextAt { place, text } => {
            let part = Part { place: *place, ..Part::text(fill(draft, facts, text)) };
            draft.media.push(part);
        }
        Emit::Value(style) => value(draft, facts, style),
        Emit::Words => whole(draft, facts, models::block_words(facts.block)),
    }
    Outcome::Arrives
}

/// The block with all its members, `_meta` among them.
fn whole(draft: &mut Draft<'_, '_>, facts: &Facts<'_>, text: String) {
    draft.slots.push(text);
    if facts.block.meta().is_some() {
        draft.block_meta.push(facts.index);
    }
}

fn medium(draft: &mut Draft<'_, '_>, part: Part) {
    if part.place == Place::ToolMessage {
        draft.slots.push_medium();
    }
    draft.media.push(part);
}

fn json_part<'c>(draft: &mut Draft<'c, '_>, facts: &Facts<'c>, part: &JsonPart) {
    let members = part.members.iter().map(|(key, template)| (key, fill(draft, facts, template)));
    let text = shapes::object(members);
    medium(draft, Part { mime_type: Some(part.media_type.clone()), ..Part::json(text) });
}

fn lines_of<'c>(draft: &mut Draft<'c, '_>, facts: &Facts<'c>, lines: &[String]) {
    let filled: Vec<String> = lines.iter().filter_map(|line| line_of(draft, facts, line)).collect();
    if !filled.is_empty() {
        draft.slots.push(filled.join("\n"));
    }
}

fn plain<'c>(draft: &Draft<'c, '_>, facts: &Facts<'c>) -> Cow<'c, str> {
    match facts.text {
        Some(text) => draft.plain(facts.index, text),
        None => Cow::Owned(String::from_utf8_lossy(&facts.decoded()).into_owned()),
    }
}

/// JSON of an array or an object is a value, anything else a text.
fn value(draft: &mut Draft<'_, '_>, facts: &Facts<'_>, style: &Style) {
    let text = facts.text.map(Text::to_str).unwrap_or_default();
    let is_open = text.starts_with(['[', '{']);
    match is_open.then(|| draft.as_json(&text, |node| print(node, style))).flatten() {
        Some(json) => draft.slots.push_value(json),
        None => draft.slots.push(text.into_owned()),
    }
}

/// A text; if it is JSON, printed again.
pub(super) fn reprinted(draft: &Draft<'_, '_>, text: &str, style: &Style) -> String {
    draft.as_json(text, |node| print(node, style)).unwrap_or_else(|| text.to_owned())
}

/// A block as JSON, as the SDK handed it on.
pub(super) fn printed(shape: Option<&'static Shape>, node: Node<'_>, style: &Style) -> String {
    let Some(shape) = shape else { return print(node, style) };
    let mut out = String::new();
    shape.write(node, style, 0, &mut out);
    out
}
