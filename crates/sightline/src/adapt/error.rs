//! C11: errors that mean something else, or nothing, in the peer's revision.

use super::fallback::error_result;
use super::{Adapted, Context, Plan};
use crate::diagnostic::Subject;
use crate::json::{Edits, Node, quote};
use crate::revision::{Elicitation, Revision};

/// The server wants the user to visit a URL first (2025-11-25, client/elicitation).
const URL_ELICITATION_REQUIRED: &str = "-32042";

/// Rewrites the error object of a `tools/call` or `resources/read` of revision `from` for a peer of
/// revision `to`. An error that asks for something becomes a result, where the peer has one for it.
///
/// ```
/// use sightline::adapt::adapt_error;
/// use sightline::json::Document;
/// use sightline::revision::Revision;
///
/// let error = Document::parse(
///     r#"{"code":-32042,"message":"sign in","data":{"elicitations":[
///         {"mode":"url","elicitationId":"e1","url":"https://example.com/in","message":"Sign in"}]}}"#,
/// ).unwrap();
/// let adapted = adapt_error(error.root(), &Revision::V2025_11_25, &Revision::V2026_07_28);
/// assert!(adapted.error.is_none());
/// assert!(adapted.result.unwrap().starts_with(r#"{"resultType":"input_required""#));
/// assert_eq!(adapted.plans[0].step, "C11");
/// ```
#[must_use]
pub fn adapt_error(error: Node<'_>, from: &Revision, to: &Revision) -> Adapted {
    let mut context = Context::new(from, to);
    let code = error.member("code").map(Node::text).unwrap_or_default();
    if !context.is_same() && code == URL_ELICITATION_REQUIRED && !knows_the_error(&context) {
        ask_by_result(&mut context, error);
        return context.out;
    }
    let mut edits = Edits::new(error.document());
    let (old, new) = (context.from.missing_resource_code, context.to.missing_resource_code);
    if old != new && !context.from.has_result_type && code == old.to_string() {
        if let Some(code) = error.member("code") {
            edits.replace(code, new.to_string());
        }
        context.change("C11", Subject::Error, "/code".to_owned(), format!("{old} is {new} for the peer"));
    }
    context.out.error = Some(edits.finish_within(error));
    context.out
}

/// The error exists where a URL can be asked for and no result can ask for it.
fn knows_the_error(context: &Context<'_>) -> bool {
    context.to.elicitation == Elicitation::FormAndUrl && !context.to.has_result_type
}

fn ask_by_result(context: &mut Context<'_>, error: Node<'_>) {
    let message = error.member("message").and_then(Node::as_str).unwrap_or_default();
    let elicitations: Vec<Node<'_>> = error
        .at("/data/elicitations")
        .into_iter()
        .flat_map(Node::items)
        .filter(|item| is_url(*item))
        .collect();
    if elicitations.is_empty() {
        context.out.result = Some(error_result(&message, context.to));
        context.change("C11", Subject::Error, String::new(), "became a tool error: it names no URL to visit");
        context.lose("C11", Subject::Error, "/code".to_owned(), "that a visit to a URL is required");
    } else if context.to.has_result_type {
        context.out.result = Some(input_required(&elicitations));
        context.change("C11", Subject::Error, String::new(), "became a result that asks for the visits");
        for index in 0..elicitations.len() {
            let pointer = format!("/data/elicitations/{index}/elicitationId");
            context.lose("C11", Subject::Error, pointer, "the identity that a later notification would name");
        }
        context.out.plans.push(Plan::new(
            "C11",
            vec!["when the client retries, repeat the call upstream without inputResponses".to_owned()],
            "the call stays open; nothing was run upstream",
        ));
    } else {
        context.out.result = Some(error_result(&links(&message, &elicitations), context.to));
        context.change("C11", Subject::Error, String::new(), "became a tool error with the links as text");
        context.lose("C11", Subject::Error, "/data".to_owned(), "the client cannot open the links by itself");
    }
}

fn is_url(item: Node<'_>) -> bool {
    ["url", "message"].iter().all(|name| item.member(name).is_some_and(|value| value.as_text().is_some()))
}

/// The result that asks for visits; `elicitationId` and `task` do not exist there.
fn input_required(elicitations: &[Node<'_>]) -> String {
    let requests: Vec<String> = elicitations
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let kept = |name: &str| item.member(name).map_or("\"\"", Node::text);
            format!(
                "{}:{{\"method\":\"elicitation/create\",\"params\":{{\"mode\":\"url\",\"url\":{},\"message\":{}}}}}",
                quote(&format!("url-{}", index + 1)),
                kept("url"),
                kept("message")
            )
        })
        .collect();
    format!("{{\"resultType\":\"input_required\",\"inputRequests\":{{{}}}}}", requests.join(","))
}

fn links(message: &str, elicitations: &[Node<'_>]) -> String {
    let lines = elicitations.iter().map(|item| {
        let text = |name: &str| item.member(name).and_then(Node::as_str).unwrap_or_default();
        format!("{}: {}", text("message"), text("url"))
    });
    let lines: Vec<String> =
        std::iter::once(message.to_owned()).filter(|line| !line.is_empty()).chain(lines).collect();
    lines.join("\n")
}
