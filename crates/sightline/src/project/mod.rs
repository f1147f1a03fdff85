//! What a surface shows the model for a result.
//!
//! The layers run in one order: SDK, selection, block conversion, serialisation, wrapping, limits,
//! the provider's message. Each says what it did. Where each text comes from is remembered while it is
//! built, so that what is lost, leaked or doubled is known and not guessed.
//!
//! Placeholders in a profile's texts: `{text}`, `{uri}`, `{title}` (last step of the location's path),
//! `{mime}`, `{name}`, `{label}` (title, else name), `{description}`, `{bytes}` (size of decoded
//! data), `{grouped_bytes}`, `{size}` (the same in words), `{length}` (of the base64), `{digest}` (start
//! of the SHA-1), `{text_digest}` (start of the SHA-256 of the text, else of the URI), `{decoded}` (base64 as text), `{server}`, `{tool}`, `{server_word}`, `{tool_word}`
//! (with underscores for all but ASCII letters and digits), `{model}`, `{arguments}`, `{python_arguments}`;
//! `{text:quoted}`, `{data:quoted}`, `{mime:quoted}`, `{json:quoted}` (the block as JSON),
//! `{arguments:quoted}`, `{model:quoted}`: JSON strings with quotes;
//! `{called as}`, `{call id}`. What nobody can know beforehand stays as it is: `{wall time}`, `{path}`,
//! `{random id}`, and the last two when the call does not say, and so do words that were described
//! and never seen: `{fixed sentence}`, `{blob text}`.

mod append;
mod blocks;
mod condition;
mod digest;
mod envelope;
mod excerpt;
#[cfg(test)]
mod form_tests;
mod forms;
mod limit;
mod mime;
#[cfg(test)]
mod parameters;
mod redact;
mod select;
mod sha256;
mod shapes;
mod skip;
mod spill;
#[cfg(test)]
mod tests;
mod words;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::align::{Carried, carried};
use crate::content::ContentBlock;
use crate::json::{Node, ODD, Text, escape};
pub use crate::profile::Place;
use crate::profile::{Behaviour, Case, ErrorMark, Evidence, List, Message, Stage, Surface};
use crate::result::ToolResult;
use crate::revision::Revision;
use crate::schema::Schemas;
use crate::sdk::print::{Style, quoted};
use crate::sdk::{Received, SdkKind, Shape, Validator, block_shape, receive};
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

/// What has been built so far, with where it came from.
#[derive(Clone)]
struct Draft<'c, 'd> {
    call: &'c Call<'d>,
    result: ToolResult<'c>,
    /// Whether the client takes the result for an error.
    is_error: bool,
    /// Whether locations are printed as the SDK has parsed them.
    parsed_urls: bool,
    texts: Vec<String>,
    /// Texts that stay parts of their own.
    tails: Vec<String>,
    /// How the SDK hands blocks on.
    shape: Option<&'static Shape>,
    /// Places of texts that are JSON values when they become one list.
    values: BTreeSet<usize>,
    media: Vec<Part>,
    /// Where a message stands although nothing is left for it.
    void: Option<Place>,
    /// Labels of blocks that were removed.
    removed: BTreeSet<String>,
    /// Blocks of which something arrives.
    shown: Vec<bool>,
    structured: usize,
    meta: bool,
    block_meta: Vec<usize>,
    failed: Option<String>,
    /// Whether a block ended the run.
    ended: bool,
    steps: Vec<Step>,
}

impl<'c> Draft<'c, '_> {
    /// The decoded text of a block; one that repeats the structured content need not be decoded.
    fn plain(&self, index: usize, text: Text<'c>) -> Cow<'c, str> {
        let mirror = mirrors(self.call, self.result).get(index);
        let copy = mirror.and_then(Option::as_ref).and_then(|mirror| match mirror {
            Carried::Copy(span) => self.result.node().document().text().get(span.clone()),
            Carried::Otherwise => None,
        });
        copy.map_or_else(|| text.to_str(), Cow::Borrowed)
    }

    /// A text in quotes; what a block of the result holds stands there as it is to be written.
    fn quoted(&self, text: &str) -> String {
        /// Most bytes of a client's own words around the text of a block.
        const WORDS: usize = 512;
        let document = self.result.node().document().text();
        let written = |(block, mirror): (ContentBlock<'c>, &Option<Carried>)| {
            let Some(Carried::Copy(span)) = mirror else { return None };
            let (string, copy) = (block.node.member("text")?, document.get(span.clone())?);
            let room = text.len().checked_sub(copy.len()).filter(|room| *room <= WORDS)?;
            let (before, after) =
                (0..=room).find_map(|at| Some((text.get(..at)?, text.get(at..)?.strip_prefix(copy)?)))?;
            let raw = string.as_text().filter(|_| string.is_free_of(ODD))?.raw();
            let mut out = String::with_capacity(raw.len() + 2 * WORDS);
            out.push('"');
            escape(before, false, &mut out);
            out.push_str(raw);
            escape(after, false, &mut out);
            out.push('"');
            Some(out)
        };
        let mut blocks = self.result.content().zip(mirrors(self.call, self.result));
        blocks.find_map(written).unwrap_or_else(|| quoted(text, &Style::JAVASCRIPT))
    }

    fn step(&mut self, layer: &'static str, what: impl Into<String>) {
        self.steps.push(Step { layer, what: what.into() });
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
    let behaviour = &surface.behaviour;
    // What a surface negotiates is its own affair, whatever the one who asks has negotiated.
    let own = Revision::from(surface.era.as_str());
    let revision = if surface.era.is_empty() { call.revision() } else { &own };
    let received = receive(&behaviour.sdk, result, call.tool, &call.tools, revision, &call.schemas);
    let mut draft = Draft {
        call,
        result,
        is_error: behaviour.sdk.is_error(result),
        parsed_urls: behaviour.sdk.kind == SdkKind::Python1,
        texts: Vec::new(),
        tails: Vec::new(),
        shape: block_shape(&behaviour.sdk),
        values: BTreeSet::new(),
        media: Vec::new(),
        void: None,
        removed: BTreeSet::new(),
        shown: vec![false; result.content().count()],
        structured: 0,
        meta: false,
        block_meta: Vec::new(),
        failed: None,
        ended: false,
        steps: Vec::new(),
    };
    let (parts, error, validator) = match received {
        Received::NotOffered => {
            draft.step("sdk", "does not offer the tool: an output schema of the list is not `type: object`");
            (Vec::new(), ErrorShown::NotOffered, None)
        }
        Received::Refused(validator) => {
            draft.step("sdk", format!("refuses the result: {}", validator.by));
            refused(&mut draft, behaviour, validator)
        }
        Received::Accepted => {
            let (parts, error) = accepted(&mut draft, behaviour);
            (parts, error, None)
        }
    };
    finish(&draft, surface, parts, error, validator)
}

/// The client's words for a refused result; without the slot nobody sees the validator's wording.
fn refused(
    draft: &mut Draft<'_, '_>,
    behaviour: &Behaviour,
    mut validator: Validator,
) -> (Vec<Part>, ErrorShown, Option<Validator>) {
    let by_schema = validator.by.contains("output-schema check");
    let mut template = "{validator}";
    if let Some(refusal) = &behaviour.refusal {
        if refusal.ends_run || by_schema && refusal.schema_ends_run {
            draft.step("wrapping", "the run ends");
            return (Vec::new(), ErrorShown::RunAborted, None);
        }
        let by_schema_text = refusal.schema_text.as_ref().filter(|_| by_schema);
        template = by_schema_text.unwrap_or(&refusal.text);
        if !refusal.reporter.is_empty() {
            validator.by = format!("{}, {}", validator.by, refusal.reporter);
        }
    }
    let quote = if validator.message.contains('\'') && !validator.message.contains('"') { "\"" } else { "'" };
    let text = words::fill_call(draft.call, template).replace("{quote}", quote);
    draft.step("wrapping", "the client's words for a refused result");
    let shown = text.contains("{validator}");
    let texts = behaviour.frame.iter().fold(vec![text], |texts, frame| forms::frame(draft, frame, texts));
    (message(draft, &behaviour.message, texts, true), ErrorShown::Substituted, shown.then_some(validator))
}

fn accepted(draft: &mut Draft<'_, '_>, behaviour: &Behaviour) -> (Vec<Part>, ErrorShown) {
    let always = Case::default();
    let case = select::select(draft, behaviour).unwrap_or(&always);
    if draft.ended {
        draft.media.clear();
        draft.shown.fill(false);
        draft.step("blocks", "the result cannot be converted, so the run ends");
        return (Vec::new(), ErrorShown::RunAborted);
    }
    let marks = case.errors.unwrap_or(behaviour.errors);
    if let Some(text) = draft.failed.take() {
        draft.media.clear();
        draft.shown.fill(false);
        draft.step("blocks", "one block cannot be converted, so the whole result is replaced");
        let error = match marks {
            ErrorMark::Flag
            | ErrorMark::FlagUnlessEmpty
            | ErrorMark::FlagWithText
            | ErrorMark::Substituted => ErrorShown::Substituted,
            ErrorMark::None => ErrorShown::None,
        };
        return (message(draft, &behaviour.message, vec![text], false), error);
    }
    let texts = std::mem::take(&mut draft.texts);
    draft.texts = spill::apply(draft, &behaviour.spills, Stage::Parts, texts);
    let (texts, nothing) = wrap(draft, case, &behaviour.message);
    let texts = spill::apply(draft, &behaviour.spills, Stage::Whole, texts);
    let texts = limit::apply(draft, &behaviour.limits, texts);
    let texts = excerpt::apply(draft, &behaviour.excerpts, texts);
    let texts = behaviour.frame.iter().fold(texts, |texts, frame| forms::frame(draft, frame, texts));
    let form = case.message.as_ref().unwrap_or(&behaviour.message);
    let is_error = draft.is_error;
    let error = match marks {
        ErrorMark::None if nothing && case.empty_is_flagged => ErrorShown::Flagged,
        ErrorMark::FlagWithText if is_error && nothing => ErrorShown::Substituted,
        ErrorMark::FlagUnlessEmpty if is_error && nothing => ErrorShown::None,
        ErrorMark::Substituted if is_error => ErrorShown::Substituted,
        ErrorMark::Flag | ErrorMark::FlagUnlessEmpty | ErrorMark::FlagWithText if is_error => {
            ErrorShown::Flagged
        }
        ErrorMark::Flag
        | ErrorMark::FlagUnlessEmpty
        | ErrorMark::FlagWithText
        | ErrorMark::Substituted
        | ErrorMark::None => ErrorShown::None,
    };
    (message(draft, form, texts, is_error && marks != ErrorMark::None), error)
}

/// Skips, joins and wraps the texts of a case, and tells whether there was nothing to show.
fn wrap(draft: &mut Draft<'_, '_>, case: &Case, common: &Message) -> (Vec<String>, bool) {
    let mut texts = std::mem::take(&mut draft.texts);
    // A blank text and a block that is left without words were not removed.
    let all_removed = texts.is_empty() && draft.void.is_none() && !draft.removed.is_empty();
    skip::skip(&mut texts, case.skip);
    if texts.iter().any(|text| blocks::is_place_of_media(text)) {
        skip::skip(&mut texts, case.skip_beside_media);
    }
    let nothing = texts.is_empty() && draft.media.is_empty();
    if let (Some(removed), true) = (&case.all_removed, nothing && all_removed) {
        draft.step("wrapping", "a text says that everything was removed");
        let labels = draft.removed.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let label = |name: &str| (name == "removed").then(|| labels.clone());
        texts.push(words::fill_with(draft.call, removed, &label));
    } else if nothing && let Some(empty) = &case.empty {
        draft.step("wrapping", "a placeholder stands for nothing");
        texts.push(words::fill_call(draft.call, empty));
    } else if texts.is_empty()
        && let Some(instead) = &case.media_only
    {
        draft.step("wrapping", "a placeholder stands before media without a text");
        texts.push(instead.replace("{media}", &draft.media.len().to_string()));
    }
    let form = case.message.as_ref().unwrap_or(common);
    if form.media_place.is_some() {
        texts.retain(|text| !blocks::is_place_of_media(text));
    }
    let style = case.style.unwrap_or(Style::JAVASCRIPT);
    if let Some(list) = case.list.filter(|list| *list != List::JsonUnlessOne || !texts.is_empty()) {
        // Beside files there are strings only.
        if !draft.media.is_empty() {
            draft.values.clear();
        }
        texts = vec![forms::list(&texts, list, &style, &draft.values)];
    }
    // Texts around a picture in the same message stay parts of their own.
    if let Some(separator) = &case.join
        && texts.len() > 1
        && !texts.iter().any(|text| blocks::is_place_of_media(text))
    {
        texts = vec![texts.join(separator)];
    }
    if case.blank_is_empty
        && let Some(empty) = &case.empty
        && draft.media.is_empty()
        && draft.tails.is_empty()
        && texts.iter().all(|text| condition::trim(text).is_empty())
    {
        texts = vec![words::fill_call(draft.call, empty)];
    }
    texts = append::apart(draft, case, texts);
    if case.trim {
        texts.iter_mut().for_each(|text| *text = condition::trim(text).to_owned());
    }
    if case.quote {
        texts.iter_mut().for_each(|text| *text = quoted(text, &Style::JAVASCRIPT));
    }
    if case.redacts_credentials {
        texts.iter_mut().for_each(|text| *text = redact::redacted(text));
    }
    if let Some(object) = &case.object {
        let text = texts.pop().unwrap_or_default();
        texts = vec![forms::object(draft, object, &text, &style)];
    }
    let bare = nothing && case.empty_is_bare;
    let around = |part: &str| if bare { String::new() } else { words::fill_call(draft.call, part) };
    let (prefix, suffix) = (around(&case.prefix), around(&case.suffix));
    if !prefix.is_empty() || !suffix.is_empty() {
        draft.step("wrapping", "adds words of the client's own");
        if case.join.is_some() {
            let text = texts.pop().unwrap_or_default();
            texts = vec![format!("{prefix}{text}{suffix}")];
        } else {
            if !prefix.is_empty() {
                texts.insert(0, prefix);
            }
            if !suffix.is_empty() {
                texts.push(suffix);
            }
        }
    }
    texts.append(&mut draft.tails);
    (texts, nothing)
}

/// The provider's message form.
fn message(draft: &mut Draft<'_, '_>, form: &Message, mut texts: Vec<String>, is_error: bool) -> Vec<Part> {
    let mut media = std::mem::take(&mut draft.media);
    if let Some(place) = form.media_place {
        media.iter_mut().for_each(|part| part.place = place);
        texts.retain(|text| !blocks::is_place_of_media(text));
    }
    let follows = media.iter().any(|part| part.place == Place::FollowingUserMessage);
    let mut parts: Vec<Part> = Vec::with_capacity(texts.len() + media.len() + 1);
    if let Some(key) = &form.object_key {
        let key = if is_error { "error" } else { key };
        let quote = |text: &str| draft.quoted(text);
        let text = match texts.as_slice() {
            [] => "{}".to_owned(),
            [text] => format!("{{{}:{}}}", quote(key), quote(text)),
            many => format!("{{{}:{}}}", quote(key), quote(&many.join("\n"))),
        };
        parts.push(Part::json(text));
        parts.extend(media);
        return parts;
    }
    if form.json {
        let text = texts.pop().unwrap_or_else(|| "{}".to_owned());
        parts.push(Part::json(text));
        parts.extend(media);
        return parts;
    }
    if texts.is_empty()
        && media.iter().all(|part| part.place != Place::ToolMessage)
        && (form.media_notice.is_none() || !follows)
        && let Some(empty) = &form.empty
    {
        texts.push(empty.clone());
    }
    let (here, beside): (Vec<Part>, Vec<Part>) =
        media.into_iter().partition(|part| part.place == Place::ToolMessage);
    if follows && let Some(separator) = &form.media_join {
        texts = vec![texts.join(separator)];
    }
    // Parts of the tool's message keep the order of the blocks; texts remember their place by an
    // index that media carry in `blocks::convert`.
    parts.extend(blocks::interleave(texts, here));
    if follows && let Some(notice) = &form.media_notice {
        draft.step("message", "says that media follow in a message of the user's");
        parts.push(Part::text(notice.clone()));
    }
    if follows && let Some(intro) = &form.media_intro {
        draft.step("message", "puts media into a message of the user's");
        parts.push(Part { place: Place::FollowingUserMessage, ..Part::text(intro.clone()) });
    }
    parts.extend(beside);
    if let Some(place) = draft.void
        && parts.iter().all(|part| part.place != place)
    {
        parts.push(Part { place, ..Part::text(String::new()) });
    }
    parts
}

fn finish(
    draft: &Draft<'_, '_>,
    surface: &Surface,
    parts: Vec<Part>,
    error: ErrorShown,
    validator: Option<Validator>,
) -> Projection {
    let result = draft.result;
    let mirrors = mirrors(draft.call, result);
    let shown_texts = mirrors.iter().zip(&draft.shown).filter(|(mirror, shown)| mirror.is_some() && **shown);
    let shown_texts = shown_texts.count();
    let mut lost = Vec::new();
    for (index, shown) in draft.shown.iter().enumerate() {
        // A copy of what arrives elsewhere is not lost.
        let mirrored = draft.structured > 0 && mirrors.get(index).is_some_and(Option::is_some);
        if !shown && !mirrored {
            let why = "the block does not reach the model".to_owned();
            lost.push(Note { pointer: format!("/content/{index}"), why });
        }
    }
    if result.structured_content().is_some() && draft.structured == 0 && shown_texts == 0 {
        let why = "structuredContent does not reach the model".to_owned();
        lost.push(Note { pointer: "/structuredContent".to_owned(), why });
    }
    if draft.is_error && error == ErrorShown::None {
        let why = "nothing tells the model that this is an error".to_owned();
        lost.push(Note { pointer: "/isError".to_owned(), why });
    }
    let mut leaked = Vec::new();
    // What the protocol itself stamps on results is no secret of the host's.
    let own = |name: &str| !name.starts_with("io.modelcontextprotocol/");
    let keys: Vec<String> = result
        .meta()
        .into_iter()
        .flat_map(Node::members)
        .map(|member| member.key.to_str().into_owned())
        .filter(|name| own(name))
        .collect();
    if draft.meta && !keys.is_empty() {
        let why = format!("the model is shown `_meta`: {}", keys.join(", "));
        leaked.push(Note { pointer: "/_meta".to_owned(), why });
    }
    for index in &draft.block_meta {
        let pointer = format!("/content/{index}/_meta");
        leaked.push(Note { pointer, why: "the model is shown a block's `_meta`".to_owned() });
    }
    let arrives = [
        ("content", draft.shown.contains(&true)),
        ("structuredContent", draft.structured > 0),
        ("_meta", draft.meta && result.meta().is_some()),
    ];
    Projection {
        channels: arrives.into_iter().filter(|(_, arrives)| *arrives).map(|(name, _)| name).collect(),
        client: surface.client.clone(),
        version: surface.version.clone(),
        surface: surface.name.clone(),
        dialect: surface.dialect.clone(),
        era: if surface.era.is_empty() { draft.call.revision().to_string() } else { surface.era.clone() },
        parts,
        error,
        validator,
        steps: draft.steps.clone(),
        lost,
        leaked,
        copies: draft.structured + shown_texts,
        tokens: None,
        evidence: surface.evidence.clone(),
    }
}

/// How each block carries the structured content; blocks that are no texts do not.
fn mirrors<'c>(call: &'c Call<'_>, result: ToolResult<'_>) -> &'c [Option<Carried>] {
    call.mirrors.get_or_init(|| {
        let Some(structured) = result.structured_content() else { return Vec::new() };
        result.content().map(|block| carried(block.text()?, structured)).collect()
    })
}
