//! What one record says, in a few words and with the facts behind them.

use std::fmt::Write as _;

use serde::Serialize;
use sightline::json::{Document, Node};
use sightline::result::ToolResult;
use sightline::schema::{OutputSchema, Verdict};

use super::channel::{Channel, Kind, channels, payload_copies};
use super::form::{Form, forms, texts_of};
use super::read::Observed;
use crate::record::Record;

/// What arrived at the model, told by its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// Something of the content.
    Content,
    /// The structured content.
    Structured,
    /// Both.
    Both,
    /// A text that says the same as the structured content and is spelled like it: either may be shown.
    Same,
    /// Words of the client's or its SDK's own stand where a result was lost.
    OwnWords,
    /// Words of the client's own stand where there was nothing to show.
    Placeholder,
    /// Something arrived, and nothing tells of which channel.
    Untold,
    /// Nothing arrived.
    Nothing,
    /// The run ended.
    RunEnds,
}

impl Shown {
    /// Returns it in plain words.
    ///
    /// ```
    /// assert_eq!(sightline_survey::results::cell::Shown::RunEnds.words(), "run ends");
    /// ```
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Structured => "structured",
            Self::Both => "both",
            Self::Same => "same either way",
            Self::OwnWords => "own words",
            Self::Placeholder => "placeholder",
            Self::Untold => "something",
            Self::Nothing => "nothing",
            Self::RunEnds => "run ends",
        }
    }
}

/// What a result and its tool are, as far as classification asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Traits {
    /// A text that is not blank.
    pub has_text: bool,
    /// `content` is a list without a block.
    pub content_empty: bool,
    /// Structured content that is not `null`.
    pub has_structured: bool,
    /// `structuredContent` is an object.
    pub structured_object: bool,
    /// Blocks that are no text.
    pub has_other_blocks: bool,
    /// `isError: true`.
    pub is_error: bool,
    /// The tool declares an output schema.
    pub schema_declared: bool,
    /// Structured content breaks the declared schema.
    pub breaks_schema: bool,
    /// A schema is declared, and structured content is absent.
    pub structured_missing: bool,
    /// A text says, as JSON, the same as the structured content.
    pub is_mirror: bool,
}

/// What one record says.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Cell {
    /// The scenario.
    pub case: String,
    /// What arrived, by its source.
    pub shown: Shown,
    /// Whether `_meta` of the result arrived with it.
    pub leaks_meta: bool,
    /// How the message's content stands in the request: `string`, `list`, `object`, `exception`.
    pub message: Option<String>,
    /// How the texts are built.
    pub forms: Vec<Form>,
    /// How often the payload of the structured content arrived.
    pub copies: usize,
    /// All channels of the result.
    pub channels: Vec<Channel>,
    /// What the model is told of an error: `none`, `flagged`, `substituted`, `run-aborted`.
    pub error: String,
    /// Who refused the result, when somebody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused_by: Option<String>,
    /// What the result is.
    pub traits: Traits,
    /// How often the tool was called for it, when that was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<u64>,
}

impl Cell {
    /// Looks at one record.
    ///
    /// ```
    /// use sightline_survey::results::cell::{Cell, Shown};
    /// use sightline_survey::results::read::records;
    ///
    /// let line = r#"{"case": "a", "error": "none",
    ///     "wire": "{\"content\": [{\"type\": \"text\", \"text\": \"two rows\"}], \"structuredContent\": {\"city\": \"Bergen\"}}",
    ///     "parts": [{"kind": "text", "text": "two rows", "place": "tool-message"}]}"#.replace('\n', "");
    /// let cell = Cell::of(&records("", &line, "").unwrap()[0]);
    /// assert_eq!((cell.shown, cell.copies), (Shown::Content, 0));
    /// ```
    #[must_use]
    pub fn of(observed: &Observed) -> Self {
        let record = &observed.record;
        let channels = told(record).unwrap_or_else(|| channels(record));
        let forms = forms(record);
        let traits = traits(record);
        let shown = shown(record, &channels, traits, &forms);
        let structured = channels.iter().find(|channel| channel.kind == Kind::Structured);
        let structured = structured.and_then(|channel| channel.copies).unwrap_or(0);
        let of_mirror = if traits.is_mirror { payload_copies(record) } else { None };
        Self {
            case: record.case.clone(),
            shown,
            leaks_meta: channels.iter().any(|channel| channel.kind == Kind::Meta && channel.arrived()),
            message: record.form.clone(),
            copies: of_mirror.unwrap_or_else(|| structured + mirrored(traits, &channels)),
            refused_by: record.validator.get("by").and_then(|by| by.as_str()).map(str::to_owned),
            error: record.error.clone(),
            calls: record.other.get("calls").and_then(serde_json::Value::as_u64),
            channels,
            forms,
            traits,
        }
    }

    /// Takes the one copy of a mirror for the text: the client is known to show nothing of structured
    /// content, so it has printed JSON again that it found in the text.
    pub(crate) fn take_for_text(&mut self) {
        if !self.traits.is_mirror || self.shown != Shown::Structured {
            return;
        }
        self.shown = Shown::Content;
        let mut copies = Some(0);
        for channel in self.channels.iter_mut().filter(|channel| channel.kind == Kind::Structured) {
            copies = channel.copies.replace(0);
        }
        if let Some(text) = self.channels.iter_mut().find(|channel| channel.kind == Kind::Text) {
            text.copies = copies;
        }
    }

    /// The words of a cell in a table: what arrived, and what is odd about it.
    ///
    /// ```
    /// use sightline_survey::results::cell::Cell;
    /// use sightline_survey::results::read::records;
    ///
    /// let line = r#"{"case": "a", "error": "run-aborted", "wire": "{}"}"#;
    /// assert_eq!(Cell::of(&records("", line, "").unwrap()[0]).words(), "run ends");
    /// ```
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = self.shown.words().to_owned();
        if self.leaks_meta {
            words.push_str(" + _meta");
        }
        if self.copies > 1 {
            let _ = write!(words, " ×{}", self.copies);
        }
        if self.channels.iter().any(|channel| channel.cut.is_some()) {
            words.push_str(", cut");
        }
        words
    }
}

/// Of a mirror the text is a copy as well.
fn mirrored(traits: Traits, channels: &[Channel]) -> usize {
    let is_text = |channel: &&Channel| channel.kind == Kind::Text && channel.arrived();
    usize::from(traits.is_mirror && channels.iter().any(|channel| is_text(&channel)))
}

/// The channels that an incomplete record names itself: its texts do not tell.
fn told(record: &Record) -> Option<Vec<Channel>> {
    if record.complete || record.judged_by.as_deref() != Some("channels") {
        return None;
    }
    let kind = |name: &str| match name {
        "structuredContent" => Kind::Structured,
        "_meta" => Kind::Meta,
        _ => Kind::Text,
    };
    let named = record.channels.as_object()?;
    let channel = |(name, copies): (&String, &serde_json::Value)| Channel {
        kind: kind(name),
        pointer: format!("/{name}"),
        copies: copies.as_u64().and_then(|copies| usize::try_from(copies).ok()),
        cut: None,
    };
    Some(named.iter().map(channel).collect())
}

fn shown(record: &Record, channels: &[Channel], traits: Traits, forms: &[Form]) -> Shown {
    let arrived = |wanted: &dyn Fn(Kind) -> bool| {
        channels.iter().any(|channel| wanted(channel.kind) && channel.arrived())
    };
    let structured = arrived(&|kind| kind == Kind::Structured);
    let content = arrived(&|kind| !matches!(kind, Kind::Structured | Kind::Meta));
    let says =
        record.parts.iter().any(|part| part.text.as_deref().is_none_or(|text| !text.trim().is_empty()));
    match (content, structured) {
        _ if record.error == "run-aborted" => Shown::RunEnds,
        // What such words repeat of the result is what was wrong with it, and no choice between fields.
        _ if record.error == "substituted" => Shown::OwnWords,
        (true, true) => Shown::Both,
        (true, false) if traits.is_mirror && is_spelled_alike(forms) => Shown::Same,
        (true, false) => Shown::Content,
        (false, true) => Shown::Structured,
        _ if !says && record.complete => Shown::Nothing,
        _ if arrived(&|kind| kind == Kind::Meta) => Shown::Untold,
        _ if is_untold(channels, traits, record) => Shown::Untold,
        (false, false) => Shown::Placeholder,
    }
}

/// Whether a text stands there as it was, nothing around it tells that it is the text, and the structured
/// content printed as JSON would look the same.
fn is_spelled_alike(forms: &[Form]) -> bool {
    let is_told = |form: &Form| matches!(form, Form::RawResult(_) | Form::BlockList | Form::Object(_));
    let is_json = |form: &Form| matches!(form, Form::Json(_));
    forms.contains(&Form::Verbatim) && forms.iter().any(is_json) && !forms.iter().any(is_told)
}

/// Whether something of the result may be what arrived: it has channels that cannot be told.
fn is_untold(channels: &[Channel], traits: Traits, record: &Record) -> bool {
    let is_bare = record
        .parts
        .iter()
        .all(|part| matches!(part.text.as_deref().map(str::trim), Some("" | "[]" | "{}" | "null") | None));
    let untold = channels.iter().any(|channel| channel.copies.is_none());
    untold && (!is_bare || traits.has_structured)
}

/// Looks at a result and its tool.
pub(crate) fn traits(record: &Record) -> Traits {
    let Ok(document) = Document::parse(&record.wire) else { return Traits::default() };
    let Some(result) = ToolResult::of(document.root()) else { return Traits::default() };
    let definition = record.tool_definition.to_string();
    let definition = Document::parse(&definition).ok();
    let schema = definition.as_ref().and_then(|document| document.root().member("outputSchema"));
    let structured = result.structured_content();
    let breaks = |schema: Node<'_>, value: Node<'_>| {
        OutputSchema::compile(schema).is_ok_and(|schema| matches!(schema.check(value), Verdict::Breaks(_)))
    };
    let texts = texts_of(result);
    let says = |value: Node<'_>| {
        texts.iter().any(|text| Document::parse(text).is_ok_and(|own| own.root().equals(value)))
    };
    Traits {
        has_text: texts.iter().any(|text| !text.trim().is_empty()),
        content_empty: result.content_node().is_some_and(|node| node.is_array() && node.is_empty()),
        has_structured: structured.is_some_and(|node| !node.is_null()),
        structured_object: structured.is_some_and(Node::is_object),
        has_other_blocks: result.content().any(|block| block.text().is_none()),
        is_error: result.is_error(),
        schema_declared: schema.is_some(),
        breaks_schema: schema.zip(structured).is_some_and(|(schema, value)| breaks(schema, value)),
        structured_missing: schema.is_some() && structured.is_none(),
        is_mirror: structured.filter(|node| !node.is_null()).is_some_and(says),
    }
}
