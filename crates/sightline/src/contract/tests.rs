//! Examples of what is inferred and of what parts two schemas; the laws stand in `tests/contract_laws.rs`.

use super::*;
use crate::json::Document;

fn inferred(texts: &[&str], openness: Openness) -> String {
    let mut summary = Summary::default();
    for text in texts {
        summary.add(Document::parse(text).unwrap().root());
    }
    let schema = infer(&summary, openness).unwrap().schema;
    Document::parse(&schema).unwrap().root().to_value().to_string()
}

fn check(texts: &[&str], schema: &str) {
    let expected = Document::parse(schema).unwrap().root().to_value().to_string();
    assert_eq!(inferred(texts, Openness::Open), expected, "{texts:?}");
}

#[test]
fn kinds_and_numbers() {
    check(&["1", "-7", "12345678901234567890123"], r#"{"type":"integer"}"#);
    check(&["1", "1.0"], r#"{"type":"number"}"#);
    check(&["1", "\"a\"", "null"], r#"{"type":["string","integer","null"]}"#);
    check(&["null"], r#"{"type":"null"}"#);
    check(&["[]", "[]"], r#"{"type":"array"}"#);
    check(&["[1]", "[2.5, null]"], r#"{"type":"array","items":{"type":["number","null"]}}"#);
    check(&["{}", "null"], r#"{"type":["object","null"]}"#);
    check(
        &[r#"{"a":1}"#, "[true]", "null"],
        r#"{"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},
            {"type":"array","items":{"type":"boolean"}},{"type":"null"}]}"#,
    );
}

#[test]
fn absent_and_null_differ() {
    check(
        &[r#"{"a":1,"b":null}"#, r#"{"b":"x"}"#],
        r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":["string","null"]}},"required":["b"]}"#,
    );
    assert_eq!(
        inferred(&[r#"{"a":1}"#], Openness::Closed),
        r#"{"additionalProperties":false,"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"}"#
    );
}

#[test]
fn enums_and_formats_need_evidence() {
    check(&[r#""a""#, r#""b""#, r#""a""#, r#""b""#], r#"{"type":"string"}"#);
    check(
        &[r#""a""#, r#""b""#, r#""a""#, r#""b""#, r#""a""#, r#""b""#, "null"],
        r#"{"type":["string","null"],"enum":["a","b",null]}"#,
    );
    check(&[r#""a""#; 9], r#"{"type":"string"}"#);
    let days = [r#""2026-11-28""#, r#""2026-11-29""#, r#""2026-11-30""#];
    check(&days, r#"{"type":"string","format":"date"}"#);
    check(&days[..2].repeat(5), r#"{"type":"string"}"#);
    check(&[&days[..], &[r#""soon""#]].concat(), r#"{"type":"string"}"#);
}

#[test]
fn ever_new_keys_make_a_map() {
    let maps: Vec<String> =
        (0..4).map(|at| format!(r#"{{"k{at}a":{{"n":1}},"k{at}b":{{"n":2,"m":true}}}}"#)).collect();
    let maps: Vec<&str> = maps.iter().map(String::as_str).collect();
    check(
        &maps,
        r#"{"type":"object","additionalProperties":{"type":"object",
            "properties":{"m":{"type":"boolean"},"n":{"type":"integer"}},"required":["n"]}}"#,
    );
    check(
        &[r#"{"1":"a","2":"b","30":"c"}"#],
        r#"{"type":"object","additionalProperties":{"type":"string"}}"#,
    );
    // Few objects, or values of several kinds, are a record.
    assert!(inferred(&maps[..2], Openness::Open).contains("k0a"));
    assert!(inferred(&[r#"{"1":"a","2":true,"30":"c"}"#], Openness::Open).contains("\"30\""));
}

#[test]
fn a_member_tells_shapes_apart() {
    let circle = r#"{"shape":"circle","r":1,"note":"x"}"#;
    let square = r#"{"shape":"square","side":2.5}"#;
    check(
        &[circle, square, circle, square, circle, square],
        r#"{"type":"object","anyOf":[
            {"properties":{"note":{"type":"string"},"r":{"type":"integer"},"shape":{"type":"string","const":"circle"}},"required":["note","r","shape"]},
            {"properties":{"shape":{"type":"string","const":"square"},"side":{"type":"number"}},"required":["shape","side"]}]}"#,
    );
    assert!(!inferred(&[circle, square, circle, square], Openness::Open).contains("const"), "too few");
}

#[test]
fn moments_and_identities_tell_no_shapes_apart() {
    let held = [
        ("sku", ["A0", "A1", "A2"]),
        ("user", ["ada", "bob", "eve"]),
        ("polled_at", ["2026-12-01T10:00:00Z", "2026-12-01T10:01:00Z", "2026-12-01T10:02:00Z"]),
        ("stamp", ["x", "y", "z"]),
    ];
    for (name, values) in held {
        let first = format!(r#"{{"{name}":"{}","note":"x"}}"#, values[0]);
        let others = values.map(|value| format!(r#"{{"{name}":"{value}"}}"#));
        let all = [first.as_str(), &others[1], &others[2]].repeat(4);
        let schema = inferred(&all, Openness::Open);
        assert!(!schema.contains("anyOf") && !schema.contains("const"), "{schema}");
        assert_eq!(schema.contains("enum"), name == "stamp", "{schema}");
    }
}

#[test]
fn keys_that_come_again_make_a_map_when_each_object_holds_few_of_many() {
    let sparse = |of: usize, held: usize| -> String {
        let objects: Vec<String> = (0..40)
            .map(|at| {
                let keys: Vec<String> =
                    (0..held).map(|key| format!(r#""w{}":{key}"#, (at * 7 + key * 5) % of)).collect();
                format!("{{{}}}", keys.join(","))
            })
            .collect();
        inferred(&objects.iter().map(String::as_str).collect::<Vec<_>>(), Openness::Open)
    };
    assert_eq!(sparse(35, 5), r#"{"additionalProperties":{"type":"integer"},"type":"object"}"#);
    assert!(sparse(12, 6).contains("properties\":{"), "half of few keys are a record");
}

#[test]
fn too_many_names_and_levels_stay_open() {
    let wide: String = (0..300).map(|at| format!(r#","k{at}":{at}"#)).collect();
    check(
        &[&format!("{{{}}}", &wide[1..])],
        r#"{"type":"object","additionalProperties":{"type":"integer"}}"#,
    );
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let mut summary = Summary::default();
    summary.add(Document::parse(&deep).unwrap().root());
    assert!(infer(&summary, Openness::Open).unwrap().levels.is_some());
}

fn effects(old: &str, new: &str) -> Vec<(ChangeKind, String, Effect, Effect)> {
    let (old, new) = (Document::parse(old).unwrap(), Document::parse(new).unwrap());
    let changes = diff(old.root(), new.root()).changes;
    changes.into_iter().map(|change| (change.kind, change.pointer, change.readers, change.writers)).collect()
}

type Expected = (ChangeKind, &'static str, Effect, Effect);

/// Two schemas, and each change with what it means for readers and for writers.
const CHANGES: &[(&str, &str, &[Expected])] = {
    use ChangeKind as Kind;
    use Effect::{Breaks, Compatible, Undecided};
    &[
        (r#"{"title":"a"}"#, r#"{"title":"b"}"#, &[]),
        (r#"{"type":"integer"}"#, r#"{"type":"number"}"#, &[(Kind::TypeWidened, "", Breaks, Compatible)]),
        (r#"{"type":"string"}"#, r#"{"type":"integer"}"#, &[(Kind::TypeChanged, "", Breaks, Breaks)]),
        (
            r#"{"type":"string"}"#,
            r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
            &[(Kind::NullableAdded, "", Breaks, Compatible)],
        ),
        (r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, r#"{"type":["null","string"]}"#, &[]),
        (
            r##"{"$defs":{"a":{"type":"string"}},"items":{"$ref":"#/$defs/a"}}"##,
            r##"{"$defs":{"a":{"type":"string","maxLength":3}},"items":{"$ref":"#/$defs/a"}}"##,
            &[(Kind::Bound, "/items", Compatible, Breaks)],
        ),
        (
            r##"{"$defs":{"a":{"properties":{"a":{"$ref":"#/$defs/a"}}}},"$ref":"#/$defs/a"}"##,
            r##"{"$defs":{"a":{"properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"]}},"$ref":"#/$defs/a"}"##,
            // The reference at the root and the one inside are two places.
            &[
                (Kind::RequiredNow, "/properties/a", Compatible, Breaks),
                (Kind::RequiredNow, "/properties/a/properties/a", Compatible, Breaks),
            ],
        ),
        (
            r#"{"enum":["a","b"]}"#,
            r#"{"enum":["b","c"]}"#,
            &[
                (Kind::EnumValueAdded, "", Breaks, Compatible),
                (Kind::EnumValueRemoved, "", Compatible, Breaks),
            ],
        ),
        (
            r#"{"type":"string"}"#,
            r#"{"type":"string","enum":["b"]}"#,
            &[(Kind::EnumAdded, "", Compatible, Breaks)],
        ),
        (
            r#"{"type":"string","format":"date"}"#,
            r#"{"type":"string"}"#,
            &[(Kind::Format, "", Undecided, Compatible)],
        ),
        (
            r#"{"type":"string","pattern":"a"}"#,
            r#"{"type":"string","pattern":"b"}"#,
            &[(Kind::Keyword, "", Undecided, Undecided)],
        ),
        (
            r#"{"type":"object"}"#,
            r#"{"type":"object","additionalProperties":false}"#,
            &[(Kind::AdditionalProperties, "/additionalProperties", Compatible, Breaks)],
        ),
        (
            r#"{"type":"object","properties":{"a":{}},"required":["a"]}"#,
            r#"{"type":"object"}"#,
            &[(Kind::PropertyRemoved, "/properties/a", Breaks, Compatible)],
        ),
        (
            r#"{"type":"object","additionalProperties":false}"#,
            r#"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"#,
            &[(Kind::PropertyAdded, "/properties/a", Breaks, Compatible)],
        ),
        (r#"{"minimum":1}"#, r#"{"exclusiveMinimum":1}"#, &[(Kind::Bound, "", Compatible, Breaks)]),
        (r#"{"minimum":1}"#, r#"{"minimum":1.0}"#, &[]),
        (
            r#"{"type":"object","oneOf":[{"properties":{"k":{"const":"a"}},"required":["k"]}]}"#,
            r#"{"type":"object","oneOf":[{"properties":{"k":{"const":"a"}},"required":["k"]},{"properties":{"k":{"const":"b"}},"required":["k"]}]}"#,
            &[(Kind::AlternativeAdded, "", Breaks, Compatible)],
        ),
        (
            r#"{"type":"array","items":{"type":"string"}}"#,
            r#"{"type":"array","items":{"type":["string","null"]}}"#,
            &[(Kind::NullableAdded, "/items", Breaks, Compatible)],
        ),
    ]
};

#[test]
fn changes_are_named_with_their_direction() {
    for (old, new, expected) in CHANGES {
        let expected: Vec<_> = expected
            .iter()
            .map(|(kind, at, readers, writers)| (*kind, (*at).to_owned(), *readers, *writers))
            .collect();
        assert_eq!(effects(old, new), expected, "{old} against {new}");
    }
}

#[test]
fn large_schemas_are_compared_within_bounds() {
    let deep = |end: &str| format!("{}{end}{}", r#"{"items":"#.repeat(150), "}".repeat(150));
    let (old, new) = (deep(r#"{"type":"string"}"#), deep(r#"{"type":"null"}"#));
    assert!(effects(&old, &new).iter().any(|change| change.0 == ChangeKind::TooLarge));
    let both = |inner: &str| format!(r#"{{"anyOf":[{inner},{inner}]}}"#);
    let many = (0..12).fold(r#"{"type":"string"}"#.to_owned(), |inner, _| both(&inner));
    assert!(!effects(&many, r#"{"type":"string","maxLength":1}"#).is_empty());
}

#[test]
fn long_lists_of_values_are_compared_at_once() {
    let list = |from: usize| {
        let values: Vec<String> = (from..from + 40_000).map(|value| value.to_string()).collect();
        format!(r#"{{"enum":[{}]}}"#, values.join(","))
    };
    // By pairs these would take longer than a test may.
    assert_eq!(effects(&list(0), &list(20_000)).len(), 40_000);
}

#[test]
fn a_whole_number_is_called_an_integer() {
    for (old, new, says) in [
        (r#"{"type":"string"}"#, r#"{"type":"integer"}"#, "was string, is integer"),
        (r#"{"type":"string"}"#, r#"{"type":"number"}"#, "was string, is number"),
        (r#"{"type":["integer","string"]}"#, r#"{"type":"boolean"}"#, "was integer or string, is boolean"),
    ] {
        let (old, new) = (Document::parse(old).unwrap(), Document::parse(new).unwrap());
        assert_eq!(diff(old.root(), new.root()).changes[0].message, says);
    }
}
