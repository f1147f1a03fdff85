//! How often the patterns of secrets hit the corpus, and that no report shows what they hit.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde_json::Value;
use sightline::exchange::Exchange;
use sightline::json::Document;
use sightline::rules::{Context, RULES, Settings, check};

fn data(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)).unwrap()
}

/// Places at which one of the rules about secrets speaks.
fn hits(text: &str) -> Vec<String> {
    let document = Document::parse(text).unwrap();
    let Ok(exchange) = Exchange::of(&document) else { return Vec::new() };
    let found = check(&Context::of(&exchange), &Settings::default());
    let about = found.iter().filter(|found| ["ERR-008", "META-007", "FACE-001"].contains(&found.code));
    about.map(|found| format!("{} {} {}", found.code, found.pointer, found.message)).collect()
}

#[test]
fn results_that_real_servers_and_honest_authors_sent_show_no_secrets() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/observations.jsonl.gz");
    let mut lines = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut lines).unwrap();
    let mut texts: Vec<String> = lines
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).unwrap()["wire"].as_str().map(str::to_owned))
        .collect();
    texts.sort();
    texts.dedup();
    let observed = texts.len();
    let cases: Vec<Value> = serde_json::from_slice(&data("clean-cases.json")).unwrap();
    texts.extend(cases.iter().map(Value::to_string));
    // Bad examples of the rules themselves are no false alarms.
    let examples: Vec<Value> = serde_json::from_slice(&data("rule-examples.json")).unwrap();
    let honest = examples.iter().filter(|example| {
        example["kind"] == "good" || !["ERR-008", "META-007"].contains(&example["id"].as_str().unwrap())
    });
    texts.extend(honest.map(|example| example["exchange"].to_string()));
    texts.retain(|text| Document::parse(text).is_ok());
    let alarms: Vec<(String, String)> =
        texts.iter().flat_map(|text| hits(text).into_iter().map(move |hit| (hit, text.clone()))).collect();
    println!(
        "{} false alarms in {} documents ({observed} observed results, {} clean cases, the examples of {} rules)",
        alarms.len(),
        texts.len(),
        cases.len(),
        RULES.len()
    );
    assert!(alarms.is_empty(), "{alarms:#?}");
}

#[test]
fn no_finding_shows_a_secret() {
    let key = format!("ghp_{}", "a1b2".repeat(9));
    // Many rules quote what they find: here the schema, the copy in the text, the types of fields.
    let exchange = serde_json::json!({
        "revision": "2026-07-28",
        "tool": {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object",
            "properties": {"password": {"type": "integer"}, "key": {"type": "integer"}, "all": {"type": "integer"}}}},
        "result": {"resultType": "complete", "isError": false, "content": [{"type": "text",
            "text": format!("{{\"key\": \"{key}x\", \"password\": \"other-hunter2\"}}")}],
            "structuredContent": {"password": "hunter2", "key": key, "all": {"password": "hunter2"}},
            "_meta": {"bad key": key}},
        "model_input": format!("{key} hunter2"),
    });
    let text = exchange.to_string();
    let document = Document::parse(&text).unwrap();
    let found = check(&Context::of(&Exchange::of(&document).unwrap()), &Settings::default());
    assert!(
        found.iter().any(|found| found.code == "STR-004")
            && found.iter().any(|found| found.code == "META-007")
    );
    for found in &found {
        let report = serde_json::to_string(found).unwrap();
        assert!(!report.contains(&key) && !report.contains("hunter2"), "{report}");
    }
}
