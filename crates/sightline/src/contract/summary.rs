//! What is remembered of values: counts of kinds and names, place by place.
//!
//! Adding is merging: within the bound on places a summary depends neither on the order of the values
//! nor on how they were parted. Every bound falls to the open side, so that no value is shut out.

use std::collections::BTreeMap;

use super::strings::Strings;
use super::{
    ENUM_LONGEST, MAX_LEVELS, MAX_NAMES, MAX_PLACES, VARIANT_CANDIDATES, VARIANT_WEIGHT, VARIANTS_MOST,
};
use crate::json::{Kind, Node};

/// What is remembered of the values of one place.
///
/// ```
/// use sightline::contract::Summary;
/// use sightline::json::Document;
///
/// let of = |text: &str| {
///     let mut summary = Summary::default();
///     summary.add(Document::parse(text).unwrap().root());
///     summary
/// };
/// let mut left = of(r#"{"a": 1}"#);
/// left.merge(of(r#"{"a": null}"#));
/// let mut right = of(r#"{"a": null}"#);
/// right.merge(of(r#"{"a": 1}"#));
/// assert_eq!(left, right);
/// assert_eq!(left.values(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub(super) root: Shape,
    /// At least the places that are told apart; counted anew when it may be too many.
    places: usize,
    is_cut: bool,
}

impl Summary {
    /// Takes one more value.
    pub fn add(&mut self, value: Node<'_>) {
        // Once nothing grows any more, no variants are kept either.
        let root = Shape::of(value, MAX_LEVELS, !self.is_cut, Some(&self.root));
        self.merge(Self { root, ..Self::default() });
    }

    /// Takes all values of another summary.
    pub fn merge(&mut self, other: Self) {
        self.is_cut |= other.is_cut;
        self.places += other.root.places();
        self.root.merge(other.root, !self.is_cut);
        if self.places > MAX_PLACES {
            self.places = self.root.places();
            self.is_cut |= self.places > MAX_PLACES;
        }
    }

    /// Returns how many values were taken.
    #[must_use]
    pub fn values(&self) -> u64 {
        self.root.seen
    }

    /// Tells whether there were more places than [`MAX_PLACES`]: of the further ones nothing is known,
    /// and which these are depends on the order of the values.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl PartialEq for Summary {
    fn eq(&self, other: &Self) -> bool {
        (&self.root, self.is_cut) == (&other.root, other.is_cut)
    }
}

impl Eq for Summary {}

/// The values of one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) seen: u64,
    pub(super) nulls: u64,
    pub(super) booleans: u64,
    /// Numbers that are written with neither a fraction nor an exponent.
    pub(super) integers: u64,
    pub(super) fractions: u64,
    pub(super) strings: Option<Box<Strings>>,
    pub(super) arrays: Option<Box<Arrays>>,
    pub(super) objects: Option<Box<Objects>>,
    /// Something stood here that was not looked at: anything is allowed.
    pub(super) is_open: bool,
}

/// The arrays of one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrays {
    pub(super) items: Shape,
}

/// The objects of one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Objects {
    pub(super) seen: u64,
    pub(super) members: Members,
    /// Some key is no text (a lone surrogate) or was not kept, so other members must stay allowed.
    pub(super) has_unnamed: bool,
    /// Objects by the value of each string member that may tell shapes apart.
    pub(super) candidates: Option<BTreeMap<String, BTreeMap<String, Objects>>>,
}

/// The members of objects of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Members {
    Named(BTreeMap<String, Shape>),
    /// There are too many names: all values together.
    Map(Box<Shape>),
}

impl Default for Members {
    fn default() -> Self {
        Self::Named(BTreeMap::new())
    }
}

impl Shape {
    /// The shape of one value. Variants are looked for outside of other variants only, which keeps the
    /// work per value within depth times candidates; and only those that what is `known` of the place
    /// has not ruled out, since merging would drop the others.
    fn of(value: Node<'_>, levels: usize, parts_variants: bool, known: Option<&Self>) -> Self {
        let mut shape = Self { seen: 1, ..Self::default() };
        match value.kind() {
            Kind::Null => shape.nulls = 1,
            Kind::Bool => shape.booleans = 1,
            Kind::Number => match value.as_number() {
                Some(number) if number.is_written_as_integer() => shape.integers = 1,
                _ => shape.fractions = 1,
            },
            Kind::String => shape.strings = value.as_text().map(|text| Box::new(Strings::of(text))),
            Kind::Array | Kind::Object if levels == 0 => shape.is_open = true,
            Kind::Array => {
                let mut items = Self::default();
                let known = known.and_then(|known| known.arrays.as_ref()).map(|arrays| &arrays.items);
                for item in value.items() {
                    let is_ruled_out = items.objects.as_ref().is_some_and(|own| own.candidates.is_none());
                    let known = if is_ruled_out { Some(&items) } else { known };
                    let shape = Self::of(item, levels - 1, parts_variants, known);
                    items.merge(shape, true);
                }
                shape.arrays = Some(Box::new(Arrays { items }));
            }
            Kind::Object => {
                let known = known.and_then(|known| known.objects.as_deref());
                shape.objects = Some(Box::new(Objects::of(value, levels - 1, parts_variants, known)));
            }
        }
        shape
    }

    /// Takes another shape of the same place; unless `grows`, no place is added.
    pub(super) fn merge(&mut self, other: Self, grows: bool) {
        self.seen += other.seen;
        self.nulls += other.nulls;
        self.booleans += other.booleans;
        self.integers += other.integers;
        self.fractions += other.fractions;
        self.is_open |= other.is_open;
        match (&mut self.strings, other.strings) {
            (Some(own), Some(others)) => own.merge(*others),
            (own @ None, others) => *own = others,
            (Some(_), None) => {}
        }
        match (&mut self.arrays, other.arrays) {
            (Some(own), Some(others)) => own.items.merge(others.items, grows),
            (None, Some(_)) if !grows => self.is_open = true,
            (own @ None, others) => *own = others,
            (Some(_), None) => {}
        }
        match (&mut self.objects, other.objects) {
            (Some(own), Some(others)) => own.merge(*others, grows),
            (None, Some(_)) if !grows => self.is_open = true,
            (own @ None, others) => *own = others,
            (Some(_), None) => {}
        }
    }

    fn forget_variants(&mut self) {
        if let Some(arrays) = &mut self.arrays {
            arrays.items.forget_variants();
        }
        if let Some(objects) = &mut self.objects {
            objects.forget_variants();
        }
    }

    /// Places that are told apart, this one included.
    fn places(&self) -> usize {
        let items = self.arrays.as_ref().map_or(0, |arrays| arrays.items.places());
        1 + items + self.objects.as_ref().map_or(0, |objects| objects.places())
    }
}

impl Objects {
    fn of(value: Node<'_>, levels: usize, parts_variants: bool, known: Option<&Self>) -> Self {
        let mut objects = Self { seen: 1, ..Self::default() };
        let mut named = BTreeMap::new();
        for member in value.members() {
            if member.key.is_lossy() {
                objects.has_unnamed = true;
                continue;
            }
            let name = member.key.to_str();
            let known = known.and_then(|known| known.members.of(&name));
            let shape = Shape::of(member.value, levels, parts_variants, known);
            named.insert(name.into_owned(), shape);
        }
        objects.members = Members::Named(named);
        objects.bound();
        if parts_variants && value.weight() <= VARIANT_WEIGHT && known.is_none_or(Self::may_part) {
            let is_left = |name: &String| {
                let left = known.and_then(|known| known.candidates.as_ref());
                left.is_none_or(|left| left.contains_key(name))
            };
            objects.candidates = candidates(value).map(|names| {
                let names = names.into_iter().filter(|(name, _)| is_left(name));
                names.map(|(name, text)| (name, BTreeMap::from([(text, objects.alone())]))).collect()
            });
            objects.bound();
        }
        objects
    }

    /// Whether some member may still part the objects of this place.
    fn may_part(&self) -> bool {
        self.seen == 0 || self.candidates.is_some()
    }

    /// The same without variants, of its members neither.
    fn alone(&self) -> Self {
        let mut alone = self.clone();
        alone.forget_variants();
        alone
    }

    fn forget_variants(&mut self) {
        self.candidates = None;
        match &mut self.members {
            Members::Named(named) => named.values_mut().for_each(Shape::forget_variants),
            Members::Map(values) => values.forget_variants(),
        }
    }

    fn merge(&mut self, other: Self, grows: bool) {
        self.candidates = match (self.candidates.take(), other.candidates) {
            // No object yet on one side: the other side decides.
            (_, theirs) if self.seen == 0 => theirs,
            (own, _) if other.seen == 0 => own,
            (Some(own), Some(theirs)) if grows => Some(both(own, theirs)),
            _ => None,
        };
        self.seen += other.seen;
        self.has_unnamed |= other.has_unnamed;
        match (&mut self.members, other.members) {
            (Members::Named(own), Members::Named(theirs)) => {
                for (name, shape) in theirs {
                    match own.get_mut(&name) {
                        Some(known) => known.merge(shape, grows),
                        None if grows => drop(own.insert(name, shape)),
                        None => self.has_unnamed = true,
                    }
                }
            }
            (Members::Named(own), Members::Map(mut values)) => {
                std::mem::take(own).into_values().for_each(|shape| values.merge(shape, grows));
                self.members = Members::Map(values);
            }
            (Members::Map(values), theirs) => values.merge(theirs.together(grows), grows),
        }
        self.bound();
    }

    /// Keeps the bound on names.
    fn bound(&mut self) {
        if let Members::Named(named) = &mut self.members
            && named.len() > MAX_NAMES
        {
            let values = Members::Named(std::mem::take(named)).together(true);
            self.members = Members::Map(Box::new(values));
            self.candidates = None;
        }
        if matches!(self.members, Members::Map(_)) {
            self.candidates = None;
        }
    }

    fn places(&self) -> usize {
        let members = match &self.members {
            Members::Named(named) => named.values().map(Shape::places).sum(),
            Members::Map(values) => values.places(),
        };
        let variants = self.candidates.iter().flatten().flat_map(|(_, variants)| variants.values());
        members + variants.map(Self::places).sum::<usize>()
    }
}

impl Members {
    /// What is known of the member of a name.
    fn of(&self, name: &str) -> Option<&Shape> {
        match self {
            Self::Named(named) => named.get(name),
            Self::Map(values) => Some(values),
        }
    }

    /// The values of all members as those of one place.
    pub(super) fn together(self, grows: bool) -> Shape {
        match self {
            Self::Named(named) => {
                let mut values = Shape::default();
                named.into_values().for_each(|shape| values.merge(shape, grows));
                values
            }
            Self::Map(values) => *values,
        }
    }
}

/// The short strings among the members; none when there are too many to part objects by each.
fn candidates(value: Node<'_>) -> Option<Vec<(String, String)>> {
    let mut names = Vec::new();
    for member in value.members() {
        let Some(text) = member.value.as_text() else { continue };
        if member.key.is_lossy() || text.is_lossy() || text.raw().len() > ENUM_LONGEST {
            continue;
        }
        names.push((member.key.to_str().into_owned(), text.to_str().into_owned()));
    }
    (names.len() <= VARIANT_CANDIDATES).then_some(names)
}

type Candidates = BTreeMap<String, BTreeMap<String, Objects>>;

/// A member stays a candidate while it is a short string in every object and has few values.
fn both(own: Candidates, mut theirs: Candidates) -> Candidates {
    let mut kept = Candidates::new();
    for (name, mut variants) in own {
        let Some(others) = theirs.remove(&name) else { continue };
        for (text, objects) in others {
            variants.entry(text).or_default().merge(objects, true);
        }
        if variants.len() <= VARIANTS_MOST {
            kept.insert(name, variants);
        }
    }
    kept
}
