//! What an SDK refuses before the client sees a result.

use serde::{Deserialize, Serialize};

use crate::json::Node;
use crate::result::ToolResult;
use crate::revision::{Revision, StructuredRoot};
use crate::schema::Schemas;
use crate::sdk::against_schema::{lists_odd_schema, schema_refusal};
use crate::sdk::lax;
use crate::sdk::readers::{open_shape, python_shape, rust_shape, typescript_shape, typescript2_shape};
use crate::sdk::typed::{self, Types};
use crate::sdk::zod3;
use crate::tool::Tool;

/// Which SDK a client uses, and how it is set up; a profile names it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SdkLayer {
    /// The SDK.
    #[serde(default)]
    pub kind: SdkKind,
    /// Whether structured content is checked against the output schema.
    #[serde(default)]
    pub checks_schema: ChecksSchema,
    /// Whether one output schema that is not `type: object` switches the checks off for the whole
    /// list: the client lists again without schemas.
    #[serde(default)]
    pub relists_without_schemas: bool,
    /// What an output schema that is not `type: object` hides.
    #[serde(default)]
    pub odd_schema: OddSchema,
    /// Whether `null` counts as structured content when a schema is declared.
    #[serde(default)]
    pub null_is_a_value: bool,
    /// Whether structured content that is missing or falsy is filled in from JSON in the first text
    /// block before the check.
    #[serde(default)]
    pub repairs_from_text: bool,
    /// Whether blocks are read by the older schemas, without annotations, sizes and icon themes.
    #[serde(default)]
    pub older_blocks: bool,
    /// Whether messages carry the prefix with the error code.
    #[serde(default)]
    pub codes_in_messages: bool,
    /// Whether structured content may be any JSON value, whatever was negotiated.
    #[serde(default)]
    pub any_structured: bool,
    /// Version of pydantic that errors of the Python SDK point to; the one seen most, by default.
    #[serde(default)]
    pub pydantic: Option<String>,
    /// Whether the Rust SDK takes any object for a result in which `content`, `structuredContent` or
    /// `isError` stands, and no other for one; seen in a client that ships a build of its own.
    #[serde(default)]
    pub any_member_is_enough: bool,
    /// Whether the Rust SDK keeps numbers as they are written, so that none is out of range.
    #[serde(default)]
    pub exact_numbers: bool,
    /// Whether the check against the schema asks for `format` too, as far as Ajv knows formats.
    #[serde(default)]
    pub checks_formats: bool,
    /// Whether the types of an own reader have none for links to resources.
    #[serde(default)]
    pub refuses_links: bool,
    /// Whether the client gives the input that a result asks for, and calls again by itself.
    #[serde(default)]
    pub gives_input: bool,
    /// Whether the Python SDK lets its validator's own exception through where an output schema refers to what is
    /// not there; seen in 1.26, and later releases say that the schema is invalid.
    #[serde(default)]
    pub raises_references: bool,
}

/// The SDKs by how they read a result.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SdkKind {
    /// The C# SDK.
    Csharp,
    /// An own parser that takes everything.
    #[default]
    Lenient,
    /// An own reader that checks the members it knows and lets others pass; without content there
    /// must be structured content.
    Open,
    /// The Python SDK: 1.x and 2.x read by the negotiated revision.
    Python,
    /// The Python SDK 1.x: structured content is an object whatever was negotiated.
    Python1,
    /// The Rust SDK: content or structured content must be there, and members of the answer to another
    /// request mislead it; see `any-member-is-enough`.
    Rmcp,
    /// Rust types of the client's own.
    Serde,
    /// The TypeScript SDK 1.x.
    Typescript,
    /// The TypeScript SDK up to 1.12, which knows no links to resources and speaks zod 3.
    #[serde(rename = "typescript-1-12")]
    Typescript112,
    /// The TypeScript SDK 2.x: reads by the negotiated revision.
    Typescript2,
}

/// What one output schema that is not `type: object` hides.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OddSchema {
    /// The whole list fails, and no tool of the server is offered.
    HidesList,
    /// The tool that has it is not offered.
    HidesTool,
    /// Nothing.
    #[default]
    Passes,
}

/// When structured content is checked against the output schema.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ChecksSchema {
    /// Of every result, errors too.
    Always,
    /// Never.
    #[default]
    Never,
    /// Of every result that is no error.
    OfSuccess,
}

/// Who generated the wording in a `{validator}` slot, and which wording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Validator {
    /// The SDK and its check.
    pub by: String,
    /// The wording, as far as it can be told beforehand.
    pub message: String,
}

/// What became of a result in the SDK.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Received {
    /// The client sees it.
    Accepted,
    /// The client gives the input that is asked for and calls again; the model sees what is answered then.
    AsksForInput,
    /// There can be no result: the client does not offer the tool.
    NotOffered,
    /// The client sees an error in its place.
    Refused(Validator),
}

/// Decides whether the SDK hands a result on.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline::schema::Schemas;
/// use sightline::sdk::{Received, SdkKind, SdkLayer, receive};
///
/// let sdk = SdkLayer { kind: SdkKind::Typescript, ..SdkLayer::default() };
/// let document = Document::parse(r#"{"content": [], "structuredContent": [1]}"#).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let received = receive(&sdk, result, None, &[], &Revision::V2025_11_25, &Schemas::new());
/// assert!(matches!(received, Received::Refused(_)));
/// ```
#[must_use]
pub fn receive(
    sdk: &SdkLayer,
    result: ToolResult<'_>,
    tool: Option<Tool<'_>>,
    list: &[Tool<'_>],
    revision: &Revision,
    schemas: &Schemas,
) -> Received {
    let is_hidden = match sdk.odd_schema {
        OddSchema::HidesList => lists_odd_schema(tool, list),
        OddSchema::HidesTool => lists_odd_schema(tool, &[]),
        OddSchema::Passes => false,
    };
    if is_hidden {
        return Received::NotOffered;
    }
    let asks = result.node().member("resultType").and_then(Node::as_text);
    if sdk.gives_input
        && revision.facts_or_newest().has_result_type
        && asks.is_some_and(|asks| asks.is("input_required"))
    {
        return Received::AsksForInput;
    }
    let refusal = match sdk.kind {
        SdkKind::Lenient => None,
        SdkKind::Open => open_shape(result, revision),
        SdkKind::Typescript => typescript_shape(sdk, result, StructuredRoot::Object),
        SdkKind::Typescript2 => typescript2_shape(sdk, result, revision),
        SdkKind::Csharp => typed::refusal(&Types::CSHARP, result),
        SdkKind::Rmcp if sdk.any_member_is_enough => rust_shape(result),
        SdkKind::Rmcp => typed::refusal(&Types::RMCP.with_exact_numbers(sdk.exact_numbers), result),
        SdkKind::Serde => typed::refusal(&Types::serde(!sdk.refuses_links), result),
        SdkKind::Typescript112 => zod3::refusal(result),
        SdkKind::Python1 => python_shape(sdk, result, StructuredRoot::Object),
        SdkKind::Python => python_shape(sdk, result, revision.facts_or_newest().structured_root),
    };
    if let Some(validator) = refusal {
        return Received::Refused(validator);
    }
    match schema_refusal(sdk, result, tool, list, schemas) {
        Some(validator) => Received::Refused(validator),
        None => Received::Accepted,
    }
}

impl SdkLayer {
    /// Tells whether the client takes a result for an error: pydantic reads `"yes"` and `1` as true.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::sdk::{SdkKind, SdkLayer};
    ///
    /// let document = Document::parse(r#"{"content": [], "isError": "yes"}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let sdk = |kind| SdkLayer { kind, ..SdkLayer::default() };
    /// assert!(sdk(SdkKind::Python).is_error(result));
    /// assert!(!sdk(SdkKind::Typescript).is_error(result));
    /// ```
    #[must_use]
    pub fn is_error(&self, result: ToolResult<'_>) -> bool {
        match self.kind {
            SdkKind::Python | SdkKind::Python1 => {
                result.node().member("isError").and_then(lax::truth) == Some(true)
            }
            SdkKind::Csharp
            | SdkKind::Lenient
            | SdkKind::Open
            | SdkKind::Rmcp
            | SdkKind::Serde
            | SdkKind::Typescript
            | SdkKind::Typescript112
            | SdkKind::Typescript2 => result.is_error(),
        }
    }

    pub(super) fn validator(&self, check: &str, code: i32, message: &str) -> Validator {
        let sdk = match self.kind {
            SdkKind::Python | SdkKind::Python1 => "mcp python sdk",
            SdkKind::Csharp => "mcp csharp sdk",
            SdkKind::Rmcp | SdkKind::Serde => "rmcp",
            SdkKind::Lenient
            | SdkKind::Open
            | SdkKind::Typescript
            | SdkKind::Typescript112
            | SdkKind::Typescript2 => "mcp typescript sdk",
        };
        let prefix = if self.codes_in_messages { format!("MCP error {code}: ") } else { String::new() };
        Validator { by: format!("{sdk}, {check}"), message: format!("{prefix}{message}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    /// The start of the refusal of the Python SDK, or nothing when it takes the result.
    fn check(kind: SdkKind, result: &str, expected: Option<&str>) {
        let sdk = SdkLayer { kind, ..SdkLayer::default() };
        let document = Document::parse(result).unwrap();
        let result = ToolResult::of(document.root()).unwrap();
        let received = receive(&sdk, result, None, &[], &Revision::V2025_11_25, &Schemas::new());
        let found = match &received {
            Received::Accepted | Received::AsksForInput | Received::NotOffered => None,
            Received::Refused(validator) => validator.message.lines().nth(2),
        };
        assert_eq!(found.map(str::trim).map(|line| line.split(" [").next().unwrap_or_default()), expected);
    }

    #[test]
    fn the_flag_of_an_error_is_read_generously_but_not_from_anything() {
        let check = |flag: &str, expected: Option<&str>| {
            check(SdkKind::Python1, &format!(r#"{{"content": [], "isError": {flag}}}"#), expected);
            check(SdkKind::Python, &format!(r#"{{"content": [], "isError": {flag}}}"#), expected);
        };
        for flag in ["true", "false", "0", "1.0", "\"yes\"", "\"Off\""] {
            check(flag, None);
        }
        for flag in ["2", "\"maybe\"", "\"\""] {
            check(flag, Some("Input should be a valid boolean, unable to interpret input"));
        }
        for flag in ["null", "[]", "{}"] {
            check(flag, Some("Input should be a valid boolean"));
        }
    }

    #[test]
    fn metadata_is_an_object_or_nothing() {
        check(SdkKind::Python, r#"{"content": [], "_meta": null}"#, None);
        check(SdkKind::Python, r#"{"content": [], "_meta": {}}"#, None);
        let expected = Some("Input should be a valid dictionary");
        check(SdkKind::Python, r#"{"content": [], "_meta": []}"#, expected);
    }

    #[test]
    fn locations_are_parsed_by_the_first_generation_only() {
        let link = r#"{"content": [{"type": "resource_link", "uri": "notes.txt", "name": "n"}]}"#;
        check(SdkKind::Python1, link, Some("Input should be a known block"));
        check(SdkKind::Python, link, None);
    }

    #[test]
    fn an_error_by_another_spelling_is_spared_the_schema() {
        let sdk =
            SdkLayer { kind: SdkKind::Python, checks_schema: ChecksSchema::OfSuccess, ..SdkLayer::default() };
        let tool = Document::parse(r#"{"name": "t", "outputSchema": {"type": "object"}}"#).unwrap();
        let check = |flag: &str, accepted: bool| {
            let text = format!(r#"{{"content": [], "isError": {flag}}}"#);
            let document = Document::parse(&text).unwrap();
            let result = ToolResult::of(document.root()).unwrap();
            let tool = Some(Tool::of(tool.root()));
            let received = receive(&sdk, result, tool, &[], &Revision::V2025_11_25, &Schemas::new());
            assert_eq!(received == Received::Accepted, accepted, "{flag}");
        };
        check("\"yes\"", true);
        check("1", true);
        check("\"no\"", false);
    }

    #[test]
    fn a_schema_that_is_none_is_held_against_results_in_python_only() {
        let check = |kind, schema: &str, accepted: bool| {
            let sdk = SdkLayer { kind, checks_schema: ChecksSchema::Always, ..SdkLayer::default() };
            let tool = format!(r#"{{"name": "t", "outputSchema": {schema}}}"#);
            let tool = Document::parse(&tool).unwrap();
            let document = Document::parse(r#"{"content": [], "structuredContent": {"a": "b"}}"#).unwrap();
            let result = ToolResult::of(document.root()).unwrap();
            let tool = Some(Tool::of(tool.root()));
            let received = receive(&sdk, result, tool, &[], &Revision::V2025_11_25, &Schemas::new());
            assert_eq!(received == Received::Accepted, accepted, "{kind:?} {schema}");
        };
        let broken = r#"{"type": "object", "properties": {"a": {"type": "strnig"}}}"#;
        let elsewhere = r#"{"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}"#;
        let unknown = r#"{"$schema": "https://example.com/dialect", "type": "object"}"#;
        for schema in [broken, elsewhere] {
            check(SdkKind::Python, schema, false);
            check(SdkKind::Python1, schema, false);
            check(SdkKind::Typescript, schema, true);
        }
        check(SdkKind::Python, unknown, true);
    }

    #[test]
    fn formats_are_checked_by_those_who_ask_for_them() {
        let schema = r#"{"name": "t", "outputSchema": {"type": "object", "properties": {
            "day": {"type": "string", "format": "date"},
            "place": {"type": "string", "format": "iri"}, "own": {"type": "string", "format": "mine"}}}}"#;
        let tool = Document::parse(schema).unwrap();
        let check = |checks_formats: bool, structured: &str, expected: Option<&str>| {
            let (kind, checks_schema) = (SdkKind::Typescript, ChecksSchema::Always);
            let sdk = SdkLayer { kind, checks_schema, checks_formats, ..SdkLayer::default() };
            let text = format!(r#"{{"content": [], "structuredContent": {structured}}}"#);
            let document = Document::parse(&text).unwrap();
            let result = ToolResult::of(document.root()).unwrap();
            let tool = Some(Tool::of(tool.root()));
            let received = receive(&sdk, result, tool, &[], &Revision::V2025_11_25, &Schemas::new());
            let found = match &received {
                Received::Accepted | Received::AsksForInput | Received::NotOffered => None,
                Received::Refused(validator) => Some(validator.message.as_str()),
            };
            assert_eq!(found, expected, "{structured}");
        };
        let words =
            "Structured content does not match the tool's output schema: data/day must match format \"date\"";
        check(true, r#"{"day": "yesterday"}"#, Some(words));
        check(false, r#"{"day": "yesterday"}"#, None);
        check(true, r#"{"day": "2026-11-30"}"#, None);
        // Ajv has no such formats, and lets them pass.
        check(true, r#"{"place": "no iri", "own": "x"}"#, None);
    }

    #[test]
    fn input_is_given_by_those_who_can_where_results_may_ask_for_it() {
        let check = |gives_input, kind: &str, revision: &Revision, asks: bool| {
            let sdk = SdkLayer { gives_input, ..SdkLayer::default() };
            let text = format!(r#"{{"content": [], "resultType": "{kind}"}}"#);
            let document = Document::parse(&text).unwrap();
            let result = ToolResult::of(document.root()).unwrap();
            let received = receive(&sdk, result, None, &[], revision, &Schemas::new());
            assert_eq!(received == Received::AsksForInput, asks, "{kind}");
        };
        check(true, "input_required", &Revision::V2026_07_28, true);
        check(true, "complete", &Revision::V2026_07_28, false);
        check(true, "input_required", &Revision::V2025_11_25, false);
        check(false, "input_required", &Revision::V2026_07_28, false);
    }

    #[test]
    fn an_odd_schema_hides_the_list_the_tool_or_nothing() {
        let texts = [r#"{"name": "a"}"#, r#"{"name": "b", "outputSchema": {"type": "array"}}"#];
        let [plain, odd] = texts.map(|text| Document::parse(text).unwrap());
        let [plain, odd] = [Tool::of(plain.root()), Tool::of(odd.root())];
        let document = Document::parse(r#"{"content": []}"#).unwrap();
        let result = ToolResult::of(document.root()).unwrap();
        let received = |odd_schema, tool, list: &[Tool<'_>]| {
            let sdk = SdkLayer { odd_schema, ..SdkLayer::default() };
            receive(&sdk, result, Some(tool), list, &Revision::V2025_06_18, &Schemas::new())
        };
        for (kind, tool, list, expected) in [
            (OddSchema::HidesList, plain, &[plain][..], Received::Accepted),
            (OddSchema::HidesList, plain, &[plain, odd], Received::NotOffered),
            (OddSchema::HidesTool, plain, &[plain, odd], Received::Accepted),
            (OddSchema::HidesTool, odd, &[plain, odd], Received::NotOffered),
            (OddSchema::Passes, odd, &[plain, odd], Received::Accepted),
        ] {
            assert_eq!(received(kind, tool, list), expected, "{kind:?}");
        }
    }
}
