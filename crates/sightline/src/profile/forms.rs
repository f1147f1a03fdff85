//! Forms that a text takes on its way out: lists, objects and frames.

use serde::Deserialize;

/// How the texts of a case become one text that is a list.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum List {
    /// A JSON array; texts that are arrays or objects stand as values unless media go with them.
    Json,
    /// The same, but a single text stands as it is, and none stays none.
    JsonUnlessOne,
    /// As `json`, but texts beside which media stand in the tool's message stay parts of their own.
    JsonUnlessMedia,
    /// As `json-unless-one`, and values stand as such beside media too.
    JsonValues,
    /// `repr` of a list of strings.
    PythonRepr,
}

/// A JSON object that holds what a case shows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ObjectForm {
    /// The member that holds the text, or the structured content when there is no text.
    pub text: String,
    /// The member that holds the structured content beside a text; without it none is shown.
    #[serde(default)]
    pub structured: Option<String>,
    /// Whether structured content that some text block equals as JSON is left out.
    #[serde(default)]
    pub without_copy: bool,
    /// Whether Python says what equals: `true` is 1 there, and `false` 0.
    #[serde(default)]
    pub equal_in_python: bool,
    /// Whether structured content that is a string of white space only is left out.
    #[serde(default)]
    pub without_blank: bool,
    /// The member that holds `_meta`, without the keys that the protocol reserves.
    #[serde(default)]
    pub meta: Option<String>,
}

/// The JSON object that a message is, as words with placeholders: `{text}` is the text as a JSON string, and
/// `{value}` the same but for a text that is JSON, which stands as it is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct MessageObject {
    /// The object; `{items}` are all texts with commas between them, each as `item` says.
    pub whole: String,
    /// The object for an error and for what stands in place of a result, instead of `whole`.
    #[serde(default)]
    pub error: Option<String>,
    /// What a text is among the items; JSON stands there as it is.
    #[serde(default)]
    pub item: Option<String>,
    /// Whether each text makes an object of its own, in a part of its own.
    #[serde(default)]
    pub each: bool,
    /// Whether a text that is a JSON object stands in place of `whole`.
    #[serde(default)]
    pub keeps_objects: bool,
    /// The object when some texts stay apart: `{object}` is the other one, `{tails}` are the texts as JSON
    /// strings with commas between them.
    #[serde(default)]
    pub with_tails: Option<String>,
    /// The object when there is no text, instead of `{}`.
    #[serde(default)]
    pub empty: Option<String>,
}

/// Words around each text that is long enough to be worth it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Frame {
    /// Fewest characters of a text that is framed.
    pub from_chars: usize,
    /// What stands before.
    pub before: String,
    /// What stands after.
    pub after: String,
    /// A word that would end the frame early; in any case of letters it is written otherwise.
    #[serde(default)]
    pub defuse: Option<Defuse>,
}

/// A word that is replaced wherever it stands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Defuse {
    /// The word, in ASCII.
    pub word: String,
    /// What stands instead.
    pub instead: String,
}
