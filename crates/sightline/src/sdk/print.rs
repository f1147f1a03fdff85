//! Printing JSON as JavaScript, Python and serde print what they have read.
//!
//! Each runtime bends numbers in its own way: JavaScript holds doubles only, Python keeps integers of
//! any size, serde keeps what fits 64 bits. The tests ask the real runtimes.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Deserialize;

use crate::json::{INDEX_KEY, Member, Node, ODD, SPACED, Text, WIDE, escape, push_unit};
use crate::sdk::copy::{copy, space_out};
use crate::sdk::plain::write_plain;

/// How a client prints JSON.
///
/// ```
/// use sightline::json::Document;
/// use sightline::sdk::print::{Style, print};
///
/// let document = Document::parse(r#"{"a": 1.0, "b": [1e21, "ü"]}"#).unwrap();
/// assert_eq!(print(document.root(), &Style::JAVASCRIPT), r#"{"a":1,"b":[1e+21,"ü"]}"#);
/// assert_eq!(print(document.root(), &Style::PYTHON), r#"{"a": 1.0, "b": [1e+21, "\u00fc"]}"#);
/// ```
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Style {
    /// Whose numbers, escapes and key order.
    pub runtime: Runtime,
    /// White space between tokens.
    #[serde(default)]
    pub spacing: Spacing,
    /// Whether everything beyond ASCII is escaped.
    #[serde(default)]
    pub ascii: bool,
    /// Whether keys are sorted by code point.
    #[serde(default)]
    pub sort_keys: bool,
}

/// Whose reader and printer.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Runtime {
    /// `System.Text.Json` over values kept as JSON: numbers stay as received.
    Dotnet,
    /// `JSON.stringify(JSON.parse(text))`
    Javascript,
    /// pydantic's serializer on what Python read
    Pydantic,
    /// `json.dumps` of what pydantic made of it: numbers as Python prints them, and `null` for those without bounds
    PydanticPython,
    /// `json.dumps(json.loads(text))`
    Python,
    /// `serde_json` with `preserve_order`
    Serde,
    /// The same with `arbitrary_precision`: numbers as written, exponents with `e` and a sign.
    SerdePrecise,
}

/// White space between tokens.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Spacing {
    /// None.
    #[default]
    Compact,
    /// A line for each item, indented by two spaces a level.
    Indented,
    /// A space after colons and commas.
    Spaced,
}

impl Runtime {
    /// Says whose printing it is.
    ///
    /// ```
    /// assert_eq!(sightline::sdk::print::Runtime::Javascript.in_words(), "as JavaScript prints it");
    /// ```
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Dotnet => "as .NET prints it",
            Self::Javascript => "as JavaScript prints it",
            Self::Pydantic => "as pydantic prints it",
            Self::PydanticPython => "as Python prints what pydantic made of it",
            Self::Python => "as Python prints it",
            Self::Serde => "as serde prints it",
            Self::SerdePrecise => "as serde prints numbers that it kept as written",
        }
    }
}

impl Spacing {
    /// Says what it is in one word.
    ///
    /// ```
    /// assert_eq!(sightline::sdk::print::Spacing::Indented.in_words(), "indented");
    /// ```
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Compact => "compact",
            Self::Indented => "indented",
            Self::Spaced => "spaced",
        }
    }
}

impl Style {
    /// `JSON.stringify(value)`
    pub const JAVASCRIPT: Self =
        Self { runtime: Runtime::Javascript, spacing: Spacing::Compact, ascii: false, sort_keys: false };
    /// `json.dumps(value)`
    pub const PYTHON: Self =
        Self { runtime: Runtime::Python, spacing: Spacing::Spaced, ascii: true, sort_keys: false };
    /// `serde_json::to_string(&value)`
    pub const SERDE: Self =
        Self { runtime: Runtime::Serde, spacing: Spacing::Compact, ascii: false, sort_keys: false };
}

/// Prints a value in a style.
#[must_use]
pub fn print(node: Node<'_>, style: &Style) -> String {
    let mut out = String::with_capacity(node.text().len() + 16);
    write(node, style, 0, &mut out);
    out
}

/// Prints a string in a style, with its quotes.
///
/// ```
/// use sightline::sdk::print::{Style, quoted};
///
/// assert_eq!(quoted("a\"ü", &Style::PYTHON), r#""a\"\u00fc""#);
/// ```
#[must_use]
pub fn quoted(string: &str, style: &Style) -> String {
    let mut out = String::with_capacity(string.len() + 2);
    out.push('"');
    escape(string, style.ascii, &mut out);
    out.push('"');
    out
}

pub(crate) fn write(node: Node<'_>, style: &Style, level: usize, out: &mut String) {
    let is_scalar = !(node.is_array() || node.is_object());
    let stands = node.is_free_of(odd_marks(style));
    let stands_compact = stands && !style.sort_keys && node.is_free_of(SPACED);
    if stands && is_scalar || stands_compact && style.spacing == Spacing::Compact {
        out.push_str(node.text());
    } else if stands_compact && style.spacing == Spacing::Spaced {
        space_out(node, out);
    } else if !(node.has_unique_keys() && copy(node.text(), style, out)) {
        write_nodes(node, style, level, out);
    }
}

/// Marks of a value whose tokens do not all stand as a style prints them.
fn odd_marks(style: &Style) -> u16 {
    let wide = if style.ascii { WIDE } else { 0 };
    // Where keys are sorted, indices are strings like others.
    let moves = style.runtime == Runtime::Javascript && !style.sort_keys;
    ODD | wide | if moves { INDEX_KEY } else { 0 }
}

// Recursion is bounded by the depth of a document.
pub(crate) fn write_nodes(node: Node<'_>, style: &Style, level: usize, out: &mut String) {
    if (node.is_array() || node.is_object()) && node.is_free_of(odd_marks(style)) {
        write_plain(node, style, level, out);
    } else if let Some(number) = node.as_number() {
        write_number(number.as_str(), style.runtime, out);
    } else if let Some(text) = node.as_text() {
        write_text(text, style.ascii, out);
    } else if node.is_array() {
        let mut open = Brackets::open('[', style, level, out);
        for item in node.items() {
            open.item(out);
            write_nodes(item, style, level + 1, out);
        }
        open.close(']', out);
    } else if node.is_object() {
        let mut open = Brackets::open('{', style, level, out);
        for member in ordered(node, style) {
            open.item(out);
            write_text(member.key, style.ascii, out);
            out.push_str(colon(style.spacing));
            write_nodes(member.value, style, level + 1, out);
        }
        open.close('}', out);
    } else {
        out.push_str(node.text());
    }
}

/// The text between a key and its value.
pub(crate) fn colon(spacing: Spacing) -> &'static str {
    match spacing {
        Spacing::Compact => ":",
        Spacing::Indented | Spacing::Spaced => ": ",
    }
}

/// The commas, lines and indentation of one array or object.
pub(crate) struct Brackets {
    spacing: Spacing,
    level: usize,
    empty: bool,
}

impl Brackets {
    pub(crate) fn open(bracket: char, style: &Style, level: usize, out: &mut String) -> Self {
        out.push(bracket);
        Self { spacing: style.spacing, level, empty: true }
    }

    pub(crate) fn item(&mut self, out: &mut String) {
        if !self.empty {
            out.push_str(if self.spacing == Spacing::Spaced { ", " } else { "," });
        }
        self.empty = false;
        self.line(self.level + 1, out);
    }

    /// Begins a member with its name; its value follows.
    pub(crate) fn member(&mut self, name: &str, style: &Style, out: &mut String) {
        self.item(out);
        out.push('"');
        escape(name, style.ascii, out);
        out.push('"');
        out.push_str(colon(style.spacing));
    }

    pub(crate) fn close(self, bracket: char, out: &mut String) {
        if !self.empty {
            self.line(self.level, out);
        }
        out.push(bracket);
    }

    fn line(&self, level: usize, out: &mut String) {
        if self.spacing == Spacing::Indented {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", level));
        }
    }
}

/// The members as the runtime iterates over them.
pub(crate) fn ordered<'d>(node: Node<'d>, style: &Style) -> Vec<Member<'d>> {
    let all: Vec<Member<'d>> = node.all_members().collect();
    let mut members: Vec<Member<'d>> = if all.len() == node.len() {
        all
    } else {
        // All three runtimes keep the first place of a duplicate key and its last value.
        let mut kept: Vec<Member<'d>> = Vec::with_capacity(node.len());
        let mut places: HashMap<Cow<'d, [u8]>, usize> = HashMap::new();
        for member in all {
            let key = code_points(member.key);
            match places.get(&key).copied() {
                Some(at) => kept[at] = member,
                None => {
                    places.insert(key, kept.len());
                    kept.push(member);
                }
            }
        }
        kept
    };
    if style.sort_keys {
        members.sort_by_cached_key(|member| code_points(member.key));
    } else if style.runtime == Runtime::Javascript
        && members.iter().any(|member| array_index(member.key).is_some())
    {
        // ECMAScript orders keys that are array indices first, by value.
        members.sort_by_key(|member| array_index(member.key).map_or((1, 0), |index| (0, index)));
    }
    members
}

/// A key as bytes that order by code point: UTF-8, with lone surrogates encoded as if they were
/// characters, since runtimes keep them apart.
pub(super) fn code_points(key: Text<'_>) -> Cow<'_, [u8]> {
    if !key.is_lossy() {
        return match key.to_str() {
            Cow::Borrowed(key) => Cow::Borrowed(key.as_bytes()),
            Cow::Owned(key) => Cow::Owned(key.into_bytes()),
        };
    }
    let mut bytes = Vec::new();
    for unit in char::decode_utf16(key.code_units()) {
        match unit {
            Ok(character) => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(lone) => {
                let [high, low] = lone.unpaired_surrogate().to_be_bytes();
                bytes.extend([0xe0 | high >> 4, 0x80 | (high & 15) << 2 | low >> 6, 0x80 | low & 0x3f]);
            }
        }
    }
    Cow::Owned(bytes)
}

pub(crate) fn array_index(key: Text<'_>) -> Option<u32> {
    let key = key.to_str();
    let canonical = key == "0" || key.starts_with(|first: char| ('1'..='9').contains(&first));
    if !canonical || key.len() > 10 {
        return None;
    }
    key.parse().ok().filter(|index| *index < u32::MAX)
}

/// Tells whether the escapes of a raw string are the short ones that all three runtimes write.
fn is_spelt_so(raw: &str, ascii: bool) -> bool {
    let bytes = raw.as_bytes();
    if ascii && bytes.iter().any(|byte| *byte >= DELETE) {
        return false;
    }
    let mut at = 0;
    while let Some(backslash) = memchr::memchr(b'\\', &bytes[at..]) {
        at += backslash + 2;
        if !matches!(bytes.get(at - 1), Some(b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't')) {
            return false;
        }
    }
    true
}

pub(crate) fn write_text(text: Text<'_>, ascii: bool, out: &mut String) {
    let raw = text.raw();
    out.push('"');
    if !text.is_escaped() && (!ascii || raw.bytes().all(|byte| byte < DELETE)) {
        out.push_str(raw);
    } else if is_spelt_so(raw, ascii) {
        // The escapes are those that the runtime writes itself, so nothing is decoded.
        out.push_str(raw);
    } else if text.is_lossy() {
        for unit in char::decode_utf16(text.code_units()) {
            match unit {
                Ok(character) => escape(character.encode_utf8(&mut [0; 4]), ascii, out),
                Err(lone) => {
                    let mut escaped = Vec::new();
                    push_unit(lone.unpaired_surrogate(), &mut escaped);
                    out.extend(escaped.into_iter().map(char::from));
                }
            }
        }
    } else {
        escape(&text.to_str(), ascii, out);
    }
    out.push('"');
}

/// `json.dumps` escapes it like everything beyond ASCII.
const DELETE: u8 = 0x7f;

pub(crate) fn write_number(text: &str, runtime: Runtime, out: &mut String) {
    // Most numbers are short integers, which no runtime changes.
    let integer = text.bytes().all(|byte| byte.is_ascii_digit());
    if integer && text.len() <= 15 || runtime == Runtime::Dotnet {
        out.push_str(text);
        return;
    }
    if runtime == Runtime::SerdePrecise {
        write_precise(text, out);
        return;
    }
    let written_as_integer = !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    let keeps_integer = match runtime {
        // As received, above.
        Runtime::Dotnet | Runtime::SerdePrecise => true,
        Runtime::Javascript => false,
        Runtime::Pydantic | Runtime::PydanticPython | Runtime::Python => written_as_integer,
        Runtime::Serde => {
            written_as_integer && text != "-0" && (text.parse::<u64>().is_ok() || text.parse::<i64>().is_ok())
        }
    };
    if keeps_integer {
        out.push_str(if text == "-0" { "0" } else { text });
        return;
    }
    let value: f64 = text.parse().unwrap_or(f64::NAN);
    write_double(value, runtime, out);
}

/// Keeps a number's digits; only the mark of the exponent is made uniform.
fn write_precise(text: &str, out: &mut String) {
    match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => {
            out.push_str(digits);
            out.push('e');
            if !exponent.starts_with(['+', '-']) {
                out.push('+');
            }
            out.push_str(exponent);
        }
        None => out.push_str(if text == "-0" { "0" } else { text }),
    }
}

/// Lays out the shortest digits of a double as the runtime does.
fn write_double(value: f64, runtime: Runtime, out: &mut String) {
    if !value.is_finite() {
        let sign = if value < 0.0 { "-" } else { "" };
        match runtime {
            Runtime::Dotnet
            | Runtime::Javascript
            | Runtime::Pydantic
            | Runtime::PydanticPython
            | Runtime::Serde
            | Runtime::SerdePrecise => out.push_str("null"),
            Runtime::Python => {
                out.push_str(sign);
                out.push_str("Infinity");
            }
        }
        return;
    }
    if value == 0.0 {
        out.push_str(match (runtime, value.is_sign_negative()) {
            (Runtime::Javascript, _) => "0",
            (_, true) => "-0.0",
            (_, false) => "0.0",
        });
        return;
    }
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.bytes().filter(u8::is_ascii_digit).map(char::from).collect();
    if value < 0.0 {
        out.push('-');
    }
    let decimal = match runtime {
        Runtime::Javascript => (-6..21).contains(&exponent),
        Runtime::PydanticPython | Runtime::Python => (-4..16).contains(&exponent),
        Runtime::Dotnet | Runtime::Pydantic | Runtime::Serde | Runtime::SerdePrecise => {
            (-5..16).contains(&exponent)
        }
    };
    if decimal {
        write_decimal(&digits, exponent, runtime != Runtime::Javascript, out);
        return;
    }
    out.push_str(&digits[..1]);
    if digits.len() > 1 {
        out.push('.');
        out.push_str(&digits[1..]);
    }
    out.push('e');
    out.push(if exponent < 0 { '-' } else { '+' });
    let exponent = exponent.unsigned_abs();
    if matches!(runtime, Runtime::PydanticPython | Runtime::Python) && exponent < 10 {
        out.push('0');
    }
    out.push_str(&exponent.to_string());
}

fn write_decimal(digits: &str, exponent: i32, keep_point: bool, out: &mut String) {
    let Ok(point) = usize::try_from(exponent + 1) else {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', exponent.unsigned_abs() as usize - 1));
        out.push_str(digits);
        return;
    };
    if point == 0 {
        out.push_str("0.");
        out.push_str(digits);
    } else if digits.len() <= point {
        out.push_str(digits);
        out.extend(std::iter::repeat_n('0', point - digits.len()));
        if keep_point {
            out.push_str(".0");
        }
    } else {
        out.push_str(&digits[..point]);
        out.push('.');
        out.push_str(&digits[point..]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Runtime, write_number};

    /// What a client whose serde keeps numbers as written sent to its model on 2026-11-30.
    #[test]
    fn precise_numbers_keep_their_digits() {
        let check = |text: &str, expected: &str| {
            let mut out = String::new();
            write_number(text, Runtime::SerdePrecise, &mut out);
            assert_eq!(out, expected, "{text}");
        };
        check("12345678901234567890123", "12345678901234567890123");
        check("0.10000000000000000555", "0.10000000000000000555");
        check("1.0", "1.0");
        check("1E2", "1e+2");
        check("1e-7", "1e-7");
        check("1e400", "1e+400");
        check("-0", "0");
    }

    /// What pydantic 2.14 wrote; the other runtimes are asked by `tests/runtimes.rs`.
    #[test]
    fn numbers_are_those_of_pydantic() {
        let check = |text: &str, expected: &str| {
            let mut out = String::new();
            write_number(text, Runtime::Pydantic, &mut out);
            assert_eq!(out, expected, "{text}");
        };
        check("1.0", "1.0");
        check("1e21", "1e+21");
        check("1e15", "1000000000000000.0");
        check("1e-5", "0.00001");
        check("1e-7", "1e-7");
        check("-0.0", "-0.0");
        check("5e-324", "5e-324");
        check("123456789012345678901234567890", "123456789012345678901234567890");
        check("1e400", "null");
    }

    /// What `json.dumps` wrote of `dump_python(mode="json")` of pydantic 2.14.
    #[test]
    fn numbers_that_pydantic_read_and_python_prints_are_those_of_python() {
        let check = |text: &str, expected: &str| {
            let mut out = String::new();
            write_number(text, Runtime::PydanticPython, &mut out);
            assert_eq!(out, expected, "{text}");
        };
        check("1.0", "1.0");
        check("1e15", "1000000000000000.0");
        check("1e-5", "1e-05");
        check("1e-7", "1e-07");
        check("1e21", "1e+21");
        check("12345678901234567890123", "12345678901234567890123");
        check("1e400", "null");
        check("-1e400", "null");
    }
}
