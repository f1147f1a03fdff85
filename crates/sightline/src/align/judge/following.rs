//! Numbers that follow from the data: sums, shares, ratios, differences.

use super::amounts::{SMALL, number, tells};
use super::{Ground, Judge, Outcome};
use crate::align::amount::Amount;
use crate::align::derived::{Derived, How};
use crate::align::hear::What;
use crate::align::index::{Entry, Value};
use crate::align::lexicon::{self, Meaning};

impl Judge<'_, '_> {
    /// Tells whether a number follows from the data.
    pub(super) fn follows(&self, at: usize, amount: &Amount) -> bool {
        self.derived()
            .iter()
            .any(|derived| derived.is_said_by(amount) && self.may_follow(at, amount, derived))
    }

    /// Tells whether a text may speak of a value that follows, where it tells a number.
    pub(super) fn may_follow(&self, at: usize, amount: &Amount, derived: &Derived) -> bool {
        let is_small = amount.value() <= SMALL && amount.count().is_some() && !amount.has_unit();
        // What follows from a whole list is said of no row of it.
        let context = &self.contexts[at];
        let row = self.index.entries[derived.entry as usize].row;
        let is_of_row = self.index.entries[derived.of as usize].row == row && derived.how != How::Mean;
        let is_whole = self.is_of_all(amount)
            || amount.at.checked_sub(1).is_some_and(|at| lexicon::is(self.scan, at, Meaning::Of));
        let is_of_all = context.is_empty()
            || (is_whole && derived.how == How::Sum)
            || (is_of_row
                && derived.how != How::Sum
                && context.len() == 1
                && self.index.is_within(row, context[0]));
        match derived.how {
            How::Sum => (is_of_all && !is_small) || self.has_cue(at, Meaning::Sum),
            How::Mean => {
                (is_of_all && !is_small && amount.count().is_none()) || self.has_cue(at, Meaning::Mean)
            }
            How::Together => is_of_all && (!is_small || is_whole),
            How::Loose => {
                is_whole && is_of_all
                    || self.has_cue(at, Meaning::Sum)
                    || self.has_cue(at, Meaning::Difference)
            }
            How::Product => is_of_all && !is_small,
            How::Share => self.is_share_of_told(at, derived),
            How::Time => true,
            How::Difference => (is_of_all && !is_small) || self.has_cue(at, Meaning::Difference),
            How::Rest => self.has_cue(at, Meaning::Difference),
        }
    }

    /// `all 425`
    pub(super) fn is_of_all(&self, amount: &Amount) -> bool {
        const THESE: [&str; 16] = [
            "ces", "deze", "diese", "diesen", "dieser", "estas", "estes", "estos", "queste", "questi",
            "these", "those", "tych", "этих", "эти", "esses",
        ];
        amount.at.checked_sub(1).is_some_and(|at| {
            lexicon::is(self.scan, at, Meaning::All) || THESE.contains(&self.scan.word_at(at))
        })
    }

    /// Of many numbers any percentage is some share; one counts when the text tells one of the two
    /// numbers, or the whole is a total, or there are no others.
    pub(super) fn is_share_of_told(&self, at: usize, derived: &Derived) -> bool {
        let is_told = |entry: u32| {
            let fact = &self.index.entries[entry as usize];
            self.mentions.iter().enumerate().any(|(other, mention)| match &mention.what {
                What::Amount(amount) => other != at && !amount.is_share() && tells(self.index, amount, fact),
                _ => false,
            })
        };
        let is_total = || {
            self.index.key_of(&self.index.entries[derived.of as usize]).is_some_and(|key| {
                key.words.iter().any(|word| {
                    matches!(word.as_str(), "total" | "capacity" | "limit" | "max" | "size" | "all" | "quota")
                })
            })
        };
        let numbers =
            || self.index.entries.iter().filter(|entry| matches!(entry.value, Value::Number(_))).count();
        derived.of == derived.entry
            || is_total()
            || is_told(derived.entry)
            || is_told(derived.of)
            || numbers() <= 3
    }

    /// `three times as many`, `9 of every 10`: agrees where two numbers of the data are in that ratio.
    pub(super) fn ratio(&self, at: usize, amount: &Amount) -> Option<Outcome> {
        let count = amount.count().filter(|_| !amount.has_unit())?;
        let value = amount.value();
        if lexicon::is(self.scan, amount.end, Meaning::Times) && value > 1.0 {
            return Some(if self.has_ratio(value, 0.12) { Outcome::Agrees(None) } else { Outcome::Silent });
        }
        let pair = |first: usize, second: usize| {
            let is_every =
                |at: usize| lexicon::is(self.scan, at, Meaning::Every) || self.scan.word_at(at) == "in";
            let (part, whole) = self.pair(first, second, &is_every)?;
            (part.end..whole.at).all(|at| self.scan.tokens[at].is_word()).then_some(())?;
            Some((part.count()?, whole.count()?))
        };
        let (part, whole) = pair(at, at + 1).or_else(|| pair(at.checked_sub(1)?, at))?;
        let is_usual = [2, 3, 4, 5, 10, 100].contains(&whole) && part < whole && part > 0;
        let is_whole_known = self
            .index
            .entries
            .iter()
            .any(|entry| matches!(entry.value, Value::Count(count) if count == whole));
        let of = |count: usize| u32::try_from(count).map_or(1.0, f64::from);
        (is_usual && !is_whole_known && count > 0 && self.has_ratio(of(whole) / of(part), 0.06))
            .then_some(Outcome::Agrees(None))
    }

    /// Two numbers with a few tokens between, one of which joins them.
    fn pair(&self, first: usize, second: usize, joins: &dyn Fn(usize) -> bool) -> Option<(Amount, Amount)> {
        let (What::Amount(part), What::Amount(whole)) =
            (&self.mentions.get(first)?.what, &self.mentions.get(second)?.what)
        else {
            return None;
        };
        let gap = part.end..whole.at;
        ((1..=3).contains(&gap.len()) && gap.into_iter().any(joins)).then_some((*part, *whole))
    }

    /// `5 of 250 failed (2 %)`: a share in brackets behind two numbers is that of both.
    pub(super) fn share_of_pair(&self, at: usize, amount: &Amount) -> Option<Outcome> {
        let is_open =
            amount.at.checked_sub(1).is_some_and(|before| matches!(self.scan.word_at(before), "(" | "（"));
        if !amount.is_share() || !is_open {
            return None;
        }
        at.checked_sub(2)?;
        let pair = |first: usize, second: usize| {
            let is_of = |at: usize| lexicon::is(self.scan, at, Meaning::Of);
            let (part, whole) = self.pair(first, second, &is_of)?;
            let is_near =
                self.mentions[second].sentence == self.mentions[at].sentence && amount.at - whole.end <= 12;
            is_near.then_some((part.value(), whole.value()))
        };
        let (one, two) = pair(at - 2, at - 1).or_else(|| pair(at.checked_sub(3)?, at - 2))?;
        let (part, whole) = if one.abs() <= two.abs() { (one, two) } else { (two, one) };
        let fits = whole != 0.0 && amount.is((part / whole * 1e9).round() / 1e9, &[None; 3]);
        let entry = self
            .in_scope(at)
            .find(|(_, entry)| number(entry).is_some_and(|known| known.to_bits() == part.to_bits()));
        match (fits, entry) {
            (true, _) => Some(Outcome::Agrees(None)),
            (false, Some((entry, _))) if part.to_bits() != whole.to_bits() => {
                Some(Outcome::Denied(entry, Ground::Named))
            }
            _ => None,
        }
    }

    /// Tells whether one number of the data is so many times another one beside it, or of the same key.
    pub(super) fn has_ratio(&self, ratio: f64, tolerance: f64) -> bool {
        let numbers: Vec<(&Entry<'_>, f64)> = self
            .index
            .entries
            .iter()
            .filter_map(|entry| Some((entry, number(entry).filter(|value| *value > 0.0)?)))
            .take(60)
            .collect();
        let words = |entry: &Entry<'_>| self.index.key_of(entry).map(|key| &key.words);
        let near = |one: f64, two: f64| (one / two - ratio).abs() <= ratio * tolerance;
        let sum = |key: u32| {
            numbers.iter().filter(|(entry, _)| entry.key == key).map(|(_, value)| value).sum::<f64>()
        };
        numbers.iter().any(|(first, one)| {
            numbers.iter().any(|(second, two)| {
                (first.row == second.row || words(first) == words(second)) && near(*one, *two)
            }) || near(sum(first.key), *one)
        })
    }

    pub(super) fn has_cue(&self, at: usize, cue: Meaning) -> bool {
        self.sentence(at).any(|token| lexicon::is(self.scan, token, cue))
    }

    pub(super) fn has_word(&self, at: usize, words: &[&str]) -> bool {
        self.sentence(at).any(|token| words.contains(&self.scan.word_at(token)))
    }

    pub(super) fn sentence(&self, at: usize) -> std::ops::Range<usize> {
        let sentence = self.mentions[at].sentence;
        let here = self.mentions[at].at;
        let first = self.breaks.sentences.partition_point(|other| *other < sentence);
        let end = self.breaks.sentences.partition_point(|other| *other <= sentence);
        // A text without marks is one sentence, however long.
        first.max(here.saturating_sub(60))..end.min(here + 60)
    }
}

/// The digits of both are the same but for zeros at their ends.
pub(super) fn same_head(left: f64, right: f64) -> bool {
    let head = |value: f64| format!("{:.9e}", value.abs()).split('e').next().unwrap_or_default().to_owned();
    head(left) == head(right)
}
