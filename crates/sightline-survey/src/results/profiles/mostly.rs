//! Cases that explain most of what they are meant for, once no case explains all of it: what is left is
//! named by whoever judges the whole.

use super::cases::{Known, explaining};
use super::draft::{CaseDraft, Draft, is_same};
use crate::results::read::Observed;

/// How many records cases are read off.
const BASES: usize = 3;
/// Most cases that explain one record, the plainest first.
const TRIED: usize = 12;

/// The case that explains most of the records of these indices, and how many.
pub(super) fn mostly(
    draft: &Draft,
    meant: &[usize],
    accepted: &[&Observed],
    known: &mut Known,
) -> Option<(usize, CaseDraft)> {
    let mut best: Option<(usize, CaseDraft)> = None;
    for base in bases(meant.len()) {
        // The first record is the one that words are read off.
        let mut turned = meant.to_vec();
        turned.rotate_left(base);
        let records: Vec<&Observed> = turned.iter().filter_map(|at| accepted.get(*at)).copied().collect();
        for (case, surface) in explaining(draft, *turned.first()?, &records, known).iter().take(TRIED) {
            let many = records.iter().filter(|one| is_same(one, surface)).count();
            if best.as_ref().is_none_or(|(most, _)| many > *most) {
                best = Some((many, case.clone()));
            }
        }
        if best.as_ref().is_some_and(|(most, _)| most * 10 > meant.len() * 8) {
            break;
        }
    }
    best
}

/// Places spread over so many records.
fn bases(many: usize) -> impl Iterator<Item = usize> {
    (0..BASES.min(many)).map(move |base| base * many / BASES.min(many).max(1))
}
