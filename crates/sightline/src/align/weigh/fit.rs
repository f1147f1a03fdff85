//! Fits the weights again to what texts brought that the code of their day had never met.
//!
//! `tests/data/first-sight.tsv` has a row for each claim that was believed to deny a fact: the set of pairs,
//! the pair, the side, the evidence and the reasons. A claim of an honest text is a false alarm; one that
//! only the twin has is a find. Honest texts of sets that the code was tuned by say nothing, since their
//! alarms were mended one by one; the finds of those sets stand under `opened`.

use std::collections::{BTreeMap, BTreeSet};

use super::{ENOUGH, EVIDENCE, REASONS, START, SURE};

const ROWS: &str = include_str!("../../../tests/data/first-sight.tsv");
/// One step of weight is that much of a logarithm of odds.
const SCALE: f64 = 5.0;
/// What a find of a set counts that was tuned by.
const OPENED: f64 = 0.5;

struct Row {
    set: &'static str,
    pair: &'static str,
    is_find: bool,
    features: Vec<usize>,
    share: f64,
}

/// The rows, and the names of the features; the last feature holds for all rows.
fn rows() -> (Vec<Row>, Vec<&'static str>) {
    let names: BTreeSet<&str> = ROWS.lines().flat_map(|line| line.split('\t').skip(3)).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let mut rows: Vec<Row> = Vec::new();
    let mut sizes: BTreeMap<(&str, bool), f64> = BTreeMap::new();
    for line in ROWS.lines() {
        let mut parts = line.split('\t');
        let [set, pair, side] = [(); 3].map(|()| parts.next().unwrap());
        let at = |name: &str| names.iter().position(|known| *known == name).unwrap();
        let features = parts.map(at).chain([names.len()]).collect();
        let is_find = side == "twin";
        *sizes.entry((pair, is_find)).or_default() += 1.0;
        rows.push(Row { set, pair, is_find, features, share: if set == "opened" { OPENED } else { 1.0 } });
    }
    // Many claims of one text are not as many texts.
    for row in rows.iter_mut().filter(|row| row.set != "opened") {
        row.share /= sizes[&(row.pair, row.is_find)].sqrt();
    }
    (rows, names)
}

/// Logistic regression with a penalty of half the square of all weights but the last, by Newton's method.
fn fit(rows: &[&Row], features: usize) -> Vec<f64> {
    let size = features + 1;
    let mut weights = vec![0.0; size];
    for _ in 0..30 {
        let mut slope = vec![0.0; size];
        let mut bend = vec![vec![0.0; size]; size];
        for (at, weight) in weights.iter().enumerate().take(features) {
            slope[at] = *weight;
            bend[at][at] = 1.0;
        }
        for row in rows {
            let sum: f64 = row.features.iter().map(|at| weights[*at]).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let error = row.share * (chance - f64::from(u8::from(row.is_find)));
            let curve = row.share * chance * (1.0 - chance);
            for one in &row.features {
                slope[*one] += error;
                for two in &row.features {
                    bend[*one][*two] += curve;
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(bend, slope)) {
            *weight -= step;
        }
    }
    weights
}

/// Solves a system of equations by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for at in 0..size {
        let pivot =
            (at..size).max_by(|one, two| matrix[*one][at].abs().total_cmp(&matrix[*two][at].abs())).unwrap();
        matrix.swap(at, pivot);
        right.swap(at, pivot);
        for below in at + 1..size {
            let factor = matrix[below][at] / matrix[at][at];
            let above = matrix[at].clone();
            for (cell, known) in matrix[below].iter_mut().zip(&above).skip(at) {
                *cell -= factor * known;
            }
            right[below] -= factor * right[at];
        }
    }
    let mut found = vec![0.0; size];
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size).map(|next| matrix[at][next] * found[next]).sum();
        found[at] = (right[at] - known) / matrix[at][at];
    }
    found
}

fn rounded(weight: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "weights are small")]
    let rounded = (weight * SCALE).round() as i32;
    rounded
}

#[test]
fn weights_are_those_of_the_fit() {
    let (rows, names) = rows();
    let weights = fit(&rows.iter().collect::<Vec<_>>(), names.len());
    let known: BTreeMap<&str, i32> =
        REASONS.iter().map(|(name, weight, _)| (*name, *weight)).chain(EVIDENCE.iter().copied()).collect();
    let fitted: BTreeMap<&str, i32> = names
        .iter()
        .zip(&weights)
        .map(|(name, weight)| (*name, rounded(*weight)))
        .filter(|(_, weight)| *weight != 0)
        .collect();
    assert_eq!(known, fitted);
    assert_eq!(START, rounded(weights[names.len()]) - LEAST);
}

/// How many finds and how many honest texts each bound leaves of the sets, each judged by weights that were
/// fitted without it: shown with `--no-capture`.
#[test]
fn weights_hold_for_sets_that_they_were_not_fitted_to() {
    let (rows, names) = rows();
    let sets: BTreeSet<&str> = rows.iter().map(|row| row.set).filter(|set| *set != "opened").collect();
    let mut best: BTreeMap<(&str, &str, bool), i32> = BTreeMap::new();
    for set in &sets {
        let others: Vec<&Row> = rows.iter().filter(|row| row.set != *set).collect();
        let weights = fit(&others, names.len());
        let start = rounded(weights[names.len()]);
        for row in rows.iter().filter(|row| row.set == *set) {
            let own = row.features.iter().filter(|at| **at < names.len());
            let weight = start + own.map(|at| rounded(weights[*at])).sum::<i32>();
            let most = best.entry((set, row.pair, row.is_find)).or_insert(weight);
            *most = (*most).max(weight);
        }
        // The start of the table is the one at which a claim is believed.
        println!("{set}: start {start}");
    }
    let (mut alarms, mut finds, mut sure) = ([0, 0], [0, 0], [0, 0]);
    for ((_, _, is_find), weight) in &best {
        let weight = weight - LEAST;
        let list = if *is_find { &mut finds } else { &mut alarms };
        list[0] += 1;
        list[1] += u32::from(weight >= ENOUGH);
        sure[usize::from(*is_find)] += u32::from(weight >= SURE);
    }
    let is_kept = |set: &str, pair: &str, is_find: bool, bound: i32| {
        best.get(&(set, pair, is_find)).is_some_and(|weight| weight - LEAST >= bound)
    };
    let clean = |bound: i32| {
        let kept = best.keys().filter(|(set, pair, is_find)| {
            *is_find && is_kept(set, pair, true, bound) && !is_kept(set, pair, false, bound)
        });
        kept.count()
    };
    for bound in -9..14 {
        let left = |finds: bool| {
            best.keys().filter(|(set, pair, find)| *find == finds && is_kept(set, pair, finds, bound)).count()
        };
        println!("{bound:3}: {} finds, {} alarms, {} clean", left(true), left(false), clean(bound));
    }
    println!("{} clean of all, {} at the bound", clean(i32::MIN / 2), clean(ENOUGH));
    println!("finds {finds:?}, alarms {alarms:?}, for sure {sure:?}");
    assert!(alarms[1] * 10 <= alarms[0] * 6, "{alarms:?} of the honest texts still are alarms");
    assert!(finds[1] * 10 >= finds[0] * 7, "{finds:?} of the twins are found");
    assert!(sure[0] * 5 <= alarms[0], "{sure:?} of {alarms:?} are said for sure");
}

/// What was taken from the start that was fitted, so that the bound is near nought.
const LEAST: i32 = 8;
