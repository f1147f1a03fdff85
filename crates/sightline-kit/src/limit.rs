//! How large a text may be.

use std::fmt;

use sightline::tokens::count;

/// A limit on the size of what a model may be shown; complete.
///
/// ```
/// assert_eq!(sightline_kit::Limit::Tokens(600).to_string(), "600 tokens");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Bytes of UTF-8.
    Bytes(usize),
    /// Tokens of `o200k_base`, which is exact for OpenAI's models and an estimate for others.
    Tokens(usize),
}

impl Limit {
    /// Tells whether a text keeps the limit.
    ///
    /// ```
    /// use sightline_kit::Limit;
    ///
    /// assert!(Limit::Tokens(3).allows("hello world"));
    /// assert!(!Limit::Bytes(3).allows("hello world"));
    /// ```
    #[must_use]
    pub fn allows(self, text: &str) -> bool {
        match self {
            Self::Bytes(most) => text.len() <= most,
            // A token is at least one byte, so short texts need no counting.
            Self::Tokens(most) => text.len() <= most || count(text) <= most,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(most) => write!(formatter, "{most} bytes"),
            Self::Tokens(most) => write!(formatter, "{most} tokens"),
        }
    }
}
