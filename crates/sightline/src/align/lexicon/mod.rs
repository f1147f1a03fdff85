//! What words mean, in the languages that the tables of this folder hold.
//!
//! The tables are data; this file turns them into one map from the first word of a phrase to what the
//! phrase means. A language or a word is added to a table, and to no code.

mod nouns;
mod units;
mod words;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

pub(super) use self::units::Dimension;
pub(super) use self::words::{ENGLISH, GENERIC, GERMAN, NOT_ENGLISH, OF_NUMBERS, SMALL};
use super::scan::{Scan, Token};

/// What a phrase means. A phrase may have several meanings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    About,
    /// Speaks of every row.
    All,
    /// How much more, or what is left.
    Difference,
    /// More or less than another: whether it is more.
    Direction(bool),
    /// How often, and no fact: `every 30 s`.
    Every,
    Fraction(f64),
    /// Begins a sentence that tells the reader what to do.
    Hint,
    /// What is not so.
    Hypothesis,
    Join,
    Least,
    Less,
    Magnitude(f64),
    Mean,
    Month(u8),
    More,
    Most,
    Negation,
    No,
    Nothing,
    /// A row of the table of nouns.
    Noun(u16),
    Number(u8),
    Of,
    Place,
    Range,
    /// Says which of some things are meant.
    Restriction,
    /// Says by itself whether a number is above or below, so that its sign may be left out.
    Sign,
    /// A row of the table of states.
    State(u16),
    Sum,
    /// How many times one number is another.
    Times,
    Unit(Dimension, f64),
    Weekday(u8),
    Yes,
    /// Minutes east of Greenwich.
    Zone(i32),
}

struct Phrase {
    /// The words after the first one.
    rest: Vec<String>,
    meaning: Meaning,
}

/// Fowler, Noll and Vo's hash: words are short, and the keys are ours, so nobody can make them collide.
#[derive(Clone, Copy)]
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The hash of a word in the form that is compared.
pub(super) fn hash(word: &str) -> u64 {
    let mut hasher = Fnv::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

type Map = HashMap<String, Vec<Phrase>, BuildHasherDefault<Fnv>>;

static LEXICON: LazyLock<Map> = LazyLock::new(build);

fn build() -> Map {
    let mut map = Map::default();
    let mut add = |words: &str, meaning: Meaning| {
        for phrase in words.split('|') {
            let scan = Scan::of(phrase);
            let mut tokens = scan.tokens.iter().map(|token| scan.word(token).to_owned());
            let Some(first) = tokens.next() else { continue };
            map.entry(first).or_default().push(Phrase { rest: tokens.collect(), meaning });
        }
    };
    for (words, meaning) in [
        (words::YES, Meaning::Yes),
        (words::NO, Meaning::No),
        (words::NOTHING, Meaning::Nothing),
        (words::NEGATIONS, Meaning::Negation),
        (words::ABOUT, Meaning::About),
        (words::MORE, Meaning::More),
        (words::LESS, Meaning::Less),
        (words::PLACES, Meaning::Place),
        (words::SUMS, Meaning::Sum),
        (words::MEANS, Meaning::Mean),
        (words::MOST, Meaning::Most),
        (words::LEAST, Meaning::Least),
        (words::RANGES, Meaning::Range),
        (words::OF, Meaning::Of),
        (words::JOINS, Meaning::Join),
        (words::DIFFERENCES, Meaning::Difference),
        (words::EVERY, Meaning::Every),
        (words::UPS, Meaning::Direction(true)),
        (words::DOWNS, Meaning::Direction(false)),
        (words::ALL, Meaning::All),
        (words::HINTS, Meaning::Hint),
        (words::HYPOTHESES, Meaning::Hypothesis),
        (words::TIMES, Meaning::Times),
        (words::RESTRICTIONS, Meaning::Restriction),
        (words::SIGNS, Meaning::Sign),
    ] {
        add(words, meaning);
    }
    for (words, at) in words::NUMBERS.iter().zip(0..) {
        add(words, Meaning::Number(at));
    }
    for (words, at) in words::MONTHS.iter().zip(1..) {
        add(words, Meaning::Month(at));
    }
    for (words, at) in words::WEEKDAYS.iter().zip(0..) {
        add(words, Meaning::Weekday(at));
    }
    words::ZONES.iter().for_each(|(minutes, words)| add(words, Meaning::Zone(*minutes)));
    words::FRACTIONS.iter().for_each(|(value, words)| add(words, Meaning::Fraction(*value)));
    words::MAGNITUDES.iter().for_each(|(value, words)| add(words, Meaning::Magnitude(*value)));
    units::UNITS.iter().for_each(|(dimension, factor, words)| add(words, Meaning::Unit(*dimension, *factor)));
    for (words, at) in nouns::NOUNS.iter().zip(0..) {
        add(words, Meaning::Noun(at));
    }
    for (words, at) in nouns::STATES.iter().zip(0..) {
        add(words.trim_start_matches(['+', '-']), Meaning::State(at));
    }
    for phrases in map.values_mut() {
        phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.rest.len()));
    }
    map
}

/// The state that is the opposite, where the table knows one.
pub(super) fn opposite(state: u16) -> Option<u16> {
    let sign = |at: u16| nouns::STATES.get(usize::from(at)).and_then(|row| row.chars().next());
    match sign(state)? {
        '+' => Some(state + 1).filter(|next| sign(*next) == Some('-')),
        '-' => state.checked_sub(1).filter(|before| sign(*before) == Some('+')),
        _ => None,
    }
}

/// The word by which a state goes in the tables here.
fn name_of(state: u16) -> &'static str {
    let row = nouns::STATES.get(usize::from(state)).copied().unwrap_or_default();
    row.trim_start_matches(['+', '-']).split('|').next().unwrap_or_default()
}

/// Tells whether two states are one by other words: what passed was successful.
pub(super) fn are_alike(left: u16, right: u16) -> bool {
    const ALIKE: [[&str; 2]; 2] = [["passed", "successful"], ["completed", "successful"]];
    let words = [left, right].map(name_of);
    left == right || ALIKE.iter().any(|pair| words == *pair || words == [pair[1], pair[0]])
}

/// Tells whether two states exclude each other where one of them is a flag.
pub(super) fn are_opposites(left: u16, right: u16) -> bool {
    const ALSO: [[&str; 2]; 9] = [
        ["paused", "active"],
        ["paused", "running"],
        ["approved", "pending"],
        ["completed", "failed"],
        ["completed", "in progress"],
        ["completed", "pending"],
        ["delivered", "pending"],
        ["passed", "failed"],
        ["passed", "skipped"],
    ];
    let [left_word, right_word] = [left, right].map(name_of);
    let is_pair = |pair: &[&str; 2]| pair.contains(&left_word) && pair.contains(&right_word) && left != right;
    opposite(left) == Some(right) || ALSO.iter().any(is_pair)
}

/// What a state is one of: those of one domain exclude each other, and those of two do not.
const DOMAINS: [&[&str]; 15] = [
    &["cancelled", "completed", "draft", "failed", "in progress", "pending", "skipped"],
    &["cancelled", "completed", "idle", "paused", "pending", "running", "stopped"],
    &["cancelled", "failed", "in progress", "pending", "running", "skipped", "successful"],
    &["failed", "passed", "pending", "skipped"],
    &["cancelled", "delivered", "packed", "pending", "returned", "shipped"],
    &["cancelled", "overdue", "paid", "pending", "unpaid"],
    &["cancelled", "confirmed", "draft", "pending", "rejected"],
    &["archived", "deleted", "draft", "published", "unpublished"],
    &["closed", "draft", "in progress", "merged", "open", "rejected"],
    &["active", "archived", "deleted", "disabled", "inactive", "pending"],
    &["active", "cancelled", "paused", "stopped"],
    &["busy", "idle", "offline", "online"],
    &["cancelled", "completed", "in progress", "in review", "resolved", "todo"],
    &["available", "loaned", "reserved"],
    &["cancelled", "on time", "overdue"],
];

/// Tells whether one thing cannot be in both states.
pub(super) fn exclude(left: u16, right: u16) -> bool {
    let [one, two] = [name_of(left), name_of(right)];
    let is_family = family(left) == family(right) && family(left) != Family::Status;
    left != right
        && (is_family
            || opposite(left) == Some(right)
            || DOMAINS.iter().any(|all| all.contains(&one) && all.contains(&two)))
}

/// Tells whether a state says that nothing is to be paid.
pub(super) fn is_free(state: u16) -> bool {
    nouns::STATES.get(usize::from(state)).is_some_and(|row| row.starts_with("+free|"))
}

/// Tells whether a state is the one of two opposites that says yes.
pub(super) fn is_positive(state: u16) -> bool {
    nouns::STATES.get(usize::from(state)).is_some_and(|row| row.starts_with('+'))
}

/// States of one family exclude each other: a text that names another one denies the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Ease,
    Level,
    Mood,
    Trend,
    Weather,
    /// How things stand: open, shipped, failed.
    Status,
}

/// The family of a state, by the first word of its row.
pub(super) fn family(state: u16) -> Family {
    let row = nouns::STATES.get(usize::from(state)).copied().unwrap_or_default();
    match row.trim_start_matches(['+', '-']).split('|').next().unwrap_or_default() {
        "easy" | "difficult" => Family::Ease,
        "critical" | "high" | "low" | "medium" => Family::Level,
        "negative" | "neutral" | "positive" => Family::Mood,
        "decreasing" | "increasing" => Family::Trend,
        "cloudy" | "rainy" | "snowy" | "sunny" => Family::Weather,
        _ => Family::Status,
    }
}

/// Calls for each meaning of the phrases that start at a token, with their length in tokens; the
/// longest ones first.
pub(super) fn meanings(scan: &Scan, at: usize, mut each: impl FnMut(Meaning, usize)) {
    let Some(token) = scan.tokens.get(at) else { return };
    let word = scan.word(token);
    let mut look = |word: &str| {
        let mut found = false;
        for phrase in LEXICON.get(word).into_iter().flatten() {
            let rest = scan.tokens.get(at + 1..).unwrap_or_default();
            let is_there = phrase.rest.len() <= rest.len()
                && phrase.rest.iter().zip(rest).all(|(word, token)| word == scan.word(token));
            if is_there {
                found = true;
                each(phrase.meaning, phrase.rest.len() + 1);
            }
        }
        found
    };
    if look(word) || !token.is_word() {
        return;
    }
    // An ending more than the table has: a plural, a case, an adjective before a noun.
    for ending in
        ["s", "es", "n", "en", "e", "er", "em", "es", "x", "о", "а", "ы", "и", "ы", "ая", "ое", "ые", "ый"]
    {
        if let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.chars().count() > 3)
            && look(stem)
        {
            return;
        }
    }
}

/// The first meaning that a test accepts, with the length of its phrase.
pub(super) fn meaning<T>(
    scan: &Scan,
    at: usize,
    mut test: impl FnMut(Meaning) -> Option<T>,
) -> Option<(T, usize)> {
    let mut found = None;
    meanings(scan, at, |meaning, length| {
        if found.is_none() {
            found = test(meaning).map(|value| (value, length));
        }
    });
    found
}

/// Tells whether a phrase of that meaning starts at a token.
pub(super) fn is(scan: &Scan, at: usize, wanted: Meaning) -> bool {
    meaning(scan, at, |meaning| (meaning == wanted).then_some(())).is_some()
}

/// Tells whether a word is one that the tables hold, in whatever meaning.
pub(super) fn is_known(scan: &Scan, at: usize) -> bool {
    meaning(scan, at, Some).is_some()
}

/// Tells whether a word has no meaning that could make a statement wrong. The word is in small letters but
/// for the first one, and without accents.
pub(super) fn says_nothing(word: &str) -> bool {
    let mut small = [0u8; 24];
    let Some(buffer) = small.get_mut(..word.len()) else { return false };
    buffer.copy_from_slice(word.as_bytes());
    buffer.make_ascii_lowercase();
    let Ok(word) = std::str::from_utf8(buffer) else { return false };
    let harmless = |word: &str| {
        LEXICON.get(word).is_none_or(|phrases| {
            phrases.iter().filter(|phrase| phrase.rest.is_empty()).all(|phrase| {
                matches!(
                    phrase.meaning,
                    Meaning::Join | Meaning::Noun(_) | Meaning::Of | Meaning::Place | Meaning::Range
                )
            })
        })
    };
    let stems = ["s", "es", "n", "en", "e", "er", "d", "ed"]
        .into_iter()
        .filter_map(|ending| word.strip_suffix(ending));
    harmless(word) && stems.filter(|stem| stem.len() > 3).all(harmless)
}

/// The unit that a word of a key names, if it names one only.
pub(super) fn unit_of(word: &str) -> Option<(Dimension, f64)> {
    LEXICON.get(word)?.iter().find_map(|phrase| match phrase.meaning {
        Meaning::Unit(dimension, factor) if phrase.rest.is_empty() => Some((dimension, factor)),
        _ => None,
    })
}

/// The nouns that a word alone may be.
pub(super) fn nouns_of(word: &str) -> Vec<u16> {
    let alone = |word: &str| -> Vec<u16> {
        let phrases = LEXICON.get(word).into_iter().flatten().filter(|phrase| phrase.rest.is_empty());
        phrases
            .filter_map(|phrase| match phrase.meaning {
                Meaning::Noun(row) => Some(row),
                _ => None,
            })
            .collect()
    };
    let found = alone(word);
    match word.strip_suffix('s') {
        Some(stem) if found.is_empty() => alone(stem),
        _ => found,
    }
}

/// The states that a word alone may be.
pub(super) fn states_of(word: &str) -> Option<u16> {
    LEXICON.get(word)?.iter().find_map(|phrase| match phrase.meaning {
        Meaning::State(row) if phrase.rest.is_empty() => Some(row),
        _ => None,
    })
}

/// A word in the form that is compared: lower case, without accents.
pub(super) fn fold(character: char, out: &mut String) {
    if character.is_ascii() {
        out.push(character.to_ascii_lowercase());
        return;
    }
    for lower in character.to_lowercase() {
        match lower {
            'à'..='å' | 'ā' | 'ă' | 'ą' => out.push('a'),
            'æ' => out.push_str("ae"),
            'ç' | 'ć' | 'č' => out.push('c'),
            'è'..='ë' | 'ē' | 'ę' | 'ě' => out.push('e'),
            'ì'..='ï' | 'ī' | 'ı' => out.push('i'),
            'ð' | 'ď' => out.push('d'),
            'ñ' | 'ń' | 'ň' => out.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => out.push('o'),
            'ù'..='ü' | 'ū' | 'ů' | 'ű' => out.push('u'),
            'ý' | 'ÿ' => out.push('y'),
            'ß' => out.push_str("ss"),
            'ł' => out.push('l'),
            'ś' | 'š' | 'ş' => out.push('s'),
            'ź' | 'ż' | 'ž' => out.push('z'),
            'ř' => out.push('r'),
            'ť' => out.push('t'),
            'ğ' => out.push('g'),
            'œ' => out.push_str("oe"),
            // Combining marks: the letter before them is the one that counts.
            '\u{300}'..='\u{36f}' => {}
            other => out.push(other),
        }
    }
}

/// Keeps a token from being a stop word only.
pub(super) fn is_join(scan: &Scan, at: usize, token: &Token) -> bool {
    token.is_word() && is(scan, at, Meaning::Join)
}
