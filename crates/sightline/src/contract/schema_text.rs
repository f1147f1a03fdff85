//! A JSON text under construction, members in the order in which they are put.

use std::fmt::Write as _;

use crate::json::quote;

/// A JSON value that is being written.
#[derive(Clone, Debug)]
pub(super) enum Json {
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
    /// JSON text of anything else.
    Text(String),
}

impl Json {
    pub(super) fn string(text: &str) -> Self {
        Self::Text(quote(text))
    }

    /// An object that is a schema of one type.
    pub(super) fn typed(name: &str) -> Self {
        Self::Object(vec![("type".to_owned(), Self::string(name))])
    }

    /// Puts a member at the end of an object.
    pub(super) fn put(&mut self, name: &str, value: Self) {
        if let Self::Object(members) = self {
            members.push((name.to_owned(), value));
        }
    }

    /// An object without a member.
    pub(super) fn without(mut self, name: &str) -> Self {
        if let Self::Object(members) = &mut self {
            members.retain(|(key, _)| key != name);
        }
        self
    }

    /// The text, indented by two spaces a level.
    pub(super) fn pretty(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, level: usize) {
        let line = |text: &mut String, level: usize| {
            text.push('\n');
            (0..level).for_each(|_| text.push_str("  "));
        };
        match self {
            Self::Text(json) => text.push_str(json),
            Self::Array(items) if items.iter().all(|item| matches!(item, Self::Text(_))) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { ", " });
                    item.write(text, level);
                }
                text.push(']');
            }
            Self::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    line(text, level + 1);
                    item.write(text, level + 1);
                }
                line(text, level);
                text.push(']');
            }
            Self::Object(members) if members.is_empty() => text.push_str("{}"),
            Self::Object(members) => {
                text.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    line(text, level + 1);
                    let _ = write!(text, "{}: ", quote(name));
                    value.write(text, level + 1);
                }
                line(text, level);
                text.push('}');
            }
        }
    }
}
