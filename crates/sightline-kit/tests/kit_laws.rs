//! Laws of built results: no call makes one that `check` calls an error, in any revision, and what a
//! limit leaves out can be had.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use sightline::diagnostic::{Guidance, Level};
use sightline::json::Document;
use sightline::result::ToolResult;
use sightline::revision::REVISIONS;
use sightline::rules::{Context, Settings, check};
use sightline::tool::Tool;
use sightline_kit::store::{MemoryStore, Store, page};
use sightline_kit::{Encoding, For, InputRequest, Limit, Link, Reply, Text, TypedTool, Unit, schemars};

/// Fails when any reading calls the reply an error in any revision; `build` judges definitions so.
fn assert_legal<T: Serialize>(tool: &TypedTool<T>, reply: &Reply) {
    for (index, facts) in REVISIONS.iter().enumerate() {
        let definition = Document::parse(tool.definition_for(&facts.revision)).unwrap();
        let result = reply.for_peer(&facts.revision);
        let result = Document::parse(&result).unwrap();
        let guidance = Guidance::ALL[index % Guidance::ALL.len()];
        let context = Context::new(facts.revision.clone())
            .with_known_tool(Tool::of(definition.root()))
            .with_result(ToolResult::of(result.root()).unwrap());
        let mut found = check(&context, &Settings::under(guidance));
        found.retain(|found| found.level == Level::Error);
        assert!(found.is_empty(), "{} {}: {found:#?}\n{}", facts.revision, guidance.name(), result.text());
    }
}

fn texts<T: Serialize + 'static>() -> Vec<Text<T>> {
    let summary =
        || Text::written(|value: &T| format!("{} bytes", serde_json::to_string(value).unwrap().len()));
    let mut texts = vec![summary(), Text::written(|_: &T| " ".to_owned()), summary().then(Encoding::Table)];
    texts.extend(Encoding::ALL.map(Text::of));
    texts
}

/// Every text form, whole and with one of two limits, for all values of one type.
fn every_form_is_legal<'v, T: Serialize + JsonSchema + 'static>(values: impl IntoIterator<Item = &'v T>) {
    let values: Vec<&T> = values.into_iter().collect();
    let tool = || TypedTool::<T>::builder("probe");
    for (index, text) in texts::<T>().into_iter().enumerate() {
        let plain = tool().text(text.clone()).build().unwrap();
        let limited = if index.is_multiple_of(2) {
            tool().text(text).text_limit(Limit::Bytes(160)).view("ui://probe/view.html")
        } else {
            tool().text(text).limit(Limit::Bytes(300), Arc::new(MemoryStore::new(1 << 20)), "probe://")
        };
        let limited = limited.build().unwrap();
        for value in &values {
            assert_legal(&plain, &plain.reply(value).finish_or_error());
            assert_legal(&limited, &limited.reply(value).audience([For::User]).finish_or_error());
        }
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Row {
    id: u64,
    name: String,
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    parent: Option<i32>,
    tags: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind")]
enum Event {
    Empty,
    Moved { x: f32, y: Option<f32> },
    Named(Named),
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Named {
    name: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Branch {
    label: String,
    branches: Vec<Branch>,
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,8}",
        "\\PC{0,12}",
        Just("null".to_owned()),
        Just("a|b,\"c\"\n- d".to_owned()),
        "[ -~]{60,120}"
    ]
}

fn row() -> impl Strategy<Value = Row> {
    (
        any::<u64>(),
        word(),
        any::<f64>(),
        prop::option::of(word()),
        any::<Option<i32>>(),
        prop::collection::vec(word(), 0..4),
    )
        .prop_map(|(id, name, score, note, parent, tags)| Row { id, name, score, note, parent, tags })
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        Just(Event::Empty),
        (any::<f32>(), any::<Option<f32>>()).prop_map(|(x, y)| Event::Moved { x, y }),
        word().prop_map(|name| Event::Named(Named { name })),
    ]
}

fn branch() -> impl Strategy<Value = Branch> {
    let leaf = word().prop_map(|label| Branch { label, branches: Vec::new() });
    leaf.prop_recursive(3, 12, 3, |inner| {
        (word(), prop::collection::vec(inner, 0..3)).prop_map(|(label, branches)| Branch { label, branches })
    })
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(word(), inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn rows_are_legal(rows in prop::collection::vec(row(), 0..12)) {
        every_form_is_legal([&rows]);
        every_form_is_legal(rows.first());
        every_form_is_legal([&rows.first().cloned()]);
        every_form_is_legal([&(rows.len(), rows.first().cloned(), rows.clone())]);
    }

    #[test]
    fn enums_maps_and_trees_are_legal(
        events in prop::collection::vec(event(), 0..4),
        map in prop::collection::btree_map(word(), any::<Option<f64>>(), 0..4),
        tree in branch(),
    ) {
        every_form_is_legal(&events);
        every_form_is_legal([&events]);
        every_form_is_legal::<BTreeMap<String, Option<f64>>>([&map]);
        every_form_is_legal([&tree]);
    }

    #[test]
    fn scalars_are_legal(text in word(), number in any::<f64>(), integer in any::<i128>(), flag in any::<bool>()) {
        every_form_is_legal([&text, &String::new()]);
        every_form_is_legal([&number, &f64::NAN]);
        every_form_is_legal([&integer]);
        every_form_is_legal([&flag]);
        every_form_is_legal([&()]);
        every_form_is_legal([&None::<u8>]);
    }

    #[test]
    fn any_json_is_legal(value in any_json()) {
        every_form_is_legal([&value]);
        // Held to a schema of another kind, it is a result or an error that names the field.
        for kind in ["object", "array", "string", "null"] {
            let tool = TypedTool::<Value>::builder_with_schema("probe", json!({"type": kind})).build().unwrap();
            let reply = tool.reply(&value).finish();
            prop_assert_eq!(reply.is_err(), kind_of(&value) != kind);
            assert_legal(&tool, &tool.reply(&value).finish_or_error());
        }
    }

    #[test]
    fn whatever_else_is_given_is_legal_or_refused(
        key in prop_oneof![word(), "[a-z.]{0,9}/[a-z]{0,5}", Just("io.modelcontextprotocol/x".to_owned()), Just("traceparent".to_owned())],
        uri in word(), name in word(), message in word(), ask in word(),
    ) {
        let tool = TypedTool::<u8>::builder("probe").build().unwrap();
        let marks = [For::User, For::User, For::Assistant];
        let reply = tool
            .reply(&1)
            .summary(message.clone())
            .meta(&key, &message)
            .link(Link::new(uri.clone(), name.clone()).title(message.clone()).audience(marks))
            .note(&name, marks)
            .finish_or_error();
        assert_legal(&tool, &reply);
        assert_legal(&tool, &tool.error(&message));
        let schema = json!({"type": "object", "properties": {name.clone(): {"type": "string"}}});
        let asked = tool
            .input_required()
            .ask(&ask, InputRequest::form(&message, schema))
            .ask(&name, InputRequest::visit(&message, &uri))
            .ask("roots", InputRequest::roots())
            .state(message)
            .finish();
        if let Ok(asked) = asked {
            assert_legal(&tool, &asked);
        }
    }

    #[test]
    fn what_is_left_out_can_be_had(rows in prop::collection::vec(row(), 0..20), limit in 150_usize..1200) {
        // A type whose numbers are finite, as JSON has no others.
        let rows: Vec<Row> = rows.into_iter().map(|row| Row { score: 1.0, ..row }).collect();
        nothing_is_unreachable(&rows, limit);
        nothing_is_unreachable(&json!({"deep": {"rows": rows}, "log": "x".repeat(limit)}), limit);
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A limited result keeps its limit and its schema, and its parts and pages add up to the whole.
fn nothing_is_unreachable<T: Serialize + JsonSchema>(value: &T, limit: usize) {
    let limit = Limit::Bytes(limit);
    let store = Arc::new(MemoryStore::new(1 << 24));
    let build =
        |text| TypedTool::<T>::builder("probe").text(text).limit(limit, store.clone(), "probe://").build();
    for encoding in Encoding::ALL {
        let tool = build(Text::of(encoding)).unwrap();
        let Ok(reply) = tool.reply(value).finish() else { continue };
        assert!(limit.allows(reply.text()), "{}", reply.text());
        let result = Document::parse(reply.json()).unwrap();
        let shown = result.root().member("structuredContent").unwrap();
        assert!(limit.allows(shown.text()), "{}", shown.text());
        let whole = serde_json::to_value(value).unwrap();
        let Some(key) = reply.stored() else {
            assert_eq!(shown.to_value(), whole);
            continue;
        };
        assert!(reply.text().contains(&format!("probe://{key}")), "{}", reply.text());
        assert!(reply.json().contains(&format!("\"uri\":\"probe://{key}\"")));
        assert_eq!(serde_json::from_str::<Value>(&store.get(key).unwrap().unwrap()).unwrap(), whole);
        let mut rebuilt = shown.to_value();
        // Inner parts first: a page of an outer array brings its items whole.
        for part in reply.left_out().iter().rev() {
            let target = rebuilt.pointer_mut(&part.pointer).unwrap();
            let mut cursor = part.cursor.clone();
            if part.unit == Unit::Characters {
                let text = target.as_str().unwrap();
                *target = Value::from(text.chars().take(part.kept).collect::<String>());
            }
            while let Some(at) = cursor {
                let page = page(&*store, &at, limit).unwrap().unwrap();
                match (&mut *target, serde_json::from_str(&page.json).unwrap()) {
                    (Value::Array(items), Value::Array(more)) => items.extend(more),
                    (Value::String(text), Value::String(more)) => text.push_str(&more),
                    other => panic!("{other:?}"),
                }
                cursor = page.next;
            }
        }
        assert_eq!(rebuilt, whole);
    }
}

#[test]
fn cuts_keep_what_the_schema_demands() {
    let schema = json!({
        "type": "object",
        "required": ["rows", "code"],
        "properties": {
            "rows": {"type": "array", "minItems": 3, "items": {"$ref": "#/$defs/row"}},
            "code": {"type": "string", "pattern": "^[a-z]{100}$"},
            "log": {"type": "string", "minLength": 80},
            "first": {"type": "array", "contains": {"const": 99}},
        },
        "$defs": {"row": {"type": "object", "properties": {"tags": {"type": "array", "minItems": 2}}}}
    });
    let row = json!({"tags": [1, 2, 3, 4, 5]});
    let first: Vec<u32> = (0..100).collect();
    let value =
        json!({"rows": vec![row; 50], "code": "a".repeat(100), "log": "l".repeat(900), "first": first});
    let store = Arc::new(MemoryStore::new(1 << 20));
    let tool = |limit| {
        TypedTool::<Value>::builder_with_schema("probe", schema.clone())
            .limit(Limit::Bytes(limit), store.clone(), "probe://")
            .build()
            .unwrap()
    };
    let reply = tool(900).reply(&value).finish().unwrap();
    let shown: Value = serde_json::from_str(reply.json()).unwrap();
    let shown = &shown["structuredContent"];
    assert_eq!(shown["first"].as_array().unwrap().len(), 100);
    assert_eq!(shown["code"].as_str().unwrap().len(), 100);
    assert!(shown["rows"].as_array().unwrap().len() >= 3);
    assert!(shown["log"].as_str().unwrap().len() >= 80);
    let error = tool(300).reply(&value).finish().unwrap_err();
    assert!(error.to_string().contains("too few for what the schema demands"), "{error}");
}

#[test]
fn edge_results_are_results() {
    let tool = TypedTool::<Vec<Row>>::builder("probe").text(Text::of(Encoding::Table)).build().unwrap();
    let reply = tool.reply(&Vec::new()).finish().unwrap();
    assert_eq!(reply.text(), "(none)");
    assert!(reply.json().contains(r#""structuredContent":[]"#));
    assert_eq!(tool.reply_json("null").finish().unwrap_err().violations()[0].keyword, "type");
    assert!(
        tool.reply_json("[{\"id\":1}]").finish().unwrap_err().to_string().contains("\"name\" is missing")
    );
    assert!(tool.reply_json("[").finish().is_err());
    let twice = TypedTool::<Value>::builder("any").build().unwrap();
    assert!(twice.reply_json(r#"{"a":1,"a":2}"#).finish().unwrap_err().to_string().contains("stands twice"));
}
