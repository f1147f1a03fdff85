//! docs/report.schema.json describes the report: real reports hold to it, nothing in them is without a
//! description, and nothing is described that no report has.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::{SIGHTLINE, run};
use serde_json::Value;

/// A server whose call ends in a protocol error, after a line that is no message.
const REFUSING: &str = r#"
while read -r line; do
  case "$line" in *'"id":'*) ;; *) continue ;; esac
  id=$(printf %s "$line" | sed 's/.*"id": *\([0-9]*\).*/\1/')
  case "$line" in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}}' ;;
    *'"tools/list"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}}' ;;
    *) echo noise; echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32000,"message":"no"}}' ;;
  esac
done
"#;

/// More findings of one rule than are listed.
const FLOOD: &str = r#"{"content":[{"type":"a"},{"type":"b"},{"type":"c"},{"type":"d"}]}"#;

fn reports() -> Vec<(String, Value)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = [
        ("twice.json", r#"{"content":[],"content":[],"structuredContent":{"a":1}}"#),
        (
            "exchange.json",
            r#"{"revision":"2025-11-25","tool":{"name":"t","inputSchema":{"type":"object"},
  "outputSchema":{"type":"object","properties":{"a":{"type":"string"}}}},
  "request":{"params":{"name":"t"}},"result":{"content":[],"structuredContent":{"a":1}}}"#,
        ),
        ("list.json", r#"{"tools":[{"name":"t","inputSchema":{"type":"objekt"}},{}]}"#),
        ("flood.json", FLOOD),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file is written");
    }
    let stdio = ["--fail-on", "never", "--format", "json", "--timeout", "5"];
    let refusing = ["--revision", "2025-11-25", "--call", "a", "--", "sh", "-c", REFUSING];
    let commands: Vec<Vec<&str>> = vec![
        [&["inspect"], &stdio[..]].concat(),
        [&["inspect", "--no-tokens"], &stdio[..]].concat(),
        [&["inspect"], &stdio[..], &["--", SIGHTLINE, "demo"]].concat(),
        [&["inspect", "--all"], &stdio[..], &["--revision", "2024-11-05", "--", SIGHTLINE, "demo"]].concat(),
        [&["inspect"], &stdio[..], &refusing[..]].concat(),
        vec!["check", "twice.json", "--format", "json"],
        vec!["check", "flood.json", "--set", "findings=2", "--format", "json"],
        vec!["check", "exchange.json", "list.json", "--format", "json", "--guidance", "sep-2200"],
    ];
    commands
        .into_iter()
        .map(|args| {
            let run = run(folder.path(), &args, "");
            let name = args.join(" ");
            let report = serde_json::from_str(&run.out);
            (name.clone(), report.unwrap_or_else(|error| panic!("{name}: {error}: {}", run.err)))
        })
        .collect()
}

fn schema() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json");
    serde_json::from_str(&fs::read_to_string(file).expect("the schema can be read")).expect("it is JSON")
}

#[test]
fn real_reports_hold_to_the_schema() {
    let schema = schema();
    let validator = jsonschema::draft202012::new(&schema).expect("the schema is one");
    for (name, report) in reports() {
        let problems: Vec<String> = validator
            .iter_errors(&report)
            .map(|error| {
                format!(
                    "{} at {}",
                    error.to_string().chars().take(300).collect::<String>(),
                    error.instance_path()
                )
            })
            .collect();
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
    // The schema tells right from wrong.
    let (_, mut report) = reports().pop().expect("there are reports");
    report["diagnostics"][0]["level"] = "dreadful".into();
    assert!(!validator.is_valid(&report));
}

/// What of the schema was seen, and what was seen that the schema does not have.
#[derive(Default)]
struct Seen {
    members: BTreeSet<String>,
    strangers: BTreeSet<String>,
}

impl Seen {
    fn look(&mut self, root: &Value, name: &str, schema: &Value, value: &Value) {
        if let Some(pointer) = schema["$ref"].as_str() {
            let target = root.pointer(pointer.trim_start_matches('#')).expect("a $ref points to something");
            let name = pointer.rsplit('/').next().expect("a pointer has a last token");
            return self.look(root, name, target, value);
        }
        for choice in schema["anyOf"].as_array().into_iter().flatten() {
            if value.is_object() {
                self.look(root, name, choice, value);
            }
        }
        if let (Some(properties), Some(members)) = (schema["properties"].as_object(), value.as_object()) {
            for (key, member) in members {
                let at = format!("{name}.{key}");
                match properties.get(key) {
                    Some(property) => self.look(root, name, property, member),
                    None => drop(self.strangers.insert(at.clone())),
                }
                self.members.insert(at);
            }
        }
        for item in value.as_array().into_iter().flatten() {
            self.look(root, name, &schema["items"], item);
        }
    }
}

#[test]
fn schema_and_reports_have_the_same_members() {
    let schema = schema();
    let mut seen = Seen::default();
    for (_, report) in reports() {
        seen.look(&schema, "Report", &schema, &report);
    }
    assert_eq!(seen.strangers, BTreeSet::new(), "members that the schema does not describe");
    let mut described = BTreeSet::new();
    for (name, definition) in schema["$defs"].as_object().expect("the schema has $defs") {
        assert!(definition["description"].is_string(), "{name} is described");
        for (key, property) in definition["properties"].as_object().expect("they are objects") {
            assert!(property["description"].is_string() || property["$ref"].is_string(), "{name}.{key}");
            described.insert(format!("{name}.{key}"));
        }
    }
    let unseen: Vec<&String> = described.difference(&seen.members).collect();
    assert!(unseen.is_empty(), "members that no report has: {unseen:?}");
    println!("{} members, each seen in some report", described.len());
}
