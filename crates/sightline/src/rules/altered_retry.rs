//! MRTR-005 `altered-retry`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::result::{ResultType, ToolResult};

pub(super) static RULE: Rule = Rule {
    name: "altered-retry",
    code: "MRTR-005",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "2026-07-28, basic/patterns/mrtr: Client Requirements 2, 3",
    why: "The server keeps its place in `requestState`; altered, it is refused, or the call starts again from the beginning.",
    help: "Copy `requestState` untouched, answer every key of `inputRequests`, and keep the other parameters.",
    page: include_str!("altered_retry.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    let interim = context.result().filter(|_| context.result_type() == Some(ResultType::InputRequired));
    let (Some(retry), Some(interim)) = (told.retry, interim.map(ToolResult::node)) else { return };
    let first = told.first.and_then(|first| first.member("id"));
    if let Some((id, first)) = retry.member("id").zip(first)
        && id.equals(first)
    {
        findings.at(id, "the repeated call has the id of the first one").finds(shown(id));
    }
    let Some(params) = retry.member("params") else { return };
    state(interim, params, findings);
    answers(interim, params, findings);
    if let Some(before) = told.params() {
        others(before, params, findings);
    }
}

fn state(interim: Node<'_>, params: Node<'_>, findings: &mut Findings<'_, '_>) {
    match (interim.member("requestState"), params.member("requestState")) {
        (Some(sent), Some(back)) if !sent.equals(back) => {
            findings.at(back, "`requestState` came back altered").expects(shown(sent)).finds(shown(back));
        }
        (Some(sent), None) => {
            findings.missing(params, "requestState", "`requestState` did not come back").expects(shown(sent));
        }
        (None, Some(back)) => {
            findings.at(back, "`requestState` came back, and none was sent").finds(shown(back));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
}

fn answers(interim: Node<'_>, params: Node<'_>, findings: &mut Findings<'_, '_>) {
    let (asked, answered) = (interim.member("inputRequests"), params.member("inputResponses"));
    let place = answered.unwrap_or(params);
    for request in asked.into_iter().flat_map(Node::members) {
        let key = request.key.to_str();
        if answered.is_none_or(|answered| answered.member(&key).is_none()) {
            findings.missing(place, &key, format!("the request `{key}` has no answer"));
        }
    }
    for answer in answered.into_iter().flat_map(Node::members) {
        let key = answer.key.to_str();
        if asked.is_none_or(|asked| asked.member(&key).is_none()) {
            findings.at(answer.value, format!("the answer `{key}` has no request"));
        }
    }
}

/// What belongs to the retry, and what every request carries anew.
const OWN: &[&str] = &["_meta", "inputResponses", "requestState"];

fn others(before: Node<'_>, params: Node<'_>, findings: &mut Findings<'_, '_>) {
    let kept = |node: Node<'_>, name: &str| OWN.contains(&name) || node.member(name).is_some();
    for member in params.members().filter(|member| !OWN.iter().any(|own| member.key.is(own))) {
        let same = before.member(&member.key.to_str()).is_some_and(|old| old.equals(member.value));
        if !same {
            let message = format!("the parameter `{}` is not what it was", member.key.to_str());
            findings.at(member.value, message).finds(shown(member.value));
        }
    }
    for member in before.members().filter(|member| !kept(params, &member.key.to_str())) {
        let name = member.key.to_str();
        findings.missing(params, &name, format!("the parameter `{name}` is gone"));
    }
}
