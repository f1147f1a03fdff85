//! STR-004 `structured-breaks-schema`; the page beside this file says what it finds and why.

use super::compiled::{Verdict, Violation, missing_property};
use super::{Context, ErrorSchema, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "structured-breaks-schema",
    code: "STR-004",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::ToolAndResult,
    source: "2026-07-28, server/tools: Output Schema",
    why: "Clients that validate drop the result or report an error of their own, and the model never sees the data.",
    help: "Return what the schema says, or correct the schema.",
    page: include_str!("structured_breaks_schema.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    let Some(structured) = result.structured_content() else { return };
    if result.is_error() && findings.settings.error_schema == ErrorSchema::Exempt {
        return;
    }
    let Some(Verdict::Breaks(violations)) = context.verdict() else { return };
    for violation in violations {
        report(structured, violation, findings);
    }
}

fn report(structured: Node<'_>, violation: &Violation, findings: &mut Findings<'_, '_>) {
    let message = format!("the value breaks the output schema: {}", violation.message);
    let pointer = &violation.instance_pointer;
    let finding = match (structured.at(pointer), missing_property(violation)) {
        (Some(node), None) => findings.at(node, message),
        (Some(node), Some(name)) => findings.missing(node, &name, message),
        (None, _) => findings.at(structured, message),
    };
    if !violation.expected.is_empty() {
        finding.expects(violation.expected.clone());
    }
    if !violation.found.is_empty() {
        finding.finds(violation.found.clone());
    }
    finding.note(format!("output schema: {}", violation.schema_pointer));
}
