//! What a call is answered with.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use sightline::adapt::{Adapted, adapt};
use sightline::json::{Document, Node, quote};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::schema::{OutputSchema, Verdict};

use crate::block::{For, Link, push_text_block, text_block};
use crate::builder::{Budget, TypedTool};
use crate::definition::Definition;
use crate::error::Error;
use crate::limit::Limit;
use crate::trim::{self, Cut, LeftOut};

/// The answer to a call: a result, an error of the tool, or a question for input.
///
/// Nothing that `sightline::rules::check` calls an error can be in one, in any revision.
///
/// ```
/// use sightline_kit::TypedTool;
///
/// let tool = TypedTool::<u32>::builder("count").build()?;
/// let reply = tool.reply(&3).finish()?;
/// assert_eq!((reply.text(), reply.left_out().len()), ("3", 0));
/// # Ok::<(), sightline_kit::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reply {
    definition: Arc<Definition>,
    json: String,
    text: Text,
    left_out: Vec<LeftOut>,
    stored: Option<String>,
}

/// The text for the model, kept once.
#[derive(Clone, Debug)]
enum Text {
    Own(String),
    /// The structured content, at this place of the result.
    Structured(Range<usize>),
}

impl Reply {
    pub(crate) fn new(definition: &Arc<Definition>, json: String) -> Self {
        Self {
            definition: Arc::clone(definition),
            json,
            text: Text::Own(String::new()),
            left_out: Vec::new(),
            stored: None,
        }
    }

    /// Returns the result of the newest revision, as JSON.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// let reply = tool.reply(&3).finish()?;
    /// assert!(reply.json().ends_with(r#""structuredContent":3,"resultType":"complete"}"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Returns the text for the model; empty for a question for input.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// assert_eq!(tool.reply(&3).finish()?.text(), "3");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        match &self.text {
            Text::Own(text) => text,
            // The range was taken while this very text was written.
            Text::Structured(range) => self.json.get(range.clone()).unwrap_or_default(),
        }
    }

    /// Returns what was cut to keep a limit, from the structured content or else from the text.
    ///
    /// ```
    /// use sightline_kit::{Limit, TypedTool};
    ///
    /// let tool = TypedTool::<Vec<u32>>::builder("numbers").text_limit(Limit::Bytes(120)).build()?;
    /// let reply = tool.reply(&(0..1000).collect()).finish()?;
    /// assert_eq!(reply.left_out()[0].total, 1000);
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Returns the key of the whole value in the store, when something was cut.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// assert_eq!(tool.reply(&3).finish()?.stored(), None, "it was sent whole");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn stored(&self) -> Option<&str> {
        self.stored.as_deref()
    }

    /// Returns the result for a peer of a revision, as JSON.
    ///
    /// ```
    /// use sightline::revision::Revision;
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<Vec<u32>>::builder("primes").build()?;
    /// let reply = tool.reply(&vec![2, 3]).finish()?;
    /// assert!(reply.for_peer(&Revision::V2025_11_25).contains(r#""structuredContent":{"result":[2,3]}"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn for_peer(&self, revision: &Revision) -> Cow<'_, str> {
        if revision.facts_or_newest().revision == Revision::LATEST {
            return Cow::Borrowed(&self.json);
        }
        Cow::Owned(self.adapted(revision).result.unwrap_or_default())
    }

    /// Returns the result for a peer with what changed and what was lost on the way.
    ///
    /// ```
    /// use sightline::revision::Revision;
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<Vec<u32>>::builder("primes").build()?;
    /// let adapted = tool.reply(&vec![2]).finish()?.adapted(&Revision::V2024_11_05);
    /// assert_eq!(adapted.result.unwrap(), r#"{"content":[{"type":"text","text":"[2]"}]}"#);
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn adapted(&self, revision: &Revision) -> Adapted {
        // What this crate wrote is JSON.
        let Ok(document) = Document::parse(&self.json) else { return Adapted::default() };
        let result = ToolResult::of(document.root());
        adapt(Some(self.definition.tool()), result, &Revision::LATEST, revision)
    }
}

/// Where the value comes from.
#[derive(Debug)]
pub(crate) enum Body<'r, T> {
    Json(&'r str),
    Value(&'r T),
}

/// The parts of a [`Reply`] before it is checked.
///
/// ```
/// use sightline_kit::{For, Link, TypedTool};
///
/// let tool = TypedTool::<u32>::builder("export").build()?;
/// let reply = tool
///     .reply(&250)
///     .summary("Exported 250 rows.")
///     .link(Link::new("file:///rows.csv", "rows").audience([For::User]))
///     .note("The file is deleted after a day.", [For::User])
///     .meta("example.com/took-ms", &12)
///     .finish()?;
/// assert_eq!(reply.text(), "Exported 250 rows.");
/// assert!(reply.json().contains(r#""_meta":{"example.com/took-ms":12}"#));
/// # Ok::<(), sightline_kit::Error>(())
/// ```
#[derive(Debug)]
pub struct ReplyBuilder<'r, T> {
    tool: &'r TypedTool<T>,
    body: Body<'r, T>,
    summary: Option<String>,
    marks: Vec<For>,
    blocks: Vec<String>,
    meta: Vec<(String, serde_json::Result<String>)>,
}

/// The value with what was cut, and the text for it.
struct Written {
    /// `None` when it is the value, whole.
    structured: Option<String>,
    /// `None` when it is the structured content as it stands.
    text: Option<String>,
    left_out: Vec<LeftOut>,
    stored: Option<String>,
}

impl<'r, T: Serialize> ReplyBuilder<'r, T> {
    pub(crate) fn new(tool: &'r TypedTool<T>, body: Body<'r, T>) -> Self {
        Self { tool, body, summary: None, marks: Vec::new(), blocks: Vec::new(), meta: Vec::new() }
    }

    /// Puts a text for the model in the place of the tool's own; a blank one counts as none.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// assert_eq!(tool.reply(&3).summary("3 orders").finish()?.text(), "3 orders");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn summary(mut self, text: impl Into<String>) -> Self {
        self.summary = Some(text.into()).filter(|text| !text.trim().is_empty());
        self
    }

    /// Says whom the text is for.
    ///
    /// ```
    /// use sightline_kit::{For, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// let reply = tool.reply(&3).audience([For::Assistant]).finish()?;
    /// assert!(reply.json().contains(r#""audience":["assistant"]"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn audience(mut self, marks: impl IntoIterator<Item = For>) -> Self {
        self.marks = marks.into_iter().collect();
        self
    }

    /// Adds another text block.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// let reply = tool.reply(&3).note("Counted a minute ago.", []).finish()?;
    /// assert!(reply.json().contains("Counted a minute ago."));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn note(mut self, text: &str, marks: impl IntoIterator<Item = For>) -> Self {
        self.blocks.push(text_block(text, &marks.into_iter().collect::<Vec<_>>()));
        self
    }

    /// Adds a link.
    ///
    /// ```
    /// use sightline_kit::{Link, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// let reply = tool.reply(&3).link(Link::new("file:///orders.csv", "orders")).finish()?;
    /// assert!(reply.json().contains(r#""type":"resource_link""#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn link(mut self, link: Link) -> Self {
        self.blocks.push(link.into_json());
        self
    }

    /// Adds metadata, which hosts and views read and models should not; a key given twice keeps the
    /// later value.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("count").build()?;
    /// let reply = tool.reply(&3).meta("example.com/a", &1).meta("example.com/a", &2).finish()?;
    /// assert!(reply.json().contains(r#""_meta":{"example.com/a":2}"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn meta(mut self, key: &str, value: &impl Serialize) -> Self {
        self.meta.retain(|(known, _)| known != key);
        self.meta.push((key.to_owned(), serde_json::to_string(value)));
        self
    }

    /// Checks the value against the tool's own schema and everything else against the rules.
    ///
    /// # Errors
    /// The value breaks the schema, does not fit its limit, or something would be illegal. The error
    /// names the field.
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use sightline_kit::TypedTool;
    ///
    /// let schema = json!({"type": "object", "required": ["id"]});
    /// let tool = TypedTool::<Value>::builder_with_schema("order", schema).build()?;
    /// assert!(tool.reply(&json!({"id": 7})).finish().is_ok());
    /// assert!(tool.reply(&json!({})).finish().unwrap_err().to_string().contains("id"));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    pub fn finish(self) -> Result<Reply, Error> {
        let name = &self.tool.definition.name;
        let value = match self.body {
            Body::Json(json) => Cow::Borrowed(json),
            Body::Value(value) => Cow::Owned(
                serde_json::to_string(value).map_err(|error| Error::not_json(name, error.to_string()))?,
            ),
        };
        let document = Document::parse(&value).map_err(|error| Error::not_json(name, error.to_string()))?;
        if let Some(twice) = document.duplicates().next() {
            return Err(Error::not_json(name, format!("the key {:?} stands twice", twice.key.to_str())));
        }
        let root = document.root();
        self.hold(root)?;
        let written = self.write(root)?;
        // The result takes the memory of the document, which for a large value costs less than fresh pages.
        let range = root.span();
        drop(document);
        self.assemble(value.get(range).unwrap_or_default(), written)
    }

    /// As [`ReplyBuilder::finish`], but what cannot be sent becomes an error of the tool that names the
    /// field.
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use sightline_kit::TypedTool;
    ///
    /// let schema = json!({"type": "array", "items": {"type": "string"}});
    /// let tool = TypedTool::<Value>::builder_with_schema("names", schema).build()?;
    /// let reply = tool.reply(&json!(["Ada", null])).finish_or_error();
    /// assert_eq!(reply.text(), "the result of names breaks its output schema: /1: null is not string");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn finish_or_error(self) -> Reply {
        let definition = Arc::clone(&self.tool.definition);
        self.finish().unwrap_or_else(|error| error_reply(&definition, &error.to_string()))
    }

    fn hold(&self, value: Node<'_>) -> Result<(), Error> {
        let Some(schema) = &self.tool.definition.schema else { return Ok(()) };
        holds(schema, value, &self.tool.definition.name)
    }

    fn write(&self, value: Node<'_>) -> Result<Written, Error> {
        let text = self.text_of(value);
        let shown = text.as_deref().unwrap_or(value.text());
        if let Some(budget) = &self.tool.budget {
            let is_small = |limit: Limit| limit.allows(shown) && limit.allows(value.text());
            if !self.tool.is_text_only && !is_small(budget.limit) {
                return self.write_within(value, budget);
            }
        }
        let too_long = self.tool.text_limit.filter(|limit| !limit.allows(shown));
        let mut written = Written { structured: None, text, left_out: Vec::new(), stored: None };
        if let Some(limit) = too_long {
            self.shorten(value, limit, &mut written)?;
        }
        Ok(written)
    }

    /// Cuts the text alone.
    fn shorten(&self, value: Node<'_>, limit: Limit, written: &mut Written) -> Result<(), Error> {
        let rest = if self.tool.is_text_only { "" } else { "; structuredContent has all" };
        let head = self.head();
        if head.is_none() || (self.summary.is_none() && self.tool.text.has_body()) {
            let fits = |cut: &Cut| {
                let text = self.text_with(head.as_deref(), &cut.json);
                limit.allows(&with_note(&text, &trim::note(&cut.left_out, rest)))
            };
            if let Some(cut) = trim::largest(value, None, &|_| Vec::new(), &fits) {
                let text = self.text_with(head.as_deref(), &cut.json);
                written.text = Some(with_note(&text, &trim::note(&cut.left_out, rest)));
                written.left_out = cut.left_out;
                return Ok(());
            }
        }
        let all = head.or_else(|| written.text.clone()).unwrap_or_else(|| value.text().to_owned());
        let note = format!("(the text is cut{rest})");
        let fits = |text: &str| limit.allows(&with_note(text, &note));
        match trim::longest_prefix(&all, &fits) {
            Some(text) => written.text = Some(with_note(&text, &note)),
            None => return Err(Error::too_big(self.tool.name(), format!("{limit} leave no room for text"))),
        }
        Ok(())
    }

    /// Cuts the value so that it still holds to its schema, and keeps the whole one in the store.
    fn write_within(&self, value: Node<'_>, budget: &Budget) -> Result<Written, Error> {
        let name = self.tool.name();
        let key = budget.store.put(value.text()).map_err(|error| Error::store(name, error))?;
        let uri = format!("{}{key}", budget.uri_prefix);
        let rest = format!("; the rest: {uri}");
        let head = self.head();
        let schema = self.tool.definition.tool().output_schema();
        let text = |cut: &Cut| {
            with_note(&self.text_with(head.as_deref(), &cut.json), &trim::note(&cut.left_out, &rest))
        };
        let fits = |cut: &Cut| budget.limit.allows(&cut.json) && budget.limit.allows(&text(cut));
        let Some(cut) = trim::largest(value, schema, &|json| self.broken(json), &fits) else {
            return Err(Error::too_big(
                name,
                format!("{} are too few for what the schema demands", budget.limit),
            ));
        };
        let document =
            Document::parse(&cut.json).map_err(|error| Error::not_json(name, error.to_string()))?;
        self.hold(document.root())?;
        let text = text(&cut);
        let mut left_out = cut.left_out;
        for part in &mut left_out {
            part.set_key(&key);
        }
        Ok(Written { structured: Some(cut.json), text: Some(text), left_out, stored: Some(key) })
    }

    /// The places at which a value breaks the schema.
    fn broken(&self, json: &str) -> Vec<String> {
        let document = Document::parse(json);
        let verdict = document.map(|document| self.hold(document.root()));
        let Ok(Err(error)) = verdict else { return Vec::new() };
        let places: Vec<String> =
            error.violations().iter().map(|violation| violation.instance_pointer.clone()).collect();
        // Without a place anything may be at fault.
        if places.is_empty() { vec![String::new()] } else { places }
    }

    fn head(&self) -> Option<String> {
        let value = match self.body {
            Body::Json(_) => None,
            Body::Value(value) => Some(value),
        };
        self.summary.clone().or_else(|| self.tool.text.head(value))
    }

    /// The whole text; `None` when it is the value's own.
    fn text_of(&self, value: Node<'_>) -> Option<String> {
        let is_own = self.summary.is_none() && self.tool.text.is_json();
        (!is_own).then(|| self.text_for(self.head().as_deref(), value))
    }

    /// A text of this reply alone stands alone.
    fn text_for(&self, head: Option<&str>, value: Node<'_>) -> String {
        match &self.summary {
            Some(summary) => summary.clone(),
            None => self.tool.text.with_body(head, value),
        }
    }

    fn text_with(&self, head: Option<&str>, json: &str) -> String {
        Document::parse(json).map(|document| self.text_for(head, document.root())).unwrap_or_default()
    }

    fn assemble(self, value: &str, written: Written) -> Result<Reply, Error> {
        let Written { structured, text, left_out, stored } = written;
        let name = self.tool.name();
        let structured = structured.as_deref().unwrap_or(value);
        let shown = text.as_deref().unwrap_or(structured);
        // Escapes make a text of JSON about a quarter longer.
        let mut json = String::with_capacity(structured.len() + shown.len() + shown.len() / 3 + 128);
        json.push_str("{\"content\":[");
        push_text_block(shown, &self.marks, &mut json);
        for block in &self.blocks {
            json.push(',');
            json.push_str(block);
        }
        if let (Some(key), Some(budget)) = (&stored, &self.tool.budget) {
            let link = Link::new(format!("{}{key}", budget.uri_prefix), format!("{name}: the whole result"))
                .mime_type("application/json");
            json.push(',');
            json.push_str(&link.into_json());
        }
        json.push(']');
        let mut range = 0..0;
        if !self.tool.is_text_only {
            json.push_str(",\"structuredContent\":");
            range = json.len()..json.len() + structured.len();
            json.push_str(structured);
        }
        if !self.meta.is_empty() {
            json.push_str(",\"_meta\":{");
            for (index, (key, value)) in self.meta.iter().enumerate() {
                let value = value.as_ref().map_err(|error| Error::not_json(name, error.to_string()))?;
                let comma = if index == 0 { "" } else { "," };
                json.push_str(comma);
                json.push_str(&quote(key));
                json.push(':');
                json.push_str(value);
            }
            json.push('}');
        }
        json.push_str(",\"resultType\":\"complete\"}");
        // The value is held to its schema and the text is there; only what else was given can be wrong.
        let is_plain = self.blocks.is_empty() && self.meta.is_empty() && stored.is_none();
        if !is_plain {
            self.tool.definition.refuse(&json)?;
        }
        let text = match text {
            Some(text) => Text::Own(text),
            None if self.tool.is_text_only => Text::Own(structured.to_owned()),
            None => Text::Structured(range),
        };
        Ok(Reply { definition: Arc::clone(&self.tool.definition), json, text, left_out, stored })
    }
}

fn with_note(text: &str, note: &str) -> String {
    if note.is_empty() { text.to_owned() } else { format!("{text}\n\n{note}") }
}

pub(crate) fn holds(schema: &OutputSchema, value: Node<'_>, name: &str) -> Result<(), Error> {
    match schema.check(value) {
        Verdict::Holds => Ok(()),
        Verdict::Breaks(violations) => Err(Error::breaks(name, violations)),
        Verdict::TooComplex(why) => Err(Error::too_big(name, why)),
    }
}

pub(crate) fn error_reply(definition: &Arc<Definition>, message: &str) -> Reply {
    let message = if message.trim().is_empty() { "The tool failed and does not say why." } else { message };
    let json = format!(
        "{{\"content\":[{}],\"isError\":true,\"resultType\":\"complete\"}}",
        text_block(message, &[])
    );
    Reply { text: Text::Own(message.to_owned()), ..Reply::new(definition, json) }
}
