//! Prose against data: what each mention of a text claims, and whether the data agrees.
//!
//! A claim is held against the row that its sentence names, and against what belongs to no row. What
//! only another row holds stands in the wrong place; what nothing holds denies the fact that it stands
//! for, where there is one, and else it is more than the data has.

mod amounts;
mod anchors;
mod answers;
mod aside;
mod currencies;
mod directions;
mod evidence;
mod excuses;
mod extremes;
mod flags;
mod following;
mod ground;
mod groups;
mod labels;
mod long;
mod marks;
mod moments;
mod names;
mod readings;
mod roles;
mod slips;
mod states;
mod unknown;
mod words;

pub(super) use self::amounts::{number, tells};
pub(super) use self::anchors::is_word_of_key;
pub(super) use self::ground::Ground;
pub(super) use self::labels::{is_label, is_told_by_another, without_items};
pub(super) use self::slips::{Slip, slip};

use std::cell::OnceCell;
use std::collections::HashSet;

use super::derived::{self, Derived};
use super::hear::{Breaks, Mention, What, hear};
use super::index::{Entry, Index, NONE, Value};
use super::lexicon;
use super::rows::{Line, Names, contexts};
use super::scan::Scan;

/// Most comparisons of amounts with numbers; beyond it a text is too large to compare.
const MAX_WORK: usize = 4_000_000;

/// What speaks of all numbers of a key.
const AGGREGATES: [lexicon::Meaning; 2] = [lexicon::Meaning::Sum, lexicon::Meaning::Mean];

/// A claim that the data denies.
#[derive(Clone, Debug)]
pub(super) struct Conflict {
    /// The nearest fact.
    pub(super) entry: u32,
    /// The tokens of the claim.
    pub(super) at: usize,
    pub(super) end: usize,
    /// What it is believed by.
    pub(super) ground: Ground,
}

/// What the judge found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) conflicts: Vec<Conflict>,
    /// The facts that are stated.
    pub(super) stated: HashSet<u32>,
    /// Claims that agree without one fact of their own, such as sums.
    pub(super) agreed: usize,
    /// Tokens of claims about what the data lacks.
    pub(super) added: Vec<(usize, usize)>,
    pub(super) too_large: bool,
    /// A copy of the data stands beside the text, so that no fact is left untold.
    pub(super) all_told: bool,
}

/// What one mention comes to.
pub(super) enum Outcome {
    /// The data says so too.
    Agrees(Option<u32>),
    /// It is no claim.
    Silent,
    /// The data denies it.
    Denied(u32, Ground),
    /// Nothing in the data explains it.
    Unexplained,
}

/// A text and the data beside it.
pub(super) struct Judge<'a, 'd> {
    pub(super) scan: &'a Scan,
    pub(super) index: &'a Index<'d>,
    pub(super) mentions: Vec<Mention>,
    pub(super) contexts: Vec<Vec<u32>>,
    pub(super) names: Names,
    pub(super) breaks: Breaks,
    derived: OnceCell<Vec<Derived>>,
    /// The letters and digits of short strings.
    plain: OnceCell<HashSet<String>>,
    /// The state that each fact is.
    states: OnceCell<Vec<Option<u16>>>,
    /// Facts whose words the text mentions.
    pub(super) mentioned: HashSet<u32>,
    pub(super) amounts: usize,
    /// The text is German by its small words: there every noun has a capital letter.
    pub(super) is_german: bool,
    pub(super) is_english: bool,
    /// Whether each token stands in code or in a hint, which speak of no fact.
    asides: Vec<bool>,
}

/// Judges a text; tokens that a table took are left out.
pub(super) fn judge(scan: &Scan, index: &Index<'_>, taken: &[bool], found: &mut Found) {
    let breaks = Breaks::of(scan);
    let mentions = hear(scan, index, taken, &breaks);
    let names = Names::of(index, &mentions);
    let amounts = mentions.iter().filter(|mention| matches!(mention.what, What::Amount(_))).count();
    if amounts.saturating_mul(index.entries.len()) > MAX_WORK
        || mentions.len().saturating_mul(index.rows.len()) > MAX_WORK
    {
        found.too_large = true;
        return;
    }
    let contexts = contexts(scan, index, &names, &mentions, &lines(scan));
    let is_german = is_german(scan);
    let asides = aside::asides(scan, &breaks);
    let mut judge = Judge {
        scan,
        index,
        mentions,
        contexts,
        names,
        breaks,
        derived: OnceCell::new(),
        plain: OnceCell::new(),
        states: OnceCell::new(),
        mentioned: HashSet::new(),
        amounts,
        is_german,
        is_english: scan.is_english,
        asides,
    };
    judge.mentioned = judge.mentioned_facts();
    judge.run(taken, found);
}

/// Where each token stands.
fn lines(scan: &Scan) -> Vec<Line> {
    let (mut paragraph, mut line) = (0, 0);
    let mut lines: Vec<Line> = Vec::with_capacity(scan.tokens.len());
    for (at, token) in scan.tokens.iter().enumerate() {
        paragraph += u32::from(token.paragraph);
        line += u32::from(token.line);
        let is_label = if token.line || at == 0 {
            let head = scan.tokens[at..]
                .iter()
                .enumerate()
                .take(7)
                .take_while(|(step, token)| *step == 0 || !token.line);
            head.skip(1).any(|(_, token)| token.is_mark(':') || token.is_mark('：'))
        } else {
            lines[at - 1].is_label
        };
        lines.push(Line { paragraph, number: line, is_label });
    }
    lines
}

fn is_german(scan: &Scan) -> bool {
    let is_small = |word: &str| lexicon::GERMAN.contains(&word);
    let count = scan.tokens.iter().filter(|token| token.is_word() && is_small(scan.word(token))).count();
    count >= 2 || (count == 1 && scan.tokens.len() < 20)
}

impl<'d> Judge<'_, 'd> {
    fn run(&self, taken: &[bool], found: &mut Found) {
        let mut outcomes: Vec<Outcome> = (0..self.mentions.len()).map(|at| self.first_look(at)).collect();
        for (mention, outcome) in self.mentions.iter().zip(&outcomes) {
            if let Outcome::Agrees(Some(entry)) = outcome {
                found.stated.insert(*entry);
            }
            if let (What::Facts(hits) | What::Part(hits), Outcome::Agrees(_)) = (&mention.what, outcome) {
                found.stated.extend(hits.iter().take(1));
            }
            found.agreed += usize::from(matches!(outcome, Outcome::Agrees(_)));
        }
        self.judge_flags(taken, found);
        self.judge_labels(taken, found);
        self.judge_currencies(found);
        self.judge_directions(found);
        self.judge_extremes(found);
        self.judge_words_behind_keys(found);
        self.judge_lists(found);
        self.judge_roles(found);
        self.judge_long_numbers(found);
        let is_about = found.agreed > 0 || !found.stated.is_empty() || self.names_a_key();
        for (at, mention) in self.mentions.iter().enumerate() {
            let first = std::mem::replace(&mut outcomes[at], Outcome::Silent);
            match if matches!(first, Outcome::Unexplained) {
                self.second_look(at, is_about, found)
            } else {
                first
            } {
                // A fact that the text tells rightly elsewhere may not be the one that is meant.
                Outcome::Denied(entry, Ground::Named)
                    if found.stated.contains(&entry)
                        && !self.is_behind_label(mention)
                        && !AGGREGATES.into_iter().any(|cue| self.has_cue(at, cue))
                        && self.total_of(entry, found).is_none() =>
                {
                    found.added.push((mention.at, mention.end));
                }
                Outcome::Denied(entry, ground) => {
                    let total = || self.total_of(entry, found).filter(|_| ground == Ground::Named);
                    let entry = total().unwrap_or(entry);
                    found.conflicts.push(Conflict { entry, at: mention.at, end: mention.end, ground });
                }
                Outcome::Unexplained => found.added.push((mention.at, mention.end)),
                Outcome::Agrees(_) | Outcome::Silent => {}
            }
        }
        let mut seen = HashSet::new();
        found.conflicts.sort_by_key(|conflict| conflict.at);
        found.conflicts.retain(|conflict| seen.insert((conflict.at, conflict.entry)));
    }

    /// `Total: 12`
    fn is_behind_label(&self, mention: &Mention) -> bool {
        (mention.at.saturating_sub(3)..mention.at)
            .any(|at| matches!(self.scan.word_at(at), ":" | "=" | "：") && self.is_label_line(at))
    }

    /// The facts that the text mentions where it speaks of their row.
    fn mentioned_facts(&self) -> HashSet<u32> {
        let mut mentioned = HashSet::new();
        for (at, mention) in self.mentions.iter().enumerate() {
            if let What::Facts(hits) | What::Part(hits) = &mention.what
                && !self.is_denied_word(mention)
            {
                let here =
                    hits.iter().filter(|hit| self.is_in_scope(at, &self.index.entries[**hit as usize]));
                mentioned.extend(here);
            }
        }
        mentioned
    }

    pub(super) fn is_aside(&self, token: usize) -> bool {
        self.asides.get(token).copied().unwrap_or_default()
    }

    fn first_look(&self, at: usize) -> Outcome {
        let mention = &self.mentions[at];
        match &mention.what {
            What::Amount(amount) => self.amount(at, amount),
            What::Facts(_) if self.is_denied_word(mention) => Outcome::Silent,
            What::Facts(hits) => self.place_of(at, hits),
            What::Part(hits) => self.part(at, hits),
            What::Moment(moment) => self.moment(at, moment),
            What::Id | What::Quote => self.identifier(at),
            What::Name => Outcome::Unexplained,
            What::State(_) => Outcome::Silent,
        }
    }

    /// A value that only other rows of the list have stands in the wrong place.
    fn place_of(&self, at: usize, hits: &[u32]) -> Outcome {
        if hits.iter().any(|hit| self.names.is_name(*hit)) {
            return Outcome::Agrees(Some(hits[0]));
        }
        let fits = hits.iter().find(|hit| self.is_in_scope(at, &self.index.entries[**hit as usize]));
        if let Some(hit) = fits {
            return Outcome::Agrees(Some(*hit));
        }
        let of_list = hits.iter().find(|hit| self.is_beside(at, &self.index.entries[**hit as usize]));
        match of_list {
            Some(hit) => self.misplaced(at, *hit),
            None => Outcome::Agrees(Some(hits[0])),
        }
    }

    /// What only another row has: it stands for the fact of that key here.
    pub(super) fn misplaced(&self, at: usize, hit: u32) -> Outcome {
        let denied = self.counterpart(at, hit);
        denied.map_or(Outcome::Agrees(Some(hit)), |entry| Outcome::Denied(entry, Ground::Misplaced))
    }

    /// The fact of the rows that a mention is about which has the key of another fact.
    fn counterpart(&self, at: usize, hit: u32) -> Option<u32> {
        let key = self.index.entries[hit as usize].key;
        let same = self.in_scope(at).find(|(_, entry)| entry.key == key && entry.row != NONE);
        // The value of a name in a map, `{"raft-1": "healthy"}`: each name is a key of its own.
        let list = self.index.rows.get(self.index.entries[hit as usize].row as usize).map(|row| row.list);
        let map = list.map(|list| &self.index.entries[list as usize]).filter(|list| {
            list.node.is_object()
                && self
                    .index
                    .key_of(&self.index.entries[hit as usize])
                    .is_some_and(|own| own.above == list.key)
        });
        let value = || {
            self.in_scope(at).find(|(_, entry)| {
                self.contexts[at].contains(&entry.row) && map.is_some_and(|map| entry.key != map.key)
            })
        };
        same.or_else(value).map(|(entry, _)| entry)
    }

    /// Tells whether a fact belongs to the rows that a mention is about, or to none.
    pub(super) fn is_in_scope(&self, at: usize, entry: &Entry<'_>) -> bool {
        let context = &self.contexts[at];
        context.is_empty() || entry.row == NONE || context.iter().any(|row| self.is_related(*row, entry.row))
    }

    fn is_related(&self, row: u32, other: u32) -> bool {
        self.index.is_within(other, row) || self.index.is_within(row, other)
    }

    /// Tells whether a fact belongs to another row of the list that the mention's row is of.
    fn is_beside(&self, at: usize, entry: &Entry<'_>) -> bool {
        let list = |row: u32| self.index.rows.get(row as usize).map(|row| row.list);
        self.contexts[at].iter().any(|row| list(*row) == list(entry.row))
    }

    /// The facts of the rows that a mention is about, and those of no row.
    pub(super) fn in_scope(&self, at: usize) -> impl Iterator<Item = (u32, &Entry<'d>)> {
        (0u32..).zip(&self.index.entries).filter(move |(_, entry)| self.is_in_scope(at, entry))
    }

    pub(super) fn derived(&self) -> &[Derived] {
        self.derived.get_or_init(|| derived::of(self.index))
    }

    /// The letters and digits of strings of a few words.
    pub(super) fn plain(&self) -> &HashSet<String> {
        self.plain.get_or_init(|| {
            let short =
                self.index.entries.iter().filter(|entry| {
                    entry.value == Value::Text && (1..=3).contains(&(entry.end - entry.first))
                });
            let words = |entry: &Entry<'_>| {
                let words = (entry.first..entry.end).map(|at| self.index.scan.word_at(at as usize));
                words.flat_map(str::chars).filter(|character| character.is_alphanumeric()).collect()
            };
            short.map(words).collect()
        })
    }

    pub(super) fn state(&self, entry: u32) -> Option<u16> {
        let states = || self.index.entries.iter().map(|entry| self.index.state_of(entry)).collect();
        self.states.get_or_init(states).get(entry as usize).copied().flatten()
    }

    /// What denies an unexplained mention, or that it is only more than there is.
    fn second_look(&self, at: usize, is_about: bool, found: &Found) -> Outcome {
        let mention = &self.mentions[at];
        let denied = match &mention.what {
            What::Amount(amount) => self.denied_amount(at, amount, is_about, found),
            What::Moment(moment) => self.denied_moment(at, moment, is_about, found),
            What::Id | What::Quote | What::Part(_) => self.denied_name(at, is_about, found),
            What::Name => {
                return self
                    .denied_capital(at, is_about, found)
                    .map_or(Outcome::Silent, |entry| Outcome::Denied(entry, Ground::UnknownCapital));
            }
            What::Facts(_) | What::State(_) => None,
        };
        denied.map_or(Outcome::Unexplained, |entry| Outcome::Denied(entry, Ground::of_unknown(&mention.what)))
    }

    /// Tells whether a word of the text is a key of the data.
    fn names_a_key(&self) -> bool {
        self.index.keys.iter().any(|key| {
            let long = key.words.iter().any(|word| word.chars().count() > 2);
            long && key.words.iter().all(|word| {
                self.scan
                    .tokens
                    .iter()
                    .any(|token| token.is_word() && super::index::same_noun(self.scan.word(token), word))
            })
        })
    }

    pub(super) fn is_stated(&self, entry: u32, found: &Found) -> bool {
        found.all_told || found.stated.contains(&entry) || self.mentioned.contains(&entry)
    }

    /// The facts of that kind in scope, unstated ones first.
    pub(super) fn nearest(
        &self,
        at: usize,
        found: &Found,
        test: impl Fn(&Entry<'_>) -> bool,
        distance: impl Fn(&Entry<'_>) -> f64,
    ) -> Option<u32> {
        let candidates = self.in_scope(at).filter(|(_, entry)| test(entry));
        candidates
            .map(|(at, entry)| (self.is_stated(at, found), distance(entry), at))
            .min_by(|left, right| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)))
            .filter(|(stated, _, _)| !stated)
            .map(|(_, _, at)| at)
    }

    pub(super) fn is_number(entry: &Entry<'_>) -> bool {
        matches!(entry.value, Value::Number(_) | Value::Count(_))
    }
}
