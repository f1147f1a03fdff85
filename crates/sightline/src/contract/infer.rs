//! From a summary to the tightest schema that its evidence carries.

use std::collections::BTreeMap;

use super::format::is_id;
use super::names::{names_kind, names_one};
use super::schema_text::Json;
use super::summary::{Members, Objects, Shape};
use super::{
    MAP_IDS, MAP_NAMES, MAP_OBJECTS, MAP_SPARSE, MAP_SPARSE_NAMES, MAX_LEVELS, Summary, VARIANT_EACH,
    VARIANT_UNNAMED,
};
use crate::json::Document;
use crate::schema::OutputSchema;

/// Whether objects may have members that were never seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Openness {
    /// They may.
    #[default]
    Open,
    /// They may not: `additionalProperties` is `false` where nothing else says more.
    Closed,
}

/// A schema that holds for all values of a summary.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inferred {
    /// The schema, JSON text in the dialect 2020-12.
    pub schema: String,
    /// How many values it was inferred from.
    pub values: u64,
    /// Levels of nesting that the schema tells of; `None` when it tells of all there are.
    pub levels: Option<usize>,
    /// Whether there were more places than are told apart, so that some are left open.
    pub is_cut: bool,
}

/// Infers the output schema of the values of a summary; `None` when there were none.
///
/// ```
/// use sightline::contract::{Openness, Summary, infer};
/// use sightline::json::Document;
///
/// let mut summary = Summary::default();
/// for text in [r#"{"city": "Lyon", "celsius": 18.5}"#, r#"{"city": null, "celsius": 3}"#] {
///     summary.add(Document::parse(text).unwrap().root());
/// }
/// let schema = infer(&summary, Openness::Open).unwrap().schema;
/// let schema = Document::parse(&schema).unwrap();
/// assert_eq!(schema.root().at("/properties/city/type").unwrap().text(), r#"["string", "null"]"#);
/// assert_eq!(schema.root().at("/properties/celsius/type").unwrap().text(), r#""number""#);
/// assert_eq!(infer(&Summary::default(), Openness::Open), None);
/// ```
#[must_use]
pub fn infer(summary: &Summary, openness: Openness) -> Option<Inferred> {
    if summary.values() == 0 {
        return None;
    }
    // A schema that breaks the bounds of its reader is of no use, so it tells of fewer levels then.
    let told = (1..=MAX_LEVELS).rev().find_map(|levels| {
        let mut writer = Writer { openness, is_cut: false };
        let schema = writer.schema(&summary.root, levels).pretty();
        let document = Document::parse(&schema).ok()?;
        OutputSchema::compile(document.root()).ok()?;
        Some((schema.clone(), writer.is_cut.then_some(levels)))
    });
    let (schema, levels) = told.unwrap_or_else(|| ("{}".to_owned(), Some(0)));
    Some(Inferred { schema, values: summary.values(), levels, is_cut: summary.is_cut() })
}

struct Writer {
    openness: Openness,
    /// Something lies deeper than the levels that are told of.
    is_cut: bool,
}

impl Writer {
    fn schema(&mut self, shape: &Shape, levels: usize) -> Json {
        if shape.is_open || shape.seen == 0 {
            self.is_cut |= shape.is_open;
            return Json::Object(Vec::new());
        }
        let mut branches = Vec::new();
        let others = shape.scalars().len();
        let is_union = usize::from(shape.objects.is_some())
            + usize::from(shape.arrays.is_some())
            + usize::from(others > usize::from(shape.nulls > 0))
            > 1;
        let null = if is_union { &[][..] } else { &["null"][..usize::from(shape.nulls > 0)] };
        if let Some(objects) = &shape.objects {
            branches.push(self.objects(objects, null, levels));
        }
        if let Some(arrays) = &shape.arrays {
            let mut schema = typed(&[&["array"], null].concat());
            // Of arrays that were all empty nothing is known of their items.
            if levels > 1 && arrays.items.seen > 0 {
                schema.put("items", self.schema(&arrays.items, levels - 1));
            }
            self.is_cut |= levels <= 1 && arrays.items.seen > 0;
            branches.push(schema);
        }
        if branches.is_empty() || is_union && others > 0 {
            branches.push(scalars(shape));
        }
        match branches.len() {
            1 => branches.remove(0),
            _ => Json::Object(vec![("anyOf".to_owned(), Json::Array(branches))]),
        }
    }

    fn objects(&mut self, objects: &Objects, null: &[&str], levels: usize) -> Json {
        let mut schema = typed(&[&["object"], null].concat());
        if levels <= 1 {
            self.is_cut = true;
            return schema;
        }
        if let Some(values) = as_map(objects) {
            schema.put("additionalProperties", self.schema(&values, levels - 1));
            return schema;
        }
        match telling(objects) {
            Some((name, variants)) => {
                let branches = variants.iter().map(|(value, variant)| {
                    let mut branch = Json::Object(Vec::new());
                    self.record(variant, &mut branch, Some((name, value)), levels - 1);
                    branch
                });
                schema.put("anyOf", Json::Array(branches.collect()));
            }
            None => self.record(objects, &mut schema, None, levels - 1),
        }
        schema
    }

    /// Names the members, one of them with its only value when that tells the shape apart.
    fn record(&mut self, objects: &Objects, schema: &mut Json, told: Option<(&str, &str)>, levels: usize) {
        let Members::Named(members) = &objects.members else { return };
        let mut properties = Json::Object(Vec::new());
        let mut required = Vec::new();
        for (name, shape) in members {
            let property = match told.filter(|(told, _)| told == name) {
                Some((_, value)) => {
                    let mut property = Json::typed("string");
                    property.put("const", Json::string(value));
                    property
                }
                // The next user is a new login, however often the same few came so far.
                None if names_one(name) => self.schema(shape, levels).without("enum"),
                None => self.schema(shape, levels),
            };
            properties.put(name, property);
            if shape.seen == objects.seen {
                required.push(Json::string(name));
            }
        }
        if !members.is_empty() {
            schema.put("properties", properties);
        }
        if !required.is_empty() {
            schema.put("required", Json::Array(required));
        }
        if self.openness == Openness::Closed && !objects.has_unnamed {
            schema.put("additionalProperties", Json::Text("false".to_owned()));
        }
    }
}

impl Shape {
    /// Names of the types of its scalars, `null` last.
    fn scalars(&self) -> Vec<&'static str> {
        let number = if self.fractions > 0 { "number" } else { "integer" };
        let kinds = [
            (self.strings.is_some(), "string"),
            (self.integers + self.fractions > 0, number),
            (self.booleans > 0, "boolean"),
            (self.nulls > 0, "null"),
        ];
        kinds.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name).collect()
    }

    /// Kinds that it has, `null` left out.
    fn kinds(&self) -> usize {
        let scalars = self.scalars().len() - usize::from(self.nulls > 0);
        scalars + usize::from(self.arrays.is_some()) + usize::from(self.objects.is_some())
    }
}

fn scalars(shape: &Shape) -> Json {
    let names = shape.scalars();
    let mut schema = typed(&names);
    // Beside other kinds a string is a way to write one of them, and neither enum nor format.
    let strings = shape.strings.as_ref().filter(|_| shape.kinds() == 1);
    if let Some(choices) = strings.and_then(|strings| strings.choices()) {
        let null = (shape.nulls > 0).then(|| Json::Text("null".to_owned()));
        schema.put("enum", Json::Array(choices.into_iter().map(Json::string).chain(null).collect()));
    }
    if let Some(format) = strings.and_then(|strings| strings.format()) {
        schema.put("format", Json::string(format));
    }
    schema
}

/// `type` with one name, or with several.
fn typed(names: &[&str]) -> Json {
    match names {
        [name] => Json::typed(name),
        _ => {
            let names = names.iter().map(|name| Json::string(name)).collect();
            Json::Object(vec![("type".to_owned(), Json::Array(names))])
        }
    }
}

/// The shape of all values when objects have ever new keys for values of one shape; else `None`.
fn as_map(objects: &Objects) -> Option<Shape> {
    let named = match &objects.members {
        Members::Map(values) => return Some(Shape::clone(values)),
        Members::Named(named) => named,
    };
    let once = named.values().filter(|shape| shape.seen == 1).count();
    let most = named.values().map(|shape| shape.seen).max().unwrap_or_default();
    let is_ever_new = objects.seen >= MAP_OBJECTS
        && named.len() >= MAP_NAMES
        && once * 2 >= named.len()
        && most * 2 <= objects.seen;
    let is_keyed = named.len() >= MAP_IDS && named.keys().all(|name| is_id(name));
    // Keys that come again are a map as well when each object holds a few of many, and none is common.
    let held: u64 = named.values().map(|shape| shape.seen).sum();
    let is_sparse = objects.seen >= MAP_OBJECTS
        && named.len() >= MAP_SPARSE_NAMES
        && most * 2 <= objects.seen
        && held.saturating_mul(MAP_SPARSE) <= objects.seen.saturating_mul(named.len() as u64);
    if !(is_ever_new || is_keyed || is_sparse) || objects.has_unnamed {
        return None;
    }
    let values = objects.members.clone().together(true);
    let is_one_kind = values.kinds() == 1 && !values.is_open;
    // Records of one shape share at least a member.
    let is_one_shape = values.objects.as_ref().is_none_or(|inner| match &inner.members {
        Members::Named(members) => {
            members.is_empty() || members.values().any(|shape| shape.seen == inner.seen)
        }
        Members::Map(_) => true,
    });
    (is_one_kind && is_one_shape).then_some(values)
}

/// The member whose value tells the shapes of objects apart, with the shapes; the one that explains most.
fn telling(objects: &Objects) -> Option<(&str, &BTreeMap<String, Objects>)> {
    let Members::Named(all) = &objects.members else { return None };
    let candidates = objects.candidates.iter().flatten().filter_map(|(name, variants)| {
        let each = if names_kind(name) { VARIANT_EACH } else { VARIANT_UNNAMED };
        let is_value =
            all.get(name).and_then(|shape| shape.strings.as_ref()).is_some_and(|text| text.is_format());
        let is_evident = variants.len() > 1
            && !is_value
            && !names_one(name)
            && variants.values().all(|variant| variant.seen >= each);
        let explained = if is_evident { explained(name, all, objects.seen, variants) } else { 0 };
        (explained > 0).then_some((explained, name.as_str(), variants))
    });
    // Of equals the first by name.
    let best = candidates.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, name, variants)| (name, variants))
}

/// How many members are optional or of several kinds in all objects, and neither in any variant.
fn explained(
    told: &str,
    all: &BTreeMap<String, Shape>,
    seen: u64,
    variants: &BTreeMap<String, Objects>,
) -> usize {
    let named: Option<Vec<(u64, &BTreeMap<String, Shape>)>> = variants
        .values()
        .map(|variant| match &variant.members {
            Members::Named(members) => Some((variant.seen, members)),
            Members::Map(_) => None,
        })
        .collect();
    let Some(named) = named else { return 0 };
    let is_explained = |name: &str, shape: &Shape| {
        let is_loose = shape.seen < seen || shape.kinds() > 1;
        let found: Vec<Option<(u64, &Shape)>> =
            named.iter().map(|(seen, members)| Some((*seen, members.get(name)?))).collect();
        let is_tight = found.iter().flatten().all(|(seen, shape)| shape.seen == *seen && shape.kinds() <= 1);
        name != told && is_loose && is_tight
    };
    all.iter().filter(|(name, shape)| is_explained(name, shape)).count()
}
