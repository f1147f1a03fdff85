//! STR-005 `null-taken-for-absent`; the page beside this file says what it finds and why.

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
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    if result.structured_content().is_some() {
        return;
    }
    let Some(Ok(schema)) = context.output_schema() else { return };
    let says_null = texts(result).all(|(_, text)| matches!(text.to_str().trim(), "" | "null"));
    let Ok(null) = Document::parse("null") else { return };
    if says_null && matches!(schema.check(null.root()), Verdict::Holds) {
        let message = "the result means null, which the schema allows, and leaves the key out";
        findings.missing(result.node(), "structuredContent", message).expects("null");
    }
}
