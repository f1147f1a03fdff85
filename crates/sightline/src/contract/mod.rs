//! Contracts: the output schema that recorded values keep, what parts two schemas, and how later
//! values drift from one.
//!
//! [`Summary`] is what is remembered of values (never the values), [`infer`] the schema of a summary,
//! [`diff`] the changes between two schemas by direction, and [`Drift`] holds values against one.
//! This module knows JSON Schema and values, and nothing of tools or files.

mod diff;
mod drift;
mod format;
mod infer;
mod names;
mod schema_text;
mod strings;
mod summary;
#[cfg(test)]
mod tests;

pub use diff::{Change, ChangeKind, Difference, Effect, diff};
pub use drift::{Drift, Drifted, Sighting};
pub use infer::{Inferred, Openness, infer};
pub use summary::Summary;

/// Levels of nesting of which a summary tells; below, anything is allowed.
pub const MAX_LEVELS: usize = 24;
/// Members of objects at one place that are told apart by name; with more they are a map.
pub const MAX_NAMES: usize = 256;
/// Places that one summary tells apart; values at further ones may be anything.
pub const MAX_PLACES: usize = 100_000;

/// An enum has at least so many strings …
pub const ENUM_LEAST: usize = 2;
/// … and at most so many …
pub const ENUM_MOST: usize = 10;
/// … each seen at least so often …
pub const ENUM_EACH: u64 = 3;
/// … and none longer, in bytes.
pub const ENUM_LONGEST: usize = 64;

/// A format needs so many different strings that all hold to it.
pub const FORMAT_LEAST: usize = 3;

/// A map is seen in at least so many objects …
pub const MAP_OBJECTS: u64 = 3;
/// … with at least so many different keys, most of them seen once.
pub const MAP_NAMES: usize = 8;
/// Keys that are all numbers, UUIDs or dates make a map of so many already.
pub const MAP_IDS: usize = 3;

/// Keys that come again make a map of at least so many …
pub const MAP_SPARSE_NAMES: usize = 16;
/// … of which an object holds at most one in so many.
pub const MAP_SPARSE: u64 = 4;

/// A member tells shapes apart when it has at most so many values …
pub const VARIANTS_MOST: usize = 8;
/// … each seen at least so often.
pub const VARIANT_EACH: u64 = 3;
/// The same of a member whose name is none for kinds.
pub const VARIANT_UNNAMED: u64 = 12;
/// Objects with more short strings than this are not searched for such a member.
pub const VARIANT_CANDIDATES: usize = 16;
/// Objects that hold more values than this are not either.
pub const VARIANT_WEIGHT: usize = 2_000;
