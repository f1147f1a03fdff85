//! What else a number may be that stands beside a key and is not its fact's: a part, a total, a year.

use super::amounts::{SMALL, number, tells};
use super::anchors::{ends_with_key, starts_with_key};
use super::{Found, Judge};
use crate::align::amount::Amount;
use crate::align::derived::How;
use crate::align::hear::What;
use crate::align::index::{Entry, Index, NONE, Value, same_noun};
use crate::align::lexicon::{self, Meaning};
use crate::align::scan::Kind;

/// Words of keys that say how many pieces of a row there are.
const QUANTITIES: [&str; 16] = [
    "aantal",
    "amount",
    "anzahl",
    "cantidad",
    "count",
    "ilosc",
    "menge",
    "pcs",
    "pieces",
    "qtd",
    "qty",
    "quantidade",
    "quantita",
    "quantite",
    "quantity",
    "units",
];

/// A reason for which a number beside a key is not meant for its fact.
type Excuse = (&'static str, fn(&Judge<'_, '_>, usize, &Amount, u32) -> bool);

const EXCUSES: [Excuse; 11] = [
    ("direct", |judge, at, amount, denied| judge.is_another_number(at, amount, denied)),
    ("clock", |judge, at, amount, _| amount.clock().is_some() && judge.is_date_in_scope(at, amount)),
    ("other-list", |judge, at, amount, denied| judge.is_other_list(at, amount, denied)),
    ("some-part", |judge, at, amount, denied| {
        let is_of_whole = judge.index.entries[denied as usize].row == NONE;
        judge.is_count(denied) && (is_of_whole || judge.contexts[at].is_empty()) && judge.is_some_part(amount)
    }),
    ("derived", |judge, at, amount, denied| judge.is_derived(at, amount, denied)),
    ("of-whole", |judge, at, amount, denied| judge.is_of_told(at, amount, denied)),
    ("pieces", |judge, _, amount, denied| judge.is_sum_of_pieces(amount, denied)),
    ("nested", |judge, at, amount, denied| judge.is_nested(at, amount, denied)),
    ("hundredfold", |judge, _, amount, denied| judge.is_hundredfold(amount, denied)),
    ("of-two", |judge, at, amount, denied| judge.is_of_two(at, amount, denied)),
    ("no-noun", |judge, _, _, denied| judge.is_named_by_preposition(denied)),
];

/// Words of keys that say how many there are in all.
const TOTALS: [&str; 8] = ["all", "available", "count", "found", "matched", "matches", "matching", "total"];
/// Keys that name where or by what, and nothing that is counted.
const PREPOSITIONS: [&str; 10] = ["at", "by", "for", "from", "in", "of", "on", "to", "via", "with"];

impl Judge<'_, '_> {
    /// `scores 72` for 0.72: a part of one is told in hundredths.
    fn is_hundredfold(&self, amount: &Amount, denied: u32) -> bool {
        match self.index.entries[denied as usize].value {
            Value::Number(value) => {
                value > 0.0 && value <= 1.0 && !amount.has_unit() && amount.is_rounded_of(value * 100.0)
            }
            _ => false,
        }
    }

    /// `351 pages are left` of 502, of which 151 are read: the difference of the fact and another one, of
    /// which the text tells both, or their sum.
    fn is_of_two(&self, at: usize, amount: &Amount, denied: u32) -> bool {
        let Value::Number(of) = self.index.entries[denied as usize].value else { return false };
        let is_told = |entry: &Entry<'_>| {
            self.mentions.iter().any(|mention| match &mention.what {
                What::Amount(other) => other.at != amount.at && tells(self.index, other, entry),
                _ => false,
            })
        };
        let mut others = self.in_scope(at).filter(|(entry, _)| *entry != denied).take(200);
        amount.value() > SMALL
            && is_told(&self.index.entries[denied as usize])
            && others.any(|(_, other)| {
                matches!(other.value, Value::Number(value)
                    if amount.is_rounded_of((of - value).abs()) || amount.is_rounded_of(of + value))
                    && is_told(other)
            })
    }

    /// Tells whether another fact explains a number that stands beside a key it is not of: a total beside
    /// the rows of one page, a sum, the number of rows of a kind.
    pub(super) fn is_excused(&self, at: usize, amount: &Amount, denied: u32) -> bool {
        let is_own = self.is_at_key(amount, denied);
        EXCUSES.iter().any(|(name, holds)| {
            !(is_own && matches!(*name, "derived" | "of-two")) && holds(self, at, amount, denied)
        })
    }

    /// `8 failed`: the number stands at the whole key of one number, and at no cue of a sum.
    fn is_at_key(&self, amount: &Amount, denied: u32) -> bool {
        let fact = &self.index.entries[denied as usize];
        let key = self.index.key_of(fact).filter(|_| matches!(fact.value, Value::Number(_)));
        let at_end = |at: usize| {
            self.ends_clause(at) || self.scan.tokens.get(at).is_some_and(|token| !token.is_word())
        };
        key.is_some_and(|key| {
            starts_with_key(self.scan, amount.end, key) && at_end(amount.end + key.words.len())
        })
    }

    fn is_named_by_preposition(&self, denied: u32) -> bool {
        let key = self.index.key_of(&self.index.entries[denied as usize]);
        self.is_count(denied)
            && key.is_some_and(|key| key.words.iter().all(|word| PREPOSITIONS.contains(&word.as_str())))
    }

    /// `7 failed and 4 were skipped` of 4 that failed and 7 that were skipped: the number stands at the key
    /// of one fact and is another one's, and the number of that fact stands beside it at no key of its own.
    pub(super) fn is_swapped(&self, at: usize, amount: &Amount, denied: u32) -> bool {
        let is_of = |amount: &Amount, entry: u32| {
            let key = self.index.key_of(&self.index.entries[entry as usize]);
            let is_mark = |at: &usize| matches!(self.scan.tokens[*at].kind, Kind::Mark(mark) if mark != ',');
            let marks = (amount.at.saturating_sub(2)..amount.at).rev().take_while(is_mark).count();
            let before = amount.at - marks;
            key.is_some_and(|key| {
                starts_with_key(self.scan, amount.end, key) || ends_with_key(self.scan, before, key)
            })
        };
        let fact = |entry: u32| &self.index.entries[entry as usize];
        let is_number = |entry: u32| matches!(fact(entry).value, Value::Number(_));
        // `4/5 ready`: the key is that of the first number.
        let is_whole = at.checked_sub(1).map(|before| &self.mentions[before]).is_some_and(|before| {
            matches!(before.what, What::Amount(_))
                && (1..=4).contains(&amount.at.saturating_sub(before.end))
                && (lexicon::is(self.scan, before.end, Meaning::Of)
                    || matches!(self.scan.word_at(before.end), "-" | "–" | ":" | "/"))
        });
        if !is_number(denied) || !is_of(amount, denied) || is_whole {
            return false;
        }
        // `20 % tax (66.20)`: the key stands before the bracket as well.
        let is_in_brackets = |second: &Amount| {
            second.at.checked_sub(1).is_some_and(|open| matches!(self.scan.word_at(open), "(" | "（"))
        };
        let own = self.in_scope(at).find(|(entry, own)| {
            *entry != denied
                && own.key != fact(denied).key
                && is_number(*entry)
                && tells(self.index, amount, own)
                && !is_of(amount, *entry)
        });
        let beside = self.mentions[at.saturating_sub(3)..(at + 4).min(self.mentions.len())].iter();
        own.is_some()
            && beside.filter(|other| other.sentence == self.mentions[at].sentence).any(|other| {
                let What::Amount(second) = &other.what else { return false };
                second.at != amount.at
                    && !is_in_brackets(second)
                    && tells(self.index, second, fact(denied))
                    && !is_of(second, denied)
            })
    }

    fn is_count(&self, entry: u32) -> bool {
        matches!(self.index.entries[entry as usize].value, Value::Count(_))
    }

    /// How many there are in all, by a number beside a list of some of them that the text tells nowhere: what is said
    /// of so many things is said of it, `143 issues` of 134.
    pub(super) fn total_of(&self, count: u32, found: &Found) -> Option<u32> {
        let list = &self.index.entries[count as usize];
        let Value::Count(length) = list.value else { return None };
        let above = self.index.key_of(list)?.above;
        let mut totals = (0u32..).zip(&self.index.entries).filter(|(at, entry)| {
            matches!(entry.value, Value::Number(_))
                && entry.row == list.row
                && number(entry)
                    .zip(u32::try_from(length).ok())
                    .is_some_and(|(all, some)| all > f64::from(some))
                && self.index.key_of(entry).is_some_and(|key| {
                    key.above == above && key.words.iter().any(|word| TOTALS.contains(&word.as_str()))
                })
                && !found.stated.contains(at)
        });
        totals.next().map(|(at, _)| at).filter(|_| totals.next().is_none())
    }

    fn is_another_number(&self, at: usize, amount: &Amount, denied: u32) -> bool {
        self.in_scope(at).any(|(_, entry)| {
            matches!(entry.value, Value::Number(_))
                && tells(self.index, amount, entry)
                && (!self.is_count(denied)
                    || speaks_of_number(self.index, entry)
                    || self.is_by_synonym(amount, denied))
        })
    }

    /// `for 10 people` beside a list of attendees: the noun is not the word of the key.
    fn is_by_synonym(&self, amount: &Amount, denied: u32) -> bool {
        // Another language has other words for all of them.
        if !self.is_english {
            return false;
        }
        let key = self.index.key_of(&self.index.entries[denied as usize]);
        let near = amount.end..(amount.end + 4).min(self.scan.tokens.len());
        let is_own = |word: &String| near.clone().any(|at| same_noun(self.scan.word_at(at), word));
        key.is_some_and(|key| !key.words.iter().any(is_own))
    }

    fn is_date_in_scope(&self, at: usize, amount: &Amount) -> bool {
        self.in_scope(at)
            .any(|(_, entry)| matches!(entry.value, Value::Date(_)) && tells(self.index, amount, entry))
    }

    /// `пропущено два файла` beside a list of those left out.
    fn is_other_list(&self, at: usize, amount: &Amount, denied: u32) -> bool {
        let key = self.index.entries[denied as usize].key;
        !self.words_before(amount).1
            && self.in_scope(at).any(|(_, entry)| {
                matches!(entry.value, Value::Count(count) if count > 0)
                    && entry.key != key
                    && entry.row == NONE
                    && tells(self.index, amount, entry)
            })
    }

    fn is_derived(&self, at: usize, amount: &Amount, denied: u32) -> bool {
        let key = self.index.entries[denied as usize].key;
        self.derived().iter().any(|derived| {
            // The numbers of a list are no lengths of it.
            let is_item = self.is_count(denied) && derived.how != How::Rest && !self.is_count(derived.entry);
            let is_of_key =
                derived.entry == denied || !is_item && self.index.entries[derived.entry as usize].key == key;
            derived.is_said_by(amount)
                && (is_of_key || amount.value() > SMALL)
                && self.contexts[at].is_empty()
        })
    }

    /// `4 places of 20` where 20 is how many places there are.
    fn is_of_told(&self, at: usize, amount: &Amount, denied: u32) -> bool {
        let Some(What::Amount(whole)) = self.mentions.get(at + 1).map(|next| &next.what) else {
            return false;
        };
        let gap = amount.end..whole.at;
        (2..=4).contains(&gap.len())
            && lexicon::is(self.scan, whole.at - 1, Meaning::Of)
            && amount.value() < whole.value()
            && tells(self.index, whole, &self.index.entries[denied as usize])
    }

    /// `3 items` of two rows, of one of which there are two.
    fn is_sum_of_pieces(&self, amount: &Amount, denied: u32) -> bool {
        self.is_count(denied)
            && self.derived().iter().any(|derived| {
                let row = self.index.entries[derived.entry as usize].row;
                let list = self.index.rows.get(row as usize).map(|row| row.list);
                let is_quantity = self
                    .index
                    .key_of(&self.index.entries[derived.entry as usize])
                    .is_some_and(|key| key.words.iter().any(|word| QUANTITIES.contains(&word.as_str())));
                derived.how == How::Sum && is_quantity && list == Some(denied) && derived.is_said_by(amount)
            })
    }

    /// The noun of one list may be that of a list in it, of which there are several.
    fn is_nested(&self, at: usize, amount: &Amount, denied: u32) -> bool {
        let key = self.index.entries[denied as usize].key;
        self.is_count(denied)
            && self.contexts[at].is_empty()
            && self.index.entries.iter().any(|entry| {
                matches!(entry.value, Value::Count(_)) && entry.key == key && tells(self.index, amount, entry)
            })
    }

    /// `two of the four sensors`: the second number is how many there are.
    pub(super) fn is_portion(&self, at: usize, amount: &Amount) -> bool {
        // `3件中2件`: the whole stands before the part.
        if let Some(before) = at.checked_sub(1).map(|before| &self.mentions[before])
            && let What::Amount(whole) = &before.what
            && (before.end..amount.at).len() <= 2
            && (before.end..amount.at).any(|at| matches!(self.scan.word_at(at), "中" | "のうち" | "うち"))
            && amount.count() < whole.count()
        {
            return true;
        }
        let Some(What::Amount(whole)) = self.mentions.get(at + 1).map(|next| &next.what) else {
            return false;
        };
        let gap = whole.at.saturating_sub(amount.end);
        let is_of = (1..=3).contains(&gap)
            && (lexicon::is(self.scan, amount.end, Meaning::Of)
                || matches!(
                    self.scan.word_at(amount.end),
                    "der" | "des" | "dei" | "delle" | "dos" | "das" | "los"
                ));
        is_of
            && amount.count() < whole.count()
            && self
                .index
                .entries
                .iter()
                .any(|entry| matches!(entry.value, Value::Count(_)) && tells(self.index, whole, entry))
    }

    /// `one result out of range`, `two jobs with errors`: fewer than there are, for a reason that follows.
    pub(super) fn is_part_by_words(&self, amount: &Amount) -> bool {
        let Some(noun) = amount.count().and_then(|_| self.noun_behind(amount)) else { return false };
        let is_less = self.index.entries.iter().any(|entry| match entry.value {
            Value::Count(all) => {
                amount.count().is_some_and(|part| part < all)
                    && self.index.key_of(entry).is_some_and(|key| starts_with_key(self.scan, noun, key))
            }
            _ => false,
        });
        let is_state = |meaning| matches!(meaning, Meaning::State(_)).then_some(());
        is_less
            && (lexicon::is(self.scan, noun + 1, Meaning::Restriction)
                || lexicon::meaning(self.scan, noun + 1, is_state).is_some())
    }
}

/// The number of all facts of a kind, by its key: `total`, `count`, `size`.
pub(super) fn speaks_of_number(index: &Index<'_>, entry: &Entry<'_>) -> bool {
    index
        .key_of(entry)
        .is_some_and(|key| key.words.iter().any(|word| lexicon::OF_NUMBERS.contains(&word.as_str())))
}
