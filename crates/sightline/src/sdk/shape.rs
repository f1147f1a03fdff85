//! Shapes that readers check values against, and how a value looks once it was read.
//!
//! Readers built on schemas do two things at once: they refuse what does not fit, and hand on a new
//! object with the members in the order of the schema, unknown ones dropped or put last. Both follow
//! from one description here.

use crate::json::{Member, Node};
use crate::sdk::print::{Brackets, Style, array_index, colon, ordered, write, write_text};

/// What a reader accepts.
pub(crate) enum Shape {
    /// `null`, which is handed on as if the member were absent, or what fits this.
    Absentable(&'static Shape),
    /// Base64 as web browsers read it: white space and missing padding pass.
    Base64,
    /// `true` or `false`.
    Boolean,
    /// The first of these that fits.
    FirstOf(&'static [Shape]),
    /// A number from 0 to 1.
    Fraction,
    /// A list.
    List(&'static Shape),
    /// An ISO 8601 date and time with `Z` or an offset.
    Moment,
    /// `null`, or what fits this.
    Nullable(&'static Shape),
    /// A finite number.
    Number,
    /// An object with these members; others are handed on or not.
    Object(&'static [Field], Rest),
    /// Base64 with its padding and nothing else.
    PaddedBase64,
    /// An object, whatever is in it.
    Record,
    /// A string.
    Text,
    /// An object whose `type` is a string that is none of these.
    TypeOtherThan(&'static [&'static str]),
    /// One of these strings.
    Word(&'static [&'static str]),
}

/// One member of an object.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) shape: &'static Shape,
    pub(crate) required: bool,
}

/// What becomes of members that a shape does not name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rest {
    Dropped,
    Kept,
}

pub(crate) const fn required(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, shape, required: true }
}

pub(crate) const fn optional(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, shape, required: false }
}

const TYPE: &[Field] = &[required("type", &Shape::Text)];

impl Shape {
    // Recursion is bounded by the depth of the shapes, which are constants.
    pub(crate) fn accepts(&self, node: Node<'_>) -> bool {
        let text = || node.as_str();
        match self {
            Self::Base64 => text().is_some_and(|text| is_base64(&text)),
            Self::PaddedBase64 => text().is_some_and(|text| is_padded_base64(&text)),
            Self::Boolean => node.as_bool().is_some(),
            Self::FirstOf(shapes) => shapes.iter().any(|shape| shape.accepts(node)),
            Self::Fraction => number(node).is_some_and(|value| (0.0..=1.0).contains(&value)),
            Self::List(shape) => node.is_array() && node.items().all(|item| shape.accepts(item)),
            Self::Moment => text().is_some_and(|text| is_moment(&text)),
            Self::Absentable(shape) | Self::Nullable(shape) => node.is_null() || shape.accepts(node),
            Self::Number => number(node).is_some_and(f64::is_finite),
            Self::Object(fields, _) => {
                node.is_object()
                    && fields.iter().all(|field| match node.member(field.name) {
                        Some(value) => field.shape.accepts(value),
                        None => !field.required,
                    })
            }
            Self::Record => node.is_object(),
            Self::Text => node.as_text().is_some(),
            Self::TypeOtherThan(names) => node
                .member("type")
                .and_then(Node::as_text)
                .is_some_and(|text| !names.iter().any(|name| text.is(name))),
            Self::Word(words) => node.as_text().is_some_and(|text| words.iter().any(|word| text.is(word))),
        }
    }

    /// Prints a value that fits as the reader hands it on.
    pub(crate) fn write(&self, node: Node<'_>, style: &Style, level: usize, out: &mut String) {
        match self {
            Self::FirstOf(shapes) => match shapes.iter().find(|shape| shape.accepts(node)) {
                Some(shape) => shape.write(node, style, level, out),
                None => write(node, style, level, out),
            },
            Self::List(shape) => {
                let mut open = Brackets::open('[', style, level, out);
                for item in node.items() {
                    open.item(out);
                    shape.write(item, style, level + 1, out);
                }
                open.close(']', out);
            }
            Self::Absentable(shape) => shape.write(node, style, level, out),
            Self::Object(fields, rest) => write_object(node, fields, *rest, style, level, out),
            Self::TypeOtherThan(_) => write_object(node, TYPE, Rest::Kept, style, level, out),
            _ => write(node, style, level, out),
        }
    }
}

fn write_object(node: Node<'_>, fields: &[Field], rest: Rest, style: &Style, level: usize, out: &mut String) {
    let is_field = |member: &Member<'_>| fields.iter().any(|field| member.key.is(field.name));
    let others: Vec<Member<'_>> = match rest {
        Rest::Dropped => Vec::new(),
        Rest::Kept => ordered(node, style).into_iter().filter(|member| !is_field(member)).collect(),
    };
    // Keys that are array indices come first in every object, whenever they were added.
    let (indices, others): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|member| array_index(member.key).is_some());
    let mut open = Brackets::open('{', style, level, out);
    let other = |member: &Member<'_>, open: &mut Brackets, out: &mut String| {
        open.item(out);
        write_text(member.key, style.ascii, out);
        out.push_str(colon(style.spacing));
        write(member.value, style, level + 1, out);
    };
    for member in &indices {
        other(member, &mut open, out);
    }
    for field in fields {
        let Some(value) = node.member(field.name) else { continue };
        if value.is_null() && matches!(field.shape, Shape::Absentable(_)) {
            continue;
        }
        open.item(out);
        out.push('"');
        out.push_str(field.name);
        out.push('"');
        out.push_str(colon(style.spacing));
        field.shape.write(value, style, level + 1, out);
    }
    for member in &others {
        other(member, &mut open, out);
    }
    open.close('}', out);
}

fn number(node: Node<'_>) -> Option<f64> {
    node.as_number().and_then(|number| number.as_f64())
}

fn is_base64_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/'
}

fn is_base64(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let mut digits = digits.as_slice();
    if digits.len().is_multiple_of(4) {
        for _ in 0..2 {
            digits = digits.strip_suffix(b"=").unwrap_or(digits);
        }
    }
    digits.len() % 4 != 1 && digits.iter().all(|byte| is_base64_digit(*byte))
}

fn is_padded_base64(text: &str) -> bool {
    let digits = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    text.len().is_multiple_of(4) && digits.bytes().all(is_base64_digit)
}

/// `YYYY-MM-DDThh:mm`, with seconds and their fraction if wanted, then `Z` or `±hh:mm`.
fn is_moment(text: &str) -> bool {
    let Some((date, time)) = text.split_once('T') else { return false };
    let time = match time.strip_suffix('Z') {
        Some(time) => time,
        None => match time.rfind(['+', '-']) {
            Some(at) if is_clock(&time[at + 1..], false) => &time[..at],
            _ => return false,
        },
    };
    is_date(date) && is_clock(time, true)
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2)) else {
        return false;
    };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

fn is_clock(text: &str, seconds: bool) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    let minutes = |hour: &str, minute: &str| {
        digits(hour, 2).is_some_and(|hour| hour < 24) && digits(minute, 2).is_some_and(|minute| minute < 60)
    };
    match parts.as_slice() {
        [hour, minute] => minutes(hour, minute),
        [hour, minute, second] if seconds => {
            let (whole, fraction) = second.split_once('.').unwrap_or((second, "0"));
            minutes(hour, minute)
                && digits(whole, 2).is_some_and(|second| second < 60)
                && !fraction.is_empty()
                && fraction.bytes().all(|byte| byte.is_ascii_digit())
        }
        _ => false,
    }
}

fn digits(text: &str, count: usize) -> Option<u32> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    fn accepts(shape: &Shape, json: &str) -> bool {
        shape.accepts(Document::parse(json).unwrap().root())
    }

    fn printed(shape: &Shape, json: &str) -> String {
        let mut out = String::new();
        shape.write(Document::parse(json).unwrap().root(), &Style::JAVASCRIPT, 0, &mut out);
        out
    }

    #[test]
    fn members_come_in_the_order_of_the_shape() {
        const FIELDS: &[Field] = &[required("b", &Shape::Text), optional("a", &Shape::Number)];
        let json = r#"{"z": 1, "a": 2.0, "7": [], "b": "x"}"#;
        assert_eq!(printed(&Shape::Object(FIELDS, Rest::Dropped), json), r#"{"b":"x","a":2}"#);
        assert_eq!(printed(&Shape::Object(FIELDS, Rest::Kept), json), r#"{"7":[],"b":"x","a":2,"z":1}"#);
        assert_eq!(printed(&Shape::TypeOtherThan(&["t"]), r#"{"k":1,"type":"w"}"#), r#"{"type":"w","k":1}"#);
    }

    #[test]
    fn what_is_required_must_be_there_and_null_is_no_absence() {
        const FIELDS: &[Field] = &[required("b", &Shape::Text), optional("a", &Shape::Fraction)];
        let shape = Shape::Object(FIELDS, Rest::Dropped);
        assert!(accepts(&shape, r#"{"b": ""}"#) && accepts(&shape, r#"{"b": "", "a": 1.0}"#));
        assert!(!accepts(&shape, r#"{"a": 1}"#) && !accepts(&shape, r#"{"b": "", "a": null}"#));
        assert!(!accepts(&shape, r#"{"b": "", "a": 1.5}"#) && !accepts(&shape, "[]"));
    }

    #[test]
    fn null_is_handed_on_as_absent_where_the_shape_says_so() {
        const FIELDS: &[Field] =
            &[required("b", &Shape::Text), optional("a", &Shape::Absentable(&Shape::Number))];
        let shape = Shape::Object(FIELDS, Rest::Dropped);
        assert!(accepts(&shape, r#"{"b": "", "a": null}"#) && !accepts(&shape, r#"{"b": "", "a": "1"}"#));
        assert_eq!(printed(&shape, r#"{"a": null, "b": "x", "c": 1}"#), r#"{"b":"x"}"#);
        assert_eq!(printed(&shape, r#"{"a": 2.0, "b": "x"}"#), r#"{"b":"x","a":2}"#);
    }

    #[test]
    fn base64_is_read_strictly_or_as_browsers_do() {
        for (text, loose, strict) in [
            ("", true, true),
            ("AAEC", true, true),
            ("AAE=", true, true),
            ("AA==", true, true),
            ("AAE", true, false),
            (" AA E= ", true, false),
            ("AAECA", false, false),
            ("AA=E", false, false),
            ("not base64!", false, false),
        ] {
            let json = format!("{text:?}");
            assert_eq!(accepts(&Shape::Base64, &json), loose, "{text}");
            assert_eq!(accepts(&Shape::PaddedBase64, &json), strict, "{text}");
        }
    }

    #[test]
    fn moments_need_an_offset_and_a_day_that_exists() {
        for good in [
            "2025-01-12T15:00:58Z",
            "2024-02-29T00:00Z",
            "2025-01-12T15:00:58.25+02:00",
            "2025-12-31T23:59-00:30",
        ] {
            assert!(accepts(&Shape::Moment, &format!("{good:?}")), "{good}");
        }
        for bad in [
            "2025-02-29T00:00Z",
            "2025-01-12",
            "2025-01-12T15:00:58",
            "2025-01-12T24:00Z",
            "x",
            "2025-01-12T15:00:58.Z",
        ] {
            assert!(!accepts(&Shape::Moment, &format!("{bad:?}")), "{bad}");
        }
    }
}
