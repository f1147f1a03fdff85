//! Laws of contracts: what is inferred holds, and what is called compatible is.

use proptest::prelude::*;
use serde_json::{Value, json};
use sightline::contract::{Effect, Inferred, Openness, Summary, diff, infer};
use sightline::diagnostic::Level;
use sightline::json::Document;
use sightline::revision::Revision;
use sightline::rules::{Context, Settings, check};
use sightline::schema::{OutputSchema, Verdict};
use sightline::tool::Tool;

/// JSON texts: numbers in many spellings, keys twice, lone surrogates, strings of formats.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        prop::sample::select(vec!["true", "false"]).prop_map(str::to_owned),
        prop::sample::select(vec![
            "0",
            "-0",
            "1.0",
            "1e2",
            "1E-2",
            "0.1",
            "12345678901234567890123",
            "1e400",
            "-7"
        ])
        .prop_map(str::to_owned),
        prop::sample::select(vec![
            r#""x""#,
            r#""y""#,
            r#""\ud800""#,
            r#""2026-11-30""#,
            r#""2026-11-30T10:00:00Z""#,
            r#""https://example.com/a""#,
            r#""""#
        ])
        .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let key =
            prop::sample::select(vec!["a", "b", "c", "type", "\\ud800", "\\u0061", "~/", "1", "2", "3"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((key, inner), 0..5).prop_map(|members| {
                let members: Vec<String> =
                    members.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

fn summary(texts: &[String]) -> Summary {
    let mut summary = Summary::default();
    for text in texts {
        summary.add(Document::parse(text).unwrap().root());
    }
    summary
}

fn inferred(texts: &[String], openness: Openness) -> Inferred {
    infer(&summary(texts), openness).unwrap()
}

fn verdict(schema: &str, value: &str) -> Verdict {
    let document = Document::parse(schema).unwrap();
    let schema = OutputSchema::compile(document.root()).unwrap_or_else(|error| panic!("{error}: {schema}"));
    schema.check(Document::parse(value).unwrap().root())
}

/// A few times each of a few values, so that there is evidence.
fn values() -> impl Strategy<Value = Vec<String>> {
    (prop::collection::vec(value(), 1..7), 1..4usize)
        .prop_map(|(values, times)| values.iter().cycle().take(values.len() * times).cloned().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn every_value_holds(texts in values()) {
        for openness in [Openness::Open, Openness::Closed] {
            let inferred = inferred(&texts, openness);
            for text in &texts {
                prop_assert_eq!(verdict(&inferred.schema, text), Verdict::Holds, "{} under {}", text, inferred.schema);
            }
        }
    }

    #[test]
    fn neither_order_nor_parting_matters((texts, shuffled) in values().prop_flat_map(|texts| {
        (Just(texts.clone()), Just(texts).prop_shuffle())
    }), cut in 0..20usize) {
        let whole = summary(&texts);
        prop_assert_eq!(&whole, &summary(&shuffled));
        let (left, right) = texts.split_at(cut.min(texts.len()));
        let mut merged = summary(right);
        merged.merge(summary(left));
        prop_assert_eq!(&whole, &merged);
        prop_assert_eq!(infer(&whole, Openness::Open), infer(&merged, Openness::Open));
    }

    #[test]
    fn another_kind_does_not_hold(texts in values(), other in value()) {
        let kind = |text: &str| Document::parse(text).unwrap().root().kind();
        let texts: Vec<String> = texts.into_iter().filter(|text| kind(text) != kind(&other)).collect();
        if texts.is_empty() {
            return Ok(());
        }
        for wrap in [|text: &String| text.clone(), |text: &String| format!("{{\"m\":{text}}}"), |text: &String| format!("[{text}]")] {
            let texts: Vec<String> = texts.iter().map(wrap).collect();
            let schema = inferred(&texts, Openness::Open).schema;
            prop_assert!(matches!(verdict(&schema, &wrap(&other)), Verdict::Breaks(_)), "{} under {}", other, schema);
        }
    }

    #[test]
    fn no_rule_finds_more_than_advice(texts in values()) {
        let schema = inferred(&texts, Openness::Open).schema;
        let tool = format!(
            r#"{{"name":"t","title":"T","description":"Does it.","inputSchema":{{"type":"object","additionalProperties":false}},"outputSchema":{schema}}}"#
        );
        let tool = Document::parse(&tool).unwrap();
        let context = Context::new(Revision::LATEST).with_tool(Tool::of(tool.root()));
        let found = check(&context, &Settings::default());
        let worst: Vec<_> = found.iter().filter(|found| found.level > Level::Advice).collect();
        prop_assert!(worst.is_empty(), "{:?} in {}", worst, schema);
    }
}

/// A schema of few words, so that two of them are often near.
fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({})),
        prop::sample::select(vec!["string", "integer", "number", "boolean", "null"])
            .prop_map(|kind| json!({"type": kind})),
        prop::sample::select(vec!["string", "integer", "object"])
            .prop_map(|kind| json!({"type": [kind, "null"]})),
        (0..3i64).prop_map(|least| json!({"type": "number", "minimum": least})),
        (0..3i64).prop_map(|most| json!({"exclusiveMaximum": most})),
        (0..3i64).prop_map(|most| json!({"type": "string", "maxLength": most})),
        prop::sample::subsequence(
            vec![json!("a"), json!("b"), json!(1), json!(1.0), json!(null), json!(true)],
            1..4
        )
        .prop_map(|values| json!({"enum": values})),
        Just(json!({"const": "a"})),
        Just(json!({"$ref": "#/$defs/d"})),
        Just(json!({"not": {"type": "string"}})),
        Just(json!({"pattern": "^a"})),
        any::<bool>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let members = prop::collection::hash_map("[ab]", inner.clone(), 0..3);
        let required = prop::sample::subsequence(vec!["a", "b"], 0..2);
        let further = prop::option::of(prop_oneof![any::<bool>().prop_map(Value::from), inner.clone()]);
        let object = (members, required, further, any::<bool>()).prop_map(|(members, required, further, typed)| {
            let mut schema = json!({"properties": members, "required": required});
            if let Some(further) = further {
                schema["additionalProperties"] = further;
            }
            if typed {
                schema["type"] = json!("object");
            }
            schema
        });
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            4 => object,
            1 => inner.clone().prop_map(|items| json!({"type": "array", "items": items, "minItems": 1})),
            1 => two.clone().prop_map(|(one, other)| json!({"anyOf": [one, other]})),
            1 => two.clone().prop_map(|(one, other)| json!({"oneOf": [one, other]})),
            1 => two.clone().prop_map(|(one, other)| json!({"allOf": [one, other]})),
            1 => two.prop_map(|(one, other)| json!({"patternProperties": {"^a": one}, "additionalProperties": other})),
        ]
    })
}

/// Two schemas: of the same making, or one with a part of the other exchanged.
fn two_schemas() -> impl Strategy<Value = (Value, Value)> {
    let named = |schema: Value, inner: Value| match schema {
        Value::Object(mut members) => {
            members.insert("$defs".to_owned(), json!({"d": inner}));
            Value::Object(members)
        }
        schema => json!({"allOf": [schema], "$defs": {"d": inner}}),
    };
    let inner = prop::sample::select(vec![
        json!({"type": "string"}),
        json!({"type": ["string", "null"]}),
        json!(true),
    ]);
    let raw = (schema(), schema(), any::<prop::sample::Index>(), 0..4u8);
    (raw, inner.clone(), inner).prop_map(move |((one, other, at, how), left, right)| {
        let new = if how == 0 { other.clone() } else { exchanged(&one, &other, at) };
        let right = if how == 1 { left.clone() } else { right };
        (named(one, left), named(new, right))
    })
}

/// The schema with one schema inside it exchanged.
fn exchanged(schema: &Value, by: &Value, at: prop::sample::Index) -> Value {
    let text = schema.to_string();
    let document = Document::parse(&text).unwrap();
    let mut places = Vec::new();
    let mut open = vec![document.root()];
    while let Some(node) = open.pop() {
        for member in node.members() {
            match &*member.key.to_str() {
                "properties" => open.extend(member.value.members().map(|member| member.value)),
                "anyOf" | "oneOf" | "allOf" => open.extend(member.value.items()),
                "items" | "additionalProperties" => open.push(member.value),
                _ => {}
            }
        }
        places.push(node.pointer());
    }
    let mut changed = schema.clone();
    if let Some(place) = changed.pointer_mut(at.get(&places).as_str()) {
        *place = by.clone();
    }
    changed
}

fn instance() -> impl Strategy<Value = Value> {
    let leaf = prop::sample::select(vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(1.5),
        json!(3),
        json!("a"),
        json!("b"),
        json!("aaaa"),
        json!(""),
    ]);
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            3 => prop::collection::hash_map("[abc]", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn what_is_called_compatible_is((old, new) in two_schemas(), values in prop::collection::vec(instance(), 24)) {
        let (old, new) = (old.to_string(), new.to_string());
        let (left, right) = (Document::parse(&old).unwrap(), Document::parse(&new).unwrap());
        prop_assert!(diff(left.root(), left.root()).changes.is_empty());
        let difference = diff(left.root(), right.root());
        let back = diff(right.root(), left.root());
        prop_assert_eq!(difference.readers(), back.writers(), "{} against {}", old, new);
        let (Ok(of_old), Ok(of_new)) = (OutputSchema::compile(left.root()), OutputSchema::compile(right.root())) else {
            return Ok(());
        };
        for value in values {
            let text = value.to_string();
            let value = Document::parse(&text).unwrap();
            let holds = |schema: &OutputSchema| schema.check(value.root()) == Verdict::Holds;
            if difference.readers() == Effect::Compatible && holds(&of_new) {
                prop_assert!(holds(&of_old), "{} holds to {} and not to {}", text, new, old);
            }
            if difference.writers() == Effect::Compatible && holds(&of_old) {
                prop_assert!(holds(&of_new), "{} holds to {} and not to {}", text, old, new);
            }
        }
    }
}
