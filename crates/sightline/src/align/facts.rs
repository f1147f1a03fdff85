//! Text that is no JSON copy: which facts of the structured content does it state, and which ones deny it?
//!
//! Tables are compared cell by cell with the rows of a list; all other text is judged by what it
//! mentions. What is too large to compare is said to be so, and nothing is claimed of it.

use std::borrow::Cow;

use serde::Serialize;

use super::fit::{self, Denied};
use super::index::{Entry, Index, Value};
use super::judge::{Found, judge};
use super::lexicon;
use super::scan::{Kind, Scan};
use super::table::{Table, tables};
use super::{Alignment, Difference, Form, MAX_DIFFERENCES, Relation};
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
    /// The first of those, at most [`MAX_DIFFERENCES`].
    pub stated: Vec<Fact>,
    /// What the text states and the data lacks, cut to a readable length; at most [`MAX_DIFFERENCES`].
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
    fn of(value: Value) -> Self {
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
    Alignment {
        text_block: heard.block(texts, &scan).or(text_block),
        ..heard.alignment(&joined, &scan, &index, structured)
    }
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

/// What was found in tables and outside of them.
#[derive(Default)]
struct Heard {
    found: Found,
    denied: Vec<Denied>,
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

impl Heard {
    fn alignment(self, text: &str, scan: &Scan, index: &Index<'_>, structured: Node<'_>) -> Alignment {
        let root = structured.pointer();
        let pointer = |entry: &Entry<'_>| {
            let pointer = entry.node.pointer();
            pointer.strip_prefix(&root).unwrap_or(&pointer).to_owned()
        };
        let differences = self.differences(text, scan, index, &pointer);
        let difference_count = self.denied.len() + self.found.conflicts.len();
        let added: Vec<String> = self
            .found
            .added
            .iter()
            .map(|(at, end)| quote(text, scan, *at, *end))
            .take(MAX_DIFFERENCES)
            .collect();
        let has_data =
            index.entries.iter().any(|entry| !matches!(entry.value, Value::Count(0) | Value::Null));
        let is_about = self.found.agreed > 0 || !self.found.stated.is_empty();
        let relation = match (self.found.too_large, difference_count > 0, is_about, added.is_empty()) {
            (true, _, _, _) => Relation::TooLarge,
            (false, true, _, _) => Relation::Differs,
            (false, false, _, true) if !has_data => Relation::Summary,
            (false, false, true, true) => Relation::Summary,
            (false, false, true, false) => Relation::Extends,
            (false, false, false, true) => Relation::Bare,
            (false, false, false, false) => Relation::Unrelated,
        };
        let mut stated: Vec<u32> = self.found.stated.into_iter().collect();
        stated.sort_unstable();
        let fact = |at: &u32| {
            let entry = &index.entries[*at as usize];
            Fact { pointer: pointer(entry), kind: FactKind::of(entry.value) }
        };
        let differences = if relation == Relation::TooLarge { Vec::new() } else { differences };
        Alignment {
            form: Some(Form::Prose),
            is_guess: difference_count > 0
                && self.denied.is_empty()
                && self.found.conflicts.iter().all(|conflict| conflict.ground.is_guess()),
            difference_count: if differences.is_empty() { 0 } else { difference_count },
            differences,
            facts: Some(Facts {
                total: index.entries.len(),
                stated_count: stated.len(),
                stated: stated.iter().take(MAX_DIFFERENCES).map(fact).collect(),
                added,
                complete: relation != Relation::TooLarge,
            }),
            ..Alignment::of(relation)
        }
    }

    fn differences(
        &self,
        text: &str,
        scan: &Scan,
        index: &Index<'_>,
        pointer: &dyn Fn(&Entry<'_>) -> String,
    ) -> Vec<Difference> {
        let mut differences: Vec<Difference> = Vec::new();
        for denied in self.denied.iter().take(MAX_DIFFERENCES) {
            let entry = &index.entries[denied.entry as usize];
            let difference = Difference::of(pointer(entry), cut(&denied.cell, MAX_QUOTE), shown(entry));
            differences.push(Difference { evidence: "cell", ..difference });
        }
        for conflict in self.found.conflicts.iter().take(MAX_DIFFERENCES - differences.len()) {
            let entry = &index.entries[conflict.entry as usize];
            let (said, place) = said(text, scan, conflict.at, conflict.end);
            differences.push(Difference {
                text_place: Some(place),
                evidence: conflict.ground.name(),
                ..Difference::of(pointer(entry), said, shown(entry))
            });
        }
        differences
    }

    /// The block that the first claim stands in that the data denies.
    fn block(&self, texts: &[(usize, Cow<'_, str>)], scan: &Scan) -> Option<usize> {
        let first = self.found.conflicts.first().filter(|_| texts.len() > 1 && self.denied.is_empty())?;
        let mut at = scan.tokens[first.at].start as usize;
        for (index, text) in texts {
            if at < text.len() {
                return Some(*index);
            }
            at -= (text.len() + 2).min(at);
        }
        None
    }
}

impl Facts {
    fn unread() -> Self {
        Self { total: 0, stated_count: 0, stated: Vec::new(), added: Vec::new(), complete: false }
    }
}

/// The words of a claim with a few around them, and where the claim stands in the text.
fn said(text: &str, scan: &Scan, at: usize, end: usize) -> (String, (usize, usize)) {
    let place = (scan.tokens[at].start as usize, scan.tokens[end - 1].end as usize);
    let line = |at: usize| scan.tokens.get(at).is_none_or(|token| token.line);
    let mut first = at;
    while first > 0 && at - first < 3 && !line(first) {
        first -= 1;
    }
    let mut last = end;
    while last < scan.tokens.len() && last - end < 3 && !line(last) {
        last += 1;
    }
    (quote(text, scan, first, last), place)
}

fn quote(text: &str, scan: &Scan, at: usize, end: usize) -> String {
    let (Some(first), Some(last)) =
        (scan.tokens.get(at), end.checked_sub(1).and_then(|last| scan.tokens.get(last)))
    else {
        return String::new();
    };
    cut(text.get(first.start as usize..last.end as usize).unwrap_or_default(), MAX_QUOTE)
}

fn shown(entry: &Entry<'_>) -> String {
    match entry.value {
        Value::Count(count) => format!("{count} items"),
        _ => cut(entry.node.text(), MAX_QUOTE),
    }
}

/// Cuts a text to a number of characters, and shows that it did.
pub(super) fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
