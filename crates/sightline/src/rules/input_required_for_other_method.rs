//! MRTR-001 `input-required-for-other-method`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::exchange::Told;
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "input-required-for-other-method",
    code: "MRTR-001",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::InputRequired,
    source: "2026-07-28, basic/patterns/mrtr: Supported Requests; SEP-2322: table also lists GetTaskPayloadRequest",
    why: "Clients look for interim results where the revision allows them; anywhere else the answer is simply broken.",
    help: "Answer at once, or move what needs input into a tool.",
    page: include_str!("input_required_for_other_method.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(method) = context.told().and_then(Told::method) else { return };
    let Some(result) = context.result().map(ToolResult::node) else { return };
    if !matches!(&*method, "tools/call" | "resources/read" | "prompts/get") {
        let place = result.member("resultType").unwrap_or(result);
        findings.at(place, format!("{} cannot be answered with input_required", quoted(&method)));
    }
}
