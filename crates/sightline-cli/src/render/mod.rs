//! Rendering: the one report as text for people and as JSON for machines.

pub mod alike;
pub mod excerpt;
pub mod finding;
mod fold;
mod github;
mod junit;
mod markdown;
mod names;
mod sarif;
pub mod text;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};

use anyhow::Result;
use sightline::diagnostic::{Diagnostic, Level};
use sightline::report::Report;

use crate::args::CheckFormat;

/// What a peer wrote, for standard output: exact where a program reads it, and on a terminal with its
/// control characters spelt out, so that nobody's result moves the cursor or sets a title.
pub fn for_stdout(text: &str) -> Cow<'_, str> {
    if io::stdout().is_terminal() { visible(text) } else { Cow::Borrowed(text) }
}

/// Spells out control characters other than line breaks and tabs, and the marks that turn the direction
/// of writing, with which a name can stand on a terminal as another one.
pub fn visible(text: &str) -> Cow<'_, str> {
    let hidden = |character: char| match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    };
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let spell = |character: char| {
        if hidden(character) { character.escape_default().to_string() } else { character.to_string() }
    };
    Cow::Owned(text.chars().map(spell).collect())
}

/// A count with its noun, which grows an `s` for all but one.
pub fn plural<N: Copy + fmt::Display + From<u8> + PartialEq>(many: N, one: &str) -> String {
    let ending = if many == N::from(1) { "" } else { "s" };
    format!("{many} {one}{ending}")
}

pub fn json(report: &Report) -> Result<String> {
    Ok(serde_json::to_string_pretty(report)?)
}

/// Prints the report of a check; as text, the findings were printed before, file by file.
pub fn report(format: CheckFormat, report: &Report, fail_on: Level) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match format {
        CheckFormat::Github => github::write(&mut out, report)?,
        CheckFormat::Json => writeln!(out, "{}", json(report)?)?,
        CheckFormat::Junit => junit::write(&mut out, report, fail_on)?,
        CheckFormat::Markdown => markdown::write(&mut out, report, fail_on)?,
        CheckFormat::Sarif => sarif::write(&mut out, report)?,
        CheckFormat::Text => text::check_summary(&mut anstream::stdout().lock(), report)?,
    }
    Ok(out.flush()?)
}

/// What was expected and what was found, as far as a finding says it.
fn expectation(found: &Diagnostic) -> Option<String> {
    match (&found.expected, &found.found) {
        (Some(expected), Some(found)) => Some(format!("expected {expected}, found {found}")),
        (Some(expected), None) => Some(format!("expected {expected}")),
        (None, Some(found)) => Some(format!("found {found}")),
        (None, None) => None,
    }
}

/// Why a finding matters and what to do about it, a line each.
fn details(found: &Diagnostic) -> Vec<String> {
    expectation(found).into_iter().chain(found.notes.iter().chain(&found.help).cloned()).collect()
}

/// What a check found, in one clause.
fn counts(report: &Report) -> String {
    let plural = |many: usize, one: &str| format!("{many} {one}{}", if many == 1 { "" } else { "s" });
    let summary = &report.summary;
    let mut text = format!(
        "{}, {}, {} of advice",
        plural(summary.errors, "error"),
        plural(summary.warnings, "warning"),
        summary.advice
    );
    for (many, what) in [(summary.suppressed, "suppressed"), (summary.parked, "in the baseline")] {
        if many > 0 {
            text = format!("{text}, {many} {what}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_a_terminal_is_spelt_out() {
        assert_eq!(visible("a\u{1b}[31m\u{202e}b\n\tc\u{200f}"), "a\\u{1b}[31m\\u{202e}b\n\tc\\u{200f}");
        assert_eq!(visible("\u{5d0}\u{1f600}\u{200d}e\u{301}"), "\u{5d0}\u{1f600}\u{200d}e\u{301}");
    }
}
