//! SARIF 2.1.0, for code scanning: one run, the rules with their pages, findings with fingerprints.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};
use sightline::diagnostic::{Diagnostic, Guidance, Level};
use sightline::report::Report;
use sightline::rules::Rule;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const HOME: &str = "https://github.com/sightline-mcp/sightline";

/// Writes the report as a SARIF log.
pub fn write(out: &mut impl Write, report: &Report) -> io::Result<()> {
    // Rules in the order of their codes, so that equal findings give equal logs.
    let used: BTreeMap<&str, &Diagnostic> =
        report.diagnostics.iter().map(|found| (found.code, found)).collect();
    let index = |code: &str| used.keys().position(|known| *known == code);
    let rules: Vec<Value> = used.values().map(|found| rule(found, report.guidance)).collect();
    let results: Vec<Value> =
        report.diagnostics.iter().map(|found| result(found, index(found.code))).collect();
    let notes: Vec<Value> = report
        .remarks
        .iter()
        .map(|remark| json!({ "level": "note", "message": { "text": remark } }))
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "sightline",
                "version": report.sightline,
                "informationUri": HOME,
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notes,
            }],
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Advice => "note",
        Level::Off => "none",
    }
}

fn rule(found: &Diagnostic, guidance: Guidance) -> Value {
    let Some(rule) = Rule::named(found.code) else {
        // What is found in the settings is no rule of the catalog.
        return json!({
            "id": found.code,
            "name": found.rule,
            "shortDescription": { "text": words(found.rule) },
            "defaultConfiguration": { "level": level(found.level) },
        });
    };
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": words(rule.name) },
        "fullDescription": { "text": rule.why },
        "help": { "text": format!("{}\n\nSource: {}", rule.help, rule.source), "markdown": rule.page },
        "helpUri": format!("{HOME}/blob/main/docs/generated/rules/{}.md", rule.name),
        "defaultConfiguration": { "level": level(rule.levels.under(guidance)) },
        "properties": { "tags": ["mcp"], "precision": if rule.is_heuristic { "medium" } else { "very-high" } },
    })
}

/// The name of a rule as a sentence.
fn words(name: &str) -> String {
    let text = name.replace('-', " ");
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

fn result(found: &Diagnostic, index: Option<usize>) -> Value {
    let mut physical = json!({
        "artifactLocation": { "uri": uri(found.file.as_deref().unwrap_or("unknown")) },
    });
    if let (Some(line), Some(column)) = (found.line, found.column) {
        let mut region = json!({ "startLine": line, "startColumn": column });
        if let Some((start, end)) = found.span {
            region["byteOffset"] = start.into();
            region["byteLength"] = end.saturating_sub(start).into();
        }
        physical["region"] = region;
    }
    let subject = serde_json::to_value(found.subject).unwrap_or_default();
    let subject = subject.as_str().unwrap_or_default();
    let logical = json!([{ "fullyQualifiedName": format!("{subject}{}", found.pointer), "kind": "member" }]);
    let mut text = super::visible(&found.message).into_owned();
    if let Some(tool) = &found.tool {
        text = format!("{text} (tool {tool})");
    }
    for more in super::details(found) {
        text.push('\n');
        text.push_str(&more);
    }
    json!({
        "ruleId": found.code,
        "ruleIndex": index,
        "level": level(found.level),
        "message": { "text": text },
        "locations": [{ "physicalLocation": physical, "logicalLocations": logical }],
        "partialFingerprints": { "sightline/v1": found.fingerprint },
    })
}

/// A path as a relative or absolute URI reference.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path).replace('\\', "/");
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        for (path, expected) in [
            ("./a/b.json", "a/b.json"),
            ("a b#?.json", "a%20b%23%3F.json"),
            ("/tmp/é.json", "file:///tmp/%C3%A9.json"),
            ("c:x", "c%3Ax"),
        ] {
            assert_eq!(uri(path), expected);
        }
        assert_eq!(words("missing-content-array"), "Missing content array");
    }
}
