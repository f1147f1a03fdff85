//! The plain names of what a surface chooses between the fields.

use serde::{Deserialize, Serialize};

/// What a surface shows when nothing is odd: no error, no refusal, nothing missing but what the name
/// says. A behaviour that depends on more says so in its note.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Strategy {
    /// Content and structured content together.
    Both,
    /// Content and structured content together; structured content alone when content is empty.
    BothElseStructured,
    /// Content; structured content when content is empty.
    ContentElseStructured,
    /// Content, whatever else there is.
    ContentOnly,
    /// Structured content when it is there, else content.
    StructuredFirst,
}

impl Strategy {
    /// Returns the name, as in the glossary.
    ///
    /// ```
    /// assert_eq!(sightline::profile::Strategy::ContentOnly.name(), "content-only");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::BothElseStructured => "both-else-structured",
            Self::ContentElseStructured => "content-else-structured",
            Self::ContentOnly => "content-only",
            Self::StructuredFirst => "structured-first",
        }
    }

    /// Returns the letter of the June 2026 survey; one strategy is younger than the letters.
    ///
    /// ```
    /// use sightline::profile::Strategy;
    ///
    /// assert_eq!(Strategy::StructuredFirst.letter(), Some('B'));
    /// assert_eq!(Strategy::ContentElseStructured.letter(), None);
    /// ```
    #[must_use]
    pub fn letter(self) -> Option<char> {
        match self {
            Self::Both => Some('C'),
            Self::BothElseStructured => Some('D'),
            Self::ContentElseStructured => None,
            Self::ContentOnly => Some('A'),
            Self::StructuredFirst => Some('B'),
        }
    }
}
