//! Content blocks beside the main text: links and remarks, with marks of audience.

use std::fmt::Write as _;

use sightline::json::quote;

/// Whom a block is for; complete: the specification knows these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// The model.
    Assistant,
    /// The person.
    User,
}

impl For {
    /// The annotations that say so, as a member to be appended; nothing without a mark.
    pub(crate) fn annotations(marks: &[Self]) -> String {
        if marks.is_empty() {
            return String::new();
        }
        let mut names = Vec::new();
        for mark in marks {
            let name = match mark {
                Self::Assistant => "\"assistant\"",
                Self::User => "\"user\"",
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        format!(",\"annotations\":{{\"audience\":[{}]}}", names.join(","))
    }
}

/// A link to a resource that a client can read.
///
/// ```
/// use sightline_kit::{For, Link};
///
/// let link = Link::new("file:///report.pdf", "report").mime_type("application/pdf").audience([For::User]);
/// # let _ = link;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    uri: String,
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    marks: Vec<For>,
}

impl Link {
    /// A link of that name.
    #[must_use]
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            marks: Vec::new(),
        }
    }

    /// Adds a title for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Adds what the resource holds.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds the media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Says whom the link is for.
    #[must_use]
    pub fn audience(mut self, marks: impl IntoIterator<Item = For>) -> Self {
        self.marks = marks.into_iter().collect();
        self
    }

    pub(crate) fn into_json(self) -> String {
        let mut json = format!(
            "{{\"type\":\"resource_link\",\"uri\":{},\"name\":{}",
            quote(&self.uri),
            quote(&self.name)
        );
        let fields =
            [("title", &self.title), ("description", &self.description), ("mimeType", &self.mime_type)];
        for (name, value) in fields {
            if let Some(value) = value {
                json.push_str(",\"");
                json.push_str(name);
                json.push_str("\":");
                push_quoted(value, &mut json);
            }
        }
        json.push_str(&For::annotations(&self.marks));
        json.push('}');
        json
    }
}

/// A text block.
pub(crate) fn text_block(text: &str, marks: &[For]) -> String {
    let mut json = String::with_capacity(text.len() + text.len() / 3 + 64);
    push_text_block(text, marks, &mut json);
    json
}

pub(crate) fn push_text_block(text: &str, marks: &[For], json: &mut String) {
    json.push_str("{\"type\":\"text\",\"text\":");
    push_quoted(text, json);
    json.push_str(&For::annotations(marks));
    json.push('}');
}

/// Appends a string as JSON. What needs an escape is ASCII, so cuts fall between characters.
fn push_quoted(text: &str, json: &mut String) {
    json.push('"');
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        json.push_str(text.get(start..at).unwrap_or_default());
        start = at + 1;
        match byte {
            b'"' => json.push_str("\\\""),
            b'\\' => json.push_str("\\\\"),
            b'\n' => json.push_str("\\n"),
            b'\r' => json.push_str("\\r"),
            b'\t' => json.push_str("\\t"),
            control => {
                // Writing to a String cannot fail.
                let _ = write!(json, "\\u{control:04x}");
            }
        }
    }
    json.push_str(text.get(start..).unwrap_or_default());
    json.push('"');
}
