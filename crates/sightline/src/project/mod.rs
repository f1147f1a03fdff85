//! What a surface shows the model for a result.
//!
//! The layers run in one order: SDK, selection, block conversion, serialisation, wrapping, limits,
//! the provider's message. Each says what it did. Where each text comes from is remembered while it is
//! built, so that what is lost, leaked or doubled is known and not guessed.
//!
//! Placeholders in a profile's texts, of a block: `{text}`, `{visible text}` (without invisible copies of
//! ASCII), `{composed text}` (the same, in Unicode's composed form), `{fence}` (backticks that the text has
//! no run of), `{uri}`, `{uri:html}` (as in an attribute), `{title}` (last step of the location's path), `{mime}`, `{name}`, `{label}` (title, else
//! name), `{description}`, `{bytes}` (size of decoded data), `{grouped_bytes}`, `{size}` (the same in words),
//! `{length}` (of the base64), `{decoded}` (base64 as text), `{base64_problem}` (why Python does not decode it), `{digest}` (start of the SHA-1), `{text_digest}`
//! (start of the SHA-256 of the text, else of the URI); `{member|word}` for a member of the block, or the word
//! where it is absent or empty, and `{member?words}` with words before it where it is neither;
//! `{data:urlsafe}` (the data again in the letters of URLs), `{text:quoted}`, `{data:quoted}`, `{mime:quoted}`, `{json:quoted}` (the block as JSON): JSON strings with
//! quotes. Of the call, in all texts: `{server}`, `{tool}`, `{server_word}`, `{tool_word}` (with underscores
//! for all but ASCII letters and digits), `{model}`, `{arguments}`, `{python_arguments}`,
//! `{arguments:quoted}`, `{arguments:repr}` (as Python writes a dictionary), `{model:quoted}`, `{called as}`, `{called as:quoted}`, `{call id}`. What nobody can know beforehand stays
//! as it is: `{wall time}`, `{path}`, `{random id}`, and the last two of the call when it does not say, and so
//! do words that were described and never seen: `{fixed sentence}`, `{blob text}`.

mod account;
mod append;
mod blocks;
mod condition;
mod declaration;
mod digest;
mod draft;
mod emit;
mod ends;
mod envelope;
mod excerpt;
mod facts;
mod figures;
mod fill;
mod forms;
mod json_excerpt;
mod limit;
mod message;
mod mime;
mod object;
mod preview;
mod protocol;
mod redact;
mod refuse;
mod select;
mod sha256;
mod shapes;
mod skip;
mod slots;
mod spill;
mod strict;
#[cfg(test)]
mod tests;
mod units;
mod words;
mod wrap;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use serde::Serialize;

use self::draft::Draft;
pub use self::protocol::project_error;
use self::slots::Slots;
use crate::align::Carried;
use crate::json::Document;
pub use crate::profile::Place;
use crate::profile::{Behaviour, Case, ErrorMark, Evidence, Stage, Surface};
use crate::result::ToolResult;
use crate::revision::Revision;
use crate::schema::Schemas;
use crate::sdk::{Received, Validator, filled_from_text, missing_result_type, receive};
use crate::tool::Tool;

/// What is known of the call that a result answers; real outcomes depend on all of it.
///
/// A call remembers what it found out about its result, so each result needs a call of its own.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Call<'c> {
    /// Name of the server in the client's configuration.
    pub server: String,
    /// The tools that the server lists: one odd schema can change what another tool's result becomes.
    pub tools: Vec<Tool<'c>>,
    /// The definition of the tool that was called.
    pub tool: Option<Tool<'c>>,
    /// Name of the tool that was called, when there is no definition.
    pub tool_name: String,
    /// The name under which the model called it, when that is known; clients make up their own.
    pub called_as: Option<String>,
    /// The provider's id of the call, when that is known.
    pub id: Option<String>,
    /// JSON text of the arguments.
    pub arguments: Option<String>,
    /// Revision that was negotiated; by default the newest one.
    pub revision: Option<Revision>,
    /// Whether the result is whole, as it came over the wire. One that somebody wrote down may lack what the
    /// protocol adds to it, and no client is thought to miss that.
    pub as_received: bool,
    /// `stdio` or `http`.
    pub transport: Option<String>,
    /// Model in the request.
    pub model: Option<String>,
    /// Settings of the client that differ from its defaults.
    pub options: BTreeMap<String, String>,
    /// Compiled schemas, shared by all surfaces.
    pub schemas: Schemas,
    mirrors: OnceCell<Vec<Option<Carried>>>,
}

impl Call<'_> {
    fn name(&self) -> String {
        let named = self.tool.and_then(Tool::name).map(Cow::into_owned);
        named.unwrap_or_else(|| self.tool_name.clone())
    }

    /// The same call; what is remembered of the result is left behind.
    fn of_another_result(&self) -> Self {
        Self {
            server: self.server.clone(),
            tools: self.tools.clone(),
            tool: self.tool,
            tool_name: self.tool_name.clone(),
            called_as: self.called_as.clone(),
            id: self.id.clone(),
            arguments: self.arguments.clone(),
            revision: self.revision.clone(),
            as_received: self.as_received,
            transport: self.transport.clone(),
            model: self.model.clone(),
            options: self.options.clone(),
            schemas: Schemas::default(),
            mirrors: OnceCell::new(),
        }
    }

    fn revision(&self) -> &Revision {
        self.revision.as_ref().unwrap_or(&Revision::LATEST)
    }
}

/// What a model receives for a result.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Projection {
    /// Client id.
    pub client: String,
    /// Version of the client.
    pub version: String,
    /// Surface inside the client.
    pub surface: String,
    /// Provider dialect, or `none`.
    pub dialect: String,
    /// Revision that was negotiated.
    pub era: String,
    /// What arrives, in order.
    pub parts: Vec<Part>,
    /// What the model is told of an error.
    pub error: ErrorShown,
    /// Who generated the wording in a `{validator}` slot, and which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validator: Option<Validator>,
    /// What each layer did, in order.
    pub steps: Vec<Step>,
    /// Which channels of the result arrive, at least in part: `content`, `structuredContent`, `_meta`.
    pub channels: Vec<&'static str>,
    /// What of the result does not arrive.
    pub lost: Vec<Note>,
    /// What arrives that was meant for the host.
    pub leaked: Vec<Note>,
    /// How often the payload of the structured content arrives.
    pub copies: usize,
    /// Tokens of all text parts (o200k_base); `null` when they were not counted.
    pub tokens: Option<usize>,
    /// How this behaviour is known.
    pub evidence: Evidence,
}

/// One part of what arrives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Its text, for texts and JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its media type, for media.
    #[serde(rename = "mimeType", skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The link itself, where one is passed on instead of bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// The kinds of part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartKind {
    /// A sound.
    Audio,
    /// Another file.
    File,
    /// A picture.
    Image,
    /// A JSON object of the provider's message, as compact JSON.
    Json,
    /// A text.
    Text,
}

/// What the model is told of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorShown {
    /// An error flag, an error key, a prefix, or the envelope's `isError`.
    Flagged,
    /// Nothing marks an error.
    None,
    /// The client does not offer the tool, so there is nothing to show.
    NotOffered,
    /// The run ends; the model gets nothing.
    RunAborted,
    /// Words of the client or its SDK stand where the server's result was lost.
    Substituted,
}

/// What one layer did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The layer.
    pub layer: &'static str,
    /// What it did, in one clause.
    pub what: String,
}

/// Something that is lost or leaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// JSON pointer into the result.
    pub pointer: String,
    /// Why, in one clause.
    pub why: String,
}

impl Part {
    fn text(text: String) -> Self {
        Self { kind: PartKind::Text, text: Some(text), mime_type: None, uri: None, place: Place::ToolMessage }
    }

    fn json(text: String) -> Self {
        Self { kind: PartKind::Json, ..Self::text(text) }
    }
}

impl Projection {
    /// Returns all text that the model reads, one part after another.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| part.text.as_deref())
    }
}

/// Returns what a surface shows the model for a result. Pure: nothing is looked up.
///
/// ```
/// use sightline::json::Document;
/// use sightline::profile::{Profile, Selector};
/// use sightline::project::{Call, project};
/// use sightline::result::ToolResult;
///
/// let text = r#"{"content": [{"type": "text", "text": "2 rows"}], "structuredContent": {"rows": [1, 2]}}"#;
/// let document = Document::parse(text).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let profile = Profile::of("claude-code").unwrap();
/// let surface = profile.surface(&Selector::default()).unwrap();
/// let projection = project(&Call::default(), result, surface);
/// assert_eq!(projection.texts().collect::<Vec<_>>(), [r#"{"rows":[1,2]}"#]);
/// assert_eq!(projection.lost[0].pointer, "/content/0");
/// ```
#[must_use]
pub fn project<'c>(call: &'c Call<'c>, result: ToolResult<'c>, surface: &Surface) -> Projection {
    let sdk = &surface.behaviour.sdk;
    let altered = if sdk.repairs_from_text { filled_from_text(result) } else { None };
    let altered = altered.and_then(|text| Document::from_string(text).ok());
    let Some(filled) = altered.as_ref().and_then(|document| ToolResult::of(document.root())) else {
        return received(call, result, surface);
    };
    let call = call.of_another_result();
    let mut projection = received(&call, filled, surface);
    let what = "fills structured content that is missing or falsy from the JSON of the first text".to_owned();
    projection.steps.insert(0, Step { layer: "sdk", what });
    // Nobody sent it, so nobody loses it.
    projection
        .lost
        .retain(|lost| lost.pointer != "/structuredContent" || result.structured_content().is_some());
    projection
}

/// What becomes of a result as the SDK is given it.
fn received<'c>(call: &'c Call<'c>, result: ToolResult<'c>, surface: &Surface) -> Projection {
    let behaviour = &surface.behaviour;
    // What a surface negotiates is its own affair, whatever the one who asks has negotiated.
    let own = Revision::from(surface.era.as_str());
    let revision = if surface.era.is_empty() { call.revision() } else { &own };
    let received = match missing_result_type(&behaviour.sdk, result, revision) {
        Some(refusal) if call.as_received => Received::Refused(refusal),
        _ => receive(&behaviour.sdk, result, call.tool, &call.tools, revision, &call.schemas),
    };
    let mut draft = Draft::new(call, result, behaviour);
    let (parts, error, validator) = match received {
        Received::NotOffered => {
            draft.step("sdk", "does not offer the tool: an output schema of the list is not `type: object`");
            (Vec::new(), ErrorShown::NotOffered, None)
        }
        Received::AsksForInput => {
            draft.step(
                "sdk",
                "gives the input that is asked for and calls again; what is answered then is shown",
            );
            (Vec::new(), ErrorShown::None, None)
        }
        Received::Refused(validator) => {
            draft.step("sdk", format!("refuses the result: {}", validator.by));
            refuse::refused(&mut draft, behaviour, validator)
        }
        Received::Accepted => {
            let (parts, error) = accepted(&mut draft, behaviour);
            (parts, error, None)
        }
    };
    account::finish(&draft, surface, parts, error, validator)
}

/// The layers after the SDK, in their order.
fn accepted(draft: &mut Draft<'_, '_>, behaviour: &Behaviour) -> (Vec<Part>, ErrorShown) {
    let always = Case::default();
    let case = select::select(draft, behaviour).unwrap_or(&always);
    let marks = case.errors.unwrap_or(behaviour.errors);
    if draft.ended {
        draft.media.clear();
        draft.shown.fill(false);
        draft.step("blocks", "the result cannot be converted, so the run ends");
        return (Vec::new(), ErrorShown::RunAborted);
    }
    if let Some(text) = draft.failed.take() {
        draft.media.clear();
        draft.shown.fill(false);
        draft.step("blocks", "one block cannot be converted, so the whole result is replaced");
        let error = if marks == ErrorMark::None { ErrorShown::None } else { ErrorShown::Substituted };
        return (message::message(draft, &behaviour.message, Slots::from(text), false), error);
    }
    let mut parts = std::mem::take(&mut draft.slots);
    spill::apply(draft, &behaviour.spills, Stage::Parts, &mut parts);
    draft.slots = parts;
    let (mut slots, nothing) = wrap::wrap(draft, case, &behaviour.message);
    spill::apply(draft, &behaviour.spills, Stage::Whole, &mut slots);
    limit::apply(draft, &behaviour.limits, &mut slots);
    excerpt::apply(draft, &behaviour.excerpts, &mut slots);
    if let Some(preview) = &behaviour.preview {
        preview::apply(draft, preview, &mut slots);
    }
    if let Some(excerpt) = &behaviour.json_excerpt {
        json_excerpt::apply(draft, case, excerpt, &mut slots);
    }
    if let Some(frame) = &behaviour.frame {
        forms::frame(draft, frame, &mut slots);
    }
    if !case.outer_prefix.is_empty() {
        let prefix = words::fill_call(draft.call, &case.outer_prefix);
        match slots.first_text_mut() {
            Some(text) => text.insert_str(0, &prefix),
            None => slots.push(prefix),
        }
    }
    if let Some(most) = behaviour.most_tokens
        && limit::exceeds_tokens(&slots, most)
    {
        draft.step("limits", format!("the run ends: the texts have more than {most} tokens"));
        draft.media.clear();
        draft.shown.fill(false);
        draft.structured = 0;
        return (Vec::new(), ErrorShown::RunAborted);
    }
    let form = case.message.as_ref().unwrap_or(&behaviour.message);
    let error = message::error_shown(draft, marks, case, nothing);
    let is_error = draft.is_error && marks != ErrorMark::None;
    (message::message(draft, form, slots, is_error), error)
}
