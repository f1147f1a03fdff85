//! MRTR-003 `unknown-input-request`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "unknown-input-request",
    code: "MRTR-003",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::InputRequired,
    source: "2026-07-28, basic/patterns/mrtr: Server Requirements 2",
    why: "Clients know three kinds of request here and fail on others.",
    help: "Use `elicitation/create`, `sampling/createMessage` or `roots/list`, without `id` and `jsonrpc`.",
    page: include_str!("unknown_input_request.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(requests) = context.result().and_then(|result| result.node().member("inputRequests")) else {
        return;
    };
    if !requests.is_object() {
        findings.at(requests, "`inputRequests` is no object").expects("an object").finds(shown(requests));
    }
    let known = ["elicitation/create", "sampling/createMessage", "roots/list"];
    for member in requests.members() {
        let method = member.value.member("method");
        if !method.and_then(Node::as_text).is_some_and(|text| known.iter().any(|name| text.is(name))) {
            let place = method.unwrap_or(member.value);
            findings.at(place, "the request is none that a client can answer here").expects(known.join(", "));
        }
        for name in ["id", "jsonrpc"] {
            if let Some(node) = member.value.member(name) {
                findings.at(node, format!("the request carries `{name}`, which belongs to a message"));
            }
        }
    }
}
