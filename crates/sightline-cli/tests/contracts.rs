//! `sightline schema`: contracts inferred from recordings, compared, and held against results.

mod common;

use std::fmt::Write as _;
use std::fs;

use common::run;
use serde_json::Value;
use tempfile::TempDir;

/// A session with results of two tools, an error, and a result without structured content.
fn session() -> String {
    let mut lines = vec![
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"now","description":"Tells the weather.","inputSchema":{"type":"object"}},{"name":"ping","inputSchema":{"type":"object"}}]}}"#.to_owned(),
    ];
    let mut call = |id: usize, tool: &str, result: &str| {
        lines.push(format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}"}}}}"#
        ));
        lines.push(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#));
    };
    for (index, (sky, celsius, wind)) in [
        ("clear", "18.5", r#","wind":3"#),
        ("rain", "7", ""),
        ("clear", "null", ""),
        ("rain", "9", ""),
        ("clear", "11", r#","wind":12345678901234567890"#),
        ("rain", "12", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let value =
            format!(r#"{{"sky":"{sky}","celsius":{celsius},"at":"2026-11-30T10:0{index}:00Z"{wind}}}"#);
        call(index + 2, "now", &format!(r#"{{"content":[],"structuredContent":{value}}}"#));
    }
    call(20, "ping", r#"{"content":[],"structuredContent":[]}"#);
    call(
        21,
        "now",
        r#"{"content":[{"type":"text","text":"no"}],"isError":true,"structuredContent":{"no":1}}"#,
    );
    call(22, "now", r#"{"content":[{"type":"text","text":"18"}]}"#);
    lines.join("\n")
}

const NOW: &str = r#"{
  "type": "object",
  "properties": {
    "at": {
      "type": "string",
      "format": "date-time"
    },
    "celsius": {
      "type": ["number", "null"]
    },
    "sky": {
      "type": "string",
      "enum": ["clear", "rain"]
    },
    "wind": {
      "type": "integer"
    }
  },
  "required": ["at", "celsius", "sky"]
}
"#;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file is written");
    put("session.jsonl", &session());
    put("now.json", NOW);
    put("results.jsonl", "{\"structuredContent\":{\"a\":1}}\n{\"structuredContent\":{\"a\":null}}\n");
    put("error.json", r#"{"content":[],"isError":true,"structuredContent":{"a":1}}"#);
    put("broken.json", r#"{"content":["#);
    put("text.json", r#""text""#);
    put("bad.json", r#"{"type":"strin"}"#);
    put("old.json", r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}"#);
    put("new.json", r#"{"type":"object","properties":{"a":{"type":["string","null"]}},"required":["a"]}"#);
    put(
        "more.json",
        r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}"#,
    );
    let tool = |name: &str, schema: &str| {
        format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}},"outputSchema":{schema}}}"#)
    };
    put("tools-1.json", &format!(r#"{{"tools":[{},{}]}}"#, tool("now", NOW), tool("gone", "{}")));
    put(
        "tools-2.json",
        &format!(r#"{{"tools":[{}]}}"#, tool("now", &NOW.replace("\"rain\"", "\"rain\", \"snow\""))),
    );
    let mut later = session().replace("\"sky\":\"rain\"", "\"sky\":\"snow\"");
    later = later.replace(",\"wind\":3", ",\"gusts\":[3]").replace(",\"wind\":12345678901234567890", "");
    put("later.jsonl", &later);
    folder
}

#[test]
fn a_schema_is_inferred_by_tool() {
    let folder = folder();
    let now = run(folder.path(), &["schema", "infer", "session.jsonl", "--tool", "now"], "");
    assert_eq!((now.code, now.out.as_str()), (Some(0), NOW), "{}", now.err);
    assert!(now.err.contains("1 results that are errors"), "{}", now.err);
    assert!(now.err.contains("1 results without structured content"), "{}", now.err);
    assert!(now.err.contains("now: inferred from 6 results"), "{}", now.err);

    let both = run(folder.path(), &["schema", "infer", "session.jsonl"], "");
    let value: Value = serde_json::from_str(&both.out).expect("an object of schemas");
    assert_eq!(value["ping"], serde_json::json!({"type": "array"}));
    assert_eq!(value["now"]["required"], serde_json::json!(["at", "celsius", "sky"]));

    let whole =
        run(folder.path(), &["schema", "infer", "session.jsonl", "--tool", "now", "--definition"], "");
    let value: Value = serde_json::from_str(&whole.out).expect("a definition");
    assert_eq!(value["description"], "Tells the weather.");
    assert_eq!(value["outputSchema"]["type"], "object");

    let json = run(folder.path(), &["schema", "infer", "session.jsonl", "--closed", "--format", "json"], "");
    let value: Value = serde_json::from_str(&json.out).expect("a report");
    assert_eq!(value["tools"][0]["name"], "now");
    assert_eq!(value["tools"][0]["values"], 6);
    assert_eq!(value["tools"][0]["schema"]["additionalProperties"], false);
}

#[test]
fn results_without_a_name_are_of_the_tool_that_is_named() {
    let folder = folder();
    let text = fs::read_to_string(folder.path().join("results.jsonl")).expect("it was written");
    let found = run(folder.path(), &["schema", "infer", "-", "--tool", "t", "--definition"], &text);
    assert_eq!(found.code, Some(0), "{}", found.err);
    let value: Value = serde_json::from_str(&found.out).expect("a definition");
    assert_eq!(value["name"], "t");
    assert_eq!(value["outputSchema"]["properties"]["a"]["type"], serde_json::json!(["integer", "null"]));
}

#[test]
fn what_is_inferred_passes_the_check() {
    let folder = folder();
    let tool = run(folder.path(), &["schema", "infer", "session.jsonl", "--tool", "now", "--definition"], "");
    fs::write(folder.path().join("tool.json"), &tool.out).expect("a file is written");
    let check = run(folder.path(), &["check", "tool.json", "--fail-on", "warning"], "");
    assert_eq!(check.code, Some(0), "{}{}", check.out, check.err);
    let drift = run(folder.path(), &["schema", "drift", "tool.json", "session.jsonl", "--strict"], "");
    assert_eq!(drift.code, Some(0), "{}{}", drift.out, drift.err);
}

#[test]
fn differences_are_told_by_direction() {
    let folder = folder();
    let cases: &[(&[&str], i32, &str)] = &[
        (&["old.json", "old.json"], 0, "0 changes"),
        (
            &["old.json", "new.json"],
            1,
            "/properties/a: may be null now\n      breaks readers, compatible for writers",
        ),
        (&["old.json", "new.json", "--for", "readers"], 1, "1 break readers"),
        (&["old.json", "new.json", "--for", "writers"], 0, "1 break readers"),
        (&["new.json", "old.json", "--for", "writers"], 1, "/properties/a: is never null now"),
        (&["old.json", "more.json"], 0, "/properties/b: `b` is new"),
        (&["old.json", "more.json", "--strict"], 1, "undecided for writers"),
        (&["old.json", "more.json", "--strict", "--for", "readers"], 0, "compatible for readers"),
        (&["tools-1.json", "tools-2.json"], 1, "gone\n  (root): the tool is gone"),
        (&["tools-1.json", "tools-2.json", "--tool", "now"], 1, "/properties/sky: the value \"snow\" is new"),
        (&["now.json", "tools-2.json", "--tool", "now", "--for", "writers"], 0, "1 break readers"),
    ];
    for (args, code, told) in cases {
        let args: Vec<&str> = ["schema", "diff"].iter().chain(*args).copied().collect();
        let found = run(folder.path(), &args, "");
        assert_eq!(found.code, Some(*code), "{args:?}: {}{}", found.out, found.err);
        assert!(found.out.contains(told), "{args:?}: {}", found.out);
    }
    let json = run(folder.path(), &["schema", "diff", "old.json", "new.json", "--format", "json"], "");
    let value: Value = serde_json::from_str(&json.out).expect("a report");
    assert_eq!(value["tools"][0]["changes"][0]["kind"], "nullable-added");
    assert_eq!(value["tools"][0]["readers"], "breaks");
}

#[test]
fn drift_is_told_by_place() {
    let folder = folder();
    for contract in ["now.json", "tools-1.json"] {
        let found = run(folder.path(), &["schema", "drift", contract, "later.jsonl", "--tool", "now"], "");
        assert_eq!(found.code, Some(1), "{}", found.err);
        for told in [
            "/sky: breaks the contract (3 results)",
            "first in later.jsonl:6:34 at /sky",
            "/sky: new value (3 times): the value \"snow\" is new",
            "/gusts: not in the contract (1 time)\n",
            "/wind: never seen",
            "6 results, 3 break the contract",
        ] {
            assert!(found.out.contains(told), "{contract} {told}: {}", found.out);
        }
    }
    let holds = run(folder.path(), &["schema", "drift", "now.json", "session.jsonl", "--tool", "now"], "");
    assert_eq!((holds.code, holds.out.as_str()), (Some(0), "now\n6 results, 0 break the contract\n"));
    let json =
        run(folder.path(), &["schema", "drift", "tools-1.json", "later.jsonl", "--format", "json"], "");
    let value: Value = serde_json::from_str(&json.out).expect("a report");
    assert_eq!(value["tools"][0]["tool"], "now");
    assert_eq!(value["tools"][0]["broken"], 3);
    assert_eq!(value["tools"][0]["unseen"], serde_json::json!(["/wind"]));
}

/// Several results of one exchange are read like single ones, an error passed over.
#[test]
fn the_results_of_an_exchange_are_read() {
    let folder = folder();
    let exchange = r#"{"revision":"2025-11-25","tool":{"name":"f","inputSchema":{"type":"object"}},"results":[
        {"content":[],"structuredContent":{"a":1,"b":null}},
        {"content":[],"structuredContent":{"a":1.5,"b":"x"}},
        {"content":[],"isError":true,"structuredContent":{"message":"x"}}]}"#;
    fs::write(folder.path().join("several.json"), exchange).unwrap();
    let contract = r#"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}"#;
    fs::write(folder.path().join("integer.json"), contract).unwrap();
    let inferred = run(folder.path(), &["schema", "infer", "several.json"], "");
    assert_eq!(inferred.code, Some(0), "{}", inferred.err);
    let schema: Value = serde_json::from_str(&inferred.out).unwrap();
    assert_eq!(schema["required"], serde_json::json!(["a", "b"]));
    assert_eq!(schema["properties"]["b"]["type"], serde_json::json!(["string", "null"]));
    let drift = run(folder.path(), &["schema", "drift", "integer.json", "several.json"], "");
    assert_eq!(drift.code, Some(1), "{}{}", drift.out, drift.err);
    assert!(drift.out.contains("2 results, 1 breaks the contract"), "{}", drift.out);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder();
    let cases: &[(&[&str], &str)] = &[
        (&["infer", "error.json"], "no structured content is recorded here"),
        (&["infer", "broken.json"], "broken.json:1:13"),
        (&["infer", "missing.json"], "missing.json cannot be opened"),
        (
            &["infer", "session.jsonl", "--tool", "other"],
            "no structured content of \"other\" is recorded; there is some of now, ping",
        ),
        (&["infer", "results.jsonl", "--definition"], "say --tool NAME"),
        (&["diff", "text.json", "old.json"], "text.json:1:1: expected a schema"),
        (&["diff", "bad.json", "old.json"], "bad.json:1:9: the schema is invalid"),
        (&["diff", "old.json", "tools-1.json"], "say --tool NAME"),
        (
            &["diff", "tools-1.json", "tools-2.json", "--tool", "other"],
            "holds no tool \"other\"; it has gone, now",
        ),
        (&["drift", "now.json", "session.jsonl"], "several tools (now, ping); say --tool NAME"),
        (&["drift", "bad.json", "session.jsonl"], "bad.json:1:9"),
        (&["drift", "old.json", "error.json"], "passed over: 1 results that are errors"),
        (&["drift", "tools-2.json", "session.jsonl", "--tool", "ping"], "holds no tool \"ping\"; it has now"),
    ];
    for (args, told) in cases {
        let args: Vec<&str> = ["schema"].iter().chain(*args).copied().collect();
        let found = run(folder.path(), &args, "");
        assert_eq!(found.code, Some(2), "{args:?}: {}{}", found.out, found.err);
        assert!(found.err.contains(told), "{args:?}: {}", found.err);
    }
}

#[test]
fn long_recordings_are_read_in_pieces() {
    let folder = folder();
    let mut text = String::new();
    for index in 0..20_000 {
        let _ = writeln!(text, r#"{{"content":[],"structuredContent":{{"id":"item-{index}","n":{index}}}}}"#);
    }
    let found = run(folder.path(), &["schema", "infer", "-"], &text);
    assert_eq!(found.code, Some(0), "{}", found.err);
    assert!(found.err.contains("20000 results"), "{}", found.err);
}

#[test]
fn a_result_is_no_schema() {
    let folder = TempDir::new().unwrap();
    let (schema, result) = (folder.path().join("schema.json"), folder.path().join("result.json"));
    fs::write(&schema, r#"{"type":"object","properties":{"content":{"type":"array"}}}"#).unwrap();
    for text in [
        r#"{"content":[],"structuredContent":{"id":7}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#,
    ] {
        fs::write(&result, text).unwrap();
        let output = run(folder.path(), &["schema", "diff", "schema.json", "result.json"], "");
        assert!(
            output.code == Some(2) && output.err.contains("holds a result and no schema"),
            "{}",
            output.err
        );
    }
}
