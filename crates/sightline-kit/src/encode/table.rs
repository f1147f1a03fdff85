//! Tables of Markdown: a bar and a line break in a cell are escaped, an absent cell is empty.

use super::rows::RowForm;

pub(super) static TABLE: RowForm = RowForm { head, row };

fn head(names: &[String], out: &mut String) {
    out.push('|');
    for name in names {
        push_cell(name, out);
    }
    out.push_str("\n|");
    for _ in names {
        out.push_str("---|");
    }
}

fn row(cells: &[Option<String>], out: &mut String) {
    out.push('|');
    for cell in cells {
        push_cell(cell.as_deref().unwrap_or_default(), out);
    }
}

fn push_cell(cell: &str, out: &mut String) {
    for character in cell.chars() {
        match character {
            '|' => out.push_str("\\|"),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("<br>"),
            '\r' => out.push_str("\\r"),
            other => out.push(other),
        }
    }
    out.push('|');
}
