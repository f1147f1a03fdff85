//! The number of rows of a kind: `2 are open`, `open: 2`.

use std::collections::HashMap;

use super::Judge;
use super::anchors::starts_with_key;
use crate::align::amount::{self, Amount};
use crate::align::hear::What;
use crate::align::index::{Entry, NONE, Value};
use crate::align::lexicon::{self, Meaning};
use crate::align::scan::Kind;

/// Words of keys of units.
const UNITS: [&str; 9] = ["currency", "einheit", "u", "unidad", "unit", "unita", "unite", "units", "uom"];

/// What the number of rows of a kind comes to: `2 are open`, `open: 2`.
#[derive(Default)]
pub(super) struct Group {
    pub(super) agrees: bool,
    pub(super) denied: Option<u32>,
}

/// Where the kind stands that a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Before,
    Behind,
    /// Behind it, and it is what the counted ones are not.
    Outside,
}

impl Judge<'_, '_> {
    pub(super) fn group(&self, at: usize, amount: &Amount) -> Group {
        let is_id = amount.at.checked_sub(1).is_some_and(|before| self.scan.is_mark(before, '#'));
        // `0644` is a code.
        let is_code = self.scan.word_at(amount.at).starts_with('0');
        let is_number =
            !amount.has_unit() && amount.is_exact() && !is_id && !is_code && !self.is_whole(at, amount);
        let Some(count) = amount.count().filter(|_| is_number) else {
            return Group::default();
        };
        let mut group = Group::default();
        let mention = &self.mentions[at];
        let behind =
            self.mentions[at + 1..].iter().take_while(|next| next.sentence == mention.sentence).take(4);
        for next in behind {
            let gap = next.at.saturating_sub(amount.end);
            if gap > 6
                || matches!(&next.what, What::Amount(other) if !lexicon::is(self.scan, other.at.saturating_sub(1), Meaning::Of) && !lexicon::is(self.scan, amount.end, Meaning::Of))
            {
                break;
            }
            let is_part = lexicon::is(self.scan, amount.end, Meaning::Of)
                && (1..3).any(|step| amount::read(self.scan, amount.end + step).is_some());
            let is_close = gap <= 1 || ((gap <= 3 || is_part) && next.clause == mention.clause);
            let is_outside = (amount.end..next.at).any(|at| {
                [Meaning::Negation, Meaning::Restriction]
                    .into_iter()
                    .any(|meaning| lexicon::is(self.scan, at, meaning))
            });
            // `2 can be borrowed`
            if (amount.end..next.at).any(|at| super::states::TO_COME.contains(&self.scan.word_at(at))) {
                break;
            }
            let place = if is_outside { Place::Outside } else { Place::Behind };
            if self.compare_group(&next.what, count, is_close, place, &mut group) {
                return group;
            }
        }
        if let Some(before) = at.checked_sub(1).map(|before| &self.mentions[before])
            && before.sentence == mention.sentence
        {
            let gap = amount.at.saturating_sub(before.end);
            let is_kind = match &before.what {
                What::Facts(hits) => hits.len() > 1 || hits.iter().any(|hit| self.state(*hit).is_some()),
                _ => true,
            };
            let is_label = is_kind
                && gap == 1
                && matches!(self.scan.tokens[before.end].kind, Kind::Mark(':' | '(' | '=' | '：'));
            if self.compare_group(&before.what, count, is_label, Place::Before, &mut group) {
                return group;
            }
        }
        self.flag_group(at, count, &mut group);
        group
    }

    /// The five of `three of your five guests`.
    fn is_whole(&self, at: usize, amount: &Amount) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| &self.mentions[before]) else { return false };
        matches!(before.what, What::Amount(_))
            && (1..=3).contains(&amount.at.saturating_sub(before.end))
            && lexicon::is(self.scan, before.end, Meaning::Of)
    }

    /// `3 instances are running` where only two of the three are.
    pub(super) fn not_all(&self, at: usize, amount: &Amount) -> Option<u32> {
        let is_whole = self.is_whole(at, amount)
            || amount.at.checked_sub(1).is_some_and(|at| lexicon::is(self.scan, at, Meaning::Of));
        let next =
            self.mentions.get(at + 1).filter(|next| next.clause == self.mentions[at].clause && !is_whole)?;
        let state = match &next.what {
            What::State(state) => *state,
            What::Facts(hits) => hits.first().and_then(|hit| self.state(*hit))?,
            _ => return None,
        };
        let verb = next.at.checked_sub(1).map_or("", |before| self.scan.word_at(before));
        let is_said = matches!(
            verb,
            "are"
                | "is"
                | "sind"
                | "ist"
                | "sont"
                | "est"
                | "estan"
                | "esta"
                | "son"
                | "sono"
                | "estao"
                | "sao"
                | "zijn"
                | "sa"
                | "ar"
        );
        let facts = self.rows_of_state(state);
        let is_close = next.at.saturating_sub(amount.end) <= 4;
        let is_less =
            amount.count().is_some_and(|count| self.by_list(&facts).iter().all(|rows| *rows < count));
        facts.first().copied().filter(|_| is_said && is_close && is_less)
    }

    /// What names a kind is a state, or a word that several rows share, and no unit.
    fn are_a_kind(&self, hits: &[u32]) -> bool {
        let is_unit = |hit: &u32| {
            let key = self.index.key_of(&self.index.entries[*hit as usize]);
            key.and_then(|key| key.words.last()).is_some_and(|word| UNITS.contains(&word.as_str()))
        };
        let is_word = |hit: &u32| {
            let entry = &self.index.entries[*hit as usize];
            self.index.scan.tokens[entry.first as usize].is_word()
        };
        !hits.iter().any(is_unit)
            && hits.iter().all(is_word)
            && (hits.len() > 1 || hits.iter().any(|hit| self.state(*hit).is_some()))
    }

    /// Compares a count with the number of rows that have a value; tells whether they agree.
    pub(super) fn compare_group(
        &self,
        what: &What,
        count: usize,
        is_close: bool,
        place: Place,
        group: &mut Group,
    ) -> bool {
        let of_row = |hit: &u32| self.index.entries[*hit as usize].row != NONE && !self.names.is_name(*hit);
        let facts = match what {
            What::Facts(hits) if hits.iter().all(of_row) && self.are_a_kind(hits) => hits.clone(),
            What::State(state) => self.rows_of_state(*state),
            _ => return false,
        };
        let Some(entry) = facts.first() else { return false };
        if self.by_list(&facts).contains(&count) {
            group.agrees = true;
            return true;
        }
        // `only one of the three works outside Europe`
        if place == Place::Outside {
            return false;
        }
        // `Ilja (12)`: the number may be one of those rows.
        let is_of_row = |entry: &Entry<'_>| {
            matches!(entry.value, Value::Number(value) if u32::try_from(count).is_ok_and(|count| value.to_bits() == f64::from(count).to_bits()))
                && facts.iter().any(|fact| self.index.entries[*fact as usize].row == entry.row)
        };
        // More than there are is no number of rows.
        let most = self.by_list(&facts).len().max(1) * self.index.rows.len();
        if is_close
            && count <= 2 * most + 3
            && !(place == Place::Before && self.index.entries.iter().any(is_of_row))
        {
            group.denied = group.denied.or(Some(*entry));
        }
        false
    }

    /// `2 of the 3 cities lie on the coast`: as many rows as have one value of some flag.
    pub(super) fn is_part_of_rows(&self, amount: &Amount) -> bool {
        let is_part = lexicon::is(self.scan, amount.end, Meaning::Of)
            && (1..4).any(|step| amount::read(self.scan, amount.end + step).is_some());
        let Some(count) = amount.count().filter(|_| is_part) else { return false };
        let mut groups: HashMap<(u32, bool), usize> = HashMap::new();
        for entry in self.index.entries.iter().filter(|entry| entry.row != NONE) {
            match entry.value {
                Value::Bool(value) => *groups.entry((entry.key, value)).or_default() += 1,
                // `two of the three are in stock`
                Value::Number(value) => *groups.entry((entry.key, value > 0.0)).or_default() += 1,
                Value::Count(_) | Value::Date(_) | Value::Null | Value::Text => {}
            }
        }
        groups.values().any(|rows| *rows == count)
    }

    /// As many rows as say one thing: a flag, a word that several of them share, none and some.
    pub(super) fn is_some_part(&self, amount: &Amount) -> bool {
        let Some(count) = amount.count().filter(|count| *count > 1) else { return false };
        let mut groups: HashMap<(u32, u8, &str), usize> = HashMap::new();
        let mut lists: HashMap<u32, usize> = HashMap::new();
        for (at, entry) in (0u32..).zip(&self.index.entries).filter(|(_, entry)| entry.row != NONE) {
            *lists.entry(entry.key).or_default() += 1;
            let kind = match entry.value {
                Value::Bool(value) => (entry.key, u8::from(value), ""),
                Value::Text if self.state(at).is_some() => (entry.key, 2, entry.node.text()),
                Value::Number(value) => (entry.key, 3 + u8::from(value > 0.0), ""),
                Value::Count(count) => (entry.key, 5 + u8::from(count > 0), ""),
                Value::Date(_) | Value::Null | Value::Text => continue,
            };
            *groups.entry(kind).or_default() += 1;
        }
        let is_group = groups
            .iter()
            .any(|((key, _, _), rows)| *rows == count && lists.get(key).is_some_and(|all| *all > count));
        is_group || self.unequal().contains(&count)
    }

    /// In how many rows two numbers of one row that stand side by side differ: the stock, and what was counted.
    pub(super) fn unequal(&self) -> Vec<usize> {
        let mut pairs: HashMap<(u32, u32), usize> = HashMap::new();
        let numbers: Vec<(&Entry<'_>, f64)> = self
            .index
            .entries
            .iter()
            .filter(|entry| entry.row != NONE)
            .filter_map(|entry| match entry.value {
                Value::Number(value) => Some((entry, value)),
                _ => None,
            })
            .collect();
        for (at, (first, one)) in numbers.iter().enumerate() {
            let beside = numbers[at + 1..].iter().take(4).take_while(|(second, _)| second.row == first.row);
            for (second, _) in beside.filter(|(_, two)| one.to_bits() != two.to_bits()) {
                *pairs.entry((first.key, second.key)).or_default() += 1;
            }
        }
        pairs.into_values().collect()
    }

    /// The facts of rows that say a state, by a string or by a flag.
    pub(super) fn rows_of_state(&self, state: u16) -> Vec<u32> {
        let is_so = |at: u32, entry: &Entry<'_>| match entry.value {
            Value::Text => self.state(at) == Some(state),
            Value::Bool(value) => self.index.key_of(entry).is_some_and(|key| {
                key.words
                    .iter()
                    .filter_map(|word| lexicon::states_of(word))
                    .any(|own| (own == state && value) || (lexicon::opposite(own) == Some(state) && !value))
            }),
            Value::Count(_) | Value::Date(_) | Value::Null | Value::Number(_) => false,
        };
        let facts = (0u32..).zip(&self.index.entries).filter(|(_, entry)| entry.row != NONE);
        facts.filter(|(at, entry)| is_so(*at, entry)).map(|(at, _)| at).collect()
    }

    /// How many of some facts each list has: rows may stand in the data twice, as a list and by their ids.
    pub(super) fn by_list(&self, facts: &[u32]) -> Vec<usize> {
        let mut lists: HashMap<u32, usize> = HashMap::new();
        for fact in facts {
            let row = self.index.entries[*fact as usize].row;
            *lists.entry(self.index.rows[row as usize].list).or_default() += 1;
        }
        lists.into_values().collect()
    }

    /// `2 remote`: the rows whose flag has that key.
    pub(super) fn flag_group(&self, at: usize, count: usize, group: &mut Group) {
        let here = self.mentions[at].at;
        let range = here + 1..(here + 8).min(self.sentence(at).end);
        for key in self.index.keys.iter().enumerate().filter(|(_, key)| !key.words.is_empty()) {
            let is_akin = |token: usize| key.1.words.len() == 1 && self.is_akin(token, &key.1.words[0]);
            let is_said =
                range.clone().any(|token| starts_with_key(self.scan, token, key.1) || is_akin(token));
            if !is_said {
                continue;
            }
            let flags =
                self.index.entries.iter().filter(|entry| entry.key as usize == key.0 && entry.row != NONE);
            let (mut yes, mut no) = (0, 0);
            for entry in flags {
                match entry.value {
                    Value::Bool(true) => yes += 1,
                    Value::Bool(false) => no += 1,
                    _ => {}
                }
            }
            let negated = range.clone().any(|token| lexicon::is(self.scan, token, Meaning::Negation));
            group.agrees |= yes + no > 0 && (if negated { no } else { yes }) == count;
        }
    }
}
