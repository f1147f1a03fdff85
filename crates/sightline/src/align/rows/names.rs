//! The facts by which rows are called: one key of each list, its dates, or its numbers.

use std::collections::HashMap;

use crate::align::amount::Amount;
use crate::align::date::Date;
use crate::align::hear::{Mention, What, may_name};
use crate::align::index::{Index, NONE, Value};
use crate::align::lexicon;
use crate::align::moment::Moment;

/// Keys whose strings are names by their word.
const NAMING: [&str; 18] = [
    "code", "host", "id", "key", "label", "login", "name", "number", "package", "product", "ref", "sku",
    "slug", "symbol", "ticker", "title", "user", "username",
];

/// The facts that name rows: for each list one key.
pub(in crate::align) struct Names {
    /// Whether the fact of that index is the name of its row.
    is_name: Vec<bool>,
    /// Dates of rows, all different, where nothing else names the rows.
    dates: Vec<(Date, u32)>,
    /// Numbers by which rows are called, with the row and the hashes of the words that may stand before.
    numbers: Vec<(f64, u32, Vec<u64>)>,
}

impl Names {
    /// Chooses for each list the key that names its rows: its strings are all different, and the text
    /// mentions them.
    pub(in crate::align) fn of(index: &Index<'_>, mentions: &[Mention]) -> Self {
        let mut columns: HashMap<(u32, u32), Column> = HashMap::new();
        for (at, entry) in index.entries.iter().enumerate().filter(|(_, entry)| may_name(index, entry)) {
            let list = index.rows[entry.row as usize].list;
            let column = columns.entry((list, entry.key)).or_default();
            if index.state_of(entry).is_some() {
                column.states += 1;
            }
            let words: Vec<&str> =
                (entry.first..entry.end).map(|at| index.scan.word_at(at as usize)).collect();
            column.add(at, lexicon::hash(&words.join(" ")), entry.row);
        }
        let mut lengths: HashMap<u32, usize> = HashMap::new();
        index.rows.iter().for_each(|row| *lengths.entry(row.list).or_default() += 1);
        let mut mentioned = vec![0u32; index.entries.len()];
        for mention in mentions {
            if let What::Facts(hits) = &mention.what {
                hits.iter().for_each(|hit| mentioned[*hit as usize] += 1);
            }
        }
        let mut best: HashMap<u32, (Rank, &Column)> = HashMap::new();
        for ((list, key), column) in columns.iter().filter(|((list, _), column)| {
            column.is_distinct() && column.entries.len() * 2 > lengths.get(list).copied().unwrap_or_default()
        }) {
            let hits: u32 = column.entries.iter().map(|entry| mentioned[*entry]).sum();
            let words = index.keys.get(*key as usize).map_or(&[] as &[String], |key| &key.words);
            let is_naming = words.iter().any(|word| NAMING.contains(&word.as_str())) || words.is_empty();
            let first = column.entries.first().copied().unwrap_or_default();
            let is_wordy = column.entries.iter().all(|entry| {
                let first = &index.scan.tokens[index.entries[*entry].first as usize];
                first.is_word() || index.scan.word(first).starts_with(char::is_alphabetic)
            });
            let rank = (hits > 0, is_naming, is_wordy, hits, std::cmp::Reverse(first));
            if best.get(list).is_none_or(|(known, _)| *known < rank) {
                best.insert(*list, (rank, column));
            }
        }
        let named: Vec<u32> = best.iter().filter(|(_, (rank, _))| rank.0).map(|(list, _)| *list).collect();
        let mut is_name = vec![false; index.entries.len()];
        for (_, column) in best.values() {
            column.entries.iter().for_each(|entry| is_name[*entry] = true);
        }
        let mut lists: Vec<u32> = best.keys().copied().collect();
        lists.sort_unstable();
        let rows: Vec<u32> = best.values().flat_map(|(_, column)| column.rows.iter().copied()).collect();
        name_the_others(index, &lists, &rows, &mut is_name);
        Self { is_name, dates: dates(index, &named), numbers: numbers(index) }
    }

    /// The rows that a mention names.
    pub(in crate::align) fn rows(&self, index: &Index<'_>, mention: &Mention) -> Vec<u32> {
        let hits = match &mention.what {
            What::Facts(hits) => hits,
            What::Moment(moment) => return self.rows_of(moment),
            What::Amount(amount) => return self.rows_of_number(amount),
            // A part names a row only when it is of one name.
            What::Part(hits) if hits.len() == 1 => hits,
            _ => return Vec::new(),
        };
        let mut rows: Vec<u32> = hits
            .iter()
            .filter(|hit| self.is_name[**hit as usize])
            .map(|hit| index.entries[*hit as usize].row)
            .filter(|row| *row != NONE)
            .collect();
        rows.dedup();
        rows
    }

    /// The one row that a number with a mark or a noun before it calls: `#42`, `port 22`.
    fn rows_of_number(&self, amount: &Amount) -> Vec<u32> {
        let value = amount.value().to_bits();
        let is_called = |words: &[u64]| words.contains(&amount.before);
        let mut rows =
            self.numbers.iter().filter(|(number, _, words)| number.to_bits() == value && is_called(words));
        match (rows.next(), rows.next()) {
            (Some((_, row, _)), None) if !amount.has_unit() && !amount.is_word => vec![*row],
            _ => Vec::new(),
        }
    }

    /// The one row whose date a text tells.
    fn rows_of(&self, moment: &Moment) -> Vec<u32> {
        let tells = |date: &Date| {
            let weekday = moment.weekday.is_none() || moment.weekday == date.weekday();
            let is_day = moment.date.day.is_some() || moment.weekday.is_some() || moment.date.clock.is_some();
            is_day && weekday && moment.date.tells(date)
        };
        let mut rows = self.dates.iter().filter(|(date, _)| tells(date)).map(|(_, row)| *row);
        match (rows.next(), rows.next()) {
            (Some(row), None) => vec![row],
            _ => Vec::new(),
        }
    }

    pub(in crate::align) fn is_name(&self, entry: u32) -> bool {
        self.is_name[entry as usize]
    }
}

/// A row that lacks the key by which the others are called is called by its first string.
fn name_the_others(index: &Index<'_>, lists: &[u32], rows: &[u32], is_name: &mut [bool]) {
    let mut has_name = vec![false; index.rows.len()];
    rows.iter().for_each(|row| has_name[*row as usize] = true);
    for (at, entry) in index.entries.iter().enumerate().filter(|(_, entry)| entry.row != NONE) {
        let row = entry.row as usize;
        let is_called = !has_name[row] && lists.binary_search(&index.rows[row].list).is_ok();
        if is_called
            && entry.value == Value::Text
            && may_name(index, entry)
            && index.state_of(entry).is_none()
        {
            has_name[row] = true;
            is_name[at] = true;
        }
    }
}

/// Keys of numbers by which rows are called.
const CALLING: [&str; 12] =
    ["id", "issue", "key", "no", "nr", "number", "num", "port", "porta", "pr", "row", "ticket"];

/// The numbers of the first such key of each list, where they are all different.
fn numbers(index: &Index<'_>) -> Vec<(f64, u32, Vec<u64>)> {
    let mut columns: HashMap<(u32, u32), Vec<(f64, u32)>> = HashMap::new();
    for entry in index.entries.iter().filter(|entry| entry.row != NONE) {
        let words = index.key_of(entry).map_or(&[] as &[String], |key| &key.words);
        let is_calling = words.last().is_some_and(|word| CALLING.contains(&word.as_str()));
        if let Value::Number(value) = entry.value
            && is_calling
        {
            columns
                .entry((index.rows[entry.row as usize].list, entry.key))
                .or_default()
                .push((value, entry.row));
        }
    }
    let mut found = Vec::new();
    let mut columns: Vec<_> = columns.into_iter().collect();
    columns.sort_by_key(|(column, _)| *column);
    for ((_, key), numbers) in columns {
        let mut bits: Vec<u64> = numbers.iter().map(|(value, _)| value.to_bits()).collect();
        bits.sort_unstable();
        bits.dedup();
        if bits.len() != numbers.len() {
            continue;
        }
        let own = index.keys.get(key as usize).map_or(&[] as &[String], |key| &key.words);
        let generic = ["#", "row", "item", "ticket", "issue", "no", "nr", "number"];
        let words = own.iter().map(String::as_str).chain(generic).map(lexicon::hash).collect::<Vec<_>>();
        found.extend(numbers.into_iter().map(|(value, row)| (value, row, words.clone())));
    }
    found
}

/// The dates that tell rows apart, of lists that no string names: one key a list.
fn dates(index: &Index<'_>, named: &[u32]) -> Vec<(Date, u32)> {
    let mut columns: HashMap<(u32, u32), Vec<(Date, u32)>> = HashMap::new();
    for entry in index.entries.iter().filter(|entry| entry.row != NONE) {
        let list = index.rows[entry.row as usize].list;
        if let Value::Date(date) = entry.value
            && !named.contains(&list)
        {
            columns.entry((list, entry.key)).or_default().push((date, entry.row));
        }
    }
    let mut found = Vec::new();
    let mut lists = Vec::new();
    let mut columns: Vec<_> = columns.into_iter().collect();
    columns.sort_by_key(|(column, _)| *column);
    for ((list, _), dates) in columns {
        let mut days: Vec<_> =
            dates.iter().map(|(date, _)| (date.year, date.month, date.day, date.clock)).collect();
        days.sort_unstable();
        days.dedup();
        let rows = index.rows.iter().filter(|row| row.list == list).count();
        if days.len() == dates.len() && dates.len() == rows && rows > 1 && !lists.contains(&list) {
            lists.push(list);
            found.extend(dates);
        }
    }
    found
}

type Rank = (bool, bool, bool, u32, std::cmp::Reverse<usize>);

#[derive(Default)]
struct Column {
    entries: Vec<usize>,
    values: Vec<u64>,
    rows: Vec<u32>,
    /// How many of them are states, which are no names.
    states: usize,
}

impl Column {
    fn add(&mut self, entry: usize, value: u64, row: u32) {
        self.entries.push(entry);
        self.values.push(value);
        self.rows.push(row);
    }

    /// No value twice, and no row twice: several strings of one row do not name it.
    fn is_distinct(&self) -> bool {
        let distinct = |mut values: Vec<u64>| {
            let all = values.len();
            values.sort_unstable();
            values.dedup();
            values.len() == all
        };
        self.states * 2 <= self.values.len()
            && distinct(self.values.clone())
            && distinct(self.rows.iter().map(|row| u64::from(*row)).collect())
    }
}
