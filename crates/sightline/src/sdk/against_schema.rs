//! Structured content against the output schema, as the SDKs check it and in their validators' words.

use crate::json::Node;
use crate::result::ToolResult;
use crate::schema::{SchemaProblem, SchemaProblemKind, Schemas, Verdict, Violation};
use crate::sdk::receive::{ChecksSchema, SdkKind, SdkLayer, Validator};
use crate::sdk::repr::jsonschema_words;
use crate::tool::Tool;

/// The check in which the Python SDK lets an exception of its validator through.
pub(crate) const UNCAUGHT_REFERENCE: &str = "output-schema check (referencing)";

pub(super) fn schema_refusal(
    sdk: &SdkLayer,
    result: ToolResult<'_>,
    tool: Option<Tool<'_>>,
    list: &[Tool<'_>],
    schemas: &Schemas,
) -> Option<Validator> {
    match sdk.checks_schema {
        ChecksSchema::Never => return None,
        ChecksSchema::OfSuccess if sdk.is_error(result) => return None,
        ChecksSchema::Always | ChecksSchema::OfSuccess => {}
    }
    let tool = tool?;
    let schema = tool.output_schema().filter(|schema| schema.is_object())?;
    if sdk.relists_without_schemas && lists_odd_schema(Some(tool), list) {
        return None;
    }
    let name = tool.name().unwrap_or_default();
    let structured = result.structured_content().filter(|value| sdk.null_is_a_value || !value.is_null());
    let Some(value) = structured else {
        // An error without structured content passes every SDK.
        if sdk.is_error(result) {
            return None;
        }
        let message = format!("Tool {name} has an output schema but did not return structured content");
        return Some(sdk.validator("output-schema check", -32600, &message));
    };
    let compiled =
        if sdk.checks_formats { schemas.compile_with_formats(schema) } else { schemas.compile(schema) };
    let compiled = match compiled.as_ref() {
        Ok(compiled) => compiled,
        Err(problem) => return refusal_of_schema(sdk, &name, problem),
    };
    let Verdict::Breaks(violations) = compiled.check(value) else { return None };
    Some(match sdk.kind {
        SdkKind::Python | SdkKind::Python1 => {
            let words = jsonschema_words(&violations, value, schema);
            let message = format!("Invalid structured content returned by tool {name}: {words}");
            sdk.validator("output-schema check (jsonschema)", 0, &message)
        }
        SdkKind::Csharp
        | SdkKind::Lenient
        | SdkKind::Open
        | SdkKind::Rmcp
        | SdkKind::Serde
        | SdkKind::Typescript
        | SdkKind::Typescript112
        | SdkKind::Typescript2 => {
            let errors = violations.iter().map(ajv_words).collect::<Vec<_>>().join(", ");
            let message = format!("Structured content does not match the tool's output schema: {errors}");
            sdk.validator("output-schema check (ajv)", -32602, &message)
        }
    })
}

/// What an output schema that is none makes of every result. Ajv is asked once, when tools are listed, and what
/// it cannot compile is not asked again; Python compiles the schema for each result.
fn refusal_of_schema(sdk: &SdkLayer, name: &str, problem: &SchemaProblem) -> Option<Validator> {
    let is_python = matches!(sdk.kind, SdkKind::Python | SdkKind::Python1);
    // Bounds of our own are nobody else's, and a dialect that nobody knows is read as the newest one.
    let is_known = match problem.kind {
        SchemaProblemKind::Invalid | SchemaProblemKind::NotASchema | SchemaProblemKind::UnresolvedRef => true,
        SchemaProblemKind::TooComplex | SchemaProblemKind::UnsupportedDialect => false,
    };
    if is_python && sdk.raises_references && problem.kind == SchemaProblemKind::UnresolvedRef {
        let uri = problem.reference.as_deref().unwrap_or_default();
        return Some(sdk.validator(UNCAUGHT_REFERENCE, 0, &format!("Unresolvable: {uri}")));
    }
    let message = format!("Invalid schema for tool {name}: {problem}");
    (is_python && is_known).then(|| sdk.validator("output-schema check (jsonschema)", 0, &message))
}

pub(super) fn lists_odd_schema(tool: Option<Tool<'_>>, list: &[Tool<'_>]) -> bool {
    let odd = |tool: &Tool<'_>| tool.output_schema().is_some_and(|schema| !is_object_schema(schema));
    list.iter().chain(tool.as_ref()).any(odd)
}

fn is_object_schema(schema: Node<'_>) -> bool {
    schema.member("type").and_then(Node::as_text).is_some_and(|name| name.is("object"))
}

/// One violation in the words of Ajv.
fn ajv_words(violation: &Violation) -> String {
    let place = format!("data{}", violation.instance_pointer);
    let problem = match violation.keyword.as_str() {
        "type" => format!("must be {}", violation.expected.replace(" or ", ",")),
        "required" => {
            let property = violation.expected.trim_start_matches("the property ").trim_matches('"');
            format!("must have required property '{property}'")
        }
        "additionalProperties" | "unevaluatedProperties" => "must NOT have additional properties".to_owned(),
        "enum" => "must be equal to one of the allowed values".to_owned(),
        "const" => "must be equal to constant".to_owned(),
        "format" => {
            format!("must match format {}", violation.expected.trim_start_matches("in the format "))
        }
        "pattern" => {
            format!("must match pattern {}", violation.expected.trim_start_matches("a string that matches "))
        }
        _ => format!("must be {}", violation.expected),
    };
    format!("{place} {problem}")
}
