//! `key: value`, wherever it stands: a line of its own, or within brackets.

use super::amounts::tells;
use super::anchors::is_word_of_key;
use super::{Conflict, Found, Ground, Judge};
use crate::align::amount;
use crate::align::index::{Entry, Index, Key, NONE, Value};
use crate::align::lexicon::{self, Meaning};
use crate::align::says::{Span, may_be_translated, says};
use crate::align::scan::{Kind, Scan};

/// Keys that many objects have.
const GENERIC: [&str; 10] =
    ["code", "date", "id", "key", "name", "number", "state", "status", "title", "type"];

/// Most words of a label.
const MOST_WORDS: usize = 5;

impl Judge<'_, '_> {
    pub(super) fn judge_labels(&self, taken: &[bool], found: &mut Found) {
        for at in 1..self.scan.tokens.len() {
            let is_mark = match self.scan.tokens[at].kind {
                Kind::Mark(':' | '：') => true,
                Kind::Mark('=') => self.is_label_line(at),
                _ => false,
            };
            if is_mark && !taken.get(at).copied().unwrap_or_default() {
                self.judge_label(at, found);
            }
        }
    }

    fn judge_label(&self, mark: usize, found: &mut Found) {
        let Some((first, is_line)) = self.label(mark) else { return };
        let span = self.value(mark, is_line);
        if span.end > self.scan.tokens.len() || span.is_empty() {
            return;
        }
        let Some(entries) = self.labelled(first, mark) else { return };
        // The commas of a list within a line are its own.
        let is_list = |entry: &u32| matches!(self.index.entries[*entry as usize].value, Value::Count(_));
        let span = if entries.iter().any(is_list) { self.value(mark, true) } else { span };
        if let Some(entry) =
            entries.iter().find(|entry| says(self.index, &self.index.entries[**entry as usize], &span))
        {
            found.stated.insert(*entry);
            found.agreed += 1;
            return;
        }
        // Of several facts with that key it is not known which one is meant.
        let [entry] = entries[..] else { return };
        let fact = &self.index.entries[entry as usize];
        if self.is_judged_elsewhere(fact, &span) || may_be_translated(self.index, fact, &span) {
            return;
        }
        if is_told_by_another(self.index, entry, &span, &|word| {
            (first..mark).any(|at| self.scan.word_at(at) == word)
        }) {
            return;
        }
        if is_kin_word(self.index, fact, &span) {
            return;
        }
        let is_translated = !self.is_english && crate::align::fit::is_other_word(self.index, fact, &span);
        if is_translated || self.is_put_otherwise(fact, &span) {
            return;
        }
        if self.is_of_another_kind(fact, &span) || self.is_of_another_fact(entry, &span, is_line, found) {
            return;
        }
        found.conflicts.push(Conflict { entry, at: mark + 1, end: span.end, ground: Ground::Label });
    }

    /// `Root login: with a key only` for `prohibit-password`: several small words, of which none is of the
    /// data or a state, put a string in other words.
    fn is_put_otherwise(&self, fact: &Entry<'_>, span: &Span<'_>) -> bool {
        let (first, end) = span.trimmed();
        let is_plain = |at: usize| {
            let token = &span.scan.tokens[at];
            let is_state = |meaning| matches!(meaning, Meaning::State(_)).then_some(());
            let is_word = token.is_word()
                && !token.capital
                && lexicon::meaning(span.scan, at, is_state).is_none()
                && (lexicon::is_join(span.scan, at, token)
                    || self.index.places_of(span.scan.word(token)).is_empty());
            is_word || matches!(token.kind, Kind::Mark(mark) if mark != '"')
        };
        // `no access` for `none`.
        let is_none = || {
            let first = fact.first as usize;
            [Meaning::Nothing, Meaning::Negation]
                .into_iter()
                .any(|meaning| lexicon::is(&self.index.scan, first, meaning))
        };
        let says_no = || (span.first..span.end).any(|at| lexicon::is(span.scan, at, Meaning::Negation));
        // `To: you` for a list of addresses.
        let is_plain_or_number =
            |at: usize| is_plain(at) || matches!(span.scan.tokens[at].kind, Kind::Number(_));
        let is_in_words =
            || first < end && span.scan.tokens[first].is_word() && (first..end).all(is_plain_or_number);
        match fact.value {
            Value::Count(count) => count > 0 && is_in_words(),
            Value::Text => end > first + 1 && (first..end).all(is_plain) || is_none() && says_no(),
            _ => false,
        }
    }

    /// `92 % full: 461 of 500 GiB` tells nothing of the key of days until it is full: the unit is one of
    /// something else, or the words before the mark are no label and another fact has the number.
    fn is_of_another_fact(&self, entry: u32, span: &Span<'_>, is_line: bool, found: &Found) -> bool {
        let fact = &self.index.entries[entry as usize];
        let Some(amount) = (span.first..span.end).find_map(|at| amount::read(self.scan, at)) else {
            return !is_line && self.is_stated(entry, found);
        };
        let units = self.index.units(fact);
        let is_of_key = units.iter().flatten().any(|unit| amount.is_of(unit.0));
        let is_other_unit = units[0].is_some() && amount.measures().next().is_some() && !is_of_key;
        let is_told = || {
            self.index.entries.iter().any(|other| Self::is_number(other) && tells(self.index, &amount, other))
        };
        is_other_unit || !is_line && (self.is_stated(entry, found) || is_told())
    }

    /// Words behind the label of a number that are another fact: a label may be that of two keys.
    fn is_of_another_kind(&self, fact: &Entry<'_>, span: &Span<'_>) -> bool {
        let is_number = matches!(fact.value, Value::Number(_) | Value::Date(_));
        let has_digits =
            (span.first..span.end).any(|at| !matches!(span.scan.tokens[at].kind, Kind::Word | Kind::Mark(_)));
        let is_of_words = fact.value == Value::Text
            && (fact.first..fact.end)
                .all(|at| matches!(self.index.scan.tokens[at as usize].kind, Kind::Word | Kind::Mark(_)));
        let is_of_digits = (span.first..span.end).all(|at| {
            matches!(
                span.scan.tokens[at].kind,
                Kind::Clock(_) | Kind::Date(_) | Kind::Number(_) | Kind::Mark(_)
            )
        });
        is_of_words && is_of_digits
            || is_number
                && !has_digits
                && self
                    .index
                    .entries
                    .iter()
                    .any(|other| other.value == Value::Text && says(self.index, other, span))
    }

    /// A number that follows from the data may stand behind a label of a number, and more than one value
    /// behind that of a list.
    fn is_judged_elsewhere(&self, fact: &Entry<'_>, span: &Span<'_>) -> bool {
        match fact.value {
            Value::Number(_) | Value::Date(_) => false,
            Value::Count(count) => {
                count > 20 || fact.node.items().any(|item| item.is_object()) || fact.node.is_object()
            }
            // Free text may be put in other words.
            Value::Text => fact.end - fact.first > 8 || span.end - span.first > 12,
            Value::Bool(_) => crate::align::says::truth(self.index, fact, span).is_none(),
            Value::Null => span.scan.tokens[span.first].line,
        }
    }

    /// The first token of the words before a mark, and whether a line begins there.
    fn label(&self, mark: usize) -> Option<(usize, bool)> {
        let mut first = mark;
        let mut words = 0;
        while let Some(before) = first.checked_sub(1) {
            let token = &self.scan.tokens[before];
            match token.kind {
                Kind::Word | Kind::Id => words += 1,
                Kind::Number(_) if words > 0 => {}
                Kind::Mark('-' | '_' | '*' | '`' | '\'' | '’')
                    if !self.scan.tokens[first].line && (before + 1 == mark || words > 0) => {}
                _ => break,
            }
            if words > MOST_WORDS || self.scan.tokens[first].line && first != mark {
                break;
            }
            first = before;
            if token.line {
                return (words > 0).then_some((first, true));
            }
        }
        let is_line = first.checked_sub(1).is_some_and(|before| {
            self.scan.tokens[before].line
                && matches!(
                    self.scan.tokens[before].kind,
                    Kind::Mark('-' | '*' | '•' | '·' | '>' | '#' | '|')
                )
        });
        (words > 0).then_some((first, is_line))
    }

    /// What stands behind a mark: the rest of the line, or up to the next part of a list.
    fn value(&self, mark: usize, is_line: bool) -> Span<'_> {
        let mut end = mark + 1;
        while let Some(token) = self.scan.tokens.get(end) {
            let ends = matches!(token.kind, Kind::Mark(';' | ')' | '|' | '·' | '•' | '；' | '）'))
                || matches!(token.kind, Kind::Mark(',' | '，' | '、')) && self.is_before_label(end)
                || (!is_line && matches!(token.kind, Kind::Mark(',' | '，' | '、')))
                || (!is_line
                    && matches!(token.kind, Kind::Mark('.'))
                    && self.scan.tokens.get(end + 1).is_none_or(|next| next.spaced || next.line));
            if ends || (token.line && end > mark + 1) {
                break;
            }
            end += 1;
        }
        // A label on a line of its own has its value below it, or none.
        let is_below = self.scan.tokens.get(mark + 1).is_some_and(|token| token.line);
        Span {
            scan: self.scan,
            first: mark + 1,
            end: if is_below { mark + 1 } else { end },
            is_cell: false,
            units: [None; 3],
        }
    }

    /// `Metric: latency, Period: week`: behind the comma another label begins.
    fn is_before_label(&self, comma: usize) -> bool {
        let words = (comma + 1..comma + 5)
            .take_while(|at| self.scan.tokens.get(*at).is_some_and(|token| token.is_word() && !token.line));
        let mark = comma + 1 + words.count();
        mark > comma + 1 && matches!(self.scan.word_at(mark), ":" | "：") && !self.scan.tokens[mark].line
    }

    /// The facts in scope whose key the words of a label are, all of them and nothing more.
    fn labelled(&self, first: usize, mark: usize) -> Option<Vec<u32>> {
        let is_key = |at: usize| self.index.keys.iter().any(|key| is_key_token(self.scan, at, key));
        let words: Vec<usize> = (first..mark)
            .filter(|at| {
                (self.scan.tokens[*at].is_word() && !is_small(self.scan.word_at(*at))) || is_key(*at)
            })
            .collect();
        // A name within the label says whose fact it is.
        let has_name = (first..mark)
            .any(|at| matches!(self.scan.tokens[at].kind, Kind::Id | Kind::Number(_)) && !is_key(at));
        if words.is_empty() || words.len() > MOST_WORDS || has_name {
            return None;
        }
        let keys: Vec<bool> =
            self.index.keys.iter().map(|key| is_label(self.scan, self.index, &words, key)).collect();
        if !keys.contains(&true) {
            return None;
        }
        let at = self.mentions.partition_point(|mention| mention.at < first);
        let sentence = self.breaks.sentences[mark];
        let near = [Some(at), at.checked_sub(1)]
            .into_iter()
            .flatten()
            .find(|at| self.mentions.get(*at).is_some_and(|mention| mention.sentence == sentence));
        let rows: &[u32] = near.map_or(&[], |at| &self.contexts[at]);
        let of_rows = |entry: &Entry<'_>| rows.iter().any(|row| self.index.is_within(entry.row, *row));
        let fits = |entry: &Entry<'_>| {
            keys.get(entry.key as usize).copied().unwrap_or_default()
                && !matches!(entry.value, Value::Count(_) if entry.node.is_object())
        };
        let all = || (0u32..).zip(&self.index.entries).filter(|(_, entry)| fits(entry));
        let own: Vec<u32> = all().filter(|(_, entry)| of_rows(entry)).map(|(at, _)| at).take(16).collect();
        let found = if own.is_empty() {
            all()
                .filter(|(_, entry)| entry.row == NONE || rows.is_empty())
                .map(|(at, _)| at)
                .take(4000)
                .collect()
        } else {
            own
        };
        let found = without_items(self.index, found);
        (!found.is_empty()).then_some(found)
    }
}

/// Tells whether words are those of a key, all of them and nothing more.
pub(in crate::align) fn is_label(scan: &Scan, index: &Index<'_>, words: &[usize], key: &Key) -> bool {
    if let [only] = words
        && is_key_token(scan, *only, key)
    {
        return true;
    }
    // Languages without spaces: each character is a token.
    let is_spelt = || {
        let mut said = words.iter().flat_map(|at| scan.word_at(*at).bytes());
        key.words.iter().flat_map(|word| word.bytes()).all(|byte| said.next() == Some(byte))
            && said.next().is_none()
    };
    if key.words.iter().any(|word| !word.is_ascii()) && is_spelt() {
        return true;
    }
    let own: Vec<usize> = (0..key.words.len()).filter(|at| !is_small(&key.words[*at])).collect();
    let is = |token: usize, key: &Key, word: usize| {
        is_word_of_key(scan, token, &key.words[word], &key.nouns[word])
    };
    let all_said = own.iter().all(|word| {
        let is_unit = own.len() > 1 && *word > 0 && lexicon::unit_of(&key.words[*word]).is_some();
        is_unit || words.iter().any(|token| is(*token, key, *word))
    });
    let above = index.keys.get(key.above as usize);
    let last = words.last().copied();
    let all_own = words.iter().filter(|token| !is_small(scan.word_at(**token))).all(|token| {
        own.iter().any(|word| is(*token, key, *word))
            || above.is_some_and(|above| (0..above.words.len()).any(|word| is(*token, above, word)))
            // `Distance km`, but no `second driver`.
            || words.len() > 1
                && Some(*token) == last
                && lexicon::meaning(scan, *token, |meaning| {
                    matches!(meaning, Meaning::Unit(..)).then_some(())
                })
                .is_some()
    });
    !own.is_empty() && !words.is_empty() && all_said && all_own
}

/// Tells whether a token is a key as it is written: `isFile`, `start_year`.
pub(in crate::align) fn is_key_token(scan: &Scan, at: usize, key: &Key) -> bool {
    let Some(token) = scan.tokens.get(at).filter(|token| !matches!(token.kind, Kind::Mark(_))) else {
        return false;
    };
    let mut said = scan.word(token).bytes().filter(|byte| !matches!(byte, b'_' | b'-' | b'.'));
    !key.words.is_empty()
        && key.words.iter().flat_map(|word| word.bytes()).all(|byte| said.next() == Some(byte))
        && said.next().is_none()
}

/// Of a key within an object that the label does not name, another fact may be meant: the name of the
/// whole, and not that of its owner.
pub(in crate::align) fn is_told_by_another(
    index: &Index<'_>,
    entry: u32,
    span: &Span<'_>,
    is_named: &dyn Fn(&str) -> bool,
) -> bool {
    let fact = &index.entries[entry as usize];
    let above = index.key_of(fact).and_then(|key| index.keys.get(key.above as usize));
    let is_generic = index.key_of(fact).is_some_and(|key| match &*key.words {
        [word] => GENERIC.contains(&word.as_str()),
        _ => false,
    });
    let is_nested = is_generic && above.is_some_and(|above| !above.words.iter().any(|word| is_named(word)));
    let others = || (0u32..).zip(&index.entries).filter(|(at, other)| *at != entry && other.key != fact.key);
    is_nested && others().any(|(_, other)| says(index, other, span))
}

/// Leaves the items of a list out where the list itself is among the facts.
pub(in crate::align) fn without_items(index: &Index<'_>, mut facts: Vec<u32>) -> Vec<u32> {
    let list = facts
        .iter()
        .map(|at| &index.entries[*at as usize])
        .find(|entry| matches!(entry.value, Value::Count(_)));
    if let Some(list) = list {
        let span = list.node.span();
        facts.retain(|at| {
            let inner = index.entries[*at as usize].node.span();
            inner == span || inner.start < span.start || inner.end > span.end
        });
    }
    facts
}

/// `automatic` for `auto`: one word that begins with the other.
fn is_kin_word(index: &Index<'_>, fact: &Entry<'_>, span: &Span<'_>) -> bool {
    let (first, end) = span.trimmed();
    let (said, known) = (span.scan.word_at(first), index.scan.word_at(fact.first as usize));
    let is_head = |short: &str, long: &str| short.chars().count() > 3 && long.starts_with(short);
    let is_plain = |word: &str| word.chars().all(char::is_alphabetic);
    fact.value == Value::Text
        && end == first + 1
        && fact.end == fact.first + 1
        && is_plain(said)
        && is_plain(known)
        && (is_head(said, known) || is_head(known, said))
}

fn is_small(word: &str) -> bool {
    lexicon::SMALL.contains(&word)
}
