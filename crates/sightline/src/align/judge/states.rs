//! States: `shipped`, `is not running`, `down 3.2 %`.

use super::answers::Answer;
use super::{Conflict, Found, Ground, Judge};
use crate::align::hear::{Mention, What};
use crate::align::index::{Entry, Key, NONE, Value};
use crate::align::lexicon::{self, Family, Meaning, family, opposite};
use crate::align::scan::Kind;

/// Words that say no of what follows them: `can be merged without conflicts`.
const GOVERNING: [&str; 28] = [
    "aucun", "aucune", "bez", "brak", "geen", "ingen", "inga", "inget", "kein", "keine", "keinen", "keiner",
    "nessun", "nessuna", "nenhum", "nenhuma", "ningun", "ninguna", "no", "ohne", "sans", "sem", "senza",
    "sin", "uden", "utan", "without", "zonder",
];

/// Words of what is to come or may be.
pub(super) const TO_COME: [&str; 32] = [
    "be",
    "bedzie",
    "can",
    "could",
    "debe",
    "deve",
    "kan",
    "kann",
    "konnen",
    "may",
    "moze",
    "mozna",
    "pode",
    "podra",
    "podran",
    "puede",
    "pueden",
    "puo",
    "sara",
    "saranno",
    "sera",
    "seran",
    "serao",
    "seront",
    "should",
    "will",
    "worden",
    "zal",
    "zostanie",
    "будет",
    "будут",
    "можно",
];

/// How a fact bears on a state that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bearing {
    Against,
    For,
    None,
}

impl Judge<'_, '_> {
    pub(super) fn judge_state(&self, at: usize, mention: &Mention, state: u16, found: &mut Found) {
        if self.says_no_state(at, mention) {
            return;
        }
        if family(state) == Family::Trend {
            self.judge_trend(at, state, found);
            return;
        }
        let negated = self.is_negated(mention.at, mention.end);
        let is_acknowledged = matches!(self.scan.word_at(mention.at), "ok" | "okay");
        let context = &self.contexts[at];
        let in_rows = |entry: &Entry<'_>| context.iter().any(|row| self.index.is_within(entry.row, *row));
        let all_rows = !context.is_empty();
        let (mut agrees, mut against) = (None, None);
        let (mut agreeing_rows, mut denying) = (0, None);
        let has_own = (0u32..)
            .zip(&self.index.entries)
            .any(|(entry, fact)| fact.row == NONE && self.state(entry).is_some());
        for (entry, fact) in (0u32..).zip(&self.index.entries) {
            if all_rows && !in_rows(fact) {
                continue;
            }
            match self.bears(entry, fact, state, negated, is_acknowledged) {
                Bearing::For => {
                    agrees = agrees.or(Some(entry));
                    agreeing_rows += 1;
                }
                // Of rows that the text does not speak of nothing is denied while the whole has a state.
                Bearing::Against if fact.row != NONE && has_own && !all_rows => {}
                Bearing::Against if !self.is_anchored_state(at, entry, fact, state) => {}
                Bearing::Against => {
                    denying = denying.or(Some(entry));
                    if !self.is_stated(entry, found) || all_rows {
                        against = against.or(Some(entry));
                    }
                }
                Bearing::None => {}
            }
        }
        // A state that is said of several rows must be that of each of them.
        let of_all = all_rows && context.len() > 1 && agreeing_rows < context.len() && denying.is_some();
        match (agrees, against) {
            (Some(entry), _) if !of_all => {
                found.stated.insert(entry);
                found.agreed += 1;
            }
            (_, Some(entry)) if !self.is_in_words(mention) => {
                found.conflicts.push(Conflict {
                    entry,
                    at: mention.at,
                    end: mention.end,
                    ground: Ground::State,
                });
            }
            _ => {}
        }
    }

    /// The words of a state that say nothing of how things are: a label, a legend, what is to come.
    fn says_no_state(&self, at: usize, mention: &Mention) -> bool {
        // A label says nothing before what stands behind it: `open now: no`.
        let is_mark = |at: &usize| matches!(self.scan.word_at(*at), ":" | "=" | "：");
        let is_same_line = |at: &usize| self.scan.tokens.get(*at).is_some_and(|token| !token.line);
        let behind = (mention.end..mention.end + 3).take_while(is_same_line).find(is_mark);
        let is_label = is_mark(&mention.end) || behind.is_some_and(|mark| self.is_label_line(mark));
        is_label
            || self.is_to_come(mention)
            || self.is_share_done(at, mention)
            || self.is_of_legend(mention)
            || self.is_counted_so(at, mention)
            || self.answer_of_label(mention.at) != Answer::None
    }

    /// Of several states the text must name the one that it denies: a word of its key, or its row.
    pub(super) fn is_anchored_state(&self, at: usize, entry: u32, fact: &Entry<'_>, said: u16) -> bool {
        if fact.row != NONE || fact.value != Value::Text {
            return true;
        }
        let rivals = || {
            (0u32..).zip(&self.index.entries).filter(|(other, entry)| {
                let own = self.state(*other);
                let is_alike = own.is_some_and(|own| own == said || lexicon::exclude(own, said));
                entry.row == NONE && entry.value == Value::Text && is_alike
            })
        };
        let is_whole = |entry: &Entry<'_>| self.index.key_of(entry).is_some_and(|key| key.above == NONE);
        let has_status = || {
            (0u32..).zip(&self.index.entries).any(|(other, entry)| {
                is_whole(entry) && self.state(other).is_some_and(|own| family(own) == Family::Status)
            })
        };
        let is_part = !is_whole(fact) && has_status();
        if !is_part && rivals().take(2).count() < 2 || self.is_keyed(at, fact) {
            return true;
        }
        // The state of the whole stands before those of its parts.
        is_whole(fact) && rivals().find(|(_, entry)| is_whole(entry)).is_some_and(|(first, _)| first == entry)
    }

    /// `will be delivered tomorrow`, `can be shipped`: what is not yet.
    fn is_to_come(&self, mention: &Mention) -> bool {
        let before = (mention.at.saturating_sub(3)..mention.at).rev();
        before
            .take_while(|at| self.breaks.clauses[*at] == mention.clause)
            .any(|at| TO_COME.contains(&self.scan.word_at(at)))
    }

    /// `60 % done`
    fn is_share_done(&self, at: usize, mention: &Mention) -> bool {
        let before = at.checked_sub(1).map(|before| &self.mentions[before]);
        before.is_some_and(|before| {
            matches!(&before.what, What::Amount(amount) if amount.is_share() && before.end == mention.at)
        })
    }

    /// `✅ passed  ❌ failed`: a line that tells what its marks mean speaks of no row.
    fn is_of_legend(&self, mention: &Mention) -> bool {
        let is_marked = |other: &Mention| {
            let is_sign = |at: usize| {
                // Arrows, dingbats and pictures.
                matches!(
                    self.scan.tokens[at].kind,
                    Kind::Mark('\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..)
                )
            };
            matches!(other.what, What::State(_) | What::Facts(_))
                && other.at.checked_sub(1).is_some_and(is_sign)
        };
        let here = self.mentions.partition_point(|other| other.at < mention.at);
        let near = &self.mentions[here.saturating_sub(3)..(here + 4).min(self.mentions.len())];
        let in_line = near.iter().filter(|other| other.sentence == mention.sentence && is_marked(other));
        self.contexts[here].is_empty() && is_marked(mention) && in_line.count() > 1
    }

    /// `2 rows returned` tells what the tool did, and no state of a row.
    pub(super) fn is_counted_so(&self, at: usize, mention: &Mention) -> bool {
        let is_deed = matches!(self.scan.word_at(mention.at), "returned" | "listed" | "loaded" | "processed");
        let before = at.checked_sub(1).map(|before| &self.mentions[before]);
        is_deed
            && before.is_some_and(|before| {
                matches!(before.what, What::Amount(_)) && mention.at.saturating_sub(before.end) <= 2
            })
    }

    /// The words of a state may stand in the data as part of a longer string, or be those of a key.
    pub(super) fn is_in_words(&self, mention: &Mention) -> bool {
        let word = self.scan.word_at(mention.at);
        let is_key =
            self.index.keys.iter().any(|key| key.words.iter().any(|own| own == word) && !self.is_flag(key));
        let in_string =
            self.index.places_of(word).iter().any(|(_, token)| {
                self.index.entry_of(*token).is_some_and(|entry| self.state(entry).is_none())
            });
        is_key || in_string
    }

    pub(super) fn is_flag(&self, key: &Key) -> bool {
        let at = self.index.keys.iter().position(|other| std::ptr::eq(other, key));
        self.index
            .entries
            .iter()
            .any(|entry| at == Some(entry.key as usize) && matches!(entry.value, Value::Bool(_)))
    }

    /// `OK` says that something worked, and denies no other state.
    pub(super) fn bears(
        &self,
        at: u32,
        entry: &Entry<'_>,
        state: u16,
        negated: bool,
        is_acknowledged: bool,
    ) -> Bearing {
        let of = |agrees: bool| if agrees { Bearing::For } else { Bearing::Against };
        match entry.value {
            Value::Text => {
                let Some(own) = self.state(at).filter(|_| !is_acknowledged) else { return Bearing::None };
                if lexicon::are_alike(own, state) {
                    return of(!negated);
                }
                if opposite(own) == Some(state) {
                    return of(negated);
                }
                match (lexicon::exclude(own, state), negated) {
                    (true, false) => Bearing::Against,
                    (true, true) => Bearing::For,
                    (false, _) => Bearing::None,
                }
            }
            Value::Bool(value) => {
                let Some(key) = self.index.key_of(entry) else { return Bearing::None };
                let says_no = key.words.iter().any(|word| matches!(word.as_str(), "not" | "no" | "non"));
                let compare = |own: u16| {
                    if own == state {
                        Some(true)
                    } else {
                        lexicon::are_opposites(own, state).then_some(false)
                    }
                };
                // The whole key may be a phrase: `inStock`.
                let words = || key.words.iter().filter_map(|word| lexicon::states_of(word));
                let phrase = crate::align::index::state_of_words(&key.words.join(" "));
                let own = phrase.and_then(compare).or_else(|| words().find_map(compare));
                own.map_or(Bearing::None, |own| of((own != negated) == (value != says_no)))
            }
            Value::Count(_) | Value::Date(_) | Value::Null | Value::Number(_) => Bearing::None,
        }
    }

    /// `down 3.2 %` denies a change of +3.2.
    pub(super) fn judge_trend(&self, at: usize, state: u16, found: &mut Found) {
        let rises = lexicon::is_positive(state);
        let mention = &self.mentions[at];
        let Some(next) = self
            .mentions
            .get(at + 1)
            .filter(|next| next.at <= mention.end + 3 && next.sentence == mention.sentence)
        else {
            return;
        };
        let What::Amount(amount) = &next.what else { return };
        for (entry, fact) in self.in_scope(at + 1) {
            if let Value::Number(value) = fact.value
                && speaks_of_change(self.index.key_of(fact))
                && amount.is(value, &self.index.units(fact))
                && value != 0.0
                && (value > 0.0) != rises
            {
                found.conflicts.push(Conflict {
                    entry,
                    at: mention.at,
                    end: next.end,
                    ground: Ground::Trend,
                });
                return;
            }
        }
    }

    /// `not shipped`: a state of the data that the word before it denies.
    pub(super) fn is_denied_word(&self, mention: &Mention) -> bool {
        let What::Facts(hits) = &mention.what else { return false };
        let is_no = |at: usize| {
            self.breaks.clauses[at] == self.breaks.clauses[mention.at]
                && lexicon::is(self.scan, at, Meaning::Negation)
                && !GOVERNING.contains(&self.scan.word_at(at))
        };
        hits.iter().any(|hit| self.state(*hit).is_some())
            && (mention.at.saturating_sub(3)..mention.at).any(is_no)
    }

    /// Tells whether a clause says no, near a place and outside of it.
    pub(super) fn is_negated(&self, token: usize, past: usize) -> bool {
        let clause = self.breaks.clauses[token];
        let sentence = self.breaks.sentences[token];
        let first = token.saturating_sub(12);
        let end = (token + 8).min(self.scan.tokens.len());
        let mut no = false;
        for at in first..end {
            let is_here = self.breaks.clauses[at] == clause && self.breaks.sentences[at] == sentence;
            // Words of the data that happen to say no are none of the text's own.
            no |= is_here
                && !(token..past).contains(&at)
                && (at < token || !GOVERNING.contains(&self.scan.word_at(at)))
                && lexicon::is(self.scan, at, Meaning::Negation)
                && !self.is_of_data(at);
        }
        no
    }

    /// The words of a state speak for the whole phrase: `out of stock`.
    pub(super) fn is_of_state(&self, token: usize) -> bool {
        let at = self.mentions.partition_point(|mention| mention.end <= token);
        self.mentions.get(at).is_some_and(|mention| {
            mention.at <= token && mention.end - mention.at > 1 && matches!(mention.what, What::State(_))
        })
    }

    pub(super) fn is_of_data(&self, token: usize) -> bool {
        let at = self.mentions.partition_point(|mention| mention.end <= token);
        self.mentions.get(at).is_some_and(|mention| {
            mention.at <= token && matches!(mention.what, What::Facts(_) | What::Part(_))
        })
    }
}

pub(super) fn speaks_of_change(key: Option<&Key>) -> bool {
    key.is_some_and(|key| {
        key.words.iter().any(|word| {
            matches!(
                word.as_str(),
                "change" | "delta" | "diff" | "difference" | "growth" | "trend" | "variation"
            )
        })
    })
}
