//! REV-013 `task-toward-old-client`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "task-toward-old-client",
    code: "REV-013",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::TO_2025_11,
    scope: Scope::Task,
    source: "SEP-2663: Backward Compatibility",
    fix: FixAvailability::Safe,
    why: "The client takes it for a result with nothing in it.",
    help: "Wait for the task and return its result.",
    page: include_str!("task_toward_old_client.md"),
    check,
    mend: Mend::Adapt(&["C8"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(kind) = context.result().and_then(|result| result.node().member("resultType")) else { return };
    findings.at(kind, "a task goes to a client that does not know it").finds(shown(kind));
}
