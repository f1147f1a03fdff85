//! Generated JSON texts and slow, obvious readings of them, for the laws of the `json` module.
#![allow(dead_code, reason = "each test that includes this file uses a part of it")]

use std::cmp::Ordering;
use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use sightline::json::{Kind, Node};

/// A JSON value in the spelling that it has in a text; white space is added when it is printed.
#[derive(Clone, Debug)]
pub enum Spelled {
    /// `null`, `true`, `false`, a number, or a string with its quotes.
    Scalar(String),
    Array(Vec<Spelled>),
    Object(Vec<(String, Spelled)>),
}

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "42",
    "1.0",
    "-0.0",
    "0.10",
    "1e21",
    "1E+2",
    "100",
    "1.0e2",
    "1e-7",
    "1e400",
    "-1e400",
    "1e-400",
    "9007199254740992",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "123456789012345678901234567890",
    "123456789012345678901234567891",
    "0.30000000000000004",
    "0.3",
    "3e-1",
    "100000000000000000000",
    "1e20",
    "5e-324",
    "1.7976931348623157e308",
];

pub fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => proptest::sample::select(NUMBERS).prop_map(str::to_owned),
        2 => "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?([eE][-+]?[0-9]{1,2})?",
        1 => "-?[1-9][0-9]{15,32}(\\.0{0,2}[0-9])?",
    ]
}

/// Strings with their quotes: plain, escaped in every way, lone surrogates.
pub fn string() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z ü€😀/]{0,9}",
        1 => proptest::sample::select(&[
            "\\n", "\\\"", "\\\\", "\\/", "\\b\\f\\r\\t", "\\u0061", "\\u00fC", "\\ud83d\\ude00", "\\ud800",
            "\\udc00", "\\ud800\\ud800", "\\udc00\\ud800", "\\ud800\\n", "\\u0000", "\\uFFFD", "\u{fffd}", "\u{7f}",
            "\\ud800x", "\\ud800\\u0061",
        ][..])
        .prop_map(str::to_owned),
    ];
    vec(piece, 0..4).prop_map(|pieces| format!("\"{}\"", pieces.concat()))
}

/// Keys from a small stock, so that duplicates occur, some of them in another spelling.
pub fn key() -> impl Strategy<Value = String> {
    const KEYS: &[&str] = &[
        "\"a\"",
        "\"b\"",
        "\"\\u0061\"",
        "\"\"",
        "\"a/b~c\"",
        "\"0\"",
        "\"\\ud800\"",
        "\"\\uD800\"",
        "\"\u{fffd}\"",
        "\"revenue\"",
        "\"revenuf\"",
        "\"rev\\u0065nue\"",
        "\"a rather long key 1\"",
        "\"a rather long key 2\"",
    ];
    prop_oneof![4 => proptest::sample::select(KEYS).prop_map(str::to_owned), 1 => string()]
}

pub fn spelled() -> impl Strategy<Value = Spelled> {
    let scalar = prop_oneof![
        1 => proptest::sample::select(&["null", "true", "false"][..]).prop_map(str::to_owned),
        3 => number(),
        2 => string(),
    ];
    scalar.prop_map(Spelled::Scalar).prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Spelled::Array),
            vec((key(), inner), 0..6).prop_map(Spelled::Object),
        ]
    })
}

/// White space to print with, taken in turn.
pub fn spaces() -> impl Strategy<Value = Vec<String>> {
    vec("[ \n\r\t]{0,2}", 1..7)
}

/// A text of a generated value.
pub fn text() -> impl Strategy<Value = String> {
    (spelled(), spaces()).prop_map(|(value, spaces)| print(&value, &spaces))
}

pub fn print(value: &Spelled, spaces: &[String]) -> String {
    let mut out = String::new();
    let mut turn = spaces.iter().cycle();
    let mut space = || turn.next().map_or("", String::as_str);
    out.push_str(space());
    print_into(value, &mut space, &mut out);
    out.push_str(space());
    out
}

fn print_into<'s>(value: &Spelled, space: &mut impl FnMut() -> &'s str, out: &mut String) {
    match value {
        Spelled::Scalar(text) => out.push_str(text),
        Spelled::Array(items) => {
            out.push('[');
            out.push_str(space());
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                    out.push_str(space());
                }
                print_into(item, space, out);
                out.push_str(space());
            }
            out.push(']');
        }
        Spelled::Object(members) => {
            out.push('{');
            out.push_str(space());
            for (index, (key, member)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                    out.push_str(space());
                }
                out.push_str(key);
                out.push_str(space());
                out.push(':');
                out.push_str(space());
                print_into(member, space, out);
                out.push_str(space());
            }
            out.push('}');
        }
    }
}

/// The same value in other words: numbers, escapes and the order of members differ.
pub fn respell(value: &Spelled) -> Spelled {
    match value {
        Spelled::Scalar(text) if text.starts_with('"') => Spelled::Scalar(respell_string(text)),
        Spelled::Scalar(text) if text.starts_with(['t', 'f', 'n']) => value.clone(),
        Spelled::Scalar(text) => Spelled::Scalar(respell_number(text)),
        Spelled::Array(items) => Spelled::Array(items.iter().map(respell).collect()),
        Spelled::Object(members) => {
            // Of duplicate keys only the last counts, so only it may be printed once the order changes.
            let seen = last_wins(members);
            Spelled::Object(
                seen.into_values().rev().map(|(key, value)| (respell_string(key), respell(value))).collect(),
            )
        }
    }
}

fn last_wins(members: &[(String, Spelled)]) -> BTreeMap<Vec<u16>, (&str, &Spelled)> {
    members.iter().map(|(key, value)| (units(&key[1..key.len() - 1]), (key.as_str(), value))).collect()
}

fn respell_string(quoted: &str) -> String {
    let escaped = units(&quoted[1..quoted.len() - 1]).into_iter().map(|unit| format!("\\u{unit:04X}"));
    format!("\"{}\"", escaped.collect::<String>())
}

fn respell_number(text: &str) -> String {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().expect("generated exponents are small");
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}00E{exponent:+03}")
}

/// The UTF-16 code units of a raw string, read one escape at a time.
pub fn units(raw: &str) -> Vec<u16> {
    let characters: Vec<char> = raw.chars().collect();
    let mut units = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        if characters[at] != '\\' {
            units.extend(characters[at].to_string().encode_utf16());
            at += 1;
            continue;
        }
        at += 2;
        units.push(match characters[at - 1] {
            'u' => {
                at += 4;
                let digits: String = characters[at - 4..at].iter().collect();
                u16::from_str_radix(&digits, 16).expect("four digits")
            }
            'n' => 10,
            't' => 9,
            'r' => 13,
            'b' => 8,
            'f' => 12,
            other => u16::try_from(u32::from(other)).expect("ASCII"),
        });
    }
    units
}

/// A number written out in full: sign, whole part and fraction without needless zeros.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plain {
    negative: bool,
    whole: String,
    pub fraction: String,
}

impl Plain {
    pub fn of(text: &str) -> Self {
        let unsigned = text.trim_start_matches('-');
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let exponent: i64 = exponent.parse().expect("generated exponents are small");
        let (mut whole, mut fraction) = (whole.to_owned(), fraction.to_owned());
        for _ in 0..exponent.abs() {
            if exponent > 0 {
                let digit = if fraction.is_empty() { '0' } else { fraction.remove(0) };
                whole.push(digit);
            } else {
                fraction.insert(0, whole.pop().unwrap_or('0'));
            }
        }
        let whole = whole.trim_start_matches('0').to_owned();
        let fraction = fraction.trim_end_matches('0').to_owned();
        let negative = text.starts_with('-') && !(whole.is_empty() && fraction.is_empty());
        Self { negative, whole, fraction }
    }

    /// Counts the digits from the first that is not zero.
    pub fn digits(&self) -> usize {
        format!("{}{}", self.whole, self.fraction).trim_matches('0').len()
    }

    pub fn compare(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            _ => {}
        }
        let size = self.whole.len().cmp(&other.whole.len());
        let size = size.then_with(|| self.whole.cmp(&other.whole));
        let size = size.then_with(|| self.fraction.cmp(&other.fraction));
        if self.negative { size.reverse() } else { size }
    }
}

/// A value with all spelling removed: what two equal values share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    Word(String),
    Number(Plain),
    String(Vec<u16>),
    Array(Vec<Meant>),
    Object(BTreeMap<Vec<u16>, Meant>),
}

pub fn meant(value: &Spelled) -> Meant {
    match value {
        Spelled::Scalar(text) if text.starts_with('"') => Meant::String(units(&text[1..text.len() - 1])),
        Spelled::Scalar(text) if text.starts_with(['t', 'f', 'n']) => Meant::Word(text.clone()),
        Spelled::Scalar(text) => Meant::Number(Plain::of(text)),
        Spelled::Array(items) => Meant::Array(items.iter().map(meant).collect()),
        Spelled::Object(members) => {
            let seen = last_wins(members);
            Meant::Object(seen.into_iter().map(|(key, (_, value))| (key, meant(value))).collect())
        }
    }
}

/// Every value below a node, itself first, shadowed members too.
pub fn all_nodes(node: Node<'_>) -> Vec<Node<'_>> {
    let mut nodes = vec![node];
    node.items().for_each(|item| nodes.extend(all_nodes(item)));
    node.all_members().for_each(|member| nodes.extend(all_nodes(member.value)));
    nodes
}

/// Tells whether some string or key below a node has a lone surrogate.
pub fn is_lossy(node: Node<'_>) -> bool {
    all_nodes(node).into_iter().any(|node| {
        node.as_text().is_some_and(|text| text.is_lossy())
            || node.all_members().any(|member| member.key.is_lossy())
    })
}

/// Tells whether some number below a node is past the range of a double.
pub fn is_out_of_range(node: Node<'_>) -> bool {
    let numbers = all_nodes(node).into_iter().filter(|node| node.kind() == Kind::Number);
    numbers.filter_map(|node| node.as_number()).any(|number| number.as_f64().is_none())
}
