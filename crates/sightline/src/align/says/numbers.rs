//! Does a part of a text say a number?

use super::{Span, is_nothing};
use crate::align::amount;
use crate::align::index::{Entry, Index};
use crate::align::lexicon::{self, Meaning};
use crate::align::scan::{Kind, Scan};

/// What says that there is none of something: `out of stock`, `free`, `none`.
fn says_zero(span: &Span<'_>) -> bool {
    let is_none = |meaning| match meaning {
        Meaning::State(state) => (lexicon::opposite(state).is_some() && !lexicon::is_positive(state)
            || lexicon::is_free(state))
        .then_some(()),
        _ => None,
    };
    let (first, end) = span.trimmed();
    let is_same = end == first + 1 && matches!(span.scan.word_at(first), "=" | "→" | "±");
    is_nothing(span) || is_same || lexicon::meaning(span.scan, first, is_none).is_some()
}

pub(super) fn says_number(index: &Index<'_>, entry: &Entry<'_>, value: f64, span: &Span<'_>) -> bool {
    let units = index.units(entry);
    if value != 0.0 && (span.first..span.end).any(|at| is_arrow_against(span.scan, at, value)) {
        return false;
    }
    if value == 0.0 && says_zero(span) {
        return true;
    }
    if is_called(span, value) {
        return true;
    }
    let mut at = span.first;
    while at < span.end {
        match amount::read(span.scan, at) {
            Some(amount) => {
                // `12M` in a column of sizes.
                if amount.is_bytes_by_letter(value, &units) || is_by_letter(span, &amount, value) {
                    return true;
                }
                let in_head = amount.in_units(span.units);
                let is_in_head = span.units[0].is_some() && !amount.has_unit() && in_head.is(value, &units);
                if is_in_head || amount.is(value, &units) {
                    return true;
                }
                at = amount.end.max(at + 1);
            }
            None => at += 1,
        }
    }
    // A moment may be written for a number of seconds, and a time for a number of minutes.
    span.any(|at| matches!(span.scan.tokens[at].kind, Kind::Clock(clock) if [1.0, 60.0, 3600.0].iter().any(|scale| (f64::from(clock) - value * scale).abs() < 1.0)))
}

/// `12B` of twelve billions, `32k` of 32768.
fn is_by_letter(span: &Span<'_>, amount: &amount::Amount, value: f64) -> bool {
    let letter = amount.at + 1;
    let is_close = span.scan.tokens.get(letter).is_some_and(|token| !token.spaced && token.is_word());
    let power = match span.scan.word_at(letter) {
        "k" => 1,
        "m" => 2,
        "b" | "g" => 3,
        "t" => 4,
        _ => return false,
    };
    let number = amount.without_unit(span.scan);
    let is = |scale: f64| number.is_some_and(|number| number.is_rounded_of(value / scale));
    span.is_cell && is_close && letter < span.end && (is(1e3f64.powi(power)) || is(1024f64.powi(power)))
}

/// `P1` and `v3` of a priority and a version: a letter before the digits.
fn is_called(span: &Span<'_>, value: f64) -> bool {
    let is_digits = |at: usize| {
        let word = span.scan.word_at(at);
        let digits = word.trim_start_matches(|character: char| character.is_ascii_lowercase());
        span.scan.tokens[at].kind == Kind::Id
            && (1..=2).contains(&(word.len() - digits.len()))
            && !digits.starts_with('0')
            && digits.parse::<f64>().is_ok_and(|number| number.to_bits() == value.to_bits())
    };
    span.is_cell && (span.first..span.end).any(is_digits)
}

/// `▼ 2.1 %` of a change of +2.1.
fn is_arrow_against(scan: &Scan, at: usize, value: f64) -> bool {
    let rises = match scan.tokens[at].kind {
        Kind::Mark('▲' | '△' | '↑' | '⬆' | '📈') => true,
        Kind::Mark('▼' | '▽' | '↓' | '⬇' | '📉') => false,
        _ => return false,
    };
    (value > 0.0) != rises
}
