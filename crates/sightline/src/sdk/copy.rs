//! Printing by copying: most JSON that servers send already stands as a runtime would print it.
//!
//! One scan over the received text copies runs and rewrites only white space and odd numbers. What
//! needs more, a string that would be spelt otherwise or keys that would change their order, is left
//! to the printer that walks the nodes.

use crate::sdk::print::{Runtime, Spacing, Style, write_number};

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
                if !is_canonical(number) {
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

/// Tells whether every runtime prints the number as it stands: at most 15 digits, which a double
/// keeps, no exponent, no closing zero after the point, and not so small that exponents begin.
fn is_canonical(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    if digits.len() > 15 {
        return false;
    }
    match digits.split_once('.') {
        None => digits.bytes().all(|byte| byte.is_ascii_digit()) && number != "-0",
        Some((whole, fraction)) => {
            whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit())
                && !fraction.ends_with('0')
                && (whole != "0" || !fraction.starts_with('0'))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::copy;
    use crate::json::Document;
    use crate::sdk::print::{Runtime, Spacing, Style, write_nodes};

    fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            "-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,6})?([eE][+-]?[0-9]{1,2})?",
            "\"([a-z0-9 é/:,]|\\\\[\"\\\\/bfnrt]|\\\\u00[0-9a-f]{2}){0,6}\"",
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            let space = "[ \n]{0,2}";
            let member = ("[a-f]{1,3}|[0-9]{1,2}", space, inner.clone());
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
                    format!("{{{}}}", members.join(", "))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn copies_equal_what_the_nodes_print(text in json()) {
            let document = Document::parse(&text).unwrap();
            prop_assume!(document.duplicates().next().is_none());
            for runtime in [Runtime::Javascript, Runtime::Python, Runtime::Serde] {
                for (spacing, ascii) in [(Spacing::Compact, false), (Spacing::Spaced, false), (Spacing::Spaced, true)] {
                    let style = Style { runtime, spacing, ascii, sort_keys: false };
                    let (mut copied, mut printed) = (String::new(), String::new());
                    if copy(document.root().text(), &style, &mut copied) {
                        write_nodes(document.root(), &style, 0, &mut printed);
                        prop_assert_eq!(copied, printed);
                    }
                }
            }
        }
    }
}
