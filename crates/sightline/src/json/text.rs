//! Strings as received: a view of the escapes, decoded only on demand.

use std::borrow::Cow;
use std::fmt;
use std::hash::Hasher;

/// A JSON string as it stands in the text, without its quotes.
#[derive(Clone, Copy)]
pub struct Text<'d> {
    raw: &'d str,
    escaped: bool,
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\"{}\"", self.raw)
    }
}

impl<'d> Text<'d> {
    #[inline]
    pub(super) fn new(raw: &'d str, escaped: bool) -> Self {
        Self { raw, escaped }
    }

    /// Returns the characters between the quotes, escapes as received.
    #[must_use]
    #[inline]
    pub fn raw(self) -> &'d str {
        self.raw
    }

    /// Returns the decoded string; each lone surrogate becomes U+FFFD.
    ///
    /// ```
    /// let document = sightline::json::Document::parse(r#""a\n\ud83d\ude00\ud800""#).unwrap();
    /// let text = document.root().as_text().unwrap();
    /// assert_eq!(text.to_str(), "a\n😀\u{fffd}");
    /// assert!(text.is_lossy());
    /// ```
    #[must_use]
    #[inline]
    pub fn to_str(self) -> Cow<'d, str> {
        if self.escaped { Cow::Owned(decode(self.raw).0) } else { Cow::Borrowed(self.raw) }
    }

    /// Tells whether the string holds escapes; without them the raw characters are the string.
    #[must_use]
    #[inline]
    pub fn is_escaped(self) -> bool {
        self.escaped
    }

    /// Returns the UTF-16 code units, lone surrogates included.
    #[must_use]
    pub fn code_units(self) -> Vec<u16> {
        code_units(self.raw)
    }

    /// Tells whether decoding loses something: a surrogate escape without its other half.
    #[must_use]
    pub fn is_lossy(self) -> bool {
        self.escaped && decode(self.raw).1
    }

    /// Tells whether the decoded string is that one; a lossy string equals no Rust string.
    #[must_use]
    #[inline]
    pub fn is(self, other: &str) -> bool {
        if !self.escaped {
            return alike(self.raw.as_bytes(), other.as_bytes());
        }
        let (decoded, lossy) = decode(self.raw);
        !lossy && decoded == other
    }

    /// Tells whether two strings are the same code units, lone surrogates included.
    #[must_use]
    pub fn same_as(self, other: Text<'_>) -> bool {
        if !self.escaped && !other.escaped {
            return self.raw == other.raw;
        }
        let (left, left_lossy) = decode(self.raw);
        let (right, right_lossy) = decode(other.raw);
        if left_lossy || right_lossy {
            return left_lossy == right_lossy && code_units(self.raw) == code_units(other.raw);
        }
        left == right
    }
}

/// Returns the string as JSON text with its quotes, escaping only what JSON demands.
///
/// ```
/// assert_eq!(sightline::json::quote("a\"b\nü"), r#""a\"b\nü""#);
/// ```
#[must_use]
pub fn quote(string: &str) -> String {
    let mut out = String::with_capacity(string.len() + string.len() / 4 + 2);
    out.push('"');
    escape(string, false, &mut out);
    out.push('"');
    out
}

/// Appends a string with the escapes that JSON demands, and on request with all that is no printable
/// ASCII escaped too.
pub(crate) fn escape(string: &str, ascii: bool, out: &mut String) {
    let bytes = string.as_bytes();
    let mut escaped: Vec<u8> = Vec::with_capacity(bytes.len() + bytes.len() / 4 + 8);
    let mut at = 0;
    loop {
        at += copy_until(&bytes[at..], &mut escaped, |word| {
            let high = if ascii { word | word.wrapping_add(ONES) } else { 0 };
            special(word) | (high & HIGH)
        });
        match bytes.get(at) {
            None => break,
            Some(b'"') => escaped.extend_from_slice(b"\\\""),
            Some(b'\\') => escaped.extend_from_slice(b"\\\\"),
            Some(b'\n') => escaped.extend_from_slice(b"\\n"),
            Some(b'\r') => escaped.extend_from_slice(b"\\r"),
            Some(b'\t') => escaped.extend_from_slice(b"\\t"),
            Some(0x08) => escaped.extend_from_slice(b"\\b"),
            Some(0x0c) => escaped.extend_from_slice(b"\\f"),
            Some(_) => {
                // All before was whole characters, so here is one more.
                let character = string[at..].chars().next().unwrap_or_default();
                character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| push_unit(*unit, &mut escaped));
                at += character.len_utf8() - 1;
            }
        }
        at += 1;
    }
    // The pieces are whole characters, so nothing is ever replaced here.
    out.push_str(std::str::from_utf8(&escaped).unwrap_or_default());
}

/// Appends a UTF-16 code unit as an escape by number.
pub(crate) fn push_unit(unit: u16, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\\u");
    for shift in [12, 8, 4, 0] {
        out.push(b"0123456789abcdef"[usize::from(unit >> shift & 15)]);
    }
}

/// Marks the quotes, backslashes and control characters of a word; only the lowest mark is certain.
#[inline]
fn special(word: u64) -> u64 {
    let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
    equal(word, b'"') | equal(word, b'\\') | control
}

/// Copies the bytes before the first one that is marked, eight at a time, and returns how many they are.
fn copy_until(bytes: &[u8], out: &mut Vec<u8>, marks: impl Fn(u64) -> u64) -> usize {
    let mut length = 0;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in chunks.by_ref() {
        let word = chunk.first_chunk::<8>().map_or(0, |chunk| u64::from_le_bytes(*chunk));
        let found = marks(word);
        // Copying all eight and taking some back is faster than copying just those that are wanted.
        out.extend_from_slice(chunk);
        if found != 0 {
            let plain = found.trailing_zeros() as usize / 8;
            out.truncate(out.len() - (8 - plain));
            return length + plain;
        }
        length += 8;
    }
    let rest = chunks.remainder();
    // A byte alone is judged as a word of spaces with that byte in front, and no mark is on spaces.
    let word = |byte: u8| (ONES * 0x20) & !0xff | u64::from(byte);
    let plain = rest.iter().position(|byte| marks(word(*byte)) & 0x80 != 0).unwrap_or(rest.len());
    out.extend_from_slice(&rest[..plain]);
    length + plain
}

/// Counts the bytes before the first quote, backslash or control character, eight at a time, and tells
/// whether one of them is beyond what Python prints as ASCII.
#[inline]
pub(super) fn plain_prefix(bytes: &[u8]) -> (usize, bool) {
    let mut length = 0;
    let mut wide = 0;
    for chunk in bytes.chunks_exact(8) {
        let word = chunk.first_chunk::<8>().map_or(0, |chunk| u64::from_le_bytes(*chunk));
        let found = special(word);
        // DELETE becomes high by one more; 0xff, which would carry, is in no UTF-8.
        let high = word | word.wrapping_add(ONES);
        if found != 0 {
            let before = (found & found.wrapping_neg()) - 1;
            // The lowest bit found is the highest of its byte, whose other bits are no high ones.
            wide |= high & before;
            return (length + found.trailing_zeros() as usize / 8, wide & HIGH != 0);
        }
        wide |= high;
        length += 8;
    }
    let is_special = |byte: &u8| *byte == b'"' || *byte == b'\\' || *byte < 0x20;
    let rest = &bytes[length..];
    let plain = rest.iter().position(is_special).unwrap_or(rest.len());
    let is_wide = wide & HIGH != 0 || rest[..plain].iter().any(|byte| *byte >= 0x7f);
    (length + plain, is_wide)
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Sets the high bit of the bytes of a word that equal a byte; only the lowest one set is certain.
#[inline]
pub(super) fn equal(word: u64, byte: u8) -> u64 {
    let zeroed = word ^ (ONES * u64::from(byte));
    zeroed.wrapping_sub(ONES) & !zeroed & HIGH
}

/// Sets the high bit of the bytes of a word that equal a byte, and no other bit.
#[inline]
pub(super) fn all_equal(word: u64, byte: u8) -> u64 {
    let zeroed = word ^ (ONES * u64::from(byte));
    !(((zeroed & !HIGH) + !HIGH) | zeroed | !HIGH)
}

/// Decodes escapes; the flag tells that a lone surrogate was replaced.
fn decode(raw: &str) -> (String, bool) {
    let mut out: Vec<u8> = Vec::with_capacity(raw.len() + 8);
    let mut lossy = false;
    let mut rest = raw;
    let push = |out: &mut Vec<u8>, character: char| {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    };
    loop {
        let plain = copy_until(rest.as_bytes(), &mut out, |word| equal(word, b'\\'));
        let Some(escape) = rest.as_bytes().get(plain + 1).copied() else { break };
        rest = rest.get(plain + 2..).unwrap_or_default();
        match escape {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'b' => out.push(0x08),
            b'f' => out.push(0x0c),
            b'u' => {
                let unit = hex4(rest);
                rest = rest.get(4..).unwrap_or_default();
                let low = rest.strip_prefix("\\u").map(hex4).filter(|low| (0xdc00..0xe000).contains(low));
                match (unit, low) {
                    (0xd800..0xdc00, Some(low)) => {
                        rest = rest.get(6..).unwrap_or_default();
                        let scalar = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                        push(&mut out, char::from_u32(scalar).unwrap_or('\u{fffd}'));
                    }
                    (0xd800..0xe000, _) => {
                        lossy = true;
                        push(&mut out, '\u{fffd}');
                    }
                    (scalar, _) => push(&mut out, char::from_u32(scalar).unwrap_or('\u{fffd}')),
                }
            }
            other => out.push(other),
        }
    }
    // All pieces are whole characters, so nothing is ever replaced here.
    (String::from_utf8(out).unwrap_or_default(), lossy)
}

/// The UTF-16 code units of a raw string, for strings that UTF-8 cannot hold.
fn code_units(raw: &str) -> Vec<u16> {
    let mut units = Vec::new();
    let mut rest = raw;
    let mut buffer = [0u16; 2];
    while let Some(character) = rest.chars().next() {
        if let Some(hex) = rest.strip_prefix("\\u") {
            units.push(u16::try_from(hex4(hex)).unwrap_or_default());
            rest = hex.get(4..).unwrap_or_default();
        } else if character == '\\' {
            let length = rest.chars().take(2).map(char::len_utf8).sum::<usize>();
            let (decoded, _) = decode(&rest[..length]);
            units.extend(decoded.encode_utf16());
            rest = &rest[length..];
        } else {
            units.extend_from_slice(character.encode_utf16(&mut buffer));
            rest = &rest[character.len_utf8()..];
        }
    }
    units
}

fn hex4(text: &str) -> u32 {
    // The parser has checked that four hexadecimal digits follow every `\u`.
    text.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0xfffd)
}

/// Tells whether two strings are the same bytes; short ones, as most keys are, without a call.
#[inline]
pub(super) fn alike(left: &[u8], right: &[u8]) -> bool {
    // Up to twice a word, the first word and the last one are all of it.
    left.len() == right.len()
        && match left.len() {
            8..=16 => {
                left.first_chunk::<8>() == right.first_chunk() && left.last_chunk::<8>() == right.last_chunk()
            }
            4..8 => {
                left.first_chunk::<4>() == right.first_chunk() && left.last_chunk::<4>() == right.last_chunk()
            }
            1..4 => [0, left.len() / 2, left.len() - 1].iter().all(|at| left.get(*at) == right.get(*at)),
            _ => left == right,
        }
}

/// A cheap signature of a key, to tell most keys apart without comparing them.
#[inline]
pub(super) fn signature(key: &[u8]) -> u32 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let (head, tail) = if let (Some(head), Some(tail)) = (key.first_chunk::<8>(), key.last_chunk::<8>()) {
        (u64::from_le_bytes(*head), u64::from_le_bytes(*tail))
    } else if let (Some(head), Some(tail)) = (key.first_chunk::<4>(), key.last_chunk::<4>()) {
        (u64::from(u32::from_le_bytes(*head)), u64::from(u32::from_le_bytes(*tail)))
    } else {
        (key.iter().fold(0u64, |head, byte| head << 8 | u64::from(*byte)), 0)
    };
    let mixed = (head ^ tail.rotate_left(23) ^ key.len() as u64).wrapping_mul(MIX);
    (mixed >> 32) as u32
}

/// A full hash of a key: many keys of one large object must not collide by intent.
pub(super) fn hash(key: &[u8]) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    hasher.write(key);
    hasher.finish()
}

/// The hash of a string as it was received; lossy ones by their code units, for millions of them decode
/// to the same replacement characters.
pub(super) fn hash_text(text: Text<'_>) -> u64 {
    if !text.escaped {
        return hash(text.raw.as_bytes());
    }
    let (decoded, lossy) = decode(text.raw);
    if !lossy {
        return hash(decoded.as_bytes());
    }
    let bytes: Vec<u8> = code_units(text.raw).into_iter().flat_map(u16::to_le_bytes).collect();
    hash(&bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::alike;

    proptest! {
        #[test]
        fn strings_are_alike_byte_for_byte(left in "[ab]{0,20}", right in "[ab]{0,20}", at in 0usize..20) {
            prop_assert_eq!(alike(left.as_bytes(), right.as_bytes()), left == right);
            prop_assert!(alike(left.as_bytes(), left.clone().as_bytes()));
            let mut changed = left.clone().into_bytes();
            if let Some(byte) = changed.get_mut(at) {
                *byte = b'c';
                prop_assert!(!alike(left.as_bytes(), &changed));
            }
        }
    }
}
