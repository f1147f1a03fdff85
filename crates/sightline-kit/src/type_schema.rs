//! Output schemas from Rust types, in a form that every client in use takes.
//!
//! The `schemars` crate describes the type; this module tidies what it says. It knows JSON Schema and
//! nothing of results.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// A keyword that a property carries when `null` is one of its values beside being absent:
/// `#[schemars(extend("x-nullable" = true))]`. It does not reach the schema.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::Serialize;
/// use sightline_kit::{NULLABLE, output_schema, schemars};
///
/// #[derive(Serialize, JsonSchema)]
/// struct City {
///     #[serde(skip_serializing_if = "Option::is_none")]
///     #[schemars(extend("x-nullable" = true))]
///     mayor: Option<String>,
/// }
///
/// let schema = output_schema::<City>();
/// assert!(!schema.to_string().contains(NULLABLE));
/// assert!(schema["properties"]["mayor"].to_string().contains("null"));
/// ```
pub const NULLABLE: &str = "x-nullable";

/// Formats that describe Rust's numbers and no text; some validators refuse formats that they do not know.
const RUST_FORMATS: [&str; 14] = [
    "int", "int8", "int16", "int32", "int64", "int128", "uint", "uint8", "uint16", "uint32", "uint64",
    "uint128", "float", "double",
];

/// Returns the output schema of a type: what `serde` writes for it.
///
/// * A property schema is never `true` or `false`, which strict clients refuse.
/// * A field that `serde` leaves out when it is empty is optional, and `null` is none of its values,
///   unless it says `#[schemars(extend("x-nullable" = true))]`.
/// * A field that `serde` writes as `null` is required and nullable: that is what is sent.
/// * The root is whatever the type is. No `$schema`, no type names of Rust as titles, no number formats
///   of Rust.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::Serialize;
///
/// #[derive(Serialize, JsonSchema)]
/// struct City {
///     name: String,
///     #[serde(skip_serializing_if = "Option::is_none")]
///     mayor: Option<String>,
///     extra: serde_json::Value,
/// }
///
/// let schema = sightline_kit::output_schema::<City>();
/// assert_eq!(schema["properties"]["mayor"], serde_json::json!({"type": "string"}));
/// assert_eq!(schema["properties"]["extra"], serde_json::json!({}));
/// assert_eq!(schema["required"], serde_json::json!(["name", "extra"]));
/// ```
#[must_use]
pub fn output_schema<T: JsonSchema + ?Sized>() -> Value {
    tidied::<T>(SchemaSettings::draft2020_12().for_serialize())
}

/// Returns the input schema of a type: what `serde` reads for it. Its root is an object.
///
/// ```
/// use schemars::JsonSchema;
///
/// #[derive(JsonSchema)]
/// struct Query {
///     city: String,
/// }
///
/// let schema = sightline_kit::input_schema::<Query>();
/// assert_eq!((schema["type"].as_str(), schema["required"][0].as_str()), (Some("object"), Some("city")));
/// ```
#[must_use]
pub fn input_schema<T: JsonSchema + ?Sized>() -> Value {
    let mut schema = tidied::<T>(SchemaSettings::draft2020_12().for_deserialize());
    if let Some(root) = schema.as_object_mut() {
        root.entry("type").or_insert_with(|| json!("object"));
    }
    schema
}

fn tidied<T: JsonSchema + ?Sized>(mut settings: SchemaSettings) -> Value {
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    tidy(&mut schema);
    match schema {
        Value::Object(mut root) => {
            root.remove("title");
            Value::Object(root)
        }
        // A type that takes every value.
        _ => json!({}),
    }
}

/// Tidies a schema and all schemas below it.
fn tidy(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    if object.get("format").and_then(Value::as_str).is_some_and(|format| RUST_FORMATS.contains(&format)) {
        object.remove("format");
    }
    for (keyword, below) in object.iter_mut() {
        match keyword.as_str() {
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                for schema in below.as_object_mut().into_iter().flat_map(|map| map.values_mut()) {
                    no_boolean(schema);
                    tidy(schema);
                }
            }
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
                for schema in below.as_array_mut().into_iter().flatten() {
                    no_boolean(schema);
                    tidy(schema);
                }
            }
            "items" | "contains" | "not" | "if" | "then" | "else" | "propertyNames" => {
                no_boolean(below);
                tidy(below);
            }
            "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems" => tidy(below),
            _ => {}
        }
    }
    optional_is_absent(object);
}

/// A property schema `true` means anything, `false` nothing; both can be said by an object.
fn no_boolean(schema: &mut Value) {
    match schema {
        Value::Bool(true) => *schema = json!({}),
        Value::Bool(false) => *schema = json!({"not": {}}),
        Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {}
    }
}

/// Takes `null` from the properties that may be absent, unless they say that they are nullable.
fn optional_is_absent(object: &mut Map<String, Value>) {
    let required: Vec<String> = object
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, property) in properties {
        let Some(property) = property.as_object_mut() else { continue };
        let says_nullable = property.remove(NULLABLE) == Some(Value::Bool(true));
        if !says_nullable && !required.contains(name) {
            without_null(property);
        }
    }
}

fn without_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if types.len() == 1
            && let Some(only) = types.pop()
        {
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    // What `schemars` says of an optional type that has a definition of its own.
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| *choice != json!({"type": "null"}));
        if choices.len() == 1
            && let Some(Value::Object(only)) = choices.pop()
        {
            schema.remove("anyOf");
            for (keyword, value) in only {
                schema.entry(keyword).or_insert(value);
            }
        }
    }
    if schema.get("default") == Some(&Value::Null) {
        schema.remove("default");
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Inner {
        id: u64,
    }

    #[expect(clippy::option_option, reason = "that is how serde tells absent from null")]
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Fields {
        always: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        absent: Option<Inner>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(extend("x-nullable" = true))]
        both: Option<Option<String>>,
        any: Value,
    }

    #[derive(Serialize, JsonSchema)]
    struct Branch {
        branches: Vec<Branch>,
    }

    #[test]
    fn optional_is_absent_and_null_is_said() {
        let schema = output_schema::<Fields>();
        assert_eq!(schema["required"], json!(["always", "any"]));
        assert_eq!(schema["properties"]["always"]["type"], json!(["string", "null"]));
        assert_eq!(schema["properties"]["absent"], json!({"$ref": "#/$defs/Inner"}));
        assert_eq!(schema["properties"]["both"], json!({"type": ["string", "null"]}));
        assert_eq!(schema["properties"]["any"], json!({}));
        assert_eq!(schema["$defs"]["Inner"]["properties"]["id"], json!({"type": "integer", "minimum": 0}));
        assert!(schema.get("title").is_none() && schema.get("$schema").is_none());
    }

    #[test]
    fn any_root() {
        assert_eq!(output_schema::<Vec<u8>>()["type"], "array");
        assert_eq!(output_schema::<()>()["type"], "null");
        assert_eq!(output_schema::<Value>(), json!({}));
        assert_eq!(output_schema::<Option<bool>>()["type"], json!(["boolean", "null"]));
    }

    #[test]
    fn a_type_may_hold_itself() {
        let schema = output_schema::<Branch>();
        let items = &schema["properties"]["branches"]["items"];
        assert!(items["$ref"].is_string(), "{schema}");
        let text = schema.to_string();
        let document = sightline::json::Document::parse(&text).unwrap();
        assert!(sightline::schema::OutputSchema::compile(document.root()).is_ok());
    }
}
