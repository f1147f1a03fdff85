//! Which name an unknown one denies: the most alike, or the one that the text leaves out.

use super::{Found, Judge};
use crate::align::hear::{What, is_start};
use crate::align::index::{Entry, Value};
use crate::align::scan::Kind;

/// Fewest characters by which a shortened identifier is known.
pub(super) const SHORTEST: usize = 6;

impl Judge<'_, '_> {
    /// The fact that an unknown identifier, quotation or half a name denies: the most alike one.
    pub(super) fn denied_name(&self, at: usize, is_about: bool, found: &Found) -> Option<u32> {
        let mention = &self.mentions[at];
        let (first, end) = match mention.what {
            What::Quote => (mention.at + 1, mention.end),
            _ => (mention.at, mention.end),
        };
        let words: Vec<&str> = (first..end)
            .filter(|at| !matches!(self.scan.tokens[*at].kind, Kind::Mark(_)))
            .map(|at| self.scan.word_at(at))
            .collect();
        if self.is_aside(mention.at) {
            return None;
        }
        let is_id = matches!(mention.what, What::Id);
        let likeness = |entry: &Entry<'_>| self.likeness(&words, entry);
        let fits = |entry: &Entry<'_>| entry.end > entry.first && (!is_id || self.is_identifier(entry));
        let alike = self
            .in_scope(at)
            .filter(|(_, entry)| entry.end > entry.first)
            .map(|(at, entry)| (likeness(entry), at))
            .max_by(|left, right| left.0.total_cmp(&right.0).then(right.1.cmp(&left.1)));
        if let Some((likeness, entry)) = alike
            && likeness >= 0.5
        {
            return Some(entry);
        }
        if matches!(mention.what, What::Part(_)) {
            return alike.map(|(_, entry)| entry);
        }
        if !is_about {
            return None;
        }
        // A name that is like none of the data is one of a fact only where the text says which, and where
        // it is built like that.
        let built = is_id.then(|| shape(self.scan.word_at(first)));
        let is_anchored = |entry: &Entry<'_>| {
            let known = || shape(self.index.scan.word_at(entry.first as usize));
            fits(entry) && built.is_none_or(|built| built == known()) && self.is_keyed(at, entry)
        };
        self.nearest(at, found, is_anchored, |entry| 1.0 - likeness(entry))
    }

    pub(super) fn is_identifier(&self, entry: &Entry<'_>) -> bool {
        if entry.value != Value::Text {
            return false;
        }
        (entry.first..entry.end)
            .any(|at| !matches!(self.index.scan.tokens[at as usize].kind, Kind::Word | Kind::Mark(_)))
            || entry.end - entry.first > 1
                && (entry.first..entry.end).any(|at| self.index.scan.is_mark(at as usize, '-'))
    }

    /// From 0 to 1: how many words two names share, or how much of one word.
    pub(super) fn likeness(&self, words: &[&str], entry: &Entry<'_>) -> f64 {
        let known: Vec<&str> =
            (entry.first..entry.end).take(64).map(|at| self.index.scan.word_at(at as usize)).collect();
        let shared = words.iter().filter(|word| known.contains(word)).count();
        let most = u32::try_from(words.len().max(known.len())).map_or(1.0, f64::from);
        let by_words = u32::try_from(shared).map_or(0.0, f64::from) / most;
        match (words, &*known) {
            ([word], [known]) => by_words.max(alike(word, known)).max(turned(word, known)),
            _ => by_words,
        }
    }

    /// Words with capital letters that no data explains deny a name that the text does not state.
    pub(super) fn denied_capital(&self, at: usize, is_about: bool, found: &Found) -> Option<u32> {
        let mention = &self.mentions[at];
        let length = mention.end - mention.at;
        let is_first = is_start(self.scan, &self.breaks, mention.at);
        let text: String =
            (mention.at..mention.end).map(|at| self.scan.word_at(at)).collect::<Vec<_>>().join(" ");
        if let Some(denied) = self.denied_beside(at, found) {
            return Some(denied);
        }
        // `CrashLoop` of `CrashLoopBackOff`
        let said = self.scan.word_at(mention.at);
        let is_head = |entry: &Entry<'_>| {
            entry.end == entry.first + 1 && self.index.scan.word_at(entry.first as usize).starts_with(said)
        };
        if said.len() > 4 && self.index.entries.iter().any(is_head) {
            return None;
        }
        let is_code = self.is_code(mention.at, length);
        // The first word of a sentence has its capital letter anyway, and a heading has several; one of the data is a
        // name there too: `Ada Byron is an admin.`
        let is_known = || length > 1 && self.two_words_from(mention.at);
        let length = if is_first && !is_known() { length - 1 } else { length };
        let is_heading =
            is_first && self.scan.tokens.get(mention.end).is_none_or(|next| next.line || !next.is_word());
        if !is_about || length == 0 || is_heading || self.is_key_or_word(mention.at) {
            return None;
        }
        if self.is_german && length < 2 && !is_code && !self.is_named_by_place(mention.at) {
            return None;
        }
        let fits = |entry: &Entry<'_>| {
            let words = (entry.end - entry.first) as usize;
            let tokens = (entry.first..entry.end).map(|at| &self.index.scan.tokens[at as usize]);
            let capitals = tokens.clone().filter(|token| token.is_word() && token.capital).count();
            let code = words == 1
                && is_all_capital(entry)
                && (!is_code || entry.node.as_str().is_some_and(|code| code.len() == text.len()));
            let is_path = entry.node.as_str().is_some_and(|text| text.contains(['/', '_']));
            entry.value == Value::Text
                && !is_path
                && words > 0
                && words <= 4
                && (words == length || words + 1 == length || length > 1)
                && capitals > 0
                && (is_code || entry.node.as_str().is_some_and(|text| text.contains(char::is_lowercase)))
                && capitals * 2 >= words
                && code == is_code
                && (!is_code || self.is_keyed(at, entry) || self.is_code_like(mention.at, entry))
        };
        let distance = |entry: &Entry<'_>| {
            1.0 - alike(
                &text,
                entry.node.as_str().map(|text| text.to_lowercase()).as_deref().unwrap_or_default(),
            )
        };
        let denied = self.nearest(at, found, fits, distance)?;
        // Another language has another form of a name.
        let is_translated = !self.is_english && distance(&self.index.entries[denied as usize]) <= 0.6;
        (!is_translated).then_some(denied)
    }

    /// `Tin lantern (TX-181)` where the row of that name has another title, and the text tells the titles
    /// of other rows.
    pub(super) fn denied_beside(&self, at: usize, found: &Found) -> Option<u32> {
        let mention = &self.mentions[at];
        let beside =
            [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| self.mentions.get(at));
        let near = beside.filter(|other| {
            other.sentence == mention.sentence
                && (other.at.saturating_sub(mention.end) <= 2 && mention.end <= other.at
                    || mention.at.saturating_sub(other.end) <= 2 && other.end <= mention.at)
        });
        let rows: Vec<u32> = near.flat_map(|other| self.names.rows(self.index, other)).collect();
        let [row] = rows[..] else { return None };
        let is_told = |key: u32| {
            (0u32..).zip(&self.index.entries).any(|(at, other)| {
                other.key == key
                    && other.row != row
                    && other.value == Value::Text
                    && self.is_stated(at, found)
            })
        };
        let begins = |entry: &Entry<'_>| {
            entry.end > entry.first && self.index.scan.tokens[entry.first as usize].capital
        };
        let mut untold = (0u32..).zip(&self.index.entries).filter(|(at, entry)| {
            entry.row == row
                && entry.value == Value::Text
                && begins(entry)
                && !self.is_stated(*at, found)
                && is_told(entry.key)
        });
        untold.next().map(|(at, _)| at)
    }

    /// Three capital letters are a code: of a currency, of an airport.
    pub(super) fn is_code(&self, token: usize, length: usize) -> bool {
        let token = &self.scan.tokens[token];
        let width = token.end - token.start;
        length == 1 && (2..=4).contains(&width) && token.upper
    }

    /// Two codes of which most letters are the same.
    fn is_code_like(&self, token: usize, entry: &Entry<'_>) -> bool {
        let (said, known) = (self.scan.word_at(token), self.index.scan.word_at(entry.first as usize));
        let same = said.bytes().zip(known.bytes()).filter(|(one, two)| one == two).count();
        said.len() == known.len() && same * 2 >= said.len() || turned(said, known) > 0.5
    }

    pub(super) fn is_key_or_word(&self, token: usize) -> bool {
        let word = self.scan.word_at(token);
        let is_key = self
            .index
            .keys
            .iter()
            .any(|key| key.words.iter().any(|own| crate::align::index::same_noun(own, word)));
        // The same word with a small letter elsewhere is a word and no name.
        let is_word = self
            .scan
            .tokens
            .iter()
            .any(|token| token.is_word() && !token.capital && self.scan.word(token) == word);
        is_key || is_word
    }

    /// In German only the word before tells a name from a noun, and the ending.
    pub(super) fn is_named_by_place(&self, token: usize) -> bool {
        let Some(before) = token.checked_sub(1) else { return false };
        let is_place = matches!(
            self.scan.word_at(before),
            "nach" | "uber" | "aus" | "von" | "bei" | "ist" | "in" | "gehort"
        );
        let word = self.scan.word_at(token);
        let endings = [
            "ung", "ungen", "heit", "keit", "schaft", "tion", "tionen", "nis", "tat", "ment", "ling", "chen",
            "ern", "en", "er", "age",
        ];
        // `Gleis A`: what is named stands behind the noun.
        let next = self.scan.tokens.get(token + 1).map(|next| next.kind);
        let is_label = matches!(next, Some(Kind::Id | Kind::Number(_)))
            || self
                .mentions
                .iter()
                .any(|mention| mention.at == token + 1 && matches!(mention.what, What::Facts(_)));
        is_place && !is_label && !endings.iter().any(|ending| word.ends_with(ending))
    }
}

/// How a name is built: whether it has letters and digits, and which marks part it.
fn shape(word: &str) -> u8 {
    let has = |marks: &[char]| word.contains(marks);
    [
        word.contains(char::is_alphabetic),
        word.contains(|character: char| character.is_ascii_digit()),
        has(&['_']),
        has(&['.']),
        has(&['/', '\\']),
        has(&['@']),
        has(&['-']),
    ]
    .iter()
    .fold(0, |shape, has| shape * 2 + u8::from(*has))
}

pub(super) fn is_all_capital(entry: &Entry<'_>) -> bool {
    entry
        .node
        .as_str()
        .is_some_and(|text| text.len() <= 4 && text.chars().all(|character| character.is_uppercase()))
}

pub(super) fn is_hex(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// A run of hexadecimal digits that is long enough to be a hash, or another long name without words.
pub(super) fn is_hash(word: &str) -> bool {
    let has_both =
        || word.contains(|digit: char| digit.is_ascii_digit()) && word.contains(char::is_alphabetic);
    is_hex(word) && (word.len() >= 12 || word.len() >= 8 && has_both())
}

/// How likely a word is another one with its characters in another order, or a shortened hash with one
/// of them changed.
pub(super) fn turned(word: &str, known: &str) -> f64 {
    let sorted = |word: &str| {
        let mut bytes = word.as_bytes().to_vec();
        bytes.sort_unstable();
        bytes
    };
    if word.len() > 2 && word.len() == known.len() && sorted(word) == sorted(known) {
        return 0.8;
    }
    let is_short = (SHORTEST..known.len()).contains(&word.len()) && is_hash(known) && is_hex(word);
    match known.get(..word.len()).filter(|_| is_short) {
        Some(head) if sorted(head) == sorted(word) => 0.8,
        Some(head) => alike(word, head),
        None => 0.0,
    }
}

/// From 0 to 1: how much of two words is alike, by what they begin and end with.
pub(super) fn alike(left: &str, right: &str) -> f64 {
    let most = left.len().max(right.len());
    if most == 0 || most > 200 {
        return 0.0;
    }
    let begin = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    let room = left.len().min(right.len()) - begin;
    let end = left
        .bytes()
        .rev()
        .zip(right.bytes().rev())
        .take(room)
        .take_while(|(left, right)| left == right)
        .count();
    u32::try_from(begin + end).map_or(0.0, f64::from) / u32::try_from(most).map_or(1.0, f64::from)
}
