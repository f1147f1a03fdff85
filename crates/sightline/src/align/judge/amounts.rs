//! Numbers of a text: which fact explains one, and which one it denies.

use super::following::same_head;
use super::groups::Group;
use super::{Found, Ground, Judge, Outcome};
use crate::align::amount::{self, Amount};
use crate::align::index::{Entry, Index, NONE, Value};
use crate::align::lexicon::{self, Meaning};
use crate::align::scan::Kind;

/// Numbers up to here are met by chance too often to be explained by what only follows from the data.
pub(super) const SMALL: f64 = 12.0;

/// The number of a fact.
pub(in crate::align) fn number(entry: &Entry<'_>) -> Option<f64> {
    match entry.value {
        Value::Number(value) => Some(value),
        Value::Count(count) => u32::try_from(count).ok().map(f64::from),
        Value::Bool(_) | Value::Date(_) | Value::Null | Value::Text => None,
    }
}

/// Tells whether an amount is what a fact says.
pub(in crate::align) fn tells(index: &Index<'_>, amount: &Amount, entry: &Entry<'_>) -> bool {
    match entry.value {
        Value::Count(_) => {
            !amount.has_unit() && number(entry).is_some_and(|value| amount.is(value, &[None; 3]))
        }
        Value::Number(value) => {
            let units = index.units(entry);
            // Where another key names such a unit, a key without one has no such value.
            let is_other = units[0].is_none()
                && amount.measures().any(|dimension| index.dimensions.contains(&dimension));
            // A number that no key says to be a time is one of another unit only exactly.
            let is_loose =
                units[0].is_none() && amount.is_of(lexicon::Dimension::Time) && !speaks_of_time(index, entry);
            if is_loose && !amount.bare().is(value, &units) && !amount.is_exact_time(value) {
                return false;
            }
            // Wei and the like: so many of the smallest part that another power of ten is told.
            let is_smallest = value.abs() >= 1e12 && units[0].is_none() && same_head(value, amount.value());
            is_smallest || if is_other { amount.bare().is(value, &units) } else { amount.is(value, &units) }
        }
        Value::Date(date) => {
            let year =
                date.year.is_some_and(|year| !amount.has_unit() && amount.is(f64::from(year), &[None; 3]));
            let clock = amount.clock().is_some_and(|seconds| {
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

/// Tells whether the key of a number speaks of time.
fn speaks_of_time(index: &Index<'_>, entry: &Entry<'_>) -> bool {
    const WORDS: [&str; 22] = [
        "age",
        "delay",
        "dauer",
        "duracion",
        "duration",
        "durata",
        "duree",
        "elapsed",
        "estimate",
        "interval",
        "latency",
        "length",
        "lifetime",
        "period",
        "remaining",
        "retention",
        "runtime",
        "time",
        "timeout",
        "ttl",
        "uptime",
        "window",
    ];
    let is_word = |word: &String| WORDS.contains(&word.as_str());
    let key = index.key_of(entry);
    let above = key.and_then(|key| index.keys.get(key.above as usize));
    [key, above]
        .into_iter()
        .flatten()
        .any(|key| key.words.iter().any(is_word) || !key.words.iter().all(|word| word.is_ascii()))
}

/// A reading of a number, with the name by which it is switched off in a test of what each is good for.
type Reading = (&'static str, fn(&Judge<'_, '_>, usize, &Amount) -> Option<Outcome>);

/// Readings that come before any fact: what the number is, is told by its form.
const BY_FORM: [Reading; 18] = [
    ("out-of-order", |judge, at, amount| {
        judge.out_of_order(at, amount).map(|denied| Outcome::Denied(denied, Ground::Misplaced))
    }),
    ("list-mark", |judge, _, amount| judge.is_list_mark(amount).then_some(Outcome::Silent)),
    ("round-the-clock", |judge, _, amount| judge.is_round_the_clock(amount).then_some(Outcome::Silent)),
    ("position", |judge, at, amount| judge.is_position(at, amount).then_some(Outcome::Silent)),
    ("ordinal", |judge, at, amount| {
        let outcome = || if judge.is_day(amount) { Outcome::Agrees(None) } else { Outcome::Silent };
        judge.is_ordinal(amount).then(|| judge.by_value(at, amount).unwrap_or_else(outcome))
    }),
    ("numbered", |judge, _, amount| judge.is_numbered(amount).then_some(Outcome::Agrees(None))),
    ("designation", |judge, _, amount| judge.designation(amount)),
    ("scale", |judge, _, amount| {
        (judge.is_scale(amount) || judge.is_step(amount)).then_some(Outcome::Silent)
    }),
    ("turned", |judge, at, amount| {
        judge.is_turned(at, amount).map(|denied| Outcome::Denied(denied, Ground::Misplaced))
    }),
    ("ratio", |judge, at, amount| judge.ratio(at, amount)),
    ("share-of-pair", |judge, at, amount| judge.share_of_pair(at, amount)),
    ("aside", |judge, _, amount| judge.is_aside(amount.at).then_some(Outcome::Silent)),
    ("page", |judge, at, amount| judge.is_page(at, amount).then_some(Outcome::Silent)),
    ("window", |judge, at, amount| judge.is_window(at, amount).then_some(Outcome::Silent)),
    ("of-key", |judge, _, amount| judge.is_key_with_number(amount).then_some(Outcome::Silent)),
    ("so-many-more", |judge, at, amount| judge.is_so_many_more(at, amount).then_some(Outcome::Silent)),
    ("nobody", |judge, _, amount| judge.is_nobody(amount).then_some(Outcome::Silent)),
    ("how-often", |judge, _, amount| judge.is_how_often(amount).then_some(Outcome::Silent)),
];

/// Readings of a number that no key stands beside, before the groups of rows deny it.
const UNNAMED: [Reading; 3] = [
    ("place", |judge, at, amount| {
        (amount.is_place || judge.is_of_place(at, amount)).then_some(Outcome::Silent)
    }),
    ("base", |judge, _, amount| judge.is_base(amount).then_some(Outcome::Silent)),
    ("pair-of-one", |judge, at, amount| judge.is_pair_of_one(at, amount).then_some(Outcome::Unexplained)),
];

/// Readings of a number as a part of the rows, before any fact has it by its value.
const PARTS: [Reading; 3] = [
    ("other-unit", |judge, at, amount| judge.is_in_other_unit(at, amount).then_some(Outcome::Agrees(None))),
    ("part-of-rows", |judge, _, amount| judge.is_part_of_rows(amount).then_some(Outcome::Agrees(None))),
    ("some-part", |judge, at, amount| {
        let is_open = !amount.has_unit() && judge.contexts[at].is_empty();
        (is_open && judge.is_some_part(amount)).then_some(Outcome::Agrees(None))
    }),
];

/// Readings of a number that no fact in scope has.
const OTHERWISE: [Reading; 4] = [
    ("follows", |judge, at, amount| judge.follows(at, amount).then_some(Outcome::Agrees(None))),
    ("day", |judge, _, amount| judge.is_day(amount).then_some(Outcome::Agrees(None))),
    ("hour", |judge, at, amount| judge.is_hour(at, amount).then_some(Outcome::Agrees(None))),
    // A bound that the text sets itself: `over 30 °C`, `normal: below 0.5 %`.
    ("bound", |_, _, amount| {
        let is_bound = matches!(amount.hedge, amount::Hedge::More | amount::Hedge::Less);
        (is_bound || amount.is_article()).then_some(Outcome::Silent)
    }),
];

impl Judge<'_, '_> {
    /// What a number comes to: another reading, the fact whose key stands beside it, a part of the rows, or
    /// any fact in scope that has its value.
    pub(super) fn amount(&self, at: usize, amount: &Amount) -> Outcome {
        if let Some(outcome) = self.read(&BY_FORM, at, amount) {
            return outcome;
        }
        let named = if self.is_part_by_words(amount) { Vec::new() } else { self.named(at, amount) };
        let group = self.group(at, amount);
        if let Some(outcome) = self.beside_key(at, amount, &named, &group) {
            return outcome;
        }
        if let Some(outcome) = self.read(&UNNAMED, at, amount) {
            return outcome;
        }
        let is_own = |(_, entry): &(u32, &Entry<'_>)| {
            matches!(entry.value, Value::Number(_))
                && tells(self.index, amount, entry)
                && self.is_keyed(at, entry)
        };
        if let Some(denied) = group.denied.filter(|_| !self.in_scope(at).any(|fact| is_own(&fact))) {
            return Outcome::Denied(denied, Ground::Group);
        }
        self.read(&PARTS, at, amount)
            .or_else(|| self.by_value(at, amount))
            .or_else(|| self.read(&OTHERWISE, at, amount))
            .unwrap_or_else(|| self.elsewhere(at, amount))
    }

    fn read(&self, readings: &[Reading], at: usize, amount: &Amount) -> Option<Outcome> {
        readings.iter().find_map(|(_, read)| read(self, at, amount))
    }

    /// What the facts say whose key stands beside a number.
    fn beside_key(&self, at: usize, amount: &Amount, named: &[u32], group: &Group) -> Option<Outcome> {
        let fact = |entry: &u32| &self.index.entries[*entry as usize];
        if let Some(entry) = named.iter().find(|entry| self.tells_or_counts(amount, fact(entry))) {
            let is_count = matches!(fact(entry).value, Value::Count(_));
            let denied = self.not_all(at, amount).filter(|_| is_count);
            let agrees = Outcome::Agrees(Some(*entry));
            return Some(denied.map_or(agrees, |entry| Outcome::Denied(entry, Ground::NotAll)));
        }
        if group.agrees {
            return Some(Outcome::Agrees(None));
        }
        let first = named.first()?;
        if self.is_score(amount) && matches!(fact(first).value, Value::Count(_)) {
            return None;
        }
        // An article counts things, and no money.
        if amount.is_article() && !matches!(fact(first).value, Value::Count(_)) {
            return Some(Outcome::Silent);
        }
        let is_keyed = || amount.at.checked_sub(1).is_some_and(|before| self.is_key_word(before));
        if amount.is_place && !amount.has_unit() && !is_keyed() {
            return None;
        }
        let is_portion = self.is_portion(at, amount);
        if !is_portion && self.is_swapped(at, amount, *first) {
            return Some(Outcome::Denied(*first, Ground::Swapped));
        }
        if !is_portion && !self.is_excused(at, amount, *first) {
            return Some(Outcome::Denied(*first, Ground::Named));
        }
        let denied = group.denied.filter(|_| is_portion);
        Some(denied.map_or(Outcome::Agrees(None), |denied| Outcome::Denied(denied, Ground::Group)))
    }

    /// The fact in scope that has the value of a number.
    fn by_value(&self, at: usize, amount: &Amount) -> Option<Outcome> {
        // `Web (2)` and `2 single rooms`: the number is one of the row, and no length of the list.
        let is_of_row = self.is_row_name(amount.end) || self.is_counted_row(at, amount);
        let says = |entry: &Entry<'_>| {
            tells(self.index, amount, entry)
                && !self.is_chance(at, amount, entry)
                && !(is_of_row && matches!(entry.value, Value::Count(_)) && entry.row == NONE)
        };
        let in_scope = self.in_scope(at).find(|(_, entry)| says(entry));
        in_scope.map(|(entry, _)| Outcome::Agrees(Some(entry)))
    }

    fn is_counted_row(&self, at: usize, amount: &Amount) -> bool {
        let [row] = self.contexts[at][..] else { return false };
        let is_mark = |before: &usize| matches!(self.scan.tokens[*before].kind, Kind::Mark('(' | ':'));
        let Some(before) = amount.at.checked_sub(1).filter(is_mark) else { return false };
        let is_own = |entry: &&Entry<'_>| entry.row == row && matches!(entry.value, Value::Number(_));
        self.index.entries.iter().filter(is_own).count() == 1
            && (0..3).any(|back| before > back && self.is_row_name(before - 1 - back))
    }

    pub(super) fn tells_or_counts(&self, amount: &Amount, entry: &Entry<'_>) -> bool {
        let is_count = || matches!(entry.value, Value::Count(_)) && amount.units[0].is_some();
        tells(self.index, amount, entry) || is_count() && tells(self.index, &amount.bare(), entry)
    }

    /// A small number that some row has by chance, when the text speaks of no row, or not of that one.
    pub(super) fn is_chance(&self, at: usize, amount: &Amount, entry: &Entry<'_>) -> bool {
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
    pub(super) fn elsewhere(&self, at: usize, amount: &Amount) -> Outcome {
        let says = |entry: &Entry<'_>| tells(self.index, amount, entry) && !self.is_chance(at, amount, entry);
        let other = (0u32..).zip(&self.index.entries).find(|(_, entry)| says(entry));
        if let Some((other, _)) = other {
            return self.misplaced(at, other);
        }
        // A small number that some row has by chance denies no other fact.
        if self
            .in_scope(at)
            .any(|(_, entry)| matches!(entry.value, Value::Number(_)) && tells(self.index, amount, entry))
        {
            return Outcome::Silent;
        }
        let word = self.scan.word_at(amount.at);
        let places = self.index.places_of(word);
        let is_there = places.iter().any(|(_, token)| {
            self.index
                .entry_of(*token)
                .is_some_and(|entry| self.is_in_scope(at, &self.index.entries[entry as usize]))
        });
        let is_same = is_there && (!amount.has_unit() || self.has_unit_in_string(amount, places));
        if is_same || self.is_part_of_name(at, amount) { Outcome::Agrees(None) } else { Outcome::Unexplained }
    }

    /// `6 %` where a string of the data says so.
    fn has_unit_in_string(&self, amount: &Amount, places: &[(u64, u32)]) -> bool {
        let said = (amount.at..amount.end).map(|at| self.scan.word_at(at));
        places.iter().any(|(_, token)| {
            let known = (*token as usize..).map(|at| self.index.scan.word_at(at));
            said.clone().zip(known).all(|(said, known)| said == known)
        })
    }

    /// A year of `2026-Q1`, the 95 of a key `p95_ms`.
    fn is_part_of_name(&self, at: usize, amount: &Amount) -> bool {
        let word = self.scan.word_at(amount.at);
        let is_digits = |part: &str| part.trim_matches(|character: char| !character.is_ascii_digit()) == word;
        let in_key = |key: &crate::align::index::Key| {
            key.words.iter().any(|own| own.len() > word.len() && is_digits(own))
        };
        let in_name = |entry: &Entry<'_>| {
            let ids = (entry.first..entry.end).take(16).map(|at| at as usize);
            ids.filter(|at| self.index.scan.tokens[*at].kind == Kind::Id).any(|at| {
                self.index.scan.word_at(at).split(|mark: char| !mark.is_alphanumeric()).any(is_digits)
            })
        };
        let is_whole = amount.count().is_some() && !amount.is_word;
        is_whole
            && (self.index.keys.iter().any(in_key)
                || word.len() > 2 && self.in_scope(at).any(|(_, entry)| in_name(entry)))
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
        if !(is_about || numbers <= 2 && self.amounts == 1) || self.is_aside(amount.at) {
            return None;
        }
        let is_year = |value: f64| (1900.0..2100.0).contains(&value);
        if is_year(amount.value()) && amount.count().is_some() && !amount.has_unit() {
            let has_year = self.in_scope(at).any(|(_, entry)| match entry.value {
                Value::Number(value) => is_year(value),
                _ => false,
            });
            if !has_year {
                return self.year_or_text(at, amount);
            }
        }
        if self.in_scope(at).any(|(_, entry)| Self::is_number(entry)) {
            let denied = self.anchored(at, amount, found);
            return denied
                .or_else(|| self.nearly_follows(at, amount))
                .or_else(|| self.wrong_time(at, amount))
                .or_else(|| self.within_string(at, amount))
                .or_else(|| self.slip_of_string(at, amount, found));
        }
        let denied = self.year_or_text(at, amount).filter(|_| amount.measures().next().is_none());
        let denied = denied.or_else(|| self.wrong_clock(at, amount, found));
        denied.or_else(|| self.wrong_time(at, amount)).or_else(|| self.slip_of_string(at, amount, found))
    }

    /// A year of a date, or a number within a string.
    pub(super) fn year_or_text(&self, at: usize, amount: &Amount) -> Option<u32> {
        let is_year = amount.count().is_some_and(|year| (1000..3000).contains(&year));
        let length = self.scan.word_at(amount.at).len();
        let is_alike = |token: usize| match self.index.scan.tokens[token].kind {
            Kind::Number(_) => true,
            Kind::Id => {
                let word = self.index.scan.word_at(token);
                let mut digits = word.split(|character: char| !character.is_ascii_digit());
                length > 1 && digits.any(|digits| digits.len() == length)
            }
            _ => false,
        };
        let has_digits = |entry: &Entry<'_>| {
            entry.value == Value::Text
                && !amount.is_word
                && (entry.first..entry.end).take(64).any(|token| is_alike(token as usize))
        };
        self.in_scope(at)
            .find(|(_, entry)| (is_year && matches!(entry.value, Value::Date(_))) || has_digits(entry))
            .map(|(entry, _)| entry)
    }
}
