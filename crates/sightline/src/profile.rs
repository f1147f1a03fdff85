//! Client profiles: what is known of one client, as data with evidence.
//!
//! A profile is one file. It names versions with their evidence, surfaces with the behaviour they
//! have, and behaviours built from a closed set of strategies and parameters, which `project`
//! carries out. A behaviour may extend another one of the same file.

mod strategy;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use toml::Table;

pub use self::forms::{Defuse, Excerpt, Frame, List, ObjectForm, Piece, Size};
pub use self::strategy::Strategy;
use crate::sdk::SdkLayer;
use crate::sdk::print::Style;

mod forms;
mod shared;

/// The profiles that ship with Sightline, by file.
static FILES: &[(&str, &str)] = &[
    ("adk-python", include_str!("profiles/adk-python.toml")),
    ("agent-framework-dotnet", include_str!("profiles/agent-framework-dotnet.toml")),
    ("agent-framework-python", include_str!("profiles/agent-framework-python.toml")),
    ("ai-sdk", include_str!("profiles/ai-sdk.toml")),
    ("claude-code", include_str!("profiles/claude-code.toml")),
    ("cline", include_str!("profiles/cline.toml")),
    ("codex", include_str!("profiles/codex.toml")),
    ("continue", include_str!("profiles/continue.toml")),
    ("copilot-cli", include_str!("profiles/copilot-cli.toml")),
    ("crewai", include_str!("profiles/crewai.toml")),
    ("crewai-tools", include_str!("profiles/crewai-tools.toml")),
    ("deepagents", include_str!("profiles/deepagents.toml")),
    ("droid", include_str!("profiles/droid.toml")),
    ("fast-agent", include_str!("profiles/fast-agent.toml")),
    ("gemini-cli", include_str!("profiles/gemini-cli.toml")),
    ("goose", include_str!("profiles/goose.toml")),
    ("hermes-agent", include_str!("profiles/hermes-agent.toml")),
    ("kilocode", include_str!("profiles/kilocode.toml")),
    ("librechat", include_str!("profiles/librechat.toml")),
    ("mastra", include_str!("profiles/mastra.toml")),
    ("mistral-vibe", include_str!("profiles/mistral-vibe.toml")),
    ("openai-agents-js", include_str!("profiles/openai-agents-js.toml")),
    ("opencode", include_str!("profiles/opencode.toml")),
    ("pydantic-ai", include_str!("profiles/pydantic-ai.toml")),
    ("qwen-code", include_str!("profiles/qwen-code.toml")),
    ("roo-code", include_str!("profiles/roo-code.toml")),
    ("strands", include_str!("profiles/strands.toml")),
    ("vscode-copilot", include_str!("profiles/vscode-copilot.toml")),
    ("zed", include_str!("profiles/zed.toml")),
];

/// What is known of one client.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// Its id, lower case.
    pub client: String,
    /// Its name as people write it.
    pub title: String,
    /// Where its source or package lives.
    pub home: String,
    /// Known versions, oldest first.
    pub versions: Vec<Version>,
}

/// One release, or the state at one date, and how it behaves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Version {
    /// Release, commit or copy.
    pub version: String,
    /// The day from which this counts, `YYYY-MM-DD`.
    pub counts_from: String,
    /// How this is known.
    pub evidence: Evidence,
    /// The paths that hand results to a model; the first one is the default.
    pub surfaces: Vec<Surface>,
}

/// How a behaviour is known.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Evidence {
    /// Ran, or read.
    pub how: How,
    /// The day it was seen, `YYYY-MM-DD`.
    pub date: String,
    /// Package, commit or table.
    pub source: String,
    /// File and function, when known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Issues and pull requests, as `owner/name#number`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
}

/// How something was seen; the earlier one wins over the later.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The released package ran.
    Ran,
    /// Its conversion code was lifted out and ran.
    RanExtracted,
    /// Its source was read.
    Read,
    /// Somebody reported it.
    Reported,
}

impl fmt::Display for How {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Ran => "ran",
            Self::RanExtracted => "ran-extracted",
            Self::Read => "read",
            Self::Reported => "reported",
        })
    }
}

/// One path inside a client that hands results to a model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Surface {
    /// Client id.
    pub client: String,
    /// Version of the client.
    pub version: String,
    /// `conversation`, `code-mode`, `converter` or `tool-level`.
    pub name: String,
    /// Provider dialect, or `none`.
    pub dialect: String,
    /// The revision for which this holds; empty for any.
    pub era: String,
    /// The model for which this holds; empty for any.
    pub model: String,
    /// Settings of the client for which this holds; empty for its defaults.
    pub options: BTreeMap<String, String>,
    /// How this is known.
    pub evidence: Evidence,
    /// What the path does.
    pub behaviour: Behaviour,
}

/// What one surface does with a result: the layers in the order a result passes them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Behaviour {
    /// The plain name of the selection.
    #[serde(default)]
    pub strategy: Option<Strategy>,
    /// What the name does not say, in a few words: on what else the outcome depends.
    #[serde(default)]
    pub note: String,
    /// What the SDK refuses or alters.
    #[serde(default)]
    pub sdk: SdkLayer,
    /// What the model sees of a result that the SDK refused.
    #[serde(default)]
    pub refusal: Option<Refusal>,
    /// Whose blocks are shown.
    #[serde(default)]
    pub audience: AudienceRule,
    /// Selection: the first case that fits decides.
    #[serde(default)]
    pub cases: Vec<Case>,
    /// How blocks are converted: the first rule that fits a block decides; without one it is dropped.
    #[serde(default)]
    pub blocks: Vec<BlockRule>,
    /// Texts that became too long and go to a file; the first one that applies counts.
    #[serde(default)]
    pub spills: Vec<Spill>,
    /// Cuts of what became too long.
    #[serde(default)]
    pub limits: Vec<Limit>,
    /// Words that stand for what became too long.
    #[serde(default)]
    pub excerpts: Vec<Excerpt>,
    /// Words around each text, after all cuts.
    #[serde(default)]
    pub frame: Option<Frame>,
    /// Whether the ending of a location tells the media type of a resource that has none.
    #[serde(default)]
    pub guesses_media_types: bool,
    /// Whether it tells the media type of a link that has none, too.
    #[serde(default)]
    pub guesses_link_types: bool,
    /// Whether data without a media type count as `application/octet-stream`.
    #[serde(default)]
    pub untyped_is_binary: bool,
    /// Message form of the provider dialect.
    #[serde(default)]
    pub message: Message,
    /// How the message marks errors.
    #[serde(default)]
    pub errors: ErrorMark,
}

/// Whose blocks are shown.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum AudienceRule {
    /// Those whose audience names the assistant, and those without an audience.
    Assistant,
    /// As `assistant`, and those whose audience is empty.
    AssistantOrNobody,
    /// All.
    #[default]
    Everyone,
}

/// What the model sees of a refused result.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Refusal {
    /// The text; `{validator}` is the slot of the foreign wording.
    pub text: String,
    /// The text when the output schema decided, instead of `text`; `{quote}` is the quote that
    /// Python's `repr` puts around the wording.
    #[serde(default)]
    pub schema_text: Option<String>,
    /// Whether the run ends when the output schema decided.
    #[serde(default)]
    pub schema_ends_run: bool,
    /// Whether the run ends whatever decided.
    #[serde(default)]
    pub ends_run: bool,
    /// Who reports the wording of a result type in its own form, as `as NAME reports it`.
    #[serde(default)]
    pub reporter: String,
}

/// One case of the selection between the fields.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Case {
    /// All of these must hold; none means always.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Whether it holds only when its joined text has more bytes than that.
    #[serde(default)]
    pub over_bytes: Option<usize>,
    /// One of these must hold, when there are any.
    #[serde(default)]
    pub any: Vec<Condition>,
    /// What is shown.
    pub show: Vec<Show>,
    /// Between texts that become one; without it each text is a part of its own.
    #[serde(default)]
    pub join: Option<String>,
    /// Texts that are left out.
    #[serde(default)]
    pub skip: SkipTexts,
    /// The style in which the joined text becomes a JSON value: JSON is printed again, other text
    /// becomes a string, and nothing stays nothing.
    #[serde(default)]
    pub json_value: Option<Style>,
    /// A text with the joined one in it, as `{joined}`, or as `{joined:inner}` between the quotes of a
    /// JSON string.
    #[serde(default)]
    pub around: Option<String>,
    /// Between the joined text and the tails; without it tails stay parts of their own.
    #[serde(default)]
    pub tail_join: Option<String>,
    /// Between the joined text and the JSON of structured content that is neither `null` nor that text,
    /// which goes last.
    #[serde(default)]
    pub structured_after: Option<String>,
    /// The style in which a joined text that is a JSON array or object is printed again.
    #[serde(default)]
    pub reprint: Option<Style>,
    /// Whether the joined text loses white space at both ends, as JavaScript trims.
    #[serde(default)]
    pub trim: bool,
    /// Whether the joined text stands as a JSON string.
    #[serde(default)]
    pub quote: bool,
    /// What stands when nothing is left.
    #[serde(default)]
    pub empty: Option<String>,
    /// Whether `empty` also stands for blank texts beside which there is nothing else.
    #[serde(default)]
    pub blank_is_empty: bool,
    /// Whether the texts become one text that is a list.
    #[serde(default)]
    pub list: Option<List>,
    /// Whether credentials are taken out of the text.
    #[serde(default)]
    pub redacts_credentials: bool,
    /// The JSON object that holds the joined text.
    #[serde(default)]
    pub object: Option<ObjectForm>,
    /// What stands when nothing is left because blocks were removed; `{removed}` names their labels.
    #[serde(default)]
    pub all_removed: Option<String>,
    /// Texts that are left out too when media stand between them.
    #[serde(default)]
    pub skip_beside_media: SkipTexts,
    /// The style in which a joined text that is any JSON is printed again.
    #[serde(default)]
    pub reprint_any: Option<Style>,
    /// What stands when there are media and no text; `{media}` is how many.
    #[serde(default)]
    pub media_only: Option<String>,
    /// Whether `empty` stands without prefix and suffix.
    #[serde(default)]
    pub empty_is_bare: bool,
    /// Whether `empty` is an error mark of the client's own.
    #[serde(default)]
    pub empty_is_flagged: bool,
    /// Put before the text, or as a part of its own before the parts.
    #[serde(default)]
    pub prefix: String,
    /// Put after the text.
    #[serde(default)]
    pub suffix: String,
    /// How JSON is printed.
    #[serde(default)]
    pub style: Option<Style>,
    /// Block rules of this case alone, before the common ones.
    #[serde(default)]
    pub blocks: Vec<BlockRule>,
    /// Whether only the blocks of this case's rules are shown.
    #[serde(default)]
    pub only_these_blocks: bool,
    /// How this case marks errors, instead of the common way.
    #[serde(default)]
    pub errors: Option<ErrorMark>,
    /// Message form of this case, instead of the common one.
    #[serde(default)]
    pub message: Option<Message>,
}

/// Something that is asked of a call and its result.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// `_meta` has a member that is not reserved for the server's own name.
    ApplicationMeta,
    /// `content` is absent or has no block.
    ContentEmpty,
    /// `content` is absent.
    ContentAbsent,
    /// `content` is absent or no array.
    ContentNoList,
    /// `isError` is true.
    IsError,
    /// Some block is a resource link.
    HasLink,
    /// Some block is an image, or a resource that holds one.
    HasImage,
    /// Some block is an image or a sound.
    HasMedia,
    /// `_meta` has a member.
    HasMeta,
    /// Some text is not blank.
    HasText,
    /// Some embedded resource is a view: its URI begins with `ui://`.
    HasView,
    /// All texts together are blank, or there is none.
    NoText,
    /// There is one block and no more.
    OneBlock,
    /// There are blocks, and each is a text.
    OnlyTexts,
    /// There are blocks, and each is a text or an image.
    OnlyTextsAndImages,
    /// The tool declares an output schema.
    SchemaDeclared,
    /// `structuredContent` is an array or an object.
    StructuredContainer,
    /// `structuredContent` is there and not `null`.
    StructuredNotNull,
    /// `structuredContent` is an object.
    StructuredObject,
    /// The key is there, whatever the value.
    StructuredPresent,
    /// JavaScript calls the value true.
    StructuredTruthy,
    /// Some text, or the text of a resource, is the structured content as compact JSON.
    TextMirrorsStructured,
    /// No block is anything but a text.
    TextBlocksOnly,
}

/// One thing that is shown.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// The content blocks, by the block rules.
    Content,
    /// The content blocks as one JSON list, as the SDK handed them on.
    ContentList,
    /// Nothing: the run ends.
    EndRun,
    /// The whole result.
    Envelope(Envelope),
    /// The first content block, by the block rules.
    FirstBlock,
    /// The JSON of the structured content.
    Structured,
    /// The structured content: a string as it is, anything else as JSON.
    StructuredText,
    /// A text of the client's own.
    Text(String),
    /// The structured content, or its only member `result`; a string as it is, `null` as nothing.
    Unwrapped,
}

/// How a whole result is printed.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Envelope {
    /// As the C# SDK's types print themselves.
    Csharp,
    /// As the Python SDK's models print themselves.
    PythonDump,
    /// As Python's `str` writes the model of the Python SDK 1.x.
    PythonWords,
    /// `content`, `structuredContent` and `isError`, as far as they are there; blocks by the rules.
    Script,
    /// As the TypeScript SDK parsed it: known fields first.
    Typescript,
    /// As received.
    Wire,
}

/// Texts that are left out before joining.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum SkipTexts {
    /// Those of white space only.
    Blank,
    /// All, when there is nothing but white space in any of them.
    BlankTogether,
    /// Those without a character.
    Empty,
    /// Those without a character that stand before the first one with some.
    EmptyAtFront,
    /// None.
    #[default]
    None,
}

/// How blocks of one kind are converted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct BlockRule {
    /// Which blocks.
    pub kind: BlockName,
    /// Media types, `type/*` for a family; none means any.
    #[serde(default)]
    pub mime: Vec<String>,
    /// Whether media types are compared without parameters and case of letters.
    #[serde(default)]
    pub essence: bool,
    /// Locations, `ui://*` for all that begin so, in any case of letters; none means any.
    #[serde(default)]
    pub uri: Vec<String>,
    /// Beginnings of the base64 data; none means any.
    #[serde(default)]
    pub begins: Vec<String>,
    /// Whether only the first block of the result fits.
    #[serde(default)]
    pub first: bool,
    /// A member that the block, or the resource in it, must have, and not as an empty string.
    #[serde(default)]
    pub has: Option<String>,
    /// Whether the server must have named no media type.
    #[serde(default)]
    pub untold: bool,
    /// Whether text or data must be empty.
    #[serde(default)]
    pub is_empty: bool,
    /// Whether the data must begin as a picture does (PNG, JPEG, GIF, BMP, WebP).
    #[serde(default)]
    pub is_picture: bool,
    /// How many characters the text must exceed.
    #[serde(default)]
    pub longer_than: Option<usize>,
    /// Whether the decoded data must be UTF-8.
    #[serde(default)]
    pub utf8: bool,
    /// What comes out, in order; nothing drops the block.
    #[serde(default)]
    pub emit: Vec<Emit>,
}

/// The kinds of block that rules tell apart.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum BlockName {
    /// `audio`
    Audio,
    /// `resource` with `blob`
    Blob,
    /// `resource` with `text`
    EmbeddedText,
    /// `image`
    Image,
    /// `resource_link`
    Link,
    /// Any other block.
    Other,
    /// `text`
    Text,
}

/// What one block becomes.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub enum Emit {
    /// The run ends; the model gets nothing.
    EndRun,
    /// The whole result is replaced by this text.
    Fail(String),
    /// The JSON of the block, as the SDK handed it on.
    Json(Style),
    /// The JSON of the block as received.
    JsonReceived(Style),
    /// The JSON of one member of the block.
    JsonMember(JsonMember),
    /// A JSON object as a part of its own.
    JsonPart(JsonPart),
    /// A text that goes before all others.
    Lead(String),
    /// The text; JSON is printed again in this style.
    Reprinted(Style),
    /// A text that stays a part of its own, after the others.
    Tail(String),
    /// A text of several lines; one whose placeholder comes out empty is left out.
    Lines(Vec<String>),
    /// The bytes, as an image, a sound or a file.
    Media(Place),
    /// Nothing; the label is remembered for `all_removed`.
    Removed(String),
    /// The bytes, converted to another media type.
    MediaAs(MediaAs),
    /// The bytes, behind all texts of the tool's message.
    MediaLast,
    /// A text of nothing, which only a separator tells of.
    Nothing,
    /// A text; see `project` for the placeholders.
    Text(String),
    /// A text at another place than the tool's message.
    TextAt {
        /// Where it stands.
        place: Place,
        /// The text.
        text: String,
    },
    /// A part without media type.
    Untyped(Place),
    /// The link itself, without its media type.
    Url(Place),
    /// The text; the JSON of an array or an object printed again, and a value in a list.
    Value(Style),
    /// Nothing, but a message that would hold it if there were something.
    Void(Place),
    /// The block as Python's `str` writes the model of the Python SDK 1.x.
    Words,
}

/// How one member of a block is printed.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JsonMember {
    /// Its name.
    pub name: String,
    /// Keys that come first, in this order.
    #[serde(default)]
    pub first: Vec<String>,
    /// Keys that are left out.
    #[serde(default)]
    pub without: Vec<String>,
    /// How it is printed.
    pub style: Style,
}

/// A JSON object that stands for a block.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JsonPart {
    /// Media type of the part.
    pub media_type: String,
    /// Keys and templates of their values; what comes out empty is left out.
    pub members: Vec<(String, String)>,
}

/// Bytes that are converted.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MediaAs {
    /// The media type that comes out.
    pub media_type: String,
    /// Where the part stands.
    pub place: Place,
}

/// Where a part stands in the request to the model.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the tool's message.
    ToolMessage,
    /// Beside it.
    SiblingPart,
    /// In a message of the user's that follows.
    FollowingUserMessage,
}

/// The form of the provider's message.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Message {
    /// The member of a JSON object that holds the text; the whole object is one part.
    #[serde(default)]
    pub object_key: Option<String>,
    /// Whether the printed JSON is the object itself.
    #[serde(default)]
    pub json: bool,
    /// Where all media stand, whatever their rules say.
    #[serde(default)]
    pub media_place: Option<Place>,
    /// A text before media in the following message.
    #[serde(default)]
    pub media_intro: Option<String>,
    /// A text in the tool's message when media follow.
    #[serde(default)]
    pub media_notice: Option<String>,
    /// Between the texts of the tool's message that become one when media follow.
    #[serde(default)]
    pub media_join: Option<String>,
    /// What stands in a tool's message without parts; without it there are none.
    #[serde(default)]
    pub empty: Option<String>,
}

/// How errors are marked for the model.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorMark {
    /// `isError` sets a flag or stands in the text.
    Flag,
    /// As `flag`; an error without text of the server's counts as the client's own words.
    FlagWithText,
    /// As `flag`; an error that shows nothing of the server's is not marked.
    FlagUnlessEmpty,
    /// Nothing.
    #[default]
    None,
    /// The client's own words stand for an error.
    Substituted,
}

/// One cut of a text that became too long.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Limit {
    /// Models that it spares; `*` at the end stands for any rest. Without a model none is cut.
    #[serde(default)]
    pub except_models: Vec<String>,
    /// Most bytes that are kept, half at the head and half at the tail.
    pub middle_bytes: usize,
    /// What stands in the cut; `{tokens}` is a quarter of the bytes, rounded up, `{removed}` is how
    /// much went.
    pub marker: String,
    /// Whether the bound counts UTF-16 code units, marker included, instead of bytes without it.
    #[serde(default)]
    pub units_with_marker: bool,
    /// How often the cut is made.
    #[serde(default = "once")]
    pub times: usize,
}

/// A text that is too long goes to a file, and a shorter one stands in its place.
///
/// Errors are spared. Placeholders of the shorter text: `{head}`, `{tail}`, `{path}`, `{removed}`,
/// `{grouped}` (the same with commas), `{what}` (bytes or lines), `{kilobytes}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Spill {
    /// Whether each text is looked at before joining, or what they became.
    pub stage: Stage,
    /// Whether it happens only to a text beside which there is nothing.
    #[serde(default)]
    pub only_single: bool,
    /// Most bytes that stay.
    #[serde(default)]
    pub max_bytes: Option<usize>,
    /// Most UTF-16 code units that stay.
    #[serde(default)]
    pub max_units: Option<usize>,
    /// Most lines that stay.
    #[serde(default)]
    pub max_lines: Option<usize>,
    /// What of the text stays.
    pub keep: Keep,
    /// The text that stands in its place.
    pub text: String,
}

/// When texts are looked at.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Each text before joining.
    Parts,
    /// What the texts became, with words of the client's own.
    Whole,
}

/// What of a text that goes to a file stays.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// So many UTF-16 code units at the head and at the tail.
    Ends(usize, usize),
    /// A fifth of the bounds at the head, the rest at the tail, in whole lines where there are some.
    FifthAndRest,
    /// Whole lines at the head, as far as the bounds on lines and bytes allow.
    HeadLines,
}

fn once() -> usize {
    1
}

/// Which surface is asked for; an unset field takes the default.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Selector {
    /// Version; without one, see [`Profile::version`].
    pub version: Option<String>,
    /// The day, `YYYY-MM-DD`, for which the version is asked.
    pub as_of: Option<String>,
    /// Surface; the first one by default.
    pub surface: Option<String>,
    /// Provider dialect.
    pub dialect: Option<String>,
    /// Revision that was negotiated.
    pub era: Option<String>,
    /// Model.
    pub model: Option<String>,
    /// Settings of the client that differ from its defaults.
    pub options: BTreeMap<String, String>,
}

/// A profile that cannot be read, or a surface that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileError(String);

impl fmt::Display for ProfileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for ProfileError {}

/// The file as written: behaviours are tables, so that one can extend another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ProfileFile {
    client: String,
    title: String,
    home: String,
    version: Vec<VersionFile>,
    #[serde(default)]
    lists: Table,
    #[serde(default)]
    rules: Table,
    #[serde(default)]
    behaviour: Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct VersionFile {
    version: String,
    counts_from: String,
    evidence: Evidence,
    surface: Vec<SurfaceFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SurfaceFile {
    name: String,
    dialect: String,
    #[serde(default)]
    eras: Vec<String>,
    #[serde(default)]
    models: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    behaviour: Option<String>,
    /// A letter of the June 2026 survey, where that is all that is known.
    #[serde(default)]
    letter: Option<char>,
    /// How this path is known, where it is another way than the version's.
    #[serde(default)]
    evidence: Option<Evidence>,
}

/// Returns the surface that does what a letter of the June 2026 survey means, and nothing else.
///
/// ```
/// assert_eq!(sightline::profile::letter('B').unwrap().name, "B");
/// assert!(sightline::profile::letter('E').is_err());
/// ```
///
/// # Errors
/// The letter is none of A, B, C and D.
pub fn letter(letter: char) -> Result<Surface, ProfileError> {
    let profile = Profile::parse(include_str!("profiles/letters.toml"))?;
    let selector = Selector { surface: Some(letter.to_string()), ..Selector::default() };
    profile.surface(&selector).cloned()
}

/// Returns the ids of the clients that have a profile.
pub fn clients() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(client, _)| *client)
}

impl Profile {
    /// Reads the profile of a client that ships with Sightline.
    ///
    /// # Errors
    /// There is none of that name; the error lists those that there are.
    ///
    /// ```
    /// use sightline::profile::Profile;
    ///
    /// let profile = Profile::of("codex").unwrap();
    /// assert_eq!(profile.title, "Codex");
    /// assert!(Profile::of("codx").unwrap_err().to_string().contains("codex"));
    /// ```
    pub fn of(client: &str) -> Result<Self, ProfileError> {
        let file = FILES.iter().find(|(name, _)| *name == client);
        let (_, text) = file.ok_or_else(|| {
            let known = clients().collect::<Vec<_>>().join(", ");
            ProfileError(format!("no profile of a client {client:?}; there are {known}"))
        })?;
        Self::parse(text)
    }

    /// Reads a profile from the text of its file.
    ///
    /// # Errors
    /// The text is no profile; the error names line and column, or the behaviour.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let file: ProfileFile = toml::from_str(text).map_err(|error| ProfileError(error.to_string()))?;
        let mut versions = Vec::with_capacity(file.version.len());
        for version in &file.version {
            let mut surfaces = Vec::new();
            for surface in &version.surface {
                let behaviour = match (&surface.behaviour, surface.letter) {
                    (Some(name), None) => resolve(&file, name)?,
                    (None, Some(known)) => letter(known)?.behaviour,
                    (Some(_), Some(_)) | (None, None) => {
                        let name = &surface.name;
                        return Err(ProfileError(format!("surface {name:?} needs a behaviour or a letter")));
                    }
                };
                let eras = if surface.eras.is_empty() { vec![String::new()] } else { surface.eras.clone() };
                let models =
                    if surface.models.is_empty() { vec![String::new()] } else { surface.models.clone() };
                for (era, model) in eras.iter().flat_map(|era| models.iter().map(move |model| (era, model))) {
                    surfaces.push(Surface {
                        client: file.client.clone(),
                        version: version.version.clone(),
                        name: surface.name.clone(),
                        dialect: surface.dialect.clone(),
                        era: era.clone(),
                        model: model.clone(),
                        options: surface.options.clone(),
                        evidence: surface.evidence.as_ref().unwrap_or(&version.evidence).clone(),
                        behaviour: behaviour.clone(),
                    });
                }
            }
            versions.push(Version {
                version: version.version.clone(),
                counts_from: version.counts_from.clone(),
                evidence: version.evidence.clone(),
                surfaces,
            });
        }
        Ok(Self { client: file.client, title: file.title, home: file.home, versions })
    }

    /// Finds the surface that a selector asks for.
    ///
    /// # Errors
    /// There is none; the error lists what there is.
    ///
    /// ```
    /// use sightline::profile::{Profile, Selector};
    ///
    /// let profile = Profile::of("codex").unwrap();
    /// let surface = profile.surface(&Selector::default()).unwrap();
    /// assert_eq!((surface.name.as_str(), surface.dialect.as_str()), ("conversation", "openai-responses"));
    /// ```
    pub fn surface(&self, selector: &Selector) -> Result<&Surface, ProfileError> {
        let version = self.version(selector)?;
        let fits = |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|wanted| wanted == is);
        let matching = |exact_options: bool, exact_model: bool| {
            version.surfaces.iter().find(|surface| {
                let model = surface.model.as_str();
                fits(&selector.surface, &surface.name)
                    && fits(&selector.dialect, &surface.dialect)
                    && (surface.era.is_empty() || fits(&selector.era, &surface.era))
                    && if exact_options {
                        surface.options == selector.options
                    } else {
                        surface.options.is_empty()
                    }
                    && if exact_model { selector.model.as_deref() == Some(model) } else { model.is_empty() }
            })
        };
        let tries = [(true, true), (true, false), (false, true), (false, false)];
        tries.into_iter().find_map(|(options, model)| matching(options, model)).ok_or_else(|| {
            let known = version
                .surfaces
                .iter()
                .map(|surface| {
                    let era = if surface.era.is_empty() { "any era" } else { &surface.era };
                    format!("{} ({}, {era})", surface.name, surface.dialect)
                })
                .collect::<Vec<_>>()
                .join("; ");
            ProfileError(format!(
                "{} {} has no such surface; there are {known}",
                self.client, version.version
            ))
        })
    }

    /// Finds the version that a selector asks for.
    ///
    /// A day takes the version that counts on it: the latest beginning wins, whatever the evidence,
    /// and the better evidence among those that begin together. Without version and day it is the
    /// newest version with the best evidence: what ran is shown before what was only read, even when
    /// that is newer, since unreleased or reported changes are what a user runs last. Ask for the day
    /// or the version to see them.
    ///
    /// # Errors
    /// There is none; the error lists what there is.
    ///
    /// ```
    /// use sightline::profile::{Profile, Selector};
    ///
    /// let profile = Profile::of("opencode").unwrap();
    /// let mut selector = Selector::default();
    /// assert_eq!(profile.version(&selector).unwrap().version, "1.18.33");
    /// selector.as_of = Some("2026-06-20".to_owned());
    /// assert_eq!(profile.version(&selector).unwrap().counts_from, "2026-06-12");
    /// ```
    pub fn version(&self, selector: &Selector) -> Result<&Version, ProfileError> {
        // Of equals `max_by` takes the last, which is the newest in the file.
        let found = match (&selector.version, &selector.as_of) {
            (Some(wanted), _) => self.versions.iter().find(|version| version.version == *wanted),
            (None, Some(day)) => {
                let counting = self.versions.iter().filter(|version| version.counts_from <= *day);
                counting.max_by_key(|version| (&version.counts_from, Reverse(version.evidence.how)))
            }
            (None, None) => self.versions.iter().max_by_key(|version| Reverse(version.evidence.how)),
        };
        found.ok_or_else(|| {
            let known = self.versions.iter().map(|version| version.version.as_str()).collect::<Vec<_>>();
            ProfileError(format!("{} has no such version; there are {}", self.client, known.join(", ")))
        })
    }
}

/// Builds a behaviour from its table and those that it extends.
fn resolve(file: &ProfileFile, name: &str) -> Result<Behaviour, ProfileError> {
    let mut chain = Vec::new();
    let mut at = name.to_owned();
    loop {
        let table = file.behaviour.get(&at).and_then(toml::Value::as_table);
        let table = table.ok_or_else(|| ProfileError(format!("no behaviour {at:?} in the profile")))?;
        if chain.len() > 8 {
            return Err(ProfileError(format!("behaviour {name:?} extends in a circle")));
        }
        chain.push(table);
        match table.get("extends").and_then(toml::Value::as_str) {
            Some(base) => base.clone_into(&mut at),
            None => break,
        }
    }
    let mut merged = Table::new();
    for table in chain.into_iter().rev() {
        merge(&mut merged, table);
    }
    merged.remove("extends");
    let mut merged = toml::Value::Table(merged);
    shared::expand(&mut merged, &file.lists, &file.rules)?;
    Behaviour::deserialize(merged).map_err(|error| ProfileError(format!("behaviour {name:?}: {error}")))
}

/// Tables are merged member by member; anything else replaces what was there.
fn merge(into: &mut Table, from: &Table) {
    for (key, value) in from {
        match (into.get_mut(key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(value)) => merge(below, value),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
