mod plain;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::json::Spelling;

fn aligned(content: &Value, structured: &Value) -> Alignment {
    let text = json!({"content": content, "structuredContent": structured}).to_string();
    let document = Document::parse(&text).unwrap();
    align(ToolResult::of(document.root()).unwrap())
}

fn check(text: &str, structured: &Value, relation: Relation, text_pointer: &str, structured_pointer: &str) {
    let alignment = aligned(&json!([{"type": "text", "text": text}]), structured);
    let found = (alignment.relation, &*alignment.text_pointer, &*alignment.structured_pointer);
    assert_eq!(found, (relation, text_pointer, structured_pointer), "{text} / {structured}: {alignment:?}");
}

#[test]
fn json_is_compared_by_value() {
    use Relation::{Differs, Same, Summary};
    let same = |text: &str, structured: Value, at: (&str, &str)| check(text, &structured, Same, at.0, at.1);
    same(r#"{ "b": [1.0, 2e2], "a": "\u00e9" }"#, json!({"a": "é", "b": [1, 200]}), ("", ""));
    same("[2,3,5,7]", json!({"result": [2, 3, 5, 7]}), ("", "/result"));
    same("[2,3,5,7]", json!({"data": {"rows": [2, 3, 5, 7]}, "count": 4}), ("", "/data/rows"));
    same(r#"{"result": [1]}"#, json!([1]), ("/result", ""));
    same(r#"{"data": {"a": 1}}"#, json!({"result": {"a": 1}}), ("/data", "/result"));
    same("```json\n{\"a\": 1}\n```", json!({"a": 1}), ("", ""));
    same(
        r#"{"labels": {"__proto__": {}}, "cpu": 8}"#,
        json!({"cpu": 8, "labels": {"__proto__": {}}}),
        ("", ""),
    );
    same("Slow is smooth", json!({"result": "Slow is smooth"}), ("", "/result"));
    for scalar in [json!(null), json!(false), json!(0), json!("a")] {
        same(&scalar.to_string(), scalar, ("", ""));
    }
    check(r#"{"total": 99, "status": "open"}"#, &json!({"total": 12.5, "status": "open"}), Differs, "", "");
    check("[1, 2]", &json!([1, 2, 3]), Differs, "", "");
    check(r#"[{"id": 1}, {"id": 3}]"#, &json!({"rows": [{"id": 1}, {"id": 2}]}), Differs, "", "/rows");
    check(r#"{"a": 1}"#, &json!({"a": 1, "b": 2}), Summary, "", "");
    check(r#"{"a": "1"}"#, &json!({"a": 1}), Differs, "", "");
}

#[test]
fn what_one_side_lacks_is_listed() {
    let text = json!([{"type": "text", "text": "{\"a\": {\"x\": 1}, \"new\": 1}"}]);
    let alignment = aligned(&text, &json!({"a": {"x": 1, "y": 2}, "b": null}));
    assert_eq!(alignment.untold, ["/a/y", "/b"]);
    assert_eq!(alignment.added, ["/new"]);
    let alignment =
        aligned(&json!([{"type": "text", "text": "[1,2,3,4]"}]), &json!({"rows": [1, 2, 3, 4], "next": "c"}));
    assert_eq!((alignment.relation, alignment.untold), (Relation::Same, vec!["/next".to_owned()]));
}

#[test]
fn differences_are_bounded_and_counted() {
    let rows: Vec<usize> = (0..100).collect();
    let other: Vec<usize> = (1..101).collect();
    let text = json!([{"type": "text", "text": json!({"rows": rows}).to_string()}]);
    let alignment = aligned(&text, &json!({"rows": other}));
    assert_eq!((alignment.differences.len(), alignment.difference_count), (MAX_DIFFERENCES, 100));
}

#[test]
fn content_that_cannot_say_anything() {
    let structured = json!({"a": 1});
    let relation = |content: Value| aligned(&content, &structured).relation;
    assert_eq!(relation(json!([])), Relation::NoContent);
    assert_eq!(relation(json!(null)), Relation::NoContent);
    assert_eq!(relation(json!([{"type": "text", "text": " \n"}])), Relation::NoContent);
    assert_eq!(relation(json!([{"type": "image", "data": "", "mimeType": "image/png"}])), Relation::Unread);
    let document = Document::parse(r#"{"content": []}"#).unwrap();
    assert_eq!(align(ToolResult::of(document.root()).unwrap()).relation, Relation::NoStructured);
}

#[test]
fn the_best_block_counts() {
    let structured = json!({"orders": [{"id": "a"}, {"id": "b"}]});
    let text = |text: &str| json!({"type": "text", "text": text});
    let alignment = aligned(&json!([text("Found 2 orders."), text(&structured.to_string())]), &structured);
    assert_eq!((alignment.relation, alignment.text_block), (Relation::Same, Some(1)));
    let alignment = aligned(&json!([text(r#"{"id":"a"}"#), text(r#"{"id":"b"}"#)]), &structured);
    assert_eq!((alignment.relation, alignment.form), (Relation::Same, Some(Form::JsonItems)));
}

#[test]
fn prose_is_held_against_facts() {
    let weather = json!({"airTemp": 7.5, "sky": "light rain", "humidity": 88});
    let orders = json!({"orders": [{"id": "po-71", "total": 18.4}, {"id": "po-72", "total": 96}]});
    let cases = [
        ("Weather now: 7.5C, light rain, 88% humidity.", &weather, Relation::Summary),
        ("Light rain, about 8 degrees.", &weather, Relation::Summary),
        ("OK", &weather, Relation::Bare),
        ("Loaded the weather.", &weather, Relation::Bare),
        ("Found 2 matching orders.", &orders, Relation::Summary),
        ("Two orders.", &orders, Relation::Summary),
        ("Found 3 orders.", &orders, Relation::Differs),
        ("po-72 is the one.", &orders, Relation::Summary),
        ("Done", &json!({}), Relation::Summary),
        ("No matching orders.", &json!({"orders": []}), Relation::Summary),
        ("SKU TK-9 has 12 units on hand.", &json!({"sku": "TK-9", "onHand": 21}), Relation::Differs),
        ("The map shows berth 214; zoom it.", &json!({"berth": 214, "zoom": 1.5}), Relation::Summary),
        ("Revenue: 1,234,567 (12.5%)", &json!({"revenue": 1_234_567, "share": 0.125}), Relation::Summary),
        (
            "Field Guide to Moss: 3 copies, due 2 October 2026.",
            &json!({"book": "Field Guide to Moss", "copies": 3, "due": "2026-10-02"}),
            Relation::Summary,
        ),
        ("Order open, 12.50 total.", &json!({"total": 12.5, "status": "open"}), Relation::Summary),
        ("Top 3 orders, po-71 first.", &orders, Relation::Summary),
        ("Order po-71; showing page 1 of orders.", &orders, Relation::Summary),
        ("Total is 99.", &json!({"total": 12.5}), Relation::Differs),
        ("Total is 13.", &json!({"total": 12.5}), Relation::Summary),
        ("99% humidity", &weather, Relation::Differs),
        // A page of 2 out of 57: the number is explained by another field.
        ("57 orders.", &json!({"orders": [{"id": "a"}, {"id": "b"}], "total": 57}), Relation::Summary),
    ];
    for (text, structured, relation) in cases {
        check(text, structured, relation, "", "");
    }
}

#[test]
fn a_contradiction_names_the_fact_and_its_place() {
    let orders = json!({"orders": [{"id": "po-71", "total": 18.4}, {"id": "po-72", "total": 96}]});
    let text = "Order po-71 costs 18.40, order po-72 costs 18.40.";
    let alignment = aligned(&json!([{"type": "text", "text": text}]), &orders);
    assert_eq!(alignment.relation, Relation::Differs);
    let first = &alignment.differences[0];
    assert_eq!((&*first.structured_pointer, &*first.structured), ("/orders/1/total", "96"));
    let (start, end) = first.text_place.unwrap();
    assert_eq!((&text[start..end], start), ("18.40", 43));
    let table = "| id | total |\n|---|---|\n| po-71 | 18.40 |\n| po-72 | 69.00 |";
    let alignment = aligned(&json!([{"type": "text", "text": table}]), &orders);
    assert_eq!(alignment.relation, Relation::Differs);
    assert_eq!(alignment.differences[0].structured_pointer, "/orders/1/total");
    assert!(!alignment.is_guess);
}

#[test]
fn verdicts_beside_a_contradiction() {
    let service = json!({"name": "billing-api", "replicas": 4});
    check("billing-api has 4 replicas, see RFC-2119.", &service, Relation::Extends, "", "");
    check("retries: 5, timeout: 30 s", &json!({"doc": "edge.yaml"}), Relation::Unrelated, "", "");
    check("Finished.", &service, Relation::Bare, "", "");
    let long = "word ".repeat(20_000);
    check(&long, &service, Relation::TooLarge, "", "");
    let many: Vec<usize> = (0..5_000).collect();
    check("All fine here.", &json!({"rows": many}), Relation::TooLarge, "", "");
}

#[test]
fn a_short_sentence_is_judged_as_in_full() {
    let rows: Vec<Value> = (0..36)
        .map(|row| json!({"id": format!("order-7-{row}"), "open": row % 2 == 0, "city": "Łódź"}))
        .collect();
    let structured = json!({"total": 36, "orders": rows}).to_string();
    let document = Document::parse(&structured).unwrap();
    let quick = |text: &str| quick::summary(text, document.root()).map(|alignment| alignment.relation);
    let full =
        |text: &str| facts::prose(&[(0, text.into())], document.root(), facts::Beside::Nothing).relation;
    let text = "There are 36 orders; the first is order-7-0.";
    assert_eq!((quick(text), full(text)), (Some(Relation::Summary), Relation::Summary));
    let open = [
        "There are 35 orders.",
        "No orders.",
        "36 orders are open.",
        "The first is order-7-99.",
        "36 orders, 18 open.",
    ];
    for text in open {
        assert_eq!(quick(text), None, "{text}");
    }
    assert_eq!(full("There are 35 orders."), Relation::Differs);
    assert_eq!(full("36 orders, 18 open."), Relation::Summary);
}

#[test]
fn words_around_a_copy_are_judged_too() {
    let orders = json!({"orders": [{"id": "a"}, {"id": "b"}]});
    let text = |text: &str| json!({"type": "text", "text": text});
    let alignment = aligned(&json!([text("Found 3 orders."), text(&orders.to_string())]), &orders);
    assert_eq!((alignment.relation, alignment.form), (Relation::Differs, Some(Form::Prose)));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1_000_000i32..1_000_000).prop_map(|number| json!(f64::from(number) / 64.0)),
        "\\PC{0,8}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-z/~ \"é]{0,4}", inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Prints a value in a style that the bits choose: order of keys, spaces, escapes, number spelling.
fn print(value: &Value, bits: u32, out: &mut String) {
    let space = ["", " ", "\n\t"][(bits % 3) as usize];
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(space);
                print(item, bits, out);
            }
            out.push_str(space);
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            let mut members: Vec<_> = members.iter().collect();
            if bits & 4 != 0 {
                members.reverse();
            }
            for (index, (key, value)) in members.into_iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(space);
                print_string(key, bits, out);
                out.push_str(space);
                out.push(':');
                print(value, bits, out);
            }
            out.push('}');
        }
        Value::String(string) => print_string(string, bits, out),
        Value::Number(number) if bits & 8 != 0 => {
            let text = number.to_string();
            out.push_str(&text);
            out.push_str(if text.contains(['.', 'e']) { "0" } else { ".0E0" });
        }
        other => out.push_str(&other.to_string()),
    }
}

fn print_string(string: &str, bits: u32, out: &mut String) {
    if bits & 16 == 0 {
        out.push_str(&crate::json::quote(string));
        return;
    }
    let units = string.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
    out.push('"');
    out.push_str(&units.collect::<String>());
    out.push('"');
}

/// The pointers of all scalars.
fn scalars(value: &Value, pointer: &str, out: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            let each = items.iter().enumerate();
            each.for_each(|(index, item)| scalars(item, &format!("{pointer}/{index}"), out));
        }
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            scalars(value, &format!("{pointer}/{}", crate::json::escape_token(key)), out);
        }),
        _ => out.push(pointer.to_owned()),
    }
}

proptest! {
    #[test]
    fn any_value_in_any_style_is_the_same(value in any_json(), bits in 0u32..96) {
        let mut text = String::new();
        print(&value, bits, &mut text);
        prop_assume!(!text.trim().is_empty());
        let alignment = aligned(&json!([{"type": "text", "text": text}]), &value);
        prop_assert_eq!((alignment.relation, &*alignment.structured_pointer), (Relation::Same, ""), "{}", text);
    }

    #[test]
    fn one_changed_scalar_is_found_at_its_pointer(value in any_json(), choice in any::<prop::sample::Index>()) {
        let value = json!({"head": "fixed", "value": value, "tail": [0, 1, 2]});
        let mut pointers = Vec::new();
        scalars(&value, "", &mut pointers);
        let pointer = choice.get(&pointers);
        let mut changed = value.clone();
        let place = changed.pointer_mut(pointer).unwrap();
        *place = if *place == json!("changed") { json!("other") } else { json!("changed") };
        let alignment = aligned(&json!([{"type": "text", "text": changed.to_string()}]), &value);
        prop_assert_eq!(alignment.relation, Relation::Differs);
        let places: Vec<_> = alignment.differences.iter().map(|difference| &difference.structured_pointer).collect();
        prop_assert_eq!(places, vec![pointer]);
        prop_assert_eq!(&alignment.differences[0].text_pointer, pointer);
    }

    #[test]
    fn any_text_beside_any_value_is_judged(text in any::<String>(), value in any_json()) {
        let _ = aligned(&json!([{"type": "text", "text": text}]), &value);
    }

    #[test]
    fn a_spelling_tells_no_more_than_reading_does(value in any_json(), other in any_json(), bits in 0u32..96, cut in cuts()) {
        let (mut text, mut structured) = (String::new(), String::new());
        print(&value, bits, &mut text);
        print(if bits % 5 == 0 { &other } else { &value }, bits / 7, &mut structured);
        spelling_agrees_with_reading(&cut.of(&text), &structured)?;
        spelling_agrees_with_reading(&text, &structured)?;
    }

    #[test]
    fn other_white_space_is_still_the_same_spelling(value in any_json(), style in 0u32..8, space in 0u32..3) {
        let (mut text, mut structured) = (String::new(), String::new());
        // What remains of a division by three is the space, and the low bits mean nothing else.
        print(&value, style * 12 + space, &mut text);
        print(&value, style * 12, &mut structured);
        let (string, value) = (crate::json::quote(&text), Document::parse(&structured).unwrap());
        let string = Document::parse(&string).unwrap();
        let spelling = value.root().spelling_in(string.root().as_text().unwrap());
        prop_assert_eq!(spelling == Spelling::Copy, text == structured);
        prop_assert_ne!(spelling, Spelling::Unlike, "{} / {}", text, structured);
    }

    #[test]
    fn a_text_carries_what_its_value_is_the_same_as(value in any_json(), wraps in 0u32..4, bits in 0u32..96, cut in cuts()) {
        let structured = match wraps {
            0 => value.clone(),
            1 => json!({"rows": value}),
            2 => json!({"count": 3, "first": [], "data": {"rows": value}}),
            _ => json!({"a": value, "b": value}),
        };
        let (mut text, mut printed) = (String::new(), String::new());
        print(&value, bits, &mut text);
        print(&structured, bits / 5, &mut printed);
        carrying_agrees_with_reading(&text, &printed)?;
        carrying_agrees_with_reading(&cut.of(&text), &printed)?;
    }
}

/// A text with one character put in, or taken away.
#[derive(Clone, Debug)]
struct Cut(prop::sample::Index, &'static str);

impl Cut {
    fn of(&self, text: &str) -> String {
        let characters: Vec<char> = text.chars().collect();
        let at = self.0.index(characters.len() + 1);
        let skip = usize::from(self.1.is_empty());
        let rest = characters.iter().skip(at + skip);
        characters[..at].iter().copied().chain(self.1.chars()).chain(rest.copied()).collect()
    }
}

fn cuts() -> impl Strategy<Value = Cut> {
    let put = prop::sample::select(vec!["", " ", "\n", "0", "1", ",", "\"", "\\", "a", "é", "]", "}"]);
    (any::<prop::sample::Index>(), put).prop_map(|(at, put)| Cut(at, put))
}

fn spelling_agrees_with_reading(text: &str, structured: &str) -> Result<(), TestCaseError> {
    let (string, value) = (crate::json::quote(text), Document::parse(structured).unwrap());
    let string = Document::parse(&string).unwrap();
    let spelling = value.root().spelling_in(string.root().as_text().unwrap());
    let is_copy = text == structured.trim_ascii();
    prop_assert!(spelling != Spelling::Copy || is_copy);
    prop_assert!(!is_copy || spelling != Spelling::Unlike);
    if spelling != Spelling::Unlike {
        let read = Document::parse(text);
        prop_assert!(read.is_ok_and(|read| read.root().equals(value.root())), "{} / {}", text, structured);
    }
    Ok(())
}

/// The quick look at a text finds what reading it and comparing by value finds.
fn carrying_agrees_with_reading(text: &str, structured: &str) -> Result<(), TestCaseError> {
    let (string, value) = (crate::json::quote(text), Document::parse(structured).unwrap());
    let string = Document::parse(&string).unwrap();
    let string = string.root().as_text().unwrap();
    let read = parse_json_text(text).map(|read| compare::compare(read.root(), value.root()));
    let is_scalar = scalar_of(value.root()).is_some_and(|(_, value)| says(text, value));
    let same = is_scalar || read.as_ref().is_some_and(|read| read.relation == Relation::Same);
    prop_assert_eq!(carried(string, value.root()).is_some(), same, "{} / {}", text, structured);
    if let Some(Carried::Copy(span)) = carried(string, value.root()) {
        prop_assert_eq!(&value.text()[span], text);
    }
    if let Some(alike) = compare::spelt_alike(string, value.root()) {
        prop_assert_eq!(Some(alike.alignment(value.root())), read, "{} / {}", text, structured);
    }
    Ok(())
}

/// That 32 voted follows from the votes, in a way that the code does not know, and nothing in the text says
/// which fact it would deny: it is told, and no contradiction.
#[test]
fn a_claim_of_little_weight_is_told_and_no_contradiction() {
    let text = "Motion M-7 was carried with 21 votes to 9 and two abstentions; 32 members voted, well above \
                the quorum of 17.";
    let vote =
        json!({"motion": "M-7", "for": 21, "against": 9, "abstained": 2, "quorum": 17, "result": "carried"});
    let alignment = aligned(&json!([{"type": "text", "text": text}]), &json!({ "vote": vote }));
    assert_eq!((alignment.relation, alignment.difference_count), (Relation::Extends, 0));
    let pointers: Vec<&str> = alignment.doubts.iter().map(|doubt| &*doubt.structured_pointer).collect();
    assert_eq!(pointers, ["/vote/abstained"]);
}
