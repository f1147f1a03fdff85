//! No schema and no value burns a core, overflows a stack or opens a socket.

use std::thread;

use sightline::json::Document;
use sightline::schema::{OutputSchema, SchemaProblemKind, Verdict};

/// Judges on a stack of two mebibytes, the smallest that callers have.
fn judge(schema: &str, value: &str) -> Result<Verdict, SchemaProblemKind> {
    let (schema, value) = (schema.to_owned(), value.to_owned());
    let judged = thread::Builder::new().stack_size(2 << 20).spawn(move || {
        let schema = Document::parse(&schema).unwrap();
        let value = Document::parse(&value).unwrap();
        OutputSchema::compile(schema.root()).map(|schema| schema.check(value.root()))
    });
    judged.unwrap().join().unwrap().map_err(|problem| problem.kind)
}

fn check_problem(schema: &str, expected: SchemaProblemKind) {
    let shown: String = schema.chars().take(80).collect();
    assert_eq!(judge(schema, "1").unwrap_err(), expected, "{shown}");
}

#[test]
fn problems_have_their_kind() {
    check_problem("[]", SchemaProblemKind::NotASchema);
    check_problem("null", SchemaProblemKind::NotASchema);
    check_problem(r#"{"type": "strin"}"#, SchemaProblemKind::Invalid);
    check_problem(r#"{"items": [true]}"#, SchemaProblemKind::Invalid);
    check_problem(r#"{"pattern": "("}"#, SchemaProblemKind::Invalid);
    check_problem(r#"{"$schema": "https://example.com/mine"}"#, SchemaProblemKind::UnsupportedDialect);
    check_problem(r##"{"$ref": "#/$defs/none"}"##, SchemaProblemKind::UnresolvedRef);
    check_problem(r##"{"anyOf": [true, {"$ref": "#none"}]}"##, SchemaProblemKind::UnresolvedRef);
    check_problem(r#"{"$ref": "http://127.0.0.1:9/x.json"}"#, SchemaProblemKind::UnresolvedRef);
    check_problem(r#"{"$ref": "file:///etc/hostname"}"#, SchemaProblemKind::UnresolvedRef);
}

#[test]
fn other_dialects_are_honoured() {
    let tuple = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}]}"#;
    assert_eq!(judge(tuple, r#"["a", 1]"#), Ok(Verdict::Holds));
    assert!(matches!(judge(tuple, "[1]"), Ok(Verdict::Breaks(_))));
    for dialect in ["http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#"] {
        assert_eq!(judge(&format!(r#"{{"$schema": "{dialect}"}}"#), "1"), Ok(Verdict::Holds));
    }
}

#[test]
fn hostile_schemas_are_refused() {
    let deep = format!("{}{{}}{}", r#"{"items":"#.repeat(300), "}".repeat(300));
    check_problem(&deep, SchemaProblemKind::TooComplex);
    let doubling: String = (0..30)
        .map(|level| {
            format!(
                r##""l{level}":{{"allOf":[{{"$ref":"#/$defs/l{0}"}},{{"$ref":"#/$defs/l{0}"}}]}},"##,
                level + 1
            )
        })
        .collect();
    let doubling = format!(r##"{{"$defs":{{{doubling}"l30":{{"type":"string"}}}},"$ref":"#/$defs/l0"}}"##);
    check_problem(&doubling, SchemaProblemKind::TooComplex);
    let chain: String =
        (0..200).map(|level| format!(r##""l{level}":{{"$ref":"#/$defs/l{}"}},"##, level + 1)).collect();
    check_problem(
        &format!(r##"{{"$defs":{{{chain}"l200":{{}}}},"$ref":"#/$defs/l0"}}"##),
        SchemaProblemKind::TooComplex,
    );
    let wide: String = (0..12_000).map(|index| format!(r#""p{index}":{{}},"#)).collect();
    check_problem(&format!(r#"{{"properties":{{{wide}"z":{{}}}}}}"#), SchemaProblemKind::TooComplex);
    let long = format!(r#"{{"const": "{}"}}"#, "x".repeat(2 << 20));
    check_problem(&long, SchemaProblemKind::TooComplex);
}

#[test]
fn work_that_doubles_at_each_level_of_the_value_stops() {
    let schema = r##"{"allOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"}],"$defs":{"b":{"anyOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}],"required":["b"]}}}"##;
    let value = format!("{}1{}", r#"{"a":"#.repeat(100), "}".repeat(100));
    assert!(!matches!(judge(schema, &value), Ok(Verdict::Holds)));
}

#[test]
fn deep_values_under_recursive_schemas_answer() {
    let value = format!("{}1{}", "[".repeat(512), "]".repeat(512));
    for schema in [
        r##"{"items": {"$ref": "#"}}"##,
        r##"{"anyOf": [{"type": "integer"}, {"allOf": [{"items": {"$ref": "#"}}]}]}"##,
        r##"{"$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}}"##,
    ] {
        assert_eq!(judge(schema, &value), Ok(Verdict::Holds), "{schema}");
    }
}

#[test]
fn patterns_do_not_run_away() {
    let value = format!("\"{}!\"", "a".repeat(40));
    for pattern in ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(?=(a+)+$)a"] {
        let verdict = judge(&format!(r#"{{"pattern": "{pattern}"}}"#), &value);
        assert!(matches!(verdict, Ok(Verdict::Breaks(_))), "{pattern}: {verdict:?}");
    }
}

#[test]
fn patterns_that_explode_are_refused_or_fail() {
    let verdict = judge(r#"{"pattern": "(a{1,1000}){1,1000}"}"#, "\"b\"");
    assert_ne!(verdict, Ok(Verdict::Holds), "{verdict:?}");
}

#[test]
fn floods_of_violations_are_cut() {
    let value = format!("[{}0]", "0,".repeat(100_000));
    let Ok(Verdict::Breaks(violations)) = judge(r#"{"items": {"type": "string"}}"#, &value) else { panic!() };
    assert_eq!(violations.len(), 100);
}

fn check_violation(schema: &str, value: &str, pointer: &str, keyword: &str, message: &str) {
    let Ok(Verdict::Breaks(violations)) = judge(schema, value) else { panic!("{schema} {value} holds") };
    let first = &violations[0];
    assert_eq!((first.instance_pointer.as_str(), first.keyword.as_str()), (pointer, keyword));
    assert_eq!(first.message, message);
}

#[test]
fn violations_say_what_and_where() {
    check_violation(
        r#"{"properties": {"n": {"type": "integer"}}}"#,
        r#"{"n": "x"}"#,
        "/n",
        "type",
        "\"x\" is string, not integer",
    );
    check_violation(r#"{"required": ["a"]}"#, "{}", "", "required", "the required property \"a\" is missing");
    check_violation(r#"{"enum": [1, 2]}"#, "3", "", "enum", "3 is not one of [1,2]");
    check_violation(
        r#"{"additionalProperties": false}"#,
        r#"{"a": 1}"#,
        "",
        "additionalProperties",
        "the schema allows no value here, found {\"a\": 1}",
    );
    check_violation(
        r#"{"properties": {"b": true}, "additionalProperties": false}"#,
        r#"{"a": 1}"#,
        "",
        "additionalProperties",
        "the schema allows no property \"a\"",
    );
    check_violation(r#"{"maximum": 5}"#, "1e400", "", "maximum", "1e400 is not at most 5");
    check_violation(
        r#"{"const": 9007199254740993}"#,
        "9007199254740992",
        "",
        "const",
        "9007199254740992 is not 9007199254740993",
    );
}
