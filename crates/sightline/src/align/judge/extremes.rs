//! The most and the least: `A-1043 is the largest`.

use super::{Conflict, Found, Judge};
use crate::align::index::{Entry, Value, is_time};
use crate::align::lexicon::{self, Meaning};

/// Words of keys of which the least is the best.
const REVERSED: [&str; 10] =
    ["at", "birth", "born", "date", "founded", "place", "position", "rank", "time", "year"];

impl Judge<'_, '_> {
    /// The row that stands beside such a word has the most, or the least, of some key.
    pub(super) fn judge_extremes(&self, found: &mut Found) {
        for mention in &self.mentions {
            let rows = self.names.rows(self.index, mention);
            let [row] = rows[..] else { continue };
            let near = mention.at.saturating_sub(5)..(mention.end + 6).min(self.scan.tokens.len());
            let mut beside = near.filter(|token| self.breaks.segments[*token] == mention.segment);
            let cue = beside.find_map(|token| {
                let is = |meaning: Meaning| lexicon::is(self.scan, token, meaning);
                if is(Meaning::Most) {
                    Some((token, true))
                } else {
                    is(Meaning::Least).then_some((token, false))
                }
            });
            let Some((token, is_most)) = cue else { continue };
            let others = self.mentions.iter().filter(|other| other.segment == mention.segment);
            let named = others.filter(|other| !self.names.rows(self.index, other).is_empty()).count();
            if named == 1
                && !self.is_extreme(row, is_most)
                && let Some(entry) = self.beaten(row)
            {
                let (at, end) = (token.min(mention.at), (token + 1).max(mention.end));
                found.conflicts.push(Conflict { entry, at, end });
            }
        }
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
            Value::Bool(_) | Value::Count(_) | Value::Null | Value::Text => None,
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
