//! RES-005 `non-boolean-is-error`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

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
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(flag) = context.result().and_then(|result| result.node().member("isError")) else { return };
    if flag.as_bool().is_none() {
        findings.at(flag, "`isError` is no boolean").expects("true or false").finds(shown(flag));
    }
}

/// Only the two words are clear; other values are the author's to read.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let word = node.as_str()?;
    let mut edits = Edits::new(node.document());
    edits.replace(node, ["true", "false"].into_iter().find(|name| *name == word)?);
    Some(edits)
}
