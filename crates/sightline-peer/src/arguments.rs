//! Arguments for a tool that nobody gave any for: the smallest value that the input schema takes.
//!
//! Defaults, examples, constants and first enum values come before values that are made up. What the
//! result is worth is checked against the schema before it is sent.

use sightline::json::{Document, Node, quote};
use sightline::schema::{OutputSchema, Verdict};

/// How deep values are made up; schemas that need more are given up.
const DEPTH: usize = 8;

/// Returns arguments that the schema takes, or why none were found.
///
/// ```
/// use sightline::json::Document;
/// use sightline_peer::arguments::sample;
///
/// let schema = Document::parse(r#"{"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}"#).unwrap();
/// assert_eq!(sample(Some(schema.root())).unwrap(), r#"{"n":1}"#);
/// ```
///
/// # Errors
/// The schema cannot be used, or nothing that was made up holds to it; the text says which.
pub fn sample(schema: Option<Node<'_>>) -> Result<String, String> {
    let Some(schema) = schema.filter(|schema| schema.is_object()) else { return Ok("{}".to_owned()) };
    // Arguments are an object, whatever the schema leaves open.
    let made = made_up(schema, schema, DEPTH).filter(|value| value.starts_with('{'));
    let value = made.unwrap_or_else(|| "{}".to_owned());
    let compiled = OutputSchema::compile(schema)
        .map_err(|problem| format!("its input schema cannot be used: {problem}"))?;
    let document = Document::parse(&value).map_err(|error| error.to_string())?;
    match compiled.check(document.root()) {
        Verdict::Holds => Ok(value),
        Verdict::Breaks(violations) => {
            let first = violations.first().map(|first| first.message.clone()).unwrap_or_default();
            Err(format!("no arguments could be made up: {first}"))
        }
        Verdict::TooComplex(reason) => Err(format!("no arguments could be made up: {reason}")),
    }
}

fn made_up(root: Node<'_>, schema: Node<'_>, depth: usize) -> Option<String> {
    if depth == 0 {
        return None;
    }
    if schema.as_bool() == Some(true) {
        return Some("null".to_owned());
    }
    if let Some(pointer) = schema.member("$ref").and_then(Node::as_str) {
        let target = root.at(pointer.strip_prefix('#')?)?;
        return made_up(root, target, depth - 1);
    }
    let first_of = |name: &str| schema.member(name).and_then(|list| list.items().next());
    let given = schema.member("default").or_else(|| first_of("examples"));
    if let Some(value) = given.or_else(|| schema.member("const")).or_else(|| first_of("enum")) {
        return Some(value.text().to_owned());
    }
    for keyword in ["oneOf", "anyOf", "allOf"] {
        if schema.member("type").is_none()
            && schema.member("properties").is_none()
            && let Some(first) = first_of(keyword)
        {
            return made_up(root, first, depth - 1);
        }
    }
    match type_of(schema).as_str() {
        "object" => object(root, schema, depth),
        "array" => array(root, schema, depth),
        "string" => Some(quote(&string(schema))),
        "integer" | "number" => Some(number(schema)),
        "boolean" => Some("false".to_owned()),
        _ => Some("null".to_owned()),
    }
}

fn type_of(schema: Node<'_>) -> String {
    let declared = schema.member("type");
    let first = declared.and_then(|declared| declared.items().find_map(Node::as_str));
    let name = declared.and_then(Node::as_str).or(first);
    let implied = if schema.member("properties").is_some() { "object" } else { "string" };
    name.map_or_else(|| implied.to_owned(), std::borrow::Cow::into_owned)
}

/// Required properties only, each with its smallest value.
fn object(root: Node<'_>, schema: Node<'_>, depth: usize) -> Option<String> {
    let mut members = Vec::new();
    for name in schema.member("required").into_iter().flat_map(Node::items).filter_map(Node::as_str) {
        let property = schema.member("properties").and_then(|properties| properties.member(&name));
        let value = match property {
            Some(property) => made_up(root, property, depth - 1)?,
            None => "null".to_owned(),
        };
        members.push(format!("{}:{value}", quote(&name)));
    }
    Some(format!("{{{}}}", members.join(",")))
}

fn array(root: Node<'_>, schema: Node<'_>, depth: usize) -> Option<String> {
    let least = bound(schema, "minItems").unwrap_or(0);
    let items = schema.member("items").filter(|items| items.is_object());
    let mut values = Vec::new();
    for _ in 0..least.min(16) {
        values.push(match items {
            Some(items) => made_up(root, items, depth - 1)?,
            None => "null".to_owned(),
        });
    }
    Some(format!("[{}]", values.join(",")))
}

fn string(schema: Node<'_>) -> String {
    let format = schema.member("format").and_then(Node::as_str);
    let sample = match format.as_deref() {
        Some("date") => "2026-01-01",
        Some("date-time") => "2026-01-01T00:00:00Z",
        Some("time") => "00:00:00Z",
        Some("email") => "someone@example.com",
        Some("uri" | "url") => "https://example.com/",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        _ => "a",
    };
    let least = usize::try_from(bound(schema, "minLength").unwrap_or(0)).unwrap_or(0).min(4_096);
    format!("{sample}{}", "a".repeat(least.saturating_sub(sample.len())))
}

fn number(schema: Node<'_>) -> String {
    let text =
        |name: &str| schema.member(name).and_then(Node::as_number).map(|number| number.as_str().to_owned());
    if let Some(least) = text("minimum") {
        return least;
    }
    if let Some(above) = bound(schema, "exclusiveMinimum") {
        return (above + 1).to_string();
    }
    match bound(schema, "maximum") {
        Some(most) if most < 1 => most.to_string(),
        _ => "1".to_owned(),
    }
}

fn bound(schema: Node<'_>, name: &str) -> Option<i64> {
    schema.member(name).and_then(Node::as_number).and_then(|number| number.as_i64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(schema: &str, expected: &str) {
        let document = Document::parse(schema).unwrap();
        assert_eq!(sample(Some(document.root())).unwrap(), expected, "{schema}");
    }

    #[test]
    fn the_smallest_value_is_made_up() {
        check("{}", "{}");
        check(r#"{"type": "object"}"#, "{}");
        check(
            r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]}"#,
            r#"{"a":"a"}"#,
        );
        check(
            r#"{"type": "object", "properties": {"a": {"enum": ["x"]}}, "required": ["a"]}"#,
            r#"{"a":"x"}"#,
        );
        check(r#"{"type": "object", "properties": {"a": {"default": 7}}, "required": ["a"]}"#, r#"{"a":7}"#);
        check(
            r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}, "required": ["a"], "$defs": {"n": {"type": "array", "items": {"type": "number", "minimum": 3}, "minItems": 2}}}"##,
            r#"{"a":[3,3]}"#,
        );
        check(
            r#"{"type": "object", "properties": {"a": {"type": "string", "format": "uri"}}, "required": ["a"]}"#,
            r#"{"a":"https://example.com/"}"#,
        );
    }

    #[test]
    fn what_cannot_be_made_up_is_said() {
        let document =
            Document::parse(r#"{"type": "object", "properties": {"a": {"type": "string", "pattern": "^[0-9]{9}$"}}, "required": ["a"]}"#)
                .unwrap();
        assert!(sample(Some(document.root())).unwrap_err().starts_with("no arguments could be made up"));
    }
}
