//! Which cells of a table that lies on a list deny its facts, and which say them in other words.

use super::sums::{is_total, totals};
use super::{Compared, Denied, Fit, List};
use crate::align::index::{Entry, Index, Value};
use crate::align::lexicon::{self, Meaning};
use crate::align::says::{Span, may_be_translated, run, says};
use crate::align::scan::Kind;
use crate::align::table::Table;

pub(super) fn judge(index: &Index<'_>, list: &List, table: &Table, fit: &Fit) -> Compared {
    let mut compared = Compared::default();
    let mut is_counted = false;
    for (at, row) in fit.rows.iter().enumerate() {
        let Some(row) = row else {
            if at > 0 && is_total(table, at) {
                totals(index, list, table, fit, at, &mut compared);
            } else if at > 0
                && !is_counted
                && table.rows[at].iter().any(|cell| !cell.is_empty())
                && (table.has_bars || !names_a_row(index, list, table, at))
            {
                // A row that the data has not.
                is_counted = true;
                compared.denied.push(Denied { entry: list.count, cell: table.cells[at].join(" | ") });
            }
            continue;
        };
        for (column, known) in fit.columns.iter().enumerate() {
            let (Some(known), Some(cell)) = (known, table.cell(at, column)) else { continue };
            let Some(fact) = list.facts.get(&(*row, *known)) else { continue };
            if says_with_others(index, *fact, *row, &cell) {
                compared.stated.push(*fact);
            } else if !may_be_translated(index, &index.entries[*fact as usize], &cell)
                && !is_other_fact_of_row(index, list, fit, *row, &cell)
                && !is_other_word(index, &index.entries[*fact as usize], &cell)
                && !is_in_words(index, &index.entries[*fact as usize], &cell)
                && !is_no_answer(index, &index.entries[*fact as usize], &cell)
                && !is_always_so(index, list, table, fit, (at, column))
            {
                compared.denied.push(Denied { entry: *fact, cell: table.cells[at][column].clone() });
            }
        }
    }
    compared
}

/// The time of the winner in a column of gaps: the cell is a fact of the row that no column has.
fn is_other_fact_of_row(index: &Index<'_>, list: &List, fit: &Fit, row: u32, cell: &Span<'_>) -> bool {
    let others = list.columns.iter().filter(|column| !fit.columns.contains(&Some(**column)));
    let mut facts = others.filter_map(|column| list.facts.get(&(row, *column)));
    facts.any(|fact| {
        let entry = &index.entries[*fact as usize];
        let is_written = matches!(entry.value, Value::Date(_) | Value::Text) && entry.end > entry.first;
        is_written && says(index, entry, cell)
    })
}

/// `Nieselregen` for `drizzle`, `Read-only` for `viewer`: a value that is written for machines, and words
/// that the data has nowhere and that are no state: what they mean is not known.
pub(in crate::align) fn is_other_word(index: &Index<'_>, entry: &Entry<'_>, cell: &Span<'_>) -> bool {
    let is_code = entry.value == Value::Text
        && entry.end == entry.first + 1
        && entry.node.as_str().is_some_and(|text| {
            let has = |test: fn(char) -> bool| text.chars().any(test);
            let letters = text.chars().all(|mark| mark.is_alphabetic() || matches!(mark, '_' | '-'));
            letters && (has(char::is_lowercase) != has(char::is_uppercase)) && text.len() > 3
        });
    let is_state = |at: usize| {
        lexicon::meaning(cell.scan, at, |meaning| matches!(meaning, Meaning::State(_)).then_some(()))
            .is_some()
    };
    let is_plain = |at: usize| {
        let token = &cell.scan.tokens[at];
        matches!(token.kind, Kind::Mark(_))
            || token.is_word() && index.places_of(cell.scan.word(token)).is_empty() && !is_state(at)
    };
    let has_word = (cell.first..cell.end).any(|at| cell.scan.tokens[at].is_word());
    is_code && (has_word && (cell.first..cell.end).all(is_plain) || is_grown(index, entry, cell))
}

/// `running normally` for `normal`
fn is_grown(index: &Index<'_>, entry: &Entry<'_>, cell: &Span<'_>) -> bool {
    let known = index.scan.word_at(entry.first as usize);
    (cell.first..cell.end).any(|at| {
        let said = cell.scan.word_at(at);
        let stem = said.bytes().zip(known.bytes()).take_while(|(left, right)| left == right).count();
        stem >= 5 && stem + 1 >= known.len() && said.len() <= stem + 4
    })
}

/// `never used` for `null`: words without a number or a name of the data.
fn is_in_words(index: &Index<'_>, entry: &Entry<'_>, cell: &Span<'_>) -> bool {
    let is_plain = |at: usize| {
        let token = &cell.scan.tokens[at];
        let is_word = token.is_word() && index.places_of(cell.scan.word(token)).is_empty();
        is_word || matches!(token.kind, Kind::Mark(_)) || lexicon::is_join(cell.scan, at, token)
    };
    // `3 days ago`: how far it is from a moment that the table does not tell.
    let is_relative = || {
        let is_time = |at: usize| {
            crate::align::amount::read(cell.scan, at)
                .is_some_and(|amount| amount.is_of(lexicon::Dimension::Time))
        };
        let has_date = |at: usize| matches!(cell.scan.tokens[at].kind, Kind::Date(_) | Kind::Clock(_));
        !(cell.first..cell.end).any(has_date)
            && ((cell.first..cell.end).any(is_time)
                || (cell.first..cell.end).all(is_plain) && !cell.is_empty())
    };
    matches!(entry.value, Value::Date(_)) && is_relative()
        || entry.value == Value::Null && cell.end > cell.first + 1 && (cell.first..cell.end).all(is_plain)
}

/// `healthy` for a number of errors, `fault` for a flag: words that say neither a number nor none, and
/// neither yes nor no.
fn is_no_answer(index: &Index<'_>, entry: &Entry<'_>, cell: &Span<'_>) -> bool {
    let says_none = || {
        (cell.first..cell.end).any(|at| {
            [Meaning::Nothing, Meaning::Negation, Meaning::No, Meaning::Yes]
                .into_iter()
                .any(|meaning| lexicon::is(cell.scan, at, meaning))
        })
    };
    let is_word = |at: usize| matches!(cell.scan.tokens[at].kind, Kind::Word | Kind::Mark(_));
    let has_amount = || (cell.first..cell.end).any(|at| crate::align::amount::read(cell.scan, at).is_some());
    let has_word = (cell.first..cell.end).any(|at| cell.scan.tokens[at].is_word());
    match entry.value {
        Value::Number(_) => has_word && (cell.first..cell.end).all(is_word) && !has_amount() && !says_none(),
        Value::Bool(_) => has_word && crate::align::says::truth(index, entry, cell).is_none() && !says_none(),
        Value::Count(_) | Value::Date(_) | Value::Null | Value::Text => false,
    }
}

/// `up` for each `operational`, and for nothing else: other words for one value, in all rows that have it.
fn is_always_so(index: &Index<'_>, list: &List, table: &Table, fit: &Fit, place: (usize, usize)) -> bool {
    let (at, column) = place;
    let text = |row: usize| {
        let cell = fit.columns[column]
            .zip(fit.rows[row])
            .and_then(|(known, row)| list.facts.get(&(row, known)))
            .map(|fact| &index.entries[*fact as usize]);
        cell.filter(|entry| entry.value == Value::Text).map(|entry| entry.node.text())
    };
    let said = |row: usize| table.cells[row].get(column).map(|cell| cell.to_lowercase());
    let (Some(own), Some(cell)) = (text(at), said(at)) else { return false };
    let others: Vec<usize> = (0..fit.rows.len()).filter(|row| *row != at && text(*row).is_some()).collect();
    let has_twin = others.iter().any(|row| text(*row) == Some(own));
    let is_name = cell.contains(|character: char| character.is_ascii_digit());
    has_twin
        && !is_name
        && others.iter().all(|row| (text(*row) == Some(own)) == (said(*row).as_ref() == Some(&cell)))
}

/// Tells whether a line has a whole string of some row of the list: it may be a sentence about that row.
fn names_a_row(index: &Index<'_>, list: &List, table: &Table, at: usize) -> bool {
    let is_said = |fact: &u32| {
        let entry = &index.entries[*fact as usize];
        let length = (entry.end - entry.first) as usize;
        length > 0
            && (0..table.rows[at].len()).filter_map(|column| table.cell(at, column)).any(|cell| {
                (cell.first..cell.end).any(|from| {
                    run(cell.scan, from, cell.end, index, entry.first, entry.end).tokens == length
                })
            })
    };
    list.rows
        .iter()
        .take(64)
        .any(|row| list.columns.iter().filter_map(|column| list.facts.get(&(*row, *column))).any(is_said))
}

/// Tells whether a cell says a fact, alone or with others of its row: `TP565 (TAP)`.
pub(super) fn says_with_others(index: &Index<'_>, fact: u32, row: u32, cell: &Span<'_>) -> bool {
    let entry = &index.entries[fact as usize];
    if says(index, entry, cell) {
        return true;
    }
    let mut at = cell.first;
    let mut is_there = false;
    while at < cell.end {
        if matches!(cell.scan.tokens[at].kind, Kind::Mark(_)) {
            at += 1;
            continue;
        }
        let near =
            index.entries.iter().zip(0u32..).filter(|(other, _)| other.row == row && other.end > other.first);
        let found = near.take(64).find_map(|(other, number)| {
            let run = run(cell.scan, at, cell.end, index, other.first, other.end);
            (run.tokens == (other.end - other.first) as usize).then_some((number, run.of_text))
        });
        let of_row = || {
            let amount = crate::align::amount::read(cell.scan, at)?;
            let mut own = index.entries.iter().filter(|other| other.row == row).take(64);
            own.any(
                |other| matches!(other.value, Value::Number(value) if amount.is(value, &index.units(other))),
            )
            .then_some((u32::MAX, amount.end - at))
        };
        let Some((number, length)) = found.or_else(of_row) else { return false };
        is_there |= number == fact;
        at += length.max(1);
    }
    is_there
}
