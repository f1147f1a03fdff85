//! Cases that explain most of what they are meant for, once no case explains all of it: what is left is
//! named by whoever judges the whole.

use super::cases::candidates;
use super::draft::{CaseDraft, Draft, is_same};
use crate::results::read::Observed;

/// How many records cases are read off.
const BASES: usize = 3;
/// Most cases that explain one record, the plainest first.
const TRIED: usize = 12;

/// The case that explains most of these records, and how many.
pub(super) fn mostly(draft: &Draft, meant: &[&Observed]) -> Option<(usize, CaseDraft)> {
    let mut best: Option<(usize, CaseDraft)> = None;
    for base in bases(meant.len()) {
        // The first record is the one that words are read off.
        let mut turned = meant.to_vec();
        turned.rotate_left(base);
        let Some(first) = turned.first().copied() else { continue };
        let surface = |case: &CaseDraft| Draft { cases: vec![case.clone()], ..draft.clone() }.surface();
        let own = candidates(draft, &turned).into_iter().filter_map(|case| Some((surface(&case)?, case)));
        for (surface, case) in own.filter(|(surface, _)| is_same(first, surface)).take(TRIED) {
            let many = meant.iter().filter(|one| is_same(one, &surface)).count();
            if best.as_ref().is_none_or(|(most, _)| many > *most) {
                best = Some((many, case));
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
