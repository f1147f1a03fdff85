//! What there is to be said: the facts of the structured content, with the rows and keys they stand in.

mod keys;

use self::keys::key_units;
pub(super) use self::keys::{is_time, key_words, same_noun, whole_unit};

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::amount::Unit;
use super::date::{self, Date};
use super::lexicon::{self, Dimension, Fnv, Meaning};
use super::scan::Scan;
use crate::json::{Kind as Json, Node};

/// Most facts that are looked for; of larger structured content nothing is said.
pub(super) const MAX_FACTS: usize = 4000;
/// Most bytes of strings that are read as words.
const MAX_STRINGS: usize = 256 << 10;

/// No row, no key.
pub(super) const NONE: u32 = u32::MAX;

/// What a fact is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Bool(bool),
    Count(usize),
    Date(Date),
    Null,
    Number(f64),
    Text,
}

/// One fact.
#[derive(Clone, Copy)]
pub(super) struct Entry<'d> {
    pub(super) node: Node<'d>,
    pub(super) key: u32,
    pub(super) row: u32,
    pub(super) value: Value,
    /// What a member `unit` or `currency` beside it says.
    unit: Option<Unit>,
    /// The tokens of a string.
    pub(super) first: u32,
    pub(super) end: u32,
}

/// A key with those above it, up to the row.
#[derive(Debug)]
pub(super) struct Key {
    /// The words of the key itself.
    pub(super) words: Vec<String>,
    /// What each of these words may mean.
    pub(super) nouns: Vec<Vec<u16>>,
    pub(super) units: [Option<Unit>; 3],
    pub(super) above: u32,
}

/// An item of an array of objects, or a member of an object that is used like one.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The row that the list stands in.
    pub(super) above: u32,
    /// The fact that counts the list.
    pub(super) list: u32,
}

/// All facts of one structured content.
pub(super) struct Index<'d> {
    pub(super) entries: Vec<Entry<'d>>,
    pub(super) keys: Vec<Key>,
    pub(super) rows: Vec<Row>,
    /// The words of all strings.
    pub(super) scan: Scan,
    /// Hash and token of each word of a string, sorted.
    words: Vec<(u64, u32)>,
    /// The facts that are strings, by their first token.
    strings: Vec<u32>,
    pub(super) complete: bool,
    /// What the units of the keys measure.
    pub(super) dimensions: Vec<Dimension>,
    names: HashMap<(u32, String), u32, BuildHasherDefault<Fnv>>,
    bytes: usize,
}

#[derive(Clone, Copy)]
struct Place {
    key: u32,
    row: u32,
    /// What a member `unit` or `currency` beside it says.
    unit: Option<Unit>,
}

impl<'d> Index<'d> {
    pub(super) fn of(structured: Node<'d>) -> Self {
        let mut index = Self {
            entries: Vec::new(),
            keys: Vec::new(),
            rows: Vec::new(),
            scan: Scan::default(),
            words: Vec::new(),
            strings: Vec::new(),
            complete: true,
            dimensions: Vec::new(),
            names: HashMap::default(),
            bytes: 0,
        };
        index.gather(structured, Place { key: NONE, row: NONE, unit: None });
        for entry in &index.entries {
            for at in entry.first..entry.end {
                index.words.push((lexicon::hash(index.scan.word_at(at as usize)), at));
            }
        }
        index.words.sort_unstable();
        let units = index.keys.iter().flat_map(|key| key.units.iter().flatten());
        let beside = index.entries.iter().filter_map(|entry| entry.unit.as_ref());
        index.dimensions = units.chain(beside).map(|(dimension, _)| *dimension).collect();
        index.dimensions.sort_unstable();
        index.dimensions.dedup();
        index
    }

    /// Depth is bounded by the limits of reading.
    fn gather(&mut self, node: Node<'d>, place: Place) {
        if self.entries.len() >= MAX_FACTS || self.bytes > MAX_STRINGS {
            self.complete = false;
            return;
        }
        match node.kind() {
            Json::Null => self.push(node, place, Value::Null),
            Json::Bool => self.push(node, place, Value::Bool(node.as_bool() == Some(true))),
            Json::Number => {
                let value = node.as_number().and_then(crate::json::Number::as_f64).unwrap_or(f64::NAN);
                self.push(node, place, Value::Number(value));
            }
            Json::String => self.push_text(node, place),
            Json::Array => {
                self.push(node, place, Value::Count(node.len()));
                let list = (self.entries.len() - 1) as u32;
                for item in node.items() {
                    let row = if matches!(item.kind(), Json::Object | Json::Array) {
                        self.row(place.row, list)
                    } else {
                        place.row
                    };
                    self.gather(item, Place { row, ..place });
                }
            }
            Json::Object => self.gather_members(node, place),
        }
    }

    fn row(&mut self, above: u32, list: u32) -> u32 {
        self.rows.push(Row { above, list });
        (self.rows.len() - 1) as u32
    }

    fn gather_members(&mut self, node: Node<'d>, place: Place) {
        let of = |name: &str| node.member(name).and_then(Node::as_str).and_then(|text| whole_unit(&text));
        let unit = ["unit", "units", "currency", "currencyCode"].into_iter().find_map(of).or(place.unit);
        let is_map = place.key != NONE && is_map(node);
        let list = self.entries.len() as u32;
        if is_map {
            self.push(node, place, Value::Count(node.len()));
        }
        for member in node.members() {
            let name = member.key.to_str();
            let mut below = Place { unit, ..place };
            if is_map {
                below.row = self.row(place.row, list);
                self.push_words(member.value, below, Value::Text, &name);
            }
            if !is_map || !member.value.is_object() {
                below.key = self.key(place.key, &name);
            }
            self.gather(member.value, below);
            if self.entries.len() >= MAX_FACTS {
                self.complete = false;
                return;
            }
        }
    }

    fn push(&mut self, node: Node<'d>, place: Place, value: Value) {
        let at = self.scan.tokens.len() as u32;
        let value = match value {
            Value::Number(number) => self.moment(number, place.key).map_or(value, Value::Date),
            _ => value,
        };
        self.entries.push(Entry {
            node,
            key: place.key,
            row: place.row,
            value,
            unit: place.unit,
            first: at,
            end: at,
        });
    }

    fn push_text(&mut self, node: Node<'d>, place: Place) {
        let text = node.as_str().unwrap_or_default();
        let trimmed = text.trim();
        let value = whole_date(trimmed).map(Value::Date).or_else(|| trimmed.parse().ok().map(Value::Number));
        self.push_words(node, place, value.unwrap_or(Value::Text), trimmed);
    }

    fn push_words(&mut self, node: Node<'d>, place: Place, value: Value, text: &str) {
        self.bytes += text.len();
        let first = self.scan.add(text) as u32;
        let end = self.scan.tokens.len() as u32;
        if end > first {
            self.strings.push(self.entries.len() as u32);
        }
        self.entries.push(Entry {
            node,
            key: place.key,
            row: place.row,
            value,
            unit: place.unit,
            first,
            end,
        });
    }

    fn key(&mut self, above: u32, name: &str) -> u32 {
        if let Some(known) = self.names.get(&(above, name.to_owned())) {
            return *known;
        }
        let words = key_words(name);
        let nouns = words.iter().map(|word| lexicon::nouns_of(word)).collect();
        let units = key_units(&words, self.keys.get(above as usize));
        self.keys.push(Key { words, nouns, units, above });
        let key = (self.keys.len() - 1) as u32;
        self.names.insert((above, name.to_owned()), key);
        key
    }

    /// The moment that a number of seconds or milliseconds since 1970 is, if its key speaks of time.
    fn moment(&self, number: f64, key: u32) -> Option<Date> {
        const TIMES: [&str; 16] = [
            "at",
            "time",
            "date",
            "timestamp",
            "ts",
            "created",
            "updated",
            "modified",
            "expires",
            "started",
            "ended",
            "start",
            "end",
            "epoch",
            "since",
            "until",
        ];
        let seconds = match number {
            3e8..=5e9 => number,
            3e11..=5e12 => number / 1e3,
            _ => return None,
        };
        let words = &self.keys.get(key as usize)?.words;
        let is_time =
            words.iter().any(|word| TIMES.contains(&word.as_str()) || word == "mtime" || word == "ctime");
        is_time.then(|| Date::of_seconds(seconds as i64))
    }

    /// The units that the key of a fact names, or else a member beside it.
    pub(super) fn units(&self, entry: &Entry<'_>) -> [Option<Unit>; 3] {
        let units = self.keys.get(entry.key as usize).map_or([None; 3], |key| key.units);
        if units[0].is_none() { [entry.unit, None, None] } else { units }
    }

    pub(super) fn key_of(&self, entry: &Entry<'_>) -> Option<&Key> {
        self.keys.get(entry.key as usize)
    }

    /// The fact whose string a token of the strings belongs to.
    pub(super) fn entry_of(&self, token: u32) -> Option<u32> {
        let at = self.strings.partition_point(|entry| self.entries[*entry as usize].end <= token);
        self.strings.get(at).copied().filter(|entry| self.entries[*entry as usize].first <= token)
    }

    /// The tokens of strings that are a word; a word that stands everywhere tells nothing, and is cut.
    pub(super) fn places_of(&self, word: &str) -> &[(u64, u32)] {
        const MOST: usize = 64;
        let hash = lexicon::hash(word);
        let start = self.words.partition_point(|(other, _)| *other < hash);
        let found = self.words[start..].partition_point(|(other, _)| *other == hash);
        &self.words[start..start + found.min(MOST)]
    }

    /// Tells whether a row stands in another one, or is it.
    pub(super) fn is_within(&self, row: u32, outer: u32) -> bool {
        let mut at = row;
        while at != NONE {
            if at == outer {
                return true;
            }
            at = self.rows.get(at as usize).map_or(NONE, |row| row.above);
        }
        false
    }

    /// The state that a fact is, when its string is one and nothing else.
    pub(super) fn state_of(&self, entry: &Entry<'_>) -> Option<u16> {
        let length = (entry.end - entry.first) as usize;
        if length == 0 || length > 4 {
            return None;
        }
        lexicon::meaning(&self.scan, entry.first as usize, |meaning| match meaning {
            Meaning::State(state) => Some(state),
            _ => None,
        })
        .filter(|(_, of)| *of == length)
        .map(|(state, _)| state)
        .or_else(|| {
            let joined: String = (entry.first..entry.end)
                .map(|at| self.scan.word_at(at as usize))
                .collect::<Vec<_>>()
                .join(" ");
            let spaced: Vec<&str> = joined.split(['_', '-']).collect();
            (spaced.len() > 1).then(|| spaced.join(" ")).and_then(|phrase| state_of_words(&phrase))
        })
    }
}

pub(super) fn state_of_words(phrase: &str) -> Option<u16> {
    let scan = Scan::of(phrase);
    let (state, length) = lexicon::meaning(&scan, 0, |meaning| match meaning {
        Meaning::State(state) => Some(state),
        _ => None,
    })?;
    (length == scan.tokens.len()).then_some(state)
}

/// An object that is used like a list: its members are objects of one shape, or numbers with names that
/// are no plain words.
fn is_map(node: Node<'_>) -> bool {
    let Some(first) = node.members().next().filter(|_| node.len() > 1) else { return false };
    if first.value.is_object() {
        let alike = |other: Node<'_>| {
            let shared =
                other.members().take(64).filter(|own| first.value.member(&own.key.to_str()).is_some());
            let least = other.len().min(first.value.len()).min(64);
            other.is_object() && least > 0 && shared.count() * 2 >= least
        };
        return node.members().all(|member| alike(member.value));
    }
    let is_name = |name: &str| {
        name.contains(|character: char| {
            character.is_ascii_digit() || !character.is_ascii() || character == ' '
        }) || name.starts_with(|character: char| character.is_ascii_uppercase())
    };
    // `{"raft-1": "healthy"}`
    let is_id = |name: &str| {
        name.is_ascii() && name.contains(|mark: char| mark.is_ascii_digit()) && name.contains(['-', '.', '_'])
    };
    let is_row = |value: Node<'_>, name: &str| match value.kind() {
        Json::Number => is_name(name),
        Json::String | Json::Bool => is_id(name),
        Json::Array | Json::Null | Json::Object => false,
    };
    node.members().all(|member| is_row(member.value, &member.key.to_str()))
}

/// A string that is a date, or a time, and nothing else.
pub(super) fn whole_date(text: &str) -> Option<Date> {
    if !text.starts_with(|character: char| character.is_ascii_digit()) || text.len() > 40 {
        return None;
    }
    if let Some((length, clock)) = date::read_clock(text)
        && length == text.len()
    {
        return Some(Date { clock: Some(clock), ..Date::default() });
    }
    // `2026-06`
    if let [b'1' | b'2', _, _, _, b'-', _, _] = text.as_bytes()
        && let (Ok(year), Ok(month @ 1..=12)) = (text[..4].parse(), text[5..].parse())
    {
        return Some(Date { year: Some(year), month: Some(month), ..Date::default() });
    }
    let (length, date) = date::read(text)?;
    let rest = text[length..].trim();
    if rest.is_empty() {
        return Some(date);
    }
    let (length, clock) = date::read_clock(rest)?;
    let date = Date { clock: Some(clock), ..date };
    let zone = rest[length..].trim();
    let is_zone = zone.len() <= 6
        && zone.chars().all(|character| {
            character.is_ascii_uppercase() || matches!(character, '+' | '-' | ':' | '0'..='9')
        });
    is_zone.then_some(date)
}
