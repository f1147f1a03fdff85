//! The smallest value that a JSON schema allows, for answers that have to keep one.
//!
//! Looks at what providers let clients ask for; a schema that says more gets a value that may not keep it.

use serde_json::{Map, Value, json};

/// Deeper than any schema seen; a schema that points to itself ends here.
const DEPTH: usize = 24;

/// Returns such a value.
pub(super) fn instance(schema: &Value) -> Value {
    of(schema, schema, DEPTH)
}

fn of(schema: &Value, root: &Value, depth: usize) -> Value {
    let Some(depth) = depth.checked_sub(1) else { return Value::Null };
    if let Some(target) = schema["$ref"].as_str().and_then(|name| root.pointer(name.strip_prefix('#')?)) {
        return of(target, root, depth);
    }
    let fixed = [schema.get("const"), schema.get("default"), schema["enum"].get(0)];
    if let Some(fixed) = fixed.into_iter().flatten().next() {
        return fixed.clone();
    }
    for choice in ["anyOf", "oneOf", "allOf"] {
        if let Some(first) = schema[choice].get(0) {
            return of(first, root, depth);
        }
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"].get(0)?.as_str()).unwrap_or_default();
    match kind.to_ascii_lowercase().as_str() {
        "string" => {
            let least = schema["minLength"].as_u64().and_then(|least| usize::try_from(least).ok());
            json!(format!("{:x<1$}", "probe", least.unwrap_or_default().min(1000)))
        }
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or_else(|| json!(0)),
        "boolean" => json!(false),
        "null" => Value::Null,
        "array" => {
            let least = schema["minItems"].as_u64().unwrap_or_default().min(100);
            (0..least).map(|_| of(&schema["items"], root, depth)).collect()
        }
        "object" => object(schema, root, depth),
        _ if schema.get("properties").is_some() => object(schema, root, depth),
        _ => json!("probe"),
    }
}

fn object(schema: &Value, root: &Value, depth: usize) -> Value {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let members: Map<String, Value> =
        required.map(|name| (name.to_owned(), of(&schema["properties"][name], root, depth))).collect();
    Value::Object(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_members_alone_are_made() {
        let schema = json!({"type": "object", "required": ["title", "kind", "n", "list", "inner"], "properties": {
            "title": {"type": "string", "minLength": 7}, "kind": {"enum": ["user", "model"]}, "n": {"type": "INTEGER", "minimum": 3},
            "list": {"type": "array", "minItems": 1, "items": {"type": ["boolean", "null"]}},
            "inner": {"$ref": "#/$defs/inner"}, "left out": {"type": "string"}},
            "$defs": {"inner": {"anyOf": [{"type": "object", "properties": {}}]}}});
        let made = json!({"title": "probexx", "kind": "user", "n": 3, "list": [false], "inner": {}});
        assert_eq!(instance(&schema), made);
    }

    #[test]
    fn a_schema_that_points_to_itself_ends() {
        let schema = json!({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}});
        assert!(instance(&schema).is_object());
    }
}
