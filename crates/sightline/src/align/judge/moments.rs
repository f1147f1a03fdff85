//! Dates and times of a text, and numbers that are parts of one.

use super::{Found, Judge, Outcome};
use crate::align::amount::Amount;
use crate::align::hear::What;
use crate::align::index::{Entry, Value, is_time};
use crate::align::lexicon::{self, Meaning};
use crate::align::moment::Moment;

impl Judge<'_, '_> {
    pub(super) fn moment(&self, at: usize, moment: &Moment) -> Outcome {
        let agrees = |entry: &Entry<'_>| match entry.value {
            Value::Date(date) => {
                let weekday = moment.weekday.is_none() || moment.weekday == date.weekday();
                let zones = self.scan.zones;
                weekday && (moment.date.tells(&date) || moment.date.tells_locally(&date, zones))
            }
            // A time may be one of minutes and seconds.
            Value::Number(value) => {
                moment.date.days().is_none()
                    && moment.date.clock.is_some_and(|clock| {
                        [1.0, 60.0, 1e-3, 3600.0].iter().any(|scale| {
                            (f64::from(clock) - value * scale).abs() < 1.0
                                || (f64::from(clock) / 60.0 - value * scale).abs() < 1.0
                        })
                    })
            }
            Value::Bool(_) | Value::Count(_) | Value::Null | Value::Text => false,
        };
        if let Some((entry, _)) = self.in_scope(at).find(|(_, entry)| agrees(entry)) {
            return Outcome::Agrees(Some(entry));
        }
        let other = (0u32..).zip(&self.index.entries).find(|(_, entry)| agrees(entry));
        if let Some((other, _)) = other {
            return self.misplaced(at, other);
        }
        // A day of the week may be a string of its own, whole or short.
        let weekday = moment.weekday.filter(|_| moment.date == crate::align::date::Date::default());
        let is_string = weekday.is_some_and(|day| {
            (0..self.index.scan.tokens.len())
                .any(|at| lexicon::is(&self.index.scan, at, Meaning::Weekday(day)))
        });
        if is_string {
            return Outcome::Agrees(None);
        }
        // The data may hold it in the middle of a string.
        let mention = &self.mentions[at];
        let is_word = self.index.places_of(self.scan.word_at(mention.at)).iter().any(|(_, token)| {
            (mention.at..mention.end)
                .zip(*token..)
                .all(|(here, there)| self.scan.word_at(here) == self.index.scan.word_at(there as usize))
        });
        if is_word { Outcome::Agrees(None) } else { Outcome::Unexplained }
    }

    pub(super) fn denied_moment(
        &self,
        at: usize,
        moment: &Moment,
        is_about: bool,
        found: &Found,
    ) -> Option<u32> {
        let is_clock = moment.date.day.is_none() && moment.date.clock.is_some();
        let has_clock = self
            .in_scope(at)
            .any(|(_, entry)| matches!(entry.value, Value::Date(date) if date.clock.is_some()));
        let test = |entry: &Entry<'_>| match entry.value {
            Value::Date(date) => !is_clock || date.clock.is_some(),
            // `3:41` may be minutes and seconds.
            Value::Number(_) => is_clock && !has_clock && is_time(&self.index.units(entry)),
            Value::Bool(_) | Value::Count(_) | Value::Null | Value::Text => false,
        };
        let dates = self.in_scope(at).filter(|(_, entry)| test(entry));
        let near = |entry: &Entry<'_>| match (entry.value, moment.date.days()) {
            (Value::Date(date), Some(days)) => date.days().map_or(i64::MAX, |known| (known - days).abs()),
            _ => 0,
        };
        // A pace: `5:21 /km`.
        if is_clock && self.scan.is_mark(self.mentions[at].end, '/') {
            return None;
        }
        dates
            .min_by_key(|(fact, entry)| (self.is_stated(*fact, found), near(entry)))
            .map(|(entry, _)| entry)
            .filter(|_| is_about || moment.date.days().is_some())
    }

    /// `from 9 to 12`: a whole hour of a time.
    pub(super) fn is_hour(&self, at: usize, amount: &Amount) -> bool {
        let Some(hour) = amount.count().filter(|hour| *hour <= 24 && !amount.has_unit() && !amount.is_word)
        else {
            return false;
        };
        self.in_scope(at).any(|(_, entry)| match entry.value {
            Value::Date(date) => date.clock.is_some_and(|clock| {
                clock % 3600 == 0 && [hour, hour + 12].contains(&((clock / 3600) as usize))
            }),
            _ => false,
        })
    }

    /// `24/7`
    pub(super) fn is_round_the_clock(&self, amount: &Amount) -> bool {
        let is = |at: Option<usize>, number: &str| at.is_some_and(|at| self.scan.word_at(at) == number);
        let first = amount.at.checked_sub(2);
        is(Some(amount.at), "24") && self.scan.is_mark(amount.at + 1, '/') && is(Some(amount.at + 2), "7")
            || is(Some(amount.at), "7") && is(first.map(|at| at + 1), "/") && is(first, "24")
    }

    /// `1st`, `30th`
    pub(super) fn is_ordinal(&self, amount: &Amount) -> bool {
        let next = self.scan.tokens.get(amount.at + 1);
        next.is_some_and(|next| !next.spaced && matches!(self.scan.word(next), "st" | "nd" | "rd" | "th"))
    }

    /// The first of `8–10 May`.
    pub(super) fn is_day(&self, amount: &Amount) -> bool {
        let Some(day) = amount.count().filter(|count| (1..=31).contains(count)) else { return false };
        let before = amount.at.saturating_sub(3)..amount.at;
        let is_range = self.mentions.iter().any(|mention| {
            let is_near =
                (amount.end..amount.end + 3).contains(&mention.at) || before.contains(&(mention.end - 1));
            is_near && matches!(mention.what, What::Moment(_))
        });
        // In a language whose months are not known the year tells that it is a date.
        let has_year = |year: i32| {
            self.mentions.iter().any(|mention| match &mention.what {
                What::Amount(other) => {
                    mention.at.abs_diff(amount.at) < 8
                        && other.count().and_then(|count| i32::try_from(count).ok()) == Some(year)
                }
                _ => false,
            })
        };
        let is_known = self.index.entries.iter().any(|entry| match entry.value {
            Value::Date(date) => {
                date.day.is_some_and(|known| usize::from(known) == day) && date.year.is_some_and(has_year)
            }
            _ => false,
        });
        if is_known {
            return true;
        }
        is_range
            && self.index.entries.iter().any(|entry| match entry.value {
                Value::Date(date) => {
                    date.day.is_some_and(|known| usize::from(known) == day)
                        || date.clock.is_some_and(|clock| (clock / 3600) as usize % 12 == day % 12)
                }
                _ => false,
            })
    }
}
