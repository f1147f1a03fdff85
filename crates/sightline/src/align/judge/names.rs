//! Names and identifiers that the data does not hold as the text has them.

use super::unknown::{SHORTEST, is_hash};
use super::{Judge, Outcome};
use crate::align::hear::{What, is_start};
use crate::align::lexicon::{self, Meaning};
use crate::align::says::is_ellipsis;
use crate::align::scan::{Kind, Token};

impl Judge<'_, '_> {
    /// A part of a string: a first name alone, a few words of a title. Of a name of which the text has
    /// one word and another instead of the next, the data denies the other.
    pub(super) fn part(&self, at: usize, hits: &[u32]) -> Outcome {
        let mention = &self.mentions[at];
        if self.is_misnamed(mention.at, mention.end, hits) || self.is_altered(mention.at, mention.end, hits) {
            return Outcome::Unexplained;
        }
        if hits.iter().any(|hit| self.is_in_scope(at, &self.index.entries[*hit as usize])) {
            return Outcome::Agrees(None);
        }
        Outcome::Silent
    }

    /// Most of a sentence of the data, and then another word than it has.
    pub(super) fn is_altered(&self, first: usize, end: usize, hits: &[u32]) -> bool {
        let goes_on =
            self.scan.tokens.get(end).is_some_and(|next| !next.line && !matches!(next.kind, Kind::Mark(_)));
        let length = end - first;
        goes_on
            && length >= 3
            && hits.iter().any(|hit| {
                let entry = &self.index.entries[*hit as usize];
                let all = (entry.end - entry.first) as usize;
                length * 10 >= all * 6
                    && self.index.scan.word_at(entry.first as usize) == self.scan.word_at(first)
            })
    }

    /// Tells whether a capital word follows where the string goes on with another one.
    pub(super) fn is_misnamed(&self, first: usize, end: usize, hits: &[u32]) -> bool {
        let is_name = |token: Option<&Token>| {
            token.is_some_and(|token| token.is_word() && token.capital && !token.line)
        };
        if !is_name(self.scan.tokens.get(first)) {
            return false;
        }
        let follows = is_name(self.scan.tokens.get(end)) && !self.is_known_name(end);
        let leads = first.checked_sub(1).is_some_and(|before| {
            is_name(self.scan.tokens.get(before))
                && !self.is_known_name(before)
                && !is_start(self.scan, &self.breaks, before)
                || (self.scan.tokens[before].is_word()
                    && self.scan.tokens[before].capital
                    && !self.is_known_name(before)
                    && self.scan.tokens[first].capital
                    && !self.scan.tokens[first].line
                    && self.two_words(first))
        });
        let of_names = |hit: &u32| {
            let entry = &self.index.entries[*hit as usize];
            entry.end - entry.first > 1 && entry.end - entry.first <= 4
        };
        (follows || leads) && hits.iter().any(of_names)
    }

    /// A string of two words whose second one stands here.
    pub(super) fn two_words(&self, token: usize) -> bool {
        self.index.places_of(self.scan.word_at(token)).iter().any(|(_, place)| {
            self.index.entry_of(*place).is_some_and(|entry| {
                let entry = &self.index.entries[entry as usize];
                *place > entry.first && entry.end - entry.first <= 3
            })
        })
    }

    /// A name of two or three words whose first one stands here, with a capital letter.
    pub(super) fn two_words_from(&self, token: usize) -> bool {
        self.index.places_of(self.scan.word_at(token)).iter().any(|(_, place)| {
            let entry = self.index.entry_of(*place).map(|entry| &self.index.entries[entry as usize]);
            entry.is_some_and(|entry| {
                let all = (entry.first..entry.end).map(|at| &self.index.scan.tokens[at as usize]);
                *place == entry.first && (2..=3).contains(&all.len()) && { all }.all(|token| token.capital)
            })
        })
    }

    pub(super) fn ends_clause(&self, at: usize) -> bool {
        let Some(token) = self.scan.tokens.get(at) else { return true };
        let goes_on =
            lexicon::is(self.scan, at, Meaning::Negation) || lexicon::is(self.scan, at, Meaning::Join);
        goes_on
            || token.line
            || self.breaks.clauses[at] != self.breaks.clauses[at - 1]
            || matches!(token.kind, Kind::Mark('.' | ',' | ';' | ')'))
    }

    pub(super) fn is_known_name(&self, token: usize) -> bool {
        lexicon::is_known(self.scan, token) || !self.index.places_of(self.scan.word_at(token)).is_empty()
    }

    /// An identifier that is cut, that has a letter before it, or that stands within a string.
    pub(super) fn identifier(&self, at: usize) -> Outcome {
        let mention = &self.mentions[at];
        let (first, end) = match mention.what {
            What::Quote => (mention.at + 1, mention.end),
            _ => (mention.at, mention.end),
        };
        if end - first > 1 {
            return Outcome::Unexplained;
        }
        let word = self.scan.word_at(first);
        // A label that is written like a key.
        let behind = first + 1 + usize::from(self.scan.is_mark(first + 1, '"'));
        if word.contains('_') && matches!(self.scan.word_at(behind), ":" | "=") {
            return Outcome::Silent;
        }
        let word = word
            .strip_prefix('v')
            .filter(|rest| rest.starts_with(|next: char| next.is_ascii_digit()))
            .unwrap_or(word);
        if self.is_spelt_otherwise(first) || self.is_composed(word) || self.is_quarter(word) {
            return Outcome::Agrees(None);
        }
        let is_cut = is_ellipsis(self.scan, first + 1);
        let mut other_row = None;
        for (entry, fact) in (0u32..).zip(&self.index.entries).filter(|(_, fact)| fact.end > fact.first) {
            if !(fact.first..fact.end).take(64).any(|token| self.is_told_by(word, is_cut, token as usize)) {
                continue;
            }
            if self.is_in_scope(at, fact) {
                return Outcome::Agrees(Some(entry));
            }
            other_row = other_row.or(Some(entry));
        }
        match other_row {
            Some(other) if self.is_name_of_row(other) => Outcome::Agrees(Some(other)),
            Some(other) => self.misplaced(at, other),
            None => self.in_key(word),
        }
    }

    /// Tells whether an identifier is a token of the data, or a part of it that stands for the whole.
    fn is_told_by(&self, word: &str, is_cut: bool, token: usize) -> bool {
        let known = self.index.scan.word_at(token);
        let is_shortened = known.starts_with(word) && (is_cut || (word.len() >= SHORTEST && is_hash(known)));
        let is_inside = known.len() > word.len()
            && known.ends_with(word)
            && known[..known.len() - word.len()].ends_with(['/', '\\', 'v', '@', ':', '#']);
        // `mx1` of `mx1.example.org`, and `Paris-CDG` with the code of the data.
        let is_part = word.len() > 2
            && known.len() > word.len()
            && known.starts_with(word)
            && known[word.len()..].starts_with(['.', '/', '@', ':', '#'])
            || known.len() > 2
                && word.len() > known.len()
                && self.index.scan.tokens[token].upper
                && word.strip_suffix(known).is_some_and(|head| head.ends_with('-'));
        known == word
            || crate::align::says::is_head_of(word, known)
            || is_shortened
            || is_inside
            || is_part
            || known.strip_prefix('v') == Some(word)
    }

    /// `T2` for the second quarter of data that writes `Q2`.
    fn is_quarter(&self, word: &str) -> bool {
        let [b'q' | b't', quarter @ b'1'..=b'4'] = word.as_bytes() else { return false };
        let name = |head: char| format!("{head}{}", char::from(*quarter));
        ['q', 't'].iter().any(|head| !self.index.places_of(&name(*head)).is_empty())
    }

    /// `GPT-4o mini` for `gpt-4o-mini`, `H.264` for `h264`: other marks between the same parts.
    pub(super) fn is_spelt_otherwise(&self, first: usize) -> bool {
        let mut said = String::new();
        (first..(first + 3).min(self.scan.tokens.len())).any(|at| {
            let is_here = at == first || !self.scan.tokens[at].line;
            let word = self.scan.word_at(at).chars();
            said.extend(word.filter(|character| character.is_alphanumeric()));
            is_here && said.len() > 2 && self.plain().contains(&said)
        })
    }

    /// `mail.example.org` of a record `mail` in a zone `example.org`: two names of the data, joined.
    fn is_composed(&self, word: &str) -> bool {
        let is_there = |part: &str| !part.is_empty() && !self.index.places_of(part).is_empty();
        let marks = word.char_indices().filter(|(_, mark)| matches!(mark, '.' | '/' | '@' | ':' | '#' | '-'));
        marks.take(16).any(|(at, mark)| is_there(&word[..at]) && is_there(&word[at + mark.len_utf8()..]))
    }

    pub(super) fn is_name_of_row(&self, entry: u32) -> bool {
        self.names.is_name(entry)
    }

    /// A key of the data may be named as it is written.
    pub(super) fn in_key(&self, word: &str) -> Outcome {
        let parts = word.split(['.', '/', '[', ']']).filter(|part| !part.is_empty());
        let is_part = |part: &str| {
            let words = crate::align::index::key_words(part).concat();
            part.bytes().all(|byte| byte.is_ascii_digit())
                || !self.index.places_of(part).is_empty()
                || self.index.keys.iter().any(|key| key.words.concat() == words)
        };
        let has_word = parts.clone().any(|part| part.starts_with(|first: char| first.is_alphabetic()));
        let bare: String = word.chars().filter(|character| character.is_alphanumeric()).collect();
        let is_whole = || self.index.keys.iter().any(|key| key.words.concat() == bare);
        let is_key = has_word && (is_whole() || parts.into_iter().all(is_part));
        if is_key { Outcome::Agrees(None) } else { Outcome::Unexplained }
    }
}
