//! Token-Oriented Object Notation (toonformat.dev, specification 4): objects by indentation, arrays
//! with their length, arrays of like objects as rows under one line of names.
//!
//! Written from the specification. The forms used are the inline, the tabular and the list form, two
//! spaces a level and the comma; nested columns and keyed tables are left out, and any decoder of
//! version 4 reads the result. Numbers keep the digits that were received; an exponent is kept too.

use std::fmt::Write as _;

use sightline::json::{Kind, Node, Text};

use super::is_scalar;

pub(super) fn encode(value: Node<'_>) -> String {
    let mut out = String::new();
    match value.kind() {
        Kind::Array if value.is_empty() => out.push_str("[]"),
        Kind::Array => push_array("", value, 0, Position::Field, &mut out),
        Kind::Object => push_members(value, 0, &mut out),
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => push_scalar(value, &mut out),
    }
    out
}

/// Where an array stands: rows under a line of names are allowed below a key and at the root only.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Field,
    Item,
}

fn push_members(object: Node<'_>, level: usize, out: &mut String) {
    for (index, member) in object.members().enumerate() {
        if index > 0 {
            new_line(level, out);
        }
        push_member(member.key, member.value, level, out);
    }
}

fn push_member(key: Text<'_>, value: Node<'_>, level: usize, out: &mut String) {
    let mut name = String::new();
    push_key(&key.to_str(), &mut name);
    match value.kind() {
        Kind::Array if value.is_empty() => {
            out.push_str(&name);
            out.push_str(": []");
        }
        Kind::Array => push_array(&name, value, level, Position::Field, out),
        Kind::Object => {
            out.push_str(&name);
            out.push(':');
            if !value.is_empty() {
                new_line(level + 1, out);
                push_members(value, level + 1, out);
            }
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => {
            out.push_str(&name);
            out.push_str(": ");
            push_scalar(value, out);
        }
    }
}

/// Writes an array that stands at `level`; its rows and items stand one level deeper.
fn push_array(name: &str, array: Node<'_>, level: usize, position: Position, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{name}[{}]", array.len());
    if array.items().all(is_scalar) {
        out.push(':');
        for (index, item) in array.items().enumerate() {
            out.push(if index == 0 { ' ' } else { ',' });
            push_scalar(item, out);
        }
        return;
    }
    if let Some(columns) = (position == Position::Field).then(|| columns(array)).flatten() {
        out.push('{');
        for (index, column) in columns.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            push_key(&column.to_str(), out);
        }
        out.push_str("}:");
        for row in array.items() {
            new_line(level + 1, out);
            for (index, column) in columns.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                // `columns` saw that every row has it.
                if let Some(cell) = row.member(&column.to_str()) {
                    push_scalar(cell, out);
                }
            }
        }
        return;
    }
    out.push(':');
    for item in array.items() {
        new_line(level + 1, out);
        push_item(item, level + 1, out);
    }
}

fn push_item(item: Node<'_>, level: usize, out: &mut String) {
    match item.kind() {
        Kind::Object if item.is_empty() => out.push('-'),
        Kind::Object => {
            out.push_str("- ");
            // The members stand one level deeper than the hyphen, the first one beside it.
            push_members(item, level + 1, out);
        }
        Kind::Array => {
            out.push_str("- ");
            if item.is_empty() {
                out.push_str("[0]:");
            } else {
                push_array("", item, level, Position::Item, out);
            }
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => {
            out.push_str("- ");
            push_scalar(item, out);
        }
    }
}

/// The names of the rows, when all are objects of the same names and hold scalars only.
fn columns(array: Node<'_>) -> Option<Vec<Text<'_>>> {
    let first = array.items().next().filter(|row| row.is_object() && !row.is_empty())?;
    let columns: Vec<Text<'_>> = first.members().map(|member| member.key).collect();
    // A key that no Rust string holds could not be looked up.
    if columns.iter().any(|column| column.is_lossy()) {
        return None;
    }
    let is_row = |row: Node<'_>| {
        row.is_object()
            && row.len() == columns.len()
            && columns.iter().all(|column| row.member(&column.to_str()).is_some_and(is_scalar))
    };
    array.items().all(is_row).then_some(columns)
}

fn new_line(level: usize, out: &mut String) {
    out.push('\n');
    for _ in 0..level {
        out.push_str("  ");
    }
}

fn push_key(key: &str, out: &mut String) {
    let mut characters = key.chars();
    let is_plain = characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && characters.all(|other| other.is_ascii_alphanumeric() || "_.".contains(other));
    if is_plain { out.push_str(key) } else { push_quoted(key, out) }
}

fn push_scalar(value: Node<'_>, out: &mut String) {
    match value.as_str() {
        None => out.push_str(value.text()),
        Some(text) if needs_quotes(&text) => push_quoted(&text, out),
        Some(text) => out.push_str(&text),
    }
}

fn needs_quotes(text: &str) -> bool {
    text.is_empty()
        || text.trim() != text
        || matches!(text, "true" | "false" | "null")
        || text.starts_with(['-', '#', '\u{feff}'])
        || text.contains([':', '"', '\\', '[', ']', '{', '}', ','])
        || text.chars().any(|character| character < ' ')
        || looks_numeric(text)
}

/// Anything that a reader might take for a number: digits with signs, points and an exponent.
fn looks_numeric(text: &str) -> bool {
    let unsigned = text.trim_start_matches(['+', '-']);
    unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && unsigned.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte))
}

fn push_quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
