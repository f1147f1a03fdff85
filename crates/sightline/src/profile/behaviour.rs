//! What one surface does with a result, layer by layer, and how its message stands before the model.

use serde::Deserialize;

use super::{
    BlockRule, Case, Excerpt, Frame, JsonExcerpt, Limit, MessageObject, Model, Place, Preview, ResourceLimit,
    Spill, Strategy,
};
use crate::sdk::SdkLayer;

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
    /// What the model sees of a protocol error, which comes in place of a result.
    #[serde(default)]
    pub protocol_error: Option<ProtocolErrorForm>,
    /// What the client's own models ask of blocks; see the condition `breaks-models`.
    #[serde(default)]
    pub models: Vec<Model>,
    /// The most that resources with data may bring.
    #[serde(default)]
    pub resource_limit: Option<ResourceLimit>,
    /// Whose blocks are shown.
    #[serde(default)]
    pub audience: AudienceRule,
    /// Selection: the first case that fits decides.
    #[serde(default)]
    pub cases: Vec<Case>,
    /// What is written otherwise in texts of blocks, before the words around them are put.
    #[serde(default)]
    pub text_replacements: Vec<Replacement>,
    /// How blocks are converted: the first rule that fits a block decides; without one it is dropped.
    #[serde(default)]
    pub blocks: Vec<BlockRule>,
    /// Texts that became too long and go to a file; the first one that applies counts.
    #[serde(default)]
    pub spills: Vec<Spill>,
    /// Cuts of what became too long; the first one that applies counts.
    #[serde(default)]
    pub limits: Vec<Limit>,
    /// Words that stand for what became too long.
    #[serde(default)]
    pub excerpts: Vec<Excerpt>,
    /// Words with numbered lines that stand for texts that became too long together.
    #[serde(default)]
    pub preview: Option<Preview>,
    /// Words that stand for JSON that became too long.
    #[serde(default)]
    pub json_excerpt: Option<JsonExcerpt>,
    /// Most tokens (o200k_base) of all texts of a result; with more the run ends. What else the client sends takes
    /// some of its room, so that the run may end earlier.
    #[serde(default)]
    pub most_tokens: Option<usize>,
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

/// A text that is written otherwise wherever it stands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Replacement {
    /// What stands in a block's text.
    pub from: String,
    /// What is shown for it.
    pub to: String,
}

/// Whose blocks are shown.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
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
    /// A text of its own that stands before it.
    #[serde(default)]
    pub lead: String,
    /// The text when the output schema decided, instead of `text`; `{quote}` is the quote that
    /// Python's `repr` puts around the wording, `{raised}` the class of the exception in the Python SDK.
    #[serde(default)]
    pub schema_text: Option<String>,
    /// The text when an own reader minded the kind of result that it names or fails to name, instead of `text`.
    #[serde(default)]
    pub kind_text: Option<String>,
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

/// What the model sees of a protocol error: `{code}`, `{message}` and `{data}`, the JSON of its data; as
/// `{message:inner}` and `{data:inner}` they stand between the quotes of a JSON string, as `{message:repr}`
/// and `{data:repr}` as Python writes them, `None` where there are no data.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ProtocolErrorForm {
    /// The text.
    #[serde(default)]
    pub text: String,
    /// A text of its own that stands before it.
    #[serde(default)]
    pub lead: String,
    /// The text instead of `text` when the error has data.
    #[serde(default)]
    pub with_data: Option<String>,
    /// How it is marked.
    #[serde(default)]
    pub marked: ErrorMark,
    /// Whether the run ends.
    #[serde(default)]
    pub ends_run: bool,
    /// What it becomes where HTTP tells of it first.
    #[serde(default)]
    pub over_http: Option<StatusForm>,
    /// What it becomes where its data hold a list that the client knows.
    #[serde(default)]
    pub of_list: Option<ListForm>,
}

/// What the model sees of an error whose data hold a list of objects; `{list}` is that list as Python's `json.dumps`
/// writes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ListForm {
    /// The code of such errors.
    pub code: i64,
    /// The member of the data that is the list.
    pub member: String,
    /// Members of each object: as received, and as printed, in this order; no others are printed.
    pub names: Vec<(String, String)>,
    /// Those of them that must be texts, or the error is one like any other.
    pub texts: Vec<String>,
    /// The text.
    pub text: String,
}

/// What the model sees over HTTP of an error that servers answer with a status of its own, so that the SDK reads
/// no message; `{error}` is the error as received.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct StatusForm {
    /// The codes of such errors.
    pub codes: Vec<i64>,
    /// The text.
    pub text: String,
    /// How it is marked.
    #[serde(default)]
    pub marked: ErrorMark,
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
    /// The JSON object that the message is, where more than one member stands in it.
    #[serde(default)]
    pub object: Option<MessageObject>,
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

/// How errors are marked for the model. Where nothing of an error that held something is shown, the client's own
/// words count as substituted, whatever the mark.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ErrorMark {
    /// `isError` sets a flag or stands in the text. An older word for the same is `flag-with-text`.
    #[serde(alias = "flag-with-text")]
    Flag,
    /// As `flag`; an error that shows nothing of the server's is not marked.
    FlagUnlessEmpty,
    /// Nothing.
    #[default]
    None,
    /// The client's own words stand for an error, whatever it holds.
    Substituted,
}
