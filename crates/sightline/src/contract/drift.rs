//! Holds values against a contract: what breaks it, what it does not name, what never came any more.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;

use super::diff::facts::listed;
use super::diff::objects::{names, schemas_of};
use super::diff::parts::alternatives;
use crate::json::{Kind, Node, escape_token};
use crate::schema::{OutputSchema, SchemaProblem, Verdict};

/// Most places of the contract that are told apart.
const MAX_PLACES: usize = 10_000;
/// Most findings of one sort that are kept.
const MAX_KEPT: usize = 1_000;
/// Longest new value that is shown, in characters.
const SHOWN: usize = 60;

/// Something that was seen, where first, and how often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Sighting {
    /// Place in the structured content, with `*` for any index.
    pub place: String,
    /// JSON pointer of the first one.
    pub pointer: String,
    /// Where the first one was recorded.
    pub source: String,
    /// One clause.
    pub message: String,
    /// How often it was seen.
    pub count: u64,
}

/// How results drifted from a contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Drifted {
    /// Results that were held against the contract.
    pub results: u64,
    /// Results that break it.
    pub broken: u64,
    /// Results of which nobody knows, since judging them takes too much work.
    pub undecided: u64,
    /// What breaks it.
    pub breaks: Vec<Sighting>,
    /// Members that it does not name.
    pub unnamed: Vec<Sighting>,
    /// Strings that its enums do not list.
    pub new_values: Vec<Sighting>,
    /// Places of members that it names and that never came, though their object did.
    pub unseen: Vec<String>,
    /// Whether there was more than is kept.
    pub is_cut: bool,
}

impl Drifted {
    /// Tells whether there is nothing to say.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.broken + self.undecided == 0
            && self.unnamed.is_empty()
            && self.new_values.is_empty()
            && self.unseen.is_empty()
    }
}

/// A contract, and what was seen of it.
///
/// ```
/// use sightline::contract::Drift;
/// use sightline::json::Document;
///
/// let contract = r#"{"properties": {"a": {"type": "string"}, "b": {}}}"#;
/// let contract = Document::parse(contract).unwrap();
/// let mut drift = Drift::new(contract.root()).unwrap();
/// drift.add(Document::parse(r#"{"a": 1, "c": 2}"#).unwrap().root(), "first.json");
/// let drifted = drift.finish();
/// assert_eq!((drifted.broken, drifted.breaks[0].pointer.as_str()), (1, "/a"));
/// assert_eq!(drifted.unnamed[0].place, "/c");
/// assert_eq!(drifted.unseen, ["/b"]);
/// ```
#[derive(Debug)]
pub struct Drift<'d> {
    root: Node<'d>,
    schema: OutputSchema,
    places: Vec<Place<'d>>,
    drifted: Drifted,
    breaks: BTreeMap<(String, String), Sighting>,
    unnamed: BTreeMap<(String, String), Sighting>,
    new_values: BTreeMap<(String, String), Sighting>,
}

/// Schemas of one place: alternatives, each of which is a conjunction.
type Schemas<'d> = Vec<Vec<Node<'d>>>;

/// Schemas of a place below another, and which one it is once it was met.
type Below<'d> = (Schemas<'d>, Option<usize>);

/// What the contract says of one place.
#[derive(Clone, Debug, Default)]
struct Place<'d> {
    text: String,
    named: BTreeMap<String, Below<'d>>,
    others: Option<Below<'d>>,
    items: Option<Below<'d>>,
    /// Strings that are allowed, when they are listed.
    strings: Option<BTreeSet<String>>,
    has_patterns: bool,
    objects: u64,
}

impl<'d> Drift<'d> {
    /// Takes a contract.
    ///
    /// # Errors
    /// It is no schema that can be used.
    ///
    /// ```
    /// let document = sightline::json::Document::parse(r#"{"type": "strin"}"#).unwrap();
    /// assert!(sightline::contract::Drift::new(document.root()).is_err());
    /// ```
    pub fn new(schema: Node<'d>) -> Result<Self, SchemaProblem> {
        let compiled = OutputSchema::compile(schema)?;
        let mut drift = Self {
            root: schema,
            schema: compiled,
            places: Vec::new(),
            drifted: Drifted::default(),
            breaks: BTreeMap::new(),
            unnamed: BTreeMap::new(),
            new_values: BTreeMap::new(),
        };
        drift.place(&vec![vec![schema]], String::new());
        Ok(drift)
    }

    /// Holds one more value against the contract; `source` says where it was recorded.
    pub fn add(&mut self, value: Node<'_>, source: &str) {
        self.drifted.results += 1;
        match self.schema.check(value) {
            Verdict::Holds => {}
            Verdict::TooComplex(_) => self.drifted.undecided += 1,
            Verdict::Breaks(violations) => {
                self.drifted.broken += 1;
                let mut said = BTreeSet::new();
                for violation in violations {
                    let place = general(value, &violation.instance_pointer);
                    let key = (place.clone(), format!("{} {}", violation.keyword, violation.expected));
                    // How often means in how many results.
                    if said.insert(key.clone()) {
                        let pointer = violation.instance_pointer;
                        let found = Sighting {
                            place,
                            pointer,
                            source: source.to_owned(),
                            message: violation.message,
                            count: 0,
                        };
                        count(&mut self.breaks, key, found, &mut self.drifted.is_cut);
                    }
                }
            }
        }
        self.walk(value, 0, &mut String::new(), source);
    }

    /// Returns what was seen, places in order.
    #[must_use]
    pub fn finish(self) -> Drifted {
        let mut drifted = self.drifted;
        drifted.breaks = self.breaks.into_values().collect();
        drifted.unnamed = self.unnamed.into_values().collect();
        drifted.new_values = self.new_values.into_values().collect();
        for place in self.places.iter().filter(|place| place.objects > 0) {
            let unseen = place.named.iter().filter(|(_, (_, at))| at.is_none());
            drifted.unseen.extend(unseen.map(|(name, _)| format!("{}/{}", place.text, escape_token(name))));
        }
        drifted.unseen.sort();
        drifted
    }

    /// Looks up or makes the place of some schemas; none when there are too many.
    fn place(&mut self, schemas: &Schemas<'d>, text: String) -> Option<usize> {
        if self.places.len() >= MAX_PLACES {
            self.drifted.is_cut = true;
            return None;
        }
        let mut place = Place { text, ..Place::default() };
        let mut strings = Some(BTreeSet::new());
        for conjunction in schemas.iter().flat_map(|schemas| alternatives(self.root, schemas).all) {
            for name in names(&conjunction) {
                let schemas = schemas_of(&conjunction, &name);
                place.named.entry(name).or_default().0.push(schemas);
            }
            let of = |keyword: &str| -> Vec<Node<'d>> {
                conjunction
                    .parts
                    .iter()
                    .filter_map(|part| part.member(keyword))
                    .filter(|node| node.is_object())
                    .collect()
            };
            for (keyword, to) in [("additionalProperties", &mut place.others), ("items", &mut place.items)] {
                let inner = of(keyword);
                if !inner.is_empty() {
                    to.get_or_insert_default().0.push(inner);
                }
            }
            place.has_patterns |=
                conjunction.parts.iter().any(|part| part.member("patternProperties").is_some());
            let allowed = listed(&conjunction, Kind::String);
            strings = strings.zip(allowed).map(|(mut all, more)| {
                all.extend(more.iter().filter_map(|value| value.as_str()).map(std::borrow::Cow::into_owned));
                all
            });
        }
        place.strings = strings.filter(|strings| !strings.is_empty());
        self.places.push(place);
        Some(self.places.len() - 1)
    }

    /// Looks at all that a value holds. Recursion is bounded by the depth of a document.
    fn walk(&mut self, value: Node<'_>, at: usize, pointer: &mut String, source: &str) {
        let before = pointer.len();
        match value.kind() {
            Kind::String => self.string(value, at, pointer, source),
            Kind::Array => {
                let Some(inner) = self.inner(at, |place| place.items.as_mut(), "*") else { return };
                for (index, item) in value.items().enumerate() {
                    let _ = write!(pointer, "/{index}");
                    self.walk(item, inner, pointer, source);
                    pointer.truncate(before);
                }
            }
            Kind::Object => {
                if let Some(place) = self.places.get_mut(at) {
                    place.objects += 1;
                }
                for member in value.members() {
                    let name = member.key.to_str();
                    pointer.push('/');
                    pointer.push_str(&escape_token(&name));
                    let inner = self
                        .inner(at, |place| place.named.get_mut(&*name), &name)
                        .or_else(|| self.inner(at, |place| place.others.as_mut(), "*"));
                    match inner {
                        Some(inner) => self.walk(member.value, inner, pointer, source),
                        None => self.unnamed(at, &name, pointer, source),
                    }
                    pointer.truncate(before);
                }
            }
            Kind::Null | Kind::Bool | Kind::Number => {}
        }
    }

    /// The place below another one, made when it is met first.
    fn inner(
        &mut self,
        at: usize,
        of: impl for<'p> Fn(&'p mut Place<'d>) -> Option<&'p mut Below<'d>>,
        name: &str,
    ) -> Option<usize> {
        let place = self.places.get_mut(at)?;
        let text = format!("{}/{}", place.text, escape_token(name));
        let (schemas, known) = of(place)?;
        if known.is_some() {
            return *known;
        }
        let schemas = schemas.clone();
        let made = self.place(&schemas, text);
        let (_, known) = of(self.places.get_mut(at)?)?;
        *known = made;
        made
    }

    fn unnamed(&mut self, at: usize, name: &str, pointer: &str, source: &str) {
        let Some(place) = self.places.get(at) else { return };
        // A contract that names no member names none too few.
        if place.named.is_empty() || place.named.contains_key(name) || place.has_patterns {
            return;
        }
        let place = format!("{}/{}", place.text, escape_token(name));
        let message = format!("`{name}` is not in the contract");
        let found = Sighting {
            place: place.clone(),
            pointer: pointer.to_owned(),
            source: source.to_owned(),
            message,
            count: 0,
        };
        count(&mut self.unnamed, (place, String::new()), found, &mut self.drifted.is_cut);
    }

    fn string(&mut self, value: Node<'_>, at: usize, pointer: &str, source: &str) {
        let Some(place) = self.places.get(at) else { return };
        let (Some(strings), Some(text)) = (&place.strings, value.as_str()) else { return };
        if strings.contains(&*text) {
            return;
        }
        let shown: String = text.chars().take(SHOWN).collect();
        let found = Sighting {
            place: place.text.clone(),
            pointer: pointer.to_owned(),
            source: source.to_owned(),
            message: format!("the value {shown:?} is new"),
            count: 0,
        };
        let key = (place.text.clone(), shown);
        count(&mut self.new_values, key, found, &mut self.drifted.is_cut);
    }
}

fn count(
    all: &mut BTreeMap<(String, String), Sighting>,
    key: (String, String),
    first: Sighting,
    is_cut: &mut bool,
) {
    if all.len() >= MAX_KEPT && !all.contains_key(&key) {
        *is_cut = true;
        return;
    }
    all.entry(key).or_insert(first).count += 1;
}

/// A pointer into a value with `*` for every index.
fn general(value: Node<'_>, pointer: &str) -> String {
    let mut node = Some(value);
    let mut place = String::new();
    for token in pointer.split('/').skip(1) {
        place.push('/');
        place.push_str(if node.is_some_and(Node::is_array) { "*" } else { token });
        node = node.and_then(|node| node.at(&format!("/{token}")));
    }
    place
}
