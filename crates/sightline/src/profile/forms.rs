//! Forms that a text takes on its way out: lists, objects and frames.

use serde::Deserialize;

/// How the texts of a case become one text that is a list.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum List {
    /// A JSON array; texts that are arrays or objects stand as values unless media go with them.
    Json,
    /// The same, but a single text stands as it is, and none stays none.
    JsonUnlessOne,
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
    /// Whether structured content that is a string of white space only is left out.
    #[serde(default)]
    pub without_blank: bool,
    /// The member that holds `_meta`, without the keys that the protocol reserves.
    #[serde(default)]
    pub meta: Option<String>,
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
