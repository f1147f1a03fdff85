//! Reads an amount: digits or a word for a number, with the sign, the magnitude and the unit beside it.

use super::{Amount, Hedge, is_exactly};
use crate::align::lexicon::{self, Dimension, Meaning};
use crate::align::number::Number;
use crate::align::scan::{Kind, Scan};

/// Reads the amount whose number is a token.
pub(in crate::align) fn read(scan: &Scan, at: usize) -> Option<Amount> {
    let token = scan.tokens.get(at)?;
    let (number, length, is_word) = match token.kind {
        Kind::Number(number) => (number, 1, false),
        Kind::Word => written(scan, at)?,
        Kind::Clock(_) | Kind::Date(_) | Kind::Id | Kind::Mark(_) => return None,
    };
    let mut amount = Amount {
        number,
        magnitude: 1.0,
        units: [None; 3],
        negative: is_negative(scan, at),
        is_plus: !scan.tokens[at].spaced && at.checked_sub(1).is_some_and(|sign| scan.is_mark(sign, '+')),
        is_signed_by_word: is_signed_by_word(scan, at),
        hedge: hedge(scan, at),
        compound: None,
        at,
        end: at + length,
        is_word,
        is_clock: false,
        is_place: is_place(scan, at),
        before: at.checked_sub(1).map_or(0, |before| lexicon::hash(scan.word_at(before))),
    };
    read_fraction(scan, &mut amount);
    read_half(scan, &mut amount);
    read_magnitude(scan, &mut amount);
    read_myriads(scan, &mut amount);
    read_units(scan, &mut amount);
    if amount.units[0].is_some() {
        read_half(scan, &mut amount);
    } else {
        read_currency_before(scan, &mut amount);
    }
    read_compound(scan, &mut amount);
    Some(amount)
}

/// Words for numbers in an English text; `pieces` are no Polish five there.
const ENGLISH: [&str; 24] = [
    "zero",
    "null",
    "one",
    "a",
    "single",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

fn written(scan: &Scan, at: usize) -> Option<(Number, usize, bool)> {
    // The French `TVA` is no Swedish two.
    let token = scan.tokens[at];
    if token.upper && token.end - token.start > 1 && scan.word(&token).is_ascii() && !is_shouted(scan, at) {
        return None;
    }
    if scan.is_english && !ENGLISH.contains(&scan.word_at(at)) {
        return None;
    }
    let (value, length) = lexicon::meaning(scan, at, |meaning| match meaning {
        Meaning::Number(value) => Some(f64::from(value)),
        _ => None,
    })?;
    // One character of an unspaced language may be part of any word.
    let alone = |at: usize| scan.tokens.get(at).is_none_or(|token| !token.is_word() || token.spaced);
    let is_part =
        !scan.word_at(at).is_ascii() && scan.tokens[at].end - scan.tokens[at].start <= 3 && length == 1;
    (!is_part || alone(at)).then_some((Number::whole(value), length, true))
}

/// The words around are in capitals as well.
fn is_shouted(scan: &Scan, at: usize) -> bool {
    let is_upper =
        |at: usize| scan.tokens.get(at).is_some_and(|token| token.upper && token.end - token.start > 2);
    is_upper(at + 1) || at.checked_sub(1).is_some_and(is_upper)
}

fn is_negative(scan: &Scan, at: usize) -> bool {
    let is_money = |at: usize| matches!(scan.tokens[at].kind, Kind::Mark('$' | '€' | '£' | '¥'));
    // `-$312.45`
    let first = at.checked_sub(1).filter(|before| is_money(*before) && !scan.tokens[at].spaced);
    let at = first.unwrap_or(at);
    let Some(sign) = at.checked_sub(1).map(|before| scan.tokens[before]) else { return false };
    let is_sign = sign.is_mark('-') || sign.is_mark('−') || sign.is_mark('–');
    let token = scan.tokens[at];
    let before = at.checked_sub(2).map(|before| scan.tokens[before]);
    let is_open = sign.spaced
        || sign.line
        || before.is_none_or(|before| matches!(before.kind, Kind::Mark(mark) if mark != ')'));
    // A dash at the start of a line is one of a list, and has a space behind it.
    is_sign && is_open && !token.spaced
}

/// A fall, a place in the south, a loss: `down 3.2 %` is a change of -3.2. What was added is told beside
/// what was taken away with a sign that the data has not.
fn is_signed_by_word(scan: &Scan, at: usize) -> bool {
    let mut near = at.saturating_sub(7)..(at + 6).min(scan.tokens.len());
    near.any(|at| {
        let is_trend = |meaning| match meaning {
            Meaning::State(state) => (lexicon::family(state) == lexicon::Family::Trend).then_some(()),
            _ => None,
        };
        lexicon::is(scan, at, Meaning::Sign) || lexicon::meaning(scan, at, is_trend).is_some()
    })
}

/// What the words before a number say of it.
fn hedge(scan: &Scan, at: usize) -> Hedge {
    for back in 1..=3 {
        let Some(start) = at.checked_sub(back) else { break };
        let found = lexicon::meaning(scan, start, |meaning| match meaning {
            Meaning::About => Some(Hedge::About),
            Meaning::More => Some(Hedge::More),
            Meaning::Less => Some(Hedge::Less),
            _ => None,
        });
        // A mark of a currency may stand between.
        if let Some((hedge, length)) = found
            && (start + length == at
                || (start + length + 1 == at && matches!(scan.tokens[at - 1].kind, Kind::Mark(_))))
        {
            return hedge;
        }
        if scan.tokens[start].is_mark('.') || scan.tokens[start].is_mark(',') {
            break;
        }
    }
    let after = scan.word_at(at + 1);
    if after == "+" && !scan.tokens[at + 1].spaced { Hedge::More } else { Hedge::Exact }
}

fn is_place(scan: &Scan, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| lexicon::is(scan, before, Meaning::Place) && !scan.tokens[at].line)
}

/// `2½`
fn read_fraction(scan: &Scan, amount: &mut Amount) {
    let part = match scan.tokens.get(amount.end).filter(|token| !token.spaced).map(|token| token.kind) {
        Some(Kind::Mark('½')) => 0.5,
        Some(Kind::Mark('¼')) => 0.25,
        Some(Kind::Mark('¾')) => 0.75,
        _ => return,
    };
    amount.number.first.value += part;
    amount.number.first.decimals = if is_exactly(part, 0.5) { 1 } else { 2 };
    amount.end += 1;
}

/// `three and a half hours`, `deux heures et demie`
fn read_half(scan: &Scan, amount: &mut Amount) {
    const HALVES: [&[&str]; 12] = [
        &["and", "a", "half"],
        &["y", "media"],
        &["y", "medio"],
        &["et", "demi"],
        &["et", "demie"],
        &["e", "mezza"],
        &["e", "mezzo"],
        &["e", "meia"],
        &["e", "meio"],
        &["en", "een", "half"],
        &["и", "половиной"],
        &["с", "половиной"],
    ];
    let is_here = |words: &&&[&str]| {
        words.iter().enumerate().all(|(step, word)| scan.word_at(amount.end + step) == *word)
    };
    if amount.number.first.decimals == 0
        && let Some(words) = HALVES.iter().find(is_here)
    {
        amount.number = Number::whole(amount.number.first.value + 0.5);
        amount.number.first.decimals = 1;
        amount.end += words.len();
    }
}

fn read_magnitude(scan: &Scan, amount: &mut Amount) {
    let found = lexicon::meaning(scan, amount.end, |meaning| match meaning {
        Meaning::Magnitude(value) => Some(value),
        _ => None,
    });
    // `4,82 M€`
    let is_millions = scan.word_at(amount.end) == "m" && scan.tokens[amount.end].capital;
    let found = found.or(is_millions.then_some((1e6, 1)).filter(|_| {
        scan.tokens.get(amount.end + 1).is_none_or(|token| {
            token.line
                || matches!(token.kind, Kind::Mark(mark) if token.spaced == (mark == '|') || !token.spaced)
        })
    }));
    let Some((value, length)) = found else { return };
    let word = scan.word_at(amount.end);
    let is_close = !scan.tokens[amount.end].spaced;
    // A letter alone is a magnitude right behind the digits only; `5 m` is five metres.
    let is_money = |at: usize| {
        scan.tokens.get(at).is_some_and(|token| !token.spaced)
            && lexicon::meaning(scan, at, |meaning| {
                matches!(meaning, Meaning::Unit(Dimension::Currency, _)).then_some(())
            })
            .is_some()
    };
    let is_capital = word == "m" && value.to_bits() == 1e6_f64.to_bits();
    if word.len() == 1 && !is_close && word.is_ascii() && !is_capital && !is_money(amount.end + 1) {
        return;
    }
    amount.magnitude = value;
    amount.end += length;
    // `1.2 million de habitants`
    if matches!(scan.word_at(amount.end), "de" | "d" | "di") {
        amount.end += 1;
        amount.end += usize::from(matches!(scan.word_at(amount.end), "'" | "’"));
    }
}

/// `128万4,500`: what follows the word for ten thousand is added.
fn read_myriads(scan: &Scan, amount: &mut Amount) {
    while amount.magnitude > 1.0 && !scan.word_at(amount.end - 1).is_ascii() {
        let Some(next) = scan.tokens.get(amount.end).filter(|next| !next.spaced && !next.line) else {
            return;
        };
        let Kind::Number(number) = next.kind else { return };
        let magnitude = lexicon::meaning(scan, amount.end + 1, |meaning| match meaning {
            Meaning::Magnitude(value) => Some(value),
            _ => None,
        });
        let (factor, length) = magnitude.unwrap_or((1.0, 0));
        if factor >= amount.magnitude {
            return;
        }
        let value = amount.number.first.value * amount.magnitude + number.first.value * factor;
        amount.number = Number::whole(value / factor);
        amount.magnitude = factor;
        amount.end += 1 + length;
    }
}

fn read_units(scan: &Scan, amount: &mut Amount) {
    // `mean: 21.4` above `min: 9` is no time.
    if scan.tokens.get(amount.end).is_some_and(|token| token.line) {
        return;
    }
    let mut units = [None; 3];
    let mut longest = 0;
    let is_close = scan.tokens.get(amount.end).is_some_and(|token| !token.spaced);
    lexicon::meanings(scan, amount.end, |meaning, length| {
        if let Meaning::Unit(dimension, factor) = meaning
            && length >= longest
        {
            longest = length;
            if let Some(place) = units.iter_mut().find(|place| place.is_none()) {
                *place = Some((dimension, factor));
            }
        }
    });
    let word = scan.word_at(amount.end);
    // `M` right behind the digits is a million and not a metre; `a` and `o` are words of their own.
    if is_close && word == "m" && scan.tokens[amount.end].capital && is_exactly(amount.magnitude, 1.0) {
        amount.magnitude = 1e6;
        amount.end += 1;
        return;
    }
    let is_a_word = !is_close
        && !scan.tokens.get(amount.end).is_some_and(|token| token.capital)
        && matches!(word, "a" | "o" | "to" | "an" | "in" | "pa" | "go" | "mo" | "time" | "tim" | "son");
    if is_close
        && word == "b"
        && amount.number.first.decimals > 0
        && scan.tokens[amount.end].capital
        && units[0].is_some()
    {
        amount.magnitude = 1e9;
        amount.end += 1;
        return;
    }
    if units[0].is_some() && !is_a_word {
        amount.units = units;
        amount.end += longest;
    }
}

/// `$5`, `EUR 5`.
fn read_currency_before(scan: &Scan, amount: &mut Amount) {
    for back in [1, 2] {
        let Some(start) = amount.at.checked_sub(back) else { return };
        let found = lexicon::meaning(scan, start, |meaning| match meaning {
            Meaning::Unit(Dimension::Currency, factor) => Some(factor),
            _ => None,
        });
        if let Some((factor, length)) = found
            && start + length == amount.at
        {
            amount.units[0] = Some((Dimension::Currency, factor));
            return;
        }
    }
}

/// `2 h 11 min`, `6 min 52 s`, `1d 2h 3m`, `2h11`.
fn read_compound(scan: &Scan, amount: &mut Amount) {
    let time = |amount: &Amount| {
        amount
            .units
            .iter()
            .flatten()
            .find(|(dimension, _)| *dimension == Dimension::Time)
            .map(|(_, factor)| *factor)
    };
    let Some(mut smallest) = time(amount) else { return };
    let mut seconds = amount.number.first.value * smallest;
    let mut parts = 1;
    let is_hour = matches!(scan.word_at(amount.end.saturating_sub(1)), "h" | "uhr" | "heures" | "heure");
    while parts < 6 {
        let mut next = amount.end;
        next += usize::from(scan.is_mark(next, '.') || scan.is_mark(next, ','));
        next += usize::from(
            lexicon::is(scan, next, Meaning::Join)
                || matches!(scan.word_at(next), "and" | "und" | "et" | "y" | "e" | "i" | "och"),
        );
        let Some(Kind::Number(number)) = scan.tokens.get(next).map(|token| token.kind) else { break };
        let mut part =
            Amount { number, at: next, end: next + 1, units: [None; 3], magnitude: 1.0, ..*amount };
        read_units(scan, &mut part);
        let factor = match time(&part) {
            Some(factor) if factor < smallest => factor,
            // The minutes behind an hour need no unit when they stand right there.
            None if is_hour
                && parts == 1
                && next == amount.end
                && part.units[0].is_none()
                && number.first.decimals == 0
                && number.first.value < 60.0 =>
            {
                60.0
            }
            Some(_) | None => break,
        };
        seconds += number.first.value * factor;
        smallest = factor;
        parts += 1;
        amount.end = part.end.max(next + 1);
    }
    if parts > 1 {
        amount.compound = Some((seconds, smallest));
        amount.is_clock = is_hour || !scan.word_at(amount.at + 1).is_ascii();
    }
}
