//! What follows from numbers that stand beside each other: products, shares, differences, taxes.

use std::collections::BTreeMap;

use super::{Derived, How, MOST_SIBLINGS, TOTALS, number, rounded};
use crate::align::index::{Index, NONE};
use crate::align::lexicon::Dimension;

/// What a price comes to for so many pieces or nights, which the row or the whole tells.
pub(super) fn of_products(
    index: &Index<'_>,
    relatives: &BTreeMap<u32, Vec<u32>>,
    derived: &mut Vec<Derived>,
) {
    let all = relatives.get(&NONE).map_or(&[] as &[u32], Vec::as_slice);
    for (row, entries) in relatives.iter().take(200) {
        for first in entries.iter().take(MOST_SIBLINGS) {
            let own = entries.iter().take(MOST_SIBLINGS);
            // Only a price of a row is taken as often as the whole tells.
            let units = index.units(&index.entries[*first as usize]);
            let is_other = units[0].is_some_and(|(dimension, _)| dimension != Dimension::Currency);
            let beside = if *row == NONE || is_other { &[] } else { &all[..all.len().min(6)] };
            for second in own.chain(beside).filter(|second| *second != first) {
                let [price, times] = [number(index, *first), number(index, *second)];
                let is_count = times.fract() == 0.0 && (2.0..=1000.0).contains(&times);
                if is_count && price.abs() > 1.0 {
                    let units = index.units(&index.entries[*first as usize]);
                    derived.push(Derived {
                        value: rounded(price * times),
                        how: How::Product,
                        units,
                        entry: *first,
                        of: *first,
                    });
                }
            }
        }
    }
}

/// Shares of numbers of one row that stand in different objects.
pub(super) fn of_relatives(index: &Index<'_>, entries: &[u32], derived: &mut Vec<Derived>) {
    let words = |entry: u32| index.key_of(&index.entries[entry as usize]).map(|key| &key.words);
    for (at, first) in entries.iter().enumerate() {
        // The value of one object and that of another: revenue and costs.
        for second in entries[at + 1..].iter().filter(|second| words(**second) == words(*first)) {
            let [one, two] = [number(index, *first), number(index, *second)];
            let units = index.units(&index.entries[*first as usize]);
            let mut push = |value: f64, how: How| {
                derived.push(Derived { value: rounded(value), how, units, entry: *first, of: *second });
            };
            push((one - two).abs(), How::Difference);
            push(one + two, How::Together);
        }
    }
    for first in entries {
        for second in entries.iter().filter(|second| *second != first) {
            let [one, two] = [number(index, *first), number(index, *second)];
            if two != 0.0 && one.abs() <= two.abs() && one.fract() == 0.0 && two.fract() == 0.0 {
                derived.push(Derived {
                    value: one / two,
                    how: How::Share,
                    units: [None; 3],
                    entry: *first,
                    of: *second,
                });
            }
        }
    }
}

/// A tax or a discount, as a part of one or in hundredths.
fn is_rate(index: &Index<'_>, entry: u32) -> bool {
    const WORDS: [&str; 18] = [
        "btw", "discount", "impuesto", "iva", "moms", "mwst", "rabatt", "rate", "remise", "sconto", "steuer",
        "taux", "tax", "tip", "tva", "ust", "vat", "fee",
    ];
    let value = number(index, entry);
    (0.0..=50.0).contains(&value)
        && index
            .key_of(&index.entries[entry as usize])
            .is_some_and(|key| key.words.iter().any(|word| WORDS.contains(&word.as_str())))
}

pub(super) fn of_siblings(index: &Index<'_>, entries: &[u32], derived: &mut Vec<Derived>) {
    // A total among them is no part of their sum.
    let is_total = |entry: &u32| {
        index
            .key_of(&index.entries[*entry as usize])
            .is_some_and(|key| key.words.iter().any(|word| TOTALS.contains(&word.as_str())))
    };
    let entries_of_sum = if entries.iter().any(is_total) { &[] } else { entries };
    let all: f64 = entries_of_sum.iter().map(|entry| number(index, *entry)).sum();
    let is_counted = entries_of_sum.iter().all(|entry| number(index, *entry).fract() == 0.0);
    if entries_of_sum.len() > 2 && is_counted {
        let units = index.units(&index.entries[entries[0] as usize]);
        derived.push(Derived {
            value: rounded(all),
            how: How::Together,
            units,
            entry: entries[0],
            of: entries[0],
        });
    }
    for rate in entries.iter().filter(|entry| is_rate(index, **entry)) {
        let part = number(index, *rate);
        let part = if part.abs() < 1.0 { part } else { part / 100.0 };
        for base in entries.iter().filter(|base| *base != rate && !is_rate(index, **base)) {
            let (value, units) = (number(index, *base), index.units(&index.entries[*base as usize]));
            for value in [value * part, value * (1.0 + part), value * (1.0 - part)] {
                derived.push(Derived {
                    value: rounded(value),
                    how: How::Product,
                    units,
                    entry: *base,
                    of: *base,
                });
            }
        }
    }
    for entry in entries_of_sum.iter().filter(|_| all != 0.0 && is_counted) {
        let value = number(index, *entry) / all;
        derived.push(Derived { value, how: How::Share, units: [None; 3], entry: *entry, of: *entry });
    }
    for (at, first) in entries.iter().enumerate() {
        for second in &entries[at + 1..] {
            let [one, two] = [number(index, *first), number(index, *second)];
            let [mine, other] = [*first, *second].map(|entry| index.units(&index.entries[entry as usize]));
            // Numbers of different kinds are not put together, nor shares.
            let kind = |value: f64| value.fract() == 0.0;
            let is_share = |value: f64| value.abs() <= 1.0;
            if mine != other
                || (mine[0].is_none() && kind(one) != kind(two) && !are_kin(index, *first, *second))
                || (is_share(one) && is_share(two))
            {
                continue;
            }
            let mut shares = Vec::new();
            let mut push = |value: f64, how: How| {
                derived.push(Derived { value, how, units: mine, entry: *first, of: *second });
            };
            let is_kin = mine[0].is_some() || are_kin(index, *first, *second);
            push(rounded((one - two).abs()), if is_kin { How::Difference } else { How::Loose });
            push(rounded(one + two), if is_kin { How::Together } else { How::Loose });
            for (part, whole) in [(one, two), (two, one)] {
                if whole != 0.0 {
                    let of = if part.to_bits() == one.to_bits() { *second } else { *first };
                    let share =
                        |value: f64| Derived { value, how: How::Share, units: mine, entry: *first, of };
                    shares.extend([part / whole, 1.0 - part / whole, part / whole - 1.0].map(share));
                }
            }
            derived.append(&mut shares);
        }
    }
}

/// Tells whether the keys of two numbers share a word: `annual_total`, `annual_used`.
fn are_kin(index: &Index<'_>, first: u32, second: u32) -> bool {
    let words =
        |entry: u32| index.key_of(&index.entries[entry as usize]).map_or(&[] as &[String], |key| &key.words);
    words(first).iter().any(|word| word.len() > 2 && words(second).contains(word))
}
