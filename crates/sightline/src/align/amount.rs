//! Amounts: a number of a text with its unit, its magnitude and how exact it claims to be.

use super::lexicon::{self, Dimension, Meaning};
use super::number::{Number, Reading};
use super::scan::{Kind, Scan};

/// A unit: what it measures, and how many of the base it is.
pub(super) type Unit = (Dimension, f64);

/// How exact a number claims to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Hedge {
    About,
    Exact,
    Less,
    More,
}

/// A number of a text with all that belongs to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    number: Number,
    /// What a word such as `million` makes of it.
    magnitude: f64,
    /// The units that the word behind it may be: `m` is a metre and a minute.
    pub(super) units: [Option<Unit>; 3],
    negative: bool,
    /// A word says whether it is above or below, so that the sign may be left out.
    is_signed_by_word: bool,
    pub(super) hedge: Hedge,
    /// A time of several parts: seconds, and the seconds of the smallest part.
    compound: Option<(f64, f64)>,
    /// The token of the digits, and the token behind all that belongs to it.
    pub(super) at: usize,
    pub(super) end: usize,
    /// Written as a word, such as `two`.
    pub(super) is_word: bool,
    /// A place in an order: `top 3`.
    pub(super) is_place: bool,
}

impl Amount {
    pub(super) fn value(&self) -> f64 {
        let value = self.number.first.value * self.magnitude;
        if self.negative { -value } else { value }
    }

    /// The value when it is a plain whole number, such as a count.
    pub(super) fn count(&self) -> Option<usize> {
        let value = self.value();
        let is_whole = value >= 0.0 && value.fract() == 0.0 && value < 1e9 && self.number.first.decimals == 0;
        #[expect(clippy::cast_sign_loss, reason = "it is a whole number from 0 to a billion")]
        is_whole.then_some(value as usize)
    }

    pub(super) fn is_share(&self) -> bool {
        self.units.iter().flatten().any(|(dimension, _)| *dimension == Dimension::Share)
    }

    pub(super) fn has_unit(&self) -> bool {
        self.units[0].is_some() || self.compound.is_some()
    }

    /// Tells whether another amount is the same in another unit.
    pub(super) fn is_other_form(&self, other: &Self) -> bool {
        self.units.iter().flatten().any(|(dimension, factor)| {
            other.units.iter().flatten().any(|(kind, of)| {
                if dimension != kind {
                    return false;
                }
                let (value, said) = match (dimension, factor.to_bits() == of.to_bits()) {
                    (_, true) | (Dimension::Currency | Dimension::Share, _) => return false,
                    (Dimension::Temperature, _) if is_exactly(*of, 2.0) => {
                        (self.value() * 1.8 + 32.0, other.value())
                    }
                    (Dimension::Temperature, _) => ((self.value() - 32.0) / 1.8, other.value()),
                    _ => (self.value() * factor / of, other.value()),
                };
                (value - said).abs()
                    <= (said.abs() * 0.02).max(0.6 * 10f64.powi(-other.number.first.decimals))
            })
        })
    }

    /// The same number in a unit.
    pub(super) fn in_units(&self, units: [Option<Unit>; 3]) -> Self {
        Self { units, ..*self }
    }

    /// The same number without its unit.
    pub(super) fn bare(&self) -> Self {
        Self { units: [None; 3], ..*self }
    }

    /// What its unit may measure, but for shares and money, which are no scales.
    pub(super) fn measures(&self) -> impl Iterator<Item = Dimension> {
        self.dimensions().filter(|dimension| {
            !matches!(dimension, Dimension::Share | Dimension::Currency | Dimension::Temperature)
        })
    }

    pub(super) fn is_exact(&self) -> bool {
        self.hedge == Hedge::Exact
    }

    /// Tells whether this is a way to write a value of the data, whose key names these units.
    pub(super) fn is(&self, value: f64, units: &[Option<Unit>; 3]) -> bool {
        let readings = [Some(self.number.first), self.number.second];
        readings.into_iter().flatten().any(|reading| self.reads(reading, value, units))
    }

    fn reads(&self, reading: Reading, value: f64, units: &[Option<Unit>; 3]) -> bool {
        if let Some((seconds, smallest)) = self.compound {
            let scales = scales(Dimension::Time, units);
            return scales.into_iter().flatten().any(|scale| {
                let rest = value * scale - seconds;
                (-smallest / 2.0..smallest).contains(&rest)
            });
        }
        let known = units.iter().flatten().copied();
        let mut alike =
            known.filter(|(dimension, _)| self.dimensions().any(|own| own == *dimension)).peekable();
        let is_known = alike.peek().is_some();
        if !is_known && self.near(reading, value, 1.0) {
            return true;
        }
        self.units.iter().flatten().any(|(dimension, factor)| match dimension {
            Dimension::Share => {
                let parts = *factor;
                self.near(reading, value / parts, 1.0) || self.near(reading, value, 1.0)
            }
            Dimension::Currency => {
                let of_cents = units.contains(&Some((Dimension::Currency, 16.0)));
                let is_same = units.contains(&Some((Dimension::Currency, *factor)));
                let has_currency = units
                    .iter()
                    .flatten()
                    .any(|(other, of)| *other == Dimension::Currency && !is_exactly(*of, 16.0));
                (self.near(reading, value, 1.0) && (is_same || !has_currency || is_exactly(*factor, 14.0)))
                    || ((of_cents || !has_currency && value.abs() >= 100.0)
                        && self.near_exactly(reading, value / 100.0))
            }
            Dimension::Temperature => {
                let of = |scale: f64| units.contains(&Some((Dimension::Temperature, scale)));
                match (*factor, of(1.0), of(2.0)) {
                    (2.0, true, false) => self.near(reading, value * 1.8 + 32.0, 1.0),
                    (1.0, false, true) => self.near(reading, (value - 32.0) / 1.8, 1.0),
                    _ => self.near(reading, value, 1.0),
                }
            }
            _ => scales(*dimension, units).into_iter().flatten().any(|scale| {
                self.near(reading, value * scale / factor, scale / factor)
                    || (*dimension == Dimension::Bytes && self.near_binary(reading, value * scale, *factor))
            }),
        })
    }

    fn dimensions(&self) -> impl Iterator<Item = Dimension> {
        self.units.iter().flatten().map(|(dimension, _)| *dimension)
    }

    /// `1 MB` is also said of 1,048,576 bytes.
    fn near_binary(&self, reading: Reading, bytes: f64, factor: f64) -> bool {
        let power = match factor {
            1e3 => 1,
            1e6 => 2,
            1e9 => 3,
            1e12 => 4,
            _ => return false,
        };
        self.near(reading, bytes / 1024f64.powi(power), 0.1)
    }

    /// With two decimals at least, so that no whole number is taken for one of cents.
    fn near_exactly(&self, reading: Reading, value: f64) -> bool {
        (reading.decimals == 2 || value.fract() == 0.0) && self.near(reading, value, 1.0)
    }

    /// Tells whether a value is what the number says: exact, rounded to its digits or cut there.
    fn near(&self, reading: Reading, value: f64, scale: f64) -> bool {
        let stated = reading.value * self.magnitude;
        // A fall of 3 % is a change of -3 %.
        let value = if self.negative { -value } else { value };
        let value = if self.is_signed_by_word { value.abs() } else { value };
        let step = self.magnitude * 10f64.powi(-reading.decimals);
        let small = stated.abs().max(1.0) * 1e-9;
        let rest = value - stated;
        let is_scaled = (scale - 1.0).abs() > 1e-12 || self.magnitude > 1.0;
        let is_exact = if value.fract() == 0.0 && reading.decimals == 0 && !is_scaled {
            rest.abs() <= small
        } else {
            rest.abs() <= step * 0.5 + small || (reading.decimals > 0 && (0.0..step).contains(&rest))
        };
        match self.hedge {
            Hedge::Exact => is_exact,
            Hedge::About => is_exact || rest.abs() <= self.rough(reading).max(stated.abs() * 0.03),
            Hedge::More => is_exact || (rest >= 0.0 && value <= stated.abs() * 1.25 + step),
            Hedge::Less => is_exact || (rest <= 0.0 && value >= stated.abs() * 0.75 - step),
        }
    }

    /// Half of the last digit that is not zero: `about 500` is any of 450 to 550.
    fn rough(&self, reading: Reading) -> f64 {
        let mut step = 10f64.powi(-reading.decimals);
        let stated = reading.value;
        while step < stated.abs() && (stated / (step * 10.0)).fract().abs() < 1e-9 {
            step *= 10.0;
        }
        step * 0.5 * self.magnitude
    }
}

/// Figures of the tables are compared as they stand there.
fn is_exactly(value: f64, known: f64) -> bool {
    value.to_bits() == known.to_bits()
}

/// How many of the base of a dimension a value of the data may be, when its key says so or says nothing.
fn scales(dimension: Dimension, units: &[Option<Unit>; 3]) -> [Option<f64>; 6] {
    let mut found = [None; 6];
    let known = units.iter().flatten().filter(|(other, _)| *other == dimension);
    for (place, (_, factor)) in found.iter_mut().zip(known) {
        *place = Some(*factor);
    }
    if found[0].is_some() {
        return found;
    }
    // Without a word for it, the usual ones.
    match dimension {
        Dimension::Bytes => [Some(1.0), Some(1e3), Some(1024.0), Some(1e6), Some(1_048_576.0), Some(1e9)],
        Dimension::Time => [Some(1.0), Some(1e-3), Some(60.0), Some(3600.0), Some(1e-9), Some(86_400.0)],
        Dimension::Length => [Some(1.0), Some(1e-3), Some(1e-2), Some(1e3), None, None],
        _ => [Some(1.0), Some(1e-3), Some(1e3), Some(1e6), None, None],
    }
}

/// Reads the amount whose number is a token.
pub(super) fn read(scan: &Scan, at: usize) -> Option<Amount> {
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
        is_signed_by_word: is_signed_by_word(scan, at),
        hedge: hedge(scan, at),
        compound: None,
        at,
        end: at + length,
        is_word,
        is_place: is_place(scan, at),
    };
    read_fraction(scan, &mut amount);
    read_magnitude(scan, &mut amount);
    read_units(scan, &mut amount);
    if amount.units[0].is_none() {
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
    const WORDS: &[&str] = &[
        "abbuchung",
        "addebito",
        "auszahlung",
        "cargo",
        "charge",
        "charged",
        "debit",
        "debited",
        "debito",
        "depense",
        "discount",
        "expense",
        "fee",
        "fees",
        "frais",
        "gasto",
        "gebuhr",
        "lastschrift",
        "outgoing",
        "pago",
        "paid",
        "paiement",
        "payment",
        "prelevement",
        "prelievo",
        "purchase",
        "rabatt",
        "refund",
        "remise",
        "retrait",
        "retiro",
        "saque",
        "spent",
        "spesa",
        "withdrawal",
        "withdrawn",
        "zahlung",
        "支出",
        "списание",
        "+",
        "±",
        "below",
        "change",
        "debt",
        "deficit",
        "less",
        "loss",
        "lost",
        "lower",
        "meno",
        "menos",
        "minus",
        "moins",
        "oeste",
        "ouest",
        "perdida",
        "perdita",
        "perte",
        "s",
        "south",
        "sud",
        "sur",
        "under",
        "unter",
        "verlust",
        "w",
        "weniger",
        "west",
        "跌",
        "跌幅",
        "lavere",
        "lagre",
        "mniej",
        "ниже",
    ];
    let mut near = at.saturating_sub(7)..(at + 6).min(scan.tokens.len());
    near.any(|at| {
        let is_trend = |meaning| match meaning {
            Meaning::State(state) => (lexicon::family(state) == lexicon::Family::Trend).then_some(()),
            _ => None,
        };
        WORDS.contains(&scan.word_at(at)) || lexicon::meaning(scan, at, is_trend).is_some()
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
    }
}

impl Amount {
    /// The seconds of a time of several parts.
    pub(super) fn seconds(&self) -> Option<f64> {
        self.compound.map(|(seconds, _)| seconds)
    }
}
