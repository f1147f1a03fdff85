//! A text as tokens: words in the form that is compared, numbers, dates, times, identifiers and marks.
//!
//! Identifiers (`A-1041`, `eu-west-1`, `4.12.0`, addresses, paths) are one token, so that a digit of one
//! is never taken for a number. Characters of languages that write no spaces are one token each.

use super::date::{self, Date};
use super::lexicon;
use super::number::{self, Digits, Number};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Seconds since midnight.
    Clock(u32),
    Date(Date),
    Id,
    Mark(char),
    Number(Number),
    Word,
}

/// Shortest line that may have been broken for its length, in bytes.
const WRAPPED: usize = 64;
/// Fewest points that lead to a value; three leave something out.
const LEADERS: usize = 4;

/// One token of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Byte range in the text.
    pub(super) start: u32,
    pub(super) end: u32,
    /// Byte range of the form that is compared.
    from: u32,
    to: u32,
    pub(super) kind: Kind,
    /// White space stands before it.
    pub(super) spaced: bool,
    /// A line begins with it.
    pub(super) line: bool,
    /// A blank line stands before it.
    pub(super) paragraph: bool,
    /// It begins with a capital letter.
    pub(super) capital: bool,
    /// All its letters are capitals.
    pub(super) upper: bool,
}

impl Token {
    pub(super) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }
}

/// The tokens of one text or of several.
#[derive(Debug, Default)]
pub(super) struct Scan {
    folded: String,
    pub(super) tokens: Vec<Token>,
    /// The text is English by its small words, so that `due` is no Italian two.
    pub(super) is_english: bool,
    /// Minutes east of Greenwich of the clocks that a text of its language may tell.
    pub(super) zones: &'static [i32],
}

impl Scan {
    pub(super) fn of(text: &str) -> Self {
        let mut scan = Self::default();
        scan.add(text);
        scan
    }

    /// The form of a token that is compared.
    pub(super) fn word(&self, token: &Token) -> &str {
        &self.folded[token.from as usize..token.to as usize]
    }

    pub(super) fn word_at(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| self.word(token))
    }

    pub(super) fn is_mark(&self, at: usize, mark: char) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_mark(mark))
    }

    /// Adds the tokens of a text, and returns the index of the first.
    pub(super) fn add(&mut self, text: &str) -> usize {
        let first = self.tokens.len();
        let mut at = 0;
        let (mut spaced, mut lines) = (false, 1);
        let mut line_start = 0;
        // No chunk is looked at twice: that would take quadratic time on a hostile text.
        let mut plain_to = 0;
        while let Some(character) = text[at..].chars().next() {
            if character.is_whitespace() || character == '\u{feff}' {
                spaced = true;
                let is_end = character == '\n';
                lines += u8::from(is_end && lines < 2 && !is_wrapped(&text[line_start..at], &text[at + 1..]));
                line_start = if is_end { at + 1 } else { line_start };
                at += character.len_utf8();
                continue;
            }
            let from = self.folded.len();
            let (end, kind) = next(text, at, character, &mut plain_to);
            let is_contraction = kind == Kind::Word && self.fold(text, at, end);
            let end = if is_contraction { contraction_end(text, end) } else { end };
            self.tokens.push(Token {
                start: at as u32,
                end: end as u32,
                from: from as u32,
                to: self.folded.len() as u32,
                kind,
                spaced,
                line: lines > 0,
                paragraph: lines > 1,
                capital: character.is_uppercase(),
                upper: character.is_uppercase() && text[at..end].chars().all(char::is_uppercase),
            });
            if kind != Kind::Word {
                let text = if kind == Kind::Mark(':') { ":" } else { &text[at..end] };
                let to = &mut self.folded;
                text.chars().for_each(|character| lexicon::fold(character, to));
                if let Some(last) = self.tokens.last_mut() {
                    last.to = self.folded.len() as u32;
                }
            }
            (spaced, lines, at) = (false, 0, end);
        }
        first
    }

    /// Adds the compared form of a word; tells whether it is one like `isn't`, which says no.
    fn fold(&mut self, text: &str, start: usize, end: usize) -> bool {
        if contraction_end(text, end) > end && text[start..end].ends_with('n') {
            self.folded.push_str("n't");
            return true;
        }
        let folded = &mut self.folded;
        text[start..end].chars().for_each(|character| lexicon::fold(character, folded));
        false
    }
}

/// Tells whether a line of prose goes on in the next one, where it was broken for its length.
fn is_wrapped(line: &str, rest: &str) -> bool {
    let is_prose = |text: &str| text.starts_with(char::is_alphabetic);
    let next = rest.lines().next().unwrap_or_default();
    line.len() >= WRAPPED
        && is_prose(line)
        && is_prose(next)
        && line.ends_with(|last: char| last.is_alphanumeric() || last == ',')
        && !line.contains(['|', '\t', ';'])
        && !line.contains("  ")
        && !next.split_whitespace().take(5).any(|word| word.ends_with(':'))
}

/// Where a word ends that `'t` follows.
fn contraction_end(text: &str, end: usize) -> usize {
    let rest = &text[end..];
    let Some(after) = rest.strip_prefix(['\'', '’']) else { return end };
    let is_end = after.strip_prefix('t').is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    if is_end { text.len() - after.len() + 1 } else { end }
}

/// Tells whether a character is written without spaces around its words.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '々')
}

fn next(text: &str, at: usize, character: char, plain_to: &mut usize) -> (usize, Kind) {
    let rest = &text[at..];
    if character.is_ascii_digit() {
        if let Some((length, date)) = date::read(rest) {
            return (at + length, Kind::Date(date));
        }
        if let Some((length, clock)) = date::read_clock(rest) {
            // Behind a time of minutes only, a dash begins the end of a span of time.
            let zone = if length > 5 { zone(&rest[length..]) } else { 0 };
            return (at + length + zone, Kind::Clock(clock));
        }
    }
    if at >= *plain_to
        && (character.is_alphanumeric()
            || (starts_name(rest, character) && !text[..at].ends_with(char::is_alphanumeric)))
    {
        let end = chunk_end(text, at);
        if is_identifier(&text[at..end]) {
            return (end, Kind::Id);
        }
        *plain_to = end;
    }
    if character.is_ascii_digit() {
        let (length, digits) = number::read(rest);
        let kind = match digits {
            Digits::Number(number) => Kind::Number(number),
            Digits::Groups => Kind::Id,
        };
        return (at + length, kind);
    }
    if is_unspaced(character) {
        return (at + character.len_utf8(), Kind::Word);
    }
    if character.is_alphabetic() {
        let end = rest.find(|next: char| {
            !(next.is_alphabetic() || matches!(next, '\u{300}'..='\u{36f}')) || is_unspaced(next)
        });
        return (at + end.unwrap_or(rest.len()), Kind::Word);
    }
    // Points that lead to a value in a column of its own: `Issuer ....... Example CA`.
    let leaders = rest.bytes().take_while(|byte| *byte == b'.').count();
    if leaders >= LEADERS && !rest[leaders..].starts_with(char::is_alphanumeric) {
        return (at + leaders, Kind::Mark(':'));
    }
    (at + character.len_utf8(), Kind::Mark(character))
}

/// Tells whether a mark may begin a name: `/srv`, `~/notes`, `./run`, `@team`.
fn starts_name(rest: &str, character: char) -> bool {
    let next = rest[character.len_utf8()..].chars().next();
    match character {
        '/' | '@' => next.is_some_and(char::is_alphanumeric),
        '~' => next == Some('/'),
        '.' => matches!(next, Some('/' | '.')),
        _ => false,
    }
}

/// How long the offset is that follows a time: `+00:00`, ` GMT+0000`.
fn zone(rest: &str) -> usize {
    let named = [" GMT", " UTC"].into_iter().find(|name| rest.starts_with(name)).map_or(0, str::len);
    let Some(digits) = rest[named..].strip_prefix(['+', '-']) else { return named };
    let length = digits.bytes().take(5).take_while(|byte| byte.is_ascii_digit() || *byte == b':').count();
    if (4..=5).contains(&length) { named + 1 + length } else { named }
}

/// Where the run of characters ends that may be one identifier.
fn chunk_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let is_end = |next: char| {
        next.is_whitespace()
            || is_unspaced(next)
            || matches!(
                next,
                ',' | ';'
                    | '!'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | '{'
                    | '}'
                    | '<'
                    | '>'
                    | '"'
                    | '“'
                    | '”'
                    | '„'
                    | '«'
                    | '»'
                    | '|'
                    | '`'
                    | '…'
                    | '「'
                    | '」'
                    | '『'
                    | '』'
                    | '《'
                    | '》'
                    | '、'
                    | '。'
                    | '，'
                    | '（'
                    | '）'
                    | '：'
                    | '；'
                    | '•'
                    | '·'
                    | '→'
                    | '–'
                    | '—'
                    | '’'
                    | '\''
                    | '*'
            )
    };
    let mut end = rest.find(is_end).unwrap_or(rest.len());
    // A colon or an equals sign parts a name from a value, but for the one of an address.
    if !rest[..end].contains("://") {
        end = rest[..end].find([':', '=', '?', '&']).unwrap_or(end);
    }
    at + rest[..end].trim_end_matches(['.', '-', '/', '%', '?', ':', '_']).len().max(if end > 0 {
        1.min(end)
    } else {
        0
    })
}

/// Tells whether a run of characters is one name, and neither words nor a number with its unit.
fn is_identifier(chunk: &str) -> bool {
    let count = |mark: u8| chunk.bytes().filter(|byte| *byte == mark).count();
    let inner = chunk.get(1..).unwrap_or_default();
    if chunk.len() < 2 {
        return false;
    }
    let letters = chunk.chars().any(char::is_alphabetic);
    let digits = chunk.bytes().any(|byte| byte.is_ascii_digit());
    if chunk.contains("://")
        || (inner.contains('@') && letters)
        || (letters && inner.contains('_'))
        || chunk.contains('\\')
    {
        return true;
    }
    if letters
        && (chunk.starts_with('/') || chunk.starts_with("~/") || chunk.starts_with("./") || count(b'/') > 1)
    {
        return true;
    }
    if !letters {
        // Groups of digits: a number of a book, a telephone.
        return digits && count(b'-') > 1 && !chunk.contains(' ');
    }
    if !digits {
        // `example.org`, `notes.txt`: a point between letters, and no capital after it.
        let mut around = chunk.split('.');
        let is_named = around.next().is_some_and(|first| !first.is_empty())
            && count(b'.') > 0
            && around.clone().all(|part| part.chars().next().is_some_and(char::is_lowercase))
            && chunk.split('.').all(|part| part.chars().count() > 1);
        return is_named;
    }
    if count(b'/') > 0 {
        return false;
    }
    !is_amount(chunk) && !is_size(chunk) && number::exponent(chunk).is_none()
}

/// Tells whether a run is the numbers of a size: `1280x720`, `3x4x5`.
fn is_size(chunk: &str) -> bool {
    let mut numbers = chunk.split(['x', '×']);
    let is_number = |number: &str| {
        (1..=5).contains(&number.len())
            && !(number.len() > 1 && number.starts_with('0'))
            && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    // `0x20` is one number of another base.
    !chunk.starts_with("0x") && numbers.by_ref().take(3).all(is_number) && numbers.next().is_none()
}

/// Units and endings that are written right behind the digits.
const BEHIND: &str = " k m b bn mio mrd kb mb gb tb kib mib gib tib ko mo go to o s ms us µs ns sec min mins h hr hrs d w y \
km cm mm kg g mg t l ml cl c f v w kw mw gw kwh mwh hz khz mhz ghz px pt st nd rd th er re e eme ere o a x am pm uhr \
mph kmh ha lb lbs ft in kn hpa kpa mpa pa bar usd eur chf gbp p kpl std tsd mln mld ";

/// Tells whether a run is a number with its unit, or an hour with its minutes: `31s`, `18.2k`, `14h30`.
fn is_amount(chunk: &str) -> bool {
    let digit = |character: char| character.is_ascii_digit() || matches!(character, '.' | ',');
    let mut rest = chunk;
    let mut parts = 0;
    while let Some(start) = rest.find(|character| !digit(character)).filter(|start| *start > 0) {
        rest = &rest[start..];
        let end = rest.find(|character: char| character.is_ascii_digit()).unwrap_or(rest.len());
        let (unit, after) = rest.split_at(end);
        let mut folded = String::new();
        unit.trim_end_matches('.').chars().for_each(|character| lexicon::fold(character, &mut folded));
        let bare = folded.trim_start_matches('-');
        let is_compound =
            folded.len() > bare.len() && bare.len() > 2 && bare.chars().all(char::is_alphabetic);
        parts += 1;
        if after.is_empty() {
            // Languages that write their words right behind the digits.
            let is_other = unit.chars().next().is_some_and(|first| !first.is_ascii());
            let is_unit = is_other
                || BEHIND.split(' ').any(|known| known == folded)
                || folded.contains(['°', '%', '²', '/']);
            return is_unit || (is_compound && parts == 1);
        }
        if !["h", "d", "m", "min", "s"].contains(&folded.as_str()) {
            return false;
        }
        rest = after;
    }
    // The minutes behind an hour.
    parts > 0 && (1..=2).contains(&rest.len())
}
