//! STR-001 `non-object-structured-toward-old-client`; the page beside this file says what it finds and why.

use super::clients::{Fault, names, substitutes};
use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "non-object-structured-toward-old-client",
    code: "STR-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::BETWEEN_2025_06_AND_2025_11,
    scope: Scope::Result,
    source: "2025-11-25, server/tools: Structured Content; 2025-11-25, schema: CallToolResult.structuredContent",
    fix: FixAvailability::Safe,
    why: "Clients of these revisions take an object only; the official SDKs refuse the whole result.",
    help: "Wrap the value as `{\"result\": …}`, and the output schema with it.",
    page: include_str!("non_object_structured_toward_old_client.md"),
    check,
    mend: Mend::Adapt(&["C1", "C2"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let structured = context.result().and_then(ToolResult::structured_content);
    if let Some(structured) = structured.filter(|structured| !structured.is_object()) {
        let message = format!("`structuredContent` is of type {}", structured.kind().name());
        let finding = findings.at(structured, message);
        finding.expects("an object").finds(shown(structured));
        if let Some(clients) = names(context, Fault::Structured, substitutes) {
            finding.note(format!("{clients} show the model an error of their own in place of the result"));
        }
    }
}
