//! Which rows and keys of the data a table shows, and which of its cells deny them.

use std::collections::HashMap;

use super::index::{Index, Key, NONE, Value};
use super::judge::{is_label, is_told_by_another, is_word_of_key, without_items};
use super::lexicon::{self, Meaning};
use super::says::{Span, may_be_translated, run, says};
use super::scan::Kind;
use super::table::Table;

/// Most comparisons of cells with facts; beyond it a table is too large to compare.
const MAX_WORK: usize = 200_000;

/// A cell that denies a fact.
#[derive(Debug)]
pub(super) struct Denied {
    pub(super) entry: u32,
    pub(super) cell: String,
}

/// What comparing a table came to.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub(super) stated: Vec<u32>,
    pub(super) denied: Vec<Denied>,
    pub(super) too_large: bool,
    /// Rows of the table that it knows nothing of: they are read as text.
    pub(super) left: Vec<usize>,
}

/// A column of the data: a key, and which of its facts in a row.
type Column = (u32, u32);

/// A list of the data as a matrix.
struct List {
    count: u32,
    rows: Vec<u32>,
    columns: Vec<Column>,
    facts: HashMap<(u32, Column), u32>,
}

/// How a table lies on a list.
struct Fit {
    /// The row of the data for each row of the table.
    rows: Vec<Option<u32>>,
    columns: Vec<Option<Column>>,
    matched: usize,
    compared: usize,
}

/// Compares a table with the data; `None` when it shows none of its lists.
pub(super) fn compare(index: &Index<'_>, table: &Table) -> Option<Compared> {
    if let Some(compared) = super::matrix::compare_objects(index, table) {
        return Some(compared);
    }
    let lists = lists(index);
    let is_small = (2..=64).contains(&table.rows.len());
    let turned = (table.columns() > 2 && is_small).then(|| table.turned());
    let mut best: Option<(Fit, &List, &Table)> = None;
    let mut too_large = false;
    for list in &lists {
        // What has many more rows than the list is no table of it.
        if table.rows.len() > 2 * list.rows.len() + 16 {
            continue;
        }
        let work = table.rows.len() * table.columns() * list.columns.len();
        if work > MAX_WORK {
            too_large = true;
            continue;
        }
        for table in [Some(table), turned.as_ref()].into_iter().flatten() {
            for fit in fits(index, list, table) {
                if best.as_ref().is_none_or(|(known, _, _)| fit.matched > known.matched) {
                    best = Some((fit, list, table));
                }
            }
        }
    }
    // Sentences with commas look like a table; one has no column that the data has not.
    let is_sure = |fit: &Fit, table: &Table| {
        let rows = fit.rows.iter().flatten().count();
        let is_whole = rows > 1 && rows + 1 == table.rows.len() && fit.matched * 5 >= fit.compared * 4;
        let known = fit.columns.iter().flatten().count();
        table.has_bars
            || (is_whole && known > 2 && known + 1 >= fit.columns.len())
            || fit.columns.iter().all(Option::is_some)
            || has_head(index, table)
    };
    let found = best
        .filter(|(fit, _, table)| fit.matched > 0 && fit.matched * 2 >= fit.compared && is_sure(fit, table));
    match found {
        Some((fit, list, table)) => {
            let mut compared = judge(index, list, table, &fit);
            calculated(index, list, table, &fit, &mut compared);
            Some(compared)
        }
        None if too_large => Some(Compared { too_large, ..Compared::default() }),
        None => fields(index, table).or_else(|| super::matrix::compare(index, table)),
    }
}

/// Tells whether a cell that does not say a fact may say it in another language.
pub(super) fn may_be(index: &Index<'_>, entry: &super::index::Entry<'_>, cell: &Span<'_>) -> bool {
    may_be_translated(index, entry, cell)
}

/// Tells whether the first row of a table names keys, at least half of them.
fn has_head(index: &Index<'_>, table: &Table) -> bool {
    let named = (0..table.columns()).filter(|column| {
        table.cell(0, *column).is_some_and(|cell| index.keys.iter().any(|key| is_label_of(index, &cell, key)))
    });
    named.count() * 2 >= table.columns()
}

/// The lists of the data whose items have keys of their own.
fn lists(index: &Index<'_>) -> Vec<List> {
    let mut lists: Vec<List> = Vec::new();
    let mut by_count: HashMap<u32, usize> = HashMap::new();
    for (row, at) in index.rows.iter().zip(0u32..) {
        let place = *by_count.entry(row.list).or_insert_with(|| {
            lists.push(List {
                count: row.list,
                rows: Vec::new(),
                columns: Vec::new(),
                facts: HashMap::new(),
            });
            lists.len() - 1
        });
        lists[place].rows.push(at);
    }
    let mut ordinals: HashMap<(u32, u32), u32> = HashMap::new();
    for (entry, at) in index.entries.iter().zip(0u32..).filter(|(entry, _)| entry.row != NONE) {
        let ordinal = ordinals.entry((entry.row, entry.key)).or_default();
        let column = (entry.key, *ordinal);
        *ordinal += 1;
        let Some(place) = by_count.get(&index.rows[entry.row as usize].list) else { continue };
        let list = &mut lists[*place];
        if !list.columns.contains(&column) {
            if list.columns.len() == 64 {
                continue;
            }
            list.columns.push(column);
        }
        list.facts.insert((entry.row, column), at);
    }
    lists
}

/// The ways to lay a table on a list that are tried: in order, and by the names of the rows.
fn fits(index: &Index<'_>, list: &List, table: &Table) -> Vec<Fit> {
    let mut fits = Vec::new();
    for head in [1, 0] {
        let in_order = (0..table.rows.len())
            .map(|row| row.checked_sub(head).and_then(|row| list.rows.get(row).copied()))
            .collect();
        fits.push(fit(index, list, table, head, in_order));
    }
    let is_good = fits.iter().any(|fit| fit.compared > 0 && fit.matched * 10 >= fit.compared * 8);
    if !is_good {
        for column in 0..table.columns().min(3) {
            for known in list.columns.iter().take(8) {
                if let Some(rows) = by_name(index, list, table, column, *known) {
                    fits.push(fit(index, list, table, 1, rows));
                }
            }
        }
    }
    fits
}

/// The rows of the data whose names stand in a column, and for the rest those that are left over.
fn by_name(
    index: &Index<'_>,
    list: &List,
    table: &Table,
    column: usize,
    known: Column,
) -> Option<Vec<Option<u32>>> {
    let mut by_word: HashMap<&str, Vec<u32>> = HashMap::new();
    for row in &list.rows {
        let fact = list.facts.get(&(*row, known)).map(|at| &index.entries[*at as usize])?;
        let first =
            if fact.end > fact.first { index.scan.word_at(fact.first as usize) } else { fact.node.text() };
        by_word.entry(first).or_default().push(*row);
    }
    let mut used = Vec::new();
    let mut rows: Vec<Option<u32>> = Vec::new();
    for at in 0..table.rows.len() {
        let cell = table.cell(at, column)?;
        let (first, _) = cell.trimmed();
        let candidates = by_word.get(table.scan.word_at(first)).map_or(&[] as &[u32], Vec::as_slice);
        let row = candidates.iter().take(64).copied().find(|row| {
            list.facts
                .get(&(*row, known))
                .is_some_and(|fact| !used.contains(row) && says(index, &index.entries[*fact as usize], &cell))
        });
        used.extend(row);
        rows.push(row);
    }
    if used.len() * 2 < table.rows.len().saturating_sub(1) || used.is_empty() {
        return None;
    }
    // One that was not found is the one that is left over, if it is but one.
    let mut left = list.rows.iter().copied().filter(|row| !used.contains(row));
    let missing: Vec<usize> =
        (1..rows.len()).filter(|at| rows[*at].is_none() && !is_total(table, *at)).collect();
    if let ([at], Some(row), None) = (&*missing, left.next(), left.next()) {
        rows[*at] = Some(row);
    }
    Some(rows)
}

pub(super) fn is_total(table: &Table, row: usize) -> bool {
    let scan = &table.scan;
    table.rows[row].first().is_some_and(|cell| {
        (cell.start..cell.end.min(cell.start + 3))
            .any(|at| [Meaning::Sum, Meaning::Mean].into_iter().any(|meaning| lexicon::is(scan, at, meaning)))
    })
}

/// Finds for each column of a table the key whose values it has.
fn fit(index: &Index<'_>, list: &List, table: &Table, head: usize, rows: Vec<Option<u32>>) -> Fit {
    let mut ranks: Vec<usize> = Vec::new();
    let mut fit = Fit { rows, columns: Vec::new(), matched: 0, compared: 0 };
    for column in 0..table.columns() {
        let mut best: Option<(usize, bool, Column)> = None;
        let mut compared = 0;
        for known in &list.columns {
            let (mut matched, mut all) = (0, 0);
            for (at, row) in fit.rows.iter().enumerate() {
                let Some(row) = row else { continue };
                let Some(cell) = table.cell(at, column) else { continue };
                all += 1;
                let is_said = match list.facts.get(&(*row, *known)) {
                    Some(fact) => says_with_others(index, *fact, *row, &cell),
                    None => cell.is_empty(),
                };
                matched += usize::from(is_said);
            }
            let named = head == 1 && is_named(index, table, column, known.0);
            // Half of two rows may be chance, for small numbers.
            let half = matched > 0 && matched * 2 == all && !is_small(table, column);
            let loosely = head == 1 && all <= 2 && is_named_loosely(index, table, column, known.0);
            // A column of sums that no key has.
            if head == 1 && !named && is_sum(table, column) {
                continue;
            }
            let enough = matched * 2 > all || (named && (matched > 0 || all <= 2)) || half || loosely;
            let rank = (matched + usize::from(named), named);
            if enough && best.is_none_or(|(known, is, _)| rank > (known, is)) {
                best = Some((matched + usize::from(named), named, *known));
                compared = all;
            }
        }
        if let Some((matched, named, _)) = best {
            fit.matched += matched - usize::from(named);
            fit.compared += compared;
        }
        ranks.push(best.map_or(0, |(rank, _, _)| rank));
        fit.columns.push(best.map(|(_, _, column)| column));
    }
    // Of two columns that might be one key, the one that has more of its values is.
    for column in 0..fit.columns.len() {
        let is_beaten = (0..fit.columns.len()).any(|other| {
            fit.columns[other] == fit.columns[column] && (ranks[other], column) > (ranks[column], other)
        });
        if is_beaten {
            fit.columns[column] = None;
        }
    }
    fit
}

fn is_sum(table: &Table, column: usize) -> bool {
    table.cell(0, column).is_some_and(|cell| {
        (cell.first..cell.end).any(|at| {
            [Meaning::Sum, Meaning::Mean].into_iter().any(|meaning| lexicon::is(cell.scan, at, meaning))
        })
    })
}

fn is_named(index: &Index<'_>, table: &Table, column: usize, key: u32) -> bool {
    let (Some(cell), Some(key)) = (table.cell(0, column), index.keys.get(key as usize)) else { return false };
    is_label_of(index, &cell, key)
}

/// Tells whether a cell says a fact, alone or with others of its row: `TP565 (TAP)`.
fn says_with_others(index: &Index<'_>, fact: u32, row: u32, cell: &Span<'_>) -> bool {
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
            let amount = super::amount::read(cell.scan, at)?;
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

/// Tells whether the head of a column has any word of a key.
fn is_named_loosely(index: &Index<'_>, table: &Table, column: usize, key: u32) -> bool {
    let (Some(cell), Some(key)) = (table.cell(0, column), index.keys.get(key as usize)) else { return false };
    (cell.first..cell.end).any(|at| {
        key.words.iter().zip(&key.nouns).any(|(word, nouns)| is_word_of_key(cell.scan, at, word, nouns))
    })
}

/// Tells whether a column has a number that may be one of a count.
fn is_small(table: &Table, column: usize) -> bool {
    (1..table.rows.len()).any(|row| {
        table.cell(row, column).is_some_and(|cell| {
            super::amount::read(cell.scan, cell.first)
                .is_some_and(|amount| amount.count().is_some_and(|count| count < 13))
        })
    })
}

fn is_label_of(index: &Index<'_>, cell: &Span<'_>, key: &Key) -> bool {
    let words: Vec<usize> = (cell.first..cell.end)
        .filter(|at| matches!(cell.scan.tokens[*at].kind, Kind::Word | Kind::Id))
        .collect();
    is_label(cell.scan, index, &words, key)
}

fn judge(index: &Index<'_>, list: &List, table: &Table, fit: &Fit) -> Compared {
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
pub(super) fn is_other_word(index: &Index<'_>, entry: &super::index::Entry<'_>, cell: &Span<'_>) -> bool {
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
fn is_grown(index: &Index<'_>, entry: &super::index::Entry<'_>, cell: &Span<'_>) -> bool {
    let known = index.scan.word_at(entry.first as usize);
    (cell.first..cell.end).any(|at| {
        let said = cell.scan.word_at(at);
        let stem = said.bytes().zip(known.bytes()).take_while(|(left, right)| left == right).count();
        stem >= 5 && stem + 1 >= known.len() && said.len() <= stem + 4
    })
}

/// `never used` for `null`: words without a number or a name of the data.
fn is_in_words(index: &Index<'_>, entry: &super::index::Entry<'_>, cell: &Span<'_>) -> bool {
    let is_plain = |at: usize| {
        let token = &cell.scan.tokens[at];
        let is_word = token.is_word() && index.places_of(cell.scan.word(token)).is_empty();
        is_word || matches!(token.kind, Kind::Mark(_)) || lexicon::is_join(cell.scan, at, token)
    };
    // `3 days ago`: how far it is from a moment that the table does not tell.
    let is_relative = || {
        let is_time = |at: usize| {
            super::amount::read(cell.scan, at).is_some_and(|amount| amount.is_of(lexicon::Dimension::Time))
        };
        let has_date = |at: usize| matches!(cell.scan.tokens[at].kind, Kind::Date(_) | Kind::Clock(_));
        !(cell.first..cell.end).any(has_date)
            && ((cell.first..cell.end).any(is_time)
                || (cell.first..cell.end).all(is_plain) && !cell.is_empty())
    };
    matches!(entry.value, Value::Date(_)) && is_relative()
        || entry.value == Value::Null && cell.end > cell.first + 1 && (cell.first..cell.end).all(is_plain)
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

/// A column that no key has and that follows from two others: a rate, a price for all pieces, a sum. One
/// that most rows keep to denies the row that does not.
fn calculated(index: &Index<'_>, list: &List, table: &Table, fit: &Fit, compared: &mut Compared) {
    let keys: Vec<Column> =
        list.columns.iter().copied().filter(|column| is_numeric(index, list, *column)).take(8).collect();
    let number = |row: u32, column: Column| {
        list.facts.get(&(row, column)).and_then(|fact| match index.entries[*fact as usize].value {
            Value::Number(value) => Some((*fact, value)),
            _ => None,
        })
    };
    for column in (0..fit.columns.len()).filter(|column| fit.columns[*column].is_none()) {
        let cells: Vec<(usize, u32, super::amount::Amount)> = (0..table.rows.len())
            .filter_map(|at| {
                let cell = table.cell(at, column)?;
                let amount = (cell.first..cell.end).find_map(|at| super::amount::read(cell.scan, at))?;
                Some((at, fit.rows.get(at).copied().flatten()?, amount))
            })
            .collect();
        // Small numbers of three rows are in many ways those of two others.
        let is_chance = cells.len() < 4
            && cells.iter().all(|(_, _, amount)| amount.value().abs() < 20.0 && amount.count().is_some());
        let least = if is_sum(table, column) { 2 } else { 3 };
        if cells.len() < least || is_chance && !is_sum(table, column) {
            continue;
        }
        for (place, one) in keys.iter().enumerate() {
            for (other, two) in keys.iter().enumerate().filter(|(other, _)| *other != place) {
                for way in 0..4 {
                    // Sums and products are the same the other way round.
                    if other < place && way > 1 {
                        continue;
                    }
                    let follows = |row: u32, amount: &super::amount::Amount| {
                        let (Some((_, one)), Some((_, two))) = (number(row, *one), number(row, *two)) else {
                            return false;
                        };
                        let value = match way {
                            0 => one / two,
                            1 => one - two,
                            2 => one + two,
                            _ => one * two,
                        };
                        (way == 0) == amount.is_share() && amount.is((value * 1e6).round() / 1e6, &[None; 3])
                    };
                    let wrong: Vec<&(usize, u32, super::amount::Amount)> =
                        cells.iter().filter(|(_, row, amount)| !follows(*row, amount)).collect();
                    if let [(at, row, _)] = wrong[..]
                        && let Some((fact, _)) = number(*row, *one)
                    {
                        compared.denied.push(Denied { entry: fact, cell: table.cells[*at][column].clone() });
                        return;
                    }
                }
            }
        }
    }
}

fn is_numeric(index: &Index<'_>, list: &List, column: Column) -> bool {
    list.rows.iter().all(|row| {
        list.facts
            .get(&(*row, column))
            .is_some_and(|fact| matches!(index.entries[*fact as usize].value, Value::Number(_)))
    })
}

/// A last row of sums or means.
fn totals(index: &Index<'_>, list: &List, table: &Table, fit: &Fit, at: usize, compared: &mut Compared) {
    for (column, known) in fit.columns.iter().enumerate() {
        let (Some(known), Some(cell)) = (known, table.cell(at, column)) else { continue };
        let facts: Vec<u32> =
            list.rows.iter().filter_map(|row| list.facts.get(&(*row, *known)).copied()).collect();
        let numbers: Vec<f64> = facts
            .iter()
            .filter_map(|fact| match index.entries[*fact as usize].value {
                Value::Number(value) => Some(value),
                _ => None,
            })
            .collect();
        let (Some(first), Some(amount)) =
            (facts.first(), (cell.first..cell.end).find_map(|at| super::amount::read(cell.scan, at)))
        else {
            continue;
        };
        if numbers.len() != facts.len() || amount.is_word {
            continue;
        }
        let sum: f64 = numbers.iter().sum();
        let count = u32::try_from(numbers.len()).map_or(1.0, f64::from);
        let units = index.units(&index.entries[*first as usize]);
        let near = |value: f64| amount.is((value * 1e6).round() / 1e6, &units);
        if !near(sum)
            && !near(sum / count)
            && !index
                .entries
                .iter()
                .any(|entry| matches!(entry.value, Value::Number(value) if entry.row == NONE && near(value)))
        {
            compared.denied.push(Denied { entry: *first, cell: table.cells[at][column].clone() });
        }
    }
}

/// A table of two columns whose first one has the keys of one object.
fn fields(index: &Index<'_>, table: &Table) -> Option<Compared> {
    if table.columns() != 2 {
        return None;
    }
    let mut compared = Compared::default();
    let mut known = 0;
    for at in 0..table.rows.len() {
        let (label, cell) = (table.cell(at, 0)?, table.cell(at, 1)?);
        let keys: Vec<bool> = index.keys.iter().map(|key| is_label_of(index, &label, key)).collect();
        let facts: Vec<u32> = (0u32..)
            .zip(&index.entries)
            .filter(|(_, entry)| {
                keys.get(entry.key as usize).copied().unwrap_or_default() && entry.row == NONE
            })
            .map(|(at, _)| at)
            .collect();
        let facts = without_items(index, facts);
        let Some(first) = facts.first() else {
            compared.left.push(at);
            continue;
        };
        known += 1;
        match facts.iter().find(|fact| says(index, &index.entries[**fact as usize], &cell)) {
            Some(fact) => compared.stated.push(*fact),
            None if facts.len() == 1 => {
                let is_named = |word: &str| (label.first..label.end).any(|at| label.scan.word_at(at) == word);
                let fact = &index.entries[*first as usize];
                if !is_told_by_another(index, *first, &cell, &is_named)
                    && !may_be_translated(index, fact, &cell)
                {
                    compared.denied.push(Denied { entry: *first, cell: table.cells[at][1].clone() });
                }
            }
            None => {}
        }
    }
    // The head has no value that could be true.
    (known * 2 >= table.rows.len().saturating_sub(1) && !compared.stated.is_empty()).then_some(compared)
}
