//! Numbers and moments of a text: which fact explains one, and which one it denies.

use std::collections::HashMap;

use super::labels::is_key_token;
use super::{Found, Judge, Outcome};
use crate::align::amount::{self, Amount};
use crate::align::derived::{Derived, How};
use crate::align::hear::What;
use crate::align::index::{Entry, Index, Key, NONE, Value, is_time, same_noun};
use crate::align::lexicon::{self, Dimension, Meaning};
use crate::align::moment::Moment;
use crate::align::scan::{Kind, Scan};

/// Numbers up to here are met by chance too often to be explained by what only follows from the data.
const SMALL: f64 = 12.0;

/// How many times one number may be another that it is a slip for.
const FAR: f64 = 2.0;

/// The number of a fact.
fn number(entry: &Entry<'_>) -> Option<f64> {
    match entry.value {
        Value::Number(value) => Some(value),
        Value::Count(count) => u32::try_from(count).ok().map(f64::from),
        Value::Bool(_) | Value::Date(_) | Value::Null | Value::Text => None,
    }
}

/// Tells whether an amount is what a fact says.
pub(super) fn tells(index: &Index<'_>, amount: &Amount, entry: &Entry<'_>) -> bool {
    match entry.value {
        Value::Count(_) => {
            !amount.has_unit() && number(entry).is_some_and(|value| amount.is(value, &[None; 3]))
        }
        Value::Number(value) => {
            let units = index.units(entry);
            // Where another key names such a unit, a key without one has no such value.
            let is_other = units[0].is_none()
                && amount.measures().any(|dimension| index.dimensions.contains(&dimension));
            if is_other { amount.bare().is(value, &units) } else { amount.is(value, &units) }
        }
        Value::Date(date) => {
            let year =
                date.year.is_some_and(|year| !amount.has_unit() && amount.is(f64::from(year), &[None; 3]));
            let clock = amount.seconds().is_some_and(|seconds| {
                date.clock.is_some_and(|clock| (f64::from(clock) - seconds).abs() < 60.0)
            });
            let hour = amount.has_unit()
                && amount
                    .count()
                    .is_some_and(|hour| date.clock.is_some_and(|clock| clock as usize == hour * 3600));
            year || clock || hour
        }
        Value::Bool(_) | Value::Null | Value::Text => false,
    }
}

impl Judge<'_, '_> {
    pub(super) fn amount(&self, at: usize, amount: &Amount) -> Outcome {
        if self.is_list_mark(amount) || self.is_round_the_clock(amount) || self.is_position(at, amount) {
            return Outcome::Silent;
        }
        if self.is_ordinal(amount) {
            return if self.is_day(amount) { Outcome::Agrees(None) } else { Outcome::Silent };
        }
        if let Some(outcome) = self.designation(amount) {
            return outcome;
        }
        if self.is_scale(amount) || self.is_step(amount) || self.is_for_one(at, amount) {
            return Outcome::Silent;
        }
        let named = self.named(at, amount);
        if let Some(entry) =
            named.iter().find(|entry| self.tells_or_counts(amount, &self.index.entries[**entry as usize]))
        {
            let is_count = matches!(self.index.entries[*entry as usize].value, Value::Count(_));
            let denied = self.not_all(at, amount).filter(|_| is_count);
            return denied.map_or(Outcome::Agrees(Some(*entry)), Outcome::Denied);
        }
        let group = self.group(at, amount);
        if group.agrees {
            return Outcome::Agrees(None);
        }
        let is_weak = amount.is_word && amount.value() <= 1.0;
        // An article counts things, and no money.
        let is_article =
            |entry: u32| is_weak && !matches!(self.index.entries[entry as usize].value, Value::Count(_));
        if named.first().is_some_and(|entry| is_article(*entry)) {
            return Outcome::Silent;
        }
        let is_keyed = || amount.at.checked_sub(1).is_some_and(|before| self.is_key_word(before));
        if let Some(denied) = named.first().filter(|_| !amount.is_place || amount.has_unit() || is_keyed()) {
            if !self.is_excused(at, amount, *denied) && !self.is_portion(at, amount) {
                return Outcome::Denied(*denied);
            }
            if let Some(denied) = group.denied.filter(|_| self.is_portion(at, amount)) {
                return Outcome::Denied(denied);
            }
            return Outcome::Agrees(None);
        }
        let is_of_place = at.checked_sub(1).is_some_and(|before| match &self.mentions[before].what {
            What::Amount(first) => {
                first.is_place && lexicon::is(self.scan, first.end, Meaning::Of) && amount.at <= first.end + 2
            }
            _ => false,
        });
        if is_of_place
            || amount.is_place
            || self.is_step(amount)
            || self.is_base(amount)
            || self.is_scale(amount)
        {
            return Outcome::Silent;
        }
        if self.is_pair_of_one(at, amount) {
            return Outcome::Unexplained;
        }
        if let Some(denied) = group.denied {
            return Outcome::Denied(denied);
        }
        if self.is_part_of_them(amount) || self.is_in_other_unit(at, amount) {
            return Outcome::Agrees(None);
        }
        let is_some_part = || !amount.has_unit() && self.contexts[at].is_empty() && self.is_some_part(amount);
        if self.is_part_of_rows(amount) || is_some_part() {
            return Outcome::Agrees(None);
        }
        let is_of_row = self.is_row_name(amount.end);
        // `Web (2)`: the number is one of the row.
        let is_counted_row = self.contexts[at].len() == 1 && {
            let before = amount
                .at
                .checked_sub(1)
                .filter(|before| matches!(self.scan.tokens[*before].kind, Kind::Mark('(' | ':')));
            let own = self
                .index
                .entries
                .iter()
                .filter(|entry| entry.row == self.contexts[at][0] && matches!(entry.value, Value::Number(_)))
                .count();
            own == 1
                && before.is_some_and(|before| {
                    (0..3).any(|back| before > back && self.is_row_name(before - 1 - back))
                })
        };
        let says = |entry: &Entry<'_>| {
            tells(self.index, amount, entry)
                && !self.is_chance(at, amount, entry)
                && !((is_of_row || is_counted_row)
                    && matches!(entry.value, Value::Count(_))
                    && entry.row == NONE)
        };
        let in_scope = self.in_scope(at).find(|(_, entry)| says(entry));
        if let Some((entry, _)) = in_scope {
            return Outcome::Agrees(Some(entry));
        }
        if self.follows(at, amount) || self.is_day(amount) {
            return Outcome::Agrees(None);
        }
        if self.is_short_date(amount) || self.is_hour(at, amount) || self.is_of_year(at, amount) {
            return Outcome::Agrees(None);
        }
        // A bound that the text sets itself: `over 30 °C`, `normal: below 0.5 %`.
        let is_bound = matches!(amount.hedge, amount::Hedge::More | amount::Hedge::Less);
        if is_weak || is_bound || self.is_ago(amount) {
            return Outcome::Silent;
        }
        if !amount.has_unit() && self.is_whole_string(amount) {
            return Outcome::Agrees(None);
        }
        self.elsewhere(at, amount)
    }

    fn tells_or_counts(&self, amount: &Amount, entry: &Entry<'_>) -> bool {
        let is_count = || matches!(entry.value, Value::Count(_)) && amount.units[0].is_some();
        tells(self.index, amount, entry) || is_count() && tells(self.index, &amount.bare(), entry)
    }

    /// A small number that some row has by chance, when the text speaks of no row, or not of that one.
    fn is_chance(&self, at: usize, amount: &Amount, entry: &Entry<'_>) -> bool {
        let is_small = amount.value().abs() <= SMALL && amount.count().is_some();
        let is_named = || {
            (0u32..)
                .zip(&self.index.entries)
                .any(|(at, other)| other.row == entry.row && self.mentioned.contains(&at))
        };
        let cues = [Meaning::Most, Meaning::Least];
        let ranges = [
            "between", "ranging", "range", "ranges", "zwischen", "entre", "tra", "fra", "tussen", "miedzy",
            "mellan",
        ];
        let is_factor = [amount.at.wrapping_sub(1), amount.end]
            .iter()
            .any(|at| matches!(self.scan.word_at(*at), "×" | "*" | "x" | "·"));
        is_small
            && !is_factor
            && entry.row != NONE
            && self.contexts[at].is_empty()
            && !is_named()
            && !cues.into_iter().any(|cue| self.has_cue(at, cue))
            && !self.has_word(at, &ranges)
    }

    /// What only another row has stands in the wrong place; digits of a string explain themselves.
    fn elsewhere(&self, at: usize, amount: &Amount) -> Outcome {
        let says = |entry: &Entry<'_>| tells(self.index, amount, entry) && !self.is_chance(at, amount, entry);
        let other = (0u32..).zip(&self.index.entries).find(|(_, entry)| says(entry));
        if let Some((other, _)) = other {
            return self.counterpart(at, other).map_or(Outcome::Agrees(Some(other)), Outcome::Denied);
        }
        let word = self.scan.word_at(amount.at);
        let places = self.index.places_of(word);
        let is_there = places.iter().any(|(_, token)| {
            self.index
                .entry_of(*token)
                .is_some_and(|entry| self.is_in_scope(at, &self.index.entries[entry as usize]))
        });
        if is_there && !amount.has_unit() { Outcome::Agrees(None) } else { Outcome::Unexplained }
    }

    /// `1.` and `2)` at the start of a line.
    fn is_list_mark(&self, amount: &Amount) -> bool {
        let token = self.scan.tokens[amount.at];
        let next = self.scan.tokens.get(amount.at + 1);
        let is_marked =
            next.is_some_and(|next| !next.spaced && matches!(next.kind, Kind::Mark('.' | ')' | ':' | '、')));
        token.line && is_marked && amount.count().is_some_and(|count| count <= 1000)
    }

    /// A string of the data that is just that number, or the name of a member.
    fn is_whole_string(&self, amount: &Amount) -> bool {
        self.index.places_of(self.scan.word_at(amount.at)).iter().any(|(_, token)| {
            self.index.entry_of(*token).is_some_and(|entry| {
                let entry = &self.index.entries[entry as usize];
                entry.value == Value::Text && entry.end == entry.first + 1
            })
        })
    }

    /// `30/04`: a day and a month of a date.
    fn is_short_date(&self, amount: &Amount) -> bool {
        let part = |at: usize| match self.scan.tokens.get(at).map(|token| token.kind) {
            Some(Kind::Number(_)) => self.scan.word_at(at).parse::<u8>().ok(),
            _ => None,
        };
        let is_slash = |at: usize| matches!(self.scan.word_at(at), "/" | ".");
        let pair = if is_slash(amount.at + 1) {
            part(amount.at).zip(part(amount.at + 2))
        } else if let Some(first) = amount.at.checked_sub(2).filter(|first| is_slash(first + 1)) {
            part(first).zip(part(amount.at))
        } else {
            None
        };
        pair.is_some_and(|(one, two)| {
            self.index.entries.iter().any(|entry| match entry.value {
                Value::Date(date) => {
                    (date.day, date.month) == (Some(one), Some(two))
                        || (date.day, date.month) == (Some(two), Some(one))
                }
                _ => false,
            })
        })
    }

    /// `from 9 to 12`: a whole hour of a time.
    fn is_hour(&self, at: usize, amount: &Amount) -> bool {
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

    /// What a price of a month comes to in a year.
    fn is_of_year(&self, at: usize, amount: &Amount) -> bool {
        const WORDS: [&str; 14] = [
            "year", "yearly", "annual", "annually", "jahr", "jahrlich", "an", "annee", "ano", "anual",
            "anno", "annuo", "jaar", "rok",
        ];
        self.has_word(at, &WORDS)
            && amount.value() > 1.0
            && self.in_scope(at).any(|(_, entry)| match entry.value {
                Value::Number(value) => {
                    value != 0.0 && amount.is((value * 12.0 * 1e6).round() / 1e6, &self.index.units(entry))
                }
                _ => false,
            })
    }

    /// `two of the four sensors`: the second number is how many there are.
    fn is_portion(&self, at: usize, amount: &Amount) -> bool {
        let Some(What::Amount(whole)) = self.mentions.get(at + 1).map(|next| &next.what) else {
            return false;
        };
        let gap = whole.at.saturating_sub(amount.end);
        let is_of = (1..=3).contains(&gap)
            && (lexicon::is(self.scan, amount.end, Meaning::Of)
                || matches!(
                    self.scan.word_at(amount.end),
                    "der" | "des" | "dei" | "delle" | "dos" | "das" | "los"
                ));
        is_of
            && amount.count() < whole.count()
            && self
                .index
                .entries
                .iter()
                .any(|entry| matches!(entry.value, Value::Count(_)) && tells(self.index, whole, entry))
    }

    /// `2 of them are larger than that`: fewer than there are, for a reason that may be the text's own.
    fn is_part_of_them(&self, amount: &Amount) -> bool {
        let next = [self.scan.word_at(amount.end), self.scan.word_at(amount.end + 1)];
        let is_part = match next {
            ["of", second] => matches!(second, "them" | "these" | "which" | "those"),
            ["de", second] => matches!(second, "ellos" | "ellas" | "estos" | "estas"),
            ["di", second] => matches!(second, "essi" | "esse" | "loro" | "questi"),
            ["d", "'" | "’"] | ["из", "них"] => true,
            [first, _] => matches!(
                first,
                "davon" | "darunter" | "hiervon" | "ervan" | "waarvan" | "dont" | "deles" | "delas"
            ),
        };
        let before = amount.at.checked_sub(1).map_or("", |at| self.scan.word_at(at));
        let is_part = is_part || matches!(before, "davon" | "darunter" | "dont" | "其中" | "うち");
        is_part
            && amount.count().is_some_and(|part| {
                self.index.entries.iter().any(|entry| matches!(entry.value, Value::Count(all) if part < all))
            })
    }

    /// `8 °C (46 °F)`: the number before in another unit.
    fn is_in_other_unit(&self, at: usize, amount: &Amount) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| &self.mentions[before]) else { return false };
        let What::Amount(first) = &before.what else { return false };
        let between = before.end..amount.at;
        let is_beside = (1..=2).contains(&between.len())
            && between.clone().all(|at| matches!(self.scan.word_at(at), "(" | "/" | "=" | "≈" | "~" | "（"));
        is_beside && first.is_other_form(amount)
    }

    /// `3 days ago`: nothing tells from when on.
    fn is_ago(&self, amount: &Amount) -> bool {
        let before = |back: usize| amount.at.checked_sub(back).map_or("", |at| self.scan.word_at(at));
        amount.measures().any(|dimension| dimension == Dimension::Time)
            && (matches!(
                self.scan.word_at(amount.end),
                "ago" | "fa" | "geleden" | "temu" | "sedan" | "siden" | "назад" | "前" | "atras"
            ) || matches!(
                before(1),
                "hace"
                    | "vor"
                    | "ha"
                    | "last"
                    | "past"
                    | "letzten"
                    | "derniers"
                    | "dernieres"
                    | "ultimos"
                    | "ultimas"
                    | "ultimi"
            ) || (before(1) == "a" && before(2) == "y"))
    }

    /// `24/7`
    fn is_round_the_clock(&self, amount: &Amount) -> bool {
        let is = |at: Option<usize>, number: &str| at.is_some_and(|at| self.scan.word_at(at) == number);
        let first = amount.at.checked_sub(2);
        is(Some(amount.at), "24") && self.scan.is_mark(amount.at + 1, '/') && is(Some(amount.at + 2), "7")
            || is(Some(amount.at), "7") && is(first.map(|at| at + 1), "/") && is(first, "24")
    }

    /// `1st`, `30th`
    fn is_ordinal(&self, amount: &Amount) -> bool {
        let next = self.scan.tokens.get(amount.at + 1);
        next.is_some_and(|next| !next.spaced && matches!(self.scan.word(next), "st" | "nd" | "rd" | "th"))
    }

    /// `Message 1 of 3`: a place in a list, which is as long as the whole.
    fn is_position(&self, at: usize, amount: &Amount) -> bool {
        let is_one = |token: usize| {
            let word = self.scan.word_at(token);
            !word.ends_with('s')
                && self.index.entries.iter().any(|entry| {
                    let key = self.index.key_of(entry).and_then(|key| key.words.last());
                    matches!(entry.value, Value::Count(_))
                        && key.is_some_and(|key| key != word && same_noun(word, key))
                })
        };
        let is_first = |first: &Amount, whole: &Amount| {
            lexicon::is(self.scan, first.end, Meaning::Of)
                && whole.at == first.end + 1
                && first
                    .count()
                    .is_some_and(|first| whole.count().is_some_and(|whole| first >= 1 && first <= whole))
                && first.at.checked_sub(1).is_some_and(is_one)
        };
        let is_whole_known = |whole: &Amount| {
            self.index.entries.iter().any(|entry| Self::is_number(entry) && tells(self.index, whole, entry))
        };
        let other =
            |at: Option<usize>| match at.and_then(|at| self.mentions.get(at)).map(|mention| &mention.what) {
                Some(What::Amount(other)) => Some(*other),
                _ => None,
            };
        other(Some(at + 1)).is_some_and(|whole| is_first(amount, &whole) && is_whole_known(&whole))
            || other(at.checked_sub(1))
                .is_some_and(|first| is_first(&first, amount) && is_whole_known(amount))
    }

    /// `AQ 702`, `HTTP 200`: capital letters and a number that are one name.
    fn designation(&self, amount: &Amount) -> Option<Outcome> {
        let before = amount.at.checked_sub(1)?;
        let token = self.scan.tokens[before];
        let word = self.scan.word(&token);
        let is_name = token.is_word()
            && token.upper
            && (2..=5).contains(&word.len())
            && word.is_ascii()
            && !self.scan.tokens[amount.at].line
            && amount.count().is_some()
            && !amount.is_word
            && !amount.has_unit()
            && self.index.places_of(word).is_empty()
            && !lexicon::is_known(self.scan, before)
            && !self.index.keys.iter().any(|key| key.words.iter().any(|own| same_noun(word, own)));
        if !is_name {
            return None;
        }
        let name = format!("{word}{}", self.scan.word_at(amount.at));
        let is_alike = |known: &str| {
            known.strip_prefix(word).is_some_and(|rest| {
                let rest = rest.trim_start_matches('-');
                !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        let mut denied = None;
        for (at, entry) in (0u32..).zip(&self.index.entries) {
            for token in (entry.first..entry.end).take(64) {
                let known = self.index.scan.word_at(token as usize);
                if known == name || known.replace('-', "") == name {
                    return Some(Outcome::Agrees(Some(at)));
                }
                denied = denied.or(is_alike(known).then_some(at));
            }
        }
        Some(denied.map_or(Outcome::Silent, Outcome::Denied))
    }

    /// `1 EUR = 11.62 NOK`
    fn is_base(&self, amount: &Amount) -> bool {
        let after = (amount.end..amount.end + 2).any(|at| {
            matches!(
                self.scan.word_at(at),
                "=" | "≈" | "equals" | "entspricht" | "entsprach" | "vaut" | "equivale"
            )
        });
        let before = amount.at.checked_sub(1).map_or("", |at| self.scan.word_at(at));
        let is_per = matches!(before, "per" | "pro" | "par" | "por" | "je" | "a" | "each");
        #[expect(clippy::float_cmp, reason = "one is exact")]
        let is_one = amount.value() == 1.0;
        // `1泊21,500円`: a price for one.
        let is_price = self.mentions.iter().any(|mention| {
            (amount.end..amount.end + 3).contains(&mention.at)
                && !self.scan.word_at(amount.end).is_ascii()
                && matches!(mention.what, What::Amount(_))
        });
        let after = after || is_price;
        is_one
            && (after
                || is_per
                || amount.units[0].is_some()
                    && !self.index.entries.iter().any(|entry| number(entry).is_some_and(|value| value < 3.0)))
    }

    /// `1人8,000円`: a price for one.
    fn is_for_one(&self, at: usize, amount: &Amount) -> bool {
        let is_price = |next: &What| match next {
            What::Amount(price) => {
                price.units.iter().flatten().any(|(dimension, _)| *dimension == Dimension::Currency)
            }
            _ => false,
        };
        amount.count() == Some(1)
            && matches!(self.scan.word_at(amount.end), "人" | "名" | "泊" | "个" | "人均" | "명")
            && self.mentions.get(at + 1).is_some_and(|next| next.at <= amount.end + 2 && is_price(&next.what))
    }

    /// `4.35 out of 5`
    fn is_scale(&self, amount: &Amount) -> bool {
        let is_usual =
            amount.count().is_some_and(|count| [5, 10, 20, 100].contains(&count)) && !amount.has_unit();
        let is_of = |back: usize| {
            amount.at.checked_sub(back).is_some_and(|at| lexicon::is(self.scan, at, Meaning::Of))
        };
        let behind_number = |back: usize| {
            amount.at.checked_sub(back).is_some_and(|at| matches!(self.scan.tokens[at].kind, Kind::Number(_)))
        };
        is_usual
            && ((is_of(1) && behind_number(2)) || (is_of(2) && behind_number(3)))
            && !self.index.entries.iter().any(|entry| tells(self.index, amount, entry))
    }

    /// `per 100 km`
    fn is_step(&self, amount: &Amount) -> bool {
        let before = amount.at.checked_sub(1).map_or("", |at| self.scan.word_at(at));
        matches!(before, "per" | "pro" | "par" | "je" | "/")
            && amount.count().is_some_and(|count| [10, 100, 1000, 1_000_000].contains(&count))
            && !self.index.entries.iter().any(|entry| tells(self.index, amount, entry))
    }

    /// The first of `8–10 May`.
    fn is_day(&self, amount: &Amount) -> bool {
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

    /// `5 of 5` where only one fact is 5: the first one is meant for another fact.
    fn is_pair_of_one(&self, at: usize, amount: &Amount) -> bool {
        let Some(next) = self.mentions.get(at + 1) else { return false };
        let What::Amount(whole) = &next.what else { return false };
        let between = next.at.saturating_sub(amount.end);
        let is_of = (1..=3).contains(&between) && lexicon::is(self.scan, amount.end, Meaning::Of);
        #[expect(clippy::float_cmp, reason = "both are whole numbers")]
        let is_same = amount.count().is_some() && amount.value() == whole.value();
        if !is_of || !is_same {
            return false;
        }
        let direct = self.in_scope(at).filter(|(_, entry)| tells(self.index, amount, entry)).count();
        direct == 1
            && self.index.entries.iter().filter(|entry| matches!(entry.value, Value::Number(_))).count() > 1
    }

    /// The facts whose key stands right before or behind a number.
    fn named(&self, at: usize, amount: &Amount) -> Vec<u32> {
        let behind = self.noun_behind(amount);
        let (before, is_strict) = self.words_before(amount);
        let mut found = Vec::new();
        for (entry, fact) in self.in_scope(at) {
            let is_count = matches!(fact.value, Value::Count(_));
            if !matches!(fact.value, Value::Count(_) | Value::Number(_))
                || (is_count && (amount.is_share() || amount.count().is_none()))
            {
                continue;
            }
            let Some(key) = self.index.key_of(fact) else { continue };
            let is_behind = behind.is_some_and(|noun| starts_with_key(self.scan, noun, key));
            let is_before =
                before.is_some_and(|end| ends_with_key(self.scan, end, key)) && (!is_count || is_strict);
            if is_behind || is_before {
                found.push(entry);
            }
        }
        // With many facts of that key it is not known which one is meant, but for one of them.
        found
    }

    /// The token of the noun that a number counts: `3 matching orders`.
    fn noun_behind(&self, amount: &Amount) -> Option<usize> {
        let mut at = amount.end;
        // `seven days` beside a list of days.
        let unit = at.checked_sub(1).filter(|unit| amount.units[0].is_some() && *unit > amount.at);
        if let Some(unit) = unit.filter(|unit| self.is_noun_of_a_list(*unit)) {
            return Some(unit);
        }
        for _ in 0..3 {
            let token = self.scan.tokens.get(at)?;
            if token.line {
                return None;
            }
            match token.kind {
                // `2 single rooms`: the number is one of the row between.
                Kind::Word if self.is_row_name(at) => return None,
                Kind::Word if self.is_noun_of_a_key(at) => return Some(at),
                Kind::Word
                    if !lexicon::is(self.scan, at, Meaning::Of) && !is_conjunction(self.scan.word(token)) =>
                {
                    at += 1;
                }
                _ => return None,
            }
        }
        None
    }

    fn is_row_name(&self, token: usize) -> bool {
        let at = self.mentions.partition_point(|mention| mention.end <= token);
        let here = self.mentions.get(at).filter(|mention| mention.at <= token);
        here.is_some_and(|mention| !self.names.rows(self.index, mention).is_empty())
    }

    fn is_noun_of_a_list(&self, at: usize) -> bool {
        self.index.entries.iter().any(|entry| {
            matches!(entry.value, Value::Count(_))
                && self.index.key_of(entry).is_some_and(|key| starts_with_key(self.scan, at, key))
        })
    }

    fn is_noun_of_a_key(&self, at: usize) -> bool {
        self.index.keys.iter().any(|key| starts_with_key(self.scan, at, key))
    }

    /// The token before which the words of a key end that stands before a number, and whether nothing but
    /// a mark stands between.
    fn words_before(&self, amount: &Amount) -> (Option<usize>, bool) {
        let Some(mut at) = amount.at.checked_sub(1) else { return (None, false) };
        let mut is_strict = false;
        for _ in 0..4 {
            let token = self.scan.tokens[at];
            let is_mark = matches!(
                token.kind,
                Kind::Mark(
                    ':' | '=' | '：' | '$' | '€' | '£' | '~' | '≈' | '*' | '-' | '#' | '>' | '→' | '|'
                )
            );
            // Within a line an equals sign stands in a calculation.
            let is_label = || self.is_label_line(at);
            is_strict |= match token.kind {
                Kind::Mark(':' | '：') => true,
                Kind::Mark('=') => is_label(),
                _ => false,
            };
            let is_join = token.is_word()
                && !self.is_key_word(at)
                && (lexicon::is(self.scan, at, Meaning::Join)
                    || lexicon::is(self.scan, at, Meaning::About)
                    || matches!(
                        self.scan.word(&token),
                        "eur" | "usd" | "now" | "jetzt" | "currently" | "actuellement"
                    ));
            if !(is_mark || is_join) {
                break;
            }
            // What ends the line before is another statement.
            if token.line && is_mark {
                return (None, false);
            }
            let Some(before) = at.checked_sub(1) else { return (None, false) };
            at = before;
        }
        let same_line = !self.scan.tokens[at + 1..=amount.at].iter().any(|token| token.line);
        (Some(at + 1).filter(|_| same_line || is_strict), is_strict)
    }

    /// Tells whether there is nothing but words between the start of the line and a mark.
    pub(super) fn is_label_line(&self, mark: usize) -> bool {
        for at in (mark.saturating_sub(6)..mark).rev() {
            let token = &self.scan.tokens[at];
            if !matches!(token.kind, Kind::Word | Kind::Id) {
                return false;
            }
            if token.line {
                return true;
            }
        }
        false
    }

    fn is_key_word(&self, at: usize) -> bool {
        let word = self.scan.word_at(at);
        self.index.keys.iter().any(|key| key.words.last().is_some_and(|last| last == word))
    }

    /// Tells whether another fact explains a number that stands beside a key it is not of: a total beside
    /// the rows of one page, a sum, the number of rows of a kind.
    fn is_excused(&self, at: usize, amount: &Amount, denied: u32) -> bool {
        let fact = &self.index.entries[denied as usize];
        let is_count = matches!(fact.value, Value::Count(_));
        let direct = self.in_scope(at).any(|(_, entry)| {
            matches!(entry.value, Value::Number(_))
                && tells(self.index, amount, entry)
                && (!is_count || speaks_of_number(self.index, entry))
        });
        let is_clock = amount.seconds().is_some()
            && self
                .in_scope(at)
                .any(|(_, entry)| matches!(entry.value, Value::Date(_)) && tells(self.index, amount, entry));
        // `пропущено два файла` beside a list of those left out.
        let is_other_list = !self.words_before(amount).1
            && self.in_scope(at).any(|(_, entry)| {
                matches!(entry.value, Value::Count(count) if count > 0)
                    && entry.key != fact.key
                    && entry.row == NONE
                    && tells(self.index, amount, entry)
            });
        // A year, or what the data has for a name: `in 2025 sales were higher`.
        let before = amount.at.checked_sub(1).map_or("", |at| self.scan.word_at(at));
        let is_year = is_count
            && amount.count().is_some_and(|year| (1900..2100).contains(&year))
            && matches!(
                before,
                "in" | "im"
                    | "en"
                    | "since"
                    | "seit"
                    | "depuis"
                    | "desde"
                    | "nel"
                    | "em"
                    | "on"
                    | "year"
                    | "jahr"
            );
        let word = self.scan.word_at(amount.at);
        let is_name = is_count
            && self.index.places_of(word).iter().any(|(_, token)| {
                self.index.entry_of(*token).is_some_and(|entry| {
                    let entry = &self.index.entries[entry as usize];
                    entry.value == Value::Text && entry.end == entry.first + 1
                })
            });
        if is_year || is_name {
            return true;
        }
        let is_part = is_count && self.contexts[at].is_empty() && self.is_some_part(amount);
        let derived = || {
            self.derived().iter().any(|derived| {
                let is_of_key =
                    derived.entry == denied || self.index.entries[derived.entry as usize].key == fact.key;
                derived.is_said_by(amount)
                    && (is_of_key || amount.value() > SMALL)
                    && self.contexts[at].is_empty()
            })
        };
        // The noun of one list may be that of a list in it, of which there are several.
        let nested = || {
            is_count
                && self.index.entries.iter().any(|entry| {
                    matches!(entry.value, Value::Count(_))
                        && entry.key == fact.key
                        && tells(self.index, amount, entry)
                        && self.contexts[at].is_empty()
                })
        };
        let share = || {
            let is_said = |derived: &Derived| {
                derived.how == How::Share && derived.is_said_by(amount) && self.is_share_of_told(at, derived)
            };
            amount.is_share() && self.derived().iter().any(is_said)
        };
        direct
            || is_clock
            || is_other_list
            || is_part
            || share()
            || (!is_count && self.is_strictly_other(at, amount))
            || derived()
            || nested()
    }

    /// Another number is named by the word on the other side.
    fn is_strictly_other(&self, at: usize, amount: &Amount) -> bool {
        let (end, is_strict) = self.words_before(amount);
        let is_tight = is_strict || end == Some(amount.at);
        let is_other =
            |entry: &Entry<'_>| matches!(entry.value, Value::Number(_)) && tells(self.index, amount, entry);
        !is_tight && self.in_scope(at).any(|(_, entry)| is_other(entry))
    }

    /// Tells whether a number follows from the data.
    fn follows(&self, at: usize, amount: &Amount) -> bool {
        let is_small = amount.value() <= SMALL && amount.count().is_some() && !amount.has_unit();
        self.derived().iter().any(|derived| {
            if !derived.is_said_by(amount) {
                return false;
            }
            // What follows from a whole list is said of no row of it.
            let context = &self.contexts[at];
            let row = self.index.entries[derived.entry as usize].row;
            let is_of_row = self.index.entries[derived.of as usize].row == row && derived.how != How::Mean;
            let is_whole = amount.at.checked_sub(1).is_some_and(|at| {
                lexicon::is(self.scan, at, Meaning::Of)
                    || matches!(
                        self.scan.word_at(at),
                        "all" | "allen" | "aller" | "todos" | "todas" | "tous" | "tutti"
                    )
            });
            let is_of_all = context.is_empty()
                || (is_whole && derived.how == How::Sum)
                || (is_of_row
                    && derived.how != How::Sum
                    && context.len() == 1
                    && self.index.is_within(row, context[0]));
            match derived.how {
                How::Sum => (is_of_all && !is_small) || self.has_cue(at, Meaning::Sum),
                How::Mean => {
                    (is_of_all && !is_small && amount.count().is_none()) || self.has_cue(at, Meaning::Mean)
                }
                How::Together | How::Product => is_of_all && !is_small,
                How::Share => self.is_share_of_told(at, derived),
                How::Time => true,
                How::Difference => {
                    (is_of_all && !is_small)
                        || self.has_word(
                            at,
                            &[
                                "left",
                                "free",
                                "remaining",
                                "difference",
                                "more",
                                "less",
                                "fewer",
                                "ubrig",
                                "frei",
                                "verbleibend",
                                "mehr",
                                "weniger",
                                "restent",
                                "restants",
                                "libre",
                                "libres",
                                "quedan",
                                "restantes",
                                "rimangono",
                                "liberi",
                            ],
                        )
                }
            }
        })
    }

    /// Of many numbers any percentage is some share; one counts when the text tells one of the two
    /// numbers, or the whole is a total, or there are no others.
    fn is_share_of_told(&self, at: usize, derived: &Derived) -> bool {
        let is_told = |entry: u32| {
            let fact = &self.index.entries[entry as usize];
            self.mentions.iter().enumerate().any(|(other, mention)| match &mention.what {
                What::Amount(amount) => other != at && !amount.is_share() && tells(self.index, amount, fact),
                _ => false,
            })
        };
        let is_total = || {
            self.index.key_of(&self.index.entries[derived.of as usize]).is_some_and(|key| {
                key.words.iter().any(|word| {
                    matches!(word.as_str(), "total" | "capacity" | "limit" | "max" | "size" | "all" | "quota")
                })
            })
        };
        let numbers =
            || self.index.entries.iter().filter(|entry| matches!(entry.value, Value::Number(_))).count();
        derived.of == derived.entry
            || is_total()
            || is_told(derived.entry)
            || is_told(derived.of)
            || numbers() <= 3
    }

    fn has_cue(&self, at: usize, cue: Meaning) -> bool {
        self.sentence(at).any(|token| lexicon::is(self.scan, token, cue))
    }

    fn has_word(&self, at: usize, words: &[&str]) -> bool {
        self.sentence(at).any(|token| words.contains(&self.scan.word_at(token)))
    }

    pub(super) fn sentence(&self, at: usize) -> std::ops::Range<usize> {
        let sentence = self.mentions[at].sentence;
        let here = self.mentions[at].at;
        let first = self.breaks.sentences.partition_point(|other| *other < sentence);
        let end = self.breaks.sentences.partition_point(|other| *other <= sentence);
        // A text without marks is one sentence, however long.
        first.max(here.saturating_sub(60))..end.min(here + 60)
    }

    /// The fact that an unexplained number denies.
    pub(super) fn denied_amount(
        &self,
        at: usize,
        amount: &Amount,
        is_about: bool,
        found: &Found,
    ) -> Option<u32> {
        let numbers = self.index.entries.iter().filter(|entry| Self::is_number(entry)).count();
        if !(is_about || numbers <= 2 && self.amounts == 1) {
            return None;
        }
        let value = amount.value();
        let dimensions: Vec<_> = amount.units.iter().flatten().map(|(dimension, _)| *dimension).collect();
        let distance = |entry: &Entry<'_>| {
            let known = number(entry).unwrap_or(f64::MAX);
            let units = self.index.units(entry);
            let is_same_kind = dimensions.is_empty()
                || units.iter().flatten().any(|(dimension, _)| dimensions.contains(dimension));
            let digits = if same_digits(known, value) { 0.0 } else { 1.0 };
            let far = ((known - value).abs() / known.abs().max(value.abs()).max(1e-9)).min(1.0);
            f64::from(u8::from(!is_same_kind)) * 4.0 + digits * 2.0 + far
        };
        let next = self.scan.tokens.get(amount.end);
        // How many there are is told before a noun, or behind a label.
        let counts = amount.count().is_some()
            && (next.is_some_and(|next| next.is_word() && !next.line)
                || amount.at.checked_sub(1).is_some_and(|before| self.scan.is_mark(before, ':')));
        let is_year = |value: f64| (1900.0..2100.0).contains(&value);
        if is_year(value) && amount.count().is_some() && !amount.has_unit() {
            let has_year = self.in_scope(at).any(|(_, entry)| match entry.value {
                Value::Number(value) => is_year(value),
                _ => false,
            });
            if !has_year {
                return self.year_or_text(at, amount);
            }
        }
        let test = |entry: &Entry<'_>| {
            let known = number(entry).unwrap_or_default();
            let is_same_kind =
                self.index.units(entry).iter().flatten().any(|(dimension, _)| dimensions.contains(dimension));
            // Days are no slip for a number of another kind that is far from theirs, in digits too.
            let far = amount.measures().next().is_some()
                && known.abs().max(value.abs()) > known.abs().min(value.abs()) * FAR;
            Self::is_number(entry)
                && (matches!(entry.value, Value::Number(_)) || counts)
                && (is_same_kind || !far || same_digits(known, value) || self.amounts == 1)
        };
        self.nearest(at, found, test, distance)
            .or_else(|| {
                // A number of a list that is told row by row, or one that follows: any fact will do.
                self.in_scope(at)
                    .filter(|(_, entry)| test(entry))
                    .min_by(|left, right| distance(left.1).total_cmp(&distance(right.1)))
                    .map(|(entry, _)| entry)
            })
            .or_else(|| self.year_or_text(at, amount).filter(|_| amount.measures().next().is_none()))
    }

    /// A year of a date, or a number within a string.
    fn year_or_text(&self, at: usize, amount: &Amount) -> Option<u32> {
        let is_year = amount.count().is_some_and(|year| (1000..3000).contains(&year));
        let has_digits = |entry: &Entry<'_>| {
            entry.value == Value::Text
                && (entry.first..entry.end)
                    .any(|at| matches!(self.index.scan.tokens[at as usize].kind, Kind::Number(_) | Kind::Id))
        };
        self.in_scope(at)
            .find(|(_, entry)| (is_year && matches!(entry.value, Value::Date(_))) || has_digits(entry))
            .map(|(entry, _)| entry)
    }

    pub(super) fn moment(&self, at: usize, moment: &Moment) -> Outcome {
        let agrees = |entry: &Entry<'_>| match entry.value {
            Value::Date(date) => {
                let weekday = moment.weekday.is_none() || moment.weekday == date.weekday();
                weekday && moment.date.tells(&date)
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
            return self.counterpart(at, other).map_or(Outcome::Agrees(Some(other)), Outcome::Denied);
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

    pub(super) fn denied_moment(&self, at: usize, moment: &Moment, is_about: bool) -> Option<u32> {
        let is_clock = moment.date.day.is_none() && moment.date.clock.is_some();
        let test = |entry: &Entry<'_>| match entry.value {
            Value::Date(date) => !is_clock || date.clock.is_some(),
            // `3:41` may be minutes and seconds.
            Value::Number(_) => is_clock && is_time(&self.index.units(entry)),
            Value::Bool(_) | Value::Count(_) | Value::Null | Value::Text => false,
        };
        let dates = self.in_scope(at).filter(|(_, entry)| test(entry));
        let near = |entry: &Entry<'_>| match (entry.value, moment.date.days()) {
            (Value::Date(date), Some(days)) => date.days().map_or(i64::MAX, |known| (known - days).abs()),
            _ => 0,
        };
        dates
            .min_by_key(|(_, entry)| near(entry))
            .map(|(entry, _)| entry)
            .filter(|_| is_about || moment.date.days().is_some())
    }
}

impl Judge<'_, '_> {
    /// An amount of money is of the currency that the data names.
    pub(super) fn judge_currencies(&self, found: &mut Found) {
        let currency = |entry: &Entry<'_>| {
            let (unit, length) =
                lexicon::meaning(&self.index.scan, entry.first as usize, |meaning| match meaning {
                    Meaning::Unit(Dimension::Currency, of) => Some(of),
                    _ => None,
                })?;
            ((entry.end - entry.first) as usize == length).then_some(unit)
        };
        let known: Vec<(u32, f64)> = (0u32..)
            .zip(&self.index.entries)
            .filter(|(_, entry)| entry.value == Value::Text && (1..=2).contains(&(entry.end - entry.first)))
            .filter_map(|(at, entry)| Some((at, currency(entry)?)))
            .take(200)
            .collect();
        // Crowns and dollars are of several countries.
        let alike = |text: f64, data: f64| {
            let is_one_of = |of: f64, group: &[f64]| group.iter().any(|one| one.to_bits() == of.to_bits());
            let groups: [&[f64]; 2] = [&[14.0, 7.0, 8.0, 9.0], &[2.0, 17.0, 18.0]];
            let is_shared = |group: &&[f64]| is_one_of(text, &group[..1]) && is_one_of(data, group);
            text.to_bits() == data.to_bits() || groups.iter().any(is_shared)
        };
        for (at, mention) in self.mentions.iter().enumerate() {
            let What::Amount(amount) = &mention.what else { continue };
            let Some((_, of)) =
                amount.units.iter().flatten().find(|(dimension, _)| *dimension == Dimension::Currency)
            else {
                continue;
            };
            let mut near = known
                .iter()
                .filter(|(entry, _)| self.is_in_scope(at, &self.index.entries[*entry as usize]))
                .peekable();
            let Some((entry, _)) = near.peek().copied() else { continue };
            if !near.any(|(_, data)| alike(*of, *data)) {
                found.conflicts.push(super::Conflict { entry: *entry, at: mention.at, end: mention.end });
            }
        }
    }
}

/// The number of all facts of a kind, by its key: `total`, `count`, `size`.
fn speaks_of_number(index: &Index<'_>, entry: &Entry<'_>) -> bool {
    index.key_of(entry).is_some_and(|key| {
        key.words.iter().any(|word| {
            matches!(
                word.as_str(),
                "total"
                    | "count"
                    | "num"
                    | "number"
                    | "n"
                    | "size"
                    | "found"
                    | "hits"
                    | "matches"
                    | "available"
                    | "quantity"
                    | "qty"
                    | "length"
                    | "totals"
                    | "sum"
                    | "all"
                    | "remaining"
                    | "items"
                    | "results"
                    | "limit"
                    | "shown"
                    | "returned"
                    | "matched"
                    | "estimated"
            )
        })
    })
}

fn is_conjunction(word: &str) -> bool {
    matches!(word, "and" | "or" | "und" | "oder" | "et" | "ou" | "y" | "o" | "e" | "och" | "en" | "i")
}

/// Tells whether the words of a key stand at a token.
fn starts_with_key(scan: &Scan, at: usize, key: &Key) -> bool {
    !key.words.is_empty()
        && key
            .words
            .iter()
            .zip(&key.nouns)
            .enumerate()
            .all(|(step, (word, nouns))| is_word_of_key(scan, at + step, word, nouns))
        || key.words.len() == 2
            && is_generic(&key.words[0])
            && is_word_of_key(scan, at, &key.words[1], &key.nouns[1])
        || key.words.len() == 2
            && is_unit(&key.words[1])
            && is_word_of_key(scan, at, &key.words[0], &key.nouns[0])
}

/// Tells whether the words of a key end before a token.
fn ends_with_key(scan: &Scan, end: usize, key: &Key) -> bool {
    let words = key.words.len();
    if end.checked_sub(1).is_some_and(|at| is_key_token(scan, at, key)) {
        return true;
    }
    let all = |first: usize| {
        key.words
            .iter()
            .zip(&key.nouns)
            .enumerate()
            .all(|(step, (word, nouns))| is_word_of_key(scan, first + step, word, nouns))
    };
    let whole = end >= words && words > 0 && all(end - words);
    let without_unit = words == 2
        && end >= 1
        && is_unit(&key.words[1])
        && is_word_of_key(scan, end - 1, &key.words[0], &key.nouns[0]);
    whole || without_unit
}

fn is_generic(word: &str) -> bool {
    matches!(
        word,
        "total"
            | "num"
            | "number"
            | "n"
            | "count"
            | "the"
            | "my"
            | "all"
            | "matching"
            | "open"
            | "is"
            | "unit"
    )
}

fn is_unit(word: &str) -> bool {
    lexicon::unit_of(word).is_some() || word == "count" || word == "kmh" || word == "percent"
}

/// Tells whether a token is a word of a key, in whatever language.
pub(in crate::align) fn is_word_of_key(scan: &Scan, at: usize, word: &str, nouns: &[u16]) -> bool {
    let Some(token) = scan.tokens.get(at).filter(|token| token.is_word()) else { return false };
    if same_noun(scan.word(token), word) {
        return true;
    }
    let state = lexicon::states_of(word);
    (!nouns.is_empty() || state.is_some())
        && lexicon::meaning(scan, at, |meaning| match meaning {
            Meaning::Noun(noun) if nouns.contains(&noun) => Some(()),
            Meaning::State(said) if Some(said) == state => Some(()),
            _ => None,
        })
        .is_some()
}

fn same_digits(left: f64, right: f64) -> bool {
    let digits = |value: f64| {
        let mut digits: Vec<u8> = format!("{:.3}", value.abs())
            .bytes()
            .filter(u8::is_ascii_digit)
            .filter(|digit| *digit != b'0')
            .collect();
        digits.sort_unstable();
        digits
    };
    digits(left) == digits(right)
}

/// What the number of rows of a kind comes to: `2 are open`, `open: 2`.
#[derive(Default)]
pub(super) struct Group {
    pub(super) agrees: bool,
    pub(super) denied: Option<u32>,
}

impl Judge<'_, '_> {
    fn group(&self, at: usize, amount: &Amount) -> Group {
        let Some(count) = amount.count().filter(|_| !amount.has_unit() && amount.is_exact()) else {
            return Group::default();
        };
        let mut group = Group::default();
        let mention = &self.mentions[at];
        let behind =
            self.mentions[at + 1..].iter().take_while(|next| next.sentence == mention.sentence).take(4);
        for next in behind {
            let gap = next.at.saturating_sub(amount.end);
            if gap > 6
                || matches!(&next.what, What::Amount(other) if !lexicon::is(self.scan, other.at.saturating_sub(1), Meaning::Of) && !lexicon::is(self.scan, amount.end, Meaning::Of))
            {
                break;
            }
            let is_part = lexicon::is(self.scan, amount.end, Meaning::Of)
                && (1..3).any(|step| amount::read(self.scan, amount.end + step).is_some());
            let is_close = gap <= 1 || ((gap <= 3 || is_part) && next.clause == mention.clause);
            if self.compare_group(&next.what, count, is_close, &mut group) {
                return group;
            }
        }
        if let Some(before) = at.checked_sub(1).map(|before| &self.mentions[before])
            && before.sentence == mention.sentence
        {
            let gap = amount.at.saturating_sub(before.end);
            let is_kind = match &before.what {
                What::Facts(hits) => hits.len() > 1 || hits.iter().any(|hit| self.state(*hit).is_some()),
                _ => true,
            };
            let is_label = is_kind
                && gap == 1
                && matches!(self.scan.tokens[before.end].kind, Kind::Mark(':' | '(' | '=' | '：'));
            if self.compare_group(&before.what, count, is_label, &mut group) {
                return group;
            }
        }
        self.flag_group(at, count, &mut group);
        group
    }

    /// `3 instances are running` where only two of the three are.
    fn not_all(&self, at: usize, amount: &Amount) -> Option<u32> {
        let is_whole = amount.at.checked_sub(1).is_some_and(|at| lexicon::is(self.scan, at, Meaning::Of));
        let next =
            self.mentions.get(at + 1).filter(|next| next.clause == self.mentions[at].clause && !is_whole)?;
        let state = match &next.what {
            What::State(state) => *state,
            What::Facts(hits) => hits.first().and_then(|hit| self.state(*hit))?,
            _ => return None,
        };
        let verb = next.at.checked_sub(1).map_or("", |before| self.scan.word_at(before));
        let is_said = matches!(
            verb,
            "are"
                | "is"
                | "sind"
                | "ist"
                | "sont"
                | "est"
                | "estan"
                | "esta"
                | "son"
                | "sono"
                | "estao"
                | "sao"
                | "zijn"
                | "sa"
                | "ar"
        );
        let facts = self.rows_of_state(state);
        let is_close = next.at.saturating_sub(amount.end) <= 4;
        let is_less =
            amount.count().is_some_and(|count| self.by_list(&facts).iter().all(|rows| *rows < count));
        facts.first().copied().filter(|_| is_said && is_close && is_less)
    }

    /// Compares a count with the number of rows that have a value; tells whether they agree.
    fn compare_group(&self, what: &What, count: usize, is_close: bool, group: &mut Group) -> bool {
        let of_row = |hit: &u32| self.index.entries[*hit as usize].row != NONE && !self.names.is_name(*hit);
        let facts = match what {
            What::Facts(hits) if hits.iter().all(of_row) => hits.clone(),
            What::State(state) => self.rows_of_state(*state),
            _ => return false,
        };
        let Some(entry) = facts.first() else { return false };
        if self.by_list(&facts).contains(&count) {
            group.agrees = true;
            return true;
        }
        // `Ilja (12)`: the number may be one of those rows.
        let is_of_row = |entry: &Entry<'_>| {
            matches!(entry.value, Value::Number(value) if u32::try_from(count).is_ok_and(|count| value.to_bits() == f64::from(count).to_bits()))
                && facts.iter().any(|fact| self.index.entries[*fact as usize].row == entry.row)
        };
        if is_close && !self.index.entries.iter().any(is_of_row) {
            group.denied = group.denied.or(Some(*entry));
        }
        false
    }

    /// `2 of the 3 cities lie on the coast`: as many rows as have one value of some flag.
    fn is_part_of_rows(&self, amount: &Amount) -> bool {
        let is_part = lexicon::is(self.scan, amount.end, Meaning::Of)
            && (1..4).any(|step| amount::read(self.scan, amount.end + step).is_some());
        let Some(count) = amount.count().filter(|_| is_part) else { return false };
        let mut groups: HashMap<(u32, bool), usize> = HashMap::new();
        for entry in self.index.entries.iter().filter(|entry| entry.row != NONE) {
            match entry.value {
                Value::Bool(value) => *groups.entry((entry.key, value)).or_default() += 1,
                // `two of the three are in stock`
                Value::Number(value) => *groups.entry((entry.key, value > 0.0)).or_default() += 1,
                Value::Count(_) | Value::Date(_) | Value::Null | Value::Text => {}
            }
        }
        groups.values().any(|rows| *rows == count)
    }

    /// As many rows as say one thing: a flag, a word that several of them share, none and some.
    fn is_some_part(&self, amount: &Amount) -> bool {
        let Some(count) = amount.count().filter(|count| *count > 1) else { return false };
        let mut groups: HashMap<(u32, u8, &str), usize> = HashMap::new();
        let mut lists: HashMap<u32, usize> = HashMap::new();
        for (at, entry) in (0u32..).zip(&self.index.entries).filter(|(_, entry)| entry.row != NONE) {
            *lists.entry(entry.key).or_default() += 1;
            let kind = match entry.value {
                Value::Bool(value) => (entry.key, u8::from(value), ""),
                Value::Text if self.state(at).is_some() => (entry.key, 2, entry.node.text()),
                Value::Number(value) => (entry.key, 3 + u8::from(value > 0.0), ""),
                Value::Count(_) | Value::Date(_) | Value::Null | Value::Text => continue,
            };
            *groups.entry(kind).or_default() += 1;
        }
        let is_group = groups
            .iter()
            .any(|((key, _, _), rows)| *rows == count && lists.get(key).is_some_and(|all| *all > count));
        is_group || self.unequal().contains(&count)
    }

    /// In how many rows two numbers of one row that stand side by side differ: the stock, and what was counted.
    fn unequal(&self) -> Vec<usize> {
        let mut pairs: HashMap<(u32, u32), usize> = HashMap::new();
        let numbers: Vec<(&Entry<'_>, f64)> = self
            .index
            .entries
            .iter()
            .filter(|entry| entry.row != NONE)
            .filter_map(|entry| match entry.value {
                Value::Number(value) => Some((entry, value)),
                _ => None,
            })
            .collect();
        for (at, (first, one)) in numbers.iter().enumerate() {
            let beside = numbers[at + 1..].iter().take(4).take_while(|(second, _)| second.row == first.row);
            for (second, _) in beside.filter(|(_, two)| one.to_bits() != two.to_bits()) {
                *pairs.entry((first.key, second.key)).or_default() += 1;
            }
        }
        pairs.into_values().collect()
    }

    /// The facts of rows that say a state, by a string or by a flag.
    fn rows_of_state(&self, state: u16) -> Vec<u32> {
        let is_so = |at: u32, entry: &Entry<'_>| match entry.value {
            Value::Text => self.state(at) == Some(state),
            Value::Bool(value) => self.index.key_of(entry).is_some_and(|key| {
                key.words
                    .iter()
                    .filter_map(|word| lexicon::states_of(word))
                    .any(|own| (own == state && value) || (lexicon::opposite(own) == Some(state) && !value))
            }),
            Value::Count(_) | Value::Date(_) | Value::Null | Value::Number(_) => false,
        };
        let facts = (0u32..).zip(&self.index.entries).filter(|(_, entry)| entry.row != NONE);
        facts.filter(|(at, entry)| is_so(*at, entry)).map(|(at, _)| at).collect()
    }

    /// How many of some facts each list has: rows may stand in the data twice, as a list and by their ids.
    fn by_list(&self, facts: &[u32]) -> Vec<usize> {
        let mut lists: HashMap<u32, usize> = HashMap::new();
        for fact in facts {
            let row = self.index.entries[*fact as usize].row;
            *lists.entry(self.index.rows[row as usize].list).or_default() += 1;
        }
        lists.into_values().collect()
    }

    /// `2 remote`: the rows whose flag has that key.
    fn flag_group(&self, at: usize, count: usize, group: &mut Group) {
        let here = self.mentions[at].at;
        let range = here + 1..(here + 8).min(self.sentence(at).end);
        for key in self.index.keys.iter().enumerate().filter(|(_, key)| !key.words.is_empty()) {
            let is_akin = |token: usize| key.1.words.len() == 1 && self.is_akin(token, &key.1.words[0]);
            let is_said =
                range.clone().any(|token| starts_with_key(self.scan, token, key.1) || is_akin(token));
            if !is_said {
                continue;
            }
            let flags =
                self.index.entries.iter().filter(|entry| entry.key as usize == key.0 && entry.row != NONE);
            let (mut yes, mut no) = (0, 0);
            for entry in flags {
                match entry.value {
                    Value::Bool(true) => yes += 1,
                    Value::Bool(false) => no += 1,
                    _ => {}
                }
            }
            let negated = range.clone().any(|token| lexicon::is(self.scan, token, Meaning::Negation));
            group.agrees |= yes + no > 0 && (if negated { no } else { yes }) == count;
        }
    }
}
