//! Printing by copying: most JSON that servers send already stands as a runtime would print it.
//!
//! One scan over the received text copies runs and rewrites only white space and odd numbers. What
//! needs more, a string that would be spelt otherwise or keys that would change their order, is left
//! to the printer that walks the nodes.

use crate::json::{Node, is_plain_number};
use crate::sdk::print::{Runtime, Spacing, Style, write_number};

/// Appends a value with a space after each comma and colon.
///
/// The value is compact, and its tokens stand as they are to be printed.
pub(crate) fn space_out(node: Node<'_>, out: &mut String) {
    let (bytes, span) = (node.document().text().as_bytes(), node.span());
    let mut spaced: Vec<u8> = Vec::with_capacity(span.len() + span.len() / 4 + RUN);
    let mut run = span.start;
    for at in node.separated() {
        match bytes.get(run..).and_then(<[u8]>::first_chunk::<RUN>) {
            // Copying all and taking some back is faster than copying just those that are wanted.
            Some(chunk) if at - run <= RUN => {
                let end = spaced.len() + at - run;
                spaced.extend_from_slice(chunk);
                spaced.truncate(end);
            }
            _ => spaced.extend_from_slice(&bytes[run..at]),
        }
        spaced.push(b' ');
        run = at;
    }
    spaced.extend_from_slice(&bytes[run..span.end]);
    // All cuts are between tokens, so it is a text.
    let spaced = String::from_utf8(spaced).unwrap_or_default();
    if out.is_empty() {
        *out = spaced;
    } else {
        out.push_str(&spaced);
    }
}

/// Longest run between two separators that is copied as a word of that size.
const RUN: usize = 16;

/// Appends a value in a style and tells whether it could; if not, nothing is appended.
///
/// The text is one valid JSON value without duplicate keys.
pub(crate) fn copy(text: &str, style: &Style, out: &mut String) -> bool {
    if style.sort_keys || style.spacing == Spacing::Indented {
        return false;
    }
    let before = out.len();
    out.reserve(text.len());
    if scan(text, style, out).is_none() {
        out.truncate(before);
        return false;
    }
    true
}

/// `None` when the text needs more than copying.
fn scan(text: &str, style: &Style, out: &mut String) -> Option<()> {
    let bytes = text.as_bytes();
    let spaced = style.spacing == Spacing::Spaced;
    let (mut at, mut run) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let end = string_end(bytes, at + 1, style.ascii)?;
                let is_index = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                if is_index && style.runtime == Runtime::Javascript && is_key(bytes, end) {
                    return None;
                }
                at = end;
            }
            b',' | b':' if spaced => {
                at += 1;
                let next = (bytes.get(at), bytes.get(at + 1).is_some_and(u8::is_ascii_whitespace));
                if next == (Some(&b' '), false) {
                    at += 1;
                } else {
                    out.push_str(&text[run..at]);
                    out.push(' ');
                    run = at;
                }
            }
            b' ' | b'\n' | b'\r' | b'\t' => {
                out.push_str(&text[run..at]);
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                run = at;
            }
            b'-' | b'0'..=b'9' => {
                let start = at;
                at += bytes[at..].iter().take_while(|byte| is_number(**byte)).count();
                let number = &text[start..at];
                if !is_plain_number(number.as_bytes()) {
                    out.push_str(&text[run..start]);
                    write_number(number, style.runtime, out);
                    run = at;
                }
            }
            _ => at += 1,
        }
    }
    out.push_str(&text[run..]);
    Some(())
}

/// The offset after the closing quote; `None` when the string would be spelt otherwise.
fn string_end(bytes: &[u8], mut at: usize, ascii: bool) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match bytes.get(at + 1)? {
                b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                _ => return None,
            },
            0x7f.. if ascii => return None,
            _ => at += 1,
        }
    }
}

fn is_key(bytes: &[u8], end: usize) -> bool {
    bytes[end..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

fn is_number(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::copy;
    use crate::json::{Document, Node};
    use crate::sdk::print::{
        Brackets, Runtime, Spacing, Style, colon, ordered, write, write_nodes, write_number, write_text,
    };

    /// The plainest printer: every token by itself.
    fn walk(node: Node<'_>, style: &Style, level: usize, out: &mut String) {
        if let Some(number) = node.as_number() {
            write_number(number.as_str(), style.runtime, out);
        } else if let Some(text) = node.as_text() {
            write_text(text, style.ascii, out);
        } else if node.is_array() {
            let mut open = Brackets::open('[', style, level, out);
            for item in node.items() {
                open.item(out);
                walk(item, style, level + 1, out);
            }
            open.close(']', out);
        } else if node.is_object() {
            let mut open = Brackets::open('{', style, level, out);
            for member in ordered(node, style) {
                open.item(out);
                write_text(member.key, style.ascii, out);
                out.push_str(colon(style.spacing));
                walk(member.value, style, level + 1, out);
            }
            open.close('}', out);
        } else {
            out.push_str(node.text());
        }
    }

    fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            "-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,6})?([eE][+-]?[0-9]{1,2})?",
            "\"([a-z0-9 é/:,]|\\\\[\"\\\\/bfnrt]|\\\\u00[0-9a-f]{2}){0,6}\"",
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            let space = prop_oneof![2 => Just(String::new()), 1 => "[ \n]{1,2}"];
            let member = ("[a-f]{1,3}|[0-9]{1,2}", space.clone(), inner.clone());
            prop_oneof![
                (space, prop::collection::vec(inner, 0..4)).prop_map(|(space, items)| format!(
                    "[{space}{}]",
                    items.join(&format!("{space},{space}"))
                )),
                prop::collection::vec(member, 0..4).prop_map(|members| {
                    let members: Vec<String> = members
                        .into_iter()
                        .map(|(key, space, value)| format!("\"{key}\"{space}:{space}{value}"))
                        .collect();
                    format!("{{{}}}", members.join(","))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn writing_equals_what_a_walk_prints(text in json()) {
            let document = Document::parse(&text).unwrap();
            for runtime in [Runtime::Javascript, Runtime::Python, Runtime::Serde, Runtime::SerdePrecise] {
                for spacing in [Spacing::Compact, Spacing::Indented, Spacing::Spaced] {
                    for (ascii, sort_keys) in [(false, false), (true, false), (false, true)] {
                        let style = Style { runtime, spacing, ascii, sort_keys };
                        let (mut written, mut printed, mut walked) = (String::new(), String::new(), String::new());
                        write(document.root(), &style, 0, &mut written);
                        write_nodes(document.root(), &style, 0, &mut printed);
                        walk(document.root(), &style, 0, &mut walked);
                        prop_assert_eq!(&written, &walked, "{:?}", style);
                        prop_assert_eq!(&printed, &walked, "{:?}", style);
                    }
                }
            }
        }

        #[test]
        fn copies_equal_what_a_walk_prints(text in json()) {
            let document = Document::parse(&text).unwrap();
            prop_assume!(document.duplicates().next().is_none());
            for runtime in [Runtime::Javascript, Runtime::Python, Runtime::Serde, Runtime::SerdePrecise] {
                for (spacing, ascii) in [(Spacing::Compact, false), (Spacing::Spaced, false), (Spacing::Spaced, true)] {
                    let style = Style { runtime, spacing, ascii, sort_keys: false };
                    let (mut copied, mut printed) = (String::new(), String::new());
                    if copy(document.root().text(), &style, &mut copied) {
                        walk(document.root(), &style, 0, &mut printed);
                        prop_assert_eq!(copied, printed);
                    }
                }
            }
        }
    }
}
