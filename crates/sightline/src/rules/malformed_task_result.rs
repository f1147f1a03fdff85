//! TASK-002 `malformed-task-result`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "malformed-task-result",
    code: "TASK-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Task,
    source: "SEP-2663: Polymorphic Results / Task Creation",
    fix: FixAvailability::OnRequest,
    why: "Clients that poll do not find the task, and the call is lost.",
    help: "Put `taskId`, `status`, `createdAt`, `lastUpdatedAt` and `ttlMs` on the result itself.",
    page: include_str!("malformed_task_result.md"),
    check,
    mend: Mend::Adapt(&["C13"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().map(ToolResult::node) else { return };
    if let Some(task) = result.member("task") {
        findings.at(task, "the task is nested, as in an older revision").expects("its fields on the result");
        return;
    }
    for name in ["taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs"] {
        if result.member(name).is_none() {
            findings.missing(result, name, format!("the task has no `{name}`"));
        }
    }
}
