//! Words right behind the words of a key, and items of lists.

use super::unknown::alike;
use super::{Found, Ground, Judge};
use crate::align::hear::What;
use crate::align::index::{Entry, Key, Value};
use crate::align::lexicon::{self, Meaning};

/// Words between a key and its value.
const VERBS: [&str; 14] =
    ["is", "was", "ist", "war", "est", "etait", "es", "era", "e", "fue", "jest", "ar", "var", "foi"];

impl Judge<'_, '_> {
    /// `on branch develop`: the words of a key, and right behind them a word that ends the clause and is
    /// no part of the data, while the text does not state the fact of that key.
    pub(super) fn judge_words_behind_keys(&self, found: &mut Found) {
        for (entry, fact) in (0u32..)
            .zip(&self.index.entries)
            .filter(|(_, fact)| fact.value == Value::Text && fact.end == fact.first + 1)
        {
            let Some(key) =
                self.index.key_of(fact).filter(|key| key.words.len() == 1 && fact.row == super::NONE)
            else {
                continue;
            };
            if self.is_stated(entry, found) || self.index.state_of(fact).is_some() {
                continue;
            }
            let behind = (1..self.scan.tokens.len()).find(|at| {
                let mut before = at - 1;
                // `the backend is memcached`
                while before > 0 && at - before < 3 && VERBS.contains(&self.scan.word_at(before)) {
                    before -= 1;
                }
                // `the server is reachable` says another thing of it in any language but the one of the data.
                if before < at - 1 && !self.is_english {
                    return false;
                }
                super::anchors::is_word_of_key(self.scan, before, &key.words[0], &key.nouns[0])
                    && self.scan.tokens[*at].is_word()
                    && !self.scan.tokens[*at].line
                    && !self.is_known_name(*at)
                    && !lexicon::is(self.scan, *at, Meaning::Negation)
                    && self.is_written_like(*at, fact)
                    && self.ends_clause(at + 1)
            });
            // `by nkata` where the data has `nkato`.
            let by = || {
                (1..self.scan.tokens.len()).find(|at| {
                    matches!(
                        self.scan.word_at(at - 1),
                        "by" | "von" | "par" | "por" | "door" | "av" | "przez" | "@"
                    ) && !self.is_known_name(*at)
                        && alike(self.scan.word_at(*at), self.index.scan.word_at(fact.first as usize)) >= 0.6
                })
            };
            if let Some(at) = behind.or_else(by).or_else(|| self.other_behind_key(entry, key)) {
                found.conflicts.push(super::Conflict {
                    entry,
                    at,
                    end: at + 1,
                    ground: Ground::WordBehindKey,
                });
            }
        }
    }

    /// Two words of letters that begin alike: a name for a name, a small word for a small one. The first
    /// part of a longer word is no other word.
    fn is_written_like(&self, at: usize, fact: &Entry<'_>) -> bool {
        let token = &self.scan.tokens[at];
        let known = &self.index.scan.tokens[fact.first as usize];
        let (said, word) = (self.scan.word(token), self.index.scan.word(known));
        known.is_word()
            && (token.capital, token.upper) == (known.capital, known.upper)
            && !word.starts_with(said)
            && !said.starts_with(word)
    }

    /// `kim and nora` where the list has another one beside kim.
    pub(super) fn judge_lists(&self, found: &mut Found) {
        for mention in &self.mentions {
            let What::Facts(hits) = &mention.what else { continue };
            let [hit] = hits[..] else { continue };
            let entry = &self.index.entries[hit as usize];
            let is_item = entry.node.parent().is_some_and(crate::json::Node::is_array);
            let next = mention.end + 1;
            let is_joined = self.scan.is_mark(mention.end, ',')
                || matches!(
                    self.scan.word_at(mention.end),
                    "and" | "und" | "et" | "y" | "e" | "en" | "i" | "och" | "&"
                );
            let is_word = self.scan.tokens.get(next).is_some_and(|token| token.is_word() && !token.line);
            if !is_item || !is_joined || !is_word || self.is_known_name(next) || !self.ends_clause(next + 1) {
                continue;
            }
            let mut others = (0u32..).zip(&self.index.entries).filter(|(at, other)| {
                other.key == entry.key
                    && other.row == entry.row
                    && other.value == Value::Text
                    && !self.is_stated(*at, found)
            });
            if let Some((entry, _)) = others.next() {
                found.conflicts.push(super::Conflict {
                    entry,
                    at: next,
                    end: next + 1,
                    ground: Ground::List,
                });
            }
        }
    }

    /// `the winner of the test is control` where the winner is another.
    pub(super) fn other_behind_key(&self, entry: u32, key: &Key) -> Option<usize> {
        self.mentions.iter().find_map(|mention| {
            let What::Facts(hits) = &mention.what else { return None };
            let verb = mention.at.checked_sub(1).filter(|at| VERBS.contains(&self.scan.word_at(*at)))?;
            let first = verb.saturating_sub(6);
            let is_key =
                |at: usize| super::anchors::is_word_of_key(self.scan, at, &key.words[0], &key.nouns[0]);
            let is_said = (first..verb).any(|at| self.breaks.clauses[at] == mention.clause && is_key(at));
            let is_other = hits.iter().all(|hit| {
                let other = &self.index.entries[*hit as usize];
                *hit != entry
                    && other.value == Value::Text
                    && other.key != self.index.entries[entry as usize].key
            });
            (is_said && is_other).then_some(mention.at)
        })
    }
}
