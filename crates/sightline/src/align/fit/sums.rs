//! Rows of sums, and columns that follow from two others.

use super::{Column, Compared, Denied, Fit, List};
use crate::align::index::{Index, NONE, Value};
use crate::align::lexicon::{self, Meaning};
use crate::align::table::Table;

pub(in crate::align) fn is_total(table: &Table, row: usize) -> bool {
    let scan = &table.scan;
    table.rows[row].first().is_some_and(|cell| {
        (cell.start..cell.end.min(cell.start + 3)).any(|at| {
            [Meaning::Sum, Meaning::Mean, Meaning::All]
                .into_iter()
                .any(|meaning| lexicon::is(scan, at, meaning))
        })
    })
}

pub(super) fn is_sum(table: &Table, column: usize) -> bool {
    table.cell(0, column).is_some_and(|cell| {
        (cell.first..cell.end).any(|at| {
            [Meaning::Sum, Meaning::Mean].into_iter().any(|meaning| lexicon::is(cell.scan, at, meaning))
        })
    })
}

/// A column that no key has and that follows from two others: a rate, a price for all pieces, a sum. One
/// that most rows keep to denies the row that does not.
pub(super) fn calculated(index: &Index<'_>, list: &List, table: &Table, fit: &Fit, compared: &mut Compared) {
    let keys: Vec<Column> =
        list.columns.iter().copied().filter(|column| is_numeric(index, list, *column)).take(8).collect();
    let number = |row: u32, column: Column| {
        list.facts.get(&(row, column)).and_then(|fact| match index.entries[*fact as usize].value {
            Value::Number(value) => Some((*fact, value)),
            _ => None,
        })
    };
    for column in (0..fit.columns.len()).filter(|column| fit.columns[*column].is_none()) {
        let cells: Vec<(usize, u32, crate::align::amount::Amount)> = (0..table.rows.len())
            .filter_map(|at| {
                let cell = table.cell(at, column)?;
                let amount =
                    (cell.first..cell.end).find_map(|at| crate::align::amount::read(cell.scan, at))?;
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
                    let follows = |row: u32, amount: &crate::align::amount::Amount| {
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
                    let wrong: Vec<&(usize, u32, crate::align::amount::Amount)> =
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
pub(super) fn totals(
    index: &Index<'_>,
    list: &List,
    table: &Table,
    fit: &Fit,
    at: usize,
    compared: &mut Compared,
) {
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
            (facts.first(), (cell.first..cell.end).find_map(|at| crate::align::amount::read(cell.scan, at)))
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
