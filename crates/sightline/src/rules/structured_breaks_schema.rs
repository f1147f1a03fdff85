//! STR-004 `structured-breaks-schema`; the page beside this file says what it finds and why.

use super::clients::{Fault, names, substitutes};
use super::findings::{quoted, shown};
use super::{
    Context, ErrorSchema, Findings, Levels, Rule, Scope, Strength, falsy_value_breaks_schema,
    oversized_schema, revisions, schema_invalid_in_its_dialect,
};
use crate::diagnostic::{Diagnostic, Level};
use crate::json::{Document, Node};
use crate::schema::{SchemaProblemKind, Verdict, Violation};

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
    if let Some(Verdict::TooComplex(reason)) = context.verdict() {
        findings
            .at(structured, format!("nobody knows whether the value holds to its schema: {reason}"))
            .expects("a schema that can be judged in bounded time")
            .at_most(Level::Warning)
            .notes
            .clear();
    }
    not_compiled(context, structured, findings);
    let Some(Verdict::Breaks(violations)) = context.verdict() else { return };
    // A falsy value has a rule of its own, which says what servers do about such values.
    if falsy_value_breaks_schema::falsy_breach(context).is_some()
        && findings.is_told_by(&falsy_value_breaks_schema::RULE)
    {
        return;
    }
    for (index, violation) in violations.iter().enumerate() {
        let clients = if index == 0 { names(context, Fault::Schema, substitutes) } else { None };
        report(structured, violation, clients.as_ref(), findings);
    }
}

/// Says that a schema is beyond the bounds, where no rule of the definition says so.
fn not_compiled(context: &Context<'_>, structured: Node<'_>, findings: &mut Findings<'_, '_>) {
    let Some(Err(problem)) = context.output_schema() else { return };
    if problem.kind != SchemaProblemKind::TooComplex
        || findings.leaves_to(&oversized_schema::RULE)
        || findings.leaves_to(&schema_invalid_in_its_dialect::RULE)
    {
        return;
    }
    let message = format!("the value is not held to its schema: {}", problem.message);
    findings.at(structured, message).at_most(Level::Warning).notes.clear();
}

/// Reports one place at which structured content breaks its schema.
pub(super) fn report(
    structured: Node<'_>,
    violation: &Violation,
    clients: Option<&String>,
    findings: &mut Findings<'_, '_>,
) {
    let place = structured.at(&violation.instance_pointer).unwrap_or(structured);
    let undeclared: Vec<Node<'_>> =
        violation.undeclared.iter().filter_map(|name| place.member(name)).collect();
    if !undeclared.is_empty() {
        for (index, (value, name)) in undeclared.iter().zip(&violation.undeclared).enumerate() {
            let finding = findings.at(*value, format!("the schema allows no property {}", quoted(name)));
            finding.expects(violation.expected.clone()).finds(shown(*value));
            note(violation, clients.filter(|_| index == 0), finding);
        }
        return;
    }
    let finding = match missing_property(violation) {
        None => findings.at(place, violation.message.clone()),
        Some(name) => findings.missing(place, &name, violation.message.clone()),
    };
    finding.expects(violation.expected.clone()).finds(violation.found.clone());
    note(violation, clients, finding);
}

fn note(violation: &Violation, clients: Option<&String>, finding: &mut Diagnostic) {
    finding.note(format!("the schema says so at {}", violation.schema_pointer));
    if let Some(clients) = clients {
        finding.note(format!("{clients} show the model an error of their own in place of the result"));
    }
}

/// The property that a `required` violation misses stands in quotes in what was expected.
fn missing_property(violation: &Violation) -> Option<String> {
    let name =
        violation.expected.strip_prefix("the property ").filter(|_| violation.keyword == "required")?;
    let document = Document::parse(name).ok()?;
    document.root().as_str().map(|name| name.into_owned())
}
