//! Comma-separated values after RFC 4180: an absent cell is empty, an empty string is `""`.

use super::rows::RowForm;

pub(super) static CSV: RowForm = RowForm { head, row };

fn head(names: &[String], out: &mut String) {
    for (index, name) in names.iter().enumerate() {
        push_cell(index, Some(name), out);
    }
}

fn row(cells: &[Option<String>], out: &mut String) {
    for (index, cell) in cells.iter().enumerate() {
        push_cell(index, cell.as_deref(), out);
    }
}

fn push_cell(index: usize, cell: Option<&str>, out: &mut String) {
    if index > 0 {
        out.push(',');
    }
    let Some(cell) = cell else { return };
    if cell.is_empty() || cell.contains(['"', ',', '\n', '\r']) || cell.trim() != cell {
        out.push('"');
        out.push_str(&cell.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(cell);
    }
}
