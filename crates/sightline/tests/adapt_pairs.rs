//! The table of pairs: which steps happen between which revisions, and that what comes out is legal.
//!
//! Legality is judged by the project's own table of shapes always, and by the official schemas where
//! `../shared/spec` exists beside the workspace.

mod shapes;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use shapes::{problems, result_shape};
use sightline::adapt::{Adapted, adapt, adapt_error, adapt_list, adapt_request};
use sightline::json::Document;
use sightline::result::ToolResult;
use sightline::revision::{OutputSchemaRoot, REVISIONS, Revision, RevisionFacts, StructuredRoot, Tasks};
use sightline::tool::Tool;

/// Lists with every field that the revision has, and with what older wires cannot carry.
fn list(facts: &RevisionFacts) -> Value {
    let mut tool = json!({
        "name": "t",
        "title": "T",
        "inputSchema": {"type": "object", "properties": {
            "a": true, "region": {"type": "string", "x-mcp-header": "Region"}}, "$defs": {}},
        "outputSchema": {"type": "array", "items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "integer"}}},
        "annotations": {"readOnlyHint": true},
        "icons": [{"src": "https://example.com/a.png"}],
        "execution": {"taskSupport": "optional"},
        "_meta": {"example.com/a": 1},
    });
    if facts.output_schema_root == OutputSchemaRoot::TypeObject {
        tool["outputSchema"] = json!({"type": "object", "$defs": {}});
    }
    let fields = tool.as_object_mut().unwrap();
    fields.retain(|name, _| facts.tool_fields.contains(&name.as_str()));
    if !facts.has_default_dialect {
        // A list at `items` is draft-07, and `$defs` is not.
        tool["inputSchema"]["properties"]["pair"] = json!({"type": "array", "items": [{"type": "string"}]});
        tool["inputSchema"].as_object_mut().unwrap().remove("$defs");
    }
    let mut list = json!({"tools": [tool]});
    if facts.has_parameter_headers {
        list["tools"].as_array_mut().unwrap().push(json!({"name": "bad", "inputSchema": {"type": "object",
            "properties": {"a": {"type": "number", "x-mcp-header": "A"}}}}));
    }
    if facts.has_cache_hints {
        list["resultType"] = json!("complete");
        list["ttlMs"] = json!(60000);
        list["cacheScope"] = json!("public");
    }
    list
}

/// Results of every kind that the revision has.
fn results(facts: &RevisionFacts) -> Vec<Value> {
    let mut results = vec![json!({"content": [{"type": "text", "text": "done"}]})];
    let blocks = [
        json!({"type": "audio", "data": "AA==", "mimeType": "audio/wav"}),
        json!({"type": "resource_link", "uri": "file:///a", "name": "a"}),
    ];
    for block in
        blocks.into_iter().filter(|block| facts.block_types.contains(&block["type"].as_str().unwrap()))
    {
        results.push(json!({"content": [block]}));
    }
    match facts.structured_root {
        StructuredRoot::Absent => {}
        StructuredRoot::Object => results.push(json!({"content": [], "structuredContent": {"a": 1}})),
        StructuredRoot::AnyValue => results.push(json!({"content": [], "structuredContent": [1]})),
    }
    if facts.structured_root != StructuredRoot::Absent {
        let text = json!([{"type": "text", "text": "no"}]);
        results.push(json!({"content": text, "structuredContent": {"a": 1}, "isError": true}));
    }
    if facts.has_result_type {
        results.iter_mut().for_each(|result| result["resultType"] = json!("complete"));
        results.push(json!({"resultType": "input_required", "inputRequests": {
            "a": {"method": "elicitation/create", "params": {"mode": "form", "message": "Which?",
                "requestedSchema": {"type": "object", "properties": {}}}},
            "b": {"method": "roots/list"}}, "requestState": "s"}));
        results.push(json!({"resultType": "task", "taskId": "1", "status": "working", "ttlMs": null,
            "createdAt": "2026-07-28T00:00:00Z", "lastUpdatedAt": "2026-07-28T00:00:00Z", "pollIntervalMs": 5}));
    }
    if facts.tasks == Tasks::Nested {
        results.push(json!({"task": {"taskId": "1", "status": "working", "ttl": null, "pollInterval": 5,
            "createdAt": "2026-07-28T00:00:00Z", "lastUpdatedAt": "2026-07-28T00:00:00Z"}}));
    }
    results
}

/// What a server of that revision may answer with, or ask, besides results.
fn errors(facts: &RevisionFacts) -> Vec<Value> {
    let mut errors = vec![json!({"code": facts.missing_resource_code, "message": "no such resource"})];
    if facts.tasks == Tasks::Nested {
        errors.push(json!({"code": -32042, "message": "sign in", "data": {"elicitations": [{
            "mode": "url", "elicitationId": "e", "url": "https://example.com/", "message": "Sign in"}]}}));
    }
    errors
}

const ASKS: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":5}}"#;

fn steps(adapted: &Adapted, into: &mut BTreeSet<&'static str>) {
    into.extend(adapted.changes.iter().chain(&adapted.losses).map(|change| change.step));
    into.extend(adapted.plans.iter().map(|plan| plan.step));
}

fn adapted_list(facts: &RevisionFacts, to: &RevisionFacts) -> (String, Adapted) {
    let text = list(facts).to_string();
    let document = Document::parse(&text).unwrap();
    let adapted = adapt_list(document.root(), &facts.revision, &to.revision);
    (text, adapted)
}

fn adapted_result(result: &Value, from: &RevisionFacts, to: &RevisionFacts) -> Adapted {
    let (text, list) = (result.to_string(), list(from)["tools"][0].to_string());
    let (document, tool) = (Document::parse(&text).unwrap(), Document::parse(&list).unwrap());
    adapt(Some(Tool::of(tool.root())), ToolResult::of(document.root()), &from.revision, &to.revision)
}

/// All steps of one pair, those of lists and those of calls.
fn pair(from: &RevisionFacts, to: &RevisionFacts) -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    let (mut on_list, mut on_call) = (BTreeSet::new(), BTreeSet::new());
    steps(&adapted_list(from, to).1, &mut on_list);
    for result in results(from) {
        let mut adapted = adapted_result(&result, from, to);
        let is_call = |step: &str| step.starts_with('C');
        adapted.changes.retain(|change| is_call(change.step));
        adapted.losses.retain(|loss| is_call(loss.step));
        adapted.plans.retain(|plan| is_call(plan.step));
        steps(&adapted, &mut on_call);
    }
    for error in errors(from) {
        let text = error.to_string();
        let document = Document::parse(&text).unwrap();
        steps(&adapt_error(document.root(), &from.revision, &to.revision), &mut on_call);
    }
    let request = Document::parse(ASKS).unwrap();
    if !from.has_result_type {
        steps(&adapt_request(request.root(), &from.revision, &to.revision), &mut on_call);
    }
    (on_list, on_call)
}

/// Rows: the server's revision; columns: the client's. The same revision changes no byte, so a broken
/// sender is not mended there, and only what a client did not declare is a plan.
const PAIRS: [[(&str, &str); 5]; 5] = [
    [("", ""), ("L5", ""), ("L5", ""), ("L11 L5", ""), ("L10 L11", "C10 C11 C12")],
    [("L1 L5", "C5"), ("", ""), ("L5", ""), ("L11 L5", ""), ("L10 L11", "C10 C11 C12")],
    [
        ("L1 L2 L5", "C2 C3 C4 C5"),
        ("L2 L5", "C2 C3 C4"),
        ("", ""),
        ("L11 L5", "C2 C9"),
        ("L10 L11", "C10 C11 C12"),
    ],
    [
        ("L1 L2 L3 L5 L8", "C11 C2 C3 C4 C5 C8"),
        ("L2 L3 L5 L8", "C11 C2 C3 C4 C8"),
        ("L3 L5 L8", "C11 C2 C8 C9"),
        ("", ""),
        ("L10 L9", "C10 C11 C12 C13"),
    ],
    [
        ("L1 L2 L3 L5 L6 L7 L8", "C2 C3 C4 C5 C6 C7 C8"),
        ("L2 L3 L5 L6 L7 L8", "C2 C3 C4 C6 C7 C8"),
        ("L3 L4 L5 L6 L7 L8", "C1 C2 C6 C7 C8 C9"),
        ("L4 L5 L6 L7", "C1 C2 C6 C7 C8 C9"),
        ("", "C7 C8"),
    ],
];

#[test]
fn each_pair_takes_the_steps_of_the_table() {
    let join = |steps: BTreeSet<&str>| steps.into_iter().collect::<Vec<_>>().join(" ");
    let sorted = |steps: &'static str| join(steps.split_whitespace().collect());
    let mut wrong = Vec::new();
    for (from, row) in REVISIONS.iter().zip(PAIRS) {
        for (to, (on_list, on_call)) in REVISIONS.iter().zip(row) {
            let (list, call) = pair(from, to);
            let (list, call) = (join(list), join(call));
            if (&list, &call) != (&sorted(on_list), &sorted(on_call)) {
                wrong.push(format!(
                    "{} to {}: ({list:?}, {call:?}), the table has ({on_list:?}, {on_call:?})",
                    from.revision, to.revision
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The exchanges of the test data, with the revision that they are of.
fn corpus() -> Vec<(Revision, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut exchanges = Vec::new();
    for name in ["bug-cases.json", "clean-cases.json", "rule-examples.json"] {
        let cases: Vec<Value> =
            serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap();
        exchanges.extend(cases.into_iter().map(|mut case| match case.get_mut("exchange") {
            Some(exchange) => exchange.take(),
            None => case,
        }));
    }
    let own = |facts: &RevisionFacts| {
        let tool = list(facts)["tools"][0].clone();
        let revision = facts.revision.as_str();
        let with_list = json!({"revision": revision, "list": list(facts)});
        let results = results(facts);
        let results = results
            .into_iter()
            .map(move |result| json!({"revision": revision, "tool": tool, "result": result}));
        results.chain([with_list]).collect::<Vec<_>>()
    };
    exchanges.extend(REVISIONS.iter().flat_map(own));
    exchanges
        .into_iter()
        .filter_map(|exchange| Some((Revision::from(exchange.get("revision")?.as_str()?), exchange)))
        .filter(|(revision, _)| revision.facts().is_some())
        .collect()
}

/// One text of a shape for a revision; before and after a way from another one.
struct Sample {
    shape: &'static str,
    before: String,
    after: String,
    from: Revision,
    to: Revision,
}

fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for (from, exchange) in corpus() {
        for to in REVISIONS.iter().map(|facts| facts.revision.clone()) {
            let text =
                |name: &str| exchange.get(name).filter(|value| value.is_object()).map(Value::to_string);
            let (tool, result, list) = (text("tool"), text("result"), text("list"));
            let documents = [&tool, &result, &list]
                .map(|text| text.as_deref().map(|text| Document::parse(text).unwrap()));
            let [tool_document, result_document, list_document] = &documents;
            let adapted = adapt(
                tool_document.as_ref().map(|document| Tool::of(document.root())),
                result_document.as_ref().and_then(|document| ToolResult::of(document.root())),
                &from,
                &to,
            );
            let mut push = |shape, before: &Option<String>, after: Option<String>| {
                if let (Some(before), Some(after)) = (before.clone(), after) {
                    samples.push(Sample { shape, before, after, from: from.clone(), to: to.clone() });
                }
            };
            push("tool", &tool, adapted.tool);
            push("result", &result, adapted.result);
            let adapted = list_document.as_ref().map(|document| adapt_list(document.root(), &from, &to));
            push("list", &list, adapted.and_then(|adapted| adapted.list));
        }
    }
    samples
}

/// What the own table says of a text.
fn own_verdict(shape: &'static str, text: &str, revision: &Revision) -> Vec<String> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let shape = if shape == "result" { result_shape(document.root(), revision) } else { shape };
    problems(shape, document.root(), revision)
}

#[test]
fn what_is_legal_stays_legal_in_every_revision() {
    let samples = samples();
    let mut judged = 0;
    for sample in &samples {
        if !own_verdict(sample.shape, &sample.before, &sample.from).is_empty() {
            continue;
        }
        judged += 1;
        let found = own_verdict(sample.shape, &sample.after, &sample.to);
        assert!(
            found.is_empty(),
            "{} to {}: {found:?}\n{}\n{}",
            sample.from,
            sample.to,
            sample.before,
            sample.after
        );
    }
    println!("legal before: {judged} of {} texts, all legal after", samples.len());
    assert!(judged > 1_000, "{judged}");
}

#[test]
fn errors_requests_and_alternatives_are_legal_too() {
    for (from, to) in REVISIONS.iter().flat_map(|from| REVISIONS.iter().map(move |to| (from, to))) {
        let mut results = Vec::new();
        for error in errors(from) {
            let text = error.to_string();
            let document = Document::parse(&text).unwrap();
            let adapted = adapt_error(document.root(), &from.revision, &to.revision);
            assert!(adapted.result.is_some() != adapted.error.is_some(), "one answer: {adapted:?}");
            results.extend(adapted.result);
        }
        let request = Document::parse(ASKS).unwrap();
        results.extend(adapt_request(request.root(), &from.revision, &to.revision).result);
        for result in self::results(from) {
            let plans = adapted_result(&result, from, to).plans;
            results.extend(plans.into_iter().filter_map(|plan| plan.alternative));
        }
        for text in results {
            let found = own_verdict("result", &text, &to.revision);
            assert!(found.is_empty(), "{} to {}: {found:?}\n{text}", from.revision, to.revision);
        }
    }
}

/// The folder of official schemas beside the workspace; not part of the project.
fn official(revision: &Revision) -> Option<Value> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec");
    let text = fs::read_to_string(folder.join(format!("{revision}.schema.json"))).ok()?;
    Some(serde_json::from_str(&text).unwrap())
}

/// Validators of one revision's definitions, compiled once.
fn validator(schema: &Value, name: &str) -> Option<jsonschema::Validator> {
    let key = if schema.get("$defs").is_some() { "$defs" } else { "definitions" };
    schema[key].get(name)?;
    let mut whole = schema.clone();
    whole["$ref"] = json!(format!("#/{key}/{name}"));
    // What a format says is no part of the shape: no client in use checks it.
    Some(jsonschema::options().should_validate_formats(false).build(&whole).unwrap())
}

/// Where the own table and the official schema may differ, with the reason.
const AGREED: [(&str, &str); 2] = [
    ("flat-task", "the tasks extension (SEP-2663) is no part of the schema of the revision"),
    ("input-required", "what a server may ask is judged by rules of its own, not by this table"),
];

#[test]
fn the_own_table_says_what_the_official_schemas_say() {
    let missing: Vec<&str> = REVISIONS
        .iter()
        .map(|facts| &facts.revision)
        .filter(|revision| official(revision).is_none())
        .map(Revision::as_str)
        .collect();
    println!("official schemas not there: {} ({})", missing.len(), missing.join(", "));
    let samples = samples();
    let (mut judged, mut agreed, mut wrong) = (0, 0, Vec::new());
    for facts in REVISIONS.iter().filter(|facts| !missing.contains(&facts.revision.as_str())) {
        let schema = official(&facts.revision).unwrap();
        let names = [
            ("tool", "Tool"),
            ("list", "ListToolsResult"),
            ("result", "CallToolResult"),
            ("input-required", "InputRequiredResult"),
            ("nested-task", "CreateTaskResult"),
        ];
        let validators = names.map(|(shape, name)| (shape, validator(&schema, name)));
        let mut texts: BTreeSet<(&str, &str)> = BTreeSet::new();
        for sample in &samples {
            texts.extend((sample.to == facts.revision).then_some((sample.shape, sample.after.as_str())));
            texts.extend((sample.from == facts.revision).then_some((sample.shape, sample.before.as_str())));
        }
        for (shape, text) in texts {
            let document = Document::parse(text).unwrap();
            let shape =
                if shape == "result" { result_shape(document.root(), &facts.revision) } else { shape };
            let found = problems(shape, document.root(), &facts.revision);
            if AGREED.iter().any(|(name, _)| *name == shape || found.iter().any(|found| found.contains(name)))
            {
                agreed += 1;
                continue;
            }
            let validator =
                validators.iter().find(|(name, _)| *name == shape).and_then(|(_, found)| found.as_ref());
            let validator =
                validator.unwrap_or_else(|| panic!("{} has no definition for {shape}", facts.revision));
            judged += 1;
            let value: Value = serde_json::from_str(text).unwrap();
            if validator.is_valid(&value) != found.is_empty() {
                let official = validator.iter_errors(&value).next().map(|error| error.to_string());
                wrong.push(format!(
                    "{} {shape}: own {found:?}, official {official:?}\n{text}",
                    facts.revision
                ));
            }
        }
    }
    println!("compared: {judged}; left out by agreement: {agreed}");
    AGREED.iter().for_each(|(shape, reason)| println!("agreed: {shape}: {reason}"));
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n\n"));
    assert!(!missing.is_empty() || judged > 500, "{judged}");
}
