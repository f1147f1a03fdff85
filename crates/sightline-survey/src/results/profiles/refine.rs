//! Small changes to a behaviour once its cases are known: each is kept only where it explains more, and
//! loses nothing of what was explained before.
//!
//! They are what a first search by kinds and fields cannot tell: rules for one media type among others of its kind,
//! words that stand before media, what stands for a message without texts, styles that differ for rare
//! numbers, checks of formats, and cases for a few results before all others.

mod edits;

use sightline::profile::Surface;

use self::edits::{Edit, general, of_record};
use super::blocks::alike;
use super::cases::Known;
use super::draft::Draft;
use crate::results::drift::is_mark_of_survey;
use crate::results::read::Observed;
use crate::results::replay::{difference, replay};

/// How often all changes are tried; one can make room for another.
const ROUNDS: usize = 3;
/// Records of one round that changes are read off.
const READ: usize = 16;
/// What a record that is explained counts, against lines of one that is not.
const WHOLE: i64 = 1000;

/// Tries changes until all of these records are explained, or none helps.
pub(super) fn search(draft: &mut Draft, records: &[&Observed]) {
    let mut known = Known::new();
    for _ in 0..ROUNDS {
        let (kept, missing) = parted(draft, records);
        if missing.is_empty() {
            return;
        }
        let mut tried = Trial { kept, missing, score: 0 };
        tried.score = tried.of(draft).unwrap_or_default();
        let before = tried.score;
        for edit in general(draft) {
            tried.take(draft, &edit);
        }
        for one in tried.missing.clone().into_iter().take(READ) {
            for edit in of_record(draft, one, &mut known, records) {
                tried.take(draft, &edit);
            }
        }
        if tried.score == before {
            return;
        }
    }
}

/// The records that a behaviour explains, and the others.
fn parted<'o>(draft: &Draft, records: &[&'o Observed]) -> (Vec<&'o Observed>, Vec<&'o Observed>) {
    let explained = draft.explains(records);
    let mut at = explained.into_iter();
    records.iter().partition(|_| at.next() == Some(true))
}

/// What changes are held against.
struct Trial<'o> {
    /// Records that have to stay explained.
    kept: Vec<&'o Observed>,
    /// Those that are not.
    missing: Vec<&'o Observed>,
    /// How far the behaviour goes with those.
    score: i64,
}

impl Trial<'_> {
    /// Changes the behaviour, if that helps.
    fn take(&mut self, draft: &mut Draft, edit: &Edit) {
        let Some(changed) = edit.apply(draft) else { return };
        let Some(score) = self.of(&changed).filter(|score| *score > self.score) else { return };
        if changed.explains(&self.kept).into_iter().all(|same| same) {
            *draft = changed;
            self.score = score;
        }
    }

    /// How far a behaviour goes with the records that are not explained.
    fn of(&self, draft: &Draft) -> Option<i64> {
        let surface = draft.surface()?;
        Some(self.missing.iter().map(|one| score(one, &surface)).sum())
    }
}

fn score(one: &Observed, surface: &Surface) -> i64 {
    let Ok(projection) = replay(one, surface) else { return -WHOLE };
    match difference(&one.record, &projection) {
        None => WHOLE,
        Some(found) if is_mark_of_survey(one, &found) => WHOLE,
        Some(_) => alike(one, &projection).unwrap_or(-WHOLE),
    }
}
