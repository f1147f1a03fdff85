//! JUnit XML, for test reports: a suite a file, a case a finding, and what fails the run has failed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use sightline::diagnostic::{Diagnostic, Level};
use sightline::report::Report;

/// Writes the report as JUnit XML; findings at `fail_on` and above are failures.
pub fn write(out: &mut impl Write, report: &Report, fail_on: Level) -> io::Result<()> {
    let fails = |found: &Diagnostic| fail_on != Level::Off && found.level >= fail_on;
    let mut by_file: BTreeMap<&str, Vec<&Diagnostic>> = BTreeMap::new();
    for found in &report.diagnostics {
        by_file.entry(found.file.as_deref().unwrap_or_default()).or_default().push(found);
    }
    let mut suites: Vec<(&str, Vec<&Diagnostic>)> = Vec::new();
    for file in &report.files {
        suites.push((&file.name, by_file.remove(file.name.as_str()).unwrap_or_default()));
    }
    // Settings and the file of --tool are no files that were checked, and have findings all the same.
    suites.extend(by_file);
    let failed = |found: &[&Diagnostic]| found.iter().filter(|found| fails(found)).count();
    let all: usize = suites.iter().map(|(_, found)| found.len().max(1)).sum();
    let all_failed: usize = suites.iter().map(|(_, found)| failed(found)).sum();
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<testsuites name="sightline" tests="{all}" failures="{all_failed}" errors="0">"#)?;
    for (name, found) in &suites {
        let (name, tests, failures) = (escape(name), found.len().max(1), failed(found));
        writeln!(
            out,
            r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}" errors="0" skipped="0">"#
        )?;
        if found.is_empty() {
            writeln!(out, r#"    <testcase name="no findings" classname="{name}" time="0"/>"#)?;
        }
        for found in found {
            case(out, &name, found, fails(found))?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn case(out: &mut impl Write, file: &str, found: &Diagnostic, fails: bool) -> io::Result<()> {
    let tool = found.tool.as_ref().map_or_else(String::new, |tool| format!(" of {tool}"));
    let name = escape(&format!("{}{tool} at {}", found.rule, found.pointer));
    let line = found.line.map_or_else(String::new, |line| format!(r#" line="{line}""#));
    writeln!(out, r#"    <testcase name="{name}" classname="{file}"{line} time="0">"#)?;
    let place = match (found.line, found.column) {
        (Some(line), Some(column)) => {
            format!("{}:{line}:{column}", found.file.as_deref().unwrap_or_default())
        }
        _ => found.file.clone().unwrap_or_default(),
    };
    let mut text = format!("{place}: {} {}", found.level, found.code);
    for more in super::details(found) {
        text.push('\n');
        text.push_str(&more);
    }
    let (message, text) = (escape(&found.message), escape(&text));
    if fails {
        let kind = found.level.name();
        writeln!(out, r#"      <failure message="{message}" type="{kind}">{text}</failure>"#)?;
    } else {
        writeln!(out, "      <system-out>{message}\n{text}</system-out>")?;
    }
    writeln!(out, "    </testcase>")
}

/// Escapes a text for an attribute or an element; characters that XML 1.0 cannot hold are spelt out.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\r' => escaped.push_str("&#13;"),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(character));
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
    fn every_text_can_stand_in_xml() {
        for (text, expected) in [
            ("a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"),
            ("]]>", "]]&gt;"),
            ("a\nb\tc\r", "a&#10;b&#9;c&#13;"),
            ("\u{1b}[0m\0", "\\u{1b}[0m\\u{0}"),
            ("\u{ffff}é", "\\u{ffff}é"),
        ] {
            assert_eq!(escape(text), expected);
        }
    }
}
