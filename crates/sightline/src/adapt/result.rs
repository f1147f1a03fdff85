//! Steps on a result: C1 to C10 and C13, and the plans C7, C8 and C12.

use super::{Context, FIELD, Plan, is_marked};
use crate::content::BlockKind;
use crate::diagnostic::Subject;
use crate::json::{Document, Edits, Node, quote};
use crate::result::{ResultType, ToolResult};
use crate::revision::StructuredRoot;

pub(super) fn adapt_result(context: &mut Context<'_>, result: ToolResult<'_>) -> String {
    let source = result.node();
    let Ok(document) = Document::parse(source.text()) else { return source.text().to_owned() };
    let Some(result) = ToolResult::of(document.root()) else { return source.text().to_owned() };
    match result.result_type() {
        ResultType::InputRequired if !context.to.has_result_type => plan_input(context, result),
        ResultType::Task if !context.to.has_result_type => plan_task(context),
        ResultType::Complete | ResultType::InputRequired | ResultType::Task | ResultType::Other(_) => {
            return rewrite(context, &document, result);
        }
    }
    // A result that waits for something has no form that an older peer reads; the plan replaces it.
    source.text().to_owned()
}

fn rewrite<'d>(context: &mut Context<'_>, document: &'d Document<'d>, result: ToolResult<'d>) -> String {
    let mut edits = Edits::new(document);
    if context.to.has_result_type {
        if let Some(text) = lift_task(context, result) {
            return text;
        }
        stamp(context, result, &mut edits);
        unwrap(context, result, &mut edits);
    } else {
        drop_newer_fields(context, result, &mut edits);
        rehouse_blocks(context, result, &mut edits);
        backfill_text(context, result, &mut edits);
        downgrade_structured(context, result, &mut edits);
    }
    edits.finish()
}

/// C10: a result of an older server says on the newer wire that it is complete.
fn stamp<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    if context.from.has_result_type {
        return;
    }
    match result.node().member("resultType") {
        // Before this revision the field meant nothing, so a value there is foreign.
        Some(foreign) if result.result_type() != ResultType::Complete || foreign.as_text().is_none() => {
            edits.replace(foreign, "\"complete\"");
            context.change(
                "C10",
                Subject::Result,
                "/resultType".to_owned(),
                "a foreign resultType became `complete`",
            );
        }
        Some(_) => {}
        None => {
            edits.insert_member(result.node(), "resultType", "\"complete\"");
            context.change("C10", Subject::Result, "/resultType".to_owned(), "added `complete`");
        }
    }
}

/// C13: the nested task of 2025-11-25 becomes the flat one of the tasks extension.
fn lift_task(context: &mut Context<'_>, result: ToolResult<'_>) -> Option<String> {
    if context.from.has_result_type {
        return None;
    }
    let node = result.node();
    let task = node.member("task").filter(|task| task.is_object())?;
    if result.content_node().is_some() || task.member("taskId").is_none() {
        return None;
    }
    let mut members = vec!["\"resultType\":\"task\"".to_owned()];
    for member in task.members() {
        let name = match member.key.to_str().as_ref() {
            "ttl" => "ttlMs".to_owned(),
            "pollInterval" => "pollIntervalMs".to_owned(),
            other => other.to_owned(),
        };
        members.push(format!("{}:{}", quote(&name), member.value.text()));
    }
    for member in node.members().filter(|member| !member.key.is("task") && !member.key.is("resultType")) {
        members.push(format!("{}:{}", quote(&member.key.to_str()), member.value.text()));
    }
    context.change("C13", Subject::Result, "/task".to_owned(), "the nested task became a task result");
    Some(format!("{{{}}}", members.join(",")))
}

/// C1 the other way: a marked wrapper holds the natural value.
fn unwrap<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    let marked = context.schema.is_some_and(is_marked);
    let Some(wrapper) = result.structured_content().filter(|value| marked && value.len() == 1) else {
        return;
    };
    let Some(natural) = wrapper.member(FIELD) else { return };
    edits.replace(wrapper, natural.text());
    context.change("C1", Subject::Result, "/structuredContent".to_owned(), "unwrapped, as its schema is");
}

/// C6: fields that the older peer does not know.
fn drop_newer_fields<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    if !context.from.has_result_type {
        return;
    }
    for name in ["resultType", "ttlMs", "cacheScope"] {
        let Some(value) = result.node().member(name) else { continue };
        edits.remove(value);
        context.change("C6", Subject::Result, format!("/{name}"), format!("dropped `{name}`"));
    }
}

/// C4 and C5: blocks of a type that the older peer does not know.
fn rehouse_blocks<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    for (index, block) in result.content().enumerate() {
        let Some(name) = block.type_name() else { continue };
        let known = |types: &[&str]| types.contains(&name.as_ref());
        if known(context.to.block_types) || !known(context.from.block_types) {
            continue;
        }
        let pointer = format!("/content/{index}");
        let kept = kept_members(block.node);
        match block.kind {
            BlockKind::ResourceLink { uri, name } => {
                let mime_type = block.node.member("mimeType").and_then(Node::as_str);
                let suffix = mime_type.map(|mime| format!(" ({mime})")).unwrap_or_default();
                let line = format!("{}: {}{suffix}", name.to_str(), uri.to_str());
                edits.replace(block.node, format!("{{\"type\":\"text\",\"text\":{}{kept}}}", quote(&line)));
                context.change("C4", Subject::Result, pointer.clone(), "the link became a line of text");
                context.lose("C4", Subject::Result, pointer, "the link cannot be followed by a program");
            }
            BlockKind::Audio { data, mime_type } => {
                let resource = format!(
                    "{{\"type\":\"resource\",\"resource\":{{\"uri\":\"content:///{index}\",\"mimeType\":\"{}\",\"blob\":\"{}\"}}{kept}}}",
                    mime_type.raw(),
                    data.raw()
                );
                edits.replace(block.node, resource);
                context.change("C5", Subject::Result, pointer, "the audio became an embedded resource");
            }
            BlockKind::Image { .. }
            | BlockKind::Other
            | BlockKind::ResourceBlob { .. }
            | BlockKind::ResourceText { .. }
            | BlockKind::Text(_) => {}
        }
    }
}

/// Annotations and metadata of a block, as members to be appended.
fn kept_members(block: Node<'_>) -> String {
    ["annotations", "_meta"]
        .iter()
        .filter_map(|name| block.member(name).map(|value| format!(",\"{name}\":{}", value.text())))
        .collect()
}

/// C2: content without usable text carries the natural value as JSON.
fn backfill_text<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    let Some(value) = result.structured_content() else { return };
    let usable = |text: crate::json::Text<'_>| !text.to_str().trim().is_empty();
    if context.from.structured_root == StructuredRoot::Absent
        || result.content().any(|block| block.text().is_some_and(usable))
    {
        return;
    }
    let block = format!("{{\"type\":\"text\",\"text\":{}}}", quote(value.text()));
    match result.content_node() {
        Some(content) if content.is_array() => edits.push_item(content, block),
        Some(malformed) => edits.replace(malformed, format!("[{block}]")),
        None => edits.insert_member(result.node(), "content", &format!("[{block}]")),
    }
    context.change(
        "C2",
        Subject::Result,
        "/content".to_owned(),
        "a text block carries the structured content",
    );
}

/// C1, C3 and C9: what an older peer may find at `structuredContent`.
fn downgrade_structured<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    let Some(value) = result.structured_content() else { return };
    let pointer = || "/structuredContent".to_owned();
    if context.from.structured_root == StructuredRoot::Absent {
        return; // Unknown to both; it passes like any other unknown field.
    }
    if context.to.structured_root == StructuredRoot::Absent {
        edits.remove(value);
        context.change("C3", Subject::Result, pointer(), "dropped: the peer does not know it");
        if !is_in_text(result, value) {
            context.lose("C3", Subject::Result, pointer(), "the text does not carry all of it");
        }
        return;
    }
    if result.is_error() {
        edits.remove(value);
        context.change("C9", Subject::Result, pointer(), "dropped: clients in use check it even on errors");
        if !is_in_text(result, value) {
            context.lose("C9", Subject::Result, pointer(), "the error's structured content");
        }
        return;
    }
    if context.wraps(Some(value)) {
        edits.wrap(value, format!("{{\"{FIELD}\":"), "}");
        context.change("C1", Subject::Result, pointer(), "wrapped in an object with the member `result`");
        if context.schema.is_none() {
            context.lose("C1", Subject::Result, pointer(), "without a schema nothing marks the wrapper");
        }
    }
}

/// Tells whether some text block is the JSON of the value, or will be after C2.
fn is_in_text(result: ToolResult<'_>, value: Node<'_>) -> bool {
    let mut blank = true;
    for text in result.content().filter_map(crate::content::ContentBlock::text) {
        let text = text.to_str();
        blank &= text.trim().is_empty();
        if Document::parse(text.trim()).is_ok_and(|document| document.root().equals(value)) {
            return true;
        }
    }
    blank
}

fn plan_input(context: &mut Context<'_>, result: ToolResult<'_>) {
    let mut actions = Vec::new();
    let requests = result.node().member("inputRequests");
    for member in requests.into_iter().flat_map(Node::members) {
        let method = member.value.member("method").and_then(Node::as_str);
        let method = method.unwrap_or_else(|| "an unknown request".into());
        actions.push(format!("ask the client for {method} (input request {:?})", member.key.to_str()));
    }
    actions.push("retry the call upstream with the answers, the same requestState and a new id".to_owned());
    context.out.plans.push(Plan {
        step: "C7",
        actions,
        otherwise: "answer with isError and a text that names the input that is missing".to_owned(),
    });
}

fn plan_task(context: &mut Context<'_>) {
    context.out.plans.push(Plan {
        step: "C8",
        actions: vec![
            "poll tasks/get upstream until the task is completed, with a deadline".to_owned(),
            "adapt the final result and answer with it".to_owned(),
        ],
        otherwise: "answer with isError and a text that names the task".to_owned(),
    });
}
