//! Text that is no JSON copy: which facts of the structured content does it state, and which ones deny it?
//!
//! Tables are compared cell by cell with the rows of a list; all other text is judged by what it
//! mentions. What is too large to compare is said to be so, and nothing is claimed of it.

use std::borrow::Cow;

use serde::Serialize;

use super::fit;
use super::heard::Heard;
use super::index::{Index, Value};
use super::judge::judge;
use super::lexicon;
use super::scan::{Kind, Scan};
use super::table::{Table, tables};
use super::{Alignment, Form, Relation};
use crate::json::Node;

/// Longest text that is searched, in bytes.
const MAX_TEXT: usize = 64 << 10;
/// Longest claim that a difference quotes, in characters.
pub(super) const MAX_QUOTE: usize = 120;

/// What the structured content holds to be stated, and how much of it a text states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Facts {
    /// Facts that were looked for.
    pub total: usize,
    /// Those of them that the text states.
    pub stated_count: usize,
    /// The first of those, at most [`MAX_DIFFERENCES`](super::MAX_DIFFERENCES).
    pub stated: Vec<Fact>,
    /// What the text states and the data lacks, cut to a readable length; at most [`MAX_DIFFERENCES`](super::MAX_DIFFERENCES).
    pub added: Vec<String>,
    /// Whether all facts were looked for in the whole text, within the bounds.
    pub complete: bool,
}

/// One fact of the structured content that a text states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fact {
    /// JSON pointer into the structured content.
    pub pointer: String,
    /// What kind of fact it is.
    pub kind: FactKind,
}

/// What kind of fact a text states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FactKind {
    /// The length of an array.
    Count,
    /// A date or a time.
    Date,
    /// `true` or `false`.
    Flag,
    /// `null`.
    Nothing,
    /// A number.
    Number,
    /// A string.
    Text,
}

impl FactKind {
    pub(super) fn of(value: Value) -> Self {
        match value {
            Value::Bool(_) => Self::Flag,
            Value::Count(_) => Self::Count,
            Value::Date(_) => Self::Date,
            Value::Null => Self::Nothing,
            Value::Number(_) => Self::Number,
            Value::Text => Self::Text,
        }
    }
}

/// What stands beside the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// A copy of the data, so that all of it is told.
    Copy,
    Nothing,
}

/// Judges text that is no JSON copy.
pub(super) fn prose(texts: &[(usize, Cow<'_, str>)], structured: Node<'_>, beside: Beside) -> Alignment {
    let text_block = texts.iter().find(|(_, text)| !text.trim().is_empty()).map(|(index, _)| *index);
    let blank = Alignment { form: Some(Form::Prose), text_block, ..Alignment::of(Relation::TooLarge) };
    if texts.iter().map(|(_, text)| text.len()).sum::<usize>() > MAX_TEXT {
        return Alignment { facts: Some(Facts::unread()), ..blank };
    }
    if let Some(alignment) = super::nearly::nearly_scalar(texts, structured) {
        return Alignment { text_block, ..alignment };
    }
    let index = Index::of(structured);
    if !index.complete {
        return Alignment { facts: Some(Facts::unread()), ..blank };
    }
    let joined = joined(texts);
    let mut heard = Heard::default();
    heard.found.all_told = beside == Beside::Copy;
    let (scan, taken) = read(&joined, &index, &mut heard);
    judge(&scan, &index, &taken, &mut heard.found);
    let alignment = heard.alignment(texts, &joined, &scan, &index, structured);
    Alignment { text_block: alignment.text_block.or(text_block), ..alignment }
}

fn joined<'t>(texts: &'t [(usize, Cow<'_, str>)]) -> Cow<'t, str> {
    match texts {
        [(_, text)] => Cow::Borrowed(text),
        _ => {
            let mut joined = String::new();
            for (_, text) in texts {
                joined.push_str(text);
                // A blank line: what one block names is not what the next one speaks of.
                joined.push_str("\n\n");
            }
            Cow::Owned(joined)
        }
    }
}

/// Small words of English, by which a text is known to be English; names keep their form there.
fn is_english(scan: &Scan) -> bool {
    let count = |test: fn(&str) -> bool| {
        scan.tokens.iter().filter(|token| token.is_word() && test(scan.word(token))).count()
    };
    let english = count(|word| lexicon::ENGLISH.contains(&word));
    let other = count(|word| lexicon::NOT_ENGLISH.contains(&word));
    english > other || (other == 0 && scan.tokens.iter().all(|token| scan.word(token).is_ascii()))
}

/// The offsets of the countries of a text's language; English has too many.
fn zones(text: &str, is_english: bool) -> &'static [i32] {
    let has =
        |range: std::ops::RangeInclusive<char>| text.chars().any(|character| range.contains(&character));
    if has('\u{3040}'..='\u{30ff}') || has('\u{ac00}'..='\u{d7a3}') {
        &[540]
    } else if has('\u{4e00}'..='\u{9fff}') {
        &[480]
    } else if has('\u{400}'..='\u{4ff}') {
        &[180, 120]
    } else if is_english {
        &[]
    } else {
        &[60, 120]
    }
}

/// Which of day and month a text writes first, where one of its dates tells.
fn date_order(text: &str, scan: &Scan) -> Option<Order> {
    let (mut days, mut months) = (false, false);
    for token in scan.tokens.iter().filter(|token| matches!(token.kind, Kind::Date(_))) {
        let mut parts = text.get(token.start as usize..token.end as usize).unwrap_or_default().split('/');
        let mut part = || parts.next().filter(|part| part.len() <= 2)?.parse::<u8>().ok();
        if let (Some(first), Some(second)) = (part(), part()) {
            days |= first > 12;
            months |= second > 12;
        }
    }
    match (days, months) {
        (true, false) => Some(Order::DayFirst),
        (false, true) => Some(Order::MonthFirst),
        _ => None,
    }
}

/// What stands first in `02/03/2026`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    DayFirst,
    MonthFirst,
}

/// Reads the dates that may be read in two ways in the order of the others.
fn settle(scan: &mut Scan, order: Option<Order>) {
    let Some(order) = order else { return };
    for token in &mut scan.tokens {
        if let Kind::Date(date) = &mut token.kind
            && date.either
        {
            date.either = false;
            if order == Order::MonthFirst {
                std::mem::swap(&mut date.day, &mut date.month);
            }
        }
    }
}

/// Compares the tables of a text, and returns its tokens with those that the tables took.
fn read(text: &str, index: &Index<'_>, heard: &mut Heard) -> (Scan, Vec<bool>) {
    let mut scan = Scan::of(text);
    scan.is_english = is_english(&scan);
    scan.zones = zones(text, scan.is_english);
    let order = date_order(text, &scan);
    settle(&mut scan, order);
    let mut taken = vec![false; scan.tokens.len()];
    let mut tables: Vec<Table> = if text.contains('\n') { tables(text) } else { Vec::new() };
    for table in &mut tables {
        table.scan.is_english = scan.is_english;
        table.scan.zones = scan.zones;
        settle(&mut table.scan, order);
    }
    for table in &tables {
        let first = scan.tokens.partition_point(|token| (token.start as usize) < table.span.start);
        let end = scan.tokens.partition_point(|token| (token.start as usize) < table.span.end);
        // A text may look like a table in several ways; the first one that fits is the one.
        if taken[first..end].contains(&true) {
            continue;
        }
        let Some(compared) = fit::compare(index, table) else { continue };
        heard.found.too_large |= compared.too_large;
        heard.found.agreed += compared.stated.len();
        heard.found.stated.extend(compared.stated);
        heard.denied.extend(compared.denied);
        taken[first..end].iter_mut().for_each(|taken| *taken = true);
        for line in compared.left.iter().filter_map(|row| table.lines.get(*row)) {
            for (taken, token) in taken.iter_mut().zip(&scan.tokens) {
                *taken &= !line.contains(&(token.start as usize));
            }
        }
    }
    (scan, taken)
}

impl Facts {
    fn unread() -> Self {
        Self { total: 0, stated_count: 0, stated: Vec::new(), added: Vec::new(), complete: false }
    }
}

/// Cuts a text to a number of characters, and shows that it did.
pub(super) fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
