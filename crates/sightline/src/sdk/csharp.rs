//! The C# SDK's result as its types print themselves: known fields in their order, absent ones left
//! out, `content` always there.

use crate::json::Node;
use crate::result::ToolResult;
use crate::sdk::print::{Brackets, Style, write};

/// Field order of the types (2.2, read on 2026-11-30); what derives stands before what is derived from.
const RESULT: &[&str] = &["content", "structuredContent", "isError", "_meta", "resultType"];
const TEXT: &[&str] = &["type", "text", "_meta", "annotations"];
const MEDIA: &[&str] = &["type", "data", "mimeType", "_meta", "annotations"];
const EMBEDDED: &[&str] = &["type", "resource", "_meta", "annotations"];
const LINK: &[&str] =
    &["type", "uri", "name", "title", "description", "mimeType", "size", "icons", "_meta", "annotations"];
const RESOURCE: &[&str] = &["uri", "mimeType", "text", "blob", "_meta"];
const ANNOTATIONS: &[&str] = &["audience", "priority", "lastModified"];

/// Prints a result as its type does. Values that the SDK keeps as JSON stay as received.
#[must_use]
pub fn csharp(result: ToolResult<'_>, style: &Style) -> String {
    let mut out = String::with_capacity(result.node().text().len() * 2);
    let mut open = Brackets::open('{', style, 0, &mut out);
    for name in RESULT {
        if *name == "content" {
            open.member(name, style, &mut out);
            let mut blocks = Brackets::open('[', style, 1, &mut out);
            for block in result.content() {
                blocks.item(&mut out);
                typed(block.node, fields_of(block.type_name().as_deref()), style, 2, &mut out);
            }
            blocks.close(']', &mut out);
        } else if let Some(value) = result.node().member(name).filter(|value| !value.is_null()) {
            open.member(name, style, &mut out);
            write(value, style, 1, &mut out);
        }
    }
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

fn typed(node: Node<'_>, fields: &[&str], style: &Style, level: usize, out: &mut String) {
    let mut open = Brackets::open('{', style, level, out);
    for field in fields {
        let Some(value) = node.member(field).filter(|value| !value.is_null()) else { continue };
        open.member(field, style, out);
        match *field {
            "resource" => typed(value, RESOURCE, style, level + 1, out),
            "annotations" => typed(value, ANNOTATIONS, style, level + 1, out),
            _ => write(value, style, level + 1, out),
        }
    }
    open.close('}', out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;
    use crate::sdk::print::{Runtime, Spacing};

    #[track_caller]
    fn check(spacing: Spacing, text: &str, expected: &str) {
        let style = Style { runtime: Runtime::Dotnet, spacing, ascii: false, sort_keys: false };
        let document = Document::parse(text).unwrap();
        assert_eq!(csharp(ToolResult::of(document.root()).unwrap(), &style), expected);
    }

    #[test]
    fn known_fields_stand_in_their_order_and_others_are_gone() {
        check(
            Spacing::Compact,
            r#"{"_meta": {"k": 1}, "isError": false, "extra": 1, "resultType": "complete",
                "content": [{"text": "a", "annotations": {"priority": 1, "audience": ["user"]}, "type": "text", "x": 2}]}"#,
            r#"{"content":[{"type":"text","text":"a","annotations":{"audience":["user"],"priority":1}}],"isError":false,"_meta":{"k":1},"resultType":"complete"}"#,
        );
    }

    #[test]
    fn numbers_of_structured_content_stay_as_received() {
        check(
            Spacing::Compact,
            r#"{"structuredContent": [1.0, -0.0, 1E21, 12345678901234567890123, null]}"#,
            r#"{"content":[],"structuredContent":[1.0,-0.0,1E21,12345678901234567890123,null]}"#,
        );
    }

    #[test]
    fn lines_are_indented_by_two_and_what_is_empty_stays_on_its_line() {
        check(
            Spacing::Indented,
            r#"{"content": [], "structuredContent": {"a": [], "b": {"c": "é"}}}"#,
            "{\n  \"content\": [],\n  \"structuredContent\": {\n    \"a\": [],\n    \"b\": {\n      \"c\": \"é\"\n    }\n  }\n}",
        );
    }
}
