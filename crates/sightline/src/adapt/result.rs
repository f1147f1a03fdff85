//! Steps on a result: C1 to C6, C9, C10 and C13. A result that waits for something is in `waiting`.

use super::waiting::{lift_task, plan_waiting, replace_waiting};
use super::{Context, FIELD};
use crate::content::{BlockKind, ContentBlock};
use crate::diagnostic::Subject;
use crate::json::{Document, Edits, Node, Text, quote};
use crate::result::{ResultType, ToolResult};
use crate::revision::StructuredRoot;

pub(super) fn adapt_result(context: &mut Context<'_>, result: ToolResult<'_>) -> String {
    if context.is_same() {
        plan_waiting(context, result);
        return result.node().text().to_owned();
    }
    if let Some(text) = replace_waiting(context, result) {
        return text;
    }
    if context.to.has_result_type
        && let Some(text) = lift_task(context, result)
    {
        return text;
    }
    let mut edits = Edits::new(result.node().document());
    edit_result(context, result, &mut edits);
    edits.finish_within(result.node())
}

/// Takes the steps on a result that is tool output.
pub(super) fn edit_result<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    if context.to.has_result_type {
        stamp(context, result, edits);
        if !context.from.has_result_type || result.is_complete() {
            fill_content(context, result, edits);
        }
        unwrap(context, result, edits);
    } else {
        drop_newer_fields(context, result, edits);
        rehouse_blocks(context, result, edits);
        fill_content(context, result, edits);
        downgrade_structured(context, result, edits);
    }
}

/// C10: a result of an older server says on the newer wire that it is complete.
fn stamp<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    if context.from.has_result_type || !context.takes("C10") {
        return;
    }
    let pointer = || "/resultType".to_owned();
    match result.node().member("resultType") {
        // Before this revision the field meant nothing, so a value there is foreign.
        Some(foreign) if result.result_type() != ResultType::Complete || foreign.as_text().is_none() => {
            edits.replace(foreign, "\"complete\"");
            context.change("C10", Subject::Result, pointer(), "a foreign resultType became `complete`");
            context.lose(
                "C10",
                Subject::Result,
                pointer(),
                "a field that meant nothing in the older revision",
            );
        }
        Some(_) => {}
        None => {
            edits.insert_member(result.node(), "resultType", "\"complete\"");
            context.change("C10", Subject::Result, pointer(), "added `complete`");
        }
    }
}

/// C1 the other way: a marked wrapper holds the natural value.
fn unwrap<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    let is_marked = context.takes("C1") && context.is_marked;
    let Some(wrapper) = result.structured_content().filter(|value| is_marked && value.len() == 1) else {
        return;
    };
    let Some(natural) = wrapper.member(FIELD) else { return };
    edits.replace(wrapper, natural.text());
    context.change("C1", Subject::Result, "/structuredContent".to_owned(), "unwrapped, as its schema is");
}

/// C6: fields that the older peer does not know.
fn drop_newer_fields<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    if !context.from.has_result_type || !context.takes("C6") {
        return;
    }
    for name in ["resultType", "ttlMs", "cacheScope"] {
        if result.node().member(name).is_none() {
            continue;
        }
        edits.remove_key(result.node(), name);
        let pointer = format!("/{name}");
        context.change("C6", Subject::Result, pointer.clone(), format!("dropped `{name}`"));
        if name != "resultType" {
            context.lose("C6", Subject::Result, pointer, "a hint for caches; results of calls have none");
        }
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
        if context.takes(if name == "audio" { "C5" } else { "C4" }) {
            rehouse(context, index, block, edits);
        }
    }
}

fn rehouse<'d>(context: &mut Context<'_>, index: usize, block: ContentBlock<'d>, edits: &mut Edits<'d>) {
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
            context.change("C5", Subject::Result, pointer.clone(), "the audio became an embedded resource");
            context.lose("C5", Subject::Result, pointer, "that it is audio to be played");
        }
        BlockKind::Image { .. }
        | BlockKind::Other
        | BlockKind::ResourceBlob { .. }
        | BlockKind::ResourceText { .. }
        | BlockKind::Text(_) => {}
    }
}

/// Annotations and metadata of a block, as members to be appended.
fn kept_members(block: Node<'_>) -> String {
    ["annotations", "_meta"]
        .iter()
        .filter_map(|name| block.member(name).map(|value| format!(",\"{name}\":{}", value.text())))
        .collect()
}

/// C2: toward an older peer text carries the natural value; and every peer gets a list of blocks.
fn fill_content<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    if !context.takes("C2") {
        return;
    }
    let content = result.content_node();
    let is_list = content.is_some_and(Node::is_array);
    let malformed = content.filter(|_| !is_list);
    let salvaged = malformed.and_then(as_block);
    // A value that no block can carry is somebody's answer, and no repair takes it away.
    let is_empty = |content: Node<'_>| content.is_null() || content.as_text().is_some_and(is_blank);
    if context.only.is_some() && salvaged.is_none() && malformed.is_some_and(|content| !is_empty(content)) {
        return;
    }
    let has_text = has_usable_text(result) || salvaged.as_ref().is_some_and(|(_, is_text)| *is_text);
    let says_nothing = (!is_list && salvaged.is_none()) || (!context.to.has_result_type && !has_text);
    let value = result.structured_content().filter(|_| says_nothing);
    // An older server's `structuredContent` is a foreign field where neither side knows it.
    let value = value.filter(|_| !is_unknown_to_both(context));
    let block = value.map(text_block);
    let what = match (&block, is_list, &salvaged) {
        (_, false, Some(_)) => "what stood there became a block of the list",
        (Some(_), _, _) => "a text block carries the structured content",
        (None, false, None) => "an empty list of blocks, which every result has",
        (None, true, _) => return,
    };
    let blocks: Vec<String> = salvaged.iter().map(|(kept, _)| kept.clone()).chain(block).collect();
    match content {
        Some(content) if is_list => edits.push_item(content, blocks.concat()),
        Some(malformed) => {
            edits.replace(malformed, format!("[{}]", blocks.join(",")));
            if salvaged.is_none() && !is_empty(malformed) {
                let what = "a value that is no list of blocks";
                context.lose("C2", Subject::Result, "/content".to_owned(), what);
            }
        }
        None => edits.insert_member(result.node(), "content", &format!("[{}]", blocks.concat())),
    }
    context.change("C2", Subject::Result, "/content".to_owned(), what);
}

/// The block that stands in place of a list, or the text that should be one, and whether it is text.
fn as_block(content: Node<'_>) -> Option<(String, bool)> {
    if let Some(text) = content.as_text().filter(|text| !is_blank(*text)) {
        return Some((format!("{{\"type\":\"text\",\"text\":\"{}\"}}", text.raw()), true));
    }
    let block = ContentBlock::of(content);
    block.type_name()?;
    Some((content.text().to_owned(), block.text().is_some_and(|text| !is_blank(text))))
}

fn is_blank(text: Text<'_>) -> bool {
    text.to_str().trim().is_empty()
}

/// Returns a text block with the JSON of a value, as every serialiser prints it for a machine; the
/// numbers and strings are the received ones.
pub(crate) fn text_block(value: Node<'_>) -> String {
    format!("{{\"type\":\"text\",\"text\":{}}}", quote(&value.compact()))
}

fn has_usable_text(result: ToolResult<'_>) -> bool {
    result.content().filter_map(ContentBlock::text).any(|text| {
        // What begins with a letter is no blank text, however long it is.
        let first = text.raw().as_bytes().first();
        first.is_some_and(|first| first.is_ascii_graphic() && *first != b'\\')
            || !text.to_str().trim().is_empty()
    })
}

fn is_unknown_to_both(context: &Context<'_>) -> bool {
    context.from.structured_root == StructuredRoot::Absent
        && context.to.structured_root == StructuredRoot::Absent
}

/// C1, C3 and C9: what an older peer may find at `structuredContent`.
fn downgrade_structured<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    let Some(value) = result.structured_content().filter(|_| !is_unknown_to_both(context)) else { return };
    let pointer = || "/structuredContent".to_owned();
    let step = match context.to.structured_root {
        StructuredRoot::Absent => "C3",
        StructuredRoot::Object | StructuredRoot::AnyValue if result.is_error() => "C9",
        StructuredRoot::Object | StructuredRoot::AnyValue => "C1",
    };
    if !context.takes(step) {
        return;
    }
    // A repair drops what the text says too; else the value is lost to those who read unknown fields.
    let is_told = || !has_usable_text(result) || is_in_text(result, value);
    if step == "C3" && context.only.is_some() && !is_told() {
        return;
    }
    if context.to.structured_root == StructuredRoot::Absent {
        edits.remove_key(result.node(), "structuredContent");
        context.change("C3", Subject::Result, pointer(), "dropped: the peer does not know it");
        context.lose("C3", Subject::Result, pointer(), lost_value(result, value));
    } else if result.is_error() {
        edits.remove_key(result.node(), "structuredContent");
        context.change("C9", Subject::Result, pointer(), "dropped: clients in use check it even on errors");
        context.lose("C9", Subject::Result, pointer(), lost_value(result, value));
    } else if value.is_null() && context.schema.is_none() {
        edits.remove_key(result.node(), "structuredContent");
        let what = "dropped: no schema promises a value, and null is none there";
        context.change("C1", Subject::Result, pointer(), what);
        context.lose("C1", Subject::Result, pointer(), "that the value is null and not absent");
    } else if context.wraps(Some(value)) {
        edits.wrap(value, format!("{{\"{FIELD}\":"), "}");
        let what = match context.schema {
            Some(_) => "wrapped in an object with the member `result`, as its schema is",
            // The peer gets the whole value; only the way back needs who wrapped it.
            None => "wrapped in an object with the member `result`; without a schema nothing marks it",
        };
        context.change("C1", Subject::Result, pointer(), what);
    } else if !value.is_object() && context.only.is_none() {
        refuse_value(context, result, edits);
    }
}

/// C1: a value that is no object under a schema of objects has no form that the peer accepts; as an
/// error its text still reaches the model.
fn refuse_value<'d>(context: &mut Context<'_>, result: ToolResult<'d>, edits: &mut Edits<'d>) {
    edits.remove_key(result.node(), "structuredContent");
    match result.node().member("isError") {
        Some(flag) => edits.replace(flag, "true"),
        None => edits.insert_member(result.node(), "isError", "true"),
    }
    let pointer = || "/structuredContent".to_owned();
    context.change(
        "C1",
        Subject::Result,
        pointer(),
        "dropped, and the result became an error: it breaks its schema",
    );
    context.change("C1", Subject::Result, "/isError".to_owned(), "became true");
    context.lose("C1", Subject::Result, pointer(), "a value that its own schema of objects refuses");
}

/// What a program loses with the field; a reader of the text may have all of it still.
fn lost_value(result: ToolResult<'_>, value: Node<'_>) -> &'static str {
    if is_in_text(result, value) {
        "the value as a field; the text carries it"
    } else {
        "the value; the text does not carry all of it"
    }
}

/// Tells whether some text block is the JSON of the value, or will be after C2.
fn is_in_text(result: ToolResult<'_>, value: Node<'_>) -> bool {
    let mut blank = true;
    for text in result.content().filter_map(ContentBlock::text) {
        let text = text.to_str();
        blank &= text.trim().is_empty();
        if Document::parse(text.trim()).is_ok_and(|document| document.root().equals(value)) {
            return true;
        }
    }
    blank
}
