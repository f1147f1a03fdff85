//! Walks a schema by position: a key is a keyword, a name or data depending on where it stands.

use crate::json::{Node, Text};
use crate::tool::Tool;

/// Keywords whose value is a schema.
const ONE: &[&str] = &[
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value is an array of schemas.
const LIST: &[&str] = &["allOf", "anyOf", "items", "oneOf", "prefixItems"];
/// Keywords whose value maps names to schemas.
const MAP: &[&str] =
    &["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];

/// One schema inside a schema.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subschema<'d> {
    /// The schema: an object or a boolean.
    pub node: Node<'d>,
    /// Name under `properties`, when it stands there.
    pub property: Option<Text<'d>>,
    /// Whether only `properties` steps lead here from the root.
    pub by_properties: bool,
    /// The schema that a `#` inside this one means: the nearest with an `$id`, else the root.
    pub resource: Node<'d>,
}

/// Lists a schema and all schemas inside it, in document order; iterative.
pub(super) fn subschemas(root: Node<'_>) -> Vec<Subschema<'_>> {
    let mut found = Vec::new();
    let first = Subschema { node: root, property: None, by_properties: true, resource: root };
    let mut open = vec![first];
    while let Some(mut schema) = open.pop() {
        let id = schema.node.member("$id").and_then(Node::as_str);
        if id.is_some_and(|id| !id.starts_with('#')) {
            schema.resource = schema.node;
        }
        found.push(schema);
        let from = open.len();
        for member in schema.node.members() {
            below(schema, member.key, member.value, &mut open);
        }
        open[from..].reverse();
    }
    found
}

fn below<'d>(parent: Subschema<'d>, keyword: Text<'d>, value: Node<'d>, open: &mut Vec<Subschema<'d>>) {
    let is = |names: &[&str]| names.iter().any(|name| keyword.is(name));
    let inner = Subschema { node: value, property: None, by_properties: false, ..parent };
    if is(MAP) && value.is_object() {
        let named = keyword.is("properties");
        open.extend(value.members().map(|member| Subschema {
            node: member.value,
            property: named.then_some(member.key),
            by_properties: named && parent.by_properties,
            ..parent
        }));
    } else if is(LIST) && value.is_array() {
        open.extend(value.items().map(|node| Subschema { node, ..inner }));
    } else if is(ONE) && (value.is_object() || value.as_bool().is_some()) {
        open.push(inner);
    }
}

/// The two schemas of a definition that are objects.
pub(super) fn schemas_of(tool: Tool<'_>) -> impl Iterator<Item = Node<'_>> {
    [tool.input_schema(), tool.output_schema()].into_iter().flatten().filter(|schema| schema.is_object())
}

/// Returns the schema under `result`, when that is the one property and required: the shape that
/// servers and gateways give to a schema whose root is no object.
pub(super) fn wrapped_schema(schema: Node<'_>) -> Option<Node<'_>> {
    let properties = schema.member("properties").filter(|properties| properties.len() == 1)?;
    let required = schema.member("required")?;
    let is_required = required.items().any(|name| name.as_text().is_some_and(|name| name.is("result")));
    properties.member("result").filter(|_| is_required)
}

/// Returns what `$schema` says at the root of a schema.
pub(super) fn dialect(schema: Node<'_>) -> Option<std::borrow::Cow<'_, str>> {
    schema.member("$schema").and_then(Node::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn data_and_names_are_no_schemas() {
        let text = r#"{"properties": {"items": {"const": {"not": {}}}, "b": true},
            "items": [{"enum": [{"if": {}}]}], "default": {"not": {}}, "$defs": {"x": {"$id": "https://a.example/x", "not": {}}}}"#;
        let document = Document::parse(text).unwrap();
        let found: Vec<String> =
            subschemas(document.root()).iter().map(|schema| schema.node.pointer()).collect();
        assert_eq!(found, ["", "/properties/items", "/properties/b", "/items/0", "/$defs/x", "/$defs/x/not"]);
        let inner = subschemas(document.root()).pop().unwrap();
        assert_eq!(inner.resource.pointer(), "/$defs/x");
    }
}
