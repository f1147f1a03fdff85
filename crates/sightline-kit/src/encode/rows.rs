//! What the forms for rows have in common: which parts of a value are rows, and which columns they have.

use sightline::json::{Node, Text};

use super::{is_scalar, lines, plain};

/// How one form writes rows.
pub(super) struct RowForm {
    /// Writes the line or lines of names.
    pub(super) head: fn(&[String], &mut String),
    /// Writes one row; a column that the row lacks is `None`.
    pub(super) row: fn(&[Option<String>], &mut String),
}

/// Writes rows in a form, and what is no row as lines above it.
pub(super) fn encode(value: Node<'_>, form: &RowForm) -> String {
    let mut out = String::new();
    if is_rows(value) {
        push_rows(value, form, &mut out);
        return out;
    }
    if value.is_array() && !value.is_empty() && value.items().all(is_scalar) {
        (form.head)(&["value".to_owned()], &mut out);
        for item in value.items() {
            out.push('\n');
            (form.row)(&[Some(plain(item))], &mut out);
        }
        return out;
    }
    if !value.members().any(|member| is_rows(member.value)) {
        return lines::encode(value);
    }
    for member in value.members().filter(|member| !is_rows(member.value)) {
        lines::push(&member.key.to_str(), member.value, &mut out);
    }
    for member in value.members().filter(|member| is_rows(member.value)) {
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        out.push_str(&member.key.to_str());
        out.push_str(":\n");
        push_rows(member.value, form, &mut out);
    }
    out
}

/// Rows are objects, at least one of them, and one that holds something.
fn is_rows(value: Node<'_>) -> bool {
    value.is_array() && value.items().all(Node::is_object) && value.items().any(|item| !item.is_empty())
}

fn push_rows(rows: Node<'_>, form: &RowForm, out: &mut String) {
    let columns = columns(rows);
    let names: Vec<String> = columns.iter().map(|name| name.to_str().into_owned()).collect();
    (form.head)(&names, out);
    for row in rows.items() {
        let cells: Vec<Option<String>> =
            columns.iter().map(|name| row.member(&name.to_str()).map(plain)).collect();
        out.push('\n');
        (form.row)(&cells, out);
    }
}

/// The names of all rows, in the order in which they first stand.
fn columns<'d>(rows: Node<'d>) -> Vec<Text<'d>> {
    let mut columns: Vec<Text<'d>> = Vec::new();
    for row in rows.items() {
        // Most rows have the same members in the same order.
        let is_known = row.members().zip(&columns).all(|(member, name)| member.key.raw() == name.raw())
            && row.len() <= columns.len();
        if is_known {
            continue;
        }
        for member in row.members() {
            if !columns.iter().any(|name| name.same_as(member.key)) {
                columns.push(member.key);
            }
        }
    }
    columns
}
