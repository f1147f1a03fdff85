//! Values of a JSON text that are written for people: `"¥21,500"` is 21500, `"20 Nov 2026"` is 2026-11-20,
//! `"In progress"` is `in_progress`, `"yes"` is true.

use super::index::{Entry, Index, Value, whole_date};
use super::lexicon;
use super::says::{Span, says};
use super::scan::Scan;
use crate::json::{Kind, Node};

/// Longest text that is read so, in bytes.
const MAX_TEXT: usize = 64;

/// Tells whether a value of a JSON text says a number or a date of the data in another form.
pub(super) fn is_rewritten(text: Node<'_>, structured: Node<'_>) -> bool {
    text.kind() == Kind::String
        && matches!(structured.kind(), Kind::Number | Kind::String)
        && is_written(text, structured)
}

/// Tells whether a value of a JSON text that is no copy member by member says a value of the data for people.
pub(super) fn is_worded(text: Node<'_>, structured: Node<'_>) -> bool {
    match (text.kind(), structured.kind()) {
        (Kind::String, Kind::Bool | Kind::Null) => is_said(text, structured),
        (Kind::String, Kind::Number | Kind::String) => is_spelt_alike(text, structured),
        (Kind::String, Kind::Array) => is_joined(text, structured),
        (Kind::Null, Kind::String) => structured.as_str().is_some_and(|known| known.is_empty()),
        (Kind::Number, Kind::Number) => is_rounded(text.text(), structured.text()),
        _ => false,
    }
}

/// `"yes"`, `"none"`
fn is_said(text: Node<'_>, structured: Node<'_>) -> bool {
    let Some(text) = text.as_str().filter(|text| text.len() <= MAX_TEXT) else { return false };
    let index = Index::of(structured);
    let scan = Scan::of(&text);
    let span = Span { scan: &scan, first: 0, end: scan.tokens.len(), is_cell: true, units: [None; 3] };
    index.entries.first().is_some_and(|entry| says(&index, entry, &span))
}

/// `In progress` for `in_progress`: the same letters, but for their case and the marks between the words.
fn is_spelt_alike(text: Node<'_>, structured: Node<'_>) -> bool {
    let letters = |text: &str| {
        let mut folded = String::new();
        for character in text.chars().filter(|character| !matches!(character, ' ' | '_' | '-')) {
            lexicon::fold(character, &mut folded);
        }
        folded
    };
    let (Some(text), Some(known)) = (text.as_str(), structured.as_str()) else { return false };
    let is_words = |text: &str| {
        text.len() <= MAX_TEXT
            && text.chars().all(|character| character.is_alphabetic() || matches!(character, ' ' | '_' | '-'))
    };
    is_words(&text) && is_words(&known) && letters(&text) == letters(&known)
}

/// `"a, b"` for a list of both.
fn is_joined(text: Node<'_>, structured: Node<'_>) -> bool {
    let Some(text) = text.as_str() else { return false };
    let mut parts = text.split([',', ';']).map(str::trim);
    let says = |item: Node<'_>, part: &str| match item.kind() {
        Kind::String => item.as_str().is_some_and(|known| known == part),
        Kind::Number => item.text() == part,
        Kind::Array | Kind::Bool | Kind::Null | Kind::Object => false,
    };
    let same = structured.items().all(|item| parts.next().is_some_and(|part| says(item, part)));
    same && (parts.next().is_none() || structured.is_empty() && text.trim().is_empty())
}

/// `0.45` for 0.4512: decimals that were rounded away.
fn is_rounded(text: &str, known: &str) -> bool {
    let decimals = |text: &str| text.split_once('.').map_or(0, |(_, rest)| rest.len());
    let (said, all) = (decimals(text), decimals(known));
    let (Ok(value), Ok(of)) = (text.parse::<f64>(), known.parse::<f64>()) else { return false };
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
    let step = 10f64.powi(-i32::try_from(said).unwrap_or(i32::MAX));
    is_plain(text) && is_plain(known) && (1..all).contains(&said) && (value - of).abs() <= step * 0.5 + 1e-12
}

/// A number in quotation marks that a reader would round: one with decimals, or too long for a double. A
/// small whole one has no reason to stand there, and is of another type.
fn is_same_number(text: &str, structured: Node<'_>) -> bool {
    let is_number = structured.kind() == Kind::Number && !text.starts_with(['+', '.']);
    is_number
        && (text.contains('.') || text.len() > 15)
        && crate::json::Document::parse(text).is_ok_and(|document| document.root().equals(structured))
}

/// Tells whether a string says a number or a date of the data in another form.
fn is_written(text: Node<'_>, structured: Node<'_>) -> bool {
    let Some(text) = text.as_str().filter(|text| text.len() <= 64) else { return false };
    if text.parse::<f64>().is_ok() {
        return is_same_number(&text, structured);
    }
    let is_short = structured.as_str().is_none_or(|known| known.len() <= 64);
    let has_digits = text.bytes().any(|byte| byte.is_ascii_digit());
    // Two moments in the form of machines are compared as they stand.
    let is_iso = text.len() > 4
        && text.as_bytes()[..4].iter().all(u8::is_ascii_digit)
        && structured.as_str().is_some();
    if is_iso && let Some(known) = structured.as_str() {
        let dates = whole_date(&text).zip(whole_date(&known));
        return dates.is_some_and(|(text, known)| {
            text.is_same_instant(&known)
                || text.offset.is_none() && text.clock.is_some() && text.tells(&known)
        });
    }
    if !is_short || !has_digits || is_iso {
        return false;
    }
    let index = Index::of(structured);
    let scan = Scan::of(&text);
    let span = Span { scan: &scan, first: 0, end: scan.tokens.len(), is_cell: true, units: [None; 3] };
    let is_written = |entry: &Entry<'_>| matches!(entry.value, Value::Date(_) | Value::Number(_));
    index.entries.first().is_some_and(|entry| is_written(entry) && says(&index, entry, &span))
}
