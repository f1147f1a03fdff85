//! Numbers as text: compared by exact value, never rounded.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A JSON number as received.
///
/// ```
/// use sightline::json::Number;
///
/// let parse = |text| Number::parse(text).unwrap();
/// assert_eq!(parse("1.0"), parse("1"));
/// assert_eq!(parse("-0.0"), parse("0"));
/// assert_ne!(parse("9007199254740993"), parse("9007199254740992"));
/// assert!(parse("1e400").is_integer());
/// ```
#[derive(Clone, Copy)]
pub struct Number<'d>(&'d str);

impl<'d> Number<'d> {
    #[inline]
    pub(super) fn new(text: &'d str) -> Self {
        Self(text)
    }

    /// Returns the number when the whole text is one.
    #[must_use]
    pub fn parse(text: &'d str) -> Option<Self> {
        let document = super::Document::parse(text).ok()?;
        let whole = document.root().kind() == super::Kind::Number && document.root().text() == text;
        whole.then_some(Self(text))
    }

    /// Returns the text as received.
    #[must_use]
    #[inline]
    pub fn as_str(self) -> &'d str {
        self.0
    }

    /// Returns the value when it is written as an integer and fits.
    #[must_use]
    #[inline]
    pub fn as_u64(self) -> Option<u64> {
        self.0.parse().ok()
    }

    /// Returns the value when it is written as an integer and fits.
    #[must_use]
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// Returns the nearest double, or `None` past its range.
    #[must_use]
    #[inline]
    pub fn as_f64(self) -> Option<f64> {
        self.0.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// Tells whether the value has no fraction, however it is written (`1.0` and `1e2` have none).
    #[must_use]
    pub fn is_integer(self) -> bool {
        let decimal = Decimal::of(self.0);
        decimal.is_zero() || decimal.exponent.is_whole()
    }

    /// Tells whether the number is written with neither a fraction nor an exponent.
    #[must_use]
    #[inline]
    pub fn is_written_as_integer(self) -> bool {
        !self.0.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'))
    }

    /// Returns what `serde_json` can hold of the number; past its range the largest double.
    #[must_use]
    pub fn to_serde(self) -> serde_json::Number {
        self.0.parse().unwrap_or_else(|_| {
            let bound = if self.0.starts_with('-') { f64::MIN } else { f64::MAX };
            serde_json::Number::from_f64(bound).unwrap_or_else(|| serde_json::Number::from(0))
        })
    }
}

impl fmt::Debug for Number<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || Decimal::of(self.0) == Decimal::of(other.0)
    }
}

impl Eq for Number<'_> {}

impl Hash for Number<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Decimal::of(self.0).hash(state);
    }
}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        Decimal::of(self.0).cmp(&Decimal::of(other.0))
    }
}

/// Tells whether every runtime prints the number as it stands: at most 15 digits, which a double
/// keeps, no exponent, no closing zero after the point, and not so small that exponents begin.
#[inline]
pub(crate) fn is_plain(number: &[u8]) -> bool {
    let digits = number.strip_prefix(b"-").unwrap_or(number);
    if digits.len() > 15 {
        return false;
    }
    match digits.iter().position(|byte| !byte.is_ascii_digit()) {
        None => number != b"-0",
        Some(point) => {
            // The first digit after the point is there: the number is one that JSON knows.
            let (whole, fraction) = (&digits[..point], &digits[point + 1..]);
            digits[point] == b'.'
                && fraction.iter().all(u8::is_ascii_digit)
                && fraction.last() != Some(&b'0')
                && (whole != b"0" || fraction.first() != Some(&b'0'))
        }
    }
}

/// `0.digits × 10^exponent`, digits without zeros at either end: one form for one value.
#[derive(PartialEq, Eq, Hash)]
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: Exponent,
}

/// The exponent of a decimal, with how many digits stand before it ends.
#[derive(PartialEq, Eq, Hash)]
struct Exponent {
    /// Power of ten of the first digit, plus one. Saturates at ±10^30: nobody writes such exponents
    /// but to break readers, and beyond it only the digits are compared.
    scale: i128,
    count: i128,
}

impl Exponent {
    fn is_whole(&self) -> bool {
        self.scale >= self.count
    }
}

const SATURATED: i128 = 1_000_000_000_000_000_000_000_000_000_000;

impl Decimal {
    fn of(text: &str) -> Self {
        let negative = text.starts_with('-');
        let text = text.trim_start_matches('-');
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let sign = if exponent.starts_with('-') { -1 } else { 1 };
        let magnitude = exponent.trim_start_matches(['+', '-']).trim_start_matches('0');
        let magnitude = if magnitude.is_empty() { 0 } else { magnitude.parse().unwrap_or(SATURATED) };
        let exponent = sign * magnitude.min(SATURATED);

        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..leading);
        digits.truncate(digits.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1));
        if digits.is_empty() {
            return Self { negative: false, digits, exponent: Exponent { scale: 0, count: 0 } };
        }
        let scale = (exponent + whole.len() as i128 - leading as i128).clamp(-SATURATED, SATURATED);
        let count = digits.len() as i128;
        Self { negative, digits, exponent: Exponent { scale, count } }
    }

    fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |decimal: &Self| match (decimal.is_zero(), decimal.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let by_sign = sign(self).cmp(&sign(other));
        if by_sign != Ordering::Equal || self.is_zero() {
            return by_sign;
        }
        let by_size =
            self.exponent.scale.cmp(&other.exponent.scale).then_with(|| self.digits.cmp(&other.digits));
        if self.negative { by_size.reverse() } else { by_size }
    }
}
