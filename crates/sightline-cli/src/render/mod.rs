//! Rendering: the one report as text for people and as JSON for machines.

pub mod text;

use std::borrow::Cow;
use std::io::{self, IsTerminal as _};

use anyhow::Result;
use sightline::report::Report;

/// What a peer wrote, for standard output: exact where a program reads it, and on a terminal with its
/// control characters spelt out, so that nobody's result moves the cursor or sets a title.
pub fn for_stdout(text: &str) -> Cow<'_, str> {
    if io::stdout().is_terminal() { visible(text) } else { Cow::Borrowed(text) }
}

/// Spells out control characters other than line breaks and tabs.
pub fn visible(text: &str) -> Cow<'_, str> {
    let hidden = |character: char| character.is_control() && character != '\n' && character != '\t';
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let spell = |character: char| {
        if hidden(character) { character.escape_default().to_string() } else { character.to_string() }
    };
    Cow::Owned(text.chars().map(spell).collect())
}

pub fn json(report: &Report) -> Result<String> {
    Ok(serde_json::to_string_pretty(report)?)
}
