//! Reading: one pass, no recursion, nothing converted.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::number::is_plain;
use super::{
    Document, ESCAPED, INDEX_KEY, Kind, LARGE, LARGE_OBJECT, LargeObject, Limits, MARKS, ODD, SHADOWED,
    SMALL, SPACED, Slot, SyntaxError, WIDE, text,
};

/// An array or object that is still open.
struct Open {
    slot: u32,
    count: u32,
    /// One bit per key signature seen, so that most keys are known to be new without a search.
    seen: u64,
    is_object: bool,
    /// The marks of the container around it, so far.
    outer: u16,
}

pub(super) fn parse(text: Cow<'_, str>, limits: Limits) -> Result<Document<'_>, SyntaxError> {
    let bytes = text.as_bytes();
    if bytes.len() > limits.max_bytes.min(u32::MAX as usize - 1) {
        let reason =
            format!("the text has {} bytes, more than the limit of {}", bytes.len(), limits.max_bytes);
        return Err(SyntaxError::at(bytes, 0, reason));
    }
    let mut parser = Parser {
        bytes,
        at: if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 },
        // A slot for every seven bytes holds most documents without growing.
        slots: Vec::with_capacity(bytes.len() / 7 + 4),
        open: Vec::new(),
        large: Vec::new(),
        has_duplicates: false,
        marks: 0,
        max_depth: limits.max_depth,
    };
    parser.document()?;
    let Parser { slots, mut large, has_duplicates, .. } = parser;
    large.sort_unstable_by_key(|object| object.slot);
    Ok(Document { text, slots, large, has_duplicates, places: OnceLock::new(), above: OnceLock::new() })
}

struct Parser<'b> {
    bytes: &'b [u8],
    at: usize,
    slots: Vec<Slot>,
    open: Vec<Open>,
    large: Vec<LargeObject>,
    has_duplicates: bool,
    /// The marks of the innermost open container, so far.
    marks: u16,
    max_depth: usize,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<(), SyntaxError> {
        self.space();
        if self.at == self.bytes.len() {
            return Err(self.error("the text is empty, expected a JSON value"));
        }
        self.value()?;
        while !self.open.is_empty() {
            self.space();
            self.step()?;
        }
        self.space();
        if self.at < self.bytes.len() {
            return Err(self.error("expected the end of the text after the JSON value"));
        }
        Ok(())
    }

    /// Reads one item or member of the innermost open container, or its end.
    fn step(&mut self) -> Result<(), SyntaxError> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let is_object = open.is_object;
        let (close, word) = if is_object { (b'}', "object") } else { (b']', "array") };
        match self.bytes.get(self.at) {
            Some(byte) if *byte == close => {
                self.at += 1;
                self.close();
                return Ok(());
            }
            Some(b',') if open.count > 0 => {
                self.at += 1;
                self.space();
                if self.bytes.get(self.at) == Some(&close) {
                    return Err(self.error(format!("a comma stands before the end of the {word}")));
                }
            }
            None => return Err(self.error(format!("the text ends inside an {word}"))),
            Some(_) if open.count > 0 => {
                return Err(self.error(format!("expected a comma or the end of the {word}")));
            }
            Some(_) => {}
        }
        if let Some(open) = self.open.last_mut() {
            open.count += 1;
        }
        if is_object {
            self.key()?;
            self.space();
            if self.bytes.get(self.at) != Some(&b':') {
                return Err(self.error("expected a colon after the key"));
            }
            self.at += 1;
            self.space();
        }
        self.value()
    }

    fn key(&mut self) -> Result<(), SyntaxError> {
        if self.bytes.get(self.at) != Some(&b'"') {
            return Err(self.error("expected a key in double quotes"));
        }
        let slot = self.slots.len();
        let (start, flags) = (self.at, self.string()?);
        let signature = if flags & ESCAPED == 0 {
            // The string was just read, so both quotes are there.
            text::signature(&self.bytes[start + 1..self.at - 1])
        } else {
            0 // Escaped keys are compared decoded; see `same_key`.
        };
        if self.bytes[start + 1].is_ascii_digit() {
            self.marks |= INDEX_KEY;
        }
        self.push(Kind::String, start, flags, signature);
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let escaped = flags & ESCAPED != 0;
        // An escaped key may equal any other, so it is searched for, and so is every key after it.
        let bits = if escaped { u64::MAX } else { 1u64 << (signature & 63) };
        let maybe_seen = open.seen & bits != 0;
        open.seen |= bits;
        // Keys of large objects are compared once, when the object closes.
        if maybe_seen && (open.count as usize) < LARGE_OBJECT {
            let first = open.slot as usize + 1;
            self.shadow_earlier(first, slot);
        }
        Ok(())
    }

    /// Marks an earlier key of the same name as shadowed.
    fn shadow_earlier(&mut self, first: usize, slot: usize) {
        let mut other = first;
        while other < slot {
            if self.slots[other].flags & SHADOWED == 0 && self.same_key(other, slot) {
                self.slots[other].flags |= SHADOWED;
                self.has_duplicates = true;
                self.marks |= ODD;
                return;
            }
            other = self.slots[other + 1].next as usize;
        }
    }

    fn same_key(&self, left: usize, right: usize) -> bool {
        let escaped = (self.slots[left].flags | self.slots[right].flags) & ESCAPED != 0;
        if escaped {
            return self.key_text(left).same_as(self.key_text(right));
        }
        self.slots[left].extra == self.slots[right].extra && self.key_bytes(left) == self.key_bytes(right)
    }

    fn key_bytes(&self, slot: usize) -> &[u8] {
        let slot = &self.slots[slot];
        &self.bytes[slot.start as usize + 1..slot.end as usize - 1]
    }

    fn key_text(&self, slot: usize) -> text::Text<'_> {
        // The whole text was UTF-8, and quotes are ASCII, so the cut is at character boundaries.
        let raw = std::str::from_utf8(self.key_bytes(slot)).unwrap_or_default();
        text::Text::new(raw, self.slots[slot].flags & ESCAPED != 0)
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let (next, end) = (self.slots.len() as u32, self.at as u32);
        let index = open.slot as usize;
        let slot = &mut self.slots[index];
        (slot.end, slot.next, slot.extra) = (end, next, open.count);
        if open.is_object {
            if open.count as usize >= LARGE_OBJECT {
                self.index_large(index);
            } else if self.has_duplicates {
                self.slots[index].extra = self.count_seen(index);
            }
        }
        self.slots[index].flags |= self.marks;
        self.marks |= open.outer;
    }

    fn count_seen(&self, object: usize) -> u32 {
        let end = self.slots[object].next as usize;
        let (mut key, mut count) = (object + 1, 0);
        while key < end {
            count += u32::from(self.slots[key].flags & SHADOWED == 0);
            key = self.slots[key + 1].next as usize;
        }
        count
    }

    /// Sorts the keys of a large object by hash, and marks all but the last of equal ones.
    fn index_large(&mut self, object: usize) {
        let end = self.slots[object].next as usize;
        let mut keys = Vec::with_capacity(self.slots[object].extra as usize);
        let mut key = object + 1;
        while key < end {
            let hash = text::hash_text(self.key_text(key));
            keys.push((hash, key as u32));
            key = self.slots[key + 1].next as usize;
        }
        keys.sort_unstable();
        // From the last to the first; `distinct` holds the keys of the current hash that are seen.
        let mut distinct: Vec<(u64, u32)> = Vec::new();
        for (hash, key) in keys.iter().rev().copied() {
            if distinct.last().is_some_and(|(other, _)| *other != hash) {
                distinct.clear();
            }
            if distinct.iter().any(|(_, later)| self.same_key(key as usize, *later as usize)) {
                self.slots[key as usize].flags |= SHADOWED;
                self.has_duplicates = true;
                self.marks |= ODD;
            } else {
                distinct.push((hash, key));
            }
        }
        keys.retain(|(_, key)| self.slots[*key as usize].flags & SHADOWED == 0);
        self.slots[object].extra = keys.len() as u32;
        self.slots[object].flags |= LARGE;
        self.large.push(LargeObject { slot: object as u32, keys });
    }

    fn value(&mut self) -> Result<(), SyntaxError> {
        match self.bytes.get(self.at) {
            Some(b'"') => {
                let (start, flags) = (self.at, self.string()?);
                self.push(Kind::String, start, flags, 0);
                Ok(())
            }
            Some(b'{') => self.open(Kind::Object),
            Some(b'[') => self.open(Kind::Array),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word(b"true", Kind::Bool),
            Some(b'f') => self.word(b"false", Kind::Bool),
            Some(b'n') => self.word(b"null", Kind::Null),
            Some(_) => Err(self.error("expected a JSON value")),
            None => Err(self.error("the text ends where a JSON value is expected")),
        }
    }

    fn open(&mut self, kind: Kind) -> Result<(), SyntaxError> {
        if self.open.len() >= self.max_depth {
            return Err(self.error(format!("nested deeper than the limit of {}", self.max_depth)));
        }
        self.open.push(Open {
            slot: self.slots.len() as u32,
            count: 0,
            seen: 0,
            is_object: kind == Kind::Object,
            outer: self.marks,
        });
        self.marks = 0;
        self.push(kind, self.at, 0, 0);
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, word: &[u8], kind: Kind) -> Result<(), SyntaxError> {
        if !self.bytes[self.at..].starts_with(word) {
            return Err(self.error("expected a JSON value"));
        }
        let start = self.at;
        self.at += word.len();
        self.push(kind, start, 0, 0);
        Ok(())
    }

    /// Reads a string and returns its flags.
    fn string(&mut self) -> Result<u16, SyntaxError> {
        let start = self.at;
        let mut at = start + 1;
        let mut flags = 0;
        loop {
            let (length, wide) = text::plain_prefix(&self.bytes[at..]);
            at += length;
            flags |= if wide { WIDE } else { 0 };
            match self.bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    flags |= ESCAPED;
                    let length = self.escape(at)?;
                    if length > 2 || self.bytes[at + 1] == b'/' {
                        flags |= ODD;
                    }
                    at += length;
                }
                Some(control) if *control < 0x20 => {
                    self.at = at;
                    let control = *control;
                    return Err(
                        self.error(format!("control character {control:#04x} in a string must be escaped"))
                    );
                }
                Some(_) => at += 1,
                None => {
                    self.at = start;
                    return Err(self.error("the string that starts here has no closing quote"));
                }
            }
        }
        self.at = at + 1;
        Ok(flags)
    }

    /// Checks one escape and returns its length.
    fn escape(&mut self, at: usize) -> Result<usize, SyntaxError> {
        let length = match self.bytes.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') => {
                let digits = self.bytes.get(at + 2..at + 6).unwrap_or_default();
                if digits.len() == 4 && digits.iter().all(u8::is_ascii_hexdigit) { 6 } else { 0 }
            }
            _ => 0,
        };
        if length == 0 {
            self.at = at;
            return Err(self.error("not an escape that JSON knows"));
        }
        Ok(length)
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        let negative = self.bytes[start] == b'-';
        let mut at = start + usize::from(negative);
        let mut value = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(at) {
            value = value.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
            at += 1;
        }
        let whole = at - start - usize::from(negative);
        let mut broken = whole == 0 || (whole > 1 && self.bytes[at - whole] == b'0');
        let mut is_integer = true;
        let digits = |at: usize| self.bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if self.bytes.get(at) == Some(&b'.') {
            is_integer = false;
            let fraction = digits(at + 1);
            broken |= fraction == 0;
            at += 1 + fraction;
        }
        if let Some(b'e' | b'E') = self.bytes.get(at) {
            is_integer = false;
            at += 1 + usize::from(matches!(self.bytes.get(at + 1), Some(b'+' | b'-')));
            let exponent = digits(at);
            broken |= exponent == 0;
            at += exponent;
        }
        if broken {
            return Err(self.error("not a number that JSON knows"));
        }
        self.at = at;
        if is_integer && !negative && whole <= 9 {
            self.push(Kind::Number, start, SMALL, value);
        } else {
            let plain = is_plain(&self.bytes[start..at]);
            self.push(Kind::Number, start, if plain { 0 } else { ODD }, 0);
        }
        Ok(())
    }

    /// Adds what was read from `start` to here. Every slot takes at least one byte of the text, and the
    /// size of the text was checked before, so offsets and indices fit.
    fn push(&mut self, kind: Kind, start: usize, flags: u16, extra: u32) {
        self.marks |= flags & MARKS;
        let next = self.slots.len() as u32 + 1;
        self.slots.push(Slot { start: start as u32, end: self.at as u32, next, extra, kind, flags });
    }

    fn space(&mut self) {
        // Nothing but white space is below an exclamation mark here, control characters aside.
        if self.bytes.get(self.at).is_none_or(|byte| *byte > b' ') {
            return;
        }
        let start = self.at;
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
        if self.at > start {
            self.marks |= SPACED;
        }
    }

    fn error(&self, reason: impl Into<String>) -> SyntaxError {
        SyntaxError::at(self.bytes, self.at, reason)
    }
}
