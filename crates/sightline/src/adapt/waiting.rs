//! Results that wait for input or for a task: C7, C8 and C13.
//!
//! What can be done about them needs a connection, so it is a plan; the result beside the plan is
//! what a peer gets when nobody carries the plan out.

use super::fallback::error_result;
use super::{Context, Plan};
use crate::diagnostic::Subject;
use crate::json::{Node, quote};
use crate::result::{ResultType, ToolResult};
use crate::revision::{Elicitation, Tasks};

/// Most rounds of input for one call: what the official TypeScript SDK 2.x allows.
const ROUNDS: usize = 8;

/// The names of a task's times, here and in the tasks of 2025-11-25.
pub(super) const RENAMED: [(&str, &str); 2] = [("ttlMs", "ttl"), ("pollIntervalMs", "pollInterval")];

/// Between equal revisions only what the client declared can stand in the way.
pub(super) fn plan_waiting(context: &mut Context<'_>, result: ToolResult<'_>) {
    if !context.from.has_result_type {
        return;
    }
    match result.result_type() {
        ResultType::InputRequired => {
            let asked = requests(result).map(|(name, _)| name).collect::<Vec<_>>().join(", ");
            context.out.plans.push(Plan::new(
                "C7",
                vec![format!("hand it on when the client declared the capabilities for {asked}")],
                "answer with error -32021, which names the missing capability",
            ));
        }
        ResultType::Task => context.out.plans.push(Plan::new(
            "C8",
            vec!["hand it on when the client declared the tasks extension".to_owned(), POLL.to_owned()],
            "answer with isError and a text that names the task",
        )),
        ResultType::Complete | ResultType::Other(_) => {}
    }
}

const POLL: &str = "else poll tasks/get upstream until the task is completed, with a deadline, \
                    and answer with its adapted result";

/// Returns what an older peer gets in place of a result that is no tool output, with the plan.
pub(super) fn replace_waiting(context: &mut Context<'_>, result: ToolResult<'_>) -> Option<String> {
    if context.to.has_result_type {
        return None;
    }
    if context.from.tasks == Tasks::Nested
        && let Some(task) = result.nested_task()
    {
        return Some(plan_task(context, "/task", task, None));
    }
    if !context.from.has_result_type {
        return None;
    }
    match result.result_type() {
        ResultType::Complete => None,
        ResultType::InputRequired => Some(plan_input(context, result)),
        ResultType::Task => {
            let nested = (context.to.tasks == Tasks::Nested).then(|| nest(result.node())).flatten();
            Some(plan_task(context, "/resultType", result.node(), nested))
        }
        ResultType::Other(name) => {
            let words =
                format!("The server answered with a result of type {name}, which this client cannot read.");
            replaced(context, "C6", "/resultType", "a result of a type that no older peer knows");
            Some(error_result(&words, context.to))
        }
    }
}

/// Says that an error stands in place of the result.
fn replaced(context: &mut Context<'_>, step: &'static str, pointer: &str, lost: &str) {
    context.change(step, Subject::Result, String::new(), "became a tool error, for want of anything better");
    context.lose(step, Subject::Result, pointer.to_owned(), lost);
}

/// The input requests by name, with their methods.
fn requests(result: ToolResult<'_>) -> impl Iterator<Item = (String, Node<'_>)> {
    let requests = result.node().member("inputRequests");
    requests.into_iter().flat_map(Node::members).map(|member| {
        let method = member.value.member("method").and_then(Node::as_str);
        (method.unwrap_or_else(|| "an unknown request".into()).into_owned(), member.value)
    })
}

/// C7
fn plan_input(context: &mut Context<'_>, result: ToolResult<'_>) -> String {
    let (mut actions, mut words) = (Vec::new(), Vec::new());
    let mut is_possible = true;
    for (method, request) in requests(result) {
        let params = request.member("params");
        let text = |name: &str| params.and_then(|params| params.member(name)).and_then(Node::as_str);
        let url = text("url").filter(|_| text("mode").as_deref() == Some("url"));
        words.extend(text("message").map(|message| match &url {
            Some(url) => format!("{message}: {url}"),
            None => message.into_owned(),
        }));
        let can = method != "elicitation/create"
            || match context.to.elicitation {
                Elicitation::Absent => false,
                Elicitation::Form => url.is_none(),
                Elicitation::FormAndUrl => true,
            };
        is_possible &= can;
        let pointer = request.pointer();
        actions.push(if can {
            format!("ask the client for {method}, when it declared that ({pointer})")
        } else {
            format!("{method} cannot be asked for in {} ({pointer})", context.to.revision)
        });
    }
    if is_possible {
        actions.push(
            "retry the call upstream with the answers as inputResponses, the same requestState and a new id"
                .to_owned(),
        );
        actions.push(format!("do so again while it asks for more, at most {ROUNDS} times, with a deadline"));
    }
    let mut plan = Plan::new("C7", actions, "answer with the tool error that names the missing input");
    if !is_possible {
        plan.actions.push("do not retry: the answers would be incomplete".to_owned());
    }
    context.out.plans.push(plan);
    replaced(context, "C7", "/inputRequests", "the chance to give the input");
    let asked = if words.is_empty() { String::new() } else { format!(" {}", words.join(" ")) };
    error_result(&format!("The tool needs input that this client was not asked for.{asked}"), context.to)
}

/// C8
fn plan_task(context: &mut Context<'_>, pointer: &str, task: Node<'_>, nested: Option<String>) -> String {
    let mut actions = vec![
        "poll tasks/get upstream until the task is completed, with a deadline".to_owned(),
        "adapt the final result and answer with it".to_owned(),
    ];
    if nested.is_some() {
        actions.push("or, when the call itself asked for a task, answer with the alternative".to_owned());
    }
    let mut plan = Plan::new("C8", actions, "answer with the tool error that names the task");
    plan.alternative = nested;
    context.out.plans.push(plan);
    replaced(context, "C8", pointer, "the way to ask how the task goes");
    let text = |name: &str| task.member(name).and_then(Node::as_str).unwrap_or_default();
    let id = text("taskId");
    error_result(
        &format!("The tool goes on as task {id} (status {}); its result is not there yet.", text("status")),
        context.to,
    )
}

/// C13: the nested task of 2025-11-25 becomes the flat one of the tasks extension.
pub(super) fn lift_task(context: &mut Context<'_>, result: ToolResult<'_>) -> Option<String> {
    if context.from.tasks != Tasks::Nested {
        return None;
    }
    let task = result.nested_task()?;
    let (flat, lost) = flat_members(result.node(), task);
    // A repair that would have to choose between two values is none.
    if context.only.is_some() && !lost.is_empty() {
        return None;
    }
    for pointer in lost {
        context.lose("C13", Subject::Result, pointer, "a foreign member whose name the flat task needs");
    }
    let members: Vec<String> =
        flat.iter().map(|(key, value)| format!(",{}:{}", quote(key), value.text())).collect();
    context.change("C13", Subject::Result, String::new(), "the nested task became a task result");
    context.out.plans.push(Plan::new(
        "C13",
        vec!["hand it on when the client declared the tasks extension".to_owned()],
        "block on tasks/result upstream, with a deadline, and answer with its adapted result",
    ));
    Some(format!("{{\"resultType\":\"task\"{}}}", members.concat()))
}

/// The members of the flat task, each once, and where those stand whose names are taken.
fn flat_members<'d>(result: Node<'d>, task: Node<'d>) -> (Vec<(String, Node<'d>)>, Vec<String>) {
    // What has its name from the revision comes before what bears the later name by chance.
    let (later, named): (Vec<_>, Vec<_>) =
        task.members().partition(|member| RENAMED.iter().any(|(flat, _)| member.key.is(flat)));
    let outside =
        result.members().filter(|member| !["task", "resultType"].iter().any(|own| member.key.is(own)));
    let mut flat: Vec<(String, Node<'d>)> = Vec::new();
    let mut lost = Vec::new();
    let named = named.into_iter().map(|member| {
        let renamed = RENAMED.iter().find(|(_, nested)| member.key.is(nested));
        (renamed.map_or_else(|| member.key.to_str(), |(flat, _)| (*flat).into()), member)
    });
    let other = later.into_iter().chain(outside).map(|member| (member.key.to_str(), member));
    for (name, member) in named.chain(other) {
        let kept = flat.iter().find(|(known, _)| *known == name);
        if name == "resultType" || kept.is_some_and(|(_, value)| !value.equals(member.value)) {
            let pointer = member.value.pointer();
            lost.push(pointer.strip_prefix(&result.pointer()).unwrap_or(&pointer).to_owned());
        } else if kept.is_none() {
            flat.push((name.into_owned(), member.value));
        }
    }
    (flat, lost)
}

/// C8: the nested form, when the flat task has what that form requires.
fn nest(flat: Node<'_>) -> Option<String> {
    let required = ["createdAt", "lastUpdatedAt", "status", "taskId", "ttlMs"];
    if required.iter().any(|name| flat.member(name).is_none()) {
        return None;
    }
    // The form has one place for both names, and readers would find the last of two.
    let is_double = |(new, old): &(&str, &str)| flat.member(new).is_some() && flat.member(old).is_some();
    if RENAMED.iter().any(is_double) {
        return None;
    }
    let (mut task, mut outside) = (Vec::new(), String::new());
    for member in flat.members() {
        let key = member.key.to_str();
        if key == "_meta" {
            outside = format!(",\"_meta\":{}", member.value.text());
        } else if key != "resultType" {
            let nested = RENAMED.iter().find(|(flat, _)| *flat == key).map(|(_, nested)| *nested);
            task.push(format!("{}:{}", quote(nested.unwrap_or(&key)), member.value.text()));
        }
    }
    Some(format!("{{\"task\":{{{}}}{outside}}}", task.join(",")))
}
