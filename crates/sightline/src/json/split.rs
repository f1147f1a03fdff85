//! Cuts a stream of bytes into JSON values without holding more than the caller does.
//!
//! Only brackets, quotes and separators are looked at; whether a value is JSON is for
//! [`Document::parse`](super::Document::parse) to say.

/// What the next bytes are; the caller drops or keeps as many and asks again with the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// So many bytes stand between values.
    Between(usize),
    /// So many bytes belong to a value that goes on.
    Part(usize),
    /// So many bytes end a value.
    End(usize),
    /// At the first byte something stands that may not stand there.
    Stray(&'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first value, or behind one at the top.
    Top,
    /// Behind `[`: an item or the end.
    FirstItem,
    /// Behind a comma: an item.
    NextItem,
    /// Behind an item: a comma or the end.
    Comma,
    /// In an array or object, that many levels deep.
    Nested(usize),
    /// In a string, inside that many levels.
    String(usize),
    /// Behind a backslash in a string.
    Escape(usize),
    /// In a number, a name, or what is neither.
    Bare,
}

/// Cuts values that stand on lines of their own, and the items of arrays at the top.
///
/// ```
/// use sightline::json::{Cut, Splitter};
///
/// let mut splitter = Splitter::default();
/// let mut rest = &b"[{\"a\": \"]\"}, 2]"[..];
/// let mut values = Vec::new();
/// let mut value = Vec::new();
/// while !rest.is_empty() {
///     let used = match splitter.look(rest) {
///         Cut::Between(many) => many,
///         Cut::Part(many) => {
///             value.extend_from_slice(&rest[..many]);
///             many
///         }
///         Cut::End(many) => {
///             value.extend_from_slice(&rest[..many]);
///             values.push(String::from_utf8(std::mem::take(&mut value)).unwrap());
///             many
///         }
///         Cut::Stray(reason) => panic!("{reason}"),
///     };
///     rest = &rest[used..];
/// }
/// assert_eq!(values, [r#"{"a": "]"}"#, "2"]);
/// assert!(splitter.is_between());
/// ```
#[derive(Clone, Debug)]
pub struct Splitter {
    state: State,
    /// Whether the values are items of an array at the top.
    in_array: bool,
    /// Whether a value at the top may begin: at the start of the text, or of a line behind another.
    may_begin: bool,
}

impl Default for Splitter {
    fn default() -> Self {
        Self { state: State::Top, in_array: false, may_begin: true }
    }
}

impl Splitter {
    /// Looks at bytes, of which there must be some, and says what the first of them are.
    #[must_use]
    pub fn look(&mut self, bytes: &[u8]) -> Cut {
        match self.state {
            State::Top | State::FirstItem | State::NextItem | State::Comma => self.between(bytes),
            State::Nested(_) | State::String(_) | State::Escape(_) | State::Bare => self.inside(bytes, 0),
        }
    }

    /// Tells whether the text may end here: no value and no array is open.
    #[must_use]
    pub fn is_between(&self) -> bool {
        self.state == State::Top
    }

    /// Ends a number or a name where the text ends; tells whether one was open.
    pub fn finish(&mut self) -> bool {
        let is_bare = self.state == State::Bare;
        if is_bare {
            self.end(0);
        }
        is_bare
    }

    fn between(&mut self, bytes: &[u8]) -> Cut {
        for (at, byte) in bytes.iter().enumerate() {
            match (*byte, self.state) {
                (b'\n', State::Top) => self.may_begin = true,
                (b' ' | b'\t' | b'\r' | b'\n', _) => {}
                (b'[', State::Top) if self.may_begin => {
                    (self.in_array, self.may_begin) = (true, false);
                    self.state = State::FirstItem;
                }
                (b']', State::FirstItem | State::Comma) => {
                    self.in_array = false;
                    self.state = State::Top;
                }
                (b',', State::Comma) => self.state = State::NextItem,
                _ if at > 0 => return Cut::Between(at),
                (_, State::Comma) => return Cut::Stray("expected `,` or `]` after an item"),
                (_, State::Top) if !self.may_begin => {
                    return Cut::Stray("unexpected text after the JSON value");
                }
                (b']' | b',', State::NextItem) | (b',', State::FirstItem) => {
                    return Cut::Stray("expected an item of the array");
                }
                (byte, _) => return self.begin(byte, bytes),
            }
        }
        Cut::Between(bytes.len())
    }

    fn begin(&mut self, first: u8, bytes: &[u8]) -> Cut {
        self.may_begin = false;
        self.state = match first {
            b'{' | b'[' => State::Nested(1),
            b'"' => State::String(0),
            _ => State::Bare,
        };
        self.inside(bytes, 1)
    }

    fn inside(&mut self, bytes: &[u8], mut at: usize) -> Cut {
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            // The filter above leaves at least one byte.
            let byte = rest[0];
            match self.state {
                State::Escape(depth) => self.state = State::String(depth),
                State::String(depth) => {
                    let Some(found) = memchr::memchr2(b'"', b'\\', rest) else { break };
                    at += found;
                    self.state =
                        if rest[found] == b'\\' { State::Escape(depth) } else { State::Nested(depth) };
                    if self.state == State::Nested(0) {
                        return self.end(at + 1);
                    }
                }
                State::Nested(depth) => match byte {
                    b'"' => self.state = State::String(depth),
                    b'{' | b'[' => self.state = State::Nested(depth + 1),
                    b'}' | b']' if depth <= 1 => return self.end(at + 1),
                    b'}' | b']' => self.state = State::Nested(depth - 1),
                    _ => {}
                },
                State::Bare => {
                    let ends = matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'[' | b'{' | b'"')
                        || (self.in_array && matches!(byte, b',' | b']'));
                    if ends {
                        return self.end(at);
                    }
                }
                State::Top | State::FirstItem | State::NextItem | State::Comma => break,
            }
            at += 1;
        }
        Cut::Part(bytes.len())
    }

    fn end(&mut self, used: usize) -> Cut {
        self.state = if self.in_array { State::Comma } else { State::Top };
        Cut::End(used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a text that comes in pieces of that size, and how it ended.
    fn cut(text: &str, size: usize) -> (Vec<String>, String) {
        let mut splitter = Splitter::default();
        let (mut values, mut value) = (Vec::new(), Vec::new());
        for piece in text.as_bytes().chunks(size) {
            let mut rest = piece;
            while !rest.is_empty() {
                let (kept, used, ends) = match splitter.look(rest) {
                    Cut::Between(many) => (0, many, false),
                    Cut::Part(many) => (many, many, false),
                    Cut::End(many) => (many, many, true),
                    Cut::Stray(reason) => return (values, reason.to_owned()),
                };
                value.extend_from_slice(&rest[..kept]);
                if ends {
                    values.push(String::from_utf8(std::mem::take(&mut value)).unwrap());
                }
                rest = &rest[used..];
            }
        }
        if splitter.finish() {
            values.push(String::from_utf8(value).unwrap());
        }
        let end = if splitter.is_between() { "" } else { "open" };
        (values, end.to_owned())
    }

    #[test]
    fn values_come_out_whole_however_the_bytes_are_cut() {
        let cases: &[(&str, &[&str], &str)] = &[
            ("", &[], ""),
            (" \n", &[], ""),
            ("{}", &["{}"], ""),
            ("{\"a\":[1,{\"b\":\"}\\\"]\"}]}\n", &["{\"a\":[1,{\"b\":\"}\\\"]\"}]}"], ""),
            ("{}\n{}\n", &["{}", "{}"], ""),
            ("{\n}\n\n[1,\n2]\n", &["{\n}", "1", "2"], ""),
            ("[]", &[], ""),
            ("[ {} , [1] ,\"a,]\", null ]", &["{}", "[1]", "\"a,]\"", "null"], ""),
            ("\"a\\\\\"", &["\"a\\\\\""], ""),
            ("5", &["5"], ""),
            ("hello", &["hello"], ""),
            ("{} {}", &["{}"], "unexpected text after the JSON value"),
            ("[1] 2", &["1"], "unexpected text after the JSON value"),
            ("[1 2]", &["1"], "expected `,` or `]` after an item"),
            ("[1,]", &["1"], "expected an item of the array"),
            ("[,1]", &[], "expected an item of the array"),
            ("[{}", &["{}"], "open"),
            ("[1", &["1"], "open"),
            ("{\"a\":", &[], "open"),
            ("\"abc", &[], "open"),
            ("{\"a\":]}", &["{\"a\":]"], "unexpected text after the JSON value"),
        ];
        for (text, values, end) in cases {
            for size in [1, 2, 3, 100] {
                let found = cut(text, size);
                assert_eq!(
                    (found.0.as_slice(), found.1.as_str()),
                    (values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>().as_slice(), *end),
                    "{text:?} in pieces of {size}"
                );
            }
        }
    }
}
