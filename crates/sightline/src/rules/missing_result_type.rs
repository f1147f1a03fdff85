//! RES-002 `missing-result-type`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::mend::result_of;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::adapt::{Repaired, repair};
use crate::json::{Edits, Node, quote};
use crate::result::ResultType;

pub(super) static RULE: Rule = Rule {
    name: "missing-result-type",
    code: "RES-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::AnyResult,
    is_of_envelope: true,
    source: "2026-07-28, basic/index: Result Responses; 2026-07-28, schema: Result.resultType",
    fix: FixAvailability::Safe,
    why: "Clients of this revision may refuse a result that does not say what it is.",
    help: "Add `\"resultType\": \"complete\"`.",
    page: include_str!("missing_result_type.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    match result.node().member("resultType") {
        None => {
            let kind = context.result_type().unwrap_or(ResultType::Complete);
            let finding = findings.missing(result.node(), "resultType", "the result has no `resultType`");
            finding.expects(quote(kind.name()));
            if kind != ResultType::Complete {
                finding.help = Some(format!("Add `\"resultType\": {}`.", quote(kind.name())));
            }
        }
        Some(kind) if kind.as_text().is_none() => {
            findings.at(kind, "`resultType` is no string").expects("a string").finds(shown(kind));
        }
        Some(_) => {}
    }
}

/// Adds `complete` to what is tool output; called so, a result that asks for input would end the call.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = result_of(context, node)?;
    let kind = context.result_type()?;
    let is_output = result.node().member("resultType").is_some() || kind == ResultType::Complete;
    let repaired = Repaired::Result(result);
    is_output.then(|| repair(context.tool(), &repaired, context.revision(), &["C10"]))?
}
