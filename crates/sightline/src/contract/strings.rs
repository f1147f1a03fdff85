//! What is remembered of the strings of one place: the few that come again and again, and formats.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::format::{self, Formats};
use super::{ENUM_EACH, ENUM_LEAST, ENUM_LONGEST, ENUM_MOST, FORMAT_LEAST};
use crate::json::Text;

/// The strings of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strings {
    /// How often each was seen; `None` when there are too many, or one that is long or no text.
    known: Option<BTreeMap<String, u64>>,
    /// Hashes of different ones; `None` when they are enough for a format to mean something.
    few: Option<BTreeSet<u64>>,
    /// The formats that all of them hold to.
    formats: Formats,
}

impl Strings {
    pub(super) fn of(text: Text<'_>) -> Self {
        let string = text.to_str();
        let formats = format::of(&string);
        let is_kept = !text.is_lossy() && string.len() <= ENUM_LONGEST;
        let mut hasher = DefaultHasher::new();
        string.hash(&mut hasher);
        let known = is_kept.then(|| BTreeMap::from([(string.into_owned(), 1)]));
        Self { known, few: Some([hasher.finish()].into()), formats }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.formats.keep(other.formats);
        self.few = self.few.take().zip(other.few).and_then(|(mut own, others)| {
            own.extend(others);
            (own.len() < FORMAT_LEAST).then_some(own)
        });
        self.known = match (self.known.take(), other.known) {
            (Some(mut own), Some(others)) => {
                for (text, many) in others {
                    *own.entry(text).or_default() += many;
                }
                Some(own)
            }
            _ => None,
        };
        self.known = self.known.take().filter(|known| known.len() <= ENUM_MOST);
    }

    /// The format that enough strings hold to, and none breaks.
    pub(super) fn format(&self) -> Option<&'static str> {
        self.formats.first().filter(|_| self.few.is_none())
    }

    /// Whether all strings hold to some format: moments, addresses and the like, which tell nothing of kinds.
    pub(super) fn is_format(&self) -> bool {
        self.formats.first().is_some()
    }

    /// The strings, when they are few and each was seen several times. Dates and the like are no enum,
    /// however often one came.
    pub(super) fn choices(&self) -> Option<Vec<&str>> {
        let known = self.known.as_ref().filter(|_| self.formats.first().is_none())?;
        let is_few = (ENUM_LEAST..=ENUM_MOST).contains(&known.len());
        let is_evident = known.values().all(|many| *many >= ENUM_EACH);
        (is_few && is_evident).then(|| known.keys().map(String::as_str).collect())
    }
}
