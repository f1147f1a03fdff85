//! SCH-013 `boolean-property-schema`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::schemas_of;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "boolean-property-schema",
    code: "SCH-013",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::TO_2025_11,
    scope: Scope::Tool,
    source: "2025-11-25, schema: Tool.inputSchema.properties / outputSchema.properties: { [key]: object }; @modelcontextprotocol/sdk 1.32.2: types.js ToolSchema AssertObjectSchema; issues Azure/Azure-Resource-Manager-MCP#21, opencode#49464, claude-code#92900: one boolean drops the whole list",
    fix: FixAvailability::Safe,
    why: "The wire schema of these revisions takes objects only: the official TypeScript client then rejects the whole list.",
    help: "Write `{}` for `true` and `{\"not\": {}}` for `false`; both mean the same.",
    page: include_str!("boolean_property_schema.md"),
    check,
    mend: Mend::Adapt(&["L5"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for root in context.tool().into_iter().flat_map(schemas_of) {
        for member in root.member("properties").into_iter().flat_map(Node::members) {
            if member.value.as_bool().is_some() {
                let message = format!("the schema of property `{}` is a boolean", member.key.to_str());
                findings.at(member.value, message).expects("an object").finds(shown(member.value));
            }
        }
    }
}
