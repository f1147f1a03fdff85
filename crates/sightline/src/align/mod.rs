//! Alignment: does `content` say what `structuredContent` says?
//!
//! A text block that is JSON is compared by value: key order, spacing, escapes and the spelling of
//! numbers do not matter, and either side may be wrapped (the text is the bare array, the structured
//! content is `{"rows": […]}`). Other text is searched for the facts of the structured content. This
//! module compares, and does not judge: levels belong to rules.

mod amount;
mod compare;
mod date;
mod derived;
mod embedded;
mod facts;
mod fit;
mod hear;
mod heard;
mod index;
mod judge;
mod lexicon;
mod matrix;
mod moment;
mod nearly;
mod number;
mod quick;
mod rows;
mod says;
mod scan;
mod table;
mod weigh;
mod worded;

use std::borrow::Cow;
use std::ops::Range;

use serde::Serialize;

use crate::content::{BlockKind, ContentBlock};
use crate::json::{Document, Kind, Node, Text};
use crate::result::ToolResult;

pub use facts::{Fact, FactKind, Facts};

/// Most differences that one alignment lists; the others are only counted.
pub const MAX_DIFFERENCES: usize = 20;

/// How content and structured content relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Relation {
    /// The result has no structured content; `null` and other falsy values are structured content.
    NoStructured,
    /// Content is absent, empty, or only blank text.
    NoContent,
    /// Content carries the same data.
    Same,
    /// Content states part of the data and nothing that was found to disagree. Of structured content
    /// without any data (`{}`, `[]`, `""`) every text is a summary.
    Summary,
    /// Content states data that disagrees.
    Differs,
    /// Content states part of the data, and facts that the data lacks.
    Extends,
    /// Content is text that states no facts at all, none of the data and none of its own.
    Bare,
    /// Content states facts, and none of them is of the data.
    Unrelated,
    /// Content or structured content is larger than what is compared, so nothing is said of them.
    TooLarge,
    /// Content has no text at all: images, audio, or blocks that are not known.
    Unread,
}

/// What kind of text was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Form {
    /// One text block is a JSON array or object.
    Json,
    /// JSON within other text: in a fence, behind a sentence, or one value a line.
    JsonWithin,
    /// Each text block is one item of an array of the structured content.
    JsonItems,
    /// The text is a scalar of the structured content: a string as it stands, else its JSON.
    Scalar,
    /// Any other text, judged by the facts that it states.
    Prose,
}

/// One place where content and structured content disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// JSON pointer into the JSON of the text block; empty for prose.
    pub text_pointer: String,
    /// JSON pointer into the structured content: for prose to the nearest fact.
    pub structured_pointer: String,
    /// For prose the byte range of the claim in the text, of several blocks as if they stood one below
    /// the other with a blank line between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_place: Option<(usize, usize)>,
    /// What the text says, as JSON or as prose, cut to a readable length.
    pub text: String,
    /// What the structured content says, as JSON, cut to a readable length.
    pub structured: String,
    /// What a claim of prose is believed to disagree by, as one word: `label`, `state`, `unknown-number`;
    /// `cell` in a table, and empty for JSON.
    #[serde(skip)]
    pub evidence: &'static str,
    /// What spoke for it and against it, each as one word.
    #[serde(skip)]
    pub reasons: Vec<&'static str>,
}

impl Difference {
    fn of(structured_pointer: String, text: String, structured: String) -> Self {
        Self {
            text_pointer: String::new(),
            structured_pointer,
            text_place: None,
            text,
            structured,
            evidence: "",
            reasons: Vec::new(),
        }
    }
}

/// How the content of one result relates to its structured content.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Alignment {
    /// The relation.
    pub relation: Relation,
    /// What kind of text was compared; `None` when there was nothing to compare.
    pub form: Option<Form>,
    /// Index in `content` of the text block that was compared, of several the first.
    pub text_block: Option<usize>,
    /// JSON pointer into the JSON of the text block to the part that was compared: `/result` when the
    /// text wraps the value.
    pub text_pointer: String,
    /// JSON pointer into the structured content to the part that was compared: `/rows` when the text
    /// is the bare array.
    pub structured_pointer: String,
    /// Where the two disagree, at most [`MAX_DIFFERENCES`].
    pub differences: Vec<Difference>,
    /// How many disagreements there are, those not listed too.
    pub difference_count: usize,
    /// Whether a disagreement of prose is a guess: more speaks for it than against it, and not so much that
    /// it is sure.
    pub is_guess: bool,
    /// What prose says and the data may deny, with too little evidence to say so, and the nearest fact; at
    /// most [`MAX_DIFFERENCES`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<Difference>,
    /// Pointers of members of the structured content that the JSON text lacks, at most
    /// [`MAX_DIFFERENCES`]. What stands beside a part that was compared is lacking too.
    pub untold: Vec<String>,
    /// Pointers of members of the JSON text that the structured content lacks, at most
    /// [`MAX_DIFFERENCES`].
    pub added: Vec<String>,
    /// The facts that prose states; `None` for other forms.
    pub facts: Option<Facts>,
}

impl Alignment {
    fn of(relation: Relation) -> Self {
        Self {
            relation,
            form: None,
            text_block: None,
            text_pointer: String::new(),
            structured_pointer: String::new(),
            differences: Vec::new(),
            difference_count: 0,
            is_guess: false,
            doubts: Vec::new(),
            untold: Vec::new(),
            added: Vec::new(),
            facts: None,
        }
    }
}

/// Compares the content of a result with its structured content.
///
/// Of several text blocks the one that agrees best counts: a summary beside a JSON copy is `Same`.
///
/// ```
/// use sightline::align::{Relation, align};
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
///
/// let text = r#"{"content": [{"type": "text", "text": "[{\"id\": 1.0}]"}],
///                "structuredContent": {"rows": [{"id": 1}]}}"#;
/// let document = Document::parse(text).unwrap();
/// let alignment = align(ToolResult::of(document.root()).unwrap());
/// assert_eq!((alignment.relation, &*alignment.structured_pointer), (Relation::Same, "/rows"));
///
/// let text = r#"{"content": [{"type": "text", "text": "{\"total\": 99}"}],
///                "structuredContent": {"total": 12.5}}"#;
/// let document = Document::parse(text).unwrap();
/// let alignment = align(ToolResult::of(document.root()).unwrap());
/// assert_eq!(alignment.relation, Relation::Differs);
/// assert_eq!(alignment.differences[0].structured_pointer, "/total");
/// ```
#[must_use]
pub fn align(result: ToolResult<'_>) -> Alignment {
    let Some(structured) = result.structured_content() else {
        return Alignment::of(Relation::NoStructured);
    };
    let blocks: Vec<ContentBlock<'_>> = result.content().collect();
    let raw = texts(&blocks);
    let mut best_json: Option<Alignment> = None;
    // What is no JSON, and what stands around it.
    let mut rest: Vec<(usize, Cow<'_, str>)> = Vec::new();
    for (index, text) in &raw {
        let (found, around) = match by_value(*text, structured) {
            Some(alignment) if alignment.relation != Relation::Unrelated => (Some(alignment), None),
            Some(_) => (None, Some(text.to_str())),
            None => embedded::compare(text.to_str(), structured),
        };
        rest.extend(around.map(|text| (*index, text)));
        let Some(alignment) = found else { continue };
        let alignment = Alignment { text_block: Some(*index), ..alignment };
        let known = best_json.as_ref().map(|best| preference(best.relation));
        if known.is_none_or(|known| preference(alignment.relation) < known) {
            best_json = Some(alignment);
        }
    }
    let is_blank = rest.iter().all(|(_, text)| text.trim().is_empty());
    if let Some(alignment) = best_json {
        // The copy may be right and the words around it wrong.
        if is_blank || alignment.relation == Relation::Differs {
            return alignment;
        }
        let around = facts::prose(&rest, structured, facts::Beside::Copy);
        return if around.relation == Relation::Differs { around } else { alignment };
    }
    if is_blank {
        let only_text = blocks.iter().all(|block| block.text().is_some());
        return Alignment::of(if only_text { Relation::NoContent } else { Relation::Unread });
    }
    if let [(index, text)] = &*rest
        && let Some(alignment) = quick::summary(text, structured)
    {
        return Alignment { text_block: Some(*index), ..alignment };
    }
    let told = scalar(&rest, structured).or_else(|| items(&rest, structured));
    told.unwrap_or_else(|| facts::prose(&rest, structured, facts::Beside::Nothing))
}

/// Compares a text that is JSON with the structured content; `None` when it is none.
fn by_value(text: Text<'_>, structured: Node<'_>) -> Option<Alignment> {
    if let Some(alike) = compare::spelt_alike(text, structured) {
        return Some(alike.alignment(structured));
    }
    Some(compare::compare(parse_json_text(text.to_str())?.root(), structured))
}

/// How a text carries the structured content.
#[derive(Clone, Debug)]
pub(crate) enum Carried {
    /// The text is what stands here in the document of the structured content, byte for byte.
    Copy(Range<usize>),
    /// The text says the same in another way.
    Otherwise,
}

/// Tells whether one text alone says what the structured content says: what [`align`] calls the same.
pub(crate) fn carried(text: Text<'_>, structured: Node<'_>) -> Option<Carried> {
    if let Some(alike) = compare::spelt_alike(text, structured) {
        let carried = alike.copy.map_or(Carried::Otherwise, |copy| Carried::Copy(copy.span()));
        return alike.carries(structured).then_some(carried);
    }
    let text = text.to_str();
    let by_value =
        || parse_json_text(&*text).is_some_and(|document| compare::carries(document.root(), structured));
    let is_scalar = || scalar_of(structured).is_some_and(|(_, value)| says(&text, value));
    (is_scalar() || by_value()).then_some(Carried::Otherwise)
}

/// Which of several alignments counts: agreement first, then what can be shown to disagree.
fn preference(relation: Relation) -> u8 {
    match relation {
        Relation::Same => 0,
        Relation::Differs => 1,
        Relation::Summary => 2,
        Relation::Bare | Relation::Extends | Relation::Unrelated => 3,
        Relation::TooLarge | Relation::Unread | Relation::NoContent | Relation::NoStructured => 4,
    }
}

/// Reads a text as JSON when it is one array or object, and nothing else.
///
/// A scalar is not read: `12` and `true` are prose as well. One fence of three backticks around the
/// JSON, with or without the word `json`, is no part of it.
///
/// ```
/// use sightline::align::parse_json_text;
///
/// assert!(parse_json_text(" {\"a\": [1]}\n").is_some());
/// assert!(parse_json_text("```json\n[1]\n```").is_some());
/// assert!(parse_json_text("[1] and more").is_none());
/// assert!(parse_json_text("12").is_none());
/// ```
#[must_use]
pub fn parse_json_text<'t>(text: impl Into<Cow<'t, str>>) -> Option<Document<'static>> {
    let text: Cow<'t, str> = text.into();
    let inner = unfenced(&text);
    if !inner.starts_with(['{', '[']) || !inner.ends_with(['}', ']']) {
        return None;
    }
    let whole = inner.len() == text.len();
    let text = if whole { text.into_owned() } else { inner.to_owned() };
    Document::from_string(text).ok()
}

fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text.strip_prefix("```").and_then(|text| text.strip_suffix("```")) else { return text };
    inner.strip_prefix("json").unwrap_or(inner).trim()
}

/// The texts that blocks carry: text blocks and embedded text resources, with their index.
fn texts<'d>(blocks: &[ContentBlock<'d>]) -> Vec<(usize, Text<'d>)> {
    let text_of = |block: &ContentBlock<'d>| match block.kind {
        BlockKind::Text(text) | BlockKind::ResourceText { text, .. } => Some(text),
        BlockKind::ResourceLink { name, .. } => Some(name),
        BlockKind::Audio { .. }
        | BlockKind::Image { .. }
        | BlockKind::Other
        | BlockKind::ResourceBlob { .. } => None,
    };
    blocks.iter().enumerate().filter_map(|(index, block)| Some((index, text_of(block)?))).collect()
}

/// The structured content is a scalar, or one scalar in a wrapper, and a text is just that.
fn scalar(texts: &[(usize, Cow<'_, str>)], structured: Node<'_>) -> Option<Alignment> {
    let (pointer, value) = scalar_of(structured)?;
    let (index, _) = texts.iter().find(|(_, text)| says(text, value))?;
    Some(Alignment {
        form: Some(Form::Scalar),
        text_block: Some(*index),
        structured_pointer: pointer,
        ..Alignment::of(Relation::Same)
    })
}

/// The structured content when it is a scalar, or its only member when that is one.
fn scalar_of(structured: Node<'_>) -> Option<(String, Node<'_>)> {
    let (pointer, value) = compare::unwrapped(structured);
    (!matches!(value.kind(), Kind::Array | Kind::Object)).then_some((pointer, value))
}

/// Tells whether the whole text is a value: a string as it stands, or any value as JSON.
fn says(text: &str, value: Node<'_>) -> bool {
    if value.as_text().is_some_and(|string| string.is(text)) {
        return true;
    }
    let trimmed = text.trim();
    if value.as_str().is_some_and(|string| !trimmed.is_empty() && string.trim() == trimmed) {
        return true;
    }
    Document::parse(trimmed).is_ok_and(|document| document.root().equals(value))
}

/// Some SDKs put each item of a list in a text block of its own.
fn items(texts: &[(usize, Cow<'_, str>)], structured: Node<'_>) -> Option<Alignment> {
    let (pointer, array) = compare::unwrapped(structured);
    let (first, _) = texts.first().filter(|_| array.is_array() && array.len() == texts.len())?;
    let same = texts.iter().zip(array.items()).all(|((_, text), item)| says(text, item));
    same.then(|| Alignment {
        form: Some(Form::JsonItems),
        text_block: Some(*first),
        structured_pointer: pointer,
        ..Alignment::of(Relation::Same)
    })
}

#[cfg(test)]
mod tests;
