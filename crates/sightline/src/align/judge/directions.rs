//! More and less, from and to: `fell from 180 to 142`, `11.2, below the minimum of 12.0`, `from de to en`.

use super::amounts::tells;
use super::{Conflict, Found, Ground, Judge};
use crate::align::amount::Amount;
use crate::align::hear::What;
use crate::align::index::{Entry, Key, Value};
use crate::align::lexicon::{self, Meaning};

/// Words of keys of what was before.
const BEFORE: [&str; 24] = [
    "previous",
    "prev",
    "before",
    "yesterday",
    "last",
    "old",
    "prior",
    "vortag",
    "vormonat",
    "vorjahr",
    "gestern",
    "vorher",
    "hier",
    "veille",
    "precedent",
    "precedente",
    "ayer",
    "anterior",
    "ontem",
    "ieri",
    "vorig",
    "gisteren",
    "poprzedni",
    "wczoraj",
];

/// Words of keys of limits.
const LIMITS: [&str; 16] = [
    "min",
    "max",
    "minimum",
    "maximum",
    "limit",
    "threshold",
    "budget",
    "target",
    "goal",
    "soll",
    "grenzwert",
    "soglia",
    "soglie",
    "seuil",
    "umbral",
    "quota",
];

/// Words of keys that say how long ago.
const SPANS: [&str; 5] = ["day", "week", "month", "year", "period"];

/// Keys of where something comes from, and those of where it goes, in the same order.
const SOURCES: [&str; 10] = ["from", "source", "old", "before", "origin", "src", "de", "von", "da", "start"];
const TARGETS: [&str; 10] =
    ["to", "target", "new", "after", "destination", "dst", "para", "nach", "a", "end"];

impl Judge<'_, '_> {
    pub(super) fn judge_directions(&self, found: &mut Found) {
        let mut token = 0;
        while token < self.scan.tokens.len() {
            let direction = lexicon::meaning(self.scan, token, |meaning| match meaning {
                Meaning::Direction(is_up) => Some(is_up),
                _ => None,
            });
            let Some((is_up, length)) = direction else {
                token += 1;
                continue;
            };
            if !self.is_negated_near(token)
                && !self.is_aside(token)
                && let Some((entry, at, end)) = self.against(token, token + length, is_up)
            {
                found.conflicts.push(Conflict {
                    entry,
                    at: at.min(token),
                    end: end.max(token + length),
                    ground: Ground::Direction,
                });
            }
            token += length;
        }
        self.judge_ways(found);
    }

    fn is_negated_near(&self, token: usize) -> bool {
        (token.saturating_sub(3)..token).any(|at| lexicon::is(self.scan, at, Meaning::Negation))
    }

    /// The amounts of the sentence of a token, by where they stand.
    fn amounts_beside(&self, token: usize) -> Vec<(usize, Amount)> {
        let sentence = self.breaks.sentences[token];
        let from = self.mentions.partition_point(|mention| mention.sentence < sentence);
        self.mentions[from..]
            .iter()
            .enumerate()
            .take_while(|(_, mention)| mention.sentence == sentence)
            .skip_while(|(_, mention)| mention.end + 40 < token)
            .take_while(|(_, mention)| mention.at < token + 40)
            .filter_map(|(step, mention)| match &mention.what {
                What::Amount(amount) if !amount.is_place => Some((from + step, *amount)),
                _ => None,
            })
            .collect()
    }

    /// The fact that a word of more or less denies: by the two numbers that stand beside it, or by a change
    /// that the data knows.
    fn against(&self, token: usize, past: usize, is_up: bool) -> Option<(u32, usize, usize)> {
        let amounts = self.amounts_beside(token);
        let fact = |at: usize, amount: &Amount| {
            self.in_scope(at)
                .find(|(_, entry)| {
                    matches!(entry.value, Value::Number(_)) && tells(self.index, amount, entry)
                })
                .and_then(|(at, entry)| Some((at, super::amounts::number(entry)?)))
        };
        for pair in amounts.windows(2) {
            let [(at, first), (next, second)] = pair else { continue };
            let gap = first.end..second.at;
            let Some(((entry, one), (other, two))) = fact(*at, first).zip(fact(*next, second)) else {
                continue;
            };
            if one.to_bits() == two.to_bits() || !self.are_compared(entry, other) {
                continue;
            }
            let is_range = |mut range: std::ops::Range<usize>| {
                range.any(|at| lexicon::is(self.scan, at, Meaning::Range))
            };
            // `below the minimum of 12.0`, `down from $118.40`: the first one is below the second.
            let is_between = gap.contains(&token)
                && second.at.saturating_sub(past) <= 6
                && token.saturating_sub(first.end) <= 4
                && gap.len() <= 9;
            // `fell from 180 to 142`
            let is_led =
                past <= first.at && first.at - past <= 3 && gap.len() <= 3 && is_range(past..first.at);
            if is_between || is_led {
                // What it was stands behind `from`.
                if is_led && self.is_of_before(other) && !self.is_of_before(entry) {
                    return Some((entry, first.at, second.end));
                }
                let is_wrong = if is_led { (two > one) != is_up } else { (one > two) != is_up };
                return is_wrong.then_some((entry, first.at, second.end));
            }
        }
        self.against_change(token, past, is_up, &amounts)
    }

    fn is_of_before(&self, entry: u32) -> bool {
        let key = self.index.key_of(&self.index.entries[entry as usize]);
        key.is_some_and(|key| key.words.iter().any(|word| BEFORE.contains(&word.as_str())))
    }

    /// Tells whether two numbers are of one kind: the same key in two objects, a limit, what was before.
    fn are_compared(&self, first: u32, second: u32) -> bool {
        let [one, two] = [first, second].map(|entry| &self.index.entries[entry as usize]);
        let [mine, other] = [one, two].map(|entry| self.index.key_of(entry));
        let (Some(mine), Some(other)) = (mine, other) else { return false };
        let is_marked = |key: &Key| {
            let above = self.index.keys.get(key.above as usize);
            let words = key.words.iter().chain(above.into_iter().flat_map(|above| &above.words));
            words.into_iter().any(|word| BEFORE.contains(&word.as_str()) || LIMITS.contains(&word.as_str()))
        };
        let is_same_unit =
            self.index.units(one) == self.index.units(two) || self.index.units(two)[0].is_none();
        first != second && is_same_unit && (mine.words == other.words || is_marked(mine) || is_marked(other))
    }

    /// `1.4 °C less than yesterday`: the difference of a number and what it was before.
    fn against_change(
        &self,
        token: usize,
        past: usize,
        is_up: bool,
        amounts: &[(usize, Amount)],
    ) -> Option<(u32, usize, usize)> {
        let near = amounts.iter().filter(|(_, amount)| {
            amount.at.saturating_sub(past) <= 3
                && token.saturating_sub(amount.end) <= 3
                && amount.at.abs_diff(token) < 8
        });
        for (at, amount) in near {
            for (entry, now, before) in self.changes(*at) {
                let difference = now - before;
                let units = self.index.units(&self.index.entries[entry as usize]);
                let rounded = |value: f64| (value * 1e6).round() / 1e6;
                let is_share = amount.is_share()
                    && before != 0.0
                    && amount.is(rounded(difference.abs() / before.abs()), &[None; 3]);
                let is_told = !amount.is_share() && amount.is(rounded(difference.abs()), &units);
                if difference != 0.0 && (is_share || is_told) {
                    return ((difference > 0.0) != is_up).then_some((entry, amount.at, amount.end));
                }
            }
        }
        None
    }

    /// Numbers of which the data tells what they were before.
    fn changes(&self, at: usize) -> Vec<(u32, f64, f64)> {
        let words = |entry: &Entry<'_>| -> Vec<&str> {
            self.index
                .key_of(entry)
                .map_or_else(Vec::new, |key| key.words.iter().map(String::as_str).collect())
        };
        let numbers: Vec<(u32, &Entry<'_>, f64)> = self
            .in_scope(at)
            .filter_map(|(at, entry)| match entry.value {
                Value::Number(value) => Some((at, entry, value)),
                _ => None,
            })
            .take(40)
            .collect();
        let mut found = Vec::new();
        for (_, old, before) in &numbers {
            let old_words = words(old);
            if !old_words.iter().any(|word| BEFORE.contains(word)) {
                continue;
            }
            let stem: Vec<&str> = old_words
                .into_iter()
                .filter(|word| !BEFORE.contains(word) && !SPANS.contains(word))
                .collect();
            for (entry, new, now) in &numbers {
                let own = words(new);
                let is_alike = new.row == old.row
                    && !own.iter().any(|word| BEFORE.contains(word))
                    && stem.iter().all(|word| own.contains(word))
                    && self.index.units(new) == self.index.units(old);
                if is_alike {
                    found.push((*entry, *now, *before));
                }
            }
        }
        found
    }

    /// `from de to en`, `de → en` where the data has it the other way round.
    fn judge_ways(&self, found: &mut Found) {
        for pair in self.mentions.windows(2) {
            let [first, second] = pair else { continue };
            let (What::Facts(one), What::Facts(two)) = (&first.what, &second.what) else { continue };
            let gap = first.end..second.at;
            let is_arrow = (1..=4).contains(&gap.len())
                && gap.clone().any(|at| matches!(self.scan.word_at(at), "→" | "->" | ">" | "⇒" | "=>"));
            let is_from = first.at.checked_sub(1).is_some_and(|before| {
                (before.saturating_sub(1)..=before).any(|at| {
                    matches!(self.scan.word_at(at), "from" | "von" | "de" | "da" | "van" | "z" | "из")
                })
            });
            let is_to = (1..=4).contains(&gap.len())
                && gap.clone().any(|at| {
                    matches!(
                        self.scan.word_at(at),
                        "to" | "into" | "nach" | "auf" | "a" | "para" | "naar" | "do" | "в"
                    )
                });
            if !(is_arrow || is_from && is_to) || first.sentence != second.sentence {
                continue;
            }
            let is_of = |hits: &[u32], keys: &[&str]| {
                !hits.is_empty()
                    && hits.iter().all(|hit| {
                        let key = self.index.key_of(&self.index.entries[*hit as usize]);
                        key.is_some_and(|key| key.words.iter().any(|word| keys.contains(&word.as_str())))
                    })
            };
            if is_of(one, &TARGETS) && is_of(two, &SOURCES) {
                found.conflicts.push(Conflict {
                    entry: one[0],
                    at: first.at,
                    end: second.end,
                    ground: Ground::Direction,
                });
            }
        }
    }
}
