//! What of a value a model reads.

use std::fmt;
use std::sync::Arc;

use sightline::json::Node;

use crate::encode::{Encoding, encode};

type Writer<T> = Arc<dyn Fn(&T) -> String + Send + Sync>;

/// The text for the model: written by a closure, in an [`Encoding`], or the one and then the other.
///
/// ```
/// use sightline_kit::{Encoding, Text};
///
/// let csv: Text<Vec<u8>> = Text::of(Encoding::Csv);
/// let summary = Text::written(|rows: &Vec<u8>| format!("{} readings", rows.len()));
/// let both = summary.clone().then(Encoding::Csv);
/// # let _ = (csv, both);
/// ```
pub struct Text<T> {
    writer: Option<Writer<T>>,
    body: Option<Encoding>,
}

impl<T> Text<T> {
    /// The whole value in a text form.
    ///
    /// ```
    /// use sightline_kit::{Encoding, Text, TypedTool};
    ///
    /// let tool = TypedTool::<Vec<u32>>::builder("primes").text(Text::of(Encoding::Toon)).build()?;
    /// assert_eq!(tool.reply(&vec![2, 3]).finish()?.text(), "[2]: 2,3");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn of(encoding: Encoding) -> Self {
        Self { writer: None, body: Some(encoding) }
    }

    /// What a closure writes: a summary, or all that a model needs. Nothing but blanks counts as no
    /// text, and the JSON takes its place.
    ///
    /// ```
    /// use sightline_kit::{Text, TypedTool};
    ///
    /// let text = Text::written(|count: &u32| format!("{count} orders"));
    /// let tool = TypedTool::builder("count").text(text).build()?;
    /// assert_eq!(tool.reply(&3).finish()?.text(), "3 orders");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn written(writer: impl Fn(&T) -> String + Send + Sync + 'static) -> Self {
        Self { writer: Some(Arc::new(writer)), body: None }
    }

    /// Adds the value in a text form below what the closure writes, after an empty line.
    ///
    /// ```
    /// use sightline_kit::{Encoding, Text, TypedTool};
    ///
    /// let text = Text::written(|rows: &Vec<u32>| format!("{} rows", rows.len())).then(Encoding::Json);
    /// let tool = TypedTool::builder("rows").text(text).build()?;
    /// assert_eq!(tool.reply(&vec![2, 3]).finish()?.text(), "2 rows\n\n[2,3]");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn then(mut self, encoding: Encoding) -> Self {
        self.body = Some(encoding);
        self
    }

    /// Tells whether the text is the compact JSON and nothing else.
    pub(crate) fn is_json(&self) -> bool {
        self.writer.is_none() && matches!(self.body, Some(Encoding::Json) | None)
    }

    /// Tells whether the value itself is part of the text.
    pub(crate) fn has_body(&self) -> bool {
        self.writer.is_none() || self.body.is_some()
    }

    /// Writes what the closure says about the whole value.
    pub(crate) fn head(&self, value: Option<&T>) -> Option<String> {
        let head = (self.writer.as_ref()?)(value?);
        (!head.trim().is_empty()).then_some(head)
    }

    /// Writes the value below the head; the JSON where there would be nothing at all.
    pub(crate) fn with_body(&self, head: Option<&str>, value: Node<'_>) -> String {
        let body = match (self.body, head) {
            (Some(encoding), _) => Some(encode(value, encoding)),
            (None, None) => Some(encode(value, Encoding::Json)),
            (None, Some(_)) => None,
        };
        match (head, body) {
            (Some(head), Some(body)) if !body.is_empty() => format!("{head}\n\n{body}"),
            (Some(head), _) => head.to_owned(),
            // The empty object is nothing at all in some forms.
            (None, Some(body)) if !body.trim().is_empty() => body,
            (None, _) => encode(value, Encoding::Json),
        }
    }
}

impl<T> Default for Text<T> {
    /// The compact JSON: what the specification asks for where nothing else is chosen.
    fn default() -> Self {
        Self::of(Encoding::Json)
    }
}

impl<T> Clone for Text<T> {
    fn clone(&self) -> Self {
        Self { writer: self.writer.clone(), body: self.body }
    }
}

impl<T> fmt::Debug for Text<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let writer = self.writer.as_ref().map(|_| "closure");
        formatter.debug_struct("Text").field("writer", &writer).field("body", &self.body).finish()
    }
}
