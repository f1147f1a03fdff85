//! What an unexplained number is believed by: evidence that it stands for one fact, for and against.
//!
//! A number that nothing explains denies a fact only when it is anchored: the text tells which fact is
//! meant, that fact is told nowhere else, and the number is one that somebody might have written for it.

use std::collections::HashMap;

use super::amounts::number;
use super::slips::{Slip, slip};
use super::{Found, Judge};
use crate::align::amount::{Amount, Hedge};
use crate::align::hear::{Mention, What};
use crate::align::index::{Entry, NONE, Value};
use crate::align::lexicon::{self, Dimension, Meaning};

/// What speaks for a fact being meant, or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The text has this number only, and the data as well.
    Alone,
    /// The digits are those of the fact, but for one or for their order.
    Slip,
    /// The same, of two digits: there it may be chance.
    ShortSlip,
    /// The unit is one of what the fact measures.
    SameKind,
    /// The same, and neither the text nor the data has another one of that kind.
    OnlyOfKind,
    /// It stands behind a label that is none of the data, and the fact is told elsewhere.
    OtherLabel,
    /// The unit is one of something else.
    OtherKind,
    /// A word of the key of the fact stands in the clause.
    Keyed,
    /// The text tells the fact nowhere.
    Untold,
    /// The text tells the fact elsewhere.
    Told,
    /// The text speaks of the row of the fact.
    OfRow,
    /// Far from the fact.
    Far,
    /// A small number without a unit counts anything.
    Small,
    /// It stands for the length of a list.
    OfCount,
    /// A number that is said to be rough may be one that nobody could follow.
    Rough,
}

/// What each reason weighs.
const WEIGHTS: [(Reason, i32); 15] = [
    (Reason::Alone, 2),
    (Reason::Far, -2),
    (Reason::Keyed, 1),
    (Reason::OfCount, -1),
    (Reason::OfRow, 1),
    (Reason::OnlyOfKind, 2),
    (Reason::OtherKind, -1),
    (Reason::OtherLabel, -3),
    (Reason::Rough, -1),
    (Reason::SameKind, 1),
    (Reason::ShortSlip, 2),
    (Reason::Slip, 3),
    (Reason::Small, -1),
    (Reason::Told, -1),
    (Reason::Untold, 2),
];

/// What the reasons must weigh together for a number to deny a fact.
const ENOUGH: i32 = 2;

/// Most facts that one number is held against; a text of more numbers than that tells no single fact.
const MOST: usize = 400;

/// What is the same for all facts that one number may be meant for.
struct Subject<'a> {
    at: usize,
    amount: &'a Amount,
    is_alone: bool,
    is_behind_other_label: bool,
    is_only_of_kind: bool,
    /// For each key whether one of its words stands near.
    keyed: HashMap<u32, bool>,
}

impl Judge<'_, '_> {
    /// The fact that an unexplained number denies: the one that most speaks for.
    pub(super) fn anchored(&self, at: usize, amount: &Amount, found: &Found) -> Option<u32> {
        let numbers = self.index.entries.iter().filter(|entry| Self::is_number(entry)).count();
        let mut subject = Subject {
            at,
            amount,
            is_alone: self.amounts == 1 && numbers <= 2,
            is_behind_other_label: self.is_behind_other_label(amount),
            is_only_of_kind: self.is_only_of_kind(at, amount),
            keyed: HashMap::new(),
        };
        let is_fit = |fact: &Entry<'_>| match fact.value {
            Value::Count(_) => !amount.has_unit(),
            _ => Self::is_number(fact),
        };
        let facts = self.in_scope(at).filter(|(_, fact)| is_fit(fact)).take(MOST);
        let weighed = facts
            .map(|(entry, fact)| (self.weight(&mut subject, entry, fact, found), std::cmp::Reverse(entry)));
        weighed.max().filter(|(weight, _)| *weight >= ENOUGH).map(|(_, entry)| entry.0)
    }

    /// Tells whether the text has one number with a unit of that kind, and the data one fact in scope.
    fn is_only_of_kind(&self, at: usize, amount: &Amount) -> bool {
        let is_kind = |kind: Dimension| {
            let is_said = |other: &Mention| match &other.what {
                What::Amount(other) => other.at != amount.at && other.is_of(kind),
                _ => false,
            };
            let is_of = |fact: &Entry<'_>| self.index.units(fact).iter().flatten().any(|unit| unit.0 == kind);
            let facts = self.in_scope(at).filter(|(_, fact)| Self::is_number(fact) && is_of(fact));
            facts.take(2).count() == 1 && !self.mentions.iter().any(is_said)
        };
        amount.units.iter().flatten().any(|(kind, _)| is_kind(*kind))
    }

    /// What all reasons weigh together for one fact.
    fn weight(&self, subject: &mut Subject<'_>, entry: u32, fact: &Entry<'_>, found: &Found) -> i32 {
        let known = number(fact).unwrap_or(f64::NAN);
        let units = self.index.units(fact);
        let values = subject.amount.in_data(&units);
        let slip = values.iter().map(|value| slip(*value, known)).max().unwrap_or(Slip::None);
        // The same number with another unit of its kind.
        let is_same_number = (subject.amount.value() - known).abs() < 1e-9 && known != 0.0;
        let has_kind = units.iter().flatten().any(|unit| subject.amount.is_of(unit.0));
        let slip = if is_same_number && has_kind { Slip::Long } else { slip };
        let is_told = self.is_stated(entry, found);
        let is_same = units.iter().flatten().any(|unit| subject.amount.is_of(unit.0));
        let is_far = values.iter().all(|value| (value - known).abs() > 0.5 * known.abs().max(value.abs()));
        let is_small = !subject.amount.has_unit() && subject.amount.count().is_some_and(|count| count <= 12);
        let is_keyed = *subject.keyed.entry(fact.key).or_insert_with(|| self.is_keyed(subject.at, fact));
        let holds = |reason: Reason| match reason {
            Reason::Alone => subject.is_alone,
            Reason::Far => is_far,
            Reason::Keyed => is_keyed,
            Reason::OfCount => matches!(fact.value, Value::Count(_)),
            Reason::OnlyOfKind => is_same && subject.is_only_of_kind,
            Reason::OfRow => fact.row != NONE && self.contexts[subject.at].contains(&fact.row),
            Reason::OtherKind => subject.amount.has_unit() && !is_same,
            Reason::OtherLabel => is_told && subject.is_behind_other_label,
            Reason::Rough => subject.amount.hedge == Hedge::About,
            Reason::SameKind => is_same,
            Reason::ShortSlip => slip == Slip::Short,
            Reason::Slip => slip == Slip::Long,
            Reason::Small => is_small,
            Reason::Told => is_told,
            Reason::Untold => !is_told,
        };
        WEIGHTS.iter().filter(|(reason, _)| holds(*reason)).map(|(_, weight)| weight).sum()
    }

    /// `Hotline: 112`: the words before the colon are no key, in whatever language.
    fn is_behind_other_label(&self, amount: &Amount) -> bool {
        let Some(mark) = amount.at.checked_sub(1).filter(|mark| self.scan.is_mark(*mark, ':')) else {
            return false;
        };
        let mut words = (mark.saturating_sub(4)..mark)
            .rev()
            .take_while(|at| self.scan.tokens[*at].is_word() && !self.scan.tokens[*at + 1].line)
            .peekable();
        words.peek().is_some()
            && !words.any(|at| {
                !self.index.places_of(self.scan.word_at(at)).is_empty()
                    || lexicon::meaning(self.scan, at, |meaning| {
                        matches!(meaning, Meaning::Noun(_) | Meaning::State(_) | Meaning::Sum | Meaning::Mean)
                            .then_some(())
                    })
                    .is_some()
                    || self.index.keys.iter().any(|key| {
                        key.words
                            .iter()
                            .zip(&key.nouns)
                            .any(|(word, nouns)| super::anchors::is_word_of_key(self.scan, at, word, nouns))
                    })
            })
    }

    /// Tells whether a word of a fact's key stands in the clause of a mention.
    pub(super) fn is_keyed(&self, at: usize, fact: &Entry<'_>) -> bool {
        let Some(key) = self.index.key_of(fact) else { return false };
        let clause = self.mentions[at].clause;
        let is_word = |token: usize, word: &String, nouns: &[u16]| {
            let is_own = (word.chars().count() > 2 || !word.is_ascii()) && lexicon::unit_of(word).is_none();
            is_own && super::anchors::is_word_of_key(self.scan, token, word, nouns)
        };
        let is_word_here =
            |token: usize| key.words.iter().zip(&key.nouns).any(|(word, nouns)| is_word(token, word, nouns));
        // The words of a label stand in the clause before.
        let here = self.mentions[at].at;
        let is_near = |token: &usize| {
            self.breaks.clauses[*token] == clause
                || *token < here && here - token <= 6 && self.breaks.clauses[*token] + 1 == clause
        };
        self.sentence(at).filter(is_near).any(is_word_here)
    }
}
