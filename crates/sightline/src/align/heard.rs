//! What a text was found to say, as an alignment: which claims are believed to deny a fact, and which are
//! only told.

use std::borrow::Cow;

use super::facts::{Fact, FactKind, Facts, MAX_QUOTE, cut};
use super::fit::Denied;
use super::index::{Entry, Index, Value};
use super::judge::Found;
use super::lexicon::{self, Meaning};
use super::scan::Scan;
use super::weigh::{Claim, Weighed, Weigher};
use super::{Alignment, Difference, Form, MAX_DIFFERENCES, Relation};
use crate::json::Node;

/// What was found in tables and outside of them.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) found: Found,
    pub(super) denied: Vec<Denied>,
}

/// The claims of a text, weighed.
#[derive(Default)]
struct Told {
    /// Those that deny a fact.
    differences: Vec<Difference>,
    /// How many do, those not listed too.
    count: usize,
    is_sure: bool,
    /// Those that have too little weight.
    doubts: Vec<Difference>,
    /// The block of the first claim that denies.
    first: Option<usize>,
}

/// `Nothing to do.`, `Command succeeded.`
fn says_nothing(scan: &Scan) -> bool {
    let is_so = |meaning: Meaning| match meaning {
        Meaning::Negation | Meaning::Nothing => Some(()),
        Meaning::State(state) => lexicon::is_positive(state).then_some(()),
        _ => None,
    };
    (0..scan.tokens.len()).any(|at| lexicon::meaning(scan, at, is_so).is_some())
}

impl Heard {
    /// What there is to say of a text.
    pub(super) fn alignment(
        self,
        texts: &[(usize, Cow<'_, str>)],
        text: &str,
        scan: &Scan,
        index: &Index<'_>,
        structured: Node<'_>,
    ) -> Alignment {
        let root = structured.pointer();
        let pointer = |entry: &Entry<'_>| {
            let pointer = entry.node.pointer();
            pointer.strip_prefix(&root).unwrap_or(&pointer).to_owned()
        };
        let told = self.told(text, scan, index, &pointer);
        let block = self.block(texts, scan, told.first);
        let quotes = self.found.added.iter().map(|(at, end)| quote(text, scan, *at, *end));
        let doubted = told.doubts.iter().map(|doubt| doubt.text.clone());
        let added: Vec<String> = quotes.chain(doubted).take(MAX_DIFFERENCES).collect();
        // A text that says that there is nothing, or that all went well, says all that noughts say.
        let says_nothing = || says_nothing(scan);
        let has_data = index.entries.iter().any(|entry| match entry.value {
            Value::Count(0) | Value::Null => false,
            Value::Number(0.0) => !says_nothing(),
            _ => true,
        });
        let is_about = self.found.agreed > 0 || !self.found.stated.is_empty();
        let relation = match (self.found.too_large, told.count > 0, is_about, added.is_empty()) {
            (true, _, _, _) => Relation::TooLarge,
            (false, true, _, _) => Relation::Differs,
            (false, false, _, true) if !has_data => Relation::Summary,
            (false, false, true, true) => Relation::Summary,
            (false, false, true, false) => Relation::Extends,
            (false, false, false, true) => Relation::Bare,
            (false, false, false, false) => Relation::Unrelated,
        };
        let mut stated: Vec<u32> = self.found.stated.into_iter().collect();
        stated.sort_unstable();
        let fact = |at: &u32| {
            let entry = &index.entries[*at as usize];
            Fact { pointer: pointer(entry), kind: FactKind::of(entry.value) }
        };
        let told = if relation == Relation::TooLarge { Told::default() } else { told };
        Alignment {
            form: Some(Form::Prose),
            text_block: block,
            is_guess: told.count > 0 && !told.is_sure,
            difference_count: told.count,
            differences: told.differences,
            doubts: told.doubts,
            facts: Some(Facts {
                total: index.entries.len(),
                stated_count: stated.len(),
                stated: stated.iter().take(MAX_DIFFERENCES).map(fact).collect(),
                added,
                complete: relation != Relation::TooLarge,
            }),
            ..Alignment::of(relation)
        }
    }

    fn told(
        &self,
        text: &str,
        scan: &Scan,
        index: &Index<'_>,
        pointer: &dyn Fn(&Entry<'_>) -> String,
    ) -> Told {
        let cells: Vec<Scan> = self.denied.iter().map(|denied| Scan::of(&denied.cell)).collect();
        let of_cells = self.denied.iter().zip(&cells).map(|(denied, scan)| Claim {
            scan,
            first: 0,
            end: scan.tokens.len(),
            entry: denied.entry,
            evidence: "cell",
        });
        let of_words = self.found.conflicts.iter().map(|conflict| Claim {
            scan,
            first: conflict.at,
            end: conflict.end,
            entry: conflict.entry,
            evidence: conflict.ground.name(),
        });
        let claims: Vec<Claim<'_>> = of_cells.chain(of_words).collect();
        let weighed = Weigher::of(index, scan, &self.found, &claims).weigh(&claims);
        let mut told = Told::default();
        // What is not weighed for being too much is believed.
        let weights = weighed.into_iter().map(Some).chain(std::iter::repeat(None));
        for ((at, claim), weighed) in claims.iter().enumerate().zip(weights) {
            let is_enough = weighed.as_ref().is_none_or(Weighed::is_enough);
            told.is_sure |= is_enough && weighed.as_ref().is_none_or(Weighed::is_sure);
            told.count += usize::from(is_enough);
            if is_enough && told.first.is_none() && at >= self.denied.len() {
                told.first = Some(claim.first);
            }
            let list = if is_enough { &mut told.differences } else { &mut told.doubts };
            if list.len() == MAX_DIFFERENCES {
                continue;
            }
            let (said, place) = match self.denied.get(at) {
                Some(denied) => (cut(&denied.cell, MAX_QUOTE), None),
                None => {
                    let (said, place) = said(text, scan, claim.first, claim.end);
                    (said, Some(place))
                }
            };
            let entry = &index.entries[claim.entry as usize];
            list.push(Difference {
                text_place: place,
                evidence: claim.evidence,
                reasons: weighed.map_or_else(Vec::new, |weighed| weighed.reasons),
                ..Difference::of(pointer(entry), said, shown(entry))
            });
        }
        told
    }

    /// The block that the first claim stands in that the data denies.
    fn block(&self, texts: &[(usize, Cow<'_, str>)], scan: &Scan, first: Option<usize>) -> Option<usize> {
        let first = first.filter(|_| texts.len() > 1 && self.denied.is_empty())?;
        let mut at = scan.tokens[first].start as usize;
        for (index, text) in texts {
            if at < text.len() {
                return Some(*index);
            }
            at -= (text.len() + 2).min(at);
        }
        None
    }
}

/// The words of a claim with a few around them, and where the claim stands in the text.
fn said(text: &str, scan: &Scan, at: usize, end: usize) -> (String, (usize, usize)) {
    let place = (scan.tokens[at].start as usize, scan.tokens[end - 1].end as usize);
    let line = |at: usize| scan.tokens.get(at).is_none_or(|token| token.line);
    let mut first = at;
    while first > 0 && at - first < 3 && !line(first) {
        first -= 1;
    }
    let mut last = end;
    while last < scan.tokens.len() && last - end < 3 && !line(last) {
        last += 1;
    }
    (quote(text, scan, first, last), place)
}

fn quote(text: &str, scan: &Scan, at: usize, end: usize) -> String {
    let (Some(first), Some(last)) =
        (scan.tokens.get(at), end.checked_sub(1).and_then(|last| scan.tokens.get(last)))
    else {
        return String::new();
    };
    cut(text.get(first.start as usize..last.end as usize).unwrap_or_default(), MAX_QUOTE)
}

fn shown(entry: &Entry<'_>) -> String {
    match entry.value {
        Value::Count(count) => format!("{count} items"),
        _ => cut(entry.node.text(), MAX_QUOTE),
    }
}
