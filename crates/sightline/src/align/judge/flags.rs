//! Yes and no: flags whose key the text names, `is not available`, `Denied: delete`.

use super::{Conflict, Found, Ground, Judge};
use crate::align::hear::What;
use crate::align::index::{Entry, NONE, Value};
use crate::align::lexicon::{self, Meaning};
use crate::align::rows::REST;

impl Judge<'_, '_> {
    pub(super) fn judge_flags(&self, taken: &[bool], found: &mut Found) {
        for (at, mention) in self.mentions.iter().enumerate() {
            match &mention.what {
                What::State(state) => self.judge_state(at, mention, *state, found),
                // A state that the data has somewhere may be that of another row.
                // So may one be that the text denies: `not shipped`.
                What::Facts(hits) if !self.contexts[at].is_empty() || self.is_denied_word(mention) => {
                    if let Some(state) = hits.first().and_then(|hit| self.state(*hit)) {
                        self.judge_state(at, mention, state, found);
                    }
                }
                _ => {}
            }
            self.judge_mark(at, mention, found);
        }
        self.judge_keys(taken, found);
        self.judge_all(found);
        self.judge_counts_of_none(found);
    }

    /// `All three are vegetarian` beside one that is not.
    pub(super) fn judge_all(&self, found: &mut Found) {
        for at in (0..self.scan.tokens.len()).filter(|at| lexicon::is(self.scan, *at, Meaning::All)) {
            let end = (at + 8).min(self.scan.tokens.len());
            let is_here = |other: &usize| self.breaks.clauses[*other] == self.breaks.clauses[at];
            let near: Vec<usize> = (at + 1..end).take_while(is_here).collect();
            let is_no = |at: usize| lexicon::is(self.scan, at, Meaning::Negation);
            let negated = near.iter().any(|at| is_no(*at));
            let before = at.saturating_sub(12)..at;
            let has_rest = before
                .filter(|other| self.breaks.sentences[*other] == self.breaks.sentences[at])
                .any(|other| REST.contains(&self.scan.word_at(other)));
            if has_rest || self.context_at(at).is_some() || at.checked_sub(1).is_some_and(is_no) {
                continue;
            }
            let is_said = |word: &&String| near.iter().any(|at| self.is_akin(*at, word));
            let denied = (0u32..).zip(&self.index.entries).find(|(_, entry)| {
                let words = self.index.key_of(entry).map_or(&[] as &[String], |key| &key.words);
                let mut own = words.iter().filter(|word| !is_auxiliary(word)).peekable();
                let is_denied = entry.row != NONE && entry.value == Value::Bool(negated);
                is_denied && own.peek().is_some() && own.all(|word| is_said(&word))
            });
            if let Some((entry, _)) = denied {
                found.conflicts.push(Conflict {
                    entry,
                    at,
                    end: near.last().map_or(at + 1, |last| last + 1),
                    ground: Ground::All,
                });
            }
        }
    }

    /// `with dry_run=false the call would delete them`
    pub(super) fn is_hypothesis(&self, token: usize) -> bool {
        let sentence = self.breaks.sentences[token];
        let range = token.saturating_sub(12)..(token + 16).min(self.scan.tokens.len());
        range
            .filter(|at| self.breaks.sentences[*at] == sentence)
            .any(|at| lexicon::is(self.scan, at, Meaning::Hypothesis))
    }

    /// Flags whose key the text names: `toll required`, `does not recur`.
    pub(super) fn judge_keys(&self, taken: &[bool], found: &mut Found) {
        let flags: Vec<(u32, &Entry<'_>, Vec<usize>)> = (0u32..)
            .zip(&self.index.entries)
            .filter(|(_, entry)| matches!(entry.value, Value::Bool(_)))
            .take(400)
            .map(|(at, entry)| (at, entry, self.places_of_key(entry)))
            .collect();
        for (at, entry, places) in &flags {
            let Value::Bool(value) = entry.value else { continue };
            for place in places.iter().take(8) {
                let is_taken = taken.get(*place).copied().unwrap_or_default();
                if is_taken
                    || !self.is_said_of(*place, entry)
                    || self.is_of_state(*place)
                    || self.is_aside(*place)
                    || self.is_hypothesis(*place)
                {
                    continue;
                }
                let Some(says) = self.answer(*place, entry) else { continue };
                if says == value {
                    found.stated.insert(*at);
                    found.agreed += 1;
                } else if !self.is_said_of_another(*place, entry, says) {
                    found.conflicts.push(Conflict {
                        entry: *at,
                        at: *place,
                        end: *place + 1,
                        ground: Ground::Key,
                    });
                }
            }
        }
    }

    pub(super) fn ends_item(&self, at: usize) -> bool {
        self.scan.tokens.get(at).is_none_or(|token| token.line)
            || matches!(self.scan.word_at(at), "," | ";" | ".")
    }

    /// The first token of each place where all words of a key stand near each other.
    pub(super) fn places_of_key(&self, entry: &Entry<'_>) -> Vec<usize> {
        let Some(key) = self.index.key_of(entry) else { return Vec::new() };
        let words: Vec<&str> =
            key.words.iter().map(String::as_str).filter(|word| !is_auxiliary(word)).collect();
        // States are looked for with all their words elsewhere.
        let Some((first, rest)) = words.split_first() else { return Vec::new() };
        if words.len() == 1 && lexicon::states_of(first).is_some() {
            return Vec::new();
        }
        let mut places = Vec::new();
        for at in 0..self.scan.tokens.len() {
            if !self.is_akin(at, first) {
                continue;
            }
            let near = |word: &&str| {
                let from = at.saturating_sub(4);
                (from..(at + 6).min(self.scan.tokens.len())).any(|other| {
                    other != at
                        && self.breaks.sentences[other] == self.breaks.sentences[at]
                        && self.is_akin(other, word)
                })
            };
            if rest.iter().all(near) && places.len() < 8 {
                places.push(at);
            }
        }
        places
    }

    /// Tells whether a token is a word of a key or grows from the same stem: `recur`, `recurring`.
    pub(super) fn is_akin(&self, at: usize, word: &str) -> bool {
        let token = &self.scan.tokens[at];
        if !token.is_word() {
            return false;
        }
        let said = self.scan.word(token);
        if crate::align::index::same_noun(said, word) {
            return true;
        }
        let stem = said.bytes().zip(word.bytes()).take_while(|(left, right)| left == right).count();
        if stem >= 5 && said.len().max(word.len()) - stem <= 4 {
            return true;
        }
        if super::answers::is_denied_by_syllable(said, word) {
            return true;
        }
        let state = lexicon::states_of(word);
        state.is_some_and(|state| lexicon::is(self.scan, at, Meaning::State(state)))
            || lexicon::nouns_of(word).iter().any(|noun| lexicon::is(self.scan, at, Meaning::Noun(*noun)))
    }

    /// Tells whether a place speaks of the row of a flag.
    pub(super) fn is_said_of(&self, place: usize, entry: &Entry<'_>) -> bool {
        if entry.row == NONE {
            return true;
        }
        let rows = self.context_at(place);
        rows.is_some_and(|rows| rows.iter().any(|row| self.index.is_within(entry.row, *row)))
    }

    /// Of several rows in one sentence the nearest may not be the one that is meant.
    pub(super) fn is_said_of_another(&self, place: usize, entry: &Entry<'_>, says: bool) -> bool {
        let Some(rows) = self.context_at(place).filter(|_| entry.row != NONE) else { return false };
        rows.len() > 1 && {
            let agrees = |other: &&Entry<'_>| {
                other.key == entry.key && other.value == Value::Bool(says) && rows.contains(&other.row)
            };
            !self
                .index
                .entries
                .iter()
                .filter(|other| rows.contains(&other.row) && other.key == entry.key)
                .all(|other| agrees(&other))
                && self.index.entries.iter().any(|other| agrees(&other))
        }
    }

    /// The rows that a token speaks of: those of the mention before it in its sentence, or of the next.
    pub(super) fn context_at(&self, token: usize) -> Option<&[u32]> {
        let sentence = self.breaks.sentences[token];
        let next = self.mentions.partition_point(|mention| mention.at < token);
        let before = next.checked_sub(1).filter(|before| self.mentions[*before].sentence == sentence);
        let after = Some(next)
            .filter(|next| self.mentions.get(*next).is_some_and(|mention| mention.sentence == sentence));
        before.or(after).map(|at| &*self.contexts[at]).filter(|rows| !rows.is_empty())
    }
}

pub(super) fn is_auxiliary(word: &str) -> bool {
    matches!(
        word,
        "is" | "has"
            | "can"
            | "should"
            | "was"
            | "are"
            | "does"
            | "do"
            | "will"
            | "in"
            | "of"
            | "the"
            | "a"
            | "an"
            | "be"
            | "needs"
            | "not"
            | "no"
            | "at"
            | "on"
            | "to"
            | "for"
            | "with"
            | "flag"
    )
}
