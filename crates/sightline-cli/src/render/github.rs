//! Workflow commands of GitHub Actions: each finding becomes an annotation of its line.

use std::io::{self, Write};

use sightline::diagnostic::{Diagnostic, Level};
use sightline::report::Report;

/// Writes one command a finding, and one line that sums up.
pub fn write(out: &mut impl Write, report: &Report) -> io::Result<()> {
    for found in &report.diagnostics {
        command(out, found)?;
    }
    for remark in &report.remarks {
        writeln!(out, "::notice title=sightline::{}", escape(remark))?;
    }
    // A line of ours must not be taken for a command, whatever the files are called.
    writeln!(out, "sightline: {}", super::counts(report))
}

fn command(out: &mut impl Write, found: &Diagnostic) -> io::Result<()> {
    let kind = match found.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Advice | Level::Off => "notice",
    };
    let mut properties = Vec::new();
    if let Some(file) = &found.file {
        properties.push(format!("file={}", property(file)));
    }
    if let (Some(line), Some(column)) = (found.line, found.column) {
        properties.push(format!("line={line},col={column}"));
    }
    properties.push(format!("title={}", property(&format!("{} ({})", found.rule, found.code))));
    let mut text = found.message.clone();
    if !found.pointer.is_empty() {
        text = format!("{text}\nat {}", found.pointer);
    }
    if let Some(tool) = &found.tool {
        text = format!("{text}\ntool {tool}");
    }
    for more in super::details(found) {
        text.push('\n');
        text.push_str(&more);
    }
    writeln!(out, "::{kind} {}::{}", properties.join(","), escape(&text))
}

/// Escapes the text of a command.
fn escape(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property, which colons and commas would end.
fn property(text: &str) -> String {
    escape(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_command() {
        assert_eq!(escape("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a,b::c\n%"), "a%2Cb%3A%3Ac%0A%25");
    }
}
