//! What follows from the data without standing there: sums, means, shares, differences.

mod siblings;

use std::collections::BTreeMap;

use self::siblings::{of_products, of_relatives, of_siblings};
use super::amount::{Amount, Unit};
use super::index::{Entry, Index, NONE, Value};

/// Most numbers of one object whose pairs are looked at.
const MOST_SIBLINGS: usize = 12;
/// Most derived values that are kept.
const MOST: usize = 4000;

/// Words of keys of numbers that hold others beside them.
const TOTALS: [&str; 10] = ["all", "capacity", "gross", "limit", "max", "min", "net", "size", "sum", "total"];

/// How a value follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Difference,
    Mean,
    Share,
    Sum,
    /// A number so many times.
    Product,
    /// What a total has beyond what is listed.
    Rest,
    /// The sum of two numbers beside each other.
    Together,
    /// The sum or the difference of two numbers of which nothing says that they are of one kind.
    Loose,
    /// Seconds between two moments.
    Time,
}

/// A value that follows from the data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Derived {
    pub(super) value: f64,
    pub(super) how: How,
    pub(super) units: [Option<Unit>; 3],
    /// One of the facts that it follows from.
    pub(super) entry: u32,
    /// The other one, or the same.
    pub(super) of: u32,
}

impl Derived {
    /// Tells whether an amount says it.
    pub(super) fn is_said_by(&self, amount: &Amount) -> bool {
        match self.how {
            How::Share => amount.is_share() && amount.is(self.value, &[None; 3]),
            How::Time => {
                amount.has_unit()
                    && amount.is(self.value, &[Some((super::lexicon::Dimension::Time, 1.0)), None, None])
            }
            How::Difference
            | How::Loose
            | How::Mean
            | How::Product
            | How::Rest
            | How::Sum
            | How::Together => {
                // A number of no unit is put into one only for sizes.
                let is_scaled = self.units[0].is_none()
                    && amount.measures().any(|dimension| dimension != super::lexicon::Dimension::Bytes);
                if is_scaled {
                    amount.bare().is(self.value, &self.units)
                } else {
                    amount.is(self.value, &self.units)
                }
            }
        }
    }
}

/// All that follows, within bounds.
pub(super) fn of(index: &Index<'_>) -> Vec<Derived> {
    let mut derived = Vec::new();
    let mut columns: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    let mut siblings: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    let mut relatives: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut moments: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut counts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (entry, at) in index.entries.iter().zip(0..) {
        match entry.value {
            Value::Number(_) => {
                columns.entry((entry.key, list_of(index, entry))).or_default().push(at);
                let above = index.key_of(entry).map_or(NONE, |key| key.above);
                siblings.entry((entry.row, above)).or_default().push(at);
                relatives.entry(entry.row).or_default().push(at);
            }
            Value::Date(_) => moments.entry(entry.row).or_default().push(at),
            Value::Count(_) => counts.entry(entry.key).or_default().push(at),
            Value::Bool(_) | Value::Null | Value::Text => {}
        }
    }
    for entries in columns.values().filter(|entries| entries.len() > 1) {
        of_column(index, entries, &mut derived);
    }
    for entries in siblings.values() {
        of_siblings(index, &entries[..entries.len().min(MOST_SIBLINGS)], &mut derived);
    }
    for entries in relatives.values() {
        of_relatives(index, &entries[..entries.len().min(MOST_SIBLINGS)], &mut derived);
    }
    of_products(index, &relatives, &mut derived);
    for entries in moments.values() {
        of_moments(index, &entries[..entries.len().min(6)], &mut derived);
    }
    for entries in counts.values().filter(|entries| entries.len() > 1) {
        let sum: usize = entries.iter().map(|entry| count(&index.entries[*entry as usize])).sum();
        let value = u32::try_from(sum).map_or(f64::NAN, f64::from);
        derived.push(Derived { value, how: How::Sum, units: [None; 3], entry: entries[0], of: entries[0] });
    }
    of_rest(index, &mut derived);
    of_sums(index, &columns, &mut derived);
    derived.truncate(MOST);
    derived
}

/// `and 10 more`: what a total has beyond those that are listed.
fn of_rest(index: &Index<'_>, derived: &mut Vec<Derived>) {
    let of_none = || index.entries.iter().zip(0u32..).filter(|(entry, _)| entry.row == NONE);
    for (entry, at) in of_none().take(40) {
        let Value::Number(total) = entry.value else { continue };
        for (list, of) in of_none().filter(|(list, _)| matches!(list.value, Value::Count(_))).take(8) {
            let value = total - u32::try_from(count(list)).map_or(f64::NAN, f64::from);
            if value > 0.0 && total.fract() == 0.0 {
                derived.push(Derived { value, how: How::Rest, units: [None; 3], entry: at, of });
            }
        }
    }
}

fn count(entry: &Entry<'_>) -> usize {
    match entry.value {
        Value::Count(count) => count,
        Value::Bool(_) | Value::Date(_) | Value::Null | Value::Number(_) | Value::Text => 0,
    }
}

fn list_of(index: &Index<'_>, entry: &Entry<'_>) -> u32 {
    index.rows.get(entry.row as usize).map_or(NONE, |row| row.list)
}

fn number(index: &Index<'_>, entry: u32) -> f64 {
    match index.entries[entry as usize].value {
        Value::Number(value) => value,
        Value::Bool(_) | Value::Count(_) | Value::Date(_) | Value::Null | Value::Text => f64::NAN,
    }
}

fn of_column(index: &Index<'_>, entries: &[u32], derived: &mut Vec<Derived>) {
    let mut values: Vec<f64> = entries.iter().map(|entry| number(index, *entry)).collect();
    let units = index.units(&index.entries[entries[0] as usize]);
    let length = u32::try_from(values.len()).map_or(1.0, f64::from);
    let sum: f64 = values.iter().sum();
    let mut push =
        |value: f64, how: How| derived.push(Derived { value, how, units, entry: entries[0], of: entries[0] });
    push(rounded(sum), How::Sum);
    push(rounded(sum / length), How::Mean);
    values.sort_by(f64::total_cmp);
    let (low, high) = ((values.len() - 1) / 2, values.len() / 2);
    push(rounded(f64::midpoint(values[low], values[high])), How::Mean);
    let last = entries[entries.len() - 1];
    let range = rounded(values[values.len() - 1] - values[0]);
    derived.push(Derived { value: range, how: How::Difference, units, entry: entries[0], of: last });
    if sum != 0.0 && entries.len() <= 100 {
        for entry in entries {
            derived.push(Derived {
                value: number(index, *entry) / sum,
                how: How::Share,
                units,
                entry: *entry,
                of: *entry,
            });
        }
    }
    // From one row to the next: growth.
    for pair in entries.windows(2).take(50) {
        let [before, after] = [number(index, pair[0]), number(index, pair[1])];
        derived.push(Derived {
            value: rounded(after - before),
            how: How::Difference,
            units,
            entry: pair[1],
            of: pair[1],
        });
        if before != 0.0 {
            derived.push(Derived {
                value: (after - before) / before,
                how: How::Share,
                units,
                entry: pair[1],
                of: pair[0],
            });
        }
    }
}

/// Sums of decimals are not exact in binary: what is left over is cut.
fn rounded(value: f64) -> f64 {
    if value.abs() < 1e9 { (value * 1e6).round() / 1e6 } else { value }
}

/// A budget beside the sum of its parts, and what an object has beside another one of the same keys.
fn of_sums(index: &Index<'_>, columns: &BTreeMap<(u32, u32), Vec<u32>>, derived: &mut Vec<Derived>) {
    let single: Vec<u32> =
        columns.values().filter(|entries| entries.len() == 1).map(|entries| entries[0]).take(24).collect();
    for entries in columns.values().filter(|entries| entries.len() > 1 && entries.len() <= 200).take(8) {
        let units = index.units(&index.entries[entries[0] as usize]);
        let sum: f64 = entries.iter().map(|entry| number(index, *entry)).sum();
        for other in single
            .iter()
            .filter(|other| index.units(&index.entries[**other as usize]) == units && units[0].is_some())
        {
            let whole = number(index, *other);
            if whole == 0.0 {
                continue;
            }
            let mut push = |value: f64, how: How| {
                derived.push(Derived { value: rounded(value), how, units, entry: *other, of: *other });
            };
            push((sum - whole).abs(), How::Difference);
            for share in [sum / whole, sum / whole - 1.0, 1.0 - sum / whole] {
                push(share, How::Share);
            }
        }
    }
    of_parts(index, &single, derived);
    let words =
        |entry: u32| index.key_of(&index.entries[entry as usize]).map_or(&[] as &[String], |key| &key.words);
    for first in &single {
        for entries in columns.values().filter(|entries| {
            entries.len() <= 4 && entries[0] != *first && words(entries[0]) == words(*first)
        }) {
            for second in entries {
                let units = index.units(&index.entries[*first as usize]);
                let value = rounded((number(index, *first) - number(index, *second)).abs());
                derived.push(Derived { value, how: How::Difference, units, entry: *second, of: *second });
            }
        }
    }
}

/// The shares that the rows of a list have of a number of the whole: so many of all requests.
fn of_parts(index: &Index<'_>, single: &[u32], derived: &mut Vec<Derived>) {
    let all = (0u32..).zip(&index.entries);
    let parts: Vec<u32> = all
        .filter(|(_, entry)| entry.row != NONE && matches!(entry.value, Value::Number(_)))
        .map(|(at, _)| at)
        .take(60)
        .collect();
    let is_of_whole = |entry: &&u32| index.entries[**entry as usize].row == NONE;
    for whole in single.iter().filter(is_of_whole).take(12) {
        for part in &parts {
            let [one, two] = [number(index, *part), number(index, *whole)];
            let are_counts = one.fract() == 0.0 && two.fract() == 0.0 && one > 0.0 && one < two;
            if are_counts {
                let value = one / two;
                derived.push(Derived { value, how: How::Share, units: [None; 3], entry: *part, of: *whole });
            }
        }
    }
}

fn of_moments(index: &Index<'_>, entries: &[u32], derived: &mut Vec<Derived>) {
    let seconds = |entry: u32| match index.entries[entry as usize].value {
        Value::Date(date) => date.seconds(),
        Value::Bool(_) | Value::Count(_) | Value::Null | Value::Number(_) | Value::Text => None,
    };
    let clock = |entry: u32| match index.entries[entry as usize].value {
        Value::Date(date) => date.clock.map(i64::from),
        Value::Bool(_) | Value::Count(_) | Value::Null | Value::Number(_) | Value::Text => None,
    };
    for (at, first) in entries.iter().enumerate() {
        for second in &entries[at + 1..] {
            let clocks =
                clock(*first).zip(clock(*second)).map(|(one, two)| (0, (two - one).rem_euclid(86_400)));
            let Some((one, two)) = seconds(*first).zip(seconds(*second)).or(clocks) else { continue };
            #[expect(clippy::cast_precision_loss, reason = "seconds of a few thousand years fit a double")]
            let value = (two - one).abs() as f64;
            derived.push(Derived { value, how: How::Time, units: [None; 3], entry: *second, of: *second });
            // Of two times of a day the later one may stand first.
            if clocks.is_some() {
                let value = 86_400.0 - value;
                derived.push(Derived {
                    value,
                    how: How::Time,
                    units: [None; 3],
                    entry: *second,
                    of: *second,
                });
            }
        }
    }
}
