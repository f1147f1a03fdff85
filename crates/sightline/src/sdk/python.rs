//! The Python SDK's result as its models print it: field order of the models, unset fields left out.

use crate::json::{Kind, Node, Text};
use crate::result::ToolResult;
use crate::sdk::lax;
use crate::sdk::print::{Brackets, Runtime, Style, write, write_number};

/// Field order of the models, by block type (`mcp` 2.3.0, seen 2026-11-30).
const TEXT: &[&str] = &["type", "text", "annotations", "_meta"];
const MEDIA: &[&str] = &["type", "data", "mimeType", "annotations", "_meta"];
const EMBEDDED: &[&str] = &["type", "resource", "annotations", "_meta"];
const LINK: &[&str] =
    &["name", "title", "uri", "description", "mimeType", "size", "icons", "annotations", "_meta", "type"];
const RESOURCE: &[&str] = &["uri", "mimeType", "_meta", "text", "blob"];
const ANNOTATIONS: &[&str] = &["audience", "priority", "lastModified"];

/// Whether Python calls two JSON values equal: `True` is 1 there.
// Recursion is bounded by the depth that a document may have.
pub(crate) fn equal(left: Node<'_>, right: Node<'_>) -> bool {
    let number = |node: Node<'_>| match node.as_bool() {
        Some(truth) => Some(f64::from(u8::from(truth))),
        None => node.as_number().and_then(|number| number.as_f64()),
    };
    match (left.kind(), right.kind()) {
        (Kind::Array, Kind::Array) => {
            left.len() == right.len()
                && left.items().zip(right.items()).all(|(left, right)| equal(left, right))
        }
        (Kind::Object, Kind::Object) => {
            let has =
                |key: Text<'_>, value| right.member(&key.to_str()).is_some_and(|other| equal(value, other));
            left.len() == right.len() && left.members().all(|member| has(member.key, member.value))
        }
        (Kind::Bool, Kind::Number) | (Kind::Number, Kind::Bool) => number(left) == number(right),
        _ => left.equals(right),
    }
}

/// Prints a result as `model_dump` with aliases does: `meta` in the place of `_meta`, nothing for
/// `None`, `isError` always there, `resultType` never.
#[must_use]
pub fn dump(result: ToolResult<'_>, style: &Style) -> String {
    let mut out = String::with_capacity(result.node().text().len() + 32);
    let mut open = Brackets::open('{', style, 0, &mut out);
    let present = |name: &str| result.node().member(name).filter(|node| !node.is_null());
    if let Some(meta) = present("_meta") {
        open.member("meta", style, &mut out);
        write(meta, style, 1, &mut out);
    }
    open.member("content", style, &mut out);
    let mut blocks = Brackets::open('[', style, 1, &mut out);
    for block in result.content() {
        blocks.item(&mut out);
        model(block.node, fields_of(block.type_name().as_deref()), style, 2, &mut out);
    }
    blocks.close(']', &mut out);
    if let Some(value) = present("structuredContent") {
        open.member("structuredContent", style, &mut out);
        write(value, style, 1, &mut out);
    }
    open.member("isError", style, &mut out);
    let is_error = result.node().member("isError").and_then(lax::truth) == Some(true);
    out.push_str(if is_error { "true" } else { "false" });
    open.close('}', &mut out);
    out
}

fn fields_of(type_name: Option<&str>) -> &'static [&'static str] {
    match type_name {
        Some("image" | "audio") => MEDIA,
        Some("resource") => EMBEDDED,
        Some("resource_link") => LINK,
        _ => TEXT,
    }
}

fn model(node: Node<'_>, fields: &[&str], style: &Style, level: usize, out: &mut String) {
    let mut open = Brackets::open('{', style, level, out);
    for field in fields {
        let Some(value) = node.member(field).filter(|value| !value.is_null()) else { continue };
        open.member(field.trim_start_matches('_'), style, out);
        match *field {
            "resource" => model(value, RESOURCE, style, level + 1, out),
            "annotations" => model(value, ANNOTATIONS, style, level + 1, out),
            // The model holds a float, so an integer gains a fraction.
            "priority" => float(value, out),
            _ => write(value, style, level + 1, out),
        }
    }
    open.close('}', out);
}

fn float(value: Node<'_>, out: &mut String) {
    let text = value.text();
    if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        write_number(&format!("{text}.0"), Runtime::Python, out);
    } else {
        write_number(text, Runtime::Python, out);
    }
}
