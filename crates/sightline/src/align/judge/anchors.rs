//! What anchors a number to a fact: the words of its key right before or behind it.

use super::Judge;
use super::labels::is_key_token;
use crate::align::amount::Amount;
use crate::align::hear::What;
use crate::align::index::{Key, Value, same_noun};
use crate::align::lexicon::{self, Meaning};
use crate::align::scan::{Kind, Scan};

impl Judge<'_, '_> {
    /// The facts whose key stands right before or behind a number.
    pub(super) fn named(&self, at: usize, amount: &Amount) -> Vec<u32> {
        let behind = self.noun_behind(amount);
        let (before, is_strict) = self.words_before(amount);
        // `44 papers in three years`: the papers are those of the first number.
        let is_taken = before.and_then(|end| end.checked_sub(1)).is_some_and(|noun| {
            let last = at.checked_sub(1).map(|before| &self.mentions[before]);
            last.is_some_and(|last| {
                matches!(last.what, What::Amount(_)) && last.end == noun && noun + 1 < amount.at
            })
        });
        // `Set/actual: 21.5 / 20.9`: which of both is which, only their order tells.
        let is_paired =
            before.is_some_and(|end| end.checked_sub(2).is_some_and(|slash| self.scan.is_mark(slash, '/')));
        let before = before.filter(|_| !is_paired);
        let mut found = Vec::new();
        for (entry, fact) in self.in_scope(at) {
            let is_count = matches!(fact.value, Value::Count(_));
            if !matches!(fact.value, Value::Count(_) | Value::Number(_))
                || (is_count && (amount.is_share() || amount.count().is_none()))
            {
                continue;
            }
            let Some(key) = self.index.key_of(fact) else { continue };
            let is_behind = behind.is_some_and(|noun| starts_with_key(self.scan, noun, key));
            let is_before = before.is_some_and(|end| ends_with_key(self.scan, end, key))
                && (is_strict || !is_count && !is_taken);
            if is_behind || is_before {
                found.push(entry);
            }
        }
        // With many facts of that key it is not known which one is meant, but for one of them.
        found
    }

    /// The token of the noun that a number counts: `3 matching orders`.
    pub(super) fn noun_behind(&self, amount: &Amount) -> Option<usize> {
        let mut at = amount.end;
        // `seven days` beside a list of days.
        let unit = at.checked_sub(1).filter(|unit| amount.units[0].is_some() && *unit > amount.at);
        if let Some(unit) = unit.filter(|unit| self.is_noun_of_a_list(*unit)) {
            return Some(unit);
        }
        for _ in 0..3 {
            let token = self.scan.tokens.get(at)?;
            if token.line {
                return None;
            }
            match token.kind {
                // `2 single rooms`: the number is one of the row between.
                Kind::Word if self.is_row_name(at) => return None,
                Kind::Word if self.is_noun_of_a_key(at) => return Some(at),
                Kind::Word
                    if !lexicon::is(self.scan, at, Meaning::Of)
                        && !lexicon::is(self.scan, at, Meaning::Negation)
                        && !is_conjunction(self.scan.word(token)) =>
                {
                    at += 1;
                }
                _ => return None,
            }
        }
        None
    }

    pub(super) fn is_row_name(&self, token: usize) -> bool {
        let at = self.mentions.partition_point(|mention| mention.end <= token);
        let here = self.mentions.get(at).filter(|mention| mention.at <= token);
        here.is_some_and(|mention| !self.names.rows(self.index, mention).is_empty())
    }

    pub(super) fn is_noun_of_a_list(&self, at: usize) -> bool {
        self.index.entries.iter().any(|entry| {
            matches!(entry.value, Value::Count(_))
                && self.index.key_of(entry).is_some_and(|key| starts_with_key(self.scan, at, key))
        })
    }

    pub(super) fn is_noun_of_a_key(&self, at: usize) -> bool {
        self.index.keys.iter().any(|key| starts_with_key(self.scan, at, key))
    }

    /// The token before which the words of a key end that stands before a number, and whether nothing but
    /// a mark stands between.
    pub(super) fn words_before(&self, amount: &Amount) -> (Option<usize>, bool) {
        let Some(mut at) = amount.at.checked_sub(1) else { return (None, false) };
        let mut is_strict = false;
        for _ in 0..4 {
            let token = self.scan.tokens[at];
            let is_mark = matches!(
                token.kind,
                Kind::Mark(
                    ':' | '=' | '：' | '$' | '€' | '£' | '~' | '≈' | '*' | '-' | '#' | '>' | '→' | '|'
                )
            );
            // Within a line an equals sign stands in a calculation.
            let is_label = || self.is_label_line(at);
            is_strict |= match token.kind {
                Kind::Mark(':' | '：') => true,
                Kind::Mark('=') => is_label(),
                _ => false,
            };
            let is_join = token.is_word()
                && !self.is_key_word(at)
                && (lexicon::is(self.scan, at, Meaning::Join)
                    || lexicon::is(self.scan, at, Meaning::About)
                    || matches!(
                        self.scan.word(&token),
                        "eur" | "usd" | "now" | "jetzt" | "currently" | "actuellement"
                    ));
            if !(is_mark || is_join) {
                break;
            }
            // What ends the line before is another statement.
            if token.line && is_mark {
                return (None, false);
            }
            // `no changes: 4 hours` counts no changes.
            if is_strict && self.is_negated_label(at) {
                return (None, false);
            }
            let Some(before) = at.checked_sub(1) else { return (None, false) };
            at = before;
        }
        let same_line = !self.scan.tokens[at + 1..=amount.at].iter().any(|token| token.line);
        (Some(at + 1).filter(|_| same_line || is_strict), is_strict)
    }

    pub(super) fn is_negated_label(&self, mark: usize) -> bool {
        (mark.saturating_sub(2)..mark).any(|at| lexicon::is(self.scan, at, Meaning::Negation))
            && !self.is_label_line(mark)
    }

    /// Tells whether there is nothing but words between the start of the line and a mark.
    pub(super) fn is_label_line(&self, mark: usize) -> bool {
        for at in (mark.saturating_sub(6)..mark).rev() {
            let token = &self.scan.tokens[at];
            if !matches!(token.kind, Kind::Word | Kind::Id) {
                return false;
            }
            if token.line {
                return true;
            }
        }
        false
    }

    pub(super) fn is_key_word(&self, at: usize) -> bool {
        let word = self.scan.word_at(at);
        self.index.keys.iter().any(|key| key.words.last().is_some_and(|last| last == word))
    }
}

pub(super) fn is_conjunction(word: &str) -> bool {
    matches!(word, "and" | "or" | "und" | "oder" | "et" | "ou" | "y" | "o" | "e" | "och" | "en" | "i")
}

/// Tells whether the words of a key stand at a token.
pub(super) fn starts_with_key(scan: &Scan, at: usize, key: &Key) -> bool {
    !key.words.is_empty()
        && key
            .words
            .iter()
            .zip(&key.nouns)
            .enumerate()
            .all(|(step, (word, nouns))| is_word_of_key(scan, at + step, word, nouns))
        || key.words.len() == 2
            && is_generic(&key.words[0])
            && is_word_of_key(scan, at, &key.words[1], &key.nouns[1])
        || key.words.len() == 2
            && is_unit(&key.words[1])
            && is_word_of_key(scan, at, &key.words[0], &key.nouns[0])
}

/// Tells whether the words of a key end before a token.
pub(super) fn ends_with_key(scan: &Scan, end: usize, key: &Key) -> bool {
    let words = key.words.len();
    if end.checked_sub(1).is_some_and(|at| is_key_token(scan, at, key)) {
        return true;
    }
    let all = |first: usize| {
        key.words
            .iter()
            .zip(&key.nouns)
            .enumerate()
            .all(|(step, (word, nouns))| is_word_of_key(scan, first + step, word, nouns))
    };
    // A word of several tokens: `失败3条`.
    let is_phrase = words == 1
        && (2..=4).any(|back| {
            let state = lexicon::states_of(&key.words[0]);
            end.checked_sub(back).is_some_and(|first| {
                lexicon::meaning(scan, first, |meaning| match meaning {
                    Meaning::Noun(noun) if key.nouns[0].contains(&noun) => Some(()),
                    Meaning::State(said) if Some(said) == state => Some(()),
                    _ => None,
                })
                .is_some_and(|((), length)| length == back)
            })
        });
    if is_phrase {
        return true;
    }
    let whole = end >= words && words > 0 && all(end - words);
    let without_unit = words == 2
        && end >= 1
        && is_unit(&key.words[1])
        && is_word_of_key(scan, end - 1, &key.words[0], &key.nouns[0]);
    whole || without_unit
}

pub(super) fn is_generic(word: &str) -> bool {
    lexicon::GENERIC.contains(&word)
}

pub(super) fn is_unit(word: &str) -> bool {
    lexicon::unit_of(word).is_some() || word == "count" || word == "kmh" || word == "percent"
}

/// Tells whether a token is a word of a key, in whatever language.
pub(in crate::align) fn is_word_of_key(scan: &Scan, at: usize, word: &str, nouns: &[u16]) -> bool {
    let Some(token) = scan.tokens.get(at).filter(|token| token.is_word()) else { return false };
    if same_noun(scan.word(token), word) {
        return true;
    }
    let state = lexicon::states_of(word);
    (!nouns.is_empty() || state.is_some())
        && lexicon::meaning(scan, at, |meaning| match meaning {
            Meaning::Noun(noun) if nouns.contains(&noun) => Some(()),
            Meaning::State(said) if Some(said) == state => Some(()),
            _ => None,
        })
        .is_some()
}
