//! What becomes of a text that is too long: a cut, a file with a shorter text, or an excerpt.

use serde::Deserialize;

use super::Defuse;
use crate::sdk::print::Style;

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
    /// much went, `{units}` how much there was, `{bound}` how much is allowed.
    pub marker: String,
    /// Whether the bound counts UTF-16 code units, marker included, instead of bytes without it.
    #[serde(default)]
    pub units_with_marker: bool,
    /// How many of a hundred units that the marker leaves stay at the head, rounded up; half without it.
    #[serde(default)]
    pub head_percent: Option<usize>,
    /// Within how many units a cut moves to a line's end, so that less stays.
    #[serde(default)]
    pub line_end_within: Option<usize>,
    /// Whether all texts share the bound in their order, so that what one has taken is not there for the
    /// next; each word is one cut. Without a word each text is cut once, by itself.
    #[serde(default)]
    pub shared: Vec<Counted>,
    /// What stands behind all texts when a shared bound left nothing for some; `{count}` is how many.
    #[serde(default)]
    pub left_out: String,
    /// Words before a text that was cut, which the bound does not count: `{estimate}` is a quarter of the bytes
    /// that there were, rounded up, `{lines}` how many lines.
    #[serde(default)]
    pub lead: String,
    /// What a wall time looks like that was measured on an idle machine: its length counts, its digits do not.
    #[serde(default = "idle")]
    pub wall_time: String,
}

fn idle() -> String {
    "0.0000".to_owned()
}

/// How a shared bound counts what a text takes of it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Counted {
    /// Its bytes.
    Bytes,
    /// Its bytes, rounded up to whole tokens of four.
    Tokens,
}

/// A text that is too long goes to a file, and a shorter one stands in its place.
///
/// Placeholders of the shorter text: `{head}`, `{tail}`, `{path}`, `{removed}`, `{grouped}` (the same with
/// commas), `{what}` (bytes or lines), `{kilobytes}`, `{rounded_kilobytes}`, `{sha256}` of the long text,
/// `{thousands}` of its units, rounded down, `{lines}` of it, `{counted lines}` with that word, `{head_lines}` and `{tail_lines}` of what stays,
/// `{estimate}` (a quarter of its characters, rounded up), `{shape}` of the structured content (its members and their
/// types, two levels deep).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Spill {
    /// Whether each text is looked at before joining, or what they became.
    pub stage: Stage,
    /// Whether it happens only to a text beside which there is nothing.
    #[serde(default)]
    pub only_single: bool,
    /// Whether it happens only where structured content is shown.
    #[serde(default)]
    pub only_structured: bool,
    /// Most bytes that stay.
    #[serde(default)]
    pub max_bytes: Option<usize>,
    /// Most UTF-16 code units that stay.
    #[serde(default)]
    pub max_units: Option<usize>,
    /// Most lines that stay.
    #[serde(default)]
    pub max_lines: Option<usize>,
    /// Whether it happens only to texts that lines do not split: of one line, or with one of more UTF-16 code units
    /// than that.
    #[serde(default)]
    pub unsplit_over: Option<usize>,
    /// What of the text stays.
    pub keep: Keep,
    /// The text that stands in its place.
    pub text: String,
    /// Whether it happens to errors too.
    #[serde(default)]
    pub takes_errors: bool,
    /// Whether it happens to errors only.
    #[serde(default)]
    pub only_errors: bool,
    /// Whether a result with an image block is spared.
    #[serde(default)]
    pub spares_images: bool,
    /// Words that a text must not hold: one that does went to a file before.
    #[serde(default)]
    pub unless: Option<String>,
    /// Words that are written otherwise in what stays.
    #[serde(default)]
    pub replaces: Vec<Defuse>,
}

/// When texts are looked at.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Stage {
    /// Each text before joining.
    Parts,
    /// What the texts became, with words of the client's own.
    Whole,
}

/// What of a text that goes to a file stays.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Keep {
    /// So many UTF-16 code units at the head and at the tail.
    Ends(usize, usize),
    /// A fifth of the bounds at the head, the rest at the tail, in whole lines where there are some.
    FifthAndRest,
    /// The same of so many UTF-16 code units that are left by what stands between head and tail.
    FifthOf(usize),
    /// Whole lines at the head, as far as the bounds on lines and bytes allow.
    HeadLines,
    /// So many UTF-16 code units of the head, up to the last line's end among them.
    HeadUnits(usize),
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
    /// The words, with placeholders of their own.
    pub text: String,
    /// Whether errors are spared.
    #[serde(default)]
    pub spares_errors: bool,
    /// Whether what stands before the last slash of a model's name is a provider's, and does not count.
    #[serde(default)]
    pub without_provider: bool,
    /// Other sizes for some models; the first one that fits counts.
    #[serde(default)]
    pub by_model: Vec<ModelSize>,
}

/// The sizes of an excerpt for some models.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ModelSize {
    /// The models; `*` at the end stands for any rest.
    pub models: Vec<String>,
    /// The size beyond which a text is too long.
    pub over: Size,
    /// Tokens that the client proposes to read at once.
    #[serde(default)]
    pub read_tokens: Option<usize>,
}

/// Words with a part of JSON that is too long, as printed here. Long strings in it are cut in the middle, all to
/// the greatest length with which the whole fits; where that does not help, the middle of the whole is cut.
///
/// It happens to texts that are JSON; errors, and results of other blocks, are measured as a whole of their own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct JsonExcerpt {
    /// Most characters, as printed here, that stay.
    pub over_chars: usize,
    /// Most characters of what is kept; a cut of the whole does not count its words.
    pub keep_chars: usize,
    /// What stands in a cut; `{omitted}` is how many characters went.
    pub marker: String,
    /// How the JSON is printed.
    pub style: Style,
    /// The words: `{excerpt}`, `{chars}` of the whole, `{declaration}` of its type in TypeScript.
    pub text: String,
    /// The JSON that is measured and shown of an error of texts only; without it errors are spared. `{pieces}` are
    /// the paragraphs of what would be shown, as a list of text blocks, and `{said:quoted}` is what the server
    /// said, as a JSON string.
    #[serde(default)]
    pub of_errors: Option<String>,
    /// The JSON that is measured and shown of a result with other blocks than texts; without it such results are
    /// spared, and such errors. `{blocks}` are those that are shown, of errors among the pieces.
    #[serde(default)]
    pub of_blocks: Option<String>,
    /// The same where structured content is shown beside them: `{structured}`, whose text is the first of the blocks.
    #[serde(default)]
    pub of_both: Option<String>,
}

/// Words with some numbered lines in place of all texts of a result that are too long together; media stay.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Preview {
    /// Most characters of all texts, each on a line of its own, that stay.
    pub over_chars: usize,
    /// How many lines of the head are shown.
    pub head_lines: usize,
    /// How many lines of the tail are shown.
    pub tail_lines: usize,
    /// Most characters of a line.
    pub line_chars: usize,
    /// The line between head and tail; `{omitted}` is how many lines are left out.
    pub marker: String,
    /// What says that all lines are shown.
    pub note: String,
    /// What says that head and tail are.
    pub note_with_gap: String,
    /// What is said of the marker, in brackets behind the note.
    pub gap_caveat: String,
    /// What is said of lines that are cut.
    pub cut_caveat: String,
    /// The words: `{note}` and `{preview}`.
    pub text: String,
}

/// A cut of the joined text, and of structured content beside it, before both stand in an object.
///
/// Structured content that is cut is no JSON any more and stands as a string.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Cap {
    /// Most characters that are kept.
    pub chars: usize,
    /// How many of a hundred of them are kept at the head; the others are at the tail.
    pub head_percent: usize,
    /// What stands in the cut.
    pub marker: String,
}

/// The most that the resources with data of one result may bring; what is beyond it is left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ResourceLimit {
    /// Most resources.
    pub count: usize,
    /// Most bytes of all of them, decoded.
    pub bytes: usize,
    /// What stands for one that is left out.
    pub text: String,
}

/// A size that a text must not exceed.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
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
#[non_exhaustive]
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
