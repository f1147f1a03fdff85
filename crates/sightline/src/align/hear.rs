//! What a text mentions: facts of the data by their words, and amounts, dates, states and names.

mod breaks;

pub(super) use self::breaks::{Breaks, CONJUNCTIONS};

use std::borrow::Cow;

use super::amount::{self, Amount};
use super::index::{Entry, Index, NONE, Value};
use super::lexicon::{self, Meaning};
use super::moment::{self, Moment};
use super::says::{is_ellipsis, run};
use super::scan::{Kind, Scan};

/// Most facts that one mention may be of; a word that stands everywhere names nothing.
const MOST_HITS: usize = 64;

/// What is mentioned.
#[derive(Clone, Debug)]
pub(super) enum What {
    Amount(Amount),
    /// Strings of the data, as a whole or cut with an ellipsis.
    Facts(Vec<u32>),
    /// An identifier that the data does not hold as it stands here.
    Id,
    Moment(Moment),
    /// Capital letters that are no word at the start of a sentence, and none of the data.
    Name,
    /// A part of strings of the data.
    Part(Vec<u32>),
    /// Words in quotation marks that the data does not hold as they stand here.
    Quote,
    State(u16),
}

/// One mention.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub(super) what: What,
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) sentence: u32,
    pub(super) clause: u32,
    pub(super) segment: u32,
}

/// Hears all mentions of a text, in order. Tokens that a table took are left out.
pub(super) fn hear(scan: &Scan, index: &Index<'_>, taken: &[bool], breaks: &Breaks) -> Vec<Mention> {
    let mut mentions: Vec<Mention> = Vec::new();
    let mut at = 0;
    let mut quote_end = 0;
    while at < scan.tokens.len() {
        if taken.get(at).copied().unwrap_or_default() {
            at += 1;
            continue;
        }
        let quoted = if at >= quote_end { quoted(scan, at) } else { None };
        if let Some(end) = quoted {
            quote_end = end + 1;
        }
        let heard =
            quoted.and_then(|end| unknown_quote(scan, index, at, end)).or_else(|| one(scan, index, at));
        let Some((what, end)) = heard else {
            at += 1;
            continue;
        };
        let end = end.max(at + 1);
        mentions.push(Mention {
            what,
            at,
            end,
            sentence: breaks.sentences[at],
            clause: breaks.clauses[at],
            segment: breaks.segments[at],
        });
        at = end;
    }
    borrow_units(scan, &mut mentions);
    mentions
}

/// `12 of 16 GB`, `from 10 to 12 km`: the unit belongs to both.
fn borrow_units(scan: &Scan, mentions: &mut [Mention]) {
    for at in (1..mentions.len()).rev() {
        let (before, after) = mentions.split_at_mut(at);
        let (Some(first), Some(second)) = (before.last_mut(), after.first()) else { continue };
        let (What::Amount(amount), What::Amount(other)) = (&mut first.what, &second.what) else { continue };
        let gap = second.at.saturating_sub(first.end);
        let joins = gap <= 2
            && (first.end..second.at).all(|at| {
                let word = scan.word_at(at);
                matches!(word, "-" | "–" | "—" | "/" | "$" | "€" | "£")
                    || CONJUNCTIONS.contains(&word)
                    || [Meaning::Of, Meaning::Range].into_iter().any(|meaning| lexicon::is(scan, at, meaning))
            });
        if joins && gap > 0 && !amount.has_unit() {
            amount.units = other.units;
        }
    }
}

fn one(scan: &Scan, index: &Index<'_>, at: usize) -> Option<(What, usize)> {
    let token = scan.tokens[at];
    if matches!(token.kind, Kind::Mark(_)) {
        return alone(scan, index, at);
    }
    let facts = facts(scan, index, at);
    let is_digits = matches!(token.kind, Kind::Number(_) | Kind::Clock(_) | Kind::Date(_));
    if let Some((hits, end, true)) = &facts
        && (!is_digits || end - at > 1)
    {
        return Some((What::Facts(hits.clone()), *end));
    }
    if let Some(moment) = moment::read(scan, at) {
        return Some((What::Moment(moment), moment.end));
    }
    if let Some(amount) = amount::read(scan, at).filter(|amount| !amount.is_word || is_counted(scan, amount))
    {
        return Some((What::Amount(amount), amount.end));
    }
    let state = lexicon::meaning(scan, at, |meaning| match meaning {
        Meaning::State(state) => Some(state),
        _ => None,
    });
    if let Some((state, length)) = state {
        return Some((What::State(state), at + length));
    }
    if let Some((hits, end, false)) = facts {
        return Some((What::Part(hits), end));
    }
    if token.kind == Kind::Id {
        return Some((What::Id, at + 1));
    }
    name(scan, index, at).map(|end| (What::Name, end))
}

/// A mark that is a whole string of the data, such as the root of a file system.
fn alone(scan: &Scan, index: &Index<'_>, at: usize) -> Option<(What, usize)> {
    let token = scan.tokens[at];
    let is_alone = (token.spaced || token.line) && scan.tokens.get(at + 1).is_none_or(|next| next.spaced);
    let places = if is_alone && !token.is_mark('-') { index.places_of(scan.word(&token)) } else { &[] };
    let whole = places.iter().filter_map(|(_, token)| index.entry_of(*token)).filter(|entry| {
        let entry = &index.entries[*entry as usize];
        entry.end - entry.first == 1
    });
    let hits: Vec<u32> = whole.collect();
    (!hits.is_empty()).then_some((What::Facts(hits), at + 1))
}

/// A number written as a word counts something when a word follows; `one of` and `a` alone do not.
fn is_counted(scan: &Scan, amount: &Amount) -> bool {
    let is_weak = amount.value() <= 1.0;
    let word = scan.word_at(amount.at);
    let is_article = is_weak && !matches!(word, "one" | "zero" | "single" | "cero");
    !is_article || amount.value() == 0.0 && word.len() > 3 || word != "a" && word != "null"
}

/// The strings of the data that stand at a token: the facts, where they end, and whether whole.
fn facts(scan: &Scan, index: &Index<'_>, at: usize) -> Option<(Vec<u32>, usize, bool)> {
    let word = scan.word_at(at);
    let mut best: Option<(Vec<u32>, usize, bool)> = None;
    let places = index
        .places_of(word)
        .iter()
        .chain(singular(word).map_or(&[] as &[(u64, u32)], |stem| index.places_of(&stem)));
    let is_join = lexicon::is_join(scan, at, &scan.tokens[at]);
    for (_, token) in places {
        let Some(entry) = index.entry_of(*token) else { continue };
        let of = index.entries[entry as usize];
        let run = run(scan, at, scan.tokens.len(), index, *token, of.end);
        // One letter is a name only when it is written like one.
        if word.chars().count() == 1
            && of.end - of.first == 1
            && scan.tokens[at].upper != index.scan.tokens[*token as usize].upper
        {
            continue;
        }
        let is_whole = *token == of.first && (run.tokens == (of.end - of.first) as usize || run.is_cut);
        if run.of_text == 0 || (!is_whole && is_join && run.tokens < 3) {
            continue;
        }
        let end = at + run.of_text;
        let rank = (is_whole, end);
        match &mut best {
            Some((hits, best_end, whole)) if (*whole, *best_end) == rank => {
                if hits.len() < MOST_HITS && hits.last() != Some(&entry) {
                    hits.push(entry);
                }
            }
            Some((_, best_end, whole)) if (*whole, *best_end) > rank => {}
            _ => best = Some((vec![entry], end, is_whole)),
        }
    }
    // A part must be more than a small word.
    best.filter(|(_, end, whole)| *whole || end - at > 1 || (word.chars().count() > 3 && !is_join))
}

fn singular(word: &str) -> Option<Cow<'_, str>> {
    if let Some(stem) = word.strip_suffix("ies") {
        return Some(format!("{stem}y").into());
    }
    ["s", "es", "n", "en"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.len() > 3))
        .map(Cow::Borrowed)
}

/// Where the quotation ends that begins at a token; the marks themselves are no part of it.
fn quoted(scan: &Scan, at: usize) -> Option<usize> {
    let Kind::Mark(open) = scan.tokens[at].kind else { return None };
    // Several of them are a fence, and what it holds is no name.
    let is_tick = |at: usize| scan.is_mark(at, '`');
    if open == '`' && (is_tick(at + 1) || at.checked_sub(1).is_some_and(is_tick)) {
        return None;
    }
    let close: &[char] = match open {
        '"' => &['"'],
        '“' => &['”'],
        '„' => &['“', '”'],
        '«' => &['»'],
        '»' => &['«'],
        '`' => &['`'],
        '「' => &['」'],
        '『' => &['』'],
        '《' => &['》'],
        '‘' => &['’'],
        _ => return None,
    };
    let inside = scan.tokens.iter().skip(at + 1).take(40);
    let length =
        inside.take_while(|token| !matches!(token.kind, Kind::Mark(mark) if close.contains(&mark))).count();
    let end = at + 1 + length;
    let is_closed = scan
        .tokens
        .get(end)
        .is_some_and(|token| matches!(token.kind, Kind::Mark(mark) if close.contains(&mark)));
    (is_closed && length > 0).then_some(end)
}

/// A quotation that is no string of the data, nor a part of one.
fn unknown_quote(scan: &Scan, index: &Index<'_>, at: usize, end: usize) -> Option<(What, usize)> {
    let first = at + 1;
    let inner = scan.tokens[first..end].iter().filter(|token| !matches!(token.kind, Kind::Mark(_))).count();
    // A key of JSON that is no copy.
    let is_label = scan.is_mark(end + 1, ':');
    // `describe_pod web-3`
    let is_call = scan.is_mark(at, '`')
        && scan.tokens[first].kind == Kind::Id
        && scan.word_at(first).contains('_')
        && index.places_of(scan.word_at(first)).is_empty();
    if is_label
        || is_call
        || inner == 0
        || matches!(scan.tokens[first].kind, Kind::Number(_) | Kind::Clock(_) | Kind::Date(_))
    {
        return None;
    }
    let places = index.places_of(scan.word_at(first));
    let is_known = places.iter().any(|(_, token)| {
        let Some(entry) = index.entry_of(*token) else { return false };
        let run = run(scan, first, end, index, *token, index.entries[entry as usize].end);
        run.is_cut || first + run.of_text >= end
    });
    let is_known = is_known || inner == 1 && is_inflected(scan, index, first);
    let is_known = is_known || inner > 1 && are_strings(scan, index, first, end);
    let is_cut_word = inner == 1 && is_ellipsis(scan, first + 1);
    let is_key = inner <= 3
        && index.keys.iter().any(|key| key.words.first().is_some_and(|word| word == scan.word_at(first)));
    (!is_known && !is_cut_word && !is_key && !lexicon_only(scan, first, end)).then_some((What::Quote, end))
}

/// `GET /v1/users`: several whole strings of the data side by side.
fn are_strings(scan: &Scan, index: &Index<'_>, first: usize, end: usize) -> bool {
    let mut at = first;
    while at < end {
        match facts(scan, index, at) {
            Some((_, next, true)) if next > at => at = next,
            _ => return false,
        }
    }
    true
}

/// A name in another case: `Волну` for `Волна`.
fn is_inflected(scan: &Scan, index: &Index<'_>, at: usize) -> bool {
    let word = scan.word_at(at);
    let length = word.chars().count();
    !word.is_ascii()
        && length > 3
        && index.entries.iter().filter(|entry| entry.end == entry.first + 1).any(|entry| {
            let known = index.scan.word_at(entry.first as usize);
            let alike = word.chars().zip(known.chars()).take_while(|(left, right)| left == right).count();
            alike >= 3
                && alike + 1 >= length.min(known.chars().count())
                && alike + 2 >= length.max(known.chars().count())
        })
}

/// Words of states and marks of yes are no names, in quotation marks too.
fn lexicon_only(scan: &Scan, first: usize, end: usize) -> bool {
    let mut at = first;
    while at < end {
        let length = lexicon::meaning(scan, at, |meaning| match meaning {
            Meaning::State(_) | Meaning::Yes | Meaning::No | Meaning::Nothing => Some(()),
            _ => None,
        });
        let Some(((), length)) = length else { return false };
        at += length;
    }
    true
}

/// Where the words with capital letters end that begin at a token, if they are a name by their place.
fn name(scan: &Scan, index: &Index<'_>, at: usize) -> Option<usize> {
    let token = scan.tokens[at];
    if !token.is_word() || !token.capital || lexicon::is_known(scan, at) {
        return None;
    }
    let mut end = at + 1;
    while scan.tokens.get(end).is_some_and(|token| token.is_word() && token.capital && !token.line)
        && !lexicon::is_known(scan, end)
        && index.places_of(scan.word_at(end)).is_empty()
    {
        end += 1;
    }
    Some(end)
}

/// Tells whether a sentence or a line starts at a token, so that its capital letter means nothing.
pub(super) fn is_start(scan: &Scan, breaks: &Breaks, at: usize) -> bool {
    let starts =
        |at: usize| at == 0 || scan.tokens[at].line || breaks.sentences[at - 1] != breaks.sentences[at];
    let mut here = at;
    while here > 0 && matches!(scan.tokens[here - 1].kind, Kind::Mark(_)) && !starts(here) {
        here -= 1;
    }
    starts(here) || (here > 0 && scan.is_mark(here - 1, ':'))
}

/// Tells whether a fact names its row: a string, or a number that a key calls an id.
pub(super) fn may_name(index: &Index<'_>, entry: &Entry<'_>) -> bool {
    entry.row != NONE
        && entry.end > entry.first
        && !matches!(entry.value, Value::Date(_) | Value::Bool(_))
        && (entry.end - entry.first > 1
            || index.scan.word_at(entry.first as usize).chars().count() > 1
            || !index.scan.tokens[entry.first as usize].is_word())
}
