//! STR-005 `null-taken-for-absent`; the page beside this file says what it finds and why.

use super::clients::{Fault, names, substitutes};
use super::read::texts;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Document;
use crate::schema::Verdict;

pub(super) static RULE: Rule = Rule {
    name: "null-taken-for-absent",
    code: "STR-005",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::ToolAndResult,
    source: "2026-07-28, server/tools: Structured Content; typescript-sdk @3924de99: client.ts, presence is === undefined",
    fix: FixAvailability::Safe,
    why: "`null` is a value that the schema allows; without the key clients that validate throw.",
    help: "Send `\"structuredContent\": null` where the tool returns null.",
    page: include_str!("null_taken_for_absent.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|_| means_null(context)) else { return };
    let message = "the result means null, which the schema allows, and leaves the key out";
    let finding = findings.missing(result.node(), "structuredContent", message);
    finding.expects("null");
    if let Some(clients) = names(context, Fault::NullLeftOut, substitutes) {
        finding.note(format!("{clients} show the model an error of their own in place of the result"));
    }
}

/// Tells whether a result lacks a value that can only have been null.
pub(super) fn means_null(context: &Context<'_>) -> bool {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return false };
    if result.structured_content().is_some() {
        return false;
    }
    let Some(Ok(schema)) = context.output_schema() else { return false };
    let says_null = texts(result).all(|(_, text)| matches!(text.to_str().trim(), "" | "null"));
    let Ok(null) = Document::parse("null") else { return false };
    says_null && matches!(schema.check(null.root()), Verdict::Holds)
}
