//! TOOL-016 `unknown-task-support`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "unknown-task-support",
    code: "TOOL-016",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ONLY_2025_11,
    scope: Scope::Tool,
    source: "2025-11-25, server/tools: Tool, execution.taskSupport; 2025-11-25, schema: ToolExecution",
    why: "A client cannot tell whether it may run the tool as a task.",
    help: "Use `forbidden`, `optional` or `required`.",
    page: include_str!("unknown_task_support.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let execution = context.tool().and_then(|tool| tool.node().member("execution"));
    let Some(support) = execution.and_then(|execution| execution.member("taskSupport")) else { return };
    let known = ["forbidden", "optional", "required"];
    if !support.as_text().is_some_and(|text| known.iter().any(|name| text.is(name))) {
        findings
            .at(support, "`taskSupport` has a value that the revision does not define")
            .expects(known.join(", "))
            .finds(shown(support));
    }
}
