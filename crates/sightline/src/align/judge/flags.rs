//! Yes and no, and states: `is not available`, `shipped`, `nobody is assigned`.

use super::{Conflict, Found, Judge};
use crate::align::amount;
use crate::align::hear::{Mention, What};
use crate::align::index::{Entry, Key, NONE, Value};
use crate::align::lexicon::{self, Family, Meaning, family, opposite};

/// Words that speak of every row.
const ALL: [&str; 14] = [
    "all",
    "alla",
    "alle",
    "beide",
    "both",
    "each",
    "every",
    "todas",
    "todos",
    "tous",
    "toutes",
    "tutte",
    "tutti",
    "wszystkie",
];

/// How a fact bears on a state that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bearing {
    Against,
    For,
    None,
}

impl Judge<'_, '_> {
    pub(super) fn judge_flags(&self, taken: &[bool], found: &mut Found) {
        for (at, mention) in self.mentions.iter().enumerate() {
            match &mention.what {
                What::State(state) => self.judge_state(at, mention, *state, found),
                // A state that the data has somewhere may be that of another row.
                What::Facts(hits) if !self.contexts[at].is_empty() => {
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
    fn judge_all(&self, found: &mut Found) {
        for at in (0..self.scan.tokens.len()).filter(|at| ALL.contains(&self.scan.word_at(*at))) {
            let end = (at + 8).min(self.scan.tokens.len());
            let is_here = |other: &usize| self.breaks.clauses[*other] == self.breaks.clauses[at];
            let near: Vec<usize> = (at + 1..end).take_while(is_here).collect();
            let is_no = |at: usize| lexicon::is(self.scan, at, Meaning::Negation);
            let negated = near.iter().any(|at| is_no(*at));
            if self.context_at(at).is_some() || at.checked_sub(1).is_some_and(is_no) {
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
                });
            }
        }
    }

    /// Tells whether a clause says no, near a place and outside of it.
    fn is_negated(&self, token: usize, past: usize) -> bool {
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
                && lexicon::is(self.scan, at, Meaning::Negation)
                && !self.is_of_data(at);
        }
        no
    }

    /// The words of a state speak for the whole phrase: `out of stock`.
    fn is_of_state(&self, token: usize) -> bool {
        let at = self.mentions.partition_point(|mention| mention.end <= token);
        self.mentions.get(at).is_some_and(|mention| {
            mention.at <= token && mention.end - mention.at > 1 && matches!(mention.what, What::State(_))
        })
    }

    fn is_of_data(&self, token: usize) -> bool {
        let at = self.mentions.partition_point(|mention| mention.end <= token);
        self.mentions.get(at).is_some_and(|mention| {
            mention.at <= token && matches!(mention.what, What::Facts(_) | What::Part(_))
        })
    }

    fn judge_state(&self, at: usize, mention: &Mention, state: u16, found: &mut Found) {
        // A label says nothing before what stands behind it.
        if matches!(self.scan.word_at(mention.end), ":" | "=" | "：") {
            return;
        }
        if self.is_counted_so(at, mention) {
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
                found.conflicts.push(Conflict { entry, at: mention.at, end: mention.end });
            }
            _ => {}
        }
    }

    /// `2 rows returned` tells what the tool did, and no state of a row.
    fn is_counted_so(&self, at: usize, mention: &Mention) -> bool {
        let is_deed = matches!(self.scan.word_at(mention.at), "returned" | "listed" | "loaded" | "processed");
        let before = at.checked_sub(1).map(|before| &self.mentions[before]);
        is_deed
            && before.is_some_and(|before| {
                matches!(before.what, What::Amount(_)) && mention.at.saturating_sub(before.end) <= 2
            })
    }

    /// `✓ name` and `[x] name`: a mark beside the name of a row is the one flag that the row has.
    fn judge_mark(&self, at: usize, mention: &Mention, found: &mut Found) {
        let rows = self.names.rows(self.index, mention);
        let [row] = rows[..] else { return };
        let Some(says) = self.mark_beside(mention) else { return };
        let mut flags = (0u32..)
            .zip(&self.index.entries)
            .filter(|(_, entry)| entry.row == row && matches!(entry.value, Value::Bool(_)));
        let (Some((entry, fact)), None) = (flags.next(), flags.next()) else { return };
        if fact.value == Value::Bool(says) {
            found.stated.insert(entry);
            found.agreed += 1;
        } else {
            found.conflicts.push(Conflict { entry, at: self.mentions[at].at, end: mention.end });
        }
    }

    fn mark_beside(&self, mention: &Mention) -> Option<bool> {
        let mark = |at: usize| {
            let token = self.scan.tokens.get(at)?;
            if token.is_word() || matches!(token.kind, crate::align::scan::Kind::Mark('-' | '–' | '—')) {
                return None;
            }
            let is = |wanted: Meaning| lexicon::is(self.scan, at, wanted);
            if is(Meaning::Yes) { Some(true) } else { is(Meaning::No).then_some(false) }
        };
        let before = mention.at.checked_sub(1)?;
        if self.scan.is_mark(before, ']') {
            let inner = before.checked_sub(1)?;
            let is_open = self.scan.is_mark(inner, '[');
            return if is_open { Some(false) } else { (self.scan.word_at(inner) == "x").then_some(true) };
        }
        let behind =
            self.scan.tokens.get(mention.end).filter(|token| !token.line).and_then(|_| mark(mention.end));
        let colon = || self.scan.is_mark(mention.end, ':').then(|| mark(mention.end + 1)).flatten();
        mark(before).or(behind).or_else(colon)
    }

    /// The words of a state may stand in the data as part of a longer string, or be those of a key.
    fn is_in_words(&self, mention: &Mention) -> bool {
        let word = self.scan.word_at(mention.at);
        let is_key =
            self.index.keys.iter().any(|key| key.words.iter().any(|own| own == word) && !self.is_flag(key));
        let in_string =
            self.index.places_of(word).iter().any(|(_, token)| {
                self.index.entry_of(*token).is_some_and(|entry| self.state(entry).is_none())
            });
        is_key || in_string
    }

    fn is_flag(&self, key: &Key) -> bool {
        let at = self.index.keys.iter().position(|other| std::ptr::eq(other, key));
        self.index
            .entries
            .iter()
            .any(|entry| at == Some(entry.key as usize) && matches!(entry.value, Value::Bool(_)))
    }

    /// `OK` says that something worked, and denies no other state.
    fn bears(&self, at: u32, entry: &Entry<'_>, state: u16, negated: bool, is_acknowledged: bool) -> Bearing {
        let of = |agrees: bool| if agrees { Bearing::For } else { Bearing::Against };
        match entry.value {
            Value::Text => {
                let Some(own) = self.state(at).filter(|_| !is_acknowledged) else { return Bearing::None };
                if own == state {
                    return of(!negated);
                }
                if opposite(own) == Some(state) {
                    return of(negated);
                }
                match (family(own) == family(state), negated) {
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
    fn judge_trend(&self, at: usize, state: u16, found: &mut Found) {
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
                found.conflicts.push(Conflict { entry, at: mention.at, end: next.end });
                return;
            }
        }
    }

    /// Flags whose key the text names: `toll required`, `does not recur`.
    fn judge_keys(&self, taken: &[bool], found: &mut Found) {
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
                if is_taken || !self.is_said_of(*place, entry) || self.is_of_state(*place) {
                    continue;
                }
                let says = self.answer(*place, entry);
                if says == value {
                    found.stated.insert(*at);
                    found.agreed += 1;
                } else if !self.is_said_of_another(*place, entry, says) {
                    found.conflicts.push(Conflict { entry: *at, at: *place, end: *place + 1 });
                }
            }
        }
    }

    /// What the text says where the key stands: `yes` or `no` behind a colon, a mark before it, or a
    /// negation in the clause.
    fn answer(&self, place: usize, entry: &Entry<'_>) -> bool {
        let says_no = self
            .index
            .key_of(entry)
            .is_some_and(|key| key.words.iter().any(|word| matches!(word.as_str(), "not" | "no")));
        let end = (place + 6).min(self.scan.tokens.len());
        let line_end = (place + 1..end).find(|at| self.scan.tokens[*at].line).unwrap_or(end);
        let colon = (place..line_end).find(|at| matches!(self.scan.word_at(*at), ":" | "=" | "："));
        if let Some(colon) = colon.filter(|colon| colon + 1 < self.scan.tokens.len()) {
            let mut behind = colon + 1;
            behind += (behind..end.min(behind + 2)).take_while(|at| self.scan.is_mark(*at, '*')).count();
            let answer = |wanted: Meaning| lexicon::is(self.scan, behind, wanted);
            if answer(Meaning::Yes) {
                return true;
            }
            if answer(Meaning::No) || answer(Meaning::Negation) || answer(Meaning::Nothing) {
                return false;
            }
            // `telemetry: disabled`
            let state = lexicon::meaning(self.scan, behind, |meaning| match meaning {
                Meaning::State(state) => lexicon::opposite(state).map(|_| state),
                _ => None,
            });
            let key = self.index.key_of(entry).map_or(&[] as &[String], |key| &key.words);
            let is_own = |state: u16| {
                key.iter().any(|word| {
                    lexicon::states_of(word)
                        .is_some_and(|own| own == state || lexicon::are_opposites(own, state))
                })
            };
            if let Some((state, _)) = state.filter(|(state, _)| !is_own(*state)) {
                return lexicon::is_positive(state);
            }
        }
        let before = place.checked_sub(1);
        if let Some(before) = before.filter(|before| !self.scan.tokens[*before].is_word()) {
            if lexicon::is(self.scan, before, Meaning::No) {
                return false;
            }
            if lexicon::is(self.scan, before, Meaning::Yes) {
                return true;
            }
        }
        // `DNSSEC is disabled`, `the light is on`
        let negated = self.is_negated(place, place + 1);
        let key = self.index.key_of(entry);
        let is_of_key = |state: u16| {
            key.is_some_and(|key| key.words.iter().any(|word| lexicon::states_of(word) == Some(state)))
        };
        for at in (place + 1..line_end).filter(|at| self.breaks.clauses[*at] == self.breaks.clauses[place]) {
            let state = lexicon::meaning(self.scan, at, |meaning| match meaning {
                Meaning::State(state) if lexicon::opposite(state).is_some() && !is_of_key(state) => {
                    Some(state)
                }
                _ => None,
            });
            if let Some((state, _)) =
                state.filter(|_| lexicon::is_join(self.scan, at - 1, &self.scan.tokens[at - 1]))
            {
                return (lexicon::is_positive(state) != negated) != says_no;
            }
            if matches!(self.scan.word_at(at), "on" | "off")
                && matches!(self.scan.word_at(at - 1), "is" | "are")
            {
                return (self.scan.word_at(at) == "on") != says_no;
            }
        }
        negated == says_no
    }

    /// The first token of each place where all words of a key stand near each other.
    fn places_of_key(&self, entry: &Entry<'_>) -> Vec<usize> {
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
        let state = lexicon::states_of(word);
        state.is_some_and(|state| lexicon::is(self.scan, at, Meaning::State(state)))
            || lexicon::nouns_of(word).iter().any(|noun| lexicon::is(self.scan, at, Meaning::Noun(*noun)))
    }

    /// Tells whether a place speaks of the row of a flag.
    fn is_said_of(&self, place: usize, entry: &Entry<'_>) -> bool {
        if entry.row == NONE {
            return true;
        }
        let rows = self.context_at(place);
        rows.is_some_and(|rows| rows.iter().any(|row| self.index.is_within(entry.row, *row)))
    }

    /// Of several rows in one sentence the nearest may not be the one that is meant.
    fn is_said_of_another(&self, place: usize, entry: &Entry<'_>, says: bool) -> bool {
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
    fn context_at(&self, token: usize) -> Option<&[u32]> {
        let sentence = self.breaks.sentences[token];
        let next = self.mentions.partition_point(|mention| mention.at < token);
        let before = next.checked_sub(1).filter(|before| self.mentions[*before].sentence == sentence);
        let after = Some(next)
            .filter(|next| self.mentions.get(*next).is_some_and(|mention| mention.sentence == sentence));
        before.or(after).map(|at| &*self.contexts[at]).filter(|rows| !rows.is_empty())
    }

    /// `No matching orders.` beside two orders, `nobody` beside a name.
    fn judge_counts_of_none(&self, found: &mut Found) {
        for at in 0..self.scan.tokens.len() {
            if !lexicon::is(self.scan, at, Meaning::Negation) || self.is_of_data(at) {
                continue;
            }
            for step in 1..=3 {
                let Some(token) =
                    self.scan.tokens.get(at + step).filter(|token| token.is_word() && !token.line)
                else {
                    break;
                };
                if lexicon::is_join(self.scan, at + step, token) && step < 3 {
                    continue;
                }
                let counted = (0u32..).zip(&self.index.entries).find(|(_, entry)| {
                    let is_number = matches!(entry.value, Value::Count(_) | Value::Number(_));
                    is_number && entry.row == NONE && self.is_keyed_at(at + step, entry)
                });
                let Some((entry, fact)) = counted else { continue };
                let is_none = match fact.value {
                    Value::Count(count) => count == 0,
                    Value::Number(value) => value == 0.0,
                    _ => true,
                };
                if is_none {
                    found.stated.insert(entry);
                    found.agreed += 1;
                } else if step <= 2 && !self.has_other_words(at, at + step) {
                    found.conflicts.push(Conflict { entry, at, end: at + step + 1 });
                }
                break;
            }
        }
    }

    /// `no more than 3 orders`, `not all orders`, `no other orders` deny nothing.
    fn has_other_words(&self, first: usize, end: usize) -> bool {
        (first..end + 3).any(|at| {
            matches!(
                self.scan.word_at(at),
                "more"
                    | "all"
                    | "other"
                    | "further"
                    | "only"
                    | "longer"
                    | "additional"
                    | "weiteren"
                    | "mehr"
                    | "alle"
                    | "autre"
                    | "autres"
                    | "plus"
                    | "mas"
                    | "otros"
                    | "otras"
                    | "altri"
                    | "solo"
            )
        }) || amount::read(self.scan, end + 1).is_some()
    }

    fn is_keyed_at(&self, token: usize, entry: &Entry<'_>) -> bool {
        self.index.key_of(entry).is_some_and(|key| {
            key.words.len() == 1
                && super::amounts::is_word_of_key(self.scan, token, &key.words[0], &key.nouns[0])
        })
    }
}

fn is_auxiliary(word: &str) -> bool {
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

fn speaks_of_change(key: Option<&Key>) -> bool {
    key.is_some_and(|key| {
        key.words.iter().any(|word| {
            matches!(
                word.as_str(),
                "change" | "delta" | "diff" | "difference" | "growth" | "trend" | "variation"
            )
        })
    })
}
