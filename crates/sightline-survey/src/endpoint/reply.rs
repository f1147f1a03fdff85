//! What the stand-in model says, before it is written in a dialect.

use serde::{Deserialize, Serialize};

use super::asked::OfferedKind;

/// What was said: one call, or words. Complete: the stand-in model does one thing a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Said {
    /// A call of a tool.
    Call(Call),
    /// Words.
    Text(String),
}

/// A call that the stand-in model makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Its id.
    pub id: String,
    /// The name of the tool, as the request offered it.
    pub name: String,
    /// What the tool stands under, in dialects that group tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// JSON text of the arguments, or free text.
    pub arguments: String,
    #[serde(skip, default = "function")]
    pub(crate) kind: OfferedKind,
}

fn function() -> OfferedKind {
    OfferedKind::Function
}

/// What was said, with all that an answer tells besides.
#[derive(Debug)]
pub(super) struct Reply {
    pub serial: String,
    /// Seconds since 1970.
    pub seconds: u64,
    pub model: String,
    pub said: Said,
    pub input_tokens: usize,
    pub output_tokens: usize,
}

/// Writes one server-sent event.
pub(super) fn sse(name: Option<&str>, data: &str) -> String {
    match name {
        Some(name) => format!("event: {name}\ndata: {data}\n\n"),
        None => format!("data: {data}\n\n"),
    }
}

/// Cuts a text in two at a letter's end, as a stream would; an empty one has no pieces.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let middle = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    let (first, second) = text.split_at(middle);
    [first, second].into_iter().filter(|piece| !piece.is_empty())
}

/// Guesses tokens: four letters are about one. Long runs without a space are data of media, which
/// providers count by size and not by letter.
pub(super) fn tokens<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
    const DATA: usize = 1000;
    let letters: usize = texts
        .into_iter()
        .map(|text| if text.len() > DATA && !text.contains(' ') { DATA } else { text.len() })
        .sum();
    letters.div_ceil(4).max(1)
}
