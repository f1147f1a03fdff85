//! Markdown, for the summary of a job: counts, then a table of findings.

use std::io::{self, Write};

use sightline::diagnostic::{Diagnostic, Level};
use sightline::report::Report;

/// Most findings in the table: services cut summaries at about a megabyte.
const ROWS: usize = 200;

/// Writes the report as a page.
pub fn write(out: &mut impl Write, report: &Report, fail_on: Level) -> io::Result<()> {
    // A job that prints the summary only does not fail, and the summary says all the same what is wrong.
    let red = if fail_on == Level::Off { Level::Error } else { fail_on };
    let mark = if report.fails_at(red) { "❌" } else { "✅" };
    writeln!(out, "## {mark} sightline: {}\n", super::counts(report))?;
    if !report.diagnostics.is_empty() {
        writeln!(out, "| level | rule | place | tool | what |\n| --- | --- | --- | --- | --- |")?;
    }
    for found in report.diagnostics.iter().take(ROWS) {
        row(out, found)?;
    }
    let more = report.diagnostics.len().saturating_sub(ROWS);
    if more > 0 {
        writeln!(out, "\n{more} more findings are not in this table.")?;
    }
    if !report.remarks.is_empty() {
        writeln!(out)?;
    }
    for remark in &report.remarks {
        writeln!(out, "* {}", escape(remark))?;
    }
    Ok(())
}

fn row(out: &mut impl Write, found: &Diagnostic) -> io::Result<()> {
    let file = found.file.as_deref().unwrap_or_default();
    let place = found.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
    let tool = found.tool.as_deref().unwrap_or_default();
    let expectation = super::expectation(found);
    let what: Vec<String> = [Some(&found.message), expectation.as_ref(), found.help.as_ref()]
        .into_iter()
        .flatten()
        .map(|text| escape(text))
        .collect();
    writeln!(
        out,
        "| {} | {} ({}) | {} | {} | {} |",
        found.level,
        escape(found.rule),
        found.code,
        escape(&place),
        escape(tool),
        what.join("<br>")
    )
}

/// Escapes a text so that it is shown as it is, in a cell of a table too.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in super::visible(text).chars() {
        match character {
            '\n' | '\r' | '\t' => escaped.push(' '),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // A mention would call people, and a full address would become a link.
            '@' => escaped.push_str("&#64;"),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '#' | '~' | '!' | '$' => {
                escaped.push('\\');
                escaped.push(character);
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shown_as_they_are() {
        for (text, expected) in [
            ("a|b\n`c`", "a\\|b \\`c\\`"),
            ("<script>&", "&lt;script&gt;&amp;"),
            ("@all \u{1b}[1m", "&#64;all \\\\u{1b}\\[1m"),
            ("![x](y)", "\\!\\[x\\](y)"),
        ] {
            assert_eq!(escape(text), expected);
        }
    }
}
