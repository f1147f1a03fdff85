//! Members whose type a revision pins: complete messages, changed member by member.
//!
//! The table of mutants is ours and always runs. Where the official schemas lie beside the workspace
//! (`../shared/spec`), they judge every mutant as well, and both must agree.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sightline::diagnostic::{Diagnostic, Level};
use sightline::exchange::Exchange;
use sightline::json::Document;
use sightline::recording::Recording;
use sightline::revision::Revision;
use sightline::rules::{Context, Settings, check};

const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
const PIXEL: &str = "iVBORw0KGgo=";

fn values() -> Vec<Value> {
    vec![json!(null), json!(7), json!(-1.5), json!("x"), json!([]), json!({}), json!(true), json!(["x"])]
}

fn set(object: &mut Value, name: &str, value: Value) {
    object.as_object_mut().unwrap().insert(name.to_owned(), value);
}

fn icons() -> Value {
    json!([{"src": "https://e.com/a.png", "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark"}])
}

fn result(revision: &str) -> Value {
    let mut annotations = json!({"audience": ["user", "assistant"], "priority": 0.5});
    if revision >= "2025-06-18" {
        set(&mut annotations, "lastModified", json!("2025-01-12T15:00:58Z"));
    }
    let mut content = vec![
        json!({"type": "text", "text": "The report has 2 rows."}),
        json!({"type": "image", "data": PIXEL, "mimeType": "image/png"}),
        json!({"type": "resource", "resource": {"uri": "x://a", "mimeType": "text/plain", "text": "hello", "_meta": {"a": 1}}}),
    ];
    if revision >= "2025-03-26" {
        content.push(json!({"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}));
    }
    if revision >= "2025-06-18" {
        let mut link = json!({"type": "resource_link", "uri": "x://c", "name": "c", "title": "C", "description": "d", "mimeType": "text/plain", "size": 3});
        if revision >= "2025-11-25" {
            set(&mut link, "icons", icons());
        }
        content.push(link);
    }
    for block in &mut content {
        set(block, "annotations", annotations.clone());
        set(block, "_meta", json!({"a": 1}));
    }
    let mut result = json!({"content": content, "isError": false, "_meta": {"com.example/a": 1}});
    if revision >= "2025-06-18" {
        set(&mut result, "structuredContent", json!({"rows": 2}));
    }
    if revision >= "2026-07-28" {
        set(&mut result, "resultType", json!("complete"));
        let server = json!({"name": "s", "version": "1", "title": "S", "description": "d", "websiteUrl": "https://e.com", "icons": icons()});
        set(&mut result["_meta"], "io.modelcontextprotocol/serverInfo", server);
    }
    result
}

fn tool(revision: &str) -> Value {
    let mut tool = json!({"name": "report", "description": "A report.", "inputSchema": {"type": "object", "properties": {"a": {"type": "string", "description": "a"}}, "required": ["a"]}});
    if revision >= "2025-03-26" {
        set(&mut tool, "annotations", json!({"title": "R", "readOnlyHint": true}));
    }
    if revision >= "2025-06-18" {
        set(&mut tool, "title", json!("Report"));
        let schema =
            json!({"type": "object", "properties": {"rows": {"type": "integer"}}, "required": ["rows"]});
        set(&mut tool, "outputSchema", schema);
        set(&mut tool, "_meta", json!({"com.example/a": 1}));
    }
    if revision >= "2025-11-25" {
        set(&mut tool, "icons", icons());
    }
    if revision == "2025-11-25" {
        set(&mut tool, "execution", json!({"taskSupport": "optional"}));
    }
    tool
}

fn list(revision: &str) -> Value {
    let tool = json!({"name": "report", "description": "A report.", "inputSchema": {"type": "object", "additionalProperties": false}});
    let mut list = json!({"tools": [tool], "nextCursor": "p2", "_meta": {"com.example/a": 1}});
    if revision >= "2026-07-28" {
        set(&mut list, "resultType", json!("complete"));
        set(&mut list, "ttlMs", json!(0));
        set(&mut list, "cacheScope", json!("private"));
    }
    list
}

fn interim() -> Value {
    let form = json!({"type": "object", "required": ["a"], "properties": {
        "a": {"type": "string", "title": "A", "description": "d", "minLength": 1, "maxLength": 9, "format": "email", "default": "x"},
        "n": {"type": "integer", "minimum": 1, "maximum": 5, "default": 2},
        "b": {"type": "boolean", "default": true},
        "c": {"type": "string", "enum": ["x", "y"]},
        "o": {"type": "string", "oneOf": [{"const": "x", "title": "X"}]},
        "m": {"type": "array", "items": {"type": "string", "enum": ["p", "q"]}, "minItems": 1, "maxItems": 2},
        "t": {"type": "array", "items": {"anyOf": [{"const": "x", "title": "X"}]}}}});
    let sampling = json!({"messages": [{"role": "user", "content": {"type": "text", "text": "hi"}}], "maxTokens": 10,
        "systemPrompt": "x", "temperature": 0.1, "stopSequences": ["a"], "includeContext": "none",
        "modelPreferences": {"costPriority": 0.1, "hints": [{"name": "x"}]}, "toolChoice": {"mode": "auto"}});
    json!({"resultType": "input_required", "requestState": "s", "_meta": {"com.example/a": 1}, "inputRequests": {
        "e": {"method": "elicitation/create", "params": {"mode": "form", "message": "Which?", "requestedSchema": form}},
        "u": {"method": "elicitation/create", "params": {"mode": "url", "message": "Go", "url": "https://e.com/a"}},
        "s": {"method": "sampling/createMessage", "params": sampling},
        "r": {"method": "roots/list"}}})
}

fn messages(revision: &str) -> Value {
    let mut messages = vec![json!({"role": "user", "content": {"type": "text", "text": "hi"}})];
    if revision >= "2025-11-25" {
        let used = json!({"type": "tool_use", "id": "u1", "name": "w", "input": {}});
        let answer =
            json!({"type": "tool_result", "toolUseId": "u1", "content": [{"type": "text", "text": "x"}]});
        messages.push(json!({"role": "assistant", "content": [used]}));
        messages.push(json!({"role": "user", "content": [answer]}));
    }
    json!({ "messages": messages })
}

/// The params of a sampling request that stands by itself.
fn sampling(revision: &str) -> Value {
    let mut params = interim()["inputRequests"]["s"]["params"].clone();
    let mut content = json!({"type": "text", "text": "hi", "annotations": {"priority": 0.5}});
    set(&mut params, "metadata", json!({"a": 1}));
    if revision < "2025-11-25" {
        params.as_object_mut().unwrap().remove("toolChoice");
    } else {
        set(&mut content, "_meta", json!({"a": 1}));
        set(&mut params, "tools", json!([tool(revision)]));
    }
    set(&mut params["messages"][0], "content", content);
    if revision >= "2025-11-25" {
        let more = messages(revision)["messages"].as_array().unwrap()[1..].to_vec();
        params["messages"].as_array_mut().unwrap().extend(more);
    }
    if revision == "2025-11-25" {
        set(&mut params, "_meta", json!({"progressToken": 7}));
        set(&mut params, "task", json!({"ttl": 60_000}));
    }
    params
}

/// What a client answers to it.
fn answer(revision: &str) -> Value {
    let mut answer = json!({"role": "assistant", "content": {"type": "text", "text": "hello"}, "model": "m",
        "stopReason": "endTurn", "_meta": {"com.example/a": 1}});
    if revision >= "2025-11-25" {
        let used = json!({"type": "tool_use", "id": "u1", "name": "report", "input": {"a": "x"}});
        set(&mut answer, "content", json!([used]));
    }
    answer
}

/// The complete message of a kind, where the revision has it.
fn base(kind: &str, revision: &str) -> Option<Value> {
    Some(match kind {
        "result" => result(revision),
        "tool" => tool(revision),
        "list" => list(revision),
        "interim" if revision >= "2026-07-28" => interim(),
        "messages" => messages(revision),
        "sampling" => sampling(revision),
        "answer" => answer(revision),
        _ => return None,
    })
}

/// The errors in what stands in a transcript: the request for sampling, or the answer to it.
fn recorded(kind: &str, revision: &str, message: &Value) -> Vec<Diagnostic> {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": message});
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": message});
    let whole =
        if kind == "sampling" { json!([request]) } else { json!([sampling_request(revision), response]) };
    let text = whole.to_string();
    let document = Document::parse(&text).unwrap();
    let mut recording = Recording::default();
    let mut found = Vec::new();
    for piece in recording.read(document.root(), None).unwrap() {
        let context = Context::of_piece(&piece).with_revision(Revision::from(revision));
        found.extend(check(&context.with_clients(&["none".to_owned()]), &Settings::default()));
    }
    found.into_iter().filter(|found| found.level == Level::Error).collect()
}

fn sampling_request(revision: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": sampling(revision)})
}

fn run(kind: &str, revision: &str, message: &Value) -> Vec<Diagnostic> {
    if ["sampling", "answer"].contains(&kind) {
        return recorded(kind, revision, message);
    }
    let mut exchange = json!({ "revision": revision });
    match kind {
        "messages" => set(&mut exchange, "messages", message["messages"].clone()),
        "interim" => set(&mut exchange, "result", message.clone()),
        kind => set(&mut exchange, kind, message.clone()),
    }
    let text = exchange.to_string();
    let document = Document::parse(&text).unwrap();
    // No client is named, so that none is projected: the findings are the same.
    let context = Context::of(&Exchange::of(&document).unwrap()).with_clients(&["none".to_owned()]);
    let found = check(&context, &Settings::default());
    found.into_iter().filter(|found| found.level == Level::Error).collect()
}

/// The message with another value at a pointer, or without it.
fn changed(message: &Value, pointer: &str, value: Option<&Value>) -> Option<Value> {
    let mut message = message.clone();
    match value {
        Some(value) => *message.pointer_mut(pointer)? = value.clone(),
        None => {
            let (parent, name) = pointer.rsplit_once('/')?;
            let name = name.replace("~1", "/").replace("~0", "~");
            let parent = message.pointer_mut(parent)?;
            match parent {
                Value::Array(items) => drop(items.remove(name.parse().ok()?)),
                parent => drop(parent.as_object_mut()?.remove(&name)?),
            }
        }
    }
    Some(message)
}

fn fits(value: &Value, is: &str) -> bool {
    match is {
        "string" => value.is_string(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "strings" => value.as_array().is_some_and(|items| items.iter().all(Value::is_string)),
        "integer" => value.is_i64(),
        "number" => value.is_number(),
        "fraction" => value.as_f64().is_some_and(|value| (0.0..=1.0).contains(&value)),
        "word" => false,
        other => panic!("{other}"),
    }
}

fn shown(found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|found| format!("{} {} {}", found.code, found.pointer, found.message)).collect()
}

#[test]
fn each_mutant_has_one_error_at_its_member_where_the_revision_knows_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/member-shapes.json");
    let rows: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let (mut tried, mut wrong) = (0, Vec::new());
    for (row, revision) in rows.iter().flat_map(|row| REVISIONS.iter().map(move |revision| (row, *revision)))
    {
        let text = |name: &str| row[name].as_str().unwrap_or_default();
        let (kind, at, code) = (text("kind"), text("at"), text("rule"));
        let is_within = revision >= text("from") && (text("to").is_empty() || revision <= text("to"));
        let Some(message) = base(kind, revision).filter(|_| is_within) else { continue };
        assert_eq!(shown(&run(kind, revision, &message)), [""; 0], "{kind} {revision}");
        let own = row["values"].as_array().cloned();
        let mut mutants: Vec<Option<Value>> = own.unwrap_or_else(values).into_iter().map(Some).collect();
        mutants.extend((row["required"] == true).then_some(None));
        for value in &mutants {
            // What has the right kind may be wrong inside.
            let is_right = value.as_ref().is_some_and(|value| fits(value, text("is")));
            if is_right && row["inside"] == true {
                continue;
            }
            let Some(mutant) = changed(&message, at, value.as_ref()) else {
                wrong.push(format!("{kind} {revision} has no {at}"));
                continue;
            };
            let found = run(kind, revision, &mutant);
            tried += 1;
            let is_told = match found.as_slice() {
                [] => is_right,
                [one] => {
                    !is_right
                        && one.code == code
                        && one.pointer == at
                        && one.fix.is_none()
                        && one.help.is_some()
                }
                _ => false,
            };
            if !is_told {
                wrong.push(format!(
                    "{revision} {kind} {at} = {value:?}, not {code} once: {:?}",
                    shown(&found)
                ));
            }
        }
    }
    println!("{tried} mutants of {} members", rows.len());
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried > 1_000, "{tried}");
}

#[test]
fn a_member_that_the_revision_does_not_know_is_unknown_and_not_wrong() {
    for (kind, revision, name) in [
        ("tool", "2024-11-05", "title"),
        ("tool", "2024-11-05", "_meta"),
        ("tool", "2025-06-18", "icons"),
        ("tool", "2025-06-18", "execution"),
        ("tool", "2026-07-28", "execution"),
        ("list", "2025-11-25", "resultType"),
    ] {
        let mut message = base(kind, revision).unwrap();
        set(&mut message, name, json!(7));
        assert_eq!(shown(&run(kind, revision, &message)), [""; 0], "{kind} {revision} {name}");
    }
    let mut result = base("result", "2025-03-26").unwrap();
    set(&mut result["content"][0], "_meta", json!(null));
    set(&mut result["content"][0]["annotations"], "lastModified", json!(7));
    assert_eq!(shown(&run("result", "2025-03-26", &result)), [""; 0]);
}

/// All pointers into a value, itself left out.
fn pointers(value: &Value, above: &str, all: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(object) => {
            let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
            object.iter().map(|(key, value)| (format!("{above}/{}", escaped(key)), value)).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().map(|(at, value)| (format!("{above}/{at}"), value)).collect()
        }
        _ => Vec::new(),
    };
    for (pointer, value) in below {
        all.push(pointer.clone());
        pointers(value, &pointer, all);
    }
}

/// What is an error here and no matter of types: base64, schemes of icons, dialects, types of results.
const BEYOND: [&str; 4] = ["BLK-004", "TOOL-011", "SCH-004", "RES-003"];

/// Uses and results of tools that do not pair up are no matter of types either.
fn is_of_pairs(found: &Diagnostic) -> bool {
    found.code == "BLK-012"
        && (found.message.ends_with("stays unanswered") || found.message.contains("answers no use"))
}

#[test]
fn every_mutant_is_judged_as_the_official_schema_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec");
    if !folder.is_dir() {
        println!("the official schemas are not here; nothing compared");
        return;
    }
    let (mut tried, mut wrong) = (0, Vec::new());
    for revision in REVISIONS {
        let text = fs::read_to_string(folder.join(format!("{revision}.schema.json"))).unwrap();
        let official: Value = serde_json::from_str(&text).unwrap();
        let definitions = if official["$defs"].is_object() { "$defs" } else { "definitions" };
        for (kind, name) in [
            ("result", "CallToolResult"),
            ("tool", "Tool"),
            ("list", "ListToolsResult"),
            ("interim", "InputRequiredResult"),
            ("sampling", "CreateMessageRequest"),
            ("answer", "CreateMessageResult"),
        ] {
            let Some(message) = base(kind, revision) else { continue };
            let within = if kind == "sampling" { "/properties/params" } else { "" };
            let mut schema = json!({ "allOf": [{"$ref": format!("#/{definitions}/{name}{within}")}] });
            set(&mut schema, "$schema", official["$schema"].clone());
            set(&mut schema, definitions, official[definitions].clone());
            let validator = jsonschema::options().should_validate_formats(false).build(&schema).unwrap();
            assert!(validator.is_valid(&message), "{kind} {revision}");
            let mut places = Vec::new();
            pointers(&message, "", &mut places);
            let is_data = |at: &String| {
                at.starts_with("/structuredContent/")
                    || (kind == "tool" && at.matches('/').count() > 2 && at.contains("Schema/"))
                    || (kind == "sampling" && at.contains("Schema/"))
                    // The official schema of 2026-07-28 takes no null and no fraction for a JSON value.
                    || at.starts_with("/metadata/")
            };
            for at in places.iter().filter(|at| !is_data(at)) {
                for value in values().iter().map(Some).chain([None]) {
                    let Some(mutant) = changed(&message, at, value) else { continue };
                    let found = run(kind, revision, &mutant);
                    let found: Vec<Diagnostic> = if validator.is_valid(&mutant) {
                        found
                            .into_iter()
                            .filter(|found| !BEYOND.contains(&found.code) && !is_of_pairs(found))
                            .collect()
                    } else {
                        found
                    };
                    tried += 1;
                    if validator.is_valid(&mutant) != found.is_empty() {
                        wrong.push(format!("{revision} {kind} {at} = {value:?}: {:?}", shown(&found)));
                    }
                }
            }
        }
    }
    println!("{tried} mutants compared");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried > 4_000, "{tried}");
}
