//! Where schemas stand inside a schema: keyword positions against names and data.
//!
//! A property may be named `$ref`, and `const` may hold what looks like a schema; only position tells.

use crate::json::Node;

/// What a keyword holds.
enum Position {
    Array,
    Map,
    Schema,
    SchemaOrArray,
}

impl Position {
    /// Keywords of draft-04 to 2020-12.
    fn of(keyword: &str) -> Option<Self> {
        Some(match keyword {
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => Self::Array,
            "$defs" | "definitions" | "dependencies" | "dependentSchemas" | "patternProperties"
            | "properties" => Self::Map,
            "additionalItems"
            | "additionalProperties"
            | "contains"
            | "contentSchema"
            | "else"
            | "if"
            | "not"
            | "propertyNames"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties" => Self::Schema,
            "items" => Self::SchemaOrArray,
            _ => return None,
        })
    }
}

/// Keywords whose schemas judge the same value again.
const IN_PLACE: [&str; 9] =
    ["allOf", "anyOf", "dependencies", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

/// Returns the schemas directly inside a schema, boolean ones too.
pub(crate) fn subschemas(schema: Node<'_>) -> Vec<Node<'_>> {
    below(schema, |_| true)
}

/// Returns the schemas directly inside a schema that judge the same value.
pub(crate) fn in_place(schema: Node<'_>) -> Vec<Node<'_>> {
    below(schema, |keyword| IN_PLACE.contains(&keyword))
}

fn below(schema: Node<'_>, wanted: impl Fn(&str) -> bool) -> Vec<Node<'_>> {
    let mut inside = Vec::new();
    for member in schema.members() {
        let keyword = member.key.to_str();
        let Some(position) = Position::of(&keyword).filter(|_| wanted(&keyword)) else { continue };
        match position {
            Position::SchemaOrArray if member.value.is_array() => inside.extend(member.value.items()),
            Position::Schema | Position::SchemaOrArray => inside.push(member.value),
            Position::Array => inside.extend(member.value.items()),
            Position::Map => inside.extend(member.value.members().map(|member| member.value)),
        }
    }
    inside
}

/// Returns all schemas of a document in schema positions, the root first.
pub(crate) fn all_subschemas(root: Node<'_>) -> Vec<Node<'_>> {
    let mut all = vec![root];
    let mut at = 0;
    while let Some(schema) = all.get(at).copied() {
        all.extend(subschemas(schema));
        at += 1;
    }
    all
}

/// Tells whether an `$id` gives the schema a base of its own; a fragment alone is an old anchor.
pub(crate) fn sets_base(schema: Node<'_>) -> bool {
    let id = schema.member("$id").and_then(Node::as_str);
    id.is_some_and(|id| !id.is_empty() && !id.starts_with('#'))
}

/// Returns the fragment of a reference into the same document, as a JSON pointer; anchors are none.
pub(crate) fn local_pointer(reference: Node<'_>) -> Option<String> {
    let text = reference.as_str()?;
    let fragment = text.strip_prefix('#')?;
    (fragment.is_empty() || fragment.starts_with('/')).then(|| percent_decoded(fragment))
}

fn percent_decoded(fragment: &str) -> String {
    let bytes = fragment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = (*byte == b'%').then(|| fragment.get(at + 1..at + 3)).flatten();
        let decoded = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        out.push(decoded.unwrap_or(*byte));
        at += if decoded.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}
