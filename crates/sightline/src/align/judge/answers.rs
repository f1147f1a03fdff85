//! What a text answers where the key of a flag stands: `telemetry: disabled`, `DNSSEC is off`, `unsigned`.

use super::Judge;
use crate::align::index::Entry;
use crate::align::lexicon::{self, Meaning};

/// What a part of a text says of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Nothing: another reading may.
    None,
    /// Neither yes nor no.
    Open,
    Says(bool),
}

/// Where the key of a flag stands.
struct Asked<'k> {
    place: usize,
    words: &'k [String],
    /// The key itself says no: `not_found`.
    says_no: bool,
    /// The token behind the line, or behind what is near.
    end: usize,
    /// The mark behind the key, in its line.
    colon: Option<usize>,
}

/// The readings of an answer, in the order in which they count.
const READINGS: [fn(&Judge<'_, '_>, &Asked<'_>) -> Answer; 6] = [
    |judge, asked| asked.colon.map_or_else(|| judge.answer_of_label(asked.place), |_| Answer::None),
    |judge, asked| judge.behind_colon(asked),
    |judge, asked| judge.mark_before(asked.place),
    |judge, asked| judge.state_behind(asked),
    |judge, asked| judge.prefixed(asked),
    |judge, asked| Answer::Says(judge.is_negated(asked.place, asked.place + 1) == asked.says_no),
];

impl Judge<'_, '_> {
    /// What the text says where the key stands; `None` where it leaves that open.
    pub(super) fn answer(&self, place: usize, entry: &Entry<'_>) -> Option<bool> {
        let words = self.index.key_of(entry).map_or(&[] as &[String], |key| &key.words);
        let end = (place + 6).min(self.scan.tokens.len());
        let end = (place + 1..end).find(|at| self.scan.tokens[*at].line).unwrap_or(end);
        let is_here = |at: &usize| self.breaks.sentences[*at] == self.breaks.sentences[place];
        let colon =
            (place..end).filter(is_here).find(|at| matches!(self.scan.word_at(*at), ":" | "=" | "："));
        let says_no = words.iter().any(|word| matches!(word.as_str(), "not" | "no"));
        let asked = Asked { place, words, says_no, end, colon };
        let said = READINGS.iter().map(|read| read(self, &asked)).find(|answer| *answer != Answer::None);
        match said {
            Some(Answer::Says(says)) => Some(says),
            Some(Answer::None | Answer::Open) | None => None,
        }
    }

    /// `telemetry: disabled`, `signed: no`
    fn behind_colon(&self, asked: &Asked<'_>) -> Answer {
        let Some(colon) = asked.colon.filter(|colon| colon + 1 < self.scan.tokens.len()) else {
            return Answer::None;
        };
        let near = (asked.place + 6).min(self.scan.tokens.len());
        let mut behind = colon + 1;
        behind += (behind..near.min(behind + 2)).take_while(|at| self.scan.is_mark(*at, '*')).count();
        let is = |wanted: Meaning| lexicon::is(self.scan, behind, wanted);
        if is(Meaning::Yes) {
            return Answer::Says(true);
        }
        if [Meaning::No, Meaning::Negation, Meaning::Nothing].into_iter().any(is) {
            return Answer::Says(false);
        }
        let state = self.two_sided_state(behind);
        let is_own = |state: u16| {
            asked.words.iter().any(|word| {
                lexicon::states_of(word).is_some_and(|own| own == state || lexicon::are_opposites(own, state))
            })
        };
        if let Some(state) = state.filter(|state| !is_own(*state)) {
            return Answer::Says(lexicon::is_positive(state));
        }
        // Other words behind a label answer only by a negation.
        if state.is_none() && colon + 1 < asked.end && self.is_label_line(colon) {
            let mut rest = behind..asked.end;
            if rest.clone().any(|at| lexicon::is(self.scan, at, Meaning::Negation)) {
                return Answer::Says(false);
            }
            let is_own = rest.any(|at| asked.words.iter().any(|word| self.is_akin(at, word)));
            return if is_own { Answer::Says(true) } else { Answer::Open };
        }
        Answer::None
    }

    /// `✓ signed`
    fn mark_before(&self, place: usize) -> Answer {
        let Some(before) = place.checked_sub(1).filter(|before| !self.scan.tokens[*before].is_word()) else {
            return Answer::None;
        };
        if lexicon::is(self.scan, before, Meaning::No) {
            return Answer::Says(false);
        }
        if lexicon::is(self.scan, before, Meaning::Yes) { Answer::Says(true) } else { Answer::None }
    }

    /// `DNSSEC is disabled`, `inheritance disabled`, `the light is on`
    fn state_behind(&self, asked: &Asked<'_>) -> Answer {
        let place = asked.place;
        let negated = self.is_negated(place, place + 1);
        let is_of_key = |state: u16| asked.words.iter().any(|word| lexicon::states_of(word) == Some(state));
        for at in (place + 1..asked.end).filter(|at| self.breaks.clauses[*at] == self.breaks.clauses[place]) {
            let is_beside = at == place + 1 || lexicon::is_join(self.scan, at - 1, &self.scan.tokens[at - 1]);
            let state = self.two_sided_state(at).filter(|state| !is_of_key(*state) && is_beside);
            if let Some(state) = state {
                return Answer::Says((lexicon::is_positive(state) != negated) != asked.says_no);
            }
            if matches!(self.scan.word_at(at), "on" | "off")
                && matches!(self.scan.word_at(at - 1), "is" | "are")
            {
                return Answer::Says((self.scan.word_at(at) == "on") != asked.says_no);
            }
        }
        Answer::None
    }

    /// `unsigned`, `asynchronous`: a syllable before a word of the key says no.
    fn prefixed(&self, asked: &Asked<'_>) -> Answer {
        let near = asked.place.saturating_sub(4)..(asked.place + 8).min(self.scan.tokens.len());
        let is_denied = near
            .filter(|at| self.breaks.sentences[*at] == self.breaks.sentences[asked.place])
            .any(|at| asked.words.iter().any(|own| is_denied_by_syllable(self.scan.word_at(at), own)));
        if is_denied {
            Answer::Says(self.is_negated(asked.place, asked.place + 1) != asked.says_no)
        } else {
            Answer::None
        }
    }

    /// The state at a token, of two that exclude each other.
    fn two_sided_state(&self, at: usize) -> Option<u16> {
        let state = lexicon::meaning(self.scan, at, |meaning| match meaning {
            Meaning::State(state) => lexicon::opposite(state).map(|_| state),
            _ => None,
        });
        state.map(|(state, _)| state)
    }

    /// `Denied: delete, admin`: the label says it of all names behind it. A label that says neither yes nor
    /// no leaves it open.
    pub(super) fn answer_of_label(&self, place: usize) -> Answer {
        let is_line = |at: &usize| self.scan.tokens[*at].line || *at == 0;
        let is_colon = |at: &usize| matches!(self.scan.word_at(*at), ":" | "：");
        let first = (place.saturating_sub(16)..=place).rev().find(is_line);
        let Some((first, colon)) = first.and_then(|first| Some((first, (first..place).find(is_colon)?)))
        else {
            return Answer::None;
        };
        let is_list =
            (colon + 1..place).all(|at| self.scan.is_mark(at, ',') || self.scan.tokens[at].is_word());
        let words = (colon + 1..place).filter(|at| self.scan.tokens[*at].is_word()).count();
        let commas = (colon + 1..place).filter(|at| self.scan.is_mark(*at, ',')).count();
        let ends = self.ends_item(place + 1);
        if !self.is_label_line(colon) || !is_list || words > 2 * commas || !ends || (commas == 0 && words > 0)
        {
            return Answer::None;
        }
        let state = (first..colon).find_map(|at| {
            lexicon::meaning(self.scan, at, |meaning| match meaning {
                Meaning::State(state) => lexicon::opposite(state).map(|_| lexicon::is_positive(state)),
                Meaning::Yes => Some(true),
                Meaning::No | Meaning::Negation => Some(false),
                _ => None,
            })
        });
        state.map_or(Answer::Open, |(says, _)| Answer::Says(says))
    }
}

/// Tells whether a word is another one, or grows from it, with a syllable before it that says no.
pub(super) fn is_denied_by_syllable(said: &str, word: &str) -> bool {
    const SYLLABLES: [&str; 8] = ["un", "in", "non", "dis", "im", "ir", "a", "nie"];
    let is_of = |rest: &str| {
        let stem = rest.bytes().zip(word.bytes()).take_while(|(left, right)| left == right).count();
        stem >= 4 && stem + 1 >= word.len()
    };
    !word.starts_with(said) && SYLLABLES.iter().filter_map(|head| said.strip_prefix(head)).any(is_of)
}
