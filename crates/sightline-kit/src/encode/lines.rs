//! Lines of `path: value`: nested names joined by dots, positions in brackets.

use sightline::json::{Kind, Node};

use super::{is_scalar, plain};

/// Writes one line for each value; a string of several lines goes on indented.
pub(super) fn encode(value: Node<'_>) -> String {
    let mut out = String::new();
    push("", value, &mut out);
    out
}

/// Appends the lines of a value that stands at a path.
pub(super) fn push(path: &str, value: Node<'_>, out: &mut String) {
    match value.kind() {
        Kind::Object if !value.is_empty() => {
            for member in value.members() {
                let name = member.key.to_str();
                let below = if path.is_empty() { name.into_owned() } else { format!("{path}.{name}") };
                push(&below, member.value, out);
            }
        }
        Kind::Array if !value.is_empty() && value.items().all(is_short) => {
            let items: Vec<String> = value.items().map(plain).collect();
            push_line(path, &items.join(", "), out);
        }
        Kind::Array if !value.is_empty() => {
            for (index, item) in value.items().enumerate() {
                push(&format!("{path}[{index}]"), item, out);
            }
        }
        Kind::Array | Kind::Object => {
            push_line(path, if value.is_array() { "(none)" } else { "(empty)" }, out);
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => push_line(path, &plain(value), out),
    }
}

/// Scalars without a comma or a line break of their own stand on one line.
fn is_short(value: Node<'_>) -> bool {
    is_scalar(value) && !value.as_str().is_some_and(|text| text.contains([',', '\n']))
}

fn push_line(path: &str, value: &str, out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
    if !path.is_empty() {
        out.push_str(path);
        out.push_str(": ");
    }
    out.push_str(&value.replace('\n', "\n  "));
}
