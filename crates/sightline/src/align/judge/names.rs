//! Names, identifiers and quotations that the data does not hold as the text has them.

use super::{Found, Judge, Outcome};
use crate::align::hear::{What, is_start};
use crate::align::index::{Entry, Key, Value};
use crate::align::lexicon::{self, Meaning};
use crate::align::says::is_ellipsis;
use crate::align::scan::{Kind, Token};

/// Words between a key and its value.
const VERBS: [&str; 14] =
    ["is", "was", "ist", "war", "est", "etait", "es", "era", "e", "fue", "jest", "ar", "var", "foi"];

/// Fewest characters by which a shortened identifier is known.
const SHORTEST: usize = 6;

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
    fn is_altered(&self, first: usize, end: usize, hits: &[u32]) -> bool {
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
    fn is_misnamed(&self, first: usize, end: usize, hits: &[u32]) -> bool {
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
    fn two_words(&self, token: usize) -> bool {
        self.index.places_of(self.scan.word_at(token)).iter().any(|(_, place)| {
            self.index.entry_of(*place).is_some_and(|entry| {
                let entry = &self.index.entries[entry as usize];
                *place > entry.first && entry.end - entry.first <= 3
            })
        })
    }

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
                while before > 0
                    && at - before < 3
                    && lexicon::is_join(self.scan, before, &self.scan.tokens[before])
                {
                    before -= 1;
                }
                super::amounts::is_word_of_key(self.scan, before, &key.words[0], &key.nouns[0])
                    && self.scan.tokens[*at].is_word()
                    && !self.scan.tokens[*at].line
                    && !self.is_known_name(*at)
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
                found.conflicts.push(super::Conflict { entry, at, end: at + 1 });
            }
        }
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
                found.conflicts.push(super::Conflict { entry, at: next, end: next + 1 });
            }
        }
    }

    /// `the winner of the test is control` where the winner is another.
    fn other_behind_key(&self, entry: u32, key: &Key) -> Option<usize> {
        self.mentions.iter().find_map(|mention| {
            let What::Facts(hits) = &mention.what else { return None };
            let verb = mention.at.checked_sub(1).filter(|at| VERBS.contains(&self.scan.word_at(*at)))?;
            let first = verb.saturating_sub(6);
            let is_key =
                |at: usize| super::amounts::is_word_of_key(self.scan, at, &key.words[0], &key.nouns[0]);
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

    fn ends_clause(&self, at: usize) -> bool {
        let Some(token) = self.scan.tokens.get(at) else { return true };
        let goes_on =
            lexicon::is(self.scan, at, Meaning::Negation) || lexicon::is(self.scan, at, Meaning::Join);
        goes_on
            || token.line
            || self.breaks.clauses[at] != self.breaks.clauses[at - 1]
            || matches!(token.kind, Kind::Mark('.' | ',' | ';' | ')'))
    }

    fn is_known_name(&self, token: usize) -> bool {
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
        let is_cut = is_ellipsis(self.scan, first + 1);
        let word = word
            .strip_prefix('v')
            .filter(|rest| rest.starts_with(|next: char| next.is_ascii_digit()))
            .unwrap_or(word);
        if let [b'q' | b't', quarter @ b'1'..=b'4'] = word.as_bytes() {
            let name = |head: char| format!("{head}{}", char::from(*quarter));
            if ['q', 't'].iter().any(|head| !self.index.places_of(&name(*head)).is_empty()) {
                return Outcome::Agrees(None);
            }
        }
        let mut other_row = None;
        for (entry, fact) in (0u32..).zip(&self.index.entries).filter(|(_, fact)| fact.end > fact.first) {
            let is_there = (fact.first..fact.end).take(64).any(|token| {
                let known = self.index.scan.word_at(token as usize);
                let is_shortened =
                    known.starts_with(word) && (is_cut || (word.len() >= SHORTEST && is_hash(known)));
                let is_inside = known.len() > word.len()
                    && known.ends_with(word)
                    && known[..known.len() - word.len()].ends_with(['/', '\\', 'v', '@', ':', '#']);
                known == word || is_shortened || is_inside || known.strip_prefix('v') == Some(word)
            });
            if is_there {
                if self.is_in_scope(at, fact) {
                    return Outcome::Agrees(Some(entry));
                }
                other_row = other_row.or(Some(entry));
            }
        }
        match other_row {
            Some(other) if self.is_name_of_row(other) => Outcome::Agrees(Some(other)),
            Some(other) => self.counterpart(at, other).map_or(Outcome::Agrees(Some(other)), Outcome::Denied),
            None => self.in_key(word),
        }
    }

    fn is_name_of_row(&self, entry: u32) -> bool {
        self.names.is_name(entry)
    }

    /// A key of the data may be named as it is written.
    fn in_key(&self, word: &str) -> Outcome {
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

    /// The fact that an unknown identifier, quotation or half a name denies: the most alike one.
    pub(super) fn denied_name(&self, at: usize, is_about: bool, found: &Found) -> Option<u32> {
        let mention = &self.mentions[at];
        let (first, end) = match mention.what {
            What::Quote => (mention.at + 1, mention.end),
            _ => (mention.at, mention.end),
        };
        let words: Vec<&str> = (first..end)
            .filter(|at| !matches!(self.scan.tokens[*at].kind, Kind::Mark(_)))
            .map(|at| self.scan.word_at(at))
            .collect();
        let is_id = matches!(mention.what, What::Id);
        let likeness = |entry: &Entry<'_>| self.likeness(&words, entry);
        let fits = |entry: &Entry<'_>| entry.end > entry.first && (!is_id || self.is_identifier(entry));
        let alike = self
            .in_scope(at)
            .filter(|(_, entry)| entry.end > entry.first)
            .map(|(at, entry)| (likeness(entry), at))
            .max_by(|left, right| left.0.total_cmp(&right.0).then(right.1.cmp(&left.1)));
        if let Some((likeness, entry)) = alike
            && likeness >= 0.5
        {
            return Some(entry);
        }
        if matches!(mention.what, What::Part(_)) {
            return alike.map(|(_, entry)| entry);
        }
        if !is_about {
            return None;
        }
        self.nearest(at, found, fits, |entry| 1.0 - likeness(entry))
    }

    fn is_identifier(&self, entry: &Entry<'_>) -> bool {
        if entry.value != Value::Text {
            return false;
        }
        (entry.first..entry.end)
            .any(|at| !matches!(self.index.scan.tokens[at as usize].kind, Kind::Word | Kind::Mark(_)))
            || entry.end - entry.first > 1
                && (entry.first..entry.end).any(|at| self.index.scan.is_mark(at as usize, '-'))
    }

    /// From 0 to 1: how many words two names share, or how much of one word.
    fn likeness(&self, words: &[&str], entry: &Entry<'_>) -> f64 {
        let known: Vec<&str> =
            (entry.first..entry.end).take(64).map(|at| self.index.scan.word_at(at as usize)).collect();
        let shared = words.iter().filter(|word| known.contains(word)).count();
        let most = u32::try_from(words.len().max(known.len())).map_or(1.0, f64::from);
        let by_words = u32::try_from(shared).map_or(0.0, f64::from) / most;
        match (words, &*known) {
            ([word], [known]) => by_words.max(alike(word, known)),
            _ => by_words,
        }
    }

    /// Words with capital letters that no data explains deny a name that the text does not state.
    pub(super) fn denied_capital(&self, at: usize, is_about: bool, found: &Found) -> Option<u32> {
        let mention = &self.mentions[at];
        let length = mention.end - mention.at;
        let is_first = is_start(self.scan, &self.breaks, mention.at);
        let text: String =
            (mention.at..mention.end).map(|at| self.scan.word_at(at)).collect::<Vec<_>>().join(" ");
        if let Some(denied) = self.denied_beside(at, found) {
            return Some(denied);
        }
        let is_code = self.is_code(mention.at, length);
        // The first word of a sentence has its capital letter anyway, and a heading has several.
        let length = if is_first { length - 1 } else { length };
        let is_heading =
            is_first && self.scan.tokens.get(mention.end).is_none_or(|next| next.line || !next.is_word());
        if !is_about || length == 0 || is_heading || self.is_key_or_word(mention.at) {
            return None;
        }
        if self.is_german && length < 2 && !is_code && !self.is_named_by_place(mention.at) {
            return None;
        }
        let fits = |entry: &Entry<'_>| {
            let words = (entry.end - entry.first) as usize;
            let tokens = (entry.first..entry.end).map(|at| &self.index.scan.tokens[at as usize]);
            let capitals = tokens.clone().filter(|token| token.is_word() && token.capital).count();
            let code = words == 1
                && is_all_capital(entry)
                && (!is_code || entry.node.as_str().is_some_and(|code| code.len() == text.len()));
            entry.value == Value::Text
                && words > 0
                && words <= 4
                && (words == length || words + 1 == length || length > 1)
                && capitals > 0
                && capitals * 2 >= words
                && code == is_code
                && (!is_code || entry.row == super::NONE || !self.contexts[at].is_empty())
        };
        let distance = |entry: &Entry<'_>| {
            1.0 - alike(
                &text,
                entry.node.as_str().map(|text| text.to_lowercase()).as_deref().unwrap_or_default(),
            )
        };
        let denied = self.nearest(at, found, fits, distance)?;
        // Another language has another form of a name.
        let is_translated = !self.is_english && distance(&self.index.entries[denied as usize]) <= 0.6;
        (!is_translated).then_some(denied)
    }

    /// `Tin lantern (TX-181)` where the row of that name has another title, and the text tells the titles
    /// of other rows.
    fn denied_beside(&self, at: usize, found: &Found) -> Option<u32> {
        let mention = &self.mentions[at];
        let beside =
            [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| self.mentions.get(at));
        let near = beside.filter(|other| {
            other.sentence == mention.sentence
                && (other.at.saturating_sub(mention.end) <= 2 && mention.end <= other.at
                    || mention.at.saturating_sub(other.end) <= 2 && other.end <= mention.at)
        });
        let rows: Vec<u32> = near.flat_map(|other| self.names.rows(self.index, other)).collect();
        let [row] = rows[..] else { return None };
        let is_told = |key: u32| {
            (0u32..).zip(&self.index.entries).any(|(at, other)| {
                other.key == key
                    && other.row != row
                    && other.value == Value::Text
                    && self.is_stated(at, found)
            })
        };
        let begins = |entry: &Entry<'_>| {
            entry.end > entry.first && self.index.scan.tokens[entry.first as usize].capital
        };
        let mut untold = (0u32..).zip(&self.index.entries).filter(|(at, entry)| {
            entry.row == row
                && entry.value == Value::Text
                && begins(entry)
                && !self.is_stated(*at, found)
                && is_told(entry.key)
        });
        untold.next().map(|(at, _)| at)
    }

    /// Three capital letters are a code: of a currency, of an airport.
    fn is_code(&self, token: usize, length: usize) -> bool {
        let token = &self.scan.tokens[token];
        let width = token.end - token.start;
        length == 1 && (2..=4).contains(&width) && token.upper
    }

    fn is_key_or_word(&self, token: usize) -> bool {
        let word = self.scan.word_at(token);
        let is_key = self
            .index
            .keys
            .iter()
            .any(|key| key.words.iter().any(|own| crate::align::index::same_noun(own, word)));
        // The same word with a small letter elsewhere is a word and no name.
        let is_word = self
            .scan
            .tokens
            .iter()
            .any(|token| token.is_word() && !token.capital && self.scan.word(token) == word);
        is_key || is_word
    }

    /// In German only the word before tells a name from a noun, and the ending.
    fn is_named_by_place(&self, token: usize) -> bool {
        let Some(before) = token.checked_sub(1) else { return false };
        let is_place = matches!(
            self.scan.word_at(before),
            "nach" | "uber" | "aus" | "von" | "bei" | "ist" | "in" | "gehort"
        );
        let word = self.scan.word_at(token);
        let endings = [
            "ung", "ungen", "heit", "keit", "schaft", "tion", "tionen", "nis", "tat", "ment", "ling", "chen",
            "ern", "en", "er", "age",
        ];
        // `Gleis A`: what is named stands behind the noun.
        let next = self.scan.tokens.get(token + 1).map(|next| next.kind);
        let is_label = matches!(next, Some(Kind::Id | Kind::Number(_)))
            || self
                .mentions
                .iter()
                .any(|mention| mention.at == token + 1 && matches!(mention.what, What::Facts(_)));
        is_place && !is_label && !endings.iter().any(|ending| word.ends_with(ending))
    }
}

fn is_all_capital(entry: &Entry<'_>) -> bool {
    entry
        .node
        .as_str()
        .is_some_and(|text| text.len() <= 4 && text.chars().all(|character| character.is_uppercase()))
}

/// A run of hexadecimal digits that is long enough to be a hash, or another long name without words.
fn is_hash(word: &str) -> bool {
    word.len() >= 12 && word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// From 0 to 1: how much of two words is alike, by what they begin and end with.
fn alike(left: &str, right: &str) -> f64 {
    let most = left.len().max(right.len());
    if most == 0 || most > 200 {
        return 0.0;
    }
    let begin = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    let room = left.len().min(right.len()) - begin;
    let end = left
        .bytes()
        .rev()
        .zip(right.bytes().rev())
        .take(room)
        .take_while(|(left, right)| left == right)
        .count();
    u32::try_from(begin + end).map_or(0.0, f64::from) / u32::try_from(most).map_or(1.0, f64::from)
}
