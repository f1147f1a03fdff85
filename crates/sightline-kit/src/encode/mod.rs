//! Text forms of a value: what a model reads in place of the JSON.
//!
//! Every form is made from a node of a document, so numbers are written as they were received. Each
//! says how much of the value the text still tells.

mod csv;
mod lines;
mod rows;
mod table;
mod toon;

use std::fmt;

use sightline::json::{Kind, Node};

/// A text form; complete: a closure of the caller is the way to any other.
///
/// ```
/// use sightline_kit::Encoding;
///
/// assert_eq!(Encoding::KeyValue.to_string(), "key-value");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Comma-separated values after RFC 4180, with a line of names.
    Csv,
    /// The JSON without white space between tokens.
    Json,
    /// One line `path: value` for each value.
    KeyValue,
    /// A table of Markdown.
    Table,
    /// Token-Oriented Object Notation, version 4: its inline, tabular and list forms.
    Toon,
}

/// How much of a value its text tells.
///
/// ```
/// use sightline_kit::encode::{Encoding, Fidelity};
///
/// assert!(Encoding::Json.fidelity() < Fidelity::KindsLost);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fidelity {
    /// All of it can be read back.
    Lossless,
    /// All of it stands there, but the text no longer tells `"1"` from `1`, or absent from empty.
    KindsLost,
}

impl Fidelity {
    /// Returns the word that people read.
    ///
    /// ```
    /// assert_eq!(sightline_kit::encode::Fidelity::Lossless.name(), "lossless");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lossless => "lossless",
            Self::KindsLost => "kinds lost",
        }
    }
}

impl Encoding {
    /// All forms.
    ///
    /// ```
    /// use sightline_kit::encode::Encoding;
    ///
    /// assert!(Encoding::ALL.contains(&Encoding::Toon));
    /// ```
    pub const ALL: [Self; 5] = [Self::Json, Self::Table, Self::Csv, Self::KeyValue, Self::Toon];

    /// Returns the name that people type and read.
    ///
    /// ```
    /// assert_eq!(sightline_kit::encode::Encoding::KeyValue.name(), "key-value");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::KeyValue => "key-value",
            Self::Table => "table",
            Self::Toon => "toon",
        }
    }

    /// Returns the form of that name.
    ///
    /// ```
    /// use sightline_kit::encode::Encoding;
    ///
    /// assert_eq!(Encoding::named("toon"), Some(Encoding::Toon));
    /// assert_eq!(Encoding::named("yaml"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }

    /// Returns what a text of this form keeps of a value of any shape.
    ///
    /// ```
    /// use sightline_kit::encode::{Encoding, Fidelity};
    ///
    /// assert_eq!(Encoding::Toon.fidelity(), Fidelity::Lossless);
    /// assert_eq!(Encoding::Csv.fidelity(), Fidelity::KindsLost);
    /// ```
    #[must_use]
    pub fn fidelity(self) -> Fidelity {
        match self {
            Self::Json | Self::Toon => Fidelity::Lossless,
            Self::Csv | Self::KeyValue | Self::Table => Fidelity::KindsLost,
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Writes a value in a text form; no line break at the end.
///
/// A form that suits rows takes an object that holds rows as well: its other members stand above them
/// as lines. A value without rows is written as lines.
///
/// ```
/// use sightline::json::Document;
/// use sightline_kit::encode::{Encoding, encode};
///
/// let text = r#"[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace"}]"#;
/// let document = Document::parse(text).unwrap();
/// assert_eq!(encode(document.root(), Encoding::Csv), "id,name\n1,Ada\n2,Grace");
/// assert_eq!(encode(document.root(), Encoding::Toon), "[2]{id,name}:\n  1,Ada\n  2,Grace");
/// ```
#[must_use]
pub fn encode(value: Node<'_>, encoding: Encoding) -> String {
    match encoding {
        Encoding::Csv => rows::encode(value, &csv::CSV),
        Encoding::Json => compact(value),
        Encoding::KeyValue => lines::encode(value),
        Encoding::Table => rows::encode(value, &table::TABLE),
        Encoding::Toon => toon::encode(value),
    }
}

/// Writes a value as JSON without white space between tokens; numbers and strings as they stand.
///
/// ```
/// use sightline::json::Document;
///
/// let document = Document::parse("{ \"n\": 1.50,\n \"a\": [1, 2] }").unwrap();
/// assert_eq!(sightline_kit::encode::compact(document.root()), r#"{"n":1.50,"a":[1,2]}"#);
/// ```
#[must_use]
pub fn compact(value: Node<'_>) -> String {
    let mut json = String::with_capacity(value.text().len());
    push_compact(value, &mut json);
    json
}

pub(crate) fn push_compact(value: Node<'_>, json: &mut String) {
    match value.kind() {
        Kind::Array => {
            json.push('[');
            for (index, item) in value.items().enumerate() {
                if index > 0 {
                    json.push(',');
                }
                push_compact(item, json);
            }
            json.push(']');
        }
        Kind::Object => {
            json.push('{');
            for (index, member) in value.members().enumerate() {
                if index > 0 {
                    json.push(',');
                }
                json.push('"');
                json.push_str(member.key.raw());
                json.push_str("\":");
                push_compact(member.value, json);
            }
            json.push('}');
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => json.push_str(value.text()),
    }
}

/// A scalar as a reader of prose writes it: strings without quotes.
pub(crate) fn plain(value: Node<'_>) -> String {
    match value.kind() {
        Kind::String => value.as_str().unwrap_or_default().into_owned(),
        Kind::Array | Kind::Object => compact(value),
        Kind::Null | Kind::Bool | Kind::Number => value.text().to_owned(),
    }
}

pub(crate) fn is_scalar(value: Node<'_>) -> bool {
    !matches!(value.kind(), Kind::Array | Kind::Object)
}

#[cfg(test)]
mod tests;
