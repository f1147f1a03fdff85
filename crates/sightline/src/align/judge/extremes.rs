//! The most and the least: `A-1043 is the largest`, `Moss, $12.00 (cheapest)`, `Largest: photo.png`.

use super::{Conflict, Found, Ground, Judge};
use crate::align::index::{Entry, Value, is_time};
use crate::align::lexicon::{self, Meaning};

/// Words of keys of which the least is the best.
const REVERSED: [&str; 15] = [
    "at", "birth", "born", "date", "deadline", "due", "eta", "expires", "founded", "place", "position",
    "rank", "time", "until", "year",
];

impl Judge<'_, '_> {
    /// The one row that stands beside such a word has the most, or the least, of some key.
    pub(super) fn judge_extremes(&self, found: &mut Found) {
        let mut token = 0;
        while token < self.scan.tokens.len() {
            let is =
                |meaning: Meaning| lexicon::meaning(self.scan, token, |own| (own == meaning).then_some(()));
            // The `min` of `5 min` is a unit.
            let at = self.mentions.partition_point(|mention| mention.end <= token);
            let is_unit = self.mentions.get(at).is_some_and(|mention| {
                mention.at <= token && matches!(mention.what, crate::align::hear::What::Amount(_))
            });
            if is_unit || self.is_key_word(token) {
                token += 1;
                continue;
            }
            let cue = is(Meaning::Most)
                .map(|((), length)| (true, length))
                .or_else(|| is(Meaning::Least).map(|((), length)| (false, length)));
            let Some((is_most, length)) = cue else {
                token += 1;
                continue;
            };
            if let Some((row, at, end)) = self.row_beside(token, token + length)
                && !self.is_extreme(row, is_most)
                && let Some(entry) = self.beaten(row)
            {
                let (at, end) = (token.min(at), (token + length).max(end));
                found.conflicts.push(Conflict { entry, at, end, ground: Ground::Extreme });
            }
            token += length;
        }
    }

    /// The row that is named in the part of the sentence, or else in a line of a label or a list.
    fn row_beside(&self, token: usize, past: usize) -> Option<(u32, usize, usize)> {
        let sentence = self.breaks.sentences[token];
        let segment = self.breaks.segments[token];
        let from = self.mentions.partition_point(|mention| mention.sentence < sentence);
        let here: Vec<_> = self.mentions[from..]
            .iter()
            .take_while(|mention| mention.sentence == sentence)
            .skip_while(|mention| mention.end + 60 < token)
            .take(40)
            .filter_map(|mention| match &self.names.rows(self.index, mention)[..] {
                [row] => Some((*row, mention)),
                _ => None,
            })
            .collect();
        let near: Vec<_> = here
            .iter()
            .filter(|(_, mention)| {
                mention.segment == segment
                    && token.saturating_sub(mention.end) <= 5
                    && mention.at.saturating_sub(past) <= 5
            })
            .collect();
        if let [(row, mention)] = near[..] {
            return Some((*row, mention.at, mention.end));
        }
        // `Largest: photo.png`, `Moss, $12.00 (cheapest)`: nothing else is named there.
        let [(row, mention)] = here[..] else { return None };
        let is_label = self.scan.is_mark(past, ':') || self.scan.is_mark(past, '：');
        let is_remark = token.checked_sub(1).is_some_and(|before| {
            matches!(self.scan.word_at(before), "(" | "（") && matches!(self.scan.word_at(past), ")" | "）")
        });
        let is_labelled = mention.at >= past
            && mention.at <= past + 6
            && (past..mention.at).any(|at| matches!(self.scan.word_at(at), ":" | "："));
        let is_beside = near.is_empty() && (is_label || is_labelled || is_remark);
        is_beside.then_some((row, mention.at, mention.end))
    }

    fn beaten(&self, row: u32) -> Option<u32> {
        let is_ranked = |entry: &Entry<'_>| matches!(entry.value, Value::Number(_) | Value::Date(_));
        (0u32..)
            .zip(&self.index.entries)
            .find(|(_, entry)| entry.row == row && is_ranked(entry))
            .map(|(at, _)| at)
    }

    /// Tells whether a row has the most, or the least, of any key.
    fn is_extreme(&self, row: u32, is_most: bool) -> bool {
        let rank = |entry: &Entry<'_>| match entry.value {
            Value::Date(date) => {
                date.seconds().and_then(|seconds| i32::try_from(seconds / 60).ok()).map(f64::from)
            }
            Value::Number(value) => Some(value),
            Value::Count(count) => u32::try_from(count).ok().map(f64::from),
            Value::Bool(_) | Value::Null | Value::Text => None,
        };
        let list = |row: u32| self.index.rows.get(row as usize).map(|row| row.list);
        let rivals = |key: u32| {
            self.index.entries.iter().filter(move |other| other.key == key && list(other.row) == list(row))
        };
        let own = self.index.entries.iter().filter(|entry| entry.row == row);
        own.filter_map(|entry| Some((entry.key, rank(entry)?))).any(|(key, mine)| {
            let beats = |sign: f64| rivals(key).filter_map(rank).all(|other| (mine - other) * sign >= 0.0);
            let sign = if is_most { 1.0 } else { -1.0 };
            beats(sign) || (self.is_reversed(key) && beats(-sign))
        })
    }

    /// The fastest has the least of a time, and the oldest the first of the dates.
    fn is_reversed(&self, key: u32) -> bool {
        let is_of = |key: &crate::align::index::Key| {
            is_time(&key.units) || key.words.iter().any(|word| REVERSED.contains(&word.as_str()))
        };
        self.index.keys.get(key as usize).is_some_and(is_of)
    }
}
