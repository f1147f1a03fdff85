//! Tables of what is no list of rows: objects side by side, and a list of plain values.

use std::collections::BTreeMap;

use super::fit::{Compared, Denied, may_be};
use super::index::{Index, Value};
use super::says::{Span, says};
use super::table::Table;
use crate::json::Kind;

/// Most comparisons of cells with facts.
const MAX_WORK: usize = 100_000;

/// Compares a table with a list of plain values.
pub(super) fn compare(index: &Index<'_>, table: &Table) -> Option<Compared> {
    if table.rows.len() * table.columns() * index.entries.len().min(4000) > MAX_WORK * 40 {
        return None;
    }
    values(index, table)
}

/// Compares a table with objects that have the same keys, each a column or a row of the table.
pub(super) fn compare_objects(index: &Index<'_>, table: &Table) -> Option<Compared> {
    if table.rows.len() > 64 || table.columns() < 2 || index.entries.len() > 1000 {
        return None;
    }
    let outer = members(index);
    if outer.len() < 2 || outer.len() > 64 {
        return None;
    }
    let found = [objects(index, table, &outer), objects(index, &table.turned(), &outer)];
    found.into_iter().flatten().max_by_key(|compared| compared.stated.len())
}

/// The scalars of each object that is a member of another, by the names of both.
type Members = BTreeMap<String, BTreeMap<String, u32>>;

fn members(index: &Index<'_>) -> Members {
    let mut outer = Members::new();
    for (entry, at) in index.entries.iter().zip(0u32..) {
        // The name of a member of a map is a fact too, with the node of its value.
        let is_name = entry.value == Value::Text && entry.node.kind() != Kind::String;
        let is_inner = !entry.node.is_object()
            && !entry.node.is_array()
            && !is_name
            && entry.node.parent().is_some_and(|parent| {
                parent.is_object() && parent.parent().is_some_and(crate::json::Node::is_object)
            });
        if is_inner {
            let pointer = entry.node.pointer();
            let mut names = pointer.rsplit('/').map(plain);
            if let (Some(inner), Some(above)) = (names.next(), names.next()) {
                outer.entry(above).or_default().entry(inner).or_insert(at);
            }
        }
    }
    outer.retain(|_, members| members.len() > 1);
    outer
}

/// The letters and digits of a cell or a key.
fn plain(text: &str) -> String {
    let mut folded = String::new();
    text.chars().for_each(|character| super::lexicon::fold(character, &mut folded));
    folded.retain(char::is_alphanumeric);
    folded
}

/// Columns are objects, rows are the keys that they share.
fn objects(index: &Index<'_>, table: &Table, outer: &Members) -> Option<Compared> {
    let labels: Vec<String> = table
        .cells
        .iter()
        .skip(1)
        .map(|row| row.first().map_or_else(String::new, |cell| plain(cell)))
        .collect();
    // A label in other words than the key has is one for other ways to compare.
    let is_known = |row: usize, label: &String| {
        outer.values().any(|members| members.contains_key(label)) || super::fit::is_total(table, row + 1)
    };
    if !labels.iter().enumerate().all(|(row, label)| is_known(row, label)) {
        return None;
    }
    let mut compared = Compared::default();
    let mut columns = 0;
    for column in 1..table.columns() {
        let head = table.cells.first()?.get(column).map_or_else(String::new, |cell| plain(cell));
        let matches = |members: &BTreeMap<String, u32>| {
            labels
                .iter()
                .enumerate()
                .filter(|(row, label)| {
                    members.get(*label).is_some_and(|fact| {
                        table
                            .cell(row + 1, column)
                            .is_some_and(|cell| says(index, &index.entries[*fact as usize], &cell))
                    })
                })
                .count()
        };
        let best = outer
            .iter()
            .map(|(key, members)| (**key == head, matches(members), members))
            .max_by_key(|(named, matched, _)| (*named, *matched));
        let Some((named, matched, members)) = best else { continue };
        if !(named && matched > 0 || matched * 2 > labels.len()) {
            continue;
        }
        columns += 1;
        for (row, label) in labels.iter().enumerate() {
            let (Some(fact), Some(cell)) = (members.get(label), table.cell(row + 1, column)) else {
                continue;
            };
            judge(index, *fact, &cell, &table.cells[row + 1][column], &mut compared);
        }
    }
    let is_known = columns >= 2 && compared.stated.len() > compared.denied.len();
    is_known.then_some(compared)
}

fn judge(index: &Index<'_>, fact: u32, cell: &Span<'_>, text: &str, compared: &mut Compared) {
    let entry = &index.entries[fact as usize];
    if says(index, entry, cell) {
        compared.stated.push(fact);
    } else if !may_be(index, entry, cell) {
        compared.denied.push(Denied { entry: fact, cell: text.to_owned() });
    }
}

/// One column has the values of a list in their order, and the others count them.
fn values(index: &Index<'_>, table: &Table) -> Option<Compared> {
    let lists = index.entries.iter().filter(|entry| matches!(entry.value, Value::Count(count) if count > 2));
    for list in lists.take(16) {
        let span = list.node.span();
        let items: Vec<u32> = index
            .entries
            .iter()
            .zip(0u32..)
            .filter(|(entry, _)| {
                entry.node.parent().is_some_and(|parent| parent.is_array() && parent.span() == span)
                    && matches!(entry.value, Value::Number(_) | Value::Text | Value::Bool(_) | Value::Date(_))
            })
            .map(|(_, at)| at)
            .collect();
        for head in [1, 0] {
            if items.len() < 3 || items.len() + head != table.rows.len() {
                continue;
            }
            let mut compared = Compared::default();
            for column in 0..table.columns() {
                let cell = |row: usize| table.cell(row + head, column);
                let said = |row: &usize| {
                    cell(*row).is_some_and(|cell| says(index, &index.entries[items[*row] as usize], &cell))
                };
                if (0..items.len()).filter(said).count() * 2 <= items.len() {
                    continue;
                }
                for (row, fact) in items.iter().enumerate() {
                    if let Some(cell) = cell(row) {
                        judge(index, *fact, &cell, &table.cells[row + head][column], &mut compared);
                    }
                }
            }
            let others = (0..table.columns()).filter(|column| !is_count(table, *column, head)).count();
            if !compared.stated.is_empty() && others == 1 {
                return Some(compared);
            }
        }
    }
    None
}

/// Tells whether a column counts its rows.
fn is_count(table: &Table, column: usize, head: usize) -> bool {
    let value = |row: usize| {
        table.cells[row].get(column).and_then(|cell| cell.trim_end_matches('.').parse::<usize>().ok())
    };
    let Some(first) = value(head) else { return false };
    (head..table.rows.len()).all(|row| value(row) == Some(first + row - head))
}
