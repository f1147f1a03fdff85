//! TASK-004 `wrong-task-result-type`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "wrong-task-result-type",
    code: "TASK-004",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "SEP-2663: Task Polling, Response (prose); its JSON samples say task",
    fix: FixAvailability::Safe,
    why: "A client that meets `task` again takes the answer for a new task and polls for ever.",
    help: "Say `complete` on these answers; when reading, take both.",
    page: include_str!("wrong_task_result_type.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    let is_about_task =
        told.method().is_some_and(|method| matches!(&*method, "tasks/get" | "tasks/update" | "tasks/cancel"));
    let answer = context.result().map(ToolResult::node).filter(|_| is_about_task);
    for answer in told.task.into_iter().chain(answer) {
        match answer.member("resultType") {
            None => {
                let message = "the answer about a task does not say what it is";
                findings.missing(answer, "resultType", message).expects("\"complete\"");
            }
            Some(kind) if !kind.as_text().is_some_and(|text| text.is("complete")) => {
                let message = "the answer about a task is no complete result";
                findings.at(kind, message).expects("\"complete\"").finds(shown(kind));
            }
            Some(_) => {}
        }
    }
}

fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    node.parent()?;
    let mut edits = Edits::new(node.document());
    if node.is_object() && node.member("resultType").is_none() {
        edits.insert_member(node, "resultType", "\"complete\"");
    } else {
        edits.replace(node, "\"complete\"");
    }
    Some(edits)
}
