//! RPC-001 `malformed-response`; the page beside this file says what it finds and why.
//!
//! The catalog has no such rule; this one is ours.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "malformed-response",
    code: "RPC-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Exchange,
    source: "2025-06-18, basic/index: Responses; JSON-RPC 2.0, section 5: Response object",
    fix: FixAvailability::Safe,
    why: "Strict readers refuse such a response, lenient ones part over which of the two counts, and the call may wait for ever.",
    help: "Send `result` alone when the call was answered, and `error` alone when it failed.",
    page: include_str!("malformed_response.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

const EXPECTED: &str = "exactly one of `result` and `error`";

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(message) = context.message().filter(|message| message.is_object()) else { return };
    match (message.member("result"), message.member("error")) {
        (Some(result), Some(error)) => {
            let (name, node) = if result.is_null() { ("result", result) } else { ("error", error) };
            let text = format!("the response holds both, and `{name}` is {}", shown(node));
            findings.at(node, text).expects(EXPECTED).finds("both");
        }
        (None, None) => {
            findings
                .missing(message, "result", "the response holds neither `result` nor `error`")
                .expects(EXPECTED)
                .finds("neither");
        }
        _ => {}
    }
}

/// Removes the member that says nothing.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let message = node.parent().filter(|_| node.is_null())?;
    let name = ["error", "result"]
        .into_iter()
        .find(|name| message.member(name).is_some_and(|member| member.span() == node.span()))?;
    let mut edits = Edits::new(node.document());
    edits.remove_key(message, name);
    Some(edits)
}
