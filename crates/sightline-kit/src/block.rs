//! Content blocks beside the main text: links and remarks, with marks of audience.

use sightline::json::quote;

/// Whom a block is for; complete: the specification knows these two.
///
/// ```
/// use sightline_kit::{For, TypedTool};
///
/// let tool = TypedTool::<u32>::builder("seats").build()?;
/// let reply = tool.reply(&3).note("Click one.", [For::User]).finish()?;
/// assert!(reply.json().contains(r#""annotations":{"audience":["user"]}"#));
/// # Ok::<(), sightline_kit::Error>(())
/// ```
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
    ///
    /// ```
    /// let link = sightline_kit::Link::new("file:///report.pdf", "report");
    /// # let _ = link;
    /// ```
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
    ///
    /// ```
    /// use sightline_kit::{Link, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("export").build()?;
    /// let link = Link::new("file:///rows.csv", "rows").title("All rows");
    /// let reply = tool.reply(&3).link(link).finish()?;
    /// assert!(reply.json().contains(r#""title":"All rows""#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Adds what the resource holds.
    ///
    /// ```
    /// use sightline_kit::{Link, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("export").build()?;
    /// let link = Link::new("file:///rows.csv", "rows").description("One row for each order.");
    /// let reply = tool.reply(&3).link(link).finish()?;
    /// assert!(reply.json().contains(r#""description":"One row for each order.""#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds the media type.
    ///
    /// ```
    /// use sightline_kit::{Link, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("export").build()?;
    /// let link = Link::new("file:///rows.csv", "rows").mime_type("text/csv");
    /// let reply = tool.reply(&3).link(link).finish()?;
    /// assert!(reply.json().contains(r#""mimeType":"text/csv""#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Says whom the link is for.
    ///
    /// ```
    /// use sightline_kit::{For, Link, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("export").build()?;
    /// let link = Link::new("file:///rows.csv", "rows").audience([For::User]);
    /// let reply = tool.reply(&3).link(link).finish()?;
    /// assert!(reply.json().contains(r#""audience":["user"]"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
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
    // Escapes are ASCII and stand before whole characters, so that the bytes stay UTF-8.
    let mut bytes = std::mem::take(json).into_bytes();
    bytes.push(b'"');
    for chunk in text.as_bytes().chunks(CHUNK) {
        push_escaped(chunk, &mut bytes);
    }
    bytes.push(b'"');
    *json = String::from_utf8(bytes).unwrap_or_default();
}

const CHUNK: usize = 64;
/// A chunk becomes twice as long at most, so the mask changes no place: it spares the check of one.
const MASK: usize = 2 * CHUNK - 1;

/// Appends bytes with their escapes. A text of JSON has a quotation mark every few bytes, at places that no
/// processor foresees, so nothing branches on them: what is written begins as backslashes, and one stays
/// where a byte skips a place.
fn push_escaped(chunk: &[u8], bytes: &mut Vec<u8>) {
    if chunk.iter().any(|byte| *byte < 0x20) {
        chunk.iter().for_each(|byte| push_escape(*byte, bytes));
        return;
    }
    let mut escaped = [b'\\'; MASK + 1];
    let mut at = 0;
    for byte in chunk {
        at += usize::from(matches!(byte, b'"' | b'\\'));
        escaped[at & MASK] = *byte;
        at += 1;
    }
    bytes.extend_from_slice(escaped.get(..at).unwrap_or_default());
}

fn push_escape(byte: u8, bytes: &mut Vec<u8>) {
    match byte {
        b'"' => bytes.extend_from_slice(b"\\\""),
        b'\\' => bytes.extend_from_slice(b"\\\\"),
        b'\n' => bytes.extend_from_slice(b"\\n"),
        b'\r' => bytes.extend_from_slice(b"\\r"),
        b'\t' => bytes.extend_from_slice(b"\\t"),
        control if control < 0x20 => bytes.extend_from_slice(format!("\\u{control:04x}").as_bytes()),
        other => bytes.push(other),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever stands where, the string is read back.
        #[test]
        fn quoted_text_is_read_back(text in "(\\PC|[\"\\\\\u{0}-\u{1f}é🚀]){0,200}") {
            let mut json = "x".to_owned();
            push_quoted(&text, &mut json);
            let read: String = serde_json::from_str(json.strip_prefix('x').unwrap()).unwrap();
            prop_assert_eq!(read, text);
        }
    }
}
