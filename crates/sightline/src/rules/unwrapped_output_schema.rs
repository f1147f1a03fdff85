//! REV-001 `unwrapped-output-schema`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::read::member_is;
use super::subschemas::wrapped_schema;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "unwrapped-output-schema",
    code: "REV-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::BETWEEN_2025_06_AND_2025_11,
    scope: Scope::Tool,
    source: "typescript-sdk @3924de99: core-internal/src/wire/rev2025-11-25/legacyWrap.ts; csharp-sdk @609499b2: AIFunctionMcpServerTool.TransformOutputSchemaForLegacyWire; 2025-11-25, schema: Tool.outputSchema",
    fix: FixAvailability::Safe,
    why: "Clients of these revisions refuse the definition, and some of them every tool of the list with it.",
    help: "Send `{\"type\": \"object\", \"properties\": {\"result\": …}, \"required\": [\"result\"]}` with the `$schema` of the old root on it, and wrap the values alike.",
    page: include_str!("unwrapped_output_schema.md"),
    check,
    mend: Mend::Adapt(&["L4"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let schema = context.tool().and_then(Tool::output_schema).filter(|schema| schema.is_object());
    let Some(schema) = schema else { return };
    if !member_is(schema, "type", "object") {
        let message = "the output schema is not wrapped for a client that takes objects only";
        let finding = findings.at(schema, message);
        finding.expects("an object with the property result");
        if let Some(kind) = schema.member("type") {
            finding.finds(shown(kind));
        }
        return;
    }
    let wrapped = wrapped_schema(schema).filter(|inner| inner.member("$id").is_none());
    let dialect = wrapped.and_then(|inner| inner.member("$schema"));
    if let Some(dialect) = dialect.filter(|_| schema.member("$schema").is_none()) {
        findings
            .at(dialect, "the schema was wrapped, and its `$schema` stayed inside")
            .expects("`$schema` on the wrapper");
    }
}
