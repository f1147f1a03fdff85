//! C12: what a server asks of its client in the middle of a call.

use super::{Adapted, Context, Plan};
use crate::diagnostic::Subject;
use crate::json::{Edits, Node, quote};
use crate::revision::{Elicitation, Revision};

/// Rewrites a request that a server sends during a call (`elicitation/create`,
/// `sampling/createMessage`, `roots/list`) for a peer of another revision.
///
/// A peer without a connection of its own is asked by a result; the plan says what keeps the call
/// open meanwhile. A peer that can be asked gets the request. For any other the plan says what to
/// answer the server.
///
/// ```
/// use sightline::adapt::adapt_request;
/// use sightline::json::Document;
/// use sightline::revision::Revision;
///
/// let request = Document::parse(r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#).unwrap();
/// let adapted = adapt_request(request.root(), &Revision::V2025_11_25, &Revision::V2026_07_28);
/// assert_eq!(
///     adapted.result.unwrap(),
///     r#"{"resultType":"input_required","inputRequests":{"roots/list":{"method":"roots/list"}}}"#
/// );
/// assert_eq!(adapted.plans[0].step, "C12");
/// ```
#[must_use]
pub fn adapt_request(request: Node<'_>, from: &Revision, to: &Revision) -> Adapted {
    let mut context = Context::new(from, to);
    let method = request.member("method").and_then(Node::as_str).unwrap_or_default().into_owned();
    let is_asked = matches!(method.as_str(), "elicitation/create" | "sampling/createMessage" | "roots/list");
    let params = request.member("params").filter(|params| params.is_object());
    let by_url = params.and_then(|params| params.member("mode")).and_then(Node::as_text);
    let by_url = method == "elicitation/create" && by_url.is_some_and(|mode| mode.is("url"));
    if context.is_same() || !is_asked {
        context.out.request = Some(request.text().to_owned());
    } else if context.to.has_result_type {
        ask_by_result(&mut context, &method, params);
    } else if method == "elicitation/create" && !can_elicit(&context, by_url) {
        decline(&mut context, params, by_url);
    } else {
        context.out.request = Some(request.text().to_owned());
    }
    context.out
}

fn can_elicit(context: &Context<'_>, by_url: bool) -> bool {
    match context.to.elicitation {
        Elicitation::Absent => false,
        Elicitation::Form => !by_url,
        Elicitation::FormAndUrl => true,
    }
}

fn ask_by_result(context: &mut Context<'_>, method: &str, params: Option<Node<'_>>) {
    let mut asked = format!("{{\"method\":{}", quote(method));
    if let Some(params) = params {
        let mut edits = Edits::new(params.document());
        for name in ["elicitationId", "task"] {
            let Some(value) = params.member(name) else { continue };
            edits.remove(value);
            let pointer = format!("/params/{name}");
            context.change("C12", Subject::Request, pointer.clone(), format!("dropped `{name}`"));
            context.lose(
                "C12",
                Subject::Request,
                pointer,
                format!("`{name}` does not exist in {}", context.to.revision),
            );
        }
        asked.push_str(",\"params\":");
        asked.push_str(&edits.finish_within(params));
    }
    asked.push('}');
    context.out.result = Some(format!(
        "{{\"resultType\":\"input_required\",\"inputRequests\":{{{}:{asked}}}}}",
        quote(method)
    ));
    context.change("C12", Subject::Request, String::new(), "became a result that asks for the input");
    context.out.plans.push(Plan::new(
        "C12",
        vec![
            "hold the call upstream open, and answer the client's request with this result".to_owned(),
            "add a sealed handle of the open call as requestState".to_owned(),
            "when the client retries with inputResponses and that state, answer the server's request with them"
                .to_owned(),
            "answer the retry with the adapted result of the call, or with the next request".to_owned(),
        ],
        "answer the server with error -32601 when the client did not declare the capability, and with \
         `cancel` when it does not come back in time",
    ));
}

/// Nobody can be asked; the server has to be told so, and a link is worth showing.
fn decline(context: &mut Context<'_>, params: Option<Node<'_>>, by_url: bool) {
    let text = |name: &str| params.and_then(|params| params.member(name)).and_then(Node::as_str);
    let mut actions = Vec::new();
    if by_url {
        let (message, url) = (text("message").unwrap_or_default(), text("url").unwrap_or_default());
        actions
            .push(format!("add the line {} to the text of the result", quote(&format!("{message}: {url}"))));
    }
    let what = if by_url { "a visit to a URL" } else { "a form" };
    context.lose(
        "C12",
        Subject::Request,
        String::new(),
        format!("{what} cannot be asked for in {}", context.to.revision),
    );
    context.out.plans.push(Plan::new("C12", actions, "answer the server with `{\"action\":\"cancel\"}`"));
}
