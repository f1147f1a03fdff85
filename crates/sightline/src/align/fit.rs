//! Which rows and keys of the data a table shows, and which of its cells deny them.

mod cells;
mod sums;

pub(super) use self::cells::is_other_word;
pub(super) use self::sums::is_total;

use std::collections::HashMap;

use self::cells::{judge, says_with_others};
use self::sums::{calculated, is_sum};
use super::index::{Index, Key, NONE};
use super::judge::{is_label, is_told_by_another, is_word_of_key, without_items};
use super::says::{Span, may_be_translated, says};
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

fn is_named(index: &Index<'_>, table: &Table, column: usize, key: u32) -> bool {
    let (Some(cell), Some(key)) = (table.cell(0, column), index.keys.get(key as usize)) else { return false };
    is_label_of(index, &cell, key)
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
