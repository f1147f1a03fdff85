//! What the readers of SDKs refuse by type alone: JavaScript's and Python's by their schemas, Rust's by its
//! types.

use crate::content::ContentBlock;
use crate::json::{Kind, Node};
use crate::result::ToolResult;
use crate::revision::{Revision, StructuredRoot};
use crate::sdk::blocks;
use crate::sdk::lax::{self, Models};
use crate::sdk::receive::{SdkKind, SdkLayer, Validator};
use crate::sdk::repr::pydantic_detail;
use crate::sdk::shape::Shape;

/// How this reader takes content blocks; without one they are handed on as received.
pub(crate) fn block_shape(sdk: &SdkLayer) -> Option<&'static Shape> {
    match sdk.kind {
        SdkKind::Csharp
        | SdkKind::Lenient
        | SdkKind::Python
        | SdkKind::Python1
        | SdkKind::Serde
        | SdkKind::Typescript112 => None,
        // The build that takes any object for a result was not seen to drop anything.
        SdkKind::Rmcp => (!sdk.any_member_is_enough).then_some(&blocks::TYPED),
        SdkKind::Open => Some(&blocks::OPEN),
        SdkKind::Typescript | SdkKind::Typescript2 if sdk.older_blocks => Some(&blocks::TYPESCRIPT_BARE),
        SdkKind::Typescript | SdkKind::Typescript2 => Some(&blocks::TYPESCRIPT),
    }
}

fn fit(sdk: &SdkLayer, result: ToolResult<'_>) -> bool {
    block_shape(sdk).is_none_or(|shape| result.content().all(|block| shape.accepts(block.node)))
}

/// Who minds the kind of result, where that has words of its own.
pub(crate) const OWN_READER_OF_KINDS: &str = "own reader, kind of result";

/// What the own reader makes of a result that asks for input, when nobody registered to give it (read in
/// `@ai-sdk/mcp` 2.0.99, `request`).
fn unasked_input(result: ToolResult<'_>) -> Option<Validator> {
    let requests = result.node().member("inputRequests");
    // Without a request it calls again, and what comes then is another result.
    let request = requests.into_iter().flat_map(Node::members).next()?.value;
    let method = request.member("method").and_then(Node::as_str).unwrap_or_default();
    let mode = request.member("params").and_then(|params| params.member("mode"));
    let is_form =
        mode.is_none_or(|mode| mode.is_null() || mode.as_text().is_some_and(|mode| mode.is("form")));
    let message = if method == "elicitation/create" && is_form {
        "Server requested input, but no handler is registered. Use onElicitationRequest to handle elicitation."
            .to_owned()
    } else {
        format!("Unsupported input request: {method}. Only form elicitation is supported.")
    };
    Some(Validator { by: OWN_READER_OF_KINDS.to_owned(), message })
}

/// The own reader: content of known shape, or structured content in its place.
pub(super) fn open_shape(result: ToolResult<'_>, revision: &Revision) -> Option<Validator> {
    let kind = result.node().member("resultType").and_then(Node::as_text);
    if revision.facts_or_newest().has_result_type
        && kind.is_some_and(|kind| kind.is("input_required"))
        && let Some(refusal) = unasked_input(result)
    {
        return Some(refusal);
    }
    let shape = Shape::List(&blocks::OPEN);
    let content = match result.content_node() {
        Some(content) => shape.accepts(content),
        None => result.structured_content().is_some(),
    };
    let optional =
        |name: &str, shape: &Shape| result.node().member(name).is_none_or(|node| shape.accepts(node));
    let fits = content
        && optional("isError", &Shape::Boolean)
        && optional("_meta", &Shape::Record)
        && optional("resultType", &Shape::Text);
    (!fits).then(|| Validator {
        by: "own reader, result type (zod)".to_owned(),
        message: "the result does not match its schema".to_owned(),
    })
}

/// The Rust SDK where any member of a tool result is enough; without one it is an answer of another kind.
pub(super) fn rust_shape(result: ToolResult<'_>) -> Option<Validator> {
    let shape = Shape::List(&blocks::RUST);
    let member = |name: &str| result.node().member(name);
    let nullable =
        |name: &str, shape: &Shape| member(name).is_none_or(|node| node.is_null() || shape.accepts(node));
    let fits = ["content", "structuredContent", "isError"].iter().any(|name| member(name).is_some())
        && member("content").is_none_or(|node| shape.accepts(node))
        && nullable("isError", &Shape::Boolean)
        && nullable("_meta", &Shape::Record);
    (!fits).then(|| Validator {
        by: "rmcp, decode of the result".to_owned(),
        message: "expected CallToolResult from tools/call".to_owned(),
    })
}

/// The 2.x SDK looks at the result type first, and what may be missing depends on the revision.
pub(super) fn typescript2_shape(
    sdk: &SdkLayer,
    result: ToolResult<'_>,
    revision: &Revision,
) -> Option<Validator> {
    let root = revision.facts_or_newest().structured_root;
    let by = || "mcp typescript sdk, result type (zod)".to_owned();
    if root == StructuredRoot::AnyValue {
        // A bare result without a result type is taken for a complete one.
        if let Some(name) = result
            .node()
            .member("resultType")
            .filter(|node| node.as_text().is_none_or(|name| !name.is("complete")))
        {
            let message = match name.as_str() {
                Some(name) => format!("Unsupported result type '{name}' for tools/call"),
                None => "Invalid result for tools/call: non-string resultType".to_owned(),
            };
            return Some(Validator { by: by(), message });
        }
    }
    let foreign = |name: &str| result.node().member(name).is_some();
    let refused = if result.content_node().is_none() && root == StructuredRoot::AnyValue {
        Some(Validator { by: by(), message: mistyped("content", "array", "undefined") })
    } else if result.content_node().is_none()
        && ["task", "inputRequests", "requestState"].into_iter().any(foreign)
    {
        Some(Validator { by: by(), message: "content is required".to_owned() })
    } else {
        typescript_shape(sdk, result, root)
    };
    refused.map(|refused| Validator {
        message: format!("Invalid result for tools/call: {}", refused.message),
        ..refused
    })
}

/// Why a client refuses a result as it came over the wire without a result type, or `None` when it does not
/// miss one: the 2.x SDKs and the own reader do where the revision has result types (read in 2.4.0 of the
/// TypeScript SDK and 2.0.99 of `@ai-sdk/mcp`, seen in runs with 2.1.1 and 2.3.0 of the Python SDK).
pub(crate) fn missing_result_type(
    sdk: &SdkLayer,
    result: ToolResult<'_>,
    revision: &Revision,
) -> Option<Validator> {
    let (by, message) = match sdk.kind {
        SdkKind::Typescript2 => (
            "mcp typescript sdk, result type (zod)",
            "Invalid result for tools/call: missing required resultType",
        ),
        SdkKind::Python => (
            "mcp python sdk, result type (pydantic)",
            "2 validation errors for union[CallToolResult,InputRequiredResult]\nCallToolResult.resultType\n  Field required",
        ),
        SdkKind::Open => (OWN_READER_OF_KINDS, "Modern MCP result is missing resultType"),
        SdkKind::Csharp
        | SdkKind::Lenient
        | SdkKind::Python1
        | SdkKind::Rmcp
        | SdkKind::Serde
        | SdkKind::Typescript
        | SdkKind::Typescript112 => return None,
    };
    let is_due = revision.facts_or_newest().has_result_type;
    let named = result.node().member("resultType");
    // The own reader takes `null` for nothing.
    let is_missing = is_due && named.is_none_or(|named| sdk.kind == SdkKind::Open && named.is_null());
    is_missing.then(|| Validator { by: by.to_owned(), message: message.to_owned() })
}

/// One issue of the schema library, as it prints itself.
fn mistyped(path: &str, expected: &str, received: &str) -> String {
    format!(
        "[\n  {{\n    \"expected\": \"{expected}\",\n    \"code\": \"invalid_type\",\n    \"path\": [\n      \"{path}\"\n    ],\n    \"message\": \"Invalid input: expected {expected}, received {received}\"\n  }}\n]"
    )
}

/// The type check of the TypeScript SDK: missing content is an empty list, other shapes are refused.
pub(super) fn typescript_shape(
    sdk: &SdkLayer,
    result: ToolResult<'_>,
    root: StructuredRoot,
) -> Option<Validator> {
    let by = "mcp typescript sdk, result type (zod)";
    let any_value = root == StructuredRoot::AnyValue;
    let structured = result.structured_content().filter(|value| !any_value && !value.is_object());
    let (path, expected, received) = if let Some(value) = structured {
        ("structuredContent", "record", value.kind())
    } else if let Some(content) = result.content_node().filter(|node| !node.is_array()) {
        ("content", "array", content.kind())
    } else if let Some(flag) = result.node().member("isError").filter(|node| node.as_bool().is_none()) {
        ("isError", "boolean", flag.kind())
    } else if let Some(meta) = result.meta().filter(|node| !node.is_object()) {
        ("_meta", "object", meta.kind())
    } else if !fit(sdk, result) {
        return Some(Validator { by: by.to_owned(), message: "Invalid input".to_owned() });
    } else {
        return None;
    };
    let message = mistyped(path, expected, received.name());
    Some(Validator { by: by.to_owned(), message })
}

/// The models of the Python SDK: content must be there, blocks must be known.
pub(super) fn python_shape(
    sdk: &SdkLayer,
    result: ToolResult<'_>,
    root: StructuredRoot,
) -> Option<Validator> {
    let version = sdk.pydantic.as_deref().unwrap_or("2.14");
    let refuse = |place: &str, problem: &str, kind: &str, value: Node<'_>| {
        let detail = pydantic_detail(kind, value, version);
        Some(Validator {
            by: "mcp python sdk, result type (pydantic)".to_owned(),
            message: format!("1 validation error for CallToolResult\n{place}\n  {problem} {detail}"),
        })
    };
    let content = result.content_node();
    match content {
        None => return refuse("content", "Field required", "missing", result.node()),
        Some(content) if !content.is_array() => {
            return refuse("content", "Input should be a valid list", "list_type", content);
        }
        Some(_) => {}
    }
    let models = if sdk.kind == SdkKind::Python1 { Models::One } else { Models::Two };
    let unknown = |block: &ContentBlock<'_>| !lax::takes_block(block.node, models);
    if let Some((index, block)) = result.content().enumerate().find(|(_, block)| unknown(block)) {
        // The real wording lists what each kind of block misses.
        return refuse(&format!("content.{index}"), "Input should be a known block", "union", block.node);
    }
    if let Some(structured) = result.structured_content() {
        let any_value = root == StructuredRoot::AnyValue || sdk.any_structured;
        if !any_value && !structured.is_object() && !structured.is_null() {
            let problem = "Input should be a valid dictionary";
            return refuse("structuredContent", problem, "dict_type", structured);
        }
    }
    if let Some(flag) = result.node().member("isError").filter(|flag| lax::truth(*flag).is_none()) {
        return match flag.kind() {
            Kind::Number | Kind::String => {
                let problem = "Input should be a valid boolean, unable to interpret input";
                refuse("isError", problem, "bool_parsing", flag)
            }
            Kind::Array | Kind::Bool | Kind::Null | Kind::Object => {
                refuse("isError", "Input should be a valid boolean", "bool_type", flag)
            }
        };
    }
    let meta = result.meta().filter(|meta| !meta.is_object() && !meta.is_null())?;
    refuse("_meta", "Input should be a valid dictionary", "dict_type", meta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    /// Tells for each kind of reader whether it takes a result.
    fn taken(wire: &str) -> [bool; 5] {
        let document = Document::parse(wire).unwrap();
        let result = ToolResult::of(document.root()).unwrap();
        let sdk = |kind| SdkLayer { kind, ..SdkLayer::default() };
        let (one, two) = (sdk(SdkKind::Typescript), sdk(SdkKind::Typescript2));
        [
            typescript_shape(&one, result, StructuredRoot::Object).is_none(),
            typescript2_shape(&two, result, &Revision::V2025_11_25).is_none(),
            typescript2_shape(&two, result, &Revision::V2026_07_28).is_none(),
            open_shape(result, &Revision::V2025_11_25).is_none(),
            rust_shape(result).is_none(),
        ]
    }

    #[test]
    fn readers_differ_in_what_they_take() {
        for (wire, expected) in [
            (r#"{"content": []}"#, [true; 5]),
            ("{}", [true, true, false, false, false]),
            (r#"{"isError": true}"#, [true, true, false, false, true]),
            (r#"{"structuredContent": {}}"#, [true, true, false, true, true]),
            (r#"{"task": {}}"#, [true, false, false, false, false]),
            (r#"{"content": [], "structuredContent": null}"#, [false, false, true, true, true]),
            (r#"{"content": [], "structuredContent": [1]}"#, [false, false, true, true, true]),
            (r#"{"content": null}"#, [false; 5]),
            (r#"{"content": [], "isError": "yes"}"#, [false; 5]),
            (r#"{"content": [], "resultType": "task"}"#, [true, true, false, true, true]),
            (r#"{"content": [{"type": "widget"}]}"#, [false, false, false, true, false]),
            (r#"{"content": [{"type": "text"}]}"#, [false; 5]),
        ] {
            assert_eq!(taken(wire), expected, "{wire}");
        }
    }

    #[test]
    fn a_result_type_is_missed_where_the_revision_has_one() {
        let check = |kind, wire: &str, revision: &Revision, missed: bool| {
            let document = Document::parse(wire).unwrap();
            let result = ToolResult::of(document.root()).unwrap();
            let sdk = SdkLayer { kind, ..SdkLayer::default() };
            assert_eq!(missing_result_type(&sdk, result, revision).is_some(), missed, "{kind:?} {wire}");
        };
        let (bare, typed) = (r#"{"content": []}"#, r#"{"content": [], "resultType": "complete"}"#);
        check(SdkKind::Typescript2, bare, &Revision::V2026_07_28, true);
        check(SdkKind::Typescript2, typed, &Revision::V2026_07_28, false);
        check(SdkKind::Typescript2, bare, &Revision::V2025_11_25, false);
        check(SdkKind::Typescript, bare, &Revision::V2026_07_28, false);
        check(SdkKind::Python, bare, &Revision::V2026_07_28, true);
        check(SdkKind::Python, bare, &Revision::V2025_11_25, false);
        check(SdkKind::Python1, bare, &Revision::V2026_07_28, false);
        check(SdkKind::Open, bare, &Revision::V2026_07_28, true);
        check(SdkKind::Open, r#"{"content": [], "resultType": null}"#, &Revision::V2026_07_28, true);
        check(SdkKind::Open, bare, &Revision::V2025_11_25, false);
    }

    #[test]
    fn the_own_reader_has_nobody_to_ask_for_input() {
        let check = |requests: &str, revision: &Revision, expected: Option<&str>| {
            let wire = format!(r#"{{"content": [], "resultType": "input_required", {requests}}}"#);
            let document = Document::parse(&wire).unwrap();
            let refusal = open_shape(ToolResult::of(document.root()).unwrap(), revision);
            assert_eq!(refusal.map(|refusal| refusal.message).as_deref(), expected, "{requests}");
        };
        let form = r#""inputRequests": {"a": {"method": "elicitation/create", "params": {"mode": "form"}}}"#;
        let url = r#""inputRequests": {"a": {"method": "elicitation/create", "params": {"mode": "url"}}}"#;
        let words = "Server requested input, but no handler is registered. Use onElicitationRequest to handle elicitation.";
        check(form, &Revision::V2026_07_28, Some(words));
        check(&form.replace(r#""mode": "form""#, ""), &Revision::V2026_07_28, Some(words));
        let words = "Unsupported input request: elicitation/create. Only form elicitation is supported.";
        check(url, &Revision::V2026_07_28, Some(words));
        check(r#""requestState": "s""#, &Revision::V2026_07_28, None);
        check(form, &Revision::V2025_11_25, None);
    }

    #[test]
    fn readers_differ_in_what_they_ask_of_blocks() {
        let text = |annotations: &str| {
            format!(r#"{{"content": [{{"type": "text", "text": "x", "annotations": {annotations}}}]}}"#)
        };
        for (wire, expected) in [
            (text(r#"{"priority": 2}"#), [false, false, false, true, true]),
            (text(r#"{"audience": ["robot"]}"#), [false, false, false, true, false]),
            (text("null"), [false, false, false, true, true]),
            (text(r#"{"other": 1}"#), [true; 5]),
        ] {
            assert_eq!(taken(&wire), expected, "{wire}");
        }
        let image = r#"{"content": [{"type": "image", "data": "no data!", "mimeType": "image/png"}]}"#;
        assert_eq!(taken(image), [false, false, false, false, true]);
        let older = SdkLayer { kind: SdkKind::Typescript, older_blocks: true, ..SdkLayer::default() };
        let wire = text(r#"{"priority": 2}"#);
        let document = Document::parse(&wire).unwrap();
        let result = ToolResult::of(document.root()).unwrap();
        assert!(typescript_shape(&older, result, StructuredRoot::Object).is_none());
    }
}
