//! What a client alters in a result before its SDK reads it.

use crate::content::ContentBlock;
use crate::json::{Document, Edits, Kind, Node};
use crate::result::ToolResult;

/// The result with structured content from the JSON of its first text, where it has none or a falsy one,
/// as text; `None` where the client leaves it as it came. Any JSON is taken, so that a text that is a mere
/// number becomes structured content that the SDK refuses.
pub(crate) fn filled_from_text(result: ToolResult<'_>) -> Option<String> {
    let present = result.node().member("structuredContent");
    if present.is_some_and(is_truthy) {
        return None;
    }
    let text = result.content().next().and_then(ContentBlock::text)?.to_str();
    let filled = Document::parse(&text).ok()?;
    let json = filled.root().text();
    let mut edits = Edits::new(result.node().document());
    match present {
        Some(node) => edits.replace(node, json),
        None => edits.insert_member(result.node(), "structuredContent", json),
    }
    Some(edits.finish_within(result.node()))
}

/// What JavaScript calls true.
pub(crate) fn is_truthy(value: Node<'_>) -> bool {
    match value.kind() {
        Kind::Null => false,
        Kind::Bool => value.as_bool() == Some(true),
        Kind::Number => value.as_number().and_then(|number| number.as_f64()) != Some(0.0),
        Kind::String => value.as_text().is_some_and(|text| !text.raw().is_empty()),
        Kind::Array | Kind::Object => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structured_content_is_filled_where_it_is_missing_or_falsy() {
        let check = |result: &str, expected: Option<&str>| {
            let document = Document::parse(result).unwrap();
            let filled = filled_from_text(ToolResult::of(document.root()).unwrap());
            assert_eq!(filled.as_deref(), expected, "{result}");
        };
        let of =
            |text: &str, rest: &str| format!(r#"{{"content":[{{"type":"text","text":"{text}"}}]{rest}}}"#);
        let filled = |text: &str, json: &str| Some(of(text, &format!(r#","structuredContent":{json}"#)));
        for (text, json) in
            [("5", "5"), (" [1] ", "[1]"), ("null", "null"), (r#"{\"a\":1.0}"#, r#"{"a":1.0}"#)]
        {
            check(&of(text, ""), filled(text, json).as_deref());
            for falsy in ["null", "false", "0", "-0.0", "\"\""] {
                let result = of(text, &format!(r#","structuredContent":{falsy}"#));
                check(&result, filled(text, json).as_deref());
            }
            for kept in ["{}", "[]", "true", "1", "\"0\""] {
                check(&of(text, &format!(r#","structuredContent":{kept}"#)), None);
            }
        }
        check(&of("no JSON", ""), None);
        check(&of("", ""), None);
        check(r#"{"content":[]}"#, None);
        check(
            r#"{"content":[{"type":"image","data":"","mimeType":"a/b"},{"type":"text","text":"5"}]}"#,
            None,
        );
    }
}
