//! Does a part of a text say a fact? Used where the place tells which fact is meant: a cell, what stands
//! behind a key.

mod numbers;

use self::numbers::says_number;
use super::amount;
use super::index::{Entry, Index, Value, same_noun};
use super::lexicon::{self, Meaning};
use super::moment;
use super::scan::{Kind, Scan};

/// A part of a text, in tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span<'s> {
    pub(super) scan: &'s Scan,
    pub(super) first: usize,
    pub(super) end: usize,
    /// The span is a cell: all its words are those of the fact.
    pub(super) is_cell: bool,
    /// The unit that the head of its column names, for numbers that have none.
    pub(super) units: [Option<amount::Unit>; 3],
}

impl Span<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.first >= self.end
    }

    fn any(&self, mut test: impl FnMut(usize) -> bool) -> bool {
        (self.first..self.end).any(&mut test)
    }

    /// Tells whether the whole of it is a phrase of that meaning.
    pub(super) fn is_whole(&self, wanted: Meaning) -> bool {
        let (first, end) = self.trimmed();
        lexicon::meaning(self.scan, first, |meaning| (meaning == wanted).then_some(()))
            .is_some_and(|((), length)| first + length >= end)
            || self.is_phrase(wanted)
    }

    fn is_phrase(&self, wanted: Meaning) -> bool {
        let (first, end) = self.trimmed();
        let mut found = false;
        lexicon::meanings(self.scan, first, |meaning, length| {
            found |= meaning == wanted && first + length >= end;
        });
        found
    }

    /// Without marks that only adorn.
    pub(super) fn trimmed(&self) -> (usize, usize) {
        let adorns = |at: usize| {
            matches!(
                self.scan.tokens[at].kind,
                Kind::Mark('*' | '`' | '"' | '“' | '”' | '„' | '«' | '»' | '.' | ',')
            )
        };
        let (mut first, mut end) = (self.first, self.end);
        while first < end && adorns(first) {
            first += 1;
        }
        while end > first && adorns(end - 1) {
            end -= 1;
        }
        (first, end)
    }
}

/// Tells whether a span says a fact.
pub(super) fn says(index: &Index<'_>, entry: &Entry<'_>, span: &Span<'_>) -> bool {
    match entry.value {
        Value::Bool(value) => truth(index, entry, span) == Some(value),
        Value::Count(count) => says_list(index, entry, count, span),
        Value::Date(date) => says_date(&date, span) || says_words(index, entry, span),
        Value::Null => span.is_empty() || is_nothing(span),
        Value::Number(value) => says_number(index, entry, value, span) || says_words(index, entry, span),
        Value::Text => {
            says_words(index, entry, span)
                || says_state(index, entry, span)
                || (entry.first == entry.end && (span.is_empty() || is_nothing(span)))
        }
    }
}

fn is_nothing(span: &Span<'_>) -> bool {
    span.is_whole(Meaning::Nothing)
        || span.is_whole(Meaning::Negation)
        || span.is_whole(Meaning::No)
        || lexicon::is(span.scan, span.trimmed().0, Meaning::Negation)
}

/// Whether a span says yes or no of a flag.
pub(super) fn truth(index: &Index<'_>, entry: &Entry<'_>, span: &Span<'_>) -> Option<bool> {
    if span.is_whole(Meaning::Yes) {
        return Some(true);
    }
    if span.is_whole(Meaning::No) || span.is_cell && is_letter_of_no(span) {
        return Some(false);
    }
    let (first, end) = span.trimmed();
    let negated = (first..end).any(|at| lexicon::is(span.scan, at, Meaning::Negation));
    let key = index.key_of(entry)?;
    let own: Vec<u16> = key.words.iter().filter_map(|word| lexicon::states_of(word)).collect();
    let stated = (first..end).find_map(|at| {
        lexicon::meaning(span.scan, at, |meaning| match meaning {
            Meaning::State(state) => Some(state),
            _ => None,
        })
    });
    if let Some((state, _)) = stated {
        if own.contains(&state) {
            return Some(!negated);
        }
        if own.iter().any(|own| lexicon::opposite(*own) == Some(state)) {
            return Some(negated);
        }
        // Another pair of opposites says yes and no as well: `active` in a column of `enabled`.
        if lexicon::opposite(state).is_some() {
            return Some(lexicon::is_positive(state) != negated);
        }
    }
    let names = key.words.iter().any(|word| (first..end).any(|at| same_noun(span.scan.word_at(at), word)));
    // The first word may be the answer: `yes, since Monday`.
    let starts = |wanted: Meaning| lexicon::is(span.scan, first, wanted);
    let says_no = starts(Meaning::No) || starts(Meaning::Negation) || span.is_whole(Meaning::Nothing);
    match (names, starts(Meaning::Yes), says_no) {
        (true, _, _) => Some(!negated),
        (_, true, false) => Some(true),
        (_, false, true) => Some(false),
        _ => None,
    }
}

/// `N` in a column of `Y` and `N`.
fn is_letter_of_no(span: &Span<'_>) -> bool {
    let (first, end) = span.trimmed();
    end - first == 1 && span.scan.word_at(first) == "n"
}

/// Tells whether a span may be a string of the data in another language: small words that are neither of
/// the data nor states.
pub(super) fn may_be_translated(index: &Index<'_>, entry: &Entry<'_>, span: &Span<'_>) -> bool {
    let (first, end) = span.trimmed();
    let is_word = |at: usize| {
        let token = &span.scan.tokens[at];
        let is_small = !token.capital || !span.scan.word(token).is_ascii();
        let is_state =
            lexicon::meaning(span.scan, at, |meaning| matches!(meaning, Meaning::State(_)).then_some(()));
        matches!(token.kind, Kind::Mark(mark) if !mark.is_ascii() || matches!(mark, '(' | ')' | '.'))
            || at > first && matches!(token.kind, Kind::Number(_) | Kind::Date(_))
            || token.is_word()
                && is_small
                && is_state.is_none()
                && index.places_of(span.scan.word(token)).is_empty()
    };
    entry.value == Value::Text && !span.scan.is_english && first < end && (first..end).all(is_word)
}

/// All dates and times of the span are of the date, and there is one.
fn says_date(date: &super::date::Date, span: &Span<'_>) -> bool {
    let (mut at, mut found) = (span.first, false);
    while at < span.end {
        match moment::read(span.scan, at) {
            Some(moment) => {
                let weekdays = moment.weekday.is_none() || moment.weekday == date.weekday();
                let tells = moment.date.tells(date) || moment.date.tells_locally(date, span.scan.zones);
                if !tells || !weekdays {
                    return false;
                }
                found = true;
                at = moment.end.max(at + 1);
            }
            None => {
                // `14h30`, a year alone, or a day behind a word that is none of a month: `Sun 5`.
                if let Some(amount) = amount::read(span.scan, at) {
                    let clock = amount.clock().is_some_and(|seconds| {
                        date.clock.is_some_and(|clock| (f64::from(clock) - seconds).abs() < 60.0)
                    });
                    let year = date.year.is_some_and(|year| amount.is(f64::from(year), &[None; 3]));
                    let is_ordinal =
                        matches!(span.scan.word_at(at + 1), "st" | "nd" | "rd" | "th" | "er" | "º");
                    let is_day = (span.is_cell || is_ordinal && !span.scan.tokens[at + 1].spaced)
                        && amount
                            .count()
                            .is_some_and(|day| date.day.is_some_and(|known| usize::from(known) == day));
                    found |= clock || year || is_day && !amount.has_unit();
                }
                at += 1;
            }
        }
    }
    found
}

fn says_state(index: &Index<'_>, entry: &Entry<'_>, span: &Span<'_>) -> bool {
    let Some(own) = index.state_of(entry) else { return false };
    let (first, end) = span.trimmed();
    let is_said = |state: u16| {
        (first..end).any(|at| {
            let is_it = |meaning| matches!(meaning, Meaning::State(said) if lexicon::are_alike(said, state));
            lexicon::meaning(span.scan, at, |meaning| is_it(meaning).then_some(())).is_some()
        })
    };
    // `not started` is one state.
    let is_phrase = |at: usize| {
        let whole = |meaning| (meaning == Meaning::State(own)).then_some(());
        lexicon::meaning(span.scan, at, whole).is_some_and(|((), length)| length > 1)
    };
    if (first..end).any(is_phrase) {
        return true;
    }
    let negated = (first..end).any(|at| lexicon::is(span.scan, at, Meaning::Negation));
    let said = is_said(own);
    if negated { !said && lexicon::opposite(own).is_some_and(is_said) } else { said }
}

fn says_words(index: &Index<'_>, entry: &Entry<'_>, span: &Span<'_>) -> bool {
    let length = (entry.end - entry.first) as usize;
    if length == 0 {
        return false;
    }
    let words = |first: usize, end: usize| {
        (first..end).filter(|at| !matches!(span.scan.tokens[*at].kind, Kind::Mark(_))).count()
    };
    // `Hr. Ott`, `Sy (4)`: a title, and a remark in brackets.
    let is_title = |at: usize| {
        let token = &span.scan.tokens[at];
        token.is_word() && token.capital && token.end - token.start <= 4 && span.scan.is_mark(at + 1, '.')
    };
    let remark = (span.first + 1..span.end).find(|at| span.scan.is_mark(*at, '(')).unwrap_or(span.end);
    let first = span.first + if remark > span.first + 2 && is_title(span.first) { 2 } else { 0 };
    let all = words(span.first, span.end).min(words(first, remark));
    let is_there = (span.first..span.end).any(|at| {
        let run = run(span.scan, at, span.end, index, entry.first, entry.end);
        (run.tokens == length || run.is_cut) && (!span.is_cell || words(at, at + run.of_text) == all)
    });
    if is_there || is_parted(index, entry, span) {
        // More words than the fact has are another fact: `Room 4B extra`.
        return true;
    }
    // The cell may be a part that stands for the whole: a path without its folders.
    let (first, end) = span.trimmed();
    let is_head = |at: usize| {
        let known = index.scan.word_at(entry.first as usize);
        is_head_of(span.scan.word_at(at), known)
    };
    if length == 1 && end > first && is_head(first) {
        return true;
    }
    let only = end - first == 1 && span.scan.tokens[first].kind == Kind::Id && length == 1;
    only && index.scan.word_at(entry.first as usize).ends_with(span.scan.word_at(first))
        || is_spelt_apart(index, entry, span, first, end)
}

/// `too small` for `too_small`.
fn is_parted(index: &Index<'_>, entry: &Entry<'_>, span: &Span<'_>) -> bool {
    if entry.end - entry.first != 1 {
        return false;
    }
    let known = index.scan.word_at(entry.first as usize);
    let mut words = known.split(['_', '-']);
    let Some(first) = words.next().filter(|first| first.len() < known.len()) else { return false };
    let rest: Vec<&str> = words.collect();
    let starts = |at: usize| {
        span.scan.word_at(at) == first
            && rest.iter().zip(at + 1..).all(|(word, at)| at < span.end && span.scan.word_at(at) == *word)
    };
    (span.first..span.end).any(starts)
}

/// A hash of which only the first characters are told, or a version without its last part.
pub(super) fn is_head_of(said: &str, known: &str) -> bool {
    let Some(rest) = known.strip_prefix(said).filter(|rest| !rest.is_empty()) else { return false };
    let is_hex = |word: &str| word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let is_hash = said.len() >= 6 && known.len() >= 12 && is_hex(known);
    let is_version = said.len() >= 5 && said.contains('.') && rest.starts_with(['-', '+']);
    is_hash || is_version && said.starts_with(|first: char| first.is_ascii_digit())
}

/// A name of letters and digits, with a blank or a mark between: `AQ 702` for `AQ702`.
fn is_spelt_apart(index: &Index<'_>, entry: &Entry<'_>, span: &Span<'_>, first: usize, end: usize) -> bool {
    let (from, to) = (entry.first as usize, entry.end as usize);
    if end - first > 6 || to - from > 4 {
        return false;
    }
    let plain = |scan: &Scan, range: std::ops::Range<usize>| -> String {
        range
            .flat_map(|at| scan.word_at(at).chars())
            .filter(|character| character.is_alphanumeric())
            .collect()
    };
    let known = plain(&index.scan, from..to);
    let is_id = (from..to).any(|at| index.scan.tokens[at].kind == Kind::Id);
    // `To do` for `TODO`, `eau froide` for `eau-froide`: the marks between the same letters say nothing.
    let is_one = known.len() > 3;
    let is_long_number = known.len() > 6 && known.bytes().all(|byte| byte.is_ascii_digit());
    (is_id || is_one || known.bytes().any(|byte| byte.is_ascii_digit()))
        && (is_long_number || known.contains(char::is_alphabetic))
        && known == plain(span.scan, first..end)
}

/// How far a text and a string run together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    pub(super) tokens: usize,
    /// The text leaves the rest out, and shows that it does.
    pub(super) is_cut: bool,
    /// Tokens of the text.
    pub(super) of_text: usize,
}

/// Compares a text from a token on with a string from a token on.
pub(super) fn run(scan: &Scan, at: usize, text_end: usize, index: &Index<'_>, first: u32, end: u32) -> Run {
    let mut run = Run::default();
    let mut here = at;
    for token in first..end {
        if here >= text_end {
            break;
        }
        let (said, known) = (scan.word_at(here), index.scan.word_at(token as usize));
        let is_last = token + 1 == end;
        // `F. Herbert`
        let is_initial = said.len() == 1
            && known.len() > 1
            && known.starts_with(said)
            && scan.tokens[here].upper
            && scan.is_mark(here + 1, '.')
            && index.scan.tokens[token as usize].capital;
        if is_initial && !is_last {
            here += 2;
            run.tokens += 1;
            run.of_text = here - at;
            continue;
        }
        let alike = said == known
            || (is_last && scan.tokens[here].is_word() && same_noun(said, known))
            || is_same_quote(said, known);
        if !alike {
            let is_cut = known.starts_with(said)
                && is_ellipsis(scan, here + 1)
                && run.tokens + usize::from(said.len() > 3) > 0;
            if is_cut {
                return Run { is_cut, of_text: here + 1 - at, ..run };
            }
            if run.tokens > 0 && is_ellipsis(scan, here) {
                return Run { is_cut: true, of_text: here - at, ..run };
            }
            break;
        }
        here += 1;
        run.tokens += 1;
        run.of_text = here - at;
    }
    let is_whole = run.tokens == (end - first) as usize;
    if !is_whole && run.tokens > 0 && is_ellipsis(scan, here) {
        run.is_cut = true;
    }
    run
}

fn is_same_quote(left: &str, right: &str) -> bool {
    let is_quote = |word: &str| matches!(word, "'" | "’" | "‘" | "\"" | "“" | "”");
    let is_dash = |word: &str| matches!(word, "-" | "–" | "—" | "−" | "‑");
    (is_quote(left) && is_quote(right)) || (is_dash(left) && is_dash(right))
}

/// Tells whether the text leaves something out here.
pub(super) fn is_ellipsis(scan: &Scan, at: usize) -> bool {
    scan.is_mark(at, '…') || (0..3).all(|step| scan.is_mark(at + step, '.'))
}

fn says_list(index: &Index<'_>, entry: &Entry<'_>, count: usize, span: &Span<'_>) -> bool {
    // Each item has a part of the span only.
    let span = &Span { is_cell: false, ..*span };
    if count == 0 {
        return span.is_empty() || is_nothing(span) || says_count(count, span);
    }
    let inside = entry.node.span();
    let items = || {
        index.entries.iter().filter(|item| {
            item.row == entry.row
                && item.node.span().start > inside.start
                && item.node.span().end < inside.end
        })
    };
    let mut some = false;
    let all = items().all(|item| {
        some = true;
        matches!(item.value, Value::Count(_)) || says(index, item, span)
    });
    // What stands between commas must not be more than there is.
    let parts = 1
        + (span.first..span.end)
            .filter(|at| span.scan.is_mark(*at, ',') || span.scan.is_mark(*at, ';'))
            .count();
    (some && all && parts <= count.max(items().count())) || says_count(count, span)
}

fn says_count(count: usize, span: &Span<'_>) -> bool {
    span.any(|at| amount::read(span.scan, at).is_some_and(|amount| amount.count() == Some(count)))
}
