//! REV-008 `unstamped-upgraded-result`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::result::{ResultType, ToolResult};
use crate::revision::Revision;

pub(super) static RULE: Rule = Rule {
    name: "unstamped-upgraded-result",
    code: "REV-008",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "2026-07-28, basic/index: ResultType; 2026-07-28, server/utilities/caching: Cacheable Results",
    fix: FixAvailability::Safe,
    why: "Clients of this revision refuse a result that does not say what it is, and the gateway is the last that can say it.",
    help: "Add `resultType: \"complete\"`; on lists also `ttlMs: 0` and `cacheScope: \"private\"`.",
    page: include_str!("unstamped_upgraded_result.md"),
    check,
    mend: Mend::Adapt(&["C10", "L10"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let upstream = context.told().and_then(|told| told.upstream).and_then(Node::as_str);
    let is_legacy = |upstream: &str| !Revision::from(upstream).facts_or_newest().has_result_type;
    if !upstream.is_some_and(|upstream| is_legacy(&upstream)) {
        return;
    }
    if let Some(list) = context.list() {
        for name in ["resultType", "ttlMs", "cacheScope"].iter().filter(|name| list.member(name).is_none()) {
            findings.missing(list, name, format!("the list of an older server has no `{name}`"));
        }
    }
    let Some(result) = context.result() else { return };
    match result.node().member("resultType") {
        None => {
            let message = "the result of an older server has no `resultType`";
            findings.missing(result.node(), "resultType", message).expects("\"complete\"");
        }
        Some(kind) if matches!(ToolResult::result_type(result), ResultType::Other(_)) => {
            let message = "an older server has no result types, and this one was passed on";
            findings.at(kind, message).expects("\"complete\"").finds(shown(kind));
        }
        Some(_) => {}
    }
}
