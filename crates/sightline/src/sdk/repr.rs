//! Values as Python's `repr` and `pprint` write them, and the wording that is built of them.

use std::fmt::Write as _;

use crate::json::{Kind, Node};
use crate::schema::Violation;
use crate::sdk::print::{Runtime, write_number};

/// `repr(json.loads(text))`; recursion is bounded by the depth of a document.
pub(crate) fn repr(node: Node<'_>) -> String {
    let list = |items: Vec<String>, open: char, close: char| format!("{open}{}{close}", items.join(", "));
    match node.kind() {
        Kind::Null => "None".to_owned(),
        Kind::Bool => if node.as_bool() == Some(true) { "True" } else { "False" }.to_owned(),
        Kind::Number => number(node.text()),
        Kind::String => quote(&node.as_str().unwrap_or_default()),
        Kind::Array => list(node.items().map(repr).collect(), '[', ']'),
        Kind::Object => {
            let member = |(key, value): (String, Node<'_>)| format!("{}: {}", quote(&key), repr(value));
            list(members(node).map(member).collect(), '{', '}')
        }
    }
}

fn members(node: Node<'_>) -> impl Iterator<Item = (String, Node<'_>)> {
    node.members().map(|member| (member.key.to_str().into_owned(), member.value))
}

fn number(text: &str) -> String {
    let mut out = String::new();
    write_number(text, Runtime::Python, &mut out);
    // `json.dumps` writes what `repr` writes, but for infinity.
    out.replace("Infinity", "inf")
}

/// `repr` of a string: the other quote when that saves escapes, and escapes for what cannot be seen.
pub(crate) fn quote(text: &str) -> String {
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(mark);
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            _ if character == mark => {
                out.push('\\');
                out.push(character);
            }
            _ if is_unseen(character) => {
                let code = character as u32;
                let written = match code {
                    ..=0xff => write!(out, "\\x{code:02x}"),
                    0x100..=0xffff => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
                debug_assert!(written.is_ok(), "a string takes everything");
            }
            _ => out.push(character),
        }
    }
    out.push(mark);
    out
}

/// Marks and fillers beside controls and white space; code points that are not assigned are not listed.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(
            character as u32,
            0xad | 0x600..=0x605
                | 0x61c
                | 0x6dd
                | 0x70f
                | 0x890..=0x891
                | 0x8e2
                | 0x180e
                | 0x200b..=0x200f
                | 0x202a..=0x202e
                | 0x2060..=0x206f
                | 0xe000..=0xf8ff
                | 0xfeff
                | 0xfff9..=0xfffb
                | 0x110bd
                | 0x110cd
                | 0x13430..=0x1343f
                | 0x1bca0..=0x1bca3
                | 0x1d173..=0x1d17a
                | 0xe0001
                | 0xe0020..=0xe007f
                | 0xf0000..=0x10_fffd
        )
}

/// Python's name of a value's type.
pub(crate) fn type_name(node: Node<'_>) -> &'static str {
    match node.kind() {
        Kind::Null => "NoneType",
        Kind::Bool => "bool",
        Kind::Number if node.text().bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) => "float",
        Kind::Number => "int",
        Kind::String => "str",
        Kind::Array => "list",
        Kind::Object => "dict",
    }
}

/// The closing words of a pydantic error: the value, cut to its head and tail, and where to read on.
pub(crate) fn pydantic_detail(kind: &str, value: Node<'_>, version: &str) -> String {
    let whole = repr(value);
    let characters: Vec<char> = whole.chars().collect();
    let shown = if characters.len() > 50 {
        let head: String = characters.iter().take(25).collect();
        let tail: String = characters.iter().skip(characters.len() - 24).collect();
        format!("{head}...{tail}")
    } else {
        whole
    };
    format!(
        "[type={kind}, input_value={shown}, input_type={}]\n    For further information visit https://errors.pydantic.dev/{version}/v/{kind}",
        type_name(value)
    )
}

/// A violation in the words of Python's jsonschema; the least deep one, as `best_match` picks it.
pub(crate) fn jsonschema_words(violations: &[Violation], value: Node<'_>, schema: Node<'_>) -> String {
    let depth = |violation: &&Violation| violation.instance_pointer.matches('/').count();
    let Some(violation) = violations.iter().min_by_key(depth) else { return String::new() };
    let parent = violation.schema_pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
    let (Some(instance), Some(rule)) = (value.at(&violation.instance_pointer), schema.at(parent)) else {
        return violation.message.clone();
    };
    let expected = rule.member(&violation.keyword);
    let problem = match (violation.keyword.as_str(), expected) {
        ("type", Some(expected)) => {
            let types =
                if expected.is_array() { expected.items().map(repr).collect() } else { vec![repr(expected)] };
            format!("{} is not of type {}", repr(instance), types.join(", "))
        }
        ("required", Some(expected)) => {
            let missing = expected
                .items()
                .find(|name| name.as_str().is_some_and(|name| instance.member(&name).is_none()));
            format!("{} is a required property", missing.map(repr).unwrap_or_default())
        }
        ("enum", Some(expected)) => format!("{} is not one of {}", repr(instance), repr(expected)),
        ("const", Some(expected)) => format!("{} was expected", repr(expected)),
        _ => violation.message.clone(),
    };
    let place = |pointer: &str| -> String {
        let unescape = |step: &str| step.replace("~1", "/").replace("~0", "~");
        pointer.split('/').skip(1).map(|step| format!("[{}]", quote(&unescape(step)))).collect()
    };
    let indented = |text: String| text.replace('\n', "\n    ");
    format!(
        "{problem}\n\nFailed validating {} in schema{}:\n    {}\n\nOn instance{}:\n    {}",
        quote(&violation.keyword),
        place(parent),
        indented(pretty(rule, 0, 0)),
        place(&violation.instance_pointer),
        indented(pretty(instance, 0, 0)),
    )
}

/// `pprint.pformat(value, width=72, sort_dicts=False)`; long strings are not folded.
fn pretty(node: Node<'_>, indent: usize, after: usize) -> String {
    let whole = repr(node);
    if whole.chars().count() + indent + after <= 72 || !(node.is_array() || node.is_object()) {
        return whole;
    }
    let separator = format!(",\n{}", " ".repeat(indent + 1));
    let count = node.len();
    let room = |index: usize| if index + 1 == count { after + 1 } else { 1 };
    if node.is_array() {
        let items = node.items().enumerate().map(|(index, item)| pretty(item, indent + 1, room(index)));
        return format!("[{}]", items.collect::<Vec<_>>().join(&separator));
    }
    let items = members(node).enumerate().map(|(index, (key, value))| {
        let key = quote(&key);
        let column = indent + 1 + key.chars().count() + 2;
        format!("{key}: {}", pretty(value, column, room(index)))
    });
    format!("{{{}}}", items.collect::<Vec<_>>().join(&separator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn values_are_written_as_python_writes_them() {
        let check = |text: &str, expected: &str| {
            assert_eq!(repr(Document::parse(text).unwrap().root()), expected, "{text}");
        };
        check(r#"{"a": [true, null, 1.0, 1e400, "é"]}"#, "{'a': [True, None, 1.0, inf, 'é']}");
        check("\"\u{e0041}\u{180e}\u{10fffd}\"", r"'\U000e0041\u180e\U0010fffd'");
        check(r#""it's""#, r#""it's""#);
        check(r#""it's \"so\"\n\u0000\u2028""#, r#"'it\'s "so"\n\x00\u2028'"#);
    }
}
