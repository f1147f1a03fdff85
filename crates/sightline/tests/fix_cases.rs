//! What fixes make of single cases, and two laws: no key is made twice, and a safe fix loses no value.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use sightline::diagnostic::{Applicability, Diagnostic, Fix};
use sightline::exchange::Exchange;
use sightline::fix::apply;
use sightline::json::{Document, Node};
use sightline::profile::clients;
use sightline::rules::{Context, Settings, check};

/// Most passes until nothing is left to do.
const PASSES: usize = 20;

fn data(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn found(text: &str) -> Vec<Diagnostic> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let exchange = Exchange::of(&document).unwrap();
    // Findings name the clients that they hurt, which takes a projection for each; one is enough here.
    let client: Vec<String> = clients().take(1).map(str::to_owned).collect();
    check(&Context::of(&exchange).with_fixes().with_clients(&client), &Settings::default())
}

/// The text after each pass, until no fix changes it.
fn mended(text: &str, unsafe_too: bool) -> Vec<String> {
    let mut texts = vec![text.to_owned()];
    for _ in 0..PASSES {
        let now = texts.last().unwrap();
        let found = found(now);
        let wanted = |fix: &&Fix| unsafe_too || fix.applicability == Applicability::Safe;
        let fixed = apply(now, found.iter().filter_map(|found| found.fix.as_ref()).filter(wanted));
        if fixed.text == *now {
            return texts;
        }
        texts.push(fixed.text);
    }
    panic!("no end of it: {text}")
}

/// How many members of the whole document are hidden by a later one of the same key.
fn shadowed(node: Node<'_>) -> usize {
    let own = node.all_members().filter(|member| member.is_shadowed()).count();
    let below: usize = node.all_members().map(|member| shadowed(member.value)).sum();
    own + below + node.items().map(shadowed).sum::<usize>()
}

fn doubled(text: &str) -> usize {
    shadowed(Document::parse(text).unwrap().root())
}

/// Texts of the values that are no containers.
fn scalars(node: Node<'_>, into: &mut Vec<String>) {
    if node.is_array() || node.is_object() {
        node.members().map(|member| member.value).chain(node.items()).for_each(|child| scalars(child, into));
    } else {
        into.push(node.text().to_owned());
    }
}

#[test]
fn fixes_do_what_their_cases_say() {
    let mut wrong = Vec::new();
    for case in data("fix-cases.json") {
        let text = case["exchange"].to_string();
        for (mode, unsafe_too) in [("safe", false), ("all", true)] {
            let expected = case.get(mode).unwrap_or(&case["exchange"]);
            let texts = mended(&text, unsafe_too);
            let last = texts.last().unwrap();
            if serde_json::from_str::<Value>(last).unwrap() != *expected || doubled(last) > 0 {
                wrong.push(format!("{}, {mode}:\n  {last}\n  expected {expected}", case["why"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Exchanges of the test data.
fn exchanges() -> Vec<Value> {
    let mut all = Vec::new();
    for name in ["bug-cases.json", "clean-cases.json", "rule-examples.json", "fix-cases.json"] {
        for case in data(name) {
            all.push(case.get("exchange").unwrap_or(&case).clone());
        }
    }
    all.retain(|exchange| {
        let text = exchange.to_string();
        Document::parse(&text).is_ok_and(|document| Exchange::of(&document).is_ok())
    });
    all
}

/// Names that people give to the fields of a result.
const MISSPELT: [(&str, &[&str]); 5] = [
    ("_meta", &["meta", "_Meta", "metadata"]),
    ("content", &["Content", "toolResult"]),
    ("isError", &["is_error", "hasError"]),
    ("resultType", &["result_type", "ResultType"]),
    ("structuredContent", &["structured_content", "structuredOutput"]),
];

/// The result of an exchange, with one thing about its fields wrong.
fn variants(result: &Map<String, Value>) -> Vec<Map<String, Value>> {
    let mut all = vec![result.clone()];
    for (field, names) in MISSPELT {
        let Some(value) = result.get(field) else { continue };
        let mut bare = result.clone();
        bare.remove(field);
        all.push(bare.clone());
        for name in names {
            let mut renamed = bare.clone();
            renamed.insert((*name).to_owned(), value.clone());
            all.push(renamed.clone());
            for other in names.iter().filter(|other| *other != name) {
                for second in
                    [value.clone(), json!({"other": 1}), json!("other"), json!(["other"]), json!(null)]
                {
                    let mut both = renamed.clone();
                    both.insert((*other).to_owned(), second);
                    all.push(both);
                }
            }
        }
    }
    if let Some(first) = result.get("content").and_then(|content| content.get(0)) {
        for content in
            [first.clone(), json!("The answer is 42"), json!({"answer": 42}), json!(7), json!(null)]
        {
            let mut other = result.clone();
            other.insert("content".to_owned(), content);
            all.push(other);
        }
    }
    let tasks = [
        json!({"task": {"taskId": "a", "status": "working", "ttl": 1, "ttlMs": 2}}),
        json!({"task": {"taskId": "a", "status": "working", "ttl": 1, "ttlMs": 1}, "taskId": "b"}),
        json!({"task": {"taskId": "a", "status": "working", "resultType": "x"}, "taskId": "a"}),
        json!({"inputRequests": {}, "requestState": "s"}),
        json!({"taskId": "a", "status": "working", "ttl": 1, "ttlMs": 2}),
    ];
    for task in tasks {
        let mut other = task.as_object().unwrap().clone();
        all.push(other.clone());
        let kind = if other.contains_key("inputRequests") { "input_required" } else { "task" };
        other.insert("resultType".to_owned(), json!(kind));
        all.push(other);
    }
    all
}

/// What a result looks like: its revision, whether a schema is declared, and the names of its members.
fn shape(exchange: &Value, result: &Map<String, Value>) -> String {
    let has_schema = exchange.pointer("/tool/outputSchema").is_some();
    format!("{} {has_schema} {:?}", exchange["revision"], result.keys().collect::<Vec<_>>())
}

/// The corpus, and what lies next to the first result of each shape, as texts, each once.
fn neighbours() -> Vec<String> {
    let mut texts = BTreeSet::new();
    let mut shapes = BTreeSet::new();
    for exchange in exchanges() {
        texts.insert(exchange.to_string());
        let Some(result) = exchange.get("result").and_then(Value::as_object) else { continue };
        if !shapes.insert(shape(&exchange, result)) {
            continue;
        }
        for result in variants(result) {
            let mut other = exchange.clone();
            other["result"] = Value::Object(result);
            texts.insert(other.to_string());
        }
    }
    texts.into_iter().collect()
}

#[test]
fn no_fix_makes_a_key_twice() {
    let mut wrong: BTreeMap<&str, String> = BTreeMap::new();
    let texts = neighbours();
    for text in &texts {
        let before = doubled(text);
        for one in found(text) {
            let Some(fix) = &one.fix else { continue };
            let fixed = apply(text, [fix]).text;
            if doubled(&fixed) > before {
                wrong.entry(one.code).or_insert(format!("{text}\n  {fixed}"));
            }
        }
        for unsafe_too in [false, true] {
            for pass in mended(text, unsafe_too).windows(2) {
                if doubled(&pass[1]) > doubled(&pass[0]) {
                    wrong.entry("together").or_insert(format!("{}\n  {}", pass[0], pass[1]));
                }
            }
        }
    }
    println!("{} texts", texts.len());
    assert!(texts.len() > 1_000, "{} texts", texts.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Rules whose finding is about a value that is wrong where it stands; what a safe fix does with it.
const ABOUT_A_VALUE: [(&str, &str); 20] = [
    ("ALN-004", "a text that differs from the data is written again"),
    ("APP-011", "a domain that is none is left out"),
    ("BLK-003", "the type of a block that the peer does not know goes with the block; its members stay"),
    ("BLK-004", "the data loses what is no base64"),
    ("ERR-005", "the data of an error that has a text is dropped"),
    ("HDR-007", "the header says what the body says"),
    ("RES-008", "hints for caches that nobody reads are dropped"),
    ("REV-002", "a reference leads to where its target stands now"),
    ("REV-005", "the text holds the value without its wrapper"),
    ("REV-007", "fields that the peer does not know are dropped"),
    ("REV-010", "fields of a definition that the peer does not know are dropped"),
    ("SCH-013", "a boolean schema becomes an object that says the same"),
    ("SCH-014", "a boolean schema becomes an object that says the same"),
    ("SCH-015", "a schema that is none becomes one or goes"),
    ("STR-001", "a null that no schema promises is dropped"),
    ("TASK-004", "the type of the answer is corrected"),
    ("TOOL-011", "an icon that no client may load is left out"),
    ("TOOL-013", "a hint that is none is replaced by the least"),
    ("TOOL-014", "the strictest of several scopes holds for all pages"),
    ("TOOL-017", "a field that is gone is dropped"),
];

#[test]
fn a_safe_fix_loses_no_value() {
    let mut wrong: BTreeMap<&str, String> = BTreeMap::new();
    for text in neighbours() {
        let mut before = Vec::new();
        scalars(Document::parse(&text).unwrap().root(), &mut before);
        for one in found(&text) {
            let is_about = ABOUT_A_VALUE.iter().any(|(code, _)| *code == one.code);
            let Some(fix) = one.fix.filter(|fix| fix.applicability == Applicability::Safe && !is_about)
            else {
                continue;
            };
            let fixed = apply(&text, [&fix]).text;
            let mut after = Vec::new();
            scalars(Document::parse(&fixed).unwrap().root(), &mut after);
            // A value may go on as a part of a text, and null in place of a list of blocks says nothing.
            let mut before = before.iter().filter(|scalar| *scalar != "null");
            let lost = before.find(|scalar| {
                let inside = scalar.trim_matches('"');
                !after.iter().any(|value| value == *scalar || value.contains(inside))
            });
            if let Some(lost) = lost {
                wrong.entry(one.code).or_insert(format!("{lost}\n  {text}\n  {fixed}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
