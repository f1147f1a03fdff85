//! Arguments for a tool that nobody gave any for: the smallest value that the input schema takes.
//!
//! Defaults, examples, constants and first enum values come before values that are made up; of strings, what a
//! description gives as an example and what a property's name says come before a letter. What the result is
//! worth is checked against the schema before it is sent.

mod hints;

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
    sample_with(schema, &|_| None)
}

/// Like [`sample`], with values that are known by a property's name, such as one that an earlier result of the
/// same server held; `known` returns JSON. Where they do not hold to the schema, the arguments do without.
///
/// ```
/// use sightline::json::Document;
/// use sightline_peer::arguments::sample_with;
///
/// let schema = r#"{"type": "object", "required": ["taskId"], "properties": {"taskId": {"type": "string"}}}"#;
/// let schema = Document::parse(schema).unwrap();
/// let known = |name: &str| (name == "taskId").then(|| r#""t-17""#.to_owned());
/// assert_eq!(sample_with(Some(schema.root()), &known).unwrap(), r#"{"taskId":"t-17"}"#);
/// ```
///
/// # Errors
/// As [`sample`].
pub fn sample_with(
    schema: Option<Node<'_>>,
    known: &dyn Fn(&str) -> Option<String>,
) -> Result<String, String> {
    let Some(schema) = schema.filter(|schema| schema.is_object()) else { return Ok("{}".to_owned()) };
    let compiled = OutputSchema::compile(schema)
        .map_err(|problem| format!("its input schema cannot be used: {problem}"))?;
    let nothing = |_: &str| None;
    let ways: [Way<'_>; 3] = [
        Way { root: schema, known, hints: true },
        Way { root: schema, known: &nothing, hints: true },
        Way { root: schema, known: &nothing, hints: false },
    ];
    let mut reason = String::new();
    for way in ways {
        // Arguments are an object, whatever the schema leaves open.
        let made = way.made_up("", schema, DEPTH).filter(|value| value.starts_with('{'));
        let value = made.unwrap_or_else(|| "{}".to_owned());
        let document = Document::parse(&value).map_err(|error| error.to_string())?;
        reason = match compiled.check(document.root()) {
            Verdict::Holds => return Ok(value),
            Verdict::Breaks(violations) => {
                violations.first().map(|first| first.message.clone()).unwrap_or_default()
            }
            Verdict::TooComplex(reason) => reason,
        };
    }
    Err(format!("no arguments could be made up: {reason}"))
}

/// One way to make values up.
struct Way<'a> {
    root: Node<'a>,
    /// Values by the names of properties.
    known: &'a dyn Fn(&str) -> Option<String>,
    /// Whether descriptions and names of properties are asked for values.
    hints: bool,
}

impl Way<'_> {
    fn made_up(&self, name: &str, schema: Node<'_>, depth: usize) -> Option<String> {
        if depth == 0 {
            return None;
        }
        if schema.as_bool() == Some(true) {
            return Some("null".to_owned());
        }
        if let Some(pointer) = schema.member("$ref").and_then(Node::as_str) {
            let target = self.root.at(pointer.strip_prefix('#')?)?;
            return self.made_up(name, target, depth - 1);
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
                return self.made_up(name, first, depth - 1);
            }
        }
        let kind = type_of(schema);
        let is_plain = ["string", "integer", "number"].contains(&kind.as_str());
        if let Some(value) = (self.known)(name).filter(|_| is_plain) {
            return Some(value);
        }
        match kind.as_str() {
            "object" => self.object(schema, depth),
            "array" => self.array(name, schema, depth),
            "string" => Some(quote(&self.string(name, schema))),
            "integer" | "number" => Some(number(schema)),
            "boolean" => Some("false".to_owned()),
            _ => Some("null".to_owned()),
        }
    }

    /// Required properties only, each with its smallest value.
    fn object(&self, schema: Node<'_>, depth: usize) -> Option<String> {
        let mut members = Vec::new();
        for name in schema.member("required").into_iter().flat_map(Node::items).filter_map(Node::as_str) {
            let property = schema.member("properties").and_then(|properties| properties.member(&name));
            let value = match property {
                Some(property) => self.made_up(&name, property, depth - 1)?,
                None => "null".to_owned(),
            };
            members.push(format!("{}:{value}", quote(&name)));
        }
        Some(format!("{{{}}}", members.join(",")))
    }

    fn array(&self, name: &str, schema: Node<'_>, depth: usize) -> Option<String> {
        let least = bound(schema, "minItems").unwrap_or(0);
        let items = schema.member("items").filter(|items| items.is_object());
        let mut values = Vec::new();
        for _ in 0..least.min(16) {
            values.push(match items {
                Some(items) => self.made_up(name, items, depth - 1)?,
                None => "null".to_owned(),
            });
        }
        Some(format!("[{}]", values.join(",")))
    }

    fn string(&self, name: &str, schema: Node<'_>) -> String {
        let format = schema.member("format").and_then(Node::as_str);
        let by_format = match format.as_deref() {
            Some("date") => Some("2026-01-01"),
            Some("date-time") => Some("2026-01-01T00:00:00Z"),
            Some("time") => Some("00:00:00Z"),
            Some("email") => Some("someone@example.com"),
            Some("uri" | "url") => Some("https://example.com/"),
            Some("uuid") => Some("00000000-0000-4000-8000-000000000000"),
            _ => None,
        };
        let told = || {
            let description = schema.member("description").and_then(Node::as_str).filter(|_| self.hints)?;
            hints::told(&description)
        };
        let named = || hints::named(name).filter(|_| self.hints).map(str::to_owned);
        let sample =
            by_format.map(str::to_owned).or_else(told).or_else(named).unwrap_or_else(|| "a".to_owned());
        let least = usize::try_from(bound(schema, "minLength").unwrap_or(0)).unwrap_or(0).min(4_096);
        format!("{sample}{}", "a".repeat(least.saturating_sub(sample.len())))
    }
}

fn type_of(schema: Node<'_>) -> String {
    let declared = schema.member("type");
    let first = declared.and_then(|declared| declared.items().find_map(Node::as_str));
    let name = declared.and_then(Node::as_str).or(first);
    let implied = if schema.member("properties").is_some() { "object" } else { "string" };
    name.map_or_else(|| implied.to_owned(), std::borrow::Cow::into_owned)
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
    fn descriptions_and_names_tell_values_that_hold_to_the_schema() {
        let one = |property: &str| {
            format!(r#"{{"type": "object", "properties": {{"zone": {property}}}, "required": ["zone"]}}"#)
        };
        let told = r#"{"type": "string", "description": "IANA name (e.g., 'Europe/Rome')"}"#;
        check(&one(told), r#"{"zone":"Europe/Rome"}"#);
        check(&one(&told.replace(r#""string""#, r#""string", "maxLength": 3"#)), r#"{"zone":"a"}"#);
        check(
            &one(told).replace("zone", "repo_path").replace("(e.g., 'Europe/Rome')", ""),
            r#"{"repo_path":"."}"#,
        );
    }

    #[test]
    fn known_values_of_another_type_are_left() {
        let schema = r#"{"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}"#;
        let schema = Document::parse(schema).unwrap();
        let with = |known: &str| sample_with(Some(schema.root()), &|_| Some(known.to_owned())).unwrap();
        assert_eq!((with("7"), with(r#""x""#)), (r#"{"id":7}"#.to_owned(), r#"{"id":1}"#.to_owned()));
    }

    #[test]
    fn what_cannot_be_made_up_is_said() {
        let document =
            Document::parse(r#"{"type": "object", "properties": {"a": {"type": "string", "pattern": "^[0-9]{9}$"}}, "required": ["a"]}"#)
                .unwrap();
        assert!(sample(Some(document.root())).unwrap_err().starts_with("no arguments could be made up"));
    }
}
