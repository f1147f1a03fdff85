//! Cutting values to a size so that they still hold to their schema.
//!
//! Arrays lose items at their end and strings characters at theirs; everything else stays. How far a
//! cut may go is read from the schema (`floors`), and the caller holds the result to the schema again.

mod floors;

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Write as _;

use sightline::json::{Kind, Node, escape_token, quote};

use crate::limit::Limit;
use floors::Floor;

/// Strings of fewer characters are never cut.
const SHORTEST: usize = 40;

/// What a cut part consists of; complete.
///
/// ```
/// use sightline_kit::{Limit, TypedTool, Unit};
///
/// let tool = TypedTool::<Vec<u32>>::builder("numbers").text_limit(Limit::Bytes(120)).build()?;
/// let reply = tool.reply(&(0..1000).collect()).finish()?;
/// assert_eq!(reply.left_out()[0].unit, Unit::Items);
/// # Ok::<(), sightline_kit::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Characters of a string.
    Characters,
    /// Items of an array.
    Items,
}

/// A part of a value that is not shown whole.
///
/// ```
/// use sightline_kit::{Limit, TypedTool};
///
/// let tool = TypedTool::<Vec<u32>>::builder("numbers").text_limit(Limit::Bytes(120)).build()?;
/// let reply = tool.reply(&(0..1000).collect()).finish()?;
/// let left_out = &reply.left_out()[0];
/// assert!(left_out.pointer.is_empty() && left_out.kept < left_out.total);
/// // The structured content is whole, so nothing has to be fetched.
/// assert_eq!(left_out.cursor, None);
/// # Ok::<(), sightline_kit::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// JSON pointer into the value, whole or cut.
    pub pointer: String,
    /// What was counted.
    pub unit: Unit,
    /// How many are shown.
    pub kept: usize,
    /// How many there are.
    pub total: usize,
    /// Where the rest begins, for [`crate::store::page`]; `None` when the whole value was sent.
    pub cursor: Option<String>,
}

impl LeftOut {
    pub(crate) fn set_key(&mut self, key: &str) {
        self.cursor = Some(format!("{key}:{}:{}", self.kept, self.pointer));
    }
}

/// A value after cutting.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub(crate) json: String,
    pub(crate) left_out: Vec<LeftOut>,
}

/// How far to cut.
#[derive(Clone, Copy)]
struct Plan {
    items: usize,
    characters: usize,
}

/// Finds the largest cut that fits; `None` when the schema leaves none.
///
/// `broken` names the places at which a cut value breaks its schema: what no floor foresaw is then left
/// whole.
pub(crate) fn largest(
    value: Node<'_>,
    schema: Option<Node<'_>>,
    broken: &dyn Fn(&str) -> Vec<String>,
    fits: &dyn Fn(&Cut) -> bool,
) -> Option<Cut> {
    const ROUNDS: usize = 8;
    let mut floors = floors::of(value, schema);
    for _ in 0..ROUNDS {
        let cut = search(value, &floors, fits)?;
        let places = broken(&cut.json);
        if places.is_empty() {
            return Some(cut);
        }
        if !floors::freeze(&mut floors, value, &cut.left_out, &places) {
            return None;
        }
    }
    None
}

/// Long strings are shortened before the last item of an array goes.
fn search(value: Node<'_>, floors: &HashMap<usize, Floor>, fits: &dyn Fn(&Cut) -> bool) -> Option<Cut> {
    let longest = longest_array(value);
    for characters in [usize::MAX, 2_000, 500, 120, SHORTEST] {
        let of = |items: usize| cut(value, Plan { items, characters }, floors);
        let found = Cell::new(None);
        // The least number of items must fit before a larger one is looked for.
        let least = of(longest.min(1));
        if !fits(&least) {
            continue;
        }
        found.set(Some(least));
        let (mut low, mut high) = (longest.min(1), longest);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let candidate = of(middle);
            if fits(&candidate) {
                found.set(Some(candidate));
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return found.take();
    }
    let nothing = cut(value, Plan { items: 0, characters: SHORTEST }, floors);
    fits(&nothing).then_some(nothing)
}

fn longest_array(value: Node<'_>) -> usize {
    let below = match value.kind() {
        Kind::Array => value.items().map(longest_array).max(),
        Kind::Object => value.members().map(|member| longest_array(member.value)).max(),
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => None,
    };
    let own = if value.is_array() { value.len() } else { 0 };
    own.max(below.unwrap_or(0))
}

fn cut(value: Node<'_>, plan: Plan, floors: &HashMap<usize, Floor>) -> Cut {
    let mut cut = Cut { json: String::new(), left_out: Vec::new() };
    push(value, plan, floors, &mut String::new(), &mut cut);
    cut
}

fn push(value: Node<'_>, plan: Plan, floors: &HashMap<usize, Floor>, pointer: &mut String, cut: &mut Cut) {
    match value.kind() {
        Kind::Array => push_array(value, plan, floors, pointer, cut),
        Kind::Object => {
            cut.json.push('{');
            for (index, member) in value.members().enumerate() {
                if index > 0 {
                    cut.json.push(',');
                }
                cut.json.push('"');
                cut.json.push_str(member.key.raw());
                cut.json.push_str("\":");
                let before = pointer.len();
                pointer.push('/');
                pointer.push_str(&escape_token(&member.key.to_str()));
                push(member.value, plan, floors, pointer, cut);
                pointer.truncate(before);
            }
            cut.json.push('}');
        }
        Kind::String => push_string(value, plan, floors, pointer, cut),
        Kind::Null | Kind::Bool | Kind::Number => cut.json.push_str(value.text()),
    }
}

fn push_array(
    array: Node<'_>,
    plan: Plan,
    floors: &HashMap<usize, Floor>,
    pointer: &mut String,
    cut: &mut Cut,
) {
    let total = array.len();
    let kept = match floors.get(&array.span().start) {
        Some(Floor::Whole) => total,
        Some(Floor::Least(least)) => plan.items.max(*least).min(total),
        None => plan.items.min(total),
    };
    if kept < total {
        cut.left_out.push(LeftOut { pointer: pointer.clone(), unit: Unit::Items, kept, total, cursor: None });
    }
    cut.json.push('[');
    for (index, item) in array.items().take(kept).enumerate() {
        if index > 0 {
            cut.json.push(',');
        }
        let before = pointer.len();
        // Writing to a String cannot fail.
        let _ = write!(pointer, "/{index}");
        push(item, plan, floors, pointer, cut);
        pointer.truncate(before);
    }
    cut.json.push(']');
}

fn push_string(string: Node<'_>, plan: Plan, floors: &HashMap<usize, Floor>, pointer: &str, cut: &mut Cut) {
    let kept = match floors.get(&string.span().start) {
        Some(Floor::Least(least)) => plan.characters.max(*least),
        // Floors are there for every string that is long enough to be cut.
        Some(Floor::Whole) | None => usize::MAX,
    };
    // A character is at least one byte of the text.
    if string.text().len() <= kept {
        cut.json.push_str(string.text());
        return;
    }
    let text = string.as_str().unwrap_or_default();
    let total = text.chars().count();
    // The mark of the cut takes a character's place.
    let Some(kept) = Some(kept).filter(|kept| *kept < total) else {
        cut.json.push_str(string.text());
        return;
    };
    let mut short: String = text.chars().take(kept).collect();
    short.push('…');
    cut.json.push_str(&quote(&short));
    cut.left_out.push(LeftOut {
        pointer: pointer.to_owned(),
        unit: Unit::Characters,
        kept,
        total,
        cursor: None,
    });
}

/// One sentence that says what was left out, and where the rest is.
pub(crate) fn note(left_out: &[LeftOut], rest: &str) -> String {
    const LISTED: usize = 4;
    if left_out.is_empty() {
        return String::new();
    }
    let listed: Vec<String> = left_out
        .iter()
        .take(LISTED)
        .map(|part| {
            let unit = match part.unit {
                Unit::Characters => "characters",
                Unit::Items => "items",
            };
            let at = if part.pointer.is_empty() { String::new() } else { format!(" at {}", part.pointer) };
            format!("{} of {} {unit}{at}", part.kept, part.total)
        })
        .collect();
    let more = match left_out.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more places"),
    };
    format!("(shown: {}{more}{rest})", listed.join(", "))
}

/// The longest beginning of a text that fits.
pub(crate) fn longest_prefix(text: &str, fits: &dyn Fn(&str) -> bool) -> Option<String> {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let prefix = |characters: usize| &text[..ends.get(characters).copied().unwrap_or(text.len())];
    let (mut low, mut high) = (0, ends.len() - 1);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(prefix(middle)) { low = middle } else { high = middle - 1 }
    }
    (low > 0 && fits(prefix(low))).then(|| prefix(low).to_owned())
}

/// The items or characters from a position on that fit a limit: as JSON, with the position behind them
/// and the number that there are.
pub(crate) fn piece(node: Node<'_>, unit: Unit, from: usize, limit: Limit) -> Option<(String, usize, usize)> {
    let parts: Vec<String> = match unit {
        Unit::Items => node.items().map(|item| item.text().to_owned()).collect(),
        Unit::Characters => node.as_str()?.chars().map(String::from).collect(),
    };
    let rest = parts.get(from..)?;
    let json = |count: usize| match unit {
        Unit::Items => format!("[{}]", rest.get(..count).unwrap_or(rest).join(",")),
        Unit::Characters => quote(&rest.get(..count).unwrap_or(rest).concat()),
    };
    let (mut low, mut high) = (rest.len().min(1), rest.len());
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if limit.allows(&json(middle)) { low = middle } else { high = middle - 1 }
    }
    Some((json(low), from + low, parts.len()))
}
