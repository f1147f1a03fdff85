//! Amounts: a number of a text with its unit, its magnitude and how exact it claims to be.

use super::lexicon::Dimension;
use super::number::{Number, Reading};

mod reading;

pub(super) use self::reading::read;

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
    /// A plus stands right before it.
    is_plus: bool,
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
    /// A time of several parts is written as clocks are told: `14 h 30`.
    is_clock: bool,
    /// A place in an order: `top 3`.
    pub(super) is_place: bool,
    /// The hash of the word or the mark before it: `#42`, `port 22`.
    pub(super) before: u64,
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

    /// Tells whether it may be an article: `a`, `one`, `zero`.
    pub(super) fn is_article(&self) -> bool {
        self.is_word && self.value() <= 1.0
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

    /// What the number may be of the data, whose key names these units: as it stands, and in its unit.
    pub(super) fn in_data(&self, units: &[Option<Unit>; 3]) -> Vec<f64> {
        let other = self.number.second.map(|second| second.value * self.magnitude);
        let mut values: Vec<f64> = [Some(self.value()), other].into_iter().flatten().collect();
        let value = self.value();
        if let Some((seconds, _)) = self.compound {
            values.extend(scales(Dimension::Time, units).into_iter().flatten().map(|scale| seconds / scale));
        }
        for (dimension, factor) in self.units.iter().flatten() {
            match dimension {
                Dimension::Share => values.push(value * factor),
                Dimension::Currency => values.push(value * 100.0),
                Dimension::Temperature => {}
                _ => values.extend(
                    scales(*dimension, units).into_iter().flatten().map(|scale| value * factor / scale),
                ),
            }
        }
        values
    }

    /// The same number in a unit.
    pub(super) fn in_units(&self, units: [Option<Unit>; 3]) -> Self {
        Self { units, ..*self }
    }

    /// The same number without its unit.
    pub(super) fn bare(&self) -> Self {
        Self { units: [None; 3], ..*self }
    }

    /// Tells whether its unit may measure that.
    pub(super) fn is_of(&self, dimension: Dimension) -> bool {
        self.dimensions().any(|own| own == dimension)
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
        // A price of a column that names no currency, beside a key of cents.
        let is_cents = units.contains(&Some((Dimension::Currency, 16.0)));
        if is_cents
            && self.units[0].is_none()
            && reading.decimals == 2
            && self.near(reading, value / 100.0, 1.0)
        {
            return true;
        }
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
                    || (*dimension == Dimension::Bytes && self.near_binary(reading, value, scale, *factor))
            }),
        })
    }

    fn dimensions(&self) -> impl Iterator<Item = Dimension> {
        self.units.iter().flatten().map(|(dimension, _)| *dimension)
    }

    /// `1 MB` is also said of 1,048,576 bytes, and a key of `mb` may count those.
    fn near_binary(&self, reading: Reading, value: f64, scale: f64, factor: f64) -> bool {
        let power = |factor: f64| match factor {
            1.0 => Some(0),
            1e3 | 1024.0 => Some(1),
            1e6 | 1_048_576.0 => Some(2),
            1e9 | 1_073_741_824.0 => Some(3),
            1e12 | 1_099_511_627_776.0 => Some(4),
            _ => None,
        };
        let Some((of_data, said)) = power(scale).zip(power(factor)) else { return false };
        self.near(reading, value * 1024f64.powi(of_data - said), 0.1)
    }

    /// `12M` of 12288 kB: in a column of sizes the letter is one of bytes.
    pub(super) fn is_bytes_by_letter(&self, value: f64, units: &[Option<Unit>; 3]) -> bool {
        let Some((_, scale)) = units.iter().flatten().find(|unit| unit.0 == Dimension::Bytes) else {
            return false;
        };
        // `G` alone is a gram, and `T` a ton.
        let letter = match self.units[0] {
            None => [1e3, 1e6, 1e9, 1e12].into_iter().find(|known| is_exactly(self.magnitude, *known)),
            Some((Dimension::Mass, factor)) if is_exactly(factor, 1e-3) => Some(1e9),
            Some((Dimension::Mass, factor)) if is_exactly(factor, 1e3) => Some(1e12),
            Some(_) => None,
        };
        let factor = letter.unwrap_or(1.0);
        let sized = Self { magnitude: 1.0, units: [Some((Dimension::Bytes, factor)), None, None], ..*self };
        letter.is_some() && sized.is(value, &[Some((Dimension::Bytes, *scale)), None, None])
    }

    /// Tells whether a value is exactly that time, in one of the usual units.
    pub(super) fn is_exact_time(&self, value: f64) -> bool {
        let seconds = self.compound.map(|(seconds, _)| seconds).into_iter().chain(
            self.units
                .iter()
                .flatten()
                .filter(|unit| unit.0 == Dimension::Time)
                .map(|unit| self.value() * unit.1),
        );
        let scales = [1e-3, 1.0, 60.0, 3600.0, 86_400.0];
        seconds.into_iter().any(|seconds| {
            scales.iter().any(|scale| (value * scale - seconds).abs() < 1e-6 * seconds.abs().max(1.0))
        })
    }

    /// The digits alone, without what a letter behind them makes of them.
    pub(super) fn without_unit(&self, scan: &super::scan::Scan) -> Option<Self> {
        let super::scan::Kind::Number(number) = scan.tokens.get(self.at)?.kind else { return None };
        Some(Self { number, magnitude: 1.0, units: [None; 3], compound: None, ..*self })
    }

    /// Tells whether a value comes to the number when it is rounded to its digits.
    pub(super) fn is_rounded_of(&self, value: f64) -> bool {
        let reading = self.number.first;
        (value - reading.value).abs() <= 0.5 * 10f64.powi(-reading.decimals) + 1e-9
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
        if self.is_plus && value < 0.0 {
            return false;
        }
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

impl Amount {
    /// The seconds of a time of several parts.
    pub(super) fn seconds(&self) -> Option<f64> {
        self.compound.map(|(seconds, _)| seconds)
    }

    /// The seconds since midnight that `14 h 30` may be; `14 hours 30 minutes` are none.
    pub(super) fn clock(&self) -> Option<f64> {
        self.seconds().filter(|_| self.is_clock)
    }
}
