//! TASK-005 `ungated-legacy-task`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::exchange::Told;
use crate::json::Node;
use crate::result::ToolResult;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "ungated-legacy-task",
    code: "TASK-005",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ONLY_2025_11,
    scope: Scope::Exchange,
    source: "2025-11-25, basic/utilities/tasks: Tool-Level Negotiation",
    why: "The other side ignores the request or refuses it, and without the mark a result cannot be told from those of other tasks.",
    help: "Look at `tasks.requests.tools.call` of the server and at `execution.taskSupport` of the tool before adding `task`.",
    page: include_str!("ungated_legacy_task.md"),
    check,
    ..Rule::BASE
};

const RELATED: &str = "io.modelcontextprotocol/related-task";

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    match told.method().as_deref() {
        Some("tools/call") => call(context, told, findings),
        Some("tasks/result") => {
            let Some(result) = context.result().map(ToolResult::node) else { return };
            let meta = result.member("_meta");
            if meta.and_then(|meta| meta.member(RELATED)).is_none() {
                let message = "the answer does not say which task it is of";
                let (place, name) = meta.map_or((result, "_meta"), |meta| (meta, RELATED));
                findings.missing(place, name, message);
            }
        }
        _ => {}
    }
}

fn call(context: &Context<'_>, told: &Told<'_>, findings: &mut Findings<'_, '_>) {
    let Some(request) = told.request else { return };
    // Whether tasks are offered at all is said in the handshake, which a recording may lack.
    if told.is_recorded && told.server.is_none() {
        return;
    }
    let offers = told.server.map(|server| server.at("/tasks/requests/tools/call").is_some());
    let support = context.tool().map(Tool::node).map(|tool| {
        let execution = tool.member("execution").and_then(|execution| execution.member("taskSupport"));
        execution.and_then(Node::as_str).unwrap_or(std::borrow::Cow::Borrowed("forbidden"))
    });
    let task = told.params().and_then(|params| params.member("task"));
    if let Some(task) = task {
        if offers == Some(false) {
            findings.at(task, "the call asks for a task, and the server declares none for calls of tools");
        } else if let Some(support) =
            support.filter(|support| *support != "optional" && *support != "required")
        {
            findings
                .at(task, "the call asks for a task, and the tool does not support it")
                .finds(quoted(&support));
        }
    } else if offers != Some(false) && support.is_some_and(|support| support == "required") {
        let is_refused =
            told.error().and_then(|error| error.member("code")).is_some_and(|code| code.text() == "-32601");
        if !is_refused {
            let place = told.params().unwrap_or(request);
            findings
                .missing(place, "task", "the tool requires a task, and the call asks for none")
                .expects("`task`, or the error -32601 as the answer");
        }
    }
}
