//! How far each array and long string of a value may be cut, read from the schema.
//!
//! Schemas are followed through references and every alternative, and the strictest one counts: a
//! floor is never too low for what was read. Words whose meaning a cut could change keep the value whole.

use std::collections::HashMap;

use sightline::json::{Document, Kind, Node};

use super::{LeftOut, SHORTEST};

/// How far one value may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Floor {
    /// At least so many items or characters stay.
    Least(usize),
    /// Nothing may go.
    Whole,
}

/// Words that judge a value by more than its size; a cut could change what they say.
const JUDGING: [&str; 8] =
    ["const", "enum", "contains", "format", "not", "pattern", "contentEncoding", "$dynamicRef"];
/// Deepest chain of references that is followed.
const DEEPEST: usize = 32;

/// Returns the floors by where each value begins in the text.
pub(super) fn of(value: Node<'_>, schema: Option<Node<'_>>) -> HashMap<usize, Floor> {
    // Pointers of references count from the root of the schema.
    let document = schema.and_then(|schema| Document::parse(schema.text()).ok());
    let mut floors = HashMap::new();
    let schemas = document.as_ref().map(|document| vec![document.root()]).unwrap_or_default();
    walk(value, &schemas, false, &mut floors);
    floors
}

fn walk(value: Node<'_>, schemas: &[Node<'_>], is_whole: bool, floors: &mut HashMap<usize, Floor>) {
    let mut applied = Vec::new();
    schemas.iter().for_each(|schema| expand(*schema, 0, &mut applied));
    let is_whole = is_whole || applied.iter().any(|schema| judges(*schema, value));
    match value.kind() {
        Kind::Array => {
            floors.insert(value.span().start, floor(&applied, "minItems", is_whole));
            for (index, item) in value.items().enumerate() {
                let below: Vec<Node<'_>> =
                    applied.iter().flat_map(|schema| of_item(*schema, index)).collect();
                walk(item, &below, is_whole, floors);
            }
        }
        Kind::Object => {
            for member in value.members() {
                let name = member.key.to_str();
                let below: Vec<Node<'_>> =
                    applied.iter().flat_map(|schema| of_property(*schema, &name)).collect();
                walk(member.value, &below, is_whole, floors);
            }
        }
        Kind::String if value.text().len() > SHORTEST => {
            let is_whole = is_whole || value.as_text().is_some_and(|text| text.is_lossy());
            floors.insert(value.span().start, floor(&applied, "minLength", is_whole));
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => {}
    }
}

fn floor(schemas: &[Node<'_>], keyword: &str, is_whole: bool) -> Floor {
    if is_whole {
        return Floor::Whole;
    }
    let bounds = schemas.iter().filter_map(|schema| schema.member(keyword)?.as_number());
    // A bound that is spelt in another way, such as 1e1, keeps the value whole.
    let least = bounds.map(|bound| bound.as_u64().and_then(|bound| usize::try_from(bound).ok()));
    Floor::Least(least.map(|bound| bound.unwrap_or(usize::MAX)).max().unwrap_or(0))
}

fn judges(schema: Node<'_>, value: Node<'_>) -> bool {
    let is_text = value.kind() == Kind::String;
    JUDGING.iter().any(|word| {
        let of_strings = matches!(*word, "pattern" | "format" | "contentEncoding");
        schema.member(word).is_some() && (is_text || !of_strings)
    })
}

/// The schema and all that apply to the same value with it.
fn expand<'s>(schema: Node<'s>, depth: usize, applied: &mut Vec<Node<'s>>) {
    if depth > DEEPEST || applied.iter().any(|known| known.span() == schema.span()) {
        return;
    }
    applied.push(schema);
    if let Some(target) = schema.member("$ref").and_then(Node::as_str) {
        let root = schema.document().root();
        let target = target.strip_prefix('#').and_then(|pointer| root.at(pointer));
        if let Some(target) = target {
            expand(target, depth + 1, applied);
        }
    }
    for word in ["allOf", "anyOf", "oneOf"] {
        let branches = schema.member(word).into_iter().flat_map(Node::items);
        branches.for_each(|branch| expand(branch, depth + 1, applied));
    }
    for word in ["if", "then", "else"] {
        schema.member(word).into_iter().for_each(|branch| expand(branch, depth + 1, applied));
    }
    for branch in schema.member("dependentSchemas").into_iter().flat_map(Node::members) {
        expand(branch.value, depth + 1, applied);
    }
}

fn of_item(schema: Node<'_>, index: usize) -> Vec<Node<'_>> {
    let items = schema.member("items");
    let first = schema.member("prefixItems").and_then(|list| list.items().nth(index));
    // Older dialects say the list of first items at `items`.
    let older = items.filter(|items| items.is_array()).and_then(|list| list.items().nth(index));
    let others = ["additionalItems", "unevaluatedItems"].iter().filter_map(|word| schema.member(word));
    first.into_iter().chain(older).chain(items.filter(|items| items.is_object())).chain(others).collect()
}

fn of_property<'s>(schema: Node<'s>, name: &str) -> Vec<Node<'s>> {
    let named = schema.member("properties").and_then(|properties| properties.member(name));
    let patterns = schema.member("patternProperties").into_iter().flat_map(Node::members);
    let others =
        ["additionalProperties", "unevaluatedProperties"].iter().filter_map(|word| schema.member(word));
    named.into_iter().chain(patterns.map(|member| member.value)).chain(others).collect()
}

/// Leaves whole what was cut and stands at, above or below a broken place. Tells whether that changes
/// anything.
pub(super) fn freeze(
    floors: &mut HashMap<usize, Floor>,
    value: Node<'_>,
    left_out: &[LeftOut],
    places: &[String],
) -> bool {
    let is_within = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut has_changed = false;
    for part in left_out {
        let is_broken =
            places.iter().any(|place| is_within(place, &part.pointer) || is_within(&part.pointer, place));
        let Some(node) = value.at(&part.pointer).filter(|_| is_broken) else { continue };
        has_changed |= floors.insert(node.span().start, Floor::Whole) != Some(Floor::Whole);
    }
    has_changed
}
