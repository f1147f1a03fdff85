//! REV-004 `null-lost-toward-old-client`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "null-lost-toward-old-client",
    code: "REV-004",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::BETWEEN_2025_06_AND_2025_11,
    scope: Scope::ToolAndResult,
    source: "2025-11-25, schema: CallToolResult.structuredContent; typescript-sdk @3924de99: codec.ts",
    fix: FixAvailability::Safe,
    why: "Clients of these revisions refuse `null`, and without the key they miss what the schema promises.",
    help: "Send `{\"result\": null}` with the wrapped schema.",
    page: include_str!("null_lost_toward_old_client.md"),
    check,
    mend: Mend::Adapt(&["C1", "C2"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(tool), Some(result)) = (context.tool(), context.result()) else { return };
    let structured =
        result.structured_content().filter(|_| tool.output_schema().is_some_and(Node::is_object));
    if let Some(structured) = structured.filter(|node| node.is_null()) {
        findings
            .at(structured, "null goes to a client that takes an object only")
            .expects("{\"result\": null}");
    }
}
