//! Which row a part of a text speaks of: the row whose name stands there.

mod names;

pub(super) use self::names::Names;

use super::hear::{Mention, What};
use super::index::{Index, NONE};
use super::scan::Scan;

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) paragraph: u32,
    pub(super) number: u32,
    /// The line is a label with its value.
    pub(super) is_label: bool,
}

/// The rows that each mention is about; none where the text names no row.
pub(super) fn contexts(
    scan: &Scan,
    index: &Index<'_>,
    names: &Names,
    mentions: &[Mention],
    lines: &[Line],
) -> Vec<Vec<u32>> {
    let mut contexts = vec![Vec::new(); mentions.len()];
    let mut start = 0;
    while start < mentions.len() {
        let sentence = mentions[start].sentence;
        let length = mentions[start..].iter().take_while(|mention| mention.sentence == sentence).count();
        let end = start + length;
        of_sentence(scan, index, names, &mentions[start..end], &mut contexts[start..end]);
        start = end;
    }
    of_lines(index, names, mentions, lines, &mut contexts);
    of_paragraphs(index, names, mentions, lines, &mut contexts);
    of_the_rest(scan, index, names, mentions, &mut contexts);
    contexts
}

/// `The other three rooms are between 19 and 22 °C`: a sentence about the rest is not about the row that
/// was named before it.
fn of_the_rest(
    scan: &Scan,
    index: &Index<'_>,
    names: &Names,
    mentions: &[Mention],
    contexts: &mut [Vec<u32>],
) {
    let mut start = 0;
    while start < mentions.len() {
        let sentence = mentions[start].sentence;
        let length = mentions[start..].iter().take_while(|mention| mention.sentence == sentence).count();
        let part = &mentions[start..start + length];
        let first = part[0].at.saturating_sub(4);
        let speaks_of_rest = (first..part[length - 1].at).any(|at| REST.contains(&scan.word_at(at)));
        if speaks_of_rest && part.iter().all(|mention| names.rows(index, mention).is_empty()) {
            contexts[start..start + length].iter_mut().for_each(Vec::clear);
        }
        start += length;
    }
}

/// Words that speak of those of the rows that were not named.
pub(super) const REST: [&str; 22] = [
    "altre",
    "altri",
    "andere",
    "anderen",
    "annan",
    "autres",
    "demas",
    "except",
    "inne",
    "other",
    "others",
    "otras",
    "otros",
    "outras",
    "outros",
    "overige",
    "pozostale",
    "remaining",
    "rest",
    "restantes",
    "ubrigen",
    "остальные",
];

/// In a sentence a value belongs to the name of its part, between commas and conjunctions; a part without a
/// name goes on with the one before it.
fn of_sentence(
    scan: &Scan,
    index: &Index<'_>,
    names: &Names,
    mentions: &[Mention],
    contexts: &mut [Vec<u32>],
) {
    let mut rows: Vec<Vec<u32>> = mentions.iter().map(|mention| names.rows(index, mention)).collect();
    for at in 1..mentions.len() {
        if is_span_of_time(scan, &mentions[at - 1], &mentions[at]) {
            rows[at - 1].clear();
            rows[at].clear();
        }
    }
    if rows.iter().all(Vec::is_empty) {
        return;
    }
    let mut parts: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, mention) in mentions.iter().enumerate() {
        let is_new = at == 0 || mentions[at - 1].segment != mention.segment;
        // Names beside each other are spoken of together, with what stands behind the last one.
        let only_names = |part: &std::ops::Range<usize>| {
            let first = mentions[part.end - 1].end;
            let says_nothing = (first..mention.at).all(|at| is_between(scan, at));
            says_nothing && rows[part.clone()].iter().all(|rows| !rows.is_empty())
        };
        match parts.last_mut().filter(|part| !is_new || only_names(part)) {
            Some(part) => part.end = at + 1,
            None => parts.push(at..at + 1),
        }
    }
    let mut known: Vec<u32> = Vec::new();
    let mut waiting = 0;
    let is_dated: Vec<bool> = parts_dated(&parts, mentions, &rows);
    for part in parts {
        let mut named: Vec<u32> = rows[part.clone()].iter().flatten().copied().collect();
        named.dedup();
        if named.is_empty() {
            // A date is told beside its values; what follows may be of all.
            let is_dated = part.start.checked_sub(1).is_some_and(|before| is_dated[before]);
            let turns = (mentions[part.start].at.saturating_sub(6)..mentions[part.start].at)
                .any(|at| TURNS.contains(&scan.word_at(at)));
            if is_dated && turns {
                known.clear();
            }
            contexts[part.clone()].iter_mut().for_each(|context| context.clone_from(&known));
            continue;
        }
        let is_run = named.len() > 1
            && rows[part.clone()].iter().skip_while(|rows| !rows.is_empty()).all(Vec::is_empty);
        if named.len() == 1 || is_run {
            contexts[part.clone()].iter_mut().for_each(|context| context.clone_from(&named));
        } else {
            of_part(&mentions[part.clone()], &rows[part.clone()], &mut contexts[part.clone()]);
        }
        let is_first = known.is_empty();
        known.clone_from(&contexts[part.end - 1]);
        let is_dated = is_dated[part.start];
        if is_first && !is_dated {
            // What stands before the first name is of that name.
            let (before, after) = contexts.split_at_mut(part.start);
            for (context, mention) in before[waiting..].iter_mut().zip(&mentions[waiting..]) {
                if is_of_row(index, names, mention) {
                    context.clone_from(&after[0]);
                }
            }
        }
        waiting = part.end;
    }
}

/// From one date to another: no row of either is meant.
fn is_span_of_time(scan: &Scan, first: &Mention, second: &Mention) -> bool {
    let are_dates = matches!((&first.what, &second.what), (What::Moment(_), What::Moment(_)));
    let gap = first.end..second.at;
    let is_range = |at: usize| super::lexicon::is(scan, at, super::lexicon::Meaning::Range);
    let is_dash = |at: usize| matches!(scan.word_at(at), "-" | "–" | "—" | "." | "to" | "al" | "au" | "ao");
    are_dates
        && (1..=2).contains(&gap.len())
        && (gap.clone().any(|at| is_range(at) || is_dash(at))
            || first.at.checked_sub(1).is_some_and(is_range))
}

/// Words that turn to something else.
const TURNS: [&str; 7] = ["mentre", "mientras", "tandis", "terwijl", "wahrend", "whereas", "while"];

/// For each mention whether the names of its part are dates, and nothing else.
fn parts_dated(parts: &[std::ops::Range<usize>], mentions: &[Mention], rows: &[Vec<u32>]) -> Vec<bool> {
    let mut dated = vec![false; mentions.len()];
    for part in parts {
        let mut names = part.clone().filter(|at| !rows[*at].is_empty()).peekable();
        let is_dated = names.peek().is_some() && names.all(|at| matches!(mentions[at].what, What::Moment(_)));
        dated[part.clone()].fill(is_dated);
    }
    dated
}

/// A word or a mark between names that says nothing of them.
fn is_between(scan: &Scan, at: usize) -> bool {
    let token = &scan.tokens[at];
    !token.is_word()
        || super::hear::CONJUNCTIONS.contains(&scan.word(token))
        || super::lexicon::is_join(scan, at, token)
}

/// In a part with several names a value belongs to the names before it, or to the one right behind it:
/// `5.7 % for green against 5.0 % for control`.
fn of_part(mentions: &[Mention], rows: &[Vec<u32>], contexts: &mut [Vec<u32>]) {
    let mut known: Vec<u32> = Vec::new();
    let mut in_run = false;
    for at in 0..mentions.len() {
        if !rows[at].is_empty() {
            if !in_run {
                known.clear();
            }
            in_run = true;
            known.extend(&rows[at]);
            contexts[at].clone_from(&rows[at]);
            continue;
        }
        in_run = false;
        contexts[at].clone_from(&known);
        let next = (at + 1..mentions.len()).find(|next| !rows[*next].is_empty());
        if let Some(next) =
            next.filter(|next| mentions[*next].at.saturating_sub(mentions[at].end) <= 3 || known.is_empty())
        {
            contexts[at].extend(&rows[next]);
        }
    }
}

/// Tells whether a mention is of a value that rows have.
fn is_of_row(index: &Index<'_>, names: &Names, mention: &Mention) -> bool {
    match &mention.what {
        What::Facts(hits) => {
            hits.iter().all(|hit| index.entries[*hit as usize].row != NONE && !names.is_name(*hit))
        }
        What::Amount(amount) => {
            let of = |in_row: bool| {
                index.entries.iter().any(|entry| {
                    (entry.row != NONE) == in_row
                        && matches!(entry.value, super::index::Value::Number(value) if amount.is(value, &index.units(entry)))
                })
            };
            let is_count = amount.count().is_some_and(|count| {
                index.entries.iter().any(|entry| entry.value == super::index::Value::Count(count))
            });
            of(true) && !of(false) && !is_count
        }
        What::Moment(_) | What::State(_) | What::Id | What::Name | What::Part(_) | What::Quote => false,
    }
}

/// What stands in a line with one name, in another sentence, belongs to that name when the name is first.
fn of_lines(
    index: &Index<'_>,
    names: &Names,
    mentions: &[Mention],
    lines: &[Line],
    contexts: &mut [Vec<u32>],
) {
    let mut start = 0;
    while start < mentions.len() {
        let line = lines[mentions[start].at].number;
        let length = mentions[start..].iter().take_while(|mention| lines[mention.at].number == line).count();
        let end = start + length;
        let sentences = mentions[start].sentence != mentions[end - 1].sentence;
        let is_item =
            start.checked_sub(1).is_some_and(|before| lines[mentions[before].at].number + 1 >= line)
                || mentions.get(end).is_some_and(|next| lines[next.at].number <= line + 1);
        let first = names.rows(index, &mentions[start]);
        if let ([row], true, true) = (&*first, sentences, is_item) {
            let mut named = mentions[start..end].iter().flat_map(|mention| names.rows(index, mention));
            if named.all(|other| other == *row) {
                contexts[start..end]
                    .iter_mut()
                    .filter(|context| context.is_empty())
                    .for_each(|context| context.push(*row));
            }
        }
        start = end;
    }
}

/// Lines without a name belong to the one name of their paragraph, when its first line has it: a record
/// of several lines.
fn of_paragraphs(
    index: &Index<'_>,
    names: &Names,
    mentions: &[Mention],
    lines: &[Line],
    contexts: &mut [Vec<u32>],
) {
    let mut start = 0;
    while start < mentions.len() {
        let Line { paragraph, number: first_line, .. } = lines[mentions[start].at];
        let length =
            mentions[start..].iter().take_while(|mention| lines[mention.at].paragraph == paragraph).count();
        let end = start + length;
        let rows_of = |mention: &Mention| names.rows(index, mention);
        let mut named: Vec<u32> = mentions[start..end].iter().flat_map(rows_of).collect();
        named.sort_unstable();
        named.dedup();
        let heads = mentions[start..end].iter().take_while(|mention| lines[mention.at].number == first_line);
        let is_record = mentions[start..end].iter().all(|mention| lines[mention.at].is_label);
        let is_head = is_record || heads.flat_map(rows_of).next().is_some();
        if let ([_], true) = (&*named, is_head) {
            for at in start..end {
                let is_below = lines[mentions[at].at].number != first_line;
                if contexts[at].is_empty() && (is_below || is_record) {
                    contexts[at].clone_from(&named);
                }
            }
        }
        start = end;
    }
}
