//! RES-005 `non-boolean-is-error`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "non-boolean-is-error",
    code: "RES-005",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "2026-07-28, schema: CallToolResult.isError",
    fix: FixAvailability::Safe,
    why: "Readers that test for `true` take the error for a success, and strict ones refuse the result.",
    help: "Send `true` or `false`.",
    page: include_str!("non_boolean_is_error.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(flag) = context.result().and_then(|result| result.node().member("isError")) else { return };
    if flag.as_bool().is_none() {
        findings.at(flag, "`isError` is no boolean").expects("true or false").finds(shown(flag));
    }
}
