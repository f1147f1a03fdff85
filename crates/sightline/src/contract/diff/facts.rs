//! What a conjunction of schema objects says about values of one kind.

use std::collections::{BTreeSet, HashSet};

use super::parts::Conjunction;
use crate::json::{Kind, Member, Node, Number, quote};

/// The kinds in the order of the arrays of this module.
pub(super) const KINDS: [Kind; 6] =
    [Kind::Null, Kind::Bool, Kind::Number, Kind::String, Kind::Array, Kind::Object];

/// Keywords that are compared as text, with the kind of value that they judge.
const OPAQUE: &[(&str, Option<Kind>)] = &[
    ("additionalItems", Some(Kind::Array)),
    ("contains", Some(Kind::Array)),
    ("dependencies", Some(Kind::Object)),
    ("dependentRequired", Some(Kind::Object)),
    ("dependentSchemas", Some(Kind::Object)),
    ("else", None),
    ("if", None),
    ("maxContains", Some(Kind::Array)),
    ("minContains", Some(Kind::Array)),
    ("multipleOf", Some(Kind::Number)),
    ("not", None),
    ("pattern", Some(Kind::String)),
    ("patternProperties", Some(Kind::Object)),
    ("prefixItems", Some(Kind::Array)),
    ("propertyNames", Some(Kind::Object)),
    ("then", None),
    ("unevaluatedItems", Some(Kind::Array)),
    ("unevaluatedProperties", Some(Kind::Object)),
    ("uniqueItems", Some(Kind::Array)),
];

/// Keywords with which one more says less, so that a keyword more is not narrower.
const ENTANGLED: &[&str] = &[
    "additionalItems",
    "else",
    "if",
    "maxContains",
    "minContains",
    "contains",
    "then",
    "patternProperties",
    "prefixItems",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Which kinds a conjunction allows, in the order of [`KINDS`]; its finite values decide too.
pub(super) fn kinds(conjunction: &Conjunction<'_>) -> [bool; 6] {
    let mut allowed = [!conjunction.is_never; 6];
    for part in &conjunction.parts {
        if let Some(types) = part.member("type") {
            let names: Vec<String> = names(types);
            for (is_allowed, kind) in allowed.iter_mut().zip(KINDS) {
                let is_named = names.iter().any(|name| name == kind.name());
                *is_allowed &= is_named || kind == Kind::Number && names.iter().any(|name| name == "integer");
            }
        }
        for values in [
            part.member("enum").map(|list| list.items().collect::<Vec<_>>()),
            part.member("const").map(|one| vec![one]),
        ]
        .into_iter()
        .flatten()
        {
            for (is_allowed, kind) in allowed.iter_mut().zip(KINDS) {
                *is_allowed &= values.iter().any(|value| value.kind() == kind);
            }
        }
    }
    allowed
}

fn names(types: Node<'_>) -> Vec<String> {
    let one = types.as_str().map(std::borrow::Cow::into_owned);
    one.into_iter().chain(types.items().filter_map(|item| Some(item.as_str()?.into_owned()))).collect()
}

/// Whether numbers must be whole.
pub(super) fn is_whole(conjunction: &Conjunction<'_>) -> bool {
    conjunction.parts.iter().any(|part| {
        part.member("type").is_some_and(|types| {
            let names = names(types);
            names.iter().any(|name| name == "integer") && !names.iter().any(|name| name == "number")
        })
    })
}

/// The values of one kind when they are listed; equal ones once. Lists may be long, so that values are
/// compared by what they are spelt like.
pub(in crate::contract) fn listed<'d>(conjunction: &Conjunction<'d>, kind: Kind) -> Option<Vec<Node<'d>>> {
    let mut listed: Option<Vec<Node<'d>>> = None;
    for part in &conjunction.parts {
        let list = part.member("enum").map(|list| list.items().collect::<Vec<_>>());
        let one = part.member("const").map(|value| vec![value]);
        for values in list.into_iter().chain(one) {
            let values = values.into_iter().filter(|value| value.kind() == kind);
            listed = Some(match listed {
                None => {
                    let mut known = HashSet::new();
                    values.filter(|value| known.insert(spelling(*value))).collect()
                }
                Some(mut all) => {
                    let known: HashSet<String> = values.map(spelling).collect();
                    all.retain(|value| known.contains(&spelling(*value)));
                    all
                }
            });
        }
    }
    listed
}

/// Keywords that judge values of one kind and are compared one by one.
const JUDGES: &[(&str, Kind)] = &[
    ("minimum", Kind::Number),
    ("exclusiveMinimum", Kind::Number),
    ("maximum", Kind::Number),
    ("exclusiveMaximum", Kind::Number),
    ("minLength", Kind::String),
    ("maxLength", Kind::String),
    ("format", Kind::String),
    ("minItems", Kind::Array),
    ("maxItems", Kind::Array),
    ("items", Kind::Array),
    ("minProperties", Kind::Object),
    ("maxProperties", Kind::Object),
    ("required", Kind::Object),
    ("properties", Kind::Object),
    ("additionalProperties", Kind::Object),
];

/// Whether something beside a list of values judges values of a kind.
pub(super) fn says_more_than_lists(conjunction: &Conjunction<'_>, kind: Kind) -> bool {
    let judges = |part: &Node<'_>| {
        JUDGES.iter().any(|(keyword, about)| *about == kind && part.member(keyword).is_some())
    };
    conjunction.parts.iter().any(judges)
        || kind == Kind::Number && is_whole(conjunction)
        || !opaque(conjunction, kind).is_empty()
}

/// The strings that a schema lists, as JSON texts.
pub(super) fn constants(schema: Node<'_>) -> Option<Vec<String>> {
    let list = match schema.member("const") {
        Some(one) => vec![one],
        None => schema.member("enum")?.items().collect(),
    };
    list.iter().map(|value| Some(value.as_str()?.into_owned())).collect()
}

/// Names of required members.
pub(super) fn required(conjunction: &Conjunction<'_>) -> BTreeSet<String> {
    let lists = conjunction.parts.iter().filter_map(|part| part.member("required"));
    lists.flat_map(Node::items).filter_map(|name| Some(name.as_str()?.into_owned())).collect()
}

/// Formats, each once.
pub(super) fn formats(conjunction: &Conjunction<'_>) -> BTreeSet<String> {
    let formats = conjunction.parts.iter().filter_map(|part| part.member("format")?.as_str());
    formats.map(std::borrow::Cow::into_owned).collect()
}

/// A bound: the number, and whether it is itself left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound<'d> {
    pub number: Number<'d>,
    pub is_exclusive: bool,
}

/// Which side a bound is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Least,
    Most,
}

impl Bound<'_> {
    /// Whether everything that keeps this bound keeps the other one.
    pub(super) fn is_within(self, other: Bound<'_>, side: Side) -> bool {
        use std::cmp::Ordering;
        let order = match side {
            Side::Least => self.number.cmp(&other.number),
            Side::Most => other.number.cmp(&self.number),
        };
        match order {
            Ordering::Greater => true,
            Ordering::Equal => self.is_exclusive || !other.is_exclusive,
            Ordering::Less => false,
        }
    }
}

/// The narrowest bound of some keywords, the second of which leaves the number out; `Err` for a form
/// that is not compared (draft-04 has booleans there).
pub(super) fn bound<'d>(
    conjunction: &Conjunction<'d>,
    (inclusive, exclusive): (&str, &str),
    side: Side,
) -> Result<Option<Bound<'d>>, ()> {
    let mut narrowest: Option<Bound<'d>> = None;
    for part in &conjunction.parts {
        for (keyword, is_exclusive) in [(inclusive, false), (exclusive, true)] {
            let Some(value) = part.member(keyword) else { continue };
            let bound = Bound { number: value.as_number().ok_or(())?, is_exclusive };
            if narrowest.is_none_or(|known| bound.is_within(known, side)) {
                narrowest = Some(bound);
            }
        }
    }
    Ok(narrowest)
}

/// The keywords of one kind that are compared as text: keyword and value, as received.
pub(super) fn opaque(conjunction: &Conjunction<'_>, kind: Kind) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for part in &conjunction.parts {
        for member in part.members() {
            let name = member.key.to_str();
            let about = OPAQUE.iter().find(|(keyword, _)| *keyword == name);
            let is_tuple = name == "items" && member.value.is_array();
            let is_of_kind = match about {
                Some((_, about)) => about.is_none_or(|about| about == kind),
                None => is_tuple && kind == Kind::Array,
            };
            // `uniqueItems: false` is the default.
            if is_of_kind && !(name == "uniqueItems" && member.value.text() == "false") {
                // What a keyword says may hang on others of its object.
                let said = if ENTANGLED.contains(&&*name) { *part } else { member.value };
                found.insert((name.into_owned(), spelling(said)));
            }
        }
    }
    found
}

/// Keywords by which a value may be shut out that all others let in.
const VAGUE: &[&str] = &[
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "if",
    "not",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Whether keywords that are not understood may shut out what the others let in.
pub(super) fn is_vague(conjunction: &Conjunction<'_>) -> bool {
    conjunction.parts.iter().any(|part| VAGUE.iter().any(|keyword| part.member(keyword).is_some()))
}

/// Whether more of a keyword never lets in what was shut out.
pub(super) fn only_narrows(keyword: &str, text: &str) -> bool {
    !ENTANGLED.contains(&keyword) && keyword != "items" && !text.contains("Ref\"") && !text.contains("$ref")
}

/// One text for equal values: numbers by value, members by name.
pub(super) fn spelling(value: Node<'_>) -> String {
    // Recursion is bounded by `Limits::max_depth`.
    match value.kind() {
        Kind::Number => value.as_number().map_or_else(String::new, |number| {
            // `1.0` and `1` are one value; what a double cannot hold stays as it is written.
            let short = number.as_f64().map(|double| double.to_string());
            let is_same = |short: &String| Number::parse(short).is_some_and(|short| short == number);
            short.filter(is_same).unwrap_or_else(|| number.as_str().to_owned())
        }),
        Kind::String => value.as_str().map_or_else(String::new, |text| quote(&text)),
        Kind::Array => format!("[{}]", value.items().map(spelling).collect::<Vec<_>>().join(",")),
        Kind::Object => {
            let member =
                |member: Member<'_>| format!("{}:{}", quote(&member.key.to_str()), spelling(member.value));
            let members: BTreeSet<String> = value.members().map(member).collect();
            format!("{{{}}}", members.into_iter().collect::<Vec<_>>().join(","))
        }
        Kind::Null | Kind::Bool => value.text().to_owned(),
    }
}
