//! APP-016 `non-object-context-update`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::read::member_is;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "non-object-context-update",
    code: "APP-016",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: ui/update-model-context",
    why: "Hosts validate the message and drop it, so the model never learns what the user did in the view.",
    help: "Put the value under a key that says what it is.",
    page: include_str!("non_object_context_update.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(message) = context.told().and_then(|told| told.message) else { return };
    let params = message.member("params").filter(|_| member_is(message, "method", "ui/update-model-context"));
    let structured = params.and_then(|params| params.member("structuredContent"));
    if let Some(structured) = structured.filter(|structured| !structured.is_object()) {
        findings
            .at(structured, "the structured content of a context update is no object")
            .expects("an object")
            .finds(shown(structured));
    }
}
