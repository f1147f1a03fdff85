//! JSON inside a JSON string, held against a value without decoding or reading it.
//!
//! Both sides stand as they were received: the string with its escapes, the value with its white
//! space. Tokens that are spelt alike are passed over one by one; white space between them may differ.

use super::text::{alike, all_equal, equal};
use super::{ESCAPED, Kind, Node, Slot, Text};

/// How the JSON in a string spells a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// The string is the JSON text of the value, byte for byte.
    Copy,
    /// The same tokens in the same order; white space between them may differ.
    Spaced,
    /// Some token is spelt otherwise; the values may be equal all the same.
    Unlike,
}

impl Node<'_> {
    /// Tells how a string spells this value. All but `Unlike` mean that the string is JSON, and that
    /// its value equals this one. A copy with line breaks is `Spaced`: they stand escaped in the string.
    pub(crate) fn spelling_in(self, string: Text<'_>) -> Spelling {
        let (string, span) = (string.raw().as_bytes(), self.span());
        let json = &self.document.text.as_bytes()[..span.end];
        if self.plain_copy_in(string, json).unwrap_or_else(|| is_copy(string, &json[span.start..])) {
            return Spelling::Copy;
        }
        let walk = Walk { string, at: 0, json, to: span.start, is_copy: true };
        match walk.over(self) {
            Some(true) => Spelling::Copy,
            Some(false) => Spelling::Spaced,
            None => Spelling::Unlike,
        }
    }

    /// The same as `is_copy`, of a value without escapes: where its quotes stand is known, so what stands from one to
    /// the next is compared at once. `None` of a value with escapes.
    fn plain_copy_in(self, string: &[u8], json: &[u8]) -> Option<bool> {
        let slots = &self.document.slots[self.id as usize..self.slot().next as usize];
        let mut to = self.span().start;
        let (mut string, mut json) = (string, json.get(to..)?);
        for slot in slots.iter().filter(|slot| slot.kind == Kind::String) {
            if slot.flags & ESCAPED != 0 {
                return None;
            }
            // Behind the closing quote stands what is between two strings, behind the opening one the string.
            for quote in [slot.start as usize, slot.end as usize - 1] {
                let Some(rest) = behind_run(string, json, quote - to) else { return Some(false) };
                (string, json) = rest;
                to = quote;
            }
        }
        Some(string == json)
    }
}

/// What stands on both sides behind so many bytes that are the same, and a backslash of the string behind them;
/// `None` when they are not.
#[inline]
fn behind_run<'s>(string: &'s [u8], json: &'s [u8], length: usize) -> Option<(&'s [u8], &'s [u8])> {
    if length < 8
        && let (Some(found), Some(expected)) = (string.first_chunk(), json.first_chunk())
    {
        let below = (1 << (8 * length)) - 1;
        let expected = u64::from_le_bytes(*expected) & below | u64::from(b'\\') << (8 * length);
        // What stands behind the backslash is shifted out.
        let parted = (u64::from_le_bytes(*found) ^ expected) << (56 - 8 * length);
        return if parted == 0 { Some((string.get(length + 1..)?, json.get(length..)?)) } else { None };
    }
    let ((found, string), (expected, json)) =
        (string.split_at_checked(length)?, json.split_at_checked(length)?);
    let string = string.strip_prefix(b"\\")?;
    alike(found, expected).then_some((string, json))
}

/// Tells whether a string is a JSON text byte for byte, each quote and backslash of it escaped and nothing
/// else. It is told eight bytes at a time: what stands before an escape, behind one, and behind more of them
/// is compared at its own distance.
fn is_copy(string: &[u8], json: &[u8]) -> bool {
    let (mut at, mut rest) = (0, json);
    while let (Some((chunk, behind)), Some(window)) =
        (rest.split_first_chunk::<8>(), string.get(at..).and_then(<[u8]>::first_chunk::<WINDOW>))
    {
        let expected = u64::from_le_bytes(*chunk);
        let mut escaped = all_equal(expected, b'"') | all_equal(expected, b'\\');
        let (mut parted, mut done, mut shift) = (0, 0, 0);
        while escaped != 0 {
            // The lowest mark is the high bit of its byte.
            let mark = escaped & escaped.wrapping_neg();
            let (below, byte) = ((mark >> 7) - 1, (mark >> 7) * 0xff);
            let found = word_at(window, shift);
            parted |= (found ^ expected) & below & !done;
            parted |= (found ^ BACKSLASHES) & byte;
            (done, shift) = (below, shift + 1);
            escaped ^= mark;
        }
        parted |= (word_at(window, shift) ^ expected) & !done;
        if parted != 0 {
            return false;
        }
        (at, rest) = (at + 8 + shift, behind);
    }
    for byte in rest {
        if matches!(byte, b'"' | b'\\') {
            if string.get(at) != Some(&b'\\') {
                return false;
            }
            at += 1;
        }
        if string.get(at) != Some(byte) {
            return false;
        }
        at += 1;
    }
    at == string.len()
}

/// Eight bytes of which each is escaped, as they stand in a string.
const WINDOW: usize = 16;
const BACKSLASHES: u64 = 0x5c5c_5c5c_5c5c_5c5c;

/// Eight bytes from a place on that is eight at most.
#[inline]
fn word_at(window: &[u8; WINDOW], place: usize) -> u64 {
    window.get(place..).and_then(<[u8]>::first_chunk).map_or(0, |word| u64::from_le_bytes(*word))
}

/// The string and the JSON with the places up to which they are alike.
struct Walk<'w> {
    string: &'w [u8],
    at: usize,
    json: &'w [u8],
    to: usize,
    is_copy: bool,
}

impl Walk<'_> {
    /// Goes over all tokens of a value; `None` when one is spelt otherwise, else whether white space is
    /// the same too.
    fn over(mut self, value: Node<'_>) -> Option<bool> {
        let slots = &value.document.slots[value.id as usize..value.slot().next as usize];
        for slot in slots.iter().filter(|slot| !matches!(slot.kind, Kind::Array | Kind::Object)) {
            let (start, end) = (slot.start as usize, slot.end as usize);
            if self.plain_token(slot, start, end) {
                continue;
            }
            self.between(start)?;
            (self.at, self.to) = in_step(self.string, self.at, &self.json[..end], self.to);
            if self.to < end {
                return None;
            }
        }
        self.between(self.json.len())?;
        (self.at == self.string.len()).then_some(self.is_copy)
    }

    /// Passes over a token and what stands before it, where nothing needs a second look: no white space,
    /// no escapes but those of the quotes.
    #[inline]
    fn plain_token(&mut self, slot: &Slot, start: usize, end: usize) -> bool {
        let mut at = self.at;
        for byte in &self.json[self.to..start] {
            if self.string.get(at) != Some(byte) {
                return false;
            }
            at += 1;
        }
        if slot.kind == Kind::String {
            let (start, end) = (start + 1, end - 1);
            let close = at + 2 + (end - start);
            if slot.flags & ESCAPED != 0
                || self.string.get(at..at + 2) != Some(b"\\\"")
                || self.string.get(close..close + 2) != Some(b"\\\"")
                || !same(self.string, at + 2, self.json, start, end - start)
            {
                return false;
            }
            at = close + 2;
        } else if same(self.string, at, self.json, start, end - start) {
            at += end - start;
        } else {
            return false;
        }
        (self.at, self.to) = (at, end);
        true
    }

    /// Passes over brackets, commas and colons up to an offset in the JSON, and over white space.
    fn between(&mut self, end: usize) -> Option<()> {
        let (json, start) = (&self.json[self.to..end], self.at);
        for byte in json.iter().filter(|byte| !is_space(**byte)) {
            self.at = skip_space(self.string, self.at);
            let (found, length) = unit(self.string, self.at)?;
            self.at += length;
            if found != *byte {
                return None;
            }
        }
        self.at = skip_space(self.string, self.at);
        self.to = end;
        self.is_copy &= &self.string[start..self.at] == json;
        Some(())
    }
}

/// Tells whether some bytes are the same on both sides; short ones, which most tokens are, by words.
#[inline]
fn same(string: &[u8], at: usize, json: &[u8], to: usize, length: usize) -> bool {
    if length <= 8
        && let Some(left) = string.get(at..).and_then(<[u8]>::first_chunk)
        && let Some(right) = json.get(to..).and_then(<[u8]>::first_chunk)
    {
        // What stands behind the bytes is shifted out.
        let parting = (u64::from_le_bytes(*left) ^ u64::from_le_bytes(*right)).trailing_zeros() as usize;
        return parting >= 8 * length;
    }
    string.get(at..at + length) == json.get(to..to + length)
}

/// Passes over what is alike, from an offset in the string and one in the JSON to where they part.
fn in_step(string: &[u8], mut at: usize, json: &[u8], mut to: usize) -> (usize, usize) {
    loop {
        let words =
            (string.get(at..).and_then(<[u8]>::first_chunk), json.get(to..).and_then(<[u8]>::first_chunk));
        if let (Some(left), Some(right)) = words {
            let (left, right) = (u64::from_le_bytes(*left), u64::from_le_bytes(*right));
            let parting = equal(left, b'\\').trailing_zeros().min((left ^ right).trailing_zeros());
            let alike = parting as usize / 8;
            (at, to) = (at + alike, to + alike);
            if alike == 8 {
                continue;
            }
        }
        match (unit(string, at), json.get(to)) {
            (Some((byte, length)), Some(expected)) if byte == *expected => (at, to) = (at + length, to + 1),
            _ => return (at, to),
        }
    }
}

/// The byte that the string means at an offset, and how many bytes spell it; `None` at the end, and for
/// escapes by number, which JSON texts seldom need.
#[inline]
fn unit(string: &[u8], at: usize) -> Option<(u8, usize)> {
    match string.get(at)? {
        b'\\' => Some((
            match string.get(at + 1)? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                escaped @ (b'"' | b'\\' | b'/') => *escaped,
                _ => return None,
            },
            2,
        )),
        byte => Some((*byte, 1)),
    }
}

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

fn skip_space(string: &[u8], mut at: usize) -> usize {
    while let Some((_, length)) = unit(string, at).filter(|(byte, _)| is_space(*byte)) {
        at += length;
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::is_copy;
    use crate::json::Document;

    fn escaped(json: &str) -> String {
        json.replace('\\', "\\\\").replace('"', "\\\"")
    }

    proptest! {
        #[test]
        fn a_copy_is_told_from_all_else(json in "[a\"\\\\é]{0,40}", at in 0usize..80, other in "[a\"\\\\b]{0,2}") {
            let string = escaped(&json);
            prop_assert!(is_copy(string.as_bytes(), json.as_bytes()));
            let mut changed = string.clone();
            let from = string.floor_char_boundary(at);
            let to = string.ceil_char_boundary(from + 1);
            changed.replace_range(from..to.min(string.len()), &other);
            prop_assert_eq!(is_copy(changed.as_bytes(), json.as_bytes()), changed == string);
        }

        #[test]
        fn a_plain_copy_is_told_from_all_else(
            rows in prop::collection::vec(("[a-cé]{0,20}", -10_000i64..3_000_000_000, any::<bool>()), 0..5),
            at in 0usize..300,
            other in "[a\"\\\\b]{0,2}",
        ) {
            let rows = rows.iter().map(|(text, number, truth)| format!(r#"{{"k {text}":{number},"":"{text}","t":[{truth}]}}"#));
            let json = format!("[{}]", rows.collect::<Vec<_>>().join(","));
            let document = Document::parse(&json).unwrap();
            let told = |string: &str| document.root().plain_copy_in(string.as_bytes(), json.as_bytes());
            let string = escaped(&json);
            prop_assert_eq!(told(&string), Some(true));
            let mut changed = string.clone();
            let from = string.floor_char_boundary(at);
            let to = string.ceil_char_boundary(from + 1);
            changed.replace_range(from..to.min(string.len()), &other);
            prop_assert_eq!(told(&changed), Some(changed == string));
        }
    }
}
