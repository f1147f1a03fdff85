//! TOOL-008 `conflicting-annotation-hints`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "conflicting-annotation-hints",
    code: "TOOL-008",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_03,
    scope: Scope::Tool,
    source: "2026-07-28, schema: ToolAnnotations.destructiveHint / idempotentHint",
    why: "`destructiveHint` means something only where `readOnlyHint` is false, so clients resolve the contradiction each in its own way.",
    help: "Drop one of the two hints.",
    page: include_str!("conflicting_annotation_hints.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(tool) = context.tool().filter(|tool| tool.hints_read_only()) else { return };
    let hint = tool.annotations().and_then(|annotations| annotations.member("destructiveHint"));
    if let Some(hint) = hint.filter(|hint| hint.as_bool() == Some(true)) {
        findings.at(hint, "`destructiveHint` is true although `readOnlyHint` is true");
    }
}
