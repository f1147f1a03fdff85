//! TASK-001 `task-without-capability`; the page beside this file says what it finds and why.

use super::read::holds;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "task-without-capability",
    code: "TASK-001",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Task,
    source: "SEP-2663: Capability Negotiation",
    fix: FixAvailability::Safe,
    why: "A client that does not know tasks reads a result without content and never asks for the end of it.",
    help: "Wait and answer with the final result, or with the error -32021.",
    page: include_str!("task_without_capability.md"),
    check,
    ..Rule::BASE
};

const TASKS: &str = "io.modelcontextprotocol/tasks";

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(told), Some(result)) = (context.told(), context.result()) else { return };
    let client = told.client_capabilities();
    let declared = client.map(|client| client.member("extensions").and_then(|all| all.member(TASKS)));
    let is_declared = match declared {
        Some(declared) => declared.is_some_and(Node::is_object),
        None => told.extensions.is_none_or(|extensions| holds(extensions, TASKS)),
    };
    if !is_declared {
        let result = ToolResult::node(result);
        let place = result.member("resultType").unwrap_or(result);
        findings.at(place, "the request did not declare tasks, and a task is the answer").finds("task");
    }
}
