//! The type check of the TypeScript SDK up to 1.12: no links to resources, and the words of zod 3.

use crate::content::BlockKind;
use crate::result::ToolResult;
use crate::sdk::Validator;

/// Why that SDK refuses a result, or `None` when it takes it; missing content is an empty list.
pub(crate) fn refusal(result: ToolResult<'_>) -> Option<Validator> {
    let by = "mcp typescript sdk, result type (zod)";
    let structured = result.structured_content().filter(|value| !value.is_object());
    let (path, expected, received) = if let Some(value) = structured {
        ("structuredContent", "object", value.kind())
    } else if let Some(content) = result.content_node().filter(|node| !node.is_array()) {
        ("content", "array", content.kind())
    } else if let Some(flag) = result.node().member("isError").filter(|node| node.as_bool().is_none()) {
        ("isError", "boolean", flag.kind())
    } else if let Some(meta) = result.meta().filter(|node| !node.is_object()) {
        ("_meta", "object", meta.kind())
    } else if result
        .content()
        .any(|block| matches!(block.kind, BlockKind::Other | BlockKind::ResourceLink { .. }))
    {
        return Some(Validator { by: by.to_owned(), message: "Invalid input".to_owned() });
    } else {
        return None;
    };
    let received = received.name();
    let message = format!(
        "[\n  {{\n    \"code\": \"invalid_type\",\n    \"expected\": \"{expected}\",\n    \"received\": \"{received}\",\n    \"path\": [\n      \"{path}\"\n    ],\n    \"message\": \"Expected {expected}, received {received}\"\n  }}\n]"
    );
    Some(Validator { by: by.to_owned(), message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let document = Document::parse(text).unwrap();
        let found = refusal(ToolResult::of(document.root()).unwrap());
        let message = found.map(|validator| validator.message);
        assert_eq!(message.is_some(), expected.is_some(), "{text}");
        assert!(message.unwrap_or_default().contains(expected.unwrap_or_default()), "{text}");
    }

    #[test]
    fn links_and_structured_content_that_is_no_object_are_refused() {
        check(r#"{"content": []}"#, None);
        check(r#"{"structuredContent": {}}"#, None);
        check(
            r#"{"content": [{"type": "resource_link", "uri": "a:b", "name": "c"}]}"#,
            Some("Invalid input"),
        );
        check(r#"{"content": [], "structuredContent": null}"#, Some("Expected object, received null"));
        check(r#"{"content": {}}"#, Some("Expected array, received object"));
    }
}
