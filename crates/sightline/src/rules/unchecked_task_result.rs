//! TASK-003 `unchecked-task-result`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::member_is;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::diagnostic::Diagnostic;
use crate::json::Node;
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "unchecked-task-result",
    code: "TASK-003",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "SEP-2663: Result and Error Handling; tasks/get returns what the request would have; SEP-2663: Task Status: completed includes isError",
    why: "Waiting for a task ends in an ordinary result, and a client that polls reads it as strictly as one that came at once.",
    help: "Check the final result of a task as the answer to the call that started it.",
    page: include_str!("unchecked_task_result.md"),
    check,
    ..Rule::BASE
};

/// The groups that speak about the output of a tool.
const GROUPS: &[&str] = &["RES-", "BLK-", "STR-", "ALN-", "ERR-"];

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some((told, task)) = context.told().and_then(|told| Some((told, told.task?))) else { return };
    let Some(result) = task.member("result").and_then(ToolResult::of) else { return };
    let status = task.member("status");
    if let Some(status) = status.filter(|_| member_is(task, "status", "failed") && result.is_error()) {
        findings
            .at(status, "the tool reported an error, which is a completed task, and the task says failed")
            .expects("completed")
            .finds("failed");
    }
    // In a recording the result of a task is a subject of its own.
    if told.is_recorded {
        return;
    }
    let inner = context.beside(context.tool(), result);
    for found in super::check(&inner, findings.settings) {
        if GROUPS.iter().any(|group| found.code.starts_with(group)) {
            hand_on(result.node(), found, findings);
        }
    }
}

/// Reports a finding of another rule at its place in the task.
fn hand_on(result: Node<'_>, found: Diagnostic, findings: &mut Findings<'_, '_>) {
    let message = format!("the result of the task breaks {}: {}", quoted(found.rule), found.message);
    let handed = match (result.at(&found.pointer), found.pointer.rsplit_once('/')) {
        (None, Some((parent, name))) => findings.missing(result.at(parent).unwrap_or(result), name, message),
        (place, _) => findings.at(place.unwrap_or(result), message),
    };
    (handed.expected, handed.found, handed.help) = (found.expected, found.found, found.help);
    handed.at_most(found.level);
}
