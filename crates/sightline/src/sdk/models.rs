//! The models of the Python SDK 1.x as Python's `str` and `repr` write them.
//!
//! A client that falls back to the text of an object shows the model what no protocol meant for it:
//! unset members, `_meta`, base64.

use crate::content::ContentBlock;
use crate::json::Node;
use crate::result::ToolResult;
use crate::sdk::print::{Runtime, write_number};
use crate::sdk::repr::{quote, repr};
use crate::sdk::{lax, url};

/// Members of the models in their order: name on the wire, and how the value is written.
type Field = (&'static str, Write);

#[derive(Clone, Copy)]
enum Write {
    Annotations,
    Float,
    Icons,
    Integer,
    Location,
    Resource,
    Value,
}

const TEXT: &[Field] = &[
    ("type", Write::Value),
    ("text", Write::Value),
    ("annotations", Write::Annotations),
    ("_meta", Write::Value),
];
const MEDIA: &[Field] = &[
    ("type", Write::Value),
    ("data", Write::Value),
    ("mimeType", Write::Value),
    ("annotations", Write::Annotations),
    ("_meta", Write::Value),
];
const EMBEDDED: &[Field] = &[
    ("type", Write::Value),
    ("resource", Write::Resource),
    ("annotations", Write::Annotations),
    ("_meta", Write::Value),
];
const LINK: &[Field] = &[
    ("name", Write::Value),
    ("title", Write::Value),
    ("uri", Write::Location),
    ("description", Write::Value),
    ("mimeType", Write::Value),
    ("size", Write::Integer),
    ("icons", Write::Icons),
    ("annotations", Write::Annotations),
    ("_meta", Write::Value),
    ("type", Write::Value),
];
const TEXT_RESOURCE: &[Field] =
    &[("uri", Write::Location), ("mimeType", Write::Value), ("_meta", Write::Value), ("text", Write::Value)];
const BLOB_RESOURCE: &[Field] =
    &[("uri", Write::Location), ("mimeType", Write::Value), ("_meta", Write::Value), ("blob", Write::Value)];
const ANNOTATIONS: &[Field] = &[("audience", Write::Value), ("priority", Write::Float)];
const ICON: &[Field] = &[("src", Write::Value), ("mimeType", Write::Value), ("sizes", Write::Value)];

/// `str(result)`
pub(crate) fn result_words(result: ToolResult<'_>) -> String {
    let blocks: Vec<String> = result.content().map(block_repr).collect();
    let member = |name: &str| result.node().member(name).map_or_else(|| "None".to_owned(), repr);
    let is_error = result.node().member("isError").and_then(lax::truth) == Some(true);
    let mut words = vec![
        format!("meta={}", member("_meta")),
        format!("content=[{}]", blocks.join(", ")),
        format!("structuredContent={}", member("structuredContent")),
        format!("isError={}", if is_error { "True" } else { "False" }),
    ];
    let known = ["_meta", "content", "structuredContent", "isError"];
    extras(result.node(), &known, &mut words);
    words.join(" ")
}

/// `str(block)`
pub(crate) fn block_words(block: ContentBlock<'_>) -> String {
    let (_, fields) = block_model(block);
    words(block.node, fields).join(" ")
}

fn block_repr(block: ContentBlock<'_>) -> String {
    let (name, fields) = block_model(block);
    format!("{name}({})", words(block.node, fields).join(", "))
}

fn block_model(block: ContentBlock<'_>) -> (&'static str, &'static [Field]) {
    match block.type_name().as_deref() {
        Some("audio") => ("AudioContent", MEDIA),
        Some("image") => ("ImageContent", MEDIA),
        Some("resource") => ("EmbeddedResource", EMBEDDED),
        Some("resource_link") => ("ResourceLink", LINK),
        _ => ("TextContent", TEXT),
    }
}

fn words(node: Node<'_>, fields: &[Field]) -> Vec<String> {
    let mut words = Vec::with_capacity(fields.len());
    for (name, write) in fields {
        let value = node.member(name).filter(|value| !value.is_null());
        let value = value.map_or_else(|| "None".to_owned(), |value| written(value, *write));
        words.push(format!("{}={value}", name.trim_start_matches('_')));
    }
    let known: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    extras(node, &known, &mut words);
    words
}

/// Members that the model does not know follow in the order in which they came.
fn extras(node: Node<'_>, known: &[&str], words: &mut Vec<String>) {
    for member in node.members().filter(|member| !known.iter().any(|name| member.key.is(name))) {
        words.push(format!("{}={}", member.key.to_str(), repr(member.value)));
    }
}

fn written(value: Node<'_>, write: Write) -> String {
    match write {
        Write::Annotations => format!("Annotations({})", words(value, ANNOTATIONS).join(", ")),
        Write::Float => {
            let mut out = String::new();
            let number = lax::float(value).unwrap_or_default();
            write_number(&format!("{number:?}"), Runtime::Python, &mut out);
            out
        }
        Write::Icons => {
            let icons = value.items().map(|icon| format!("Icon({})", words(icon, ICON).join(", ")));
            format!("[{}]", icons.collect::<Vec<_>>().join(", "))
        }
        Write::Integer => integer(value),
        Write::Location => {
            let location = value.as_str().unwrap_or_default();
            let location = url::normalised(&location).unwrap_or_else(|| location.into_owned());
            format!("AnyUrl({})", quote(&location))
        }
        Write::Resource => {
            let is_text = value.member("text").and_then(Node::as_text).is_some();
            let (name, fields) = if is_text {
                ("TextResourceContents", TEXT_RESOURCE)
            } else {
                ("BlobResourceContents", BLOB_RESOURCE)
            };
            format!("{name}({})", words(value, fields).join(", "))
        }
        Write::Value => repr(value),
    }
}

/// A size that came as a text, a float or a truth value is an integer by now.
fn integer(value: Node<'_>) -> String {
    if let Some(truth) = value.as_bool() {
        return u8::from(truth).to_string();
    }
    let text = value.as_str().map_or_else(|| value.text().to_owned(), |text| text.trim().to_owned());
    let is_float = text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    match text.parse::<f64>() {
        Ok(number) if is_float => format!("{number:.0}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    fn check(result: &str, expected: &str) {
        let document = Document::parse(result).unwrap();
        assert_eq!(result_words(ToolResult::of(document.root()).unwrap()), expected);
    }

    /// What `str(CallToolResult)` of `mcp` 1.30.0 printed.
    #[test]
    fn a_result_is_written_with_all_its_members() {
        check(r#"{"content": []}"#, "meta=None content=[] structuredContent=None isError=False");
        check(
            r#"{"resultType": "complete", "content": [], "isError": "yes", "_meta": {"a/b": [1.0]}, "x": "y"}"#,
            "meta={'a/b': [1.0]} content=[] structuredContent=None isError=True resultType='complete' x='y'",
        );
        check(
            r#"{"content": [{"type": "text", "text": "it's", "annotations": {"audience": ["user"], "priority": 1}}]}"#,
            r#"meta=None content=[TextContent(type='text', text="it's", annotations=Annotations(audience=['user'], priority=1.0), meta=None)] structuredContent=None isError=False"#,
        );
    }

    #[test]
    fn a_block_is_written_without_its_name() {
        let check = |block: &str, expected: &str| {
            let document = Document::parse(block).unwrap();
            assert_eq!(block_words(ContentBlock::of(document.root())), expected);
        };
        check(
            r#"{"type": "resource_link", "uri": "https://a.b", "name": "n", "size": "7", "icons": [{"src": "s"}], "z": 1}"#,
            "name='n' title=None uri=AnyUrl('https://a.b/') description=None mimeType=None size=7 icons=[Icon(src='s', mimeType=None, sizes=None)] annotations=None meta=None type='resource_link' z=1",
        );
        check(
            r#"{"type": "resource", "resource": {"uri": "file:///a", "blob": "AA=="}}"#,
            "type='resource' resource=BlobResourceContents(uri=AnyUrl('file:///a'), mimeType=None, meta=None, blob='AA==') annotations=None meta=None",
        );
    }
}
