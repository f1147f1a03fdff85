//! MRTR-004 `input-request-without-capability`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::exchange::Told;
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "input-request-without-capability",
    code: "MRTR-004",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::InputRequired,
    source: "2026-07-28, basic/patterns/mrtr: Server Requirements 7",
    fix: FixAvailability::Safe,
    why: "The client cannot fulfil the request, so the call can never be finished.",
    help: "Answer with the error -32021 that names the missing capability, or with an error result.",
    page: include_str!("input_request_without_capability.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(client) = context.told().and_then(Told::client_capabilities) else { return };
    let requests = context.result().and_then(|result| result.node().member("inputRequests"));
    for request in requests.into_iter().flat_map(Node::members).map(|member| member.value) {
        let Some(method) = request.member("method") else { continue };
        if let Some(capability) = missing(client, request) {
            findings
                .at(method, format!("the client did not declare {}", quoted(&capability)))
                .expects("what the client declared on this request");
        }
    }
}

/// The capability that a request needs and the client lacks.
fn missing(client: Node<'_>, request: Node<'_>) -> Option<String> {
    let params = request.member("params");
    let has = |path: &str| client.at(&format!("/{path}")).is_some_and(Node::is_object);
    let method = request.member("method")?.as_str()?;
    let needed: Vec<String> = match &*method {
        "elicitation/create" => {
            let mode = params.and_then(|params| params.member("mode")?.as_str());
            let mode = mode.unwrap_or(std::borrow::Cow::Borrowed("form"));
            let names_modes = has("elicitation/form") || has("elicitation/url");
            let is_implied = mode == "form" && !names_modes;
            let mut needed = vec!["elicitation".to_owned()];
            needed.extend((!is_implied).then(|| format!("elicitation/{mode}")));
            needed
        }
        "sampling/createMessage" => {
            let with_tools = params.is_some_and(|params| {
                params.member("tools").is_some() || params.member("toolChoice").is_some()
            });
            let mut needed = vec!["sampling".to_owned()];
            needed.extend(with_tools.then(|| "sampling/tools".to_owned()));
            needed
        }
        "roots/list" => vec!["roots".to_owned()],
        _ => return None,
    };
    needed.into_iter().find(|path| !has(path)).map(|path| path.replace('/', "."))
}
