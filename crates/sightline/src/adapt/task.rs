//! Answers to `tasks/get`: the tasks of 2025-11-25, those of the tasks extension, and peers without any.

use super::fallback::error_result;
use super::waiting::RENAMED;
use super::{Adapted, Change, Context, Plan, adapt, adapt_error};
use crate::diagnostic::Subject;
use crate::json::{Edits, Node};
use crate::result::ToolResult;
use crate::revision::{Revision, Tasks};
use crate::tool::Tool;

/// What the older form of a task requires.
const REQUIRED: [&str; 5] = ["createdAt", "lastUpdatedAt", "status", "taskId", "ttl"];

/// Rewrites the answer to `tasks/get` of revision `from` for a peer of revision `to`; `None` when the
/// sender's revision has no tasks, so that this is no answer of it.
///
/// The tasks extension puts the result of the call into the task, the older form answers it apart: it comes
/// out as the result, or the plan says to ask for it. A peer without tasks gets the result itself, or an error
/// that names the task. Pointers of changes and losses begin with `/task`.
///
/// ```
/// use sightline::adapt::adapt_task;
/// use sightline::json::Document;
/// use sightline::revision::Revision;
///
/// let task = Document::parse(
///     r#"{"resultType":"complete","taskId":"7","status":"completed","createdAt":"a","lastUpdatedAt":"b","ttlMs":5,
///         "result":{"resultType":"complete","content":[]}}"#,
/// ).unwrap();
/// let adapted =
///     adapt_task(task.root(), None, &Revision::V2026_07_28, &Revision::V2025_11_25).unwrap();
/// assert_eq!(
///     adapted.task.unwrap(),
///     r#"{"taskId":"7","status":"completed","createdAt":"a","lastUpdatedAt":"b","ttl":5}"#
/// );
/// assert_eq!(adapted.result.unwrap(), r#"{"content":[]}"#);
/// assert!(adapt_task(task.root(), None, &Revision::V2025_06_18, &Revision::V2025_11_25).is_none());
/// ```
#[must_use]
pub fn adapt_task(task: Node<'_>, tool: Option<Tool<'_>>, from: &Revision, to: &Revision) -> Option<Adapted> {
    let mut context = Context::new(from, to);
    if context.from.tasks == Tasks::Absent || !task.is_object() {
        return None;
    }
    if context.from.tasks == context.to.tasks {
        context.out.task = Some(task.text().to_owned());
        return Some(context.out);
    }
    let parts = Parts::of(task, tool, from, to, context.from.tasks);
    match context.to.tasks {
        Tasks::Nested => apart(&mut context, task, parts),
        Tasks::Extension => lift(&mut context, task),
        Tasks::Absent => answer(&mut context, task, parts),
    }
    Some(context.out)
}

/// What the extension puts into a task, adapted by itself.
struct Parts {
    result: Option<Adapted>,
    error: Option<Adapted>,
}

impl Parts {
    fn of(task: Node<'_>, tool: Option<Tool<'_>>, from: &Revision, to: &Revision, tasks: Tasks) -> Self {
        let member =
            |name: &str| task.member(name).filter(|node| node.is_object() && tasks == Tasks::Extension);
        let result = member("result").and_then(ToolResult::of).map(|result| {
            let mut part = adapt(tool, Some(result), from, to);
            // What becomes of the definition is told where it is adapted.
            part.changes.retain(|change| change.subject == Subject::Result);
            part.losses.retain(|change| change.subject == Subject::Result);
            part
        });
        Self { result, error: member("error").map(|error| adapt_error(error, from, to)) }
    }

    /// Hands the parts on as messages of their own; tells whether there was one.
    fn hand_on(self, context: &mut Context<'_>) -> bool {
        let parts = [("/task/result", self.result), ("/task/error", self.error)];
        let mut is_any = false;
        for (at, mut part) in parts.into_iter().filter_map(|(at, part)| Some((at, part?))) {
            is_any = true;
            let placed = |mut change: Change| {
                change.pointer.insert_str(0, at);
                Change { subject: Subject::Exchange, ..change }
            };
            let out = &mut context.out;
            out.changes.extend(part.changes.drain(..).map(placed));
            out.losses.extend(part.losses.drain(..).map(placed));
            out.plans.append(&mut part.plans);
            out.result = part.result.take().or(out.result.take());
            out.error = part.error.take().or(out.error.take());
        }
        is_any
    }
}

/// C8: the older form, and what the task held as answers of their own.
fn apart(context: &mut Context<'_>, task: Node<'_>, parts: Parts) {
    let mut edits = Edits::new(task.document());
    rename(context, task, &mut edits, |(flat, nested)| (flat, nested));
    for name in ["resultType", "result", "error", "inputRequests", "requestState"] {
        if task.member(name).is_none() {
            continue;
        }
        edits.remove_key(task, name);
        let what = match name {
            "resultType" => "dropped: results had no type",
            "result" | "error" => "taken out: `tasks/result` answers it",
            _ => "dropped: the older form asks by requests of the server",
        };
        context.change("C8", Subject::Exchange, format!("/task/{name}"), what);
    }
    if task.member("inputRequests").is_some() {
        context.lose(
            "C8",
            Subject::Exchange,
            "/task/inputRequests".to_owned(),
            "the questions, in this answer",
        );
        context.out.plans.push(Plan::new(
            "C7",
            vec![
                "send the client each question as a request of its own, which names the task in its metadata"
                    .to_owned(),
                "hand the answers to tasks/update upstream".to_owned(),
            ],
            "let the task wait for input until it is cancelled",
        ));
    }
    let has = |name: &str| {
        let renamed = RENAMED.iter().any(|(flat, nested)| *nested == name && task.member(flat).is_some());
        renamed || task.member(name).is_some()
    };
    for name in REQUIRED.into_iter().filter(|name| !has(name)) {
        let what = "the peer's form requires it, and it was not sent";
        context.lose("C8", Subject::Exchange, format!("/task/{name}"), what);
    }
    parts.hand_on(context);
    context.out.task = Some(edits.finish_within(task));
}

/// C13: the flat form of the tasks extension; it holds the result, which is answered apart upstream.
fn lift(context: &mut Context<'_>, task: Node<'_>) {
    let mut edits = Edits::new(task.document());
    rename(context, task, &mut edits, |(flat, nested)| (nested, flat));
    match task.member("resultType") {
        Some(kind) if kind.as_text().is_some_and(|text| text.is("complete")) => {}
        Some(kind) => {
            edits.replace(kind, "\"complete\"");
            context.change("C13", Subject::Exchange, "/task/resultType".to_owned(), "became `complete`");
        }
        None => {
            edits.insert_member(task, "resultType", "\"complete\"");
            context.change("C13", Subject::Exchange, "/task/resultType".to_owned(), "added `complete`");
        }
    }
    context.out.plans.push(Plan::new(
        "C13",
        vec![
            "when the task is completed or failed, ask tasks/result upstream".to_owned(),
            "put its adapted result into the task as `result`, or its error as `error`".to_owned(),
        ],
        "answer that the task is still working",
    ));
    context.out.task = Some(edits.finish_within(task));
}

/// C8: a peer without tasks waits for the result of its call.
fn answer(context: &mut Context<'_>, task: Node<'_>, parts: Parts) {
    let pointer = || "/task".to_owned();
    if parts.hand_on(context) {
        context.change(
            "C8",
            Subject::Exchange,
            pointer(),
            "the peer gets the answer to its call, and no task",
        );
        return;
    }
    let text = |name: &str| task.member(name).and_then(Node::as_str).unwrap_or_default();
    context.out.plans.push(Plan::new(
        "C8",
        vec![
            "poll upstream until the task is completed, with a deadline".to_owned(),
            "adapt the final result and answer with it".to_owned(),
        ],
        "answer with the tool error that names the task",
    ));
    context.change("C8", Subject::Exchange, pointer(), "became a tool error, for want of anything better");
    context.lose("C8", Subject::Exchange, pointer(), "the way to ask how the task goes");
    let words = format!("The call goes on as task {} (status {}).", text("taskId"), text("status"));
    context.out.result = Some(error_result(&words, context.to));
}

/// Renames the times of a task; a name that is taken stays a loss.
fn rename<'d>(
    context: &mut Context<'_>,
    task: Node<'d>,
    edits: &mut Edits<'d>,
    way: impl Fn((&'static str, &'static str)) -> (&'static str, &'static str),
) {
    for (old, new) in RENAMED.into_iter().map(way) {
        if task.member(old).is_none() {
            continue;
        }
        let pointer = format!("/task/{old}");
        if task.member(new).is_some() {
            // What bears the peer's name by chance gives way to what is meant.
            edits.remove_key(task, new);
            context.lose("C13", Subject::Exchange, format!("/task/{new}"), "a foreign member of that name");
        }
        edits.rename(task, old, new);
        context.change("C13", Subject::Exchange, pointer, format!("is `{new}` for the peer"));
    }
}
