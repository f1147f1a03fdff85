//! What a part of a file brought, and how parts are put together within bounds.

use std::collections::HashMap;

use sightline::diagnostic::{Diagnostic, Level};
use sightline::report::Counts;

use super::baseline::Findings;
use crate::render::excerpt::Excerpt;

/// Most problems, strangers and remarks of one file that are named; the rest is counted.
pub const NAMED: usize = 20;

/// Most facts of findings that are cut that are remembered.
const FACTS: usize = 1_000;

/// One finding, and what stands at its place.
pub struct Found {
    pub diagnostic: Diagnostic,
    pub excerpt: Option<Excerpt>,
}

/// Texts of which the first are named and the rest is counted.
#[derive(Default)]
pub struct Named {
    pub texts: Vec<String>,
    pub more: usize,
}

impl Named {
    fn push(&mut self, text: String) {
        if self.texts.len() < NAMED {
            self.texts.push(text);
        } else {
            self.more += 1;
        }
    }

    fn append(&mut self, other: Self) {
        self.more += other.more;
        other.texts.into_iter().for_each(|text| self.push(text));
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Leaves the first alone.
    pub fn keep_first(&mut self) {
        self.texts.truncate(1);
        self.more = 0;
    }
}

/// What a part of a file brought.
pub struct Outcome {
    most: usize,
    pub found: Vec<Found>,
    /// Findings beyond those that are kept.
    pub cut: Counts,
    /// How many of them say the same, by rule and message, as far as that is remembered.
    pub cut_alike: HashMap<(&'static str, String), usize>,
    /// Things that were checked.
    pub checked: usize,
    pub suppressed: usize,
    pub parked: usize,
    /// The findings of the baseline that occurred, or all when a new one is written.
    pub fingerprints: Findings,
    /// What could not be read.
    pub problems: Named,
    /// What was read and is nothing that can be checked.
    pub strangers: Named,
    pub remarks: Named,
    /// Whether the file is a baseline: ours, and nothing to check.
    pub is_baseline: bool,
}

impl Outcome {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            found: Vec::new(),
            cut: Counts::default(),
            cut_alike: HashMap::new(),
            checked: 0,
            suppressed: 0,
            parked: 0,
            fingerprints: Findings::new(),
            problems: Named::default(),
            strangers: Named::default(),
            remarks: Named::default(),
            is_baseline: false,
        }
    }

    pub fn keep(&mut self, found: Found) {
        if self.found.len() < self.most {
            self.found.push(found);
        } else {
            let diagnostic = found.diagnostic;
            self.cut.add(diagnostic.level, 1 + diagnostic.more);
            self.count_cut((diagnostic.rule, diagnostic.message), 1);
        }
    }

    /// Tells whether a finding more would be kept.
    pub fn has_room(&self) -> bool {
        self.found.len() < self.most
    }

    fn count_cut(&mut self, fact: (&'static str, String), many: usize) {
        if self.cut_alike.len() < FACTS || self.cut_alike.contains_key(&fact) {
            *self.cut_alike.entry(fact).or_default() += many;
        }
    }

    pub fn problem(&mut self, text: String) {
        self.problems.push(text);
    }

    pub fn stranger(&mut self, text: String) {
        self.strangers.push(text);
    }

    pub fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }

    /// Adds what the next part brought.
    pub fn append(&mut self, next: Self) {
        next.found.into_iter().for_each(|found| self.keep(found));
        for (fact, many) in next.cut_alike {
            self.count_cut(fact, many);
        }
        for level in [Level::Error, Level::Warning, Level::Advice] {
            self.cut.add(level, next.cut.of(level));
        }
        self.checked += next.checked;
        self.suppressed += next.suppressed;
        self.parked += next.parked;
        for (fingerprint, parked) in next.fingerprints {
            self.fingerprints.entry(fingerprint).or_insert(parked);
        }
        self.problems.append(next.problems);
        self.strangers.append(next.strangers);
        self.remarks.append(next.remarks);
        self.is_baseline |= next.is_baseline;
    }
}
