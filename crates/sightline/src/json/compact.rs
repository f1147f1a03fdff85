//! The text of a value without the white space between its tokens.

use std::borrow::Cow;

use super::{Node, SPACED};

impl<'d> Node<'d> {
    /// Returns the JSON text of the value without white space between tokens; numbers and strings stay
    /// as they were received.
    ///
    /// ```
    /// use sightline::json::Document;
    ///
    /// let document = Document::parse(r#"{"a b": [ 1.0, "\u0020 \"" ]}"#).unwrap();
    /// assert_eq!(document.root().compact(), r#"{"a b":[1.0,"\u0020 \""]}"#);
    /// ```
    #[must_use]
    pub fn compact(self) -> Cow<'d, str> {
        let text = self.text();
        if self.is_free_of(SPACED) {
            return Cow::Borrowed(text);
        }
        let (mut in_string, mut is_escaped) = (false, false);
        let stands = |character: &char| {
            let stands = in_string || !matches!(character, ' ' | '\t' | '\n' | '\r');
            if *character == '"' && !is_escaped {
                in_string = !in_string;
            }
            is_escaped = *character == '\\' && !is_escaped;
            stands
        };
        Cow::Owned(text.chars().filter(stands).collect())
    }
}
