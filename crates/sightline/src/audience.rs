//! Selection: what of a tool result each audience should get, and why.
//!
//! This is what ought to happen, not what a named client does: that is a projection. The published
//! specification leaves the choice to the client; SEP-2200 and MCP Apps say more. docs/audiences.md
//! has the whole table.

use std::borrow::Cow;

use serde::Serialize;

use crate::align::parse_json_text;
use crate::content::{BlockKind, ContentBlock};
use crate::diagnostic::Guidance;
use crate::json::{Node, Text};
use crate::result::{ResultType, ToolResult};
use crate::revision::{Revision, StructuredRoot};
use crate::tool::Tool;

const PUBLISHED: &str = "2026-07-28/server/tools, Structured Content";
const PUBLISHED_ERRORS: &str = "2026-07-28/server/tools, Error Handling";
const PUBLISHED_ANNOTATIONS: &str = "2026-07-28/server/resources, Annotations";
const PUBLISHED_RESULT_TYPE: &str = "2026-07-28/basic, ResultType";
const SEP_SELECTION: &str = "SEP-2200, 3. Client selection guidance";
const SEP_APPS: &str = "SEP-2200, 4. MCP Apps and model visibility";
const SEP_ERRORS: &str = "SEP-2200, 6. Error results";
const APPS: &str = "MCP Apps 2026-01-26, Data Passing";
const APPS_VISIBILITY: &str = "MCP Apps 2026-01-26, Visibility";
const OURS: &str = "Sightline, docs/audiences.md";

/// What a model is told when a result holds nothing for it.
pub const EMPTY: &str = "(empty result)";

/// Who is to get a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Code that a model wrote, in a sandbox of the host.
    Code,
    /// The application that holds the client.
    Host,
    /// The model of a conversation.
    Model,
    /// The view of an MCP App.
    View,
}

impl Audience {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Model, Self::Code, Self::View, Self::Host];

    /// Returns the name that people type and read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Host => "host",
            Self::Model => "model",
            Self::View => "view",
        }
    }

    /// Returns the audience of that name.
    ///
    /// ```
    /// use sightline::audience::Audience;
    ///
    /// assert_eq!(Audience::named("view"), Some(Audience::View));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|audience| audience.name() == name)
    }
}

/// Whether marks of audience on blocks are honoured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AudienceFilter {
    /// All blocks go to everybody.
    Off,
    /// A block that names an audience goes to that one.
    #[default]
    On,
}

/// When a host shows structured content to its model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HostShowsStructured {
    /// Beside content as well.
    Always,
    /// When content has nothing for the model.
    #[default]
    Fallback,
    /// Not at all.
    Never,
}

/// The switches of a selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Whether marks of audience are honoured.
    pub audience_filter: AudienceFilter,
    /// When the model gets structured content.
    pub host_shows_structured: HostShowsStructured,
}

/// How the audience takes what it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Delivery {
    /// As the result of the call.
    Result,
    /// As a result that is marked as an error.
    Error,
    /// As an exception that carries the text.
    Exception,
    /// Not yet: the call is pending.
    Pending,
    /// Not at all: this audience may not call the tool.
    Refused,
}

/// A channel of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Channel {
    /// A content block.
    Content,
    /// Result metadata.
    Meta,
    /// A protocol error.
    ProtocolError,
    /// The whole result, byte for byte.
    Result,
    /// Structured content.
    Structured,
}

/// One part of a result that the audience gets or does not get.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Part {
    /// The channel.
    pub channel: Channel,
    /// JSON pointer into the result.
    pub pointer: String,
    /// What the audience gets of it; `None` when it is left out.
    pub given: Option<String>,
    /// Why.
    pub reason: &'static str,
    /// Who says so.
    pub source: &'static str,
}

/// What one audience should get of one result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Selection {
    /// The audience.
    pub audience: Audience,
    /// The reading that decided.
    pub guidance: Guidance,
    /// How the audience takes it.
    pub delivery: Delivery,
    /// What is taken and what is left, in the order of the result.
    pub parts: Vec<Part>,
    /// Where the readings differ, and other remarks.
    pub advice: Vec<String>,
}

impl Selection {
    /// Returns exactly what the audience gets: the parts that are given, a line break between them.
    ///
    /// `None` when nothing is given at all, which is not the same as an empty text.
    #[must_use]
    pub fn plain(&self) -> Option<String> {
        let given: Vec<&str> = self.parts.iter().filter_map(|part| part.given.as_deref()).collect();
        (!given.is_empty()).then(|| given.join("\n"))
    }

    fn add(&mut self, channel: Channel, pointer: impl Into<String>, given: Option<String>, why: Why) {
        self.parts.push(Part { channel, pointer: pointer.into(), given, reason: why.0, source: why.1 });
    }
}

/// A reason and its source.
#[derive(Clone, Copy)]
struct Why(&'static str, &'static str);

/// What one selection is made from.
struct Call<'d> {
    result: ToolResult<'d>,
    /// `None` also where the revision knows no structured content.
    structured: Option<Node<'d>>,
    guidance: Guidance,
    options: Options,
}

/// Selects what an audience should get of a result.
///
/// Under `either` the selection follows SEP-2200, whose choices the published text leaves open, and
/// the advice says where.
///
/// ```
/// use sightline::audience::{Audience, Options, select};
/// use sightline::diagnostic::Guidance;
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
///
/// let text = r#"{"content": [{"type": "text", "text": "2 rows"}], "structuredContent": [1, 2]}"#;
/// let document = Document::parse(text).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let plain = |audience| {
///     select(result, None, &Revision::LATEST, audience, Guidance::Either, Options::default()).plain()
/// };
/// assert_eq!(plain(Audience::Model).unwrap(), "2 rows");
/// assert_eq!(plain(Audience::Code).unwrap(), "[1, 2]");
/// assert_eq!(plain(Audience::View).unwrap(), text);
/// ```
#[must_use]
pub fn select(
    result: ToolResult<'_>,
    tool: Option<Tool<'_>>,
    revision: &Revision,
    audience: Audience,
    guidance: Guidance,
    options: Options,
) -> Selection {
    let mut selection =
        Selection { audience, guidance, delivery: Delivery::Result, parts: Vec::new(), advice: Vec::new() };
    if let Some(why) = tool.and_then(|tool| refusal(tool, audience)) {
        selection.delivery = Delivery::Refused;
        selection.add(Channel::Result, "", None, why);
        return selection;
    }
    let kind = revision.facts_or_newest().result_type(result);
    if kind != ResultType::Complete {
        pending(result, &kind, &mut selection);
        return selection;
    }
    let knows_structured = revision.facts_or_newest().structured_root != StructuredRoot::Absent;
    let structured = result.structured_content();
    if structured.is_some() && !knows_structured && matches!(audience, Audience::Code | Audience::Model) {
        let why = Why("this revision has no structuredContent, so its readers do not look there", PUBLISHED);
        selection.add(Channel::Structured, "/structuredContent", None, why);
    }
    let call = Call { result, structured: structured.filter(|_| knows_structured), guidance, options };
    match audience {
        Audience::Model => model(&call, &mut selection),
        Audience::Code => code(&call, &mut selection),
        Audience::View => {
            let why = Why("the view gets the whole result as it came, metadata included", APPS);
            selection.add(Channel::Result, "", Some(result.node().text().to_owned()), why);
        }
        Audience::Host => host(&call, &mut selection),
    }
    selection
}

/// Selects what an audience should get of a JSON-RPC error object, which is no tool result.
///
/// ```
/// use sightline::audience::{Audience, Delivery, select_protocol_error};
/// use sightline::diagnostic::Guidance;
/// use sightline::json::Document;
///
/// let error = Document::parse(r#"{"code": -32602, "message": "unknown tool"}"#).unwrap();
/// let selection = select_protocol_error(error.root(), Audience::Code, Guidance::Either);
/// assert_eq!((selection.delivery, &*selection.plain().unwrap()), (Delivery::Exception, "unknown tool"));
/// ```
#[must_use]
pub fn select_protocol_error(error: Node<'_>, audience: Audience, guidance: Guidance) -> Selection {
    let message = error.member("message").and_then(Node::as_str);
    let message = message.map_or_else(|| error.text().to_owned(), Cow::into_owned);
    let (delivery, given, reason) = match audience {
        Audience::Model => (Delivery::Error, message, "a client may tell its model of a protocol error"),
        Audience::Code => (Delivery::Exception, message, "code gets an exception"),
        Audience::View => (Delivery::Error, error.text().to_owned(), "the view is told of the error"),
        Audience::Host => (Delivery::Error, error.text().to_owned(), "the host handles the error"),
    };
    let mut selection = Selection { audience, guidance, delivery, parts: Vec::new(), advice: Vec::new() };
    selection.add(Channel::ProtocolError, "/error", Some(given), Why(reason, PUBLISHED_ERRORS));
    selection
}

fn refusal(tool: Tool<'_>, audience: Audience) -> Option<Why> {
    let (caller, reason) = match audience {
        Audience::Model => ("model", "the tool is for the app alone: it is not in the model's list"),
        Audience::Code => ("model", "the tool is for the app alone: it is not bound in code mode"),
        // A view that was declared for the tool shows its results, whoever may call it.
        Audience::View if tool.view_uri().is_some() => return None,
        Audience::View => ("app", "the tool is for the model alone: a call by a view is a protocol error"),
        Audience::Host => return None,
    };
    (!tool.is_visible_to(caller)).then_some(Why(reason, APPS_VISIBILITY))
}

fn pending(result: ToolResult<'_>, kind: &ResultType<'_>, selection: &mut Selection) {
    selection.delivery = Delivery::Pending;
    if selection.audience == Audience::Host {
        let reason = match kind {
            ResultType::InputRequired => {
                "the host fulfils inputRequests and retries with a new id and the state"
            }
            ResultType::Task => "the host polls the task; its final result is checked like any other",
            ResultType::Complete | ResultType::Other(_) => "the host does not know this type of result",
        };
        let whole = Some(result.node().text().to_owned());
        selection.add(Channel::Result, "", whole, Why(reason, PUBLISHED_RESULT_TYPE));
        return;
    }
    let reason = match kind {
        ResultType::InputRequired => {
            "the call is pending until input is given: this is not the tool's output"
        }
        ResultType::Task => "the call goes on as a task: nothing until its final result",
        ResultType::Complete | ResultType::Other(_) => "a result of an unknown type is not the tool's output",
    };
    selection.add(Channel::Result, "", None, Why(reason, PUBLISHED_RESULT_TYPE));
}

fn model(call: &Call<'_>, selection: &mut Selection) {
    let is_error = call.result.is_error();
    if is_error {
        selection.delivery = Delivery::Error;
    }
    let source = if is_error { SEP_ERRORS } else { prefer(call.guidance, OURS, SEP_SELECTION) };
    let reason =
        if is_error { "the error's message is in content" } else { "content is written for the model" };
    let has_content = blocks(call, "assistant", Why(reason, source), selection);
    if let Some(structured) = call.structured {
        structured_for_model(call, structured, has_content, selection);
    } else if !has_content {
        let why = Why("nothing is left for the model, and it is told so", OURS);
        selection.add(Channel::Content, "/content", Some(EMPTY.to_owned()), why);
    }
    if call.result.meta().is_some() {
        let why = Why("metadata is for the host", prefer(call.guidance, OURS, SEP_APPS));
        selection.add(Channel::Meta, "/_meta", None, why);
    }
}

fn structured_for_model(call: &Call<'_>, structured: Node<'_>, has_content: bool, selection: &mut Selection) {
    let source = prefer(call.guidance, OURS, SEP_SELECTION);
    let (shown, reason) = match (call.options.host_shows_structured, has_content) {
        (HostShowsStructured::Never, _) => (false, "the host never shows structured content to its model"),
        (HostShowsStructured::Always, _) => (true, "the host always shows structured content to its model"),
        (HostShowsStructured::Fallback, true) => (false, "content says it; both would be paid for twice"),
        (HostShowsStructured::Fallback, false) => {
            (true, "content has nothing for the model: its JSON instead")
        }
    };
    // An error's structured content beside its message is data about a failure, and no answer.
    let shown = shown && !(has_content && call.result.is_error());
    let given = shown.then(|| structured.compact().into_owned());
    selection.add(Channel::Structured, "/structuredContent", given, Why(reason, source));
    if !shown && !has_content {
        let why = Why("nothing is left for the model, and it is told so", OURS);
        selection.add(Channel::Content, "/content", Some(EMPTY.to_owned()), why);
    }
    if call.guidance != Guidance::Either {
        return;
    }
    selection.advice.push(if has_content {
        "the published text leaves open which field the model gets; SEP-2200 says content, and not both"
            .to_owned()
    } else {
        "the published text is silent on empty content; SEP-2200 lets structuredContent stand in".to_owned()
    });
}

fn code(call: &Call<'_>, selection: &mut Selection) {
    if call.result.is_error() {
        selection.delivery = Delivery::Exception;
        let has_content =
            blocks(call, "assistant", Why("the exception carries the text", SEP_ERRORS), selection);
        if let Some(structured) = call.structured {
            let given = (!has_content).then(|| structured.text().to_owned());
            let reason = if has_content {
                "an error's structured content is no value to return"
            } else {
                "the error has no text: the exception carries this"
            };
            selection.add(Channel::Structured, "/structuredContent", given, Why(reason, SEP_ERRORS));
        }
    } else if let Some(structured) = call.structured {
        let why = Why("code gets the value itself", prefer(call.guidance, OURS, SEP_SELECTION));
        for (index, _) in call.result.content().enumerate() {
            let why = Why("structured content is there", why.1);
            selection.add(Channel::Content, format!("/content/{index}"), None, why);
        }
        selection.add(Channel::Structured, "/structuredContent", Some(structured.text().to_owned()), why);
        if call.guidance == Guidance::Either {
            let text =
                "the published text leaves open which field code gets; SEP-2200 says structuredContent";
            selection.advice.push(text.to_owned());
        }
    } else if call.result.content().any(is_media) && !hides(call, "assistant") {
        for (index, _) in call.result.content().enumerate() {
            let why = Why("the whole result is given", OURS);
            selection.add(Channel::Content, format!("/content/{index}"), None, why);
        }
        let why = Why("media are no text that could stand for the result: code gets it whole", OURS);
        selection.add(Channel::Result, "", Some(call.result.node().text().to_owned()), why);
    } else {
        let why = Why(
            "no structured content: code falls back to content",
            prefer(call.guidance, OURS, SEP_SELECTION),
        );
        blocks(call, "assistant", why, selection);
        unwrap_json(selection);
    }
    if call.result.meta().is_some() {
        let why = Why("metadata is for the host", prefer(call.guidance, OURS, SEP_APPS));
        selection.add(Channel::Meta, "/_meta", None, why);
    }
}

/// A fallback text that is JSON is a value for code, without white space or a fence around it.
fn unwrap_json(selection: &mut Selection) {
    let mut given = selection.parts.iter_mut().filter(|part| part.given.is_some());
    let (Some(part), None) = (given.next(), given.next()) else { return };
    let Some(document) = part.given.as_deref().and_then(parse_json_text) else { return };
    part.given = Some(document.root().text().to_owned());
    part.reason = "no structured content: the JSON of the one text block is the value";
}

fn host(call: &Call<'_>, selection: &mut Selection) {
    let whole = Why("the host gets the whole result, metadata included", PUBLISHED);
    selection.add(Channel::Result, "", Some(call.result.node().text().to_owned()), whole);
    for (index, block) in call.result.content().enumerate() {
        let hidden = call.options.audience_filter == AudienceFilter::On && block.excludes("user");
        if hidden {
            let why =
                Why("the block is marked for others: not for display to the user", PUBLISHED_ANNOTATIONS);
            selection.add(Channel::Content, format!("/content/{index}"), None, why);
        }
    }
    if call.structured.is_some() {
        selection.advice.push(if call.result.is_error() {
            format!("do not validate structuredContent of an error against outputSchema ({SEP_ERRORS})")
        } else {
            format!("validate structuredContent against outputSchema ({PUBLISHED})")
        });
    }
    if call.structured.is_some() && !call.result.content().any(is_told) {
        selection
            .advice
            .push("content says nothing: backfill one text block, once, at the gateway".to_owned());
    }
}

/// Adds the content blocks, and tells whether any of them says something to the reader.
fn blocks(call: &Call<'_>, reader: &str, why: Why, selection: &mut Selection) -> bool {
    let filtered = call.options.audience_filter == AudienceFilter::On;
    let mut has_content = false;
    for (index, block) in call.result.content().enumerate() {
        let pointer = format!("/content/{index}");
        if filtered && block.excludes(reader) {
            let why = Why("the block is marked for others", PUBLISHED_ANNOTATIONS);
            selection.add(Channel::Content, pointer, None, why);
        } else if is_told(block) {
            has_content = true;
            selection.add(Channel::Content, pointer, Some(told(block)), why);
        } else {
            selection.add(Channel::Content, pointer, None, Why("blank text says nothing", OURS));
        }
        if block.audience().is_some_and(|audience| audience.is_array() && audience.is_empty()) {
            selection
                .advice
                .push(format!("/content/{index}: an empty audience is undefined; read as absent"));
        }
    }
    has_content
}

/// Tells whether a block holds bytes, which a text can only mention.
fn is_media(block: ContentBlock<'_>) -> bool {
    matches!(block.kind, BlockKind::Audio { .. } | BlockKind::Image { .. } | BlockKind::ResourceBlob { .. })
}

/// Tells whether a block is kept from a reader.
fn hides(call: &Call<'_>, reader: &str) -> bool {
    let filtered = call.options.audience_filter == AudienceFilter::On;
    filtered && call.result.content().any(|block| block.excludes(reader))
}

/// Tells whether a block says anything: all do but blank text.
fn is_told(block: ContentBlock<'_>) -> bool {
    block.text().is_none_or(|text| !text.to_str().trim().is_empty())
}

/// What a block is as text. Media, which only the model itself can read, stand as a short mark.
fn told(block: ContentBlock<'_>) -> String {
    match block.kind {
        // Where an empty resource lives is all that can be said of it.
        BlockKind::ResourceText { uri, text, mime_type } if text.to_str().trim().is_empty() => {
            format!("[resource {}, empty]", named(uri, mime_type))
        }
        BlockKind::Text(text) | BlockKind::ResourceText { text, .. } => text.to_str().into_owned(),
        BlockKind::Audio { mime_type, data } => media("audio", &mime_type.to_str(), data.raw().len()),
        BlockKind::Image { mime_type, data } => media("image", &mime_type.to_str(), data.raw().len()),
        BlockKind::ResourceBlob { uri, blob, mime_type } => {
            media("resource", &named(uri, mime_type), blob.raw().len())
        }
        BlockKind::ResourceLink { .. } => {
            let fields = ["title", "name", "uri", "mimeType", "description"];
            let told = fields.iter().filter_map(|name| block.node.member(name)).filter_map(Node::as_str);
            told.collect::<Vec<_>>().join(" · ")
        }
        BlockKind::Other => block.node.text().to_owned(),
    }
}

/// Where a resource lives, and of what media type it is.
fn named(uri: Text<'_>, mime_type: Option<Text<'_>>) -> String {
    let uri = uri.to_str().into_owned();
    mime_type.map_or_else(|| uri.clone(), |mime_type| format!("{uri}, {}", mime_type.to_str()))
}

fn media(what: &str, name: &str, characters: usize) -> String {
    format!("[{what} {name}, {characters} characters of base64]")
}

/// The source of a choice that the published text leaves open and SEP-2200 makes.
fn prefer(guidance: Guidance, published: &'static str, sep: &'static str) -> &'static str {
    match guidance {
        Guidance::Published => published,
        Guidance::Either | Guidance::Sep2200 => sep,
    }
}

#[cfg(test)]
mod tests;
