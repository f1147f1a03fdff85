//! Forms that a text takes on its way out: lists, objects, frames and excerpts.

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

/// Words with parts of a text in place of one that is too long.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Excerpt {
    /// The size beyond which a text is too long.
    pub over: Size,
    /// What is kept of it.
    pub keep: Piece,
    /// Bytes that the client counts as one token.
    #[serde(default)]
    pub bytes_per_token: Option<f64>,
    /// Tokens that the client proposes to read at once.
    #[serde(default)]
    pub read_tokens: Option<usize>,
    /// What stands at `{more}` when something was left out.
    #[serde(default)]
    pub more: String,
    /// The words; see `project::excerpt` for the placeholders.
    pub text: String,
    /// Whether errors are spared.
    #[serde(default)]
    pub spares_errors: bool,
}

/// A size that a text must not exceed.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Bytes of UTF-8.
    Bytes(usize),
    /// Characters.
    Chars(usize),
    /// Tokens, estimated as a quarter of the characters, rounded up.
    Tokens(usize),
}

/// What an excerpt keeps.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// So many bytes, half of them at the head; what is cut through becomes U+FFFD.
    Ends(usize),
    /// So many characters of the head; up to a line's end when one is in the second half.
    Head(usize),
    /// Some first lines, and not more characters than that.
    Lines {
        /// How many lines.
        lines: usize,
        /// How many characters.
        chars: usize,
    },
}
