//! Selection between the fields of a result: cases, what they ask, and what they show.

use serde::Deserialize;

use super::{AudienceRule, BlockRule, Cap, ErrorMark, Limit, List, Message, ObjectForm};
use crate::sdk::print::Style;

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
    /// Whether it holds only when there are more links and resources than that.
    #[serde(default)]
    pub over_links: Option<usize>,
    /// One of these must hold, when there are any.
    #[serde(default)]
    pub any: Vec<Condition>,
    /// What is shown.
    pub show: Vec<Show>,
    /// Between texts that become one; without it each text is a part of its own.
    #[serde(default)]
    pub join: Option<String>,
    /// Whether only texts between which no medium stands become one, even if the medium is moved elsewhere.
    #[serde(default)]
    pub join_neighbours: bool,
    /// Whether texts become one even where a medium stands between them, which then stands behind.
    #[serde(default)]
    pub join_past_media: bool,
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
    /// Whether the joined text loses white space at its beginning.
    #[serde(default)]
    pub trim_start: bool,
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
    /// The cut of what is too long for an object.
    #[serde(default)]
    pub cap: Option<Cap>,
    /// The JSON object that holds the joined text.
    #[serde(default)]
    pub object: Option<ObjectForm>,
    /// A cut of what is shown, before `prefix` and `suffix` go around it.
    #[serde(default)]
    pub limit: Option<Limit>,
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
    /// What stands behind all else when some block is no text.
    #[serde(default)]
    pub appendix: Option<Appendix>,
    /// Put before the text after all cuts, which do not count it.
    #[serde(default)]
    pub outer_prefix: String,
    /// How JSON is printed.
    #[serde(default)]
    pub style: Option<Style>,
    /// Whose blocks this case shows, instead of the common rule.
    #[serde(default)]
    pub audience: Option<AudienceRule>,
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

/// Words, and behind them the tails.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Appendix {
    /// The words.
    pub words: String,
    /// Before each tail.
    pub join: String,
}

/// Something that is asked of a call and its result.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Condition {
    /// `_meta` has a member that is not reserved for the server's own name.
    ApplicationMeta,
    /// Some block does not fit the client's own models.
    BreaksModels,
    /// `content` is absent or has no block.
    ContentEmpty,
    /// `content` is absent.
    ContentAbsent,
    /// `content` is absent or no array.
    ContentNoList,
    /// `isError` is true.
    IsError,
    /// Some embedded resource holds data.
    HasBlob,
    /// Some block is a resource link.
    HasLink,
    /// Some block is an image, or a resource that holds one.
    HasImage,
    /// Some block is an image or a sound.
    HasMedia,
    /// `_meta` has a member.
    HasMeta,
    /// Some text, or the text of a resource, has a character.
    HasCharacters,
    /// Some text is not blank.
    HasText,
    /// Some embedded resource is a view: its URI begins with `ui://`.
    HasView,
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
    /// Structured content holds an integer that JavaScript cannot tell from its neighbours: one that is written as
    /// such and lies beyond 2^53 - 1.
    UnsafeInteger,
    /// Some image or sound holds data for which Python's `base64.b64decode` raises an error.
    UndecodableMedia,
}

/// One thing that is shown.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Show {
    /// The content blocks, by the block rules.
    Content,
    /// The content blocks as one JSON list, as the SDK handed them on.
    ContentList,
    /// Nothing: the run ends.
    EndRun,
    /// A text in place of the whole result, as when a block cannot be converted.
    Fail(String),
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
    /// The structured content, or its only member `result`; a string as it is, `null` and an empty list as
    /// nothing.
    Unwrapped,
    /// The same, but the items of an array are texts of their own.
    UnwrappedItems,
}

/// How a whole result is printed.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
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
#[non_exhaustive]
pub enum SkipTexts {
    /// Those of white space only.
    Blank,
    /// All, when there is nothing but white space in any of them.
    BlankTogether,
    /// Those without a character.
    Empty,
    /// Those without a character that stand before the first one with some.
    EmptyAtFront,
    /// Those without a character, unless a medium stands between the texts.
    EmptyWithoutMedia,
    /// None.
    #[default]
    None,
}
