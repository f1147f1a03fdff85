//! Prose: which facts of the structured content does a text state, and which number denies one?
//!
//! A fact is a number, a string, a flag or the length of a list. A number counts as stated when the
//! text holds it, with separators, rounded, or in percent; a string when the text holds it, whatever
//! the case; a flag when its key or value is a word of the text; a list when its length stands there
//! in digits or as a small number word. The text denies a fact only when a number stands beside the
//! words of a key (`3 orders`, `total: 99`) and nothing in the structured content explains it. That is
//! simple on purpose: it finds acknowledgements and wrong counts, and does not understand sentences.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::Serialize;

use super::{Alignment, Difference, Form, MAX_DIFFERENCES, Relation};
use crate::json::{Kind, Node, escape_token};

/// Most facts that are looked for; larger structured content is judged by its first ones.
const MAX_FACTS: usize = 4000;
/// Longest text that is searched, in bytes.
const MAX_TEXT: usize = 64 << 10;
/// Longest string that counts as a fact to be found as it stands, in bytes.
const MAX_STRING: usize = 200;
/// Most numbers of a text that are held against keys, and against the numbers of the facts.
const MAX_NUMBERS: usize = 200;
/// Words for numbers that texts write out; the place is the number.
const NUMBER_WORDS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Words before a number after which it is no claim about the whole: `top 3 orders`, `over 100 rows`.
const HEDGES: [&str; 21] = [
    "about",
    "above",
    "another",
    "approximately",
    "around",
    "below",
    "first",
    "last",
    "latest",
    "least",
    "most",
    "nearly",
    "next",
    "of",
    "other",
    "over",
    "page",
    "than",
    "these",
    "top",
    "under",
];

/// What the structured content holds to be stated, and how much of it a text states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Facts {
    /// Facts that were looked for.
    pub total: usize,
    /// Those of them that the text states.
    pub stated_count: usize,
    /// The first of those, at most [`MAX_DIFFERENCES`].
    pub stated: Vec<Fact>,
    /// Whether all facts were looked for in the whole text, within the bounds.
    pub complete: bool,
}

/// One fact of the structured content that a text states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fact {
    /// JSON pointer into the structured content.
    pub pointer: String,
    /// What kind of fact it is.
    pub kind: FactKind,
}

/// What kind of fact a text states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FactKind {
    /// The length of an array.
    Count,
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A string.
    Text,
}

struct Candidate<'d> {
    pointer: String,
    key: Option<Cow<'d, str>>,
    kind: FactKind,
    node: Node<'d>,
}

impl Candidate<'_> {
    fn number(&self) -> Option<f64> {
        match self.kind {
            FactKind::Count => u32::try_from(self.node.len()).ok().map(f64::from),
            FactKind::Number => self.node.as_number().and_then(crate::json::Number::as_f64),
            // Identifiers are often strings of digits.
            FactKind::Text => self.node.as_str().and_then(|text| text.parse().ok()),
            FactKind::Flag => None,
        }
    }
}

/// Judges text that is no JSON copy.
pub(super) fn prose(texts: &[(usize, Cow<'_, str>)], structured: Node<'_>) -> Alignment {
    let mut joined = String::new();
    let mut complete = true;
    for (_, text) in texts {
        let room = MAX_TEXT.saturating_sub(joined.len());
        complete &= text.len() <= room;
        joined.push_str(&text[..text.floor_char_boundary(room)]);
        joined.push('\n');
    }
    let prose = Prose::of(&joined);
    let mut candidates = Vec::new();
    complete &= gather(structured, &mut String::new(), None, &mut candidates);
    let has_data =
        candidates.iter().any(|candidate| candidate.kind != FactKind::Count || !candidate.node.is_empty());

    let stated: Vec<&Candidate<'_>> = candidates.iter().filter(|candidate| prose.states(candidate)).collect();
    let denied = prose.denied(&candidates);
    let relation = match (denied.is_empty(), stated.is_empty(), has_data) {
        (false, _, _) => Relation::Differs,
        (true, false, _) | (true, true, false) => Relation::Summary,
        (true, true, true) => Relation::Unrelated,
    };
    let fact = |candidate: &&Candidate<'_>| Fact { pointer: candidate.pointer.clone(), kind: candidate.kind };
    Alignment {
        form: Some(Form::Prose),
        text_block: texts.iter().find(|(_, text)| !text.trim().is_empty()).map(|(index, _)| *index),
        difference_count: denied.len(),
        differences: denied.into_iter().take(MAX_DIFFERENCES).collect(),
        facts: Some(Facts {
            total: candidates.len(),
            stated_count: stated.len(),
            stated: stated.iter().take(MAX_DIFFERENCES).map(fact).collect(),
            complete,
        }),
        ..Alignment::of(relation)
    }
}

/// Collects the facts of a value; `false` when there are more than the bound.
fn gather<'d>(
    node: Node<'d>,
    pointer: &mut String,
    key: Option<Cow<'d, str>>,
    out: &mut Vec<Candidate<'d>>,
) -> bool {
    if out.len() >= MAX_FACTS {
        return false;
    }
    let kind = match node.kind() {
        Kind::Null => return true,
        Kind::String if node.as_str().is_some_and(|text| text.trim().is_empty()) => return true,
        Kind::Object => None,
        Kind::Array => Some(FactKind::Count),
        Kind::Bool => Some(FactKind::Flag),
        Kind::Number => Some(FactKind::Number),
        Kind::String => Some(FactKind::Text),
    };
    if let Some(kind) = kind {
        out.push(Candidate { pointer: pointer.clone(), key, kind, node });
    }
    let length = pointer.len();
    for (index, item) in node.items().enumerate() {
        pointer.push('/');
        pointer.push_str(&index.to_string());
        let all = gather(item, pointer, None, out);
        pointer.truncate(length);
        if !all {
            return false;
        }
    }
    for member in node.members() {
        let name = member.key.to_str();
        pointer.push('/');
        pointer.push_str(&escape_token(&name));
        let all = gather(member.value, pointer, Some(name), out);
        pointer.truncate(length);
        if !all {
            return false;
        }
    }
    true
}

/// A number that a text states.
#[derive(Clone, Debug)]
struct Stated {
    value: f64,
    decimals: usize,
    percent: bool,
    /// Index of the word that it is.
    word: usize,
}

/// A text as lower-case words, and the numbers among them.
struct Prose {
    text: String,
    words: Vec<String>,
    known: HashSet<String>,
    numbers: Vec<Stated>,
}

impl Prose {
    fn of(text: &str) -> Self {
        let text = text.to_lowercase();
        let mut words = Vec::new();
        let mut numbers = Vec::new();
        let mut rest = text.as_str();
        while let Some(start) = rest.find(char::is_alphanumeric) {
            // A hyphen inside a word, as in `po-71`, is no sign.
            let head = rest[..start].strip_suffix('-');
            let negative = head.is_some_and(|head| words.is_empty() || !head.is_empty());
            rest = &rest[start..];
            let digits = number_end(rest);
            let end = if digits > 0 {
                digits
            } else {
                rest.find(|character: char| !character.is_alphanumeric()).unwrap_or(rest.len())
            };
            let word = &rest[..end];
            rest = &rest[end..];
            let plain = word.replace(',', "");
            let written = NUMBER_WORDS.iter().zip(0u8..).find(|(known, _)| **known == word);
            let value =
                plain.parse().ok().filter(|_| digits > 0).or(written.map(|(_, number)| f64::from(number)));
            if let Some(value) = value.filter(|_| numbers.len() < MAX_NUMBERS) {
                numbers.push(Stated {
                    value: if negative { -value } else { value },
                    decimals: plain.split_once('.').map_or(0, |(_, fraction)| fraction.len()),
                    percent: rest.trim_start().starts_with('%') || rest.starts_with(" percent"),
                    word: words.len(),
                });
            }
            words.push(word.to_owned());
        }
        let known = words.iter().cloned().collect();
        Self { text, words, known, numbers }
    }

    fn states(&self, candidate: &Candidate<'_>) -> bool {
        match candidate.kind {
            FactKind::Count | FactKind::Number => {
                candidate.number().is_some_and(|value| self.numbers.iter().any(|number| number.is(value)))
            }
            FactKind::Flag => {
                let key = candidate.key.as_deref().unwrap_or_default();
                self.known.contains(candidate.node.text())
                    || key_words(key).iter().any(|word| self.known.contains(word))
            }
            FactKind::Text => candidate.node.as_str().is_some_and(|string| self.holds(&string)),
        }
    }

    /// Tells whether the text holds a string between word boundaries, whatever the case.
    fn holds(&self, string: &str) -> bool {
        let string = string.trim().to_lowercase();
        let first =
            string.split(|character: char| !character.is_alphanumeric()).find(|word| !word.is_empty());
        // Most strings fall out by their first word, so that long texts stay cheap.
        if string.len() > MAX_STRING || first.is_none() {
            return false;
        }
        let is_whole = |at: usize| {
            let (before, after) = (&self.text[..at], &self.text[at + string.len()..]);
            let inner = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
            !inner(before.chars().next_back()) && !inner(after.chars().next())
        };
        first.is_some_and(|word| {
            self.known.contains(word) || !word.is_ascii() || word.as_bytes()[0].is_ascii_digit()
        }) && self.text.match_indices(&string).any(|(at, _)| is_whole(at))
    }

    /// The numbers that stand beside the words of a key and that nothing explains.
    fn denied(&self, candidates: &[Candidate<'_>]) -> Vec<Difference> {
        let mut denied: Vec<Difference> = Vec::new();
        for number in &self.numbers {
            let explains = |candidate: &Candidate<'_>| {
                candidate.number().is_some_and(|value| number.is(value))
                    || candidate.node.as_str().is_some_and(|text| text.contains(&*self.words[number.word]))
            };
            if candidates.iter().any(explains) {
                continue;
            }
            let mut named = candidates.iter().filter(|candidate| {
                matches!(candidate.kind, FactKind::Count | FactKind::Number)
                    && candidate.key.as_deref().is_some_and(|key| self.names(number, key, candidate.kind))
            });
            // Of several facts with that key nobody knows which one is meant.
            let (Some(candidate), None) = (named.next(), named.next()) else { continue };
            denied.push(Difference {
                text_pointer: String::new(),
                structured_pointer: candidate.pointer.clone(),
                text: self.around(number),
                structured: match candidate.kind {
                    FactKind::Count => format!("{} items", candidate.node.len()),
                    FactKind::Flag | FactKind::Number | FactKind::Text => cut(candidate.node.text(), 40),
                },
            });
        }
        denied
    }

    /// Tells whether the words beside a number are those of a key: `3 orders`, `12 units on hand`,
    /// `total: 99`, `total is 99`.
    fn names(&self, number: &Stated, key: &str, kind: FactKind) -> bool {
        let key = key_words(key);
        if key.is_empty() {
            return false;
        }
        let at = |start: usize| {
            let words = self.words.get(start..start + key.len());
            words.is_some_and(|words| words.iter().zip(&key).all(|(word, other)| same_noun(word, other)))
        };
        let word = |at: Option<usize>| at.and_then(|at| self.words.get(at)).map_or("", String::as_str);
        if HEDGES.contains(&word(number.word.checked_sub(1))) {
            return false;
        }
        // One word may stand between, as the unit in `12 units on hand`.
        let next = word(Some(number.word + 1));
        let after =
            at(number.word + 1) || (next.parse::<f64>().is_err() && next != "of" && at(number.word + 2));
        let before = [0, 1].iter().any(|gap| {
            let end = number.word.checked_sub(*gap);
            let joined =
                *gap == 0 || number.word.checked_sub(1).is_some_and(|before| self.words[before] == "is");
            end.and_then(|end| end.checked_sub(key.len())).is_some_and(|start| joined && at(start))
        });
        match kind {
            FactKind::Count => after && number.decimals == 0 && !number.percent,
            FactKind::Number | FactKind::Flag | FactKind::Text => after || before,
        }
    }

    fn around(&self, number: &Stated) -> String {
        let words = &self.words[number.word.saturating_sub(2)..(number.word + 4).min(self.words.len())];
        words.join(" ")
    }
}

impl Stated {
    /// Tells whether this is a way to write a value: exact, rounded to the decimals, or in percent.
    fn is(&self, value: f64) -> bool {
        let scale = 10f64.powi(i32::try_from(self.decimals).unwrap_or(0));
        let rounds_to = |value: f64| {
            (self.value - value).abs() * scale <= 0.5 + 1e-9
                && (value.fract() != 0.0 || (self.value - value).abs() < 1e-9)
        };
        rounds_to(value) || (self.percent && rounds_to(value * 100.0))
    }
}

/// Length of the number at the start: digits, thousands separators, one decimal point; else 0.
fn number_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    let mut point = false;
    while digit(end) || (end > 0 && separator(bytes, end, point)) {
        point |= bytes[end] == b'.';
        end += 1;
    }
    end
}

/// A decimal point before a digit, or a comma before exactly three digits.
fn separator(bytes: &[u8], at: usize, point: bool) -> bool {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    match bytes.get(at) {
        Some(b'.') => !point && digit(at + 1),
        Some(b',') => !point && (1..=3).all(|step| digit(at + step)) && !digit(at + 4),
        _ => false,
    }
}

/// The words of a key in lower case: `onHand`, `on_hand` and `on-hand` are two.
fn key_words(key: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last_lower = false;
    for character in key.chars() {
        if !character.is_alphanumeric() {
            words.push(String::new());
        } else if character.is_uppercase() && last_lower || words.is_empty() {
            words.push(character.to_lowercase().collect());
        } else if let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
        last_lower = character.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Tells whether two words are the same but for a plural `s`.
fn same_noun(word: &str, other: &str) -> bool {
    let stem = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    word == other || (word.len() > 2 && stem(word) == stem(other))
}

/// Cuts a text to a number of characters, and shows that it did.
pub(super) fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
