//! TASK-002 `malformed-task-result`; the page beside this file says what it finds and why.

use super::findings::shown;
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

/// States of a task.
const STATUSES: &[&str] = &["working", "input_required", "completed", "failed", "cancelled"];
const STATUS: &str = "working, input_required, completed, failed or cancelled";

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().map(ToolResult::node) else { return };
    if let Some(task) = result.member("task") {
        findings.at(task, "the task is nested, as in an older revision").expects("its fields on the result");
        return;
    }
    for name in ["taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs"] {
        let Some(value) = result.member(name) else {
            findings.missing(result, name, format!("the task has no `{name}`"));
            continue;
        };
        let (fits, expected) = match name {
            "status" => {
                (value.as_text().is_some_and(|text| STATUSES.iter().any(|known| text.is(known))), STATUS)
            }
            // A task that is kept for ever has null.
            "ttlMs" => (value.is_null() || value.as_number().is_some(), "a number of milliseconds, or null"),
            _ => (value.as_text().is_some_and(|text| !text.is("")), "a string"),
        };
        if !fits {
            findings
                .at(value, format!("`{name}` of the task is of another kind"))
                .expects(expected)
                .finds(shown(value));
        }
    }
}
