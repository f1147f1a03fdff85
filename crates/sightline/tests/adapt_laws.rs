//! Laws of the bridge between revisions, over generated schemas, values and results.

use proptest::prelude::*;
use serde_json::{Value, json};
use sightline::adapt::{adapt, unwrap_schema, wrap_schema};
use sightline::content::ContentBlock;
use sightline::json::{Document, InstanceNode, SightlineJson};
use sightline::result::ToolResult;
use sightline::revision::{OutputSchemaRoot, REVISIONS, Revision, StructuredRoot};
use sightline::tool::Tool;

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
    (node, any::<bool>()).prop_map(|(node, dialect)| {
        let mut root = json!({
            "anyOf": [node, {"type": "boolean"}],
            "$defs": {
                "a": {"type": "array", "items": {"$ref": "#"}},
                "b c": {"type": "string", "$anchor": "anchored"}
            }
        });
        if dialect {
            root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
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
    #![proptest_config(ProptestConfig::with_cases(300))]

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
                r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"result":{"type":"array"}},"required":["result"],"x-sightline-wrapped":true}}"#,
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
                r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"result":{"type":["object","null"]}},"required":["result"],"x-sightline-wrapped":true}}"#,
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
        3,
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
    let text = r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"}},"requestState":"s"}"#;
    let document = Document::parse(text).unwrap();
    let adapted =
        adapt(None, ToolResult::of(document.root()), &Revision::V2026_07_28, &Revision::V2025_11_25);
    assert_eq!(adapted.plans[0].step, "C7");
    assert!(adapted.plans[0].actions[0].contains("elicitation/create"));
}
