//! The headers that mirror a request's body: `Mcp-Name`, and `Mcp-Param-*` from `x-mcp-header`
//! (2026-07-28, basic/transports/streamable-http, Standard Request Headers).

use http::{HeaderMap, HeaderName, HeaderValue};
use sightline::json::{Document, Node};

/// Returns the value as a header may carry it: plain if visible ASCII, else in Base64 with marks.
pub(crate) fn encode(text: &str) -> HeaderValue {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && text.trim() == text
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    let encoded = if is_plain { text.to_owned() } else { format!("=?base64?{}?=", base64(text.as_bytes())) };
    // Both forms are visible ASCII.
    HeaderValue::from_str(&encoded).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// Adds the `Mcp-Param-*` headers of a call; returns the annotations that cannot be sent.
pub(crate) fn add_params(
    headers: &mut HeaderMap,
    input_schema: Node<'_>,
    arguments: Node<'_>,
) -> Vec<String> {
    let mut unsendable = Vec::new();
    let mut open = vec![(input_schema, arguments)];
    while let Some((schema, values)) = open.pop() {
        let Some(properties) = schema.member("properties") else { continue };
        for property in properties.members() {
            let key = property.key.to_str();
            let Some(value) = values.member(&key) else { continue };
            if let Some(name) = property.value.member("x-mcp-header").and_then(Node::as_str) {
                let header = HeaderName::from_bytes(format!("mcp-param-{name}").as_bytes());
                match (header, primitive(value)) {
                    (Ok(header), Some(text)) if !name.is_empty() => {
                        headers.insert(header, encode(&text));
                    }
                    // A null argument has no header.
                    (Ok(_), None) if value.is_null() => {}
                    _ => unsendable.push(format!("{key} (x-mcp-header {name:?})")),
                }
            }
            if value.is_object() {
                open.push((property.value, value));
            }
        }
    }
    unsendable
}

/// Returns the tool of this name on some `tools/list` pages, as a document of its own.
pub(crate) fn find_input_schema(pages: &[String], name: &str) -> Option<Document<'static>> {
    pages.iter().find_map(|page| {
        let document = Document::parse(page).ok()?;
        let tools = document.root().at("/result/tools")?;
        let tool = tools
            .items()
            .find(|tool| tool.member("name").and_then(Node::as_text).is_some_and(|text| text.is(name)))?;
        Document::from_string(tool.member("inputSchema")?.text().to_owned()).ok()
    })
}

fn primitive(value: Node<'_>) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.into_owned());
    }
    if let Some(number) = value.as_number() {
        return number.is_integer().then(|| number.as_str().to_owned());
    }
    value.as_bool().map(|value| value.to_string())
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let at = (bits >> (18 - 6 * digit)) as usize & 63;
            // `at` is below 64 by the mask.
            text.push(if digit > chunk.len() { '=' } else { char::from(DIGITS[at]) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_plain_or_marked() {
        for (value, expected) in [
            ("get weather", "get weather"),
            ("", ""),
            (" a", "=?base64?IGE=?="),
            ("日本", "=?base64?5pel5pys?="),
            ("a\n", "=?base64?YQo=?="),
            ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
        ] {
            assert_eq!(encode(value), expected, "{value:?}");
        }
    }

    #[test]
    fn parameters_become_headers() {
        let schema = Document::parse(
            r#"{"properties":{"region":{"x-mcp-header":"Region"},"n":{"x-mcp-header":"N"},
            "o":{"properties":{"deep":{"x-mcp-header":"Deep"}}},"bad":{"x-mcp-header":"a b"}}}"#,
        )
        .unwrap();
        let arguments =
            Document::parse(r#"{"region":"eu","n":null,"o":{"deep":true},"bad":1,"other":2}"#).unwrap();
        let mut headers = HeaderMap::new();
        let unsendable = add_params(&mut headers, schema.root(), arguments.root());
        assert_eq!(headers.len(), 2);
        assert_eq!(headers["mcp-param-region"], "eu");
        assert_eq!(headers["mcp-param-deep"], "true");
        assert_eq!(unsendable, ["bad (x-mcp-header \"a b\")"]);
    }
}
