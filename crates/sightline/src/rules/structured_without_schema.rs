//! STR-009 `structured-without-schema`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "structured-without-schema",
    code: "STR-009",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::ToolAndResult,
    source: "2026-07-28, server/tools: Output Schema",
    fix: FixAvailability::OnRequest,
    why: "Code and views that read the value have nothing to rely on, and nobody notices when its shape drifts.",
    help: "Declare an output schema when code or a view reads the value; for free-form documents or shapes that vary, allow this finding with a reason.",
    page: include_str!("structured_without_schema.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(tool), Some(result)) = (context.tool(), context.result()) else { return };
    if tool.output_schema().is_some() || result.is_error() || !context.is_for_model() {
        return;
    }
    let structured = result.structured_content();
    if let Some(structured) =
        structured.filter(|node| (node.is_object() || node.is_array()) && !node.is_empty())
    {
        findings.at(structured, "the result has structured content, and the tool declares no output schema");
    }
}
