//! What parts two schemas, and whom a change breaks.
//!
//! A schema is taken apart into alternatives, each a conjunction of schema objects (references and
//! `allOf` followed), and compared kind by kind. What is not understood is compared as text: equal or
//! more of it only narrows; anything else is named as undecided. Nothing is guessed as compatible.

mod compare;
pub(super) mod facts;
pub(super) mod objects;
pub(super) mod parts;

use serde::Serialize;

use crate::json::Node;
use compare::Comparison;

/// What a change means in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// All values still hold.
    Compatible,
    /// It depends on values, or on keywords that are not compared.
    Undecided,
    /// There are values that no longer hold.
    Breaks,
}

impl Effect {
    /// Returns the name as it stands in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Compatible => "compatible",
            Self::Undecided => "undecided",
            Self::Breaks => "breaks",
        }
    }
}

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ChangeKind {
    /// Members that are not named are allowed otherwise than before.
    AdditionalProperties,
    /// One of several shapes is new.
    AlternativeAdded,
    /// One of several shapes is gone.
    AlternativeRemoved,
    /// A bound on a number, a length or a count.
    Bound,
    /// Any string was allowed, now only some values.
    EnumAdded,
    /// Only some values were allowed, now all.
    EnumRemoved,
    /// A value more is allowed.
    EnumValueAdded,
    /// A value is no longer allowed.
    EnumValueRemoved,
    /// The form of a string.
    Format,
    /// A keyword that is compared as text only.
    Keyword,
    /// `null` was not allowed, and is.
    NullableAdded,
    /// `null` was allowed, and is not.
    NullableRemoved,
    /// A member was required, and is not.
    OptionalNow,
    /// A member is named that was not.
    PropertyAdded,
    /// A member is no longer named.
    PropertyRemoved,
    /// A member was not required, and is.
    RequiredNow,
    /// There is a schema, and was none.
    SchemaAdded,
    /// There was a schema, and is none.
    SchemaRemoved,
    /// The schemas are larger than the bounds on comparing.
    TooLarge,
    /// The tool is new.
    ToolAdded,
    /// The tool is gone.
    ToolRemoved,
    /// Other types are allowed than before.
    TypeChanged,
    /// Fewer types are allowed.
    TypeNarrowed,
    /// More types are allowed.
    TypeWidened,
}

/// One change between two schemas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Change {
    /// What changed.
    pub kind: ChangeKind,
    /// JSON pointer of the place in the schemas, with references followed.
    pub pointer: String,
    /// One clause.
    pub message: String,
    /// For clients written for the old schema that meet results of the new one.
    pub readers: Effect,
    /// For results of the old schema that are held against the new one.
    pub writers: Effect,
}

impl Change {
    /// Returns a change that somebody else found, such as a tool that is gone.
    #[must_use]
    pub fn new(kind: ChangeKind, pointer: &str, message: String, readers: Effect, writers: Effect) -> Self {
        Self { kind, pointer: pointer.to_owned(), message, readers, writers }
    }
}

/// All changes between two schemas.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The changes, by place.
    pub changes: Vec<Change>,
}

impl Difference {
    /// Returns the worst effect on readers: whether every result of the new schema holds to the old one.
    #[must_use]
    pub fn readers(&self) -> Effect {
        self.changes.iter().map(|change| change.readers).max().unwrap_or(Effect::Compatible)
    }

    /// Returns the worst effect on writers: whether every result of the old schema holds to the new one.
    #[must_use]
    pub fn writers(&self) -> Effect {
        self.changes.iter().map(|change| change.writers).max().unwrap_or(Effect::Compatible)
    }
}

/// Compares two output schemas.
///
/// ```
/// use sightline::contract::{ChangeKind, Effect, diff};
/// use sightline::json::Document;
///
/// let old = Document::parse(r#"{"properties": {"a": {"type": "string"}}, "required": ["a"]}"#).unwrap();
/// let new = Document::parse(r#"{"properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]}"#).unwrap();
/// let difference = diff(old.root(), new.root());
/// let change = &difference.changes[0];
/// assert_eq!((change.kind, change.pointer.as_str()), (ChangeKind::NullableAdded, "/properties/a"));
/// assert_eq!((change.readers, change.writers), (Effect::Breaks, Effect::Compatible));
/// assert!(diff(old.root(), old.root()).changes.is_empty());
/// ```
#[must_use]
pub fn diff(old: Node<'_>, new: Node<'_>) -> Difference {
    if old.equals(new) {
        return Difference::default();
    }
    let mut comparison = Comparison::of(old, new);
    comparison.schemas(&[old], &[new], "");
    let mut changes = comparison.finish();
    changes.sort_by(|left, right| (&left.pointer, left.kind).cmp(&(&right.pointer, right.kind)));
    changes.dedup();
    Difference { changes }
}
