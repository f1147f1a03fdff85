//! What speaks for a contradiction being one, and what against it: reasons that are the same for all kinds
//! of evidence, each with a weight.
//!
//! The weights are no guess: they are fitted to what texts brought that the code of their day had never
//! met (`tests/data/first-sight.tsv`, `docs/faithfulness.md`).

#[cfg(test)]
mod fit;

use std::collections::HashMap;
use std::mem::Discriminant;
use std::ops::Range;

use super::amount::{self, Amount};
use super::derived::{self, Derived};
use super::index::{Entry, Index, Value};
use super::judge::{Found, Slip, number, slip, tells};
use super::scan::Scan;

/// Most claims of one text that are weighed; a text of more is judged by the first.
const MOST_CLAIMS: usize = 64;
/// Most numbers of the data whose sums and differences are looked at.
const MOST_NUMBERS: usize = 60;
/// Most comparisons of facts with numbers.
const MOST_WORK: usize = 400_000;
/// Numbers up to here are sums of others by chance.
const SMALL: f64 = 12.0;

/// Words beside a number that is a bound, or a base that others are taken of.
const BOUNDS: [&str; 36] = [
    "above",
    "al",
    "average",
    "below",
    "bis",
    "exceeds",
    "goal",
    "hochstens",
    "least",
    "limit",
    "limite",
    "limits",
    "max",
    "maximo",
    "maximum",
    "mindestens",
    "minimum",
    "most",
    "norm",
    "normal",
    "over",
    "par",
    "per",
    "por",
    "pro",
    "range",
    "sous",
    "target",
    "than",
    "threshold",
    "uber",
    "under",
    "unter",
    "until",
    "up",
    "usual",
];

/// A claim of the text that is believed to deny a fact.
pub(super) struct Claim<'c> {
    pub(super) scan: &'c Scan,
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) entry: u32,
    /// By what kind of evidence.
    pub(super) evidence: &'static str,
}

/// What is the same for all claims of a text.
pub(super) struct Weigher<'a, 'd> {
    index: &'a Index<'d>,
    scan: &'a Scan,
    found: &'a Found,
    amounts: Vec<Amount>,
    numbers: Vec<f64>,
    derived: Vec<Derived>,
    /// The facts that claims are believed to deny.
    denied: Vec<u32>,
    /// How many facts of each kind the text tells nowhere.
    untold: HashMap<Discriminant<Value>, usize>,
}

/// One claim, looked at.
struct Seen<'s> {
    claim: &'s Claim<'s>,
    fact: &'s Entry<'s>,
    amounts: Vec<Amount>,
    value: Option<f64>,
    slip: Slip,
    /// Another claim gives the number of this fact to the fact that has the number of this claim: `Alice owes 20, Bob
    /// 30` for 30 and 20. That each is told elsewhere is the fault, and no excuse.
    is_crossed: bool,
}

type Test = fn(&Weigher<'_, '_>, &Seen<'_>) -> bool;

/// The reasons, what each weighs, and when it holds.
const REASONS: [(&str, i32, Test); 17] = [
    // Its letters are those of the fact, or most of a word is.
    ("alike", -5, |weigher, seen| weigher.is_alike(seen)),
    // The text states more that nothing explains.
    ("added", -5, |weigher, _| !weigher.found.added.is_empty()),
    // Words beside it speak of a limit, or of a base that others are taken of.
    ("bound", -4, |_, seen| seen.is_bound()),
    // Each of its numbers is that of another fact.
    ("explained", -3, |weigher, seen| !seen.is_crossed && weigher.is_explained(seen)),
    // A number follows from others of the data.
    ("follows", -4, |weigher, seen| seen.amounts.iter().any(|amount| weigher.follows(amount))),
    ("hundredfold", -7, |_, seen| seen.is_hundredfold()),
    // As many digits, and as many behind the point.
    ("like-form", 3, |_, seen| seen.is_like_form()),
    ("only-untold", 2, |weigher, seen| weigher.is_only_untold(seen)),
    ("of-count", -6, |_, seen| matches!(seen.fact.value, Value::Count(_))),
    ("of-date", 4, |_, seen| matches!(seen.fact.value, Value::Date(_))),
    ("of-flag", -1, |_, seen| matches!(seen.fact.value, Value::Bool(_))),
    ("of-text", -2, |_, seen| seen.fact.value == Value::Text),
    // Other claims deny facts of that key as well.
    ("same-key", -3, |weigher, seen| !seen.is_crossed && weigher.is_crowded(seen)),
    // Two digits that are a slip for those of the fact.
    ("short-slip", 4, |_, seen| seen.slip == Slip::Short),
    ("slip", 8, |_, seen| seen.slip == Slip::Long),
    // The text tells the fact elsewhere.
    ("told", -4, |weigher, seen| !seen.is_crossed && weigher.is_told(seen)),
    ("unit-of-key", 3, |weigher, seen| weigher.has_unit_of_key(seen)),
];

/// What each kind of evidence weighs, where that is not nothing.
const EVIDENCE: [(&str, i32); 22] = [
    ("all", -2),
    ("cell", 3),
    ("currency", -6),
    ("direction", 1),
    ("extreme", 2),
    ("group", -2),
    ("key", -2),
    ("label", -1),
    ("list", 1),
    ("mark", 1),
    ("misplaced", 3),
    ("none-of-them", -3),
    ("not-all", 1),
    ("state", 1),
    ("swapped", -1),
    ("unknown-capital", 2),
    ("unknown-id", 3),
    ("unknown-moment", 3),
    ("unknown-number", -4),
    ("unknown-part", 4),
    ("unknown-quote", 3),
    ("word-behind-key", -7),
];

/// What a claim weighs before any reason.
const START: i32 = 3;
/// From here on a claim denies a fact.
const ENOUGH: i32 = -1;
/// From here on it does so for sure.
const SURE: i32 = 6;

/// Most tokens of a text that says one thing.
const SHORT: usize = 12;
/// Evidence by which the text names its fact.
const NAMING: [&str; 5] = ["key", "label", "mark", "named", "state"];
/// Reasons for which one thing that is said may yet be another.
const OTHERWISE: [&str; 7] = ["added", "alike", "bound", "explained", "follows", "hundredfold", "told"];

/// What the reasons for one claim come to.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub(super) reasons: Vec<&'static str>,
    weight: i32,
    /// All that the text says is what the data denies: `Found 3 orders.` of two.
    is_all: bool,
}

impl Weighed {
    /// Tells whether the claim denies its fact.
    pub(super) fn is_enough(&self) -> bool {
        self.weight >= ENOUGH
    }

    /// Tells whether it does so for sure.
    pub(super) fn is_sure(&self) -> bool {
        self.weight >= SURE || self.is_all && self.is_enough()
    }
}

impl<'a, 'd> Weigher<'a, 'd> {
    pub(super) fn of(index: &'a Index<'d>, scan: &'a Scan, found: &'a Found, claims: &[Claim<'_>]) -> Self {
        let numbers = index.entries.iter().filter_map(|entry| match entry.value {
            Value::Number(value) => Some(value),
            _ => None,
        });
        let mut weigher = Self {
            index,
            scan,
            found,
            amounts: amounts(scan, 0, scan.tokens.len()),
            numbers: numbers.collect(),
            derived: derived::of(index),
            denied: claims.iter().map(|claim| claim.entry).collect(),
            untold: HashMap::new(),
        };
        if index.entries.len().saturating_mul(weigher.amounts.len()) <= MOST_WORK {
            for (at, entry) in (0u32..).zip(&index.entries) {
                let is_told = weigher.is_told_but_in(at, entry, &(0..0));
                *weigher.untold.entry(std::mem::discriminant(&entry.value)).or_default() +=
                    usize::from(!is_told);
            }
        }
        weigher
    }

    /// What each claim weighs, of the first ones.
    pub(super) fn weigh(&self, claims: &[Claim<'_>]) -> Vec<Weighed> {
        let claims = &claims[..claims.len().min(MOST_CLAIMS)];
        claims.iter().map(|claim| self.weighed(claim, claims)).collect()
    }

    fn weighed(&self, claim: &Claim<'_>, claims: &[Claim<'_>]) -> Weighed {
        let fact = &self.index.entries[claim.entry as usize];
        let amounts = amounts(claim.scan, claim.first, claim.end);
        let value = number(fact);
        let units = self.index.units(fact);
        let slips = amounts.iter().flat_map(|amount| amount.in_data(&units));
        let slip = slips.filter_map(|said| value.map(|value| slip(said, value))).max().unwrap_or(Slip::None);
        let is_crossed = claims.iter().any(|other| self.is_crossed(claim, &amounts, other));
        let seen = Seen { claim, fact, amounts, value, slip, is_crossed };
        let held = || REASONS.iter().filter(|(_, _, holds)| holds(self, &seen));
        let own = EVIDENCE.iter().find(|(evidence, _)| *evidence == claim.evidence);
        let reasons: Vec<&'static str> = held().map(|(name, _, _)| *name).collect();
        let is_all = self.scan.tokens.len() <= SHORT
            && self.amounts.len() <= 1
            && NAMING.contains(&claim.evidence)
            && claims.iter().all(|other| other.entry == claim.entry)
            && !reasons.iter().any(|reason| OTHERWISE.contains(reason));
        Weighed {
            is_all,
            weight: START
                + own.map_or(0, |(_, weight)| *weight)
                + held().map(|(_, weight, _)| weight).sum::<i32>(),
            reasons,
        }
    }

    /// Each of two claims has the number of the fact that the other one denies.
    fn is_crossed(&self, claim: &Claim<'_>, amounts: &[Amount], other: &Claim<'_>) -> bool {
        let tells_of = |amounts: &[Amount], at: u32| {
            let fact = &self.index.entries[at as usize];
            matches!(fact.value, Value::Number(_))
                && amounts.len() == 1
                && amounts.iter().all(|amount| tells(self.index, amount, fact))
        };
        other.entry != claim.entry
            && tells_of(amounts, other.entry)
            && tells_of(&self::amounts(other.scan, other.first, other.end), claim.entry)
    }

    fn is_of_text(&self, claim: &Claim<'_>) -> bool {
        std::ptr::eq(claim.scan, self.scan)
    }

    /// The text tells the fact elsewhere.
    fn is_told(&self, seen: &Seen<'_>) -> bool {
        let here = if self.is_of_text(seen.claim) { seen.claim.first..seen.claim.end } else { 0..0 };
        self.is_told_but_in(seen.claim.entry, seen.fact, &here)
    }

    /// The text tells a fact outside of a part.
    fn is_told_but_in(&self, at: u32, fact: &Entry<'_>, part: &Range<usize>) -> bool {
        self.found.stated.contains(&at)
            || number(fact).is_some()
                && self
                    .amounts
                    .iter()
                    .any(|amount| !part.contains(&amount.at) && tells(self.index, amount, fact))
    }

    /// Of all facts of that kind the text tells each but this one.
    fn is_only_untold(&self, seen: &Seen<'_>) -> bool {
        self.untold.get(&std::mem::discriminant(&seen.fact.value)) == Some(&1) && !self.is_told(seen)
    }

    /// Other claims deny other facts of that key.
    fn is_crowded(&self, seen: &Seen<'_>) -> bool {
        self.denied.iter().any(|other| {
            *other != seen.claim.entry && self.index.entries[*other as usize].key == seen.fact.key
        })
    }

    /// Each number of the claim is that of another fact.
    fn is_explained(&self, seen: &Seen<'_>) -> bool {
        let is_of_another = |amount: &Amount| {
            (0u32..)
                .zip(&self.index.entries)
                .any(|(at, entry)| at != seen.claim.entry && tells(self.index, amount, entry))
        };
        !seen.amounts.is_empty() && seen.amounts.iter().all(is_of_another)
    }

    /// A number is a sum or a difference of two of the data, or what else follows.
    fn follows(&self, amount: &Amount) -> bool {
        if amount.value().abs() <= SMALL && amount.count().is_some() {
            return false;
        }
        let numbers = &self.numbers[..self.numbers.len().min(MOST_NUMBERS)];
        let pairs = || {
            numbers.iter().enumerate().any(|(at, one)| {
                numbers[at + 1..]
                    .iter()
                    .any(|two| amount.is_rounded_of(one + two) || amount.is_rounded_of((one - two).abs()))
            })
        };
        self.derived.iter().any(|derived| derived.is_said_by(amount)) || pairs()
    }

    /// The same letters, or most of a word: another ending.
    fn is_alike(&self, seen: &Seen<'_>) -> bool {
        let (first, end) = (seen.fact.first as usize, seen.fact.end as usize);
        let letters = |scan: &Scan, first: usize, end: usize| -> String {
            let words = (first..end).map(|at| scan.word_at(at));
            words.flat_map(str::chars).filter(|mark| mark.is_alphanumeric()).collect()
        };
        let known = letters(&self.index.scan, first, end.min(first + 12));
        let is_of = |said: &str| {
            let same = said.chars().zip(known.chars()).take_while(|(one, two)| one == two).count();
            let (long, short) = (said.chars().count(), known.chars().count());
            let is_stem = same >= 4
                && same * 5 >= long.min(short) * 4
                && said.chars().chain(known.chars()).all(char::is_alphabetic);
            is_stem || long > 0 && long == short && same == long
        };
        seen.fact.value == Value::Text
            && !known.is_empty()
            && (is_of(&letters(seen.claim.scan, seen.claim.first, seen.claim.end))
                || (seen.claim.first..seen.claim.end).any(|at| is_of(seen.claim.scan.word_at(at))))
    }

    fn has_unit_of_key(&self, seen: &Seen<'_>) -> bool {
        let units = self.index.units(seen.fact);
        seen.amounts.iter().any(|amount| units.iter().flatten().any(|unit| amount.is_of(unit.0)))
    }
}

impl Seen<'_> {
    /// 72 for 0.72
    fn is_hundredfold(&self) -> bool {
        let is_so = |value: f64| {
            self.amounts.iter().any(|amount| {
                value != 0.0 && (amount.is_rounded_of(value * 100.0) || amount.is_rounded_of(value / 100.0))
            })
        };
        self.value.is_some_and(is_so)
    }

    /// Written as the fact would be: as many digits, and as many behind the point.
    fn is_like_form(&self) -> bool {
        let form = |value: f64| {
            let text = format!("{:.4}", value.abs());
            let text = text.trim_end_matches('0');
            text.split_once('.').map(|(whole, rest)| (whole.len(), rest.len()))
        };
        self.value.is_some_and(|value| self.amounts.iter().any(|amount| form(amount.value()) == form(value)))
    }

    fn is_bound(&self) -> bool {
        let (scan, claim) = (self.claim.scan, self.claim);
        (claim.first.saturating_sub(3)..claim.first)
            .chain(claim.end..claim.end + 2)
            .any(|at| BOUNDS.contains(&scan.word_at(at)))
    }
}

/// The numbers of a part of a text.
fn amounts(scan: &Scan, first: usize, end: usize) -> Vec<Amount> {
    let mut amounts = Vec::new();
    let mut at = first;
    while at < end {
        // `1.` at the start of a line tells nothing.
        let is_mark = scan.tokens.get(at).is_some_and(|token| token.line)
            && scan
                .tokens
                .get(at + 1)
                .is_some_and(|next| !next.spaced && (next.is_mark('.') || next.is_mark(')')));
        match amount::read(scan, at).filter(|_| !is_mark) {
            Some(amount) => {
                at = amount.end.max(at + 1);
                amounts.push(amount);
            }
            None => at += 1,
        }
    }
    amounts
}
