//! Laws of the bridge between revisions, over generated schemas, values and results.

use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::{Value, json};
use sightline::adapt::{
    Adapted, Change, adapt, adapt_error, adapt_list, adapt_request, adapt_task, unwrap_schema, wrap_schema,
};
use sightline::content::ContentBlock;
use sightline::diagnostic::Subject;
use sightline::json::{Document, InstanceNode, SightlineJson};
use sightline::result::ToolResult;
use sightline::revision::{OutputSchemaRoot, REVISIONS, Revision, RevisionFacts, StructuredRoot};
use sightline::tool::Tool;

const DIALECTS: [Option<&str>; 4] = [
    None,
    Some("https://json-schema.org/draft/2020-12/schema"),
    Some("https://json-schema.org/draft/2019-09/schema"),
    Some("http://json-schema.org/draft-07/schema#"),
];

/// Schemas with references to the root, into `$defs`, by anchor, and with names that look like keywords.
fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({"type": "integer"})),
        Just(json!({"type": ["string", "null"]})),
        Just(json!({"const": {"$ref": "#"}})),
        Just(json!({"enum": ["#", 1, {"$ref": "#/x"}]})),
        Just(json!({"$ref": "#"})),
        Just(json!({"$ref": "#/$defs/a"})),
        Just(json!({"$ref": "#/$defs/b%20c"})),
        Just(json!({"$ref": "#anchored"})),
        Just(json!({"type": "array", "items": {"$dynamicRef": "#tree"}})),
        Just(json!({"type": "array", "items": {"$recursiveRef": "#"}})),
        Just(
            json!({"$id": "https://example.com/own", "$defs": {"n": {"type": "number"}}, "$ref": "#/$defs/n"})
        ),
        Just(json!(true)),
    ];
    let node = leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| json!({"anyOf": [left, right]})),
            (inner.clone(), inner.clone())
                .prop_map(|(left, right)| json!({"properties": {"$ref": left, "b": right}})),
            inner.prop_map(|inner| json!({"type": "object", "additionalProperties": inner})),
        ]
    });
    (node, 0..DIALECTS.len(), any::<bool>()).prop_map(|(node, dialect, nullable)| {
        let mut root = json!({
            "anyOf": [node, {"type": "boolean"}],
            "$dynamicAnchor": "tree",
            "$defs": {
                "a": {"type": "array", "items": {"$ref": "#"}},
                "n": {"type": "string"},
                "b c": {"type": "string", "$anchor": "anchored"}
            }
        });
        if let Some(dialect) = DIALECTS[dialect] {
            root["$schema"] = json!(dialect);
        }
        if DIALECTS[dialect].is_some_and(|name| name.contains("2019-09")) {
            root["$recursiveAnchor"] = json!(true);
        }
        // draft-07 writes an anchor as an `$id`, and looks for it below `definitions`.
        if DIALECTS[dialect].is_some_and(|name| name.contains("draft-07")) {
            root["definitions"] = json!({"c": {"type": "string", "$id": "#anchored"}});
        }
        if nullable {
            root["type"] = json!(["object", "array", "boolean", "null"]);
        }
        root
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        (-3i64..3).prop_map(Value::from),
        "[a-c#$]{0,2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map("[ab]|\\$ref", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn holds(schema: &str, value: &str) -> bool {
    let schema: Value = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::options_for::<SightlineJson>().build(&schema).unwrap();
    let document = Document::parse(value).unwrap();
    validator.is_valid(InstanceNode::Value(document.root()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn a_value_holds_exactly_when_the_wrapped_value_holds(schema in schema(), value in value()) {
        let (schema, value) = (schema.to_string(), value.to_string());
        let wrapped = wrap_schema(Document::parse(&schema).unwrap().root());
        prop_assert_eq!(holds(&schema, &value), holds(&wrapped, &format!("{{\"result\":{value}}}")), "{}", wrapped);
    }

    #[test]
    fn a_wrapper_comes_off_whole(schema in schema()) {
        let text = schema.to_string();
        let wrapped = wrap_schema(Document::parse(&text).unwrap().root());
        let back = unwrap_schema(Document::parse(&wrapped).unwrap().root()).unwrap();
        // 2019-09 only: the two refer to the same schema, and the adaptation names the loss.
        let text = if text.contains("2019-09") { text.replace("$recursiveRef", "$ref") } else { text };
        prop_assert!(Document::parse(&back).unwrap().root().equals(Document::parse(&text).unwrap().root()));
    }

    #[test]
    fn results_are_legal_for_the_target_and_losses_are_named(
        schema in schema(), value in value(), from in 0..5usize, to in 0..5usize,
        is_error in any::<bool>(), has_text in any::<bool>(), has_schema in any::<bool>(),
    ) {
        let (from, to) = (&REVISIONS[from], &REVISIONS[to]);
        let value = match from.structured_root {
            StructuredRoot::Object => json!({"a": value}),
            StructuredRoot::Absent | StructuredRoot::AnyValue => value,
        };
        let content = if has_text { json!([{"type": "text", "text": "hello"}]) } else { json!([]) };
        let mut result = json!({"content": content});
        if is_error { result["isError"] = json!(true); }
        if from.structured_root != StructuredRoot::Absent { result["structuredContent"] = value.clone(); }
        if from.has_result_type { result["resultType"] = json!("complete"); }
        let mut tool = json!({"name": "t", "inputSchema": {"type": "object"}});
        if has_schema && from.output_schema_root == OutputSchemaRoot::AnySchema { tool["outputSchema"] = schema; }
        let (tool, result) = (tool.to_string(), result.to_string());
        let (tool_document, document) = (Document::parse(&tool).unwrap(), Document::parse(&result).unwrap());
        let adapted = adapt(
            Some(Tool::of(tool_document.root())),
            ToolResult::of(document.root()),
            &from.revision,
            &to.revision,
        );
        let new_tool = adapted.tool.clone().unwrap();
        let text = adapted.result.clone().unwrap();
        if from.revision == to.revision {
            prop_assert_eq!(&text, &result);
            prop_assert_eq!(&new_tool, &tool);
            return Ok(());
        }
        let new = Document::parse(&text).unwrap();
        let new = ToolResult::of(new.root()).unwrap();
        prop_assert_eq!(new.node().member("resultType").is_some(), to.has_result_type);
        let structured = new.structured_content();
        match to.structured_root {
            StructuredRoot::Absent => prop_assert!(structured.is_none()),
            StructuredRoot::Object => prop_assert!(structured.is_none_or(|value| value.is_object())),
            StructuredRoot::AnyValue => {}
        }
        // Whoever had a value before has it still: in structured content, in text, or as a named loss.
        if from.structured_root != StructuredRoot::Absent {
            let natural = value.to_string();
            let natural = Document::parse(&natural).unwrap();
            let kept = structured.is_some_and(|value| {
                value.equals(natural.root()) || value.member("result").is_some_and(|inner| inner.equals(natural.root()))
            });
            let in_text = new.content().filter_map(ContentBlock::text).any(|text| {
                Document::parse(&text.to_str()).is_ok_and(|text| text.root().equals(natural.root()))
            });
            prop_assert!(kept || in_text || !adapted.losses.is_empty(), "{}", text);
        }
        // A value that the peer gets conforms to the schema that the peer gets, when it did before.
        let new_tool = Document::parse(&new_tool).unwrap();
        if let (Some(schema), Some(value), false) = (Tool::of(new_tool.root()).output_schema(), structured, is_error) {
            let before = Tool::of(tool_document.root()).output_schema().unwrap();
            let old = ToolResult::of(document.root()).unwrap().structured_content().unwrap();
            prop_assert_eq!(holds(before.text(), old.text()), holds(schema.text(), value.text()));
            if to.output_schema_root == OutputSchemaRoot::TypeObject {
                prop_assert_eq!(schema.member("type").unwrap().text(), "\"object\"");
            }
        }
    }
}

/// A definition with what the revision has, in the writing of a person: spaces, escapes, numbers.
fn written_tool(schema: &Value, facts: &RevisionFacts) -> String {
    let mut tool = String::from(
        r#"{ "name" :"caf\u00e9", "x": 1.0e0 , "inputSchema": {"type":"object", "properties":{"a":true, "b": {}}}"#,
    );
    for (field, value) in [
        ("title", r#""T\u00e9""#.to_owned()),
        ("annotations", r#"{"readOnlyHint" : true}"#.to_owned()),
        ("icons", r#"[{"src":"https://example.com/a.png"}]"#.to_owned()),
        ("execution", r#"{"taskSupport":"optional"}"#.to_owned()),
        (
            "outputSchema",
            if facts.output_schema_root == OutputSchemaRoot::AnySchema {
                schema.to_string()
            } else {
                r#"{"type":"object"}"#.to_owned()
            },
        ),
    ] {
        if facts.tool_fields.contains(&field) {
            let _ = write!(tool, " , \"{field}\": {value}");
        }
    }
    tool + "}"
}

/// The pointers at which two values differ, the outermost ones.
fn differences(left: &Value, right: &Value, at: &str, found: &mut Vec<String>) {
    match (left, right) {
        (Value::Object(old), Value::Object(new)) => {
            for key in old.keys().chain(new.keys().filter(|key| !old.contains_key(*key))) {
                let below = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                match (old.get(key), new.get(key)) {
                    (Some(old), Some(new)) => differences(old, new, &below, found),
                    _ => found.push(below),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                differences(old, new, &format!("{at}/{index}"), found);
            }
        }
        _ if left == right => {}
        _ => found.push(at.to_owned()),
    }
}

/// Changes that keep what is meant, though the way back does not undo them; with the reason.
const KEEPS: [(&str, &str); 8] = [
    ("C1", "without a schema whoever wrapped knows of it, and the change says that nothing else tells"),
    ("C2", "a block is added, none is taken"),
    ("C3", "the value stands in the text, or the loss is listed"),
    ("C9", "the value stands in the text, or the loss is listed"),
    ("L2", "a title stands at annotations.title, or the loss is listed"),
    ("L5", "the object means what the boolean meant"),
    ("L8", "the dialect that was meant is written down"),
    ("L11", "the dialect that was meant is written down"),
];

fn keeps(change: &Change) -> bool {
    KEEPS.iter().any(|(step, _)| *step == change.step)
        && (change.step != "C1" || change.what.contains("nothing marks it"))
}

fn covers(change: &Change, subject: &str, pointer: &str) -> bool {
    format!("{:?}", change.subject).eq_ignore_ascii_case(subject)
        && (pointer.starts_with(&change.pointer) || change.pointer.starts_with(pointer))
}

fn both(tool: &str, result: &str, from: &Revision, to: &Revision) -> Adapted {
    let (tool, result) = (Document::parse(tool).unwrap(), Document::parse(result).unwrap());
    adapt(Some(Tool::of(tool.root())), ToolResult::of(result.root()), from, to)
}

/// Every value that no change names has the bytes it had.
fn untouched(subject: &str, before: &str, after: &str, changes: &[Change]) -> Result<(), String> {
    let (before, after) = (Document::parse(before).unwrap(), Document::parse(after).unwrap());
    let mut open = vec![before.root()];
    while let Some(node) = open.pop() {
        let pointer = node.pointer();
        open.extend(node.items());
        open.extend(node.members().map(|member| member.value));
        if changes.iter().any(|change| covers(change, subject, &pointer)) || pointer == "/annotations" {
            continue;
        }
        let same = after.root().at(&pointer).map(|node| node.text().to_owned());
        if !pointer.is_empty() && same.as_deref() != Some(node.text()) {
            return Err(format!("{subject} {pointer}: {} became {same:?}", node.text()));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn there_and_back_is_equal_or_lists_the_loss(
        schema in schema(), value in value(), from in 0..5usize, to in 0..5usize,
        is_error in any::<bool>(), block in 0..5usize,
    ) {
        let (from, to) = (&REVISIONS[from], &REVISIONS[to]);
        let block = [
            "", r#"{"type":"text", "text":"caf\u00e9"}"#, r#"{"type":"text","text":" "}"#,
            r#"{"type":"audio","data":"AA==","mimeType":"audio/wav" }"#,
            r#"{"type":"resource_link","uri":"file:///a","name":"a","annotations":{"priority":1.0}}"#,
        ][block];
        let known = from.block_types.iter().any(|name| block.contains(&format!("\"{name}\"")));
        let block = if known { block } else { "" };
        let mut result = format!(r#"{{"content" : [{block}], "n": 1.50, "isError":{is_error}"#);
        match from.structured_root {
            StructuredRoot::Absent => {}
            StructuredRoot::Object => drop(write!(result, r#","structuredContent": {{"a": {value}}}"#)),
            StructuredRoot::AnyValue => drop(write!(result, r#","structuredContent": {value}"#)),
        }
        result.push_str(if from.has_result_type { r#", "resultType" : "complete"}"# } else { "}" });
        let tool = written_tool(&schema, from);
        let there = both(&tool, &result, &from.revision, &to.revision);
        let (new_tool, new_result) = (there.tool.clone().unwrap(), there.result.clone().unwrap());
        prop_assert_eq!(untouched("tool", &tool, &new_tool, &there.changes), Ok(()));
        prop_assert_eq!(untouched("result", &result, &new_result, &there.changes), Ok(()));
        let back = both(&new_tool, &new_result, &to.revision, &from.revision);
        let named: Vec<&Change> = there.losses.iter().chain(&back.losses)
            .chain(there.changes.iter().chain(&back.changes).filter(|change| keeps(change)))
            .collect();
        for (subject, before, after) in [("tool", &tool, back.tool.unwrap()), ("result", &result, back.result.unwrap())] {
            let (before, after): (Value, Value) = (serde_json::from_str(before).unwrap(), serde_json::from_str(&after).unwrap());
            let mut found = Vec::new();
            differences(&before, &after, "", &mut found);
            for pointer in found {
                prop_assert!(
                    named.iter().any(|change| covers(change, subject, &pointer)) || pointer.starts_with("/annotations"),
                    "{} to {} and back: {} {} is named nowhere\n{}\n{}\n{:#?}", from.revision, to.revision, subject, pointer, before, after, named
                );
            }
        }
    }

    #[test]
    fn text_carries_the_natural_value_without_blanks(schema in schema(), value in value(), to in 0..4usize, has_schema in any::<bool>()) {
        let to = &REVISIONS[to];
        let value = format!(" {value}").replace(':', " : ");
        let natural = value.replace(" : ", ":").trim_start().to_owned();
        let result = format!(r#"{{"resultType":"complete","content":[],"structuredContent":{value}}}"#);
        let tool = if has_schema { written_tool(&schema, &REVISIONS[4]) } else { r#"{"name":"t","inputSchema":{"type":"object"}}"#.to_owned() };
        let adapted = both(&tool, &result, &REVISIONS[4].revision, &to.revision).result.unwrap();
        let document = Document::parse(&adapted).unwrap();
        let result = ToolResult::of(document.root()).unwrap();
        let texts: Vec<String> = result.content().filter_map(ContentBlock::text).map(|text| text.to_str().into_owned()).collect();
        prop_assert_eq!(texts, [natural]);
    }
}

fn check(
    tool: Option<&str>,
    result: &str,
    from: &str,
    to: &str,
    expected: (Option<&str>, &str),
    losses: usize,
) {
    let tool_document = tool.map(|tool| Document::parse(tool).unwrap());
    let document = Document::parse(result).unwrap();
    let adapted = adapt(
        tool_document.as_ref().map(|document| Tool::of(document.root())),
        ToolResult::of(document.root()),
        &Revision::from(from),
        &Revision::from(to),
    );
    assert_eq!(adapted.tool.as_deref(), expected.0, "{from} to {to}");
    assert_eq!(adapted.result.as_deref(), Some(expected.1), "{from} to {to}");
    assert_eq!(adapted.losses.len(), losses, "{:?}", adapted.losses);
}

#[test]
fn steps_of_the_table() {
    // C1, C2, C6: value and schema are wrapped together, the text carries the natural value.
    check(
        Some(r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}"#),
        r#"{"resultType":"complete","content":[], "structuredContent":[1.0]}"#,
        "2026-07-28",
        "2025-11-25",
        (
            Some(
                r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"result":{"type":"array"}},"required":["result"]},"_meta":{"sightline/wrapped":true}}"#,
            ),
            r#"{"content":[{"type":"text","text":"[1.0]"}], "structuredContent":{"result":[1.0]}}"#,
        ),
        0,
    );
    // An object under a nullable root is wrapped too, or its schema would refuse it.
    check(
        Some(r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":["object","null"]}}"#),
        r#"{"content":[{"type":"text","text":"x"}],"structuredContent":{"a":1},"resultType":"complete"}"#,
        "2026-07-28",
        "2025-06-18",
        (
            Some(
                r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"result":{"type":["object","null"]}},"required":["result"]},"_meta":{"sightline/wrapped":true}}"#,
            ),
            r#"{"content":[{"type":"text","text":"x"}],"structuredContent":{"result":{"a":1}}}"#,
        ),
        0,
    );
    // L1, L2, L5, C3, C4, C5 toward the first revision.
    check(
        Some(
            r#"{"name":"t","title":"T","inputSchema":{"type":"object","properties":{"a":true,"b":false}},"annotations":{"readOnlyHint":true}}"#,
        ),
        r#"{"content":[{"type":"audio","data":"AA==","mimeType":"audio/wav"},{"type":"resource_link","uri":"file:///a","name":"a"}],"structuredContent":{"a":1}}"#,
        "2025-06-18",
        "2024-11-05",
        (
            Some(r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{},"b":{"not":{}}}}}"#),
            r#"{"content":[{"type":"resource","resource":{"uri":"content:///0","mimeType":"audio/wav","blob":"AA=="}},{"type":"text","text":"a: file:///a"},{"type":"text","text":"{\"a\":1}"}]}"#,
        ),
        5,
    );
    // C10, and a title that folds into the annotations of a peer without titles.
    check(
        Some(r#"{"name":"t","title":"T","inputSchema":{"type":"object"}}"#),
        r#"{"content":[]}"#,
        "2025-11-25",
        "2025-03-26",
        (
            Some(r#"{"name":"t","inputSchema":{"type":"object"},"annotations":{"title":"T"}}"#),
            r#"{"content":[]}"#,
        ),
        0,
    );
    check(
        None,
        r#"{"content":[]}"#,
        "2025-11-25",
        "2026-07-28",
        (None, r#"{"content":[],"resultType":"complete"}"#),
        0,
    );
    // C13
    check(
        None,
        r#"{"task":{"taskId":"1","status":"working","ttl":null}}"#,
        "2025-11-25",
        "2026-07-28",
        (None, r#"{"resultType":"task","taskId":"1","status":"working","ttlMs":null}"#),
        0,
    );
    // C9
    check(
        None,
        r#"{"content":[{"type":"text","text":"no"}],"structuredContent":{"a":1},"isError":true}"#,
        "2025-11-25",
        "2025-06-18",
        (None, r#"{"content":[{"type":"text","text":"no"}],"isError":true}"#),
        1,
    );
}

#[test]
fn waiting_results_become_plans() {
    let text = r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"Which?"}}},"requestState":"s"}"#;
    let document = Document::parse(text).unwrap();
    let to = |revision| adapt(None, ToolResult::of(document.root()), &Revision::V2026_07_28, &revision);
    let adapted = to(Revision::V2025_11_25);
    assert_eq!(adapted.plans[0].step, "C7");
    assert!(adapted.plans[0].actions[0].starts_with("ask the client for elicitation/create"));
    // Whoever carries out no plan still has something legal to send, which says what is missing.
    let result = adapted.result.unwrap();
    assert!(result.contains("Which?") && result.ends_with(r#""isError":true}"#), "{result}");
    // Before there was elicitation, nobody can be asked.
    assert!(to(Revision::V2025_03_26).plans[0].actions[0].contains("cannot be asked"));
}

#[test]
fn a_task_is_polled_or_nested() {
    let text = r#"{"resultType":"task","taskId":"7","status":"working","createdAt":"a","lastUpdatedAt":"b","ttlMs":5,"pollIntervalMs":1.0}"#;
    let document = Document::parse(text).unwrap();
    let to = |revision| adapt(None, ToolResult::of(document.root()), &Revision::V2026_07_28, &revision);
    let adapted = to(Revision::V2025_11_25);
    assert_eq!(
        adapted.plans[0].alternative.as_deref(),
        Some(
            r#"{"task":{"taskId":"7","status":"working","createdAt":"a","lastUpdatedAt":"b","ttl":5,"pollInterval":1.0}}"#
        )
    );
    assert!(adapted.result.unwrap().contains("task 7"));
    assert_eq!(to(Revision::V2025_06_18).plans[0].alternative, None);
}

/// Answers to tasks/get, the peer's revision, and what it gets: the task, the result, the error.
const TASKS: &[(&str, Revision, Revision, [Option<&str>; 3])] = &[
    (
        r#"{"taskId":"7","status":"working","createdAt":"a","lastUpdatedAt":"b","ttl":null,"pollInterval":5}"#,
        Revision::V2025_11_25,
        Revision::V2026_07_28,
        [
            Some(
                r#"{"taskId":"7","status":"working","createdAt":"a","lastUpdatedAt":"b","ttlMs":null,"pollIntervalMs":5,"resultType":"complete"}"#,
            ),
            None,
            None,
        ],
    ),
    (
        r#"{"resultType":"complete","taskId":"7","status":"failed","createdAt":"a","lastUpdatedAt":"b","ttlMs":1,"error":{"code":-32603,"message":"no"}}"#,
        Revision::V2026_07_28,
        Revision::V2025_11_25,
        [
            Some(r#"{"taskId":"7","status":"failed","createdAt":"a","lastUpdatedAt":"b","ttl":1}"#),
            None,
            Some(r#"{"code":-32603,"message":"no"}"#),
        ],
    ),
    (
        r#"{"resultType":"complete","taskId":"7","status":"input_required","createdAt":"a","lastUpdatedAt":"b","ttlMs":1,"inputRequests":{"a":{"method":"roots/list"}}}"#,
        Revision::V2026_07_28,
        Revision::V2025_11_25,
        [
            Some(r#"{"taskId":"7","status":"input_required","createdAt":"a","lastUpdatedAt":"b","ttl":1}"#),
            None,
            None,
        ],
    ),
    (
        r#"{"taskId":"7","status":"completed","createdAt":"a","lastUpdatedAt":"b","ttl":1}"#,
        Revision::V2025_11_25,
        Revision::V2025_06_18,
        [
            None,
            Some(
                r#"{"content":[{"type":"text","text":"The call goes on as task 7 (status completed)."}],"isError":true}"#,
            ),
            None,
        ],
    ),
    (
        r#"{"taskId":"7", "ttl":1}"#,
        Revision::V2025_11_25,
        Revision::V2025_11_25,
        [Some(r#"{"taskId":"7", "ttl":1}"#), None, None],
    ),
    (
        r#"{"resultType":"complete","taskId":"7","ttlMs":1,"ttl":2}"#,
        Revision::V2026_07_28,
        Revision::V2025_11_25,
        [Some(r#"{"taskId":"7","ttl":1}"#), None, None],
    ),
];

#[test]
fn an_answer_about_a_task_has_the_form_of_the_peer() {
    for (text, from, to, expected) in TASKS {
        let document = Document::parse(text).unwrap();
        let adapted = adapt_task(document.root(), None, from, to).unwrap();
        let found = [&adapted.task, &adapted.result, &adapted.error].map(Option::as_deref);
        assert_eq!(found, *expected, "{text} for {to}");
        assert!(found.into_iter().flatten().all(|text| Document::parse(text).is_ok()));
        let at_task =
            |change: &Change| change.pointer.starts_with("/task") && change.subject == Subject::Exchange;
        assert!(adapted.changes.iter().chain(&adapted.losses).all(at_task), "{adapted:?}");
        assert_eq!(from == to, adapted.changes.is_empty(), "{adapted:?}");
    }
}

#[test]
fn lists_errors_and_requests() {
    // L6, L7: the tool that nobody could call goes, the header of the other is the gateway's to send.
    let list = r#"{"resultType":"complete", "tools":[{"name":"bad","inputSchema":{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}},{"name":"t","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}],"ttlMs":5,"cacheScope":"public"}"#;
    let document = Document::parse(list).unwrap();
    let adapted = adapt_list(document.root(), &Revision::V2026_07_28, &Revision::V2025_11_25);
    assert_eq!(
        adapted.list.unwrap(),
        r#"{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}]}"#
    );
    assert_eq!(adapted.losses[0].pointer, "/tools/0");
    assert_eq!(
        adapted.plans[0].actions,
        [
            "on each call send the header Mcp-Name: t upstream",
            "send the argument /r, when given, as the header Mcp-Param-Region too"
        ]
    );
    // C11: a code that changed, and an error that is a request.
    let error = Document::parse(r#"{"code":-32002, "message":"gone"}"#).unwrap();
    let adapted = adapt_error(error.root(), &Revision::V2025_06_18, &Revision::V2026_07_28);
    assert_eq!(adapted.error.unwrap(), r#"{"code":-32602, "message":"gone"}"#);
    let text = r#"{"code":-32042,"message":"Sign in first","data":{"elicitations":[{"mode":"url","elicitationId":"e","url":"https://example.com/in","message":"Sign in"}]}}"#;
    let error = Document::parse(text).unwrap();
    let adapted = adapt_error(error.root(), &Revision::V2025_11_25, &Revision::V2026_07_28);
    assert_eq!(
        adapted.result.unwrap(),
        r#"{"resultType":"input_required","inputRequests":{"url-1":{"method":"elicitation/create","params":{"mode":"url","url":"https://example.com/in","message":"Sign in"}}}}"#
    );
    let adapted = adapt_error(error.root(), &Revision::V2025_11_25, &Revision::V2025_06_18);
    assert_eq!(
        adapted.result.unwrap(),
        r#"{"content":[{"type":"text","text":"Sign in first\nSign in: https://example.com/in"}],"isError":true}"#
    );
    assert_eq!(
        adapt_error(error.root(), &Revision::V2025_11_25, &Revision::V2025_11_25).error.unwrap(),
        text
    );
    // C12
    let request = Document::parse(
        r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","elicitationId":"e","url":"https://example.com/","message":"Go"}}"#,
    )
    .unwrap();
    let adapted = adapt_request(request.root(), &Revision::V2025_11_25, &Revision::V2026_07_28);
    assert_eq!(
        adapted.result.unwrap(),
        r#"{"resultType":"input_required","inputRequests":{"elicitation/create":{"method":"elicitation/create","params":{"mode":"url","url":"https://example.com/","message":"Go"}}}}"#
    );
    assert_eq!(adapted.losses[0].pointer, "/params/elicitationId");
    let adapted = adapt_request(request.root(), &Revision::V2025_11_25, &Revision::V2025_06_18);
    assert!(adapted.request.is_none() && adapted.plans[0].actions[0].contains("https://example.com/"));
}

#[test]
fn of_duplicate_members_all_go() {
    check(
        None,
        r#"{"resultType":"task","content":[],"ttlMs":1,"resultType":"complete","ttlMs":2}"#,
        "2026-07-28",
        "2025-11-25",
        (None, r#"{"content":[]}"#),
        1,
    );
}

#[test]
fn a_schema_beyond_the_bounds_is_dropped_and_named() {
    let deep = |depth: usize| format!("{}{{}}{}", r#"{"items":"#.repeat(depth), "}".repeat(depth));
    let wide: Vec<String> = (0..20_000).map(|index| format!("\"p{index}\":{{\"$ref\":\"#\"}}")).collect();
    for schema in [deep(100), format!("{{\"$defs\":{{{}}}}}", wide.join(","))] {
        let tool = format!(r#"{{"name":"t","inputSchema":{{"type":"object"}},"outputSchema":{schema}}}"#);
        let adapted = both(
            &tool,
            r#"{"resultType":"complete","content":[],"structuredContent":[1]}"#,
            &Revision::V2026_07_28,
            &Revision::V2025_11_25,
        );
        assert_eq!(adapted.tool.as_deref(), Some(r#"{"name":"t","inputSchema":{"type":"object"}}"#));
        assert!(adapted.result.unwrap().contains(r#""structuredContent":{"result":[1]}"#));
        assert!(adapted.losses.iter().any(|loss| loss.step == "L4" && loss.pointer == "/outputSchema"));
    }
}

#[test]
fn a_value_that_breaks_a_schema_of_objects_reaches_the_model_as_an_error() {
    check(
        Some(r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}"#),
        r#"{"content":[],"structuredContent":null,"resultType":"complete"}"#,
        "2026-07-28",
        "2025-11-25",
        (
            Some(r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}"#),
            r#"{"content":[{"type":"text","text":"null"}],"isError":true}"#,
        ),
        1,
    );
}
