//! Slips: a number that is a fact but for a digit, what follows from the data but for one, and a number
//! within a string.

use super::{Found, Judge};
use crate::align::amount::{Amount, Hedge};
use crate::align::derived::{Derived, How};
use crate::align::index::{Entry, NONE, Value};
use crate::align::lexicon::{Dimension, Meaning};
use crate::align::scan::{Kind, Scan};

/// Words of how much later something is.
const DELAYS: [&str; 18] = [
    "atraso",
    "delay",
    "delayed",
    "late",
    "later",
    "opoznienie",
    "opoznienia",
    "retard",
    "retarde",
    "retraso",
    "ritardo",
    "spater",
    "verspatet",
    "verspatung",
    "vertraging",
    "опозданием",
    "晚点",
    "遅れ",
];

/// With so few numbers a value that nearly follows from them is no chance.
const FEW: usize = 6;

impl Judge<'_, '_> {
    /// The fact that a number follows from but for a slip: a total, a share, what is left. The text must
    /// say which of them is meant.
    pub(super) fn nearly_follows(&self, at: usize, amount: &Amount) -> Option<u32> {
        let all = self.index.entries.iter();
        let numbers = all.filter(|entry| matches!(entry.value, Value::Number(_))).take(FEW + 1).count();
        let is_sum = self.has_cue(at, Meaning::Sum) || self.is_of_all(amount);
        let is_mean = self.has_cue(at, Meaning::Mean);
        let is_difference = self.has_cue(at, Meaning::Difference);
        let is_cued = |derived: &Derived| match derived.how {
            How::Loose => is_sum || is_difference,
            How::Sum | How::Together => is_sum,
            How::Mean => is_mean,
            How::Difference | How::Rest => is_difference,
            How::Share => amount.is_share() && numbers <= FEW,
            How::Product | How::Time => false,
        };
        let is_slip = |derived: &Derived| {
            let is_cued = is_cued(derived);
            let is_long = derived.value.abs() >= 1000.0 && numbers <= FEW;
            if !is_cued && !is_long {
                return false;
            }
            let values = amount.in_data(&derived.units);
            let slip = values.iter().map(|value| slip(*value, derived.value)).max().unwrap_or(Slip::None);
            let is_near = || values.iter().any(|value| is_near(*value, derived.value));
            is_cued && (slip != Slip::None || is_near()) || is_long && slip == Slip::Long
        };
        let mut derived = self.derived().iter();
        derived
            .find(|derived| is_slip(derived) && self.may_follow(at, amount, derived))
            .map(|derived| derived.entry)
    }

    /// `4 minutes late` between two moments that are fourteen apart, `3 days` where it is three hours.
    /// `9h45` for 09:30
    pub(super) fn wrong_clock(&self, at: usize, amount: &Amount, found: &Found) -> Option<u32> {
        amount.clock()?;
        let has_clock = |entry: &Entry<'_>| matches!(entry.value, Value::Date(date) if date.clock.is_some());
        self.nearest(at, found, has_clock, |_| 0.0)
    }

    pub(super) fn wrong_time(&self, at: usize, amount: &Amount) -> Option<u32> {
        if !amount.is_of(Dimension::Time) || amount.hedge != Hedge::Exact {
            return None;
        }
        let in_scope = |derived: &&Derived| {
            derived.how == How::Time && self.is_in_scope(at, &self.index.entries[derived.entry as usize])
        };
        let factor =
            amount.units.iter().flatten().find(|unit| unit.0 == Dimension::Time).map(|unit| unit.1)?;
        let is_same_number = |derived: &&Derived| {
            [60.0, 3600.0, 86_400.0].into_iter().any(|other: f64| {
                other.to_bits() != factor.to_bits() && (derived.value - amount.value() * other).abs() < 1.0
            })
        };
        // `13 hours` for 31
        let is_slip = |derived: &&Derived| slip(amount.value(), derived.value / factor) != Slip::None;
        let all = || self.derived().iter().filter(in_scope);
        let is_few = all().take(5).count() <= 4;
        let wrong = all().find(is_same_number).or_else(|| all().find(is_slip));
        if let Some(derived) = wrong.filter(|_| is_few && amount.value() > 1.0) {
            return Some(derived.entry);
        }
        let says_delay = self.has_word(at, &DELAYS);
        let mut clocks = self.in_scope(at).filter(|(_, entry)| {
            let is_own = self.contexts[at].is_empty() || entry.row != NONE;
            is_own && matches!(entry.value, Value::Date(date) if date.clock.is_some())
        });
        let (first, second) = (clocks.next(), clocks.next());
        (says_delay && first.is_some() && clocks.next().is_none())
            .then(|| second.map(|(entry, _)| entry))
            .flatten()
    }

    /// `Cow 0471` for a tag `0417`, `seat 14D` for `14C`: digits, and letters right behind them, that are a
    /// string of the data but for one of them or for their order, while the text does not tell the string.
    pub(super) fn slip_of_string(&self, at: usize, amount: &Amount, found: &Found) -> Option<u32> {
        const MOST: usize = 200;
        let close = |at: &usize| {
            self.scan.tokens.get(*at).is_some_and(|token| token.is_word() && !token.spaced && !token.line)
        };
        let behind = Some(amount.at + 1).filter(close);
        let said =
            format!("{}{}", self.scan.word_at(amount.at), behind.map_or("", |at| self.scan.word_at(at)));
        let is_slip = |known: &str| {
            let sorted = |word: &str| {
                let mut bytes = word.as_bytes().to_vec();
                bytes.sort_unstable();
                bytes
            };
            let is_alike = known
                .bytes()
                .zip(said.bytes())
                .all(|(one, two)| one.is_ascii_digit() == two.is_ascii_digit());
            let others = known.bytes().zip(said.bytes()).filter(|(one, two)| one != two).count();
            known.len() == said.len()
                && is_alike
                && (others == 1 || others > 1 && sorted(known) == sorted(&said))
        };
        if said.len() < 3
            || !said.is_ascii()
            || amount.is_word
            || !said.bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            return None;
        }
        let strings = self.in_scope(at).filter(|(_, entry)| entry.value == Value::Text).take(MOST);
        let mut untold = strings.filter(|(entry, _)| !self.is_stated(*entry, found));
        untold
            .find(|(_, entry)| {
                (entry.first..entry.end).take(8).any(|token| is_slip(self.index.scan.word_at(token as usize)))
            })
            .map(|(entry, _)| entry)
    }

    /// A number of a string whose words stand beside it in the text as well.
    pub(super) fn within_string(&self, at: usize, amount: &Amount) -> Option<u32> {
        const MOST: usize = 200;
        let is_beside = |entry: &Entry<'_>, token: usize| {
            let is_digits = matches!(self.index.scan.tokens[token].kind, Kind::Number(_));
            let word = |scan: &Scan, at: usize| {
                (!matches!(scan.tokens[at].kind, Kind::Mark(_))).then(|| scan.word_at(at).to_owned())
            };
            let before = (token > entry.first as usize).then(|| word(&self.index.scan, token - 1)).flatten();
            let said = amount.at.checked_sub(1).and_then(|at| word(self.scan, at));
            let behind =
                (token + 1 < entry.end as usize).then(|| word(&self.index.scan, token + 1)).flatten();
            let next =
                (amount.at + 1 < self.scan.tokens.len()).then(|| word(self.scan, amount.at + 1)).flatten();
            is_digits && (before.is_some() && before == said || behind.is_some() && behind == next)
        };
        let texts = self.in_scope(at).filter(|(_, entry)| entry.value == Value::Text);
        texts
            .take(MOST)
            .find(|(_, entry)| {
                (entry.first..entry.end).take(64).any(|token| is_beside(entry, token as usize))
            })
            .map(|(entry, _)| entry)
    }
}

/// How likely one number is a slip for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::align) enum Slip {
    None,
    /// Of two digits: it may be chance.
    Short,
    /// Of three digits at least.
    Long,
}

/// Tells whether a value is one or a few percent beside another.
fn is_near(said: f64, known: f64) -> bool {
    (said - known).abs() <= (known.abs() * 0.05).max(1.0)
}

/// Tells how likely one number is a slip for another: one digit changed, left out or too many, two of
/// them turned, or the point at another place.
pub(in crate::align) fn slip(said: f64, known: f64) -> Slip {
    if !said.is_finite() || !known.is_finite() || said == 0.0 || known == 0.0 {
        return Slip::None;
    }
    // Far apart only the point may be at another place.
    let ratio = (said / known).abs();
    let is_far = !(0.09..=11.0).contains(&ratio);
    if is_far && (ratio.log10() - ratio.log10().round()).abs() > 1e-6 {
        return Slip::None;
    }
    let (said, known) = (digits(said), digits(known));
    let is_slip = trimmed(&said) == trimmed(&known)
        || is_turned(&said, &known)
        || said.len() == known.len() && said.iter().zip(&known).filter(|(one, two)| one != two).count() == 1
        || is_dropped(&said, &known);
    match trimmed(&said).len().max(trimmed(&known).len()) {
        3.. if is_slip => Slip::Long,
        2 if is_slip => Slip::Short,
        _ => Slip::None,
    }
}

/// The digits of a number with its point, to four places.
fn digits(value: f64) -> Vec<u8> {
    let text = format!("{:.4}", value.abs());
    text.trim_end_matches('0').trim_end_matches('.').bytes().collect()
}

/// The digits without zeros at either end.
fn trimmed(text: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = text.iter().copied().filter(u8::is_ascii_digit).collect();
    let first = digits.iter().position(|digit| *digit != b'0').unwrap_or(digits.len());
    let end = digits.iter().rposition(|digit| *digit != b'0').map_or(first, |at| at + 1);
    digits[first..end].to_vec()
}

fn is_turned(one: &[u8], two: &[u8]) -> bool {
    let sorted = |text: &[u8]| {
        let mut digits: Vec<u8> = text.iter().copied().filter(u8::is_ascii_digit).collect();
        digits.sort_unstable();
        digits
    };
    one.len() == two.len() && sorted(one) == sorted(two)
}

fn is_dropped(one: &[u8], two: &[u8]) -> bool {
    let (short, long) = if one.len() < two.len() { (one, two) } else { (two, one) };
    let begin = short.iter().zip(long).take_while(|(one, two)| one == two).count();
    short.len() > 1 && long.len() == short.len() + 1 && short[begin..] == long[begin + 1..]
}
