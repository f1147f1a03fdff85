//! What looks like a secret, by name and by shape; the patterns stand in `secrets.toml`.
//!
//! Prefixes and alphabets are compared by hand: a regular expression would say no more, and every text
//! of a recording passes here.

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Patterns {
    names: Vec<String>,
    whole_names: Vec<String>,
    placeholders: Vec<String>,
    key: Vec<Key>,
}

/// One format of keys.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Key {
    what: String,
    start: Vec<String>,
    of: Alphabet,
    least: usize,
    #[cfg_attr(not(test), expect(dead_code, reason = "for who maintains the file; a test demands it"))]
    source: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Alphabet {
    Alphanumeric,
    Base64url,
    Dotted,
    Hex,
    Upper,
}

/// A test holds that the file reads.
static PATTERNS: LazyLock<Patterns> =
    LazyLock::new(|| toml::from_str(include_str!("secrets.toml")).unwrap_or_default());

/// The shortest text that can show a secret: a key of 16 characters behind a prefix of four.
const SHORTEST: usize = 20;
/// What a word ends at.
const BREAKS: &str = "\"'`,;()<>[]{}=\\";

/// A part of a text that looks like a secret.
pub(super) struct Secret {
    /// What kind of secret, with an article.
    pub what: &'static str,
    /// Where it stands, in bytes.
    pub span: Range<usize>,
}

/// Tells whether a field of that name holds a credential or something as private.
pub(super) fn is_secret_name(name: &str) -> bool {
    let mut last = backwards(name);
    let end = [last.next(), last.next()];
    // Every key of every result passes here, and most end otherwise.
    ENDS.contains(&end)
        && (PATTERNS.whole_names.iter().any(|whole| backwards(name).eq(whole.bytes().rev()))
            || PATTERNS.names.iter().any(|part| {
                let mut letters = backwards(name);
                part.bytes().rev().all(|letter| letters.next() == Some(letter))
            }))
}

/// Letters and digits of a name in small letters, the last one first.
fn backwards(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().rev().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase())
}

/// The last two letters of all names.
static ENDS: LazyLock<Vec<[Option<u8>; 2]>> = LazyLock::new(|| {
    let end = |name: &String| {
        let mut last = backwards(name);
        [last.next(), last.next()]
    };
    let mut ends: Vec<_> = PATTERNS.names.iter().chain(&PATTERNS.whole_names).map(end).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
});

/// Tells whether a field of that name holds a credential; a mail address is private, and none.
pub(super) fn is_credential(name: &str) -> bool {
    is_secret_name(name) && !name.eq_ignore_ascii_case("email")
}

/// Tells whether a value only stands where a secret was: stars, or a word for nothing.
pub(super) fn is_placeholder(value: &str) -> bool {
    let value = value.trim().to_ascii_lowercase();
    PATTERNS.placeholders.contains(&value) || value.chars().all(|c| "*x•.-…".contains(c))
}

/// Texts without one of which nothing is shaped like a secret, whatever their case.
pub(super) fn needles() -> Vec<String> {
    let keys = PATTERNS.key.iter().flat_map(|key| key.start.iter().cloned());
    keys.chain(["-----BEGIN ", "Bearer ", "eyJ", "://"].map(str::to_owned)).collect()
}

/// Tells whether a secret may begin at a place of a JSON text as it was received, which is where one of
/// the needles stands. What is found in the decoded text is never denied here.
pub(super) fn may_begin(json: &[u8], at: usize) -> bool {
    let here = &json[at..];
    let begins = |start: &str| here.starts_with(start.as_bytes());
    if begins("-----BEGIN ") || begins("Bearer ") {
        return true;
    }
    if let Some(rest) = here.strip_prefix(b"://").or_else(|| here.strip_prefix(b":\\/\\/")) {
        let authority = rest.split(|byte| byte.is_ascii_whitespace() || b"/\"".contains(byte)).next();
        return authority.is_some_and(|authority| authority.contains(&b'@') && authority.contains(&b':'));
    }
    if !begins_word(json, at) {
        return false;
    }
    let run = |from: usize, of: Alphabet| here[from..].iter().take_while(|byte| of.has(**byte)).count();
    if begins("eyJ") {
        let token = &here[..run(0, Alphabet::Dotted)];
        return memchr::memchr_iter(b'.', token).count() == 2;
    }
    let is_key = |key: &Key| {
        let starts = key.start.iter().filter(|start| begins(start));
        starts.into_iter().any(|start| run(start.len(), key.of) >= key.least)
    };
    PATTERNS.key.iter().any(is_key)
}

/// Whether a word begins here, as far as that can be told without decoding.
fn begins_word(json: &[u8], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| json.get(at)).copied();
    let Some(last) = before(1) else { return true };
    !last.is_ascii()
        || last.is_ascii_whitespace()
        || BREAKS.as_bytes().contains(&last)
        || before(2) == Some(b'\\')
        || before(6) == Some(b'\\')
}

/// Finds what a text shows that it should not: what kind of secret, and the part masked.
pub(super) fn secret_in(text: &str) -> Option<(&'static str, String)> {
    secrets_in(text).next().map(|secret| (secret.what, masked(&text[secret.span])))
}

/// Finds every secret of a text, in order of their places but for private keys and bearers.
pub(super) fn secrets_in(text: &str) -> impl Iterator<Item = Secret> {
    // Most values are short, and no secret but a password in an address is shorter than its prefix with
    // the characters that follow.
    let is_searched = text.len() >= SHORTEST || text.contains("://");
    let text = if is_searched { text } else { "" };
    private_keys(text).chain(words(text).filter_map(|(at, word)| in_word(at, word))).chain(bearers(text))
}

/// The words of a text, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(|c: char| c.is_whitespace() || BREAKS.contains(c)).map(move |word| {
        let place = at;
        // Whatever ended the word lies between it and the next one.
        at += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        (place, word)
    })
}

fn in_word(at: usize, word: &str) -> Option<Secret> {
    let whole = |what| Some(Secret { what, span: at..at + word.len() });
    if word.len() >= SHORTEST {
        if let Some(key) = PATTERNS.key.iter().find(|key| key.is(word)) {
            return whole(&key.what);
        }
        if is_token(word) {
            return whole("a signed token");
        }
    }
    let password = password_in_uri(word)?;
    Some(Secret { what: "a connection string with a password", span: at + password.start..at + password.end })
}

impl Key {
    fn is(&self, word: &str) -> bool {
        let rest = self.start.iter().find_map(|start| word.strip_prefix(start.as_str()));
        rest.is_some_and(|rest| rest.len() >= self.least && rest.bytes().all(|byte| self.of.has(byte)))
    }
}

impl Alphabet {
    fn has(self, byte: u8) -> bool {
        match self {
            Self::Alphanumeric => byte.is_ascii_alphanumeric(),
            Self::Base64url => byte.is_ascii_alphanumeric() || b"-_".contains(&byte),
            Self::Dotted => byte.is_ascii_alphanumeric() || b"-_.".contains(&byte),
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        }
    }
}

/// From the first line of a private key to its last, or to the end of a text that was cut.
fn private_keys(text: &str) -> impl Iterator<Item = Secret> {
    let begins = text.match_indices("-----BEGIN ").filter(move |(at, _)| {
        text[*at..].lines().next().is_some_and(|line| line.contains("PRIVATE KEY-----"))
    });
    begins.map(move |(at, _)| {
        let end = text[at..].find("-----END ").map_or(text.len(), |end| at + end);
        Secret { what: "a private key", span: at..end }
    })
}

fn bearers(text: &str) -> impl Iterator<Item = Secret> {
    const WORD: &str = "Bearer ";
    text.match_indices(WORD).filter_map(|(at, _)| {
        let from = at + WORD.len();
        let token = text[from..].split(|c: char| c.is_whitespace() || BREAKS.contains(c)).next()?;
        let is_token = token.len() >= 16
            && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~+/".contains(&byte));
        is_token.then(|| Secret { what: "a bearer token", span: from..from + token.len() })
    })
}

/// Three base64url parts, the first of which begins like the header of a JSON web token.
fn is_token(word: &str) -> bool {
    let mut parts = word.split('.');
    let is_part = |part: Option<&str>| {
        part.is_some_and(|part| part.len() >= 8 && part.bytes().all(|byte| Alphabet::Base64url.has(byte)))
    };
    word.starts_with("eyJ")
        && is_part(parts.next())
        && is_part(parts.next())
        && is_part(parts.next())
        && parts.next().is_none()
}

fn password_in_uri(word: &str) -> Option<Range<usize>> {
    let from = word.find("://")? + "://".len();
    let authority = word[from..].split('/').next()?;
    let user = &authority[..authority.rfind('@')?];
    let start = user.find(':')? + 1;
    let password = &user[start..];
    // A template names the password and does not tell it.
    let is_named = password.starts_with('$') || password.starts_with('%');
    (!is_named && !is_placeholder(password)).then(|| from + start..from + user.len())
}

/// The first three characters and the length, so that a report leaks nothing.
pub(super) fn masked(secret: &str) -> String {
    let count = secret.chars().count();
    let shown = if count > 12 { 3 } else { 0 };
    format!("{}… ({count} characters)", secret.chars().take(shown).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_patterns_reads_and_says_where_each_is_from() {
        let patterns: Patterns = toml::from_str(include_str!("secrets.toml")).unwrap();
        for key in &patterns.key {
            assert!(!key.source.is_empty() && key.what.starts_with('a'), "{key:?}");
            // None of the shapes fits into a shorter text.
            assert!(key.start.iter().all(|start| start.len() + key.least >= SHORTEST), "{key:?}");
            for start in &key.start {
                let secret = format!("{start}{}", "A".repeat(key.least));
                let text = format!("use \"{secret}\" please");
                let (what, shown) = secret_in(&text).unwrap();
                assert!(what == key.what && !shown.contains(&secret), "{what} {shown}");
                let short = format!("{start}{}", "A".repeat(key.least - 1));
                assert!(secret_in(&format!("use {short} please, all of you")).is_none(), "{short}");
            }
        }
        assert!(patterns.key.len() >= 19);
        assert!(patterns.names.iter().chain(&patterns.whole_names).all(|name| name.len() > 1));
    }

    #[test]
    fn names_are_told_from_words_that_contain_them() {
        for name in ["api_key", "accessToken", "PASSWORD", "userPassword", "token", "client-secret"] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in ["tokens", "key", "secretary", "nextPageToken", "max_tokens", "keyboard"] {
            assert!(!is_secret_name(name), "{name}");
        }
    }

    #[test]
    fn a_secret_is_found_and_never_shown() {
        let key = format!("AKIA{}", "Z".repeat(16));
        let (_, shown) = secret_in(&format!("use {key} please")).unwrap();
        assert!(!shown.contains(&key));
        assert!(secret_in("postgres://app:hunter2@db/x").is_some());
        assert!(secret_in("postgres://app:$PASSWORD@db/x").is_none());
        assert!(secret_in("postgres://app:****@db/x").is_none());
        assert!(secret_in("see https://example.com/a:b@c").is_none());
        assert!(secret_in("Bearer of good news").is_none());
        assert!(secret_in("Authorization: Bearer abcdefghij0123456789").is_some());
        assert!(secret_in("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----").is_some());
        assert!(secret_in("-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----").is_none());
    }

    #[test]
    fn placeholders_are_no_secrets() {
        for value in ["***", "xxxx", "[REDACTED]", "null", "•••"] {
            assert!(is_placeholder(value), "{value}");
        }
        assert!(!is_placeholder("abc") && !is_placeholder("hunter2"));
    }
}
