//! A whole result as JSON.

use super::draft::Draft;
use crate::content::{BlockKind, ContentBlock};
use crate::json::Node;
use crate::profile::{Behaviour, BlockName, Emit, Envelope};
use crate::sdk::print::{Brackets, Style, print, quoted, write};
use crate::sdk::{SdkKind, csharp, dump, models};

/// Field order of the TypeScript SDK's schemas (1.x, seen 2026-11-30); other members follow.
const RESULT: &[&str] = &["_meta", "content", "structuredContent", "isError"];

pub(super) fn show(draft: &mut Draft<'_, '_>, envelope: Envelope, style: &Style, behaviour: &Behaviour) {
    let result = draft.result;
    let text = match envelope {
        Envelope::Csharp => csharp(result, style),
        Envelope::PythonDump => dump(result, style),
        Envelope::PythonWords => models::result_words(result),
        Envelope::Script => script(draft, style, behaviour),
        Envelope::Typescript => typescript(draft, behaviour, style),
        Envelope::Wire => print(result.node(), style),
    };
    draft.slots.push(text);
    draft.shown.fill(true);
    draft.structured += usize::from(match envelope {
        Envelope::Csharp | Envelope::PythonDump | Envelope::PythonWords => {
            result.structured_content().is_some_and(|value| !value.is_null())
        }
        Envelope::Script | Envelope::Typescript | Envelope::Wire => result.structured_content().is_some(),
    });
    draft.meta |= envelope != Envelope::Script;
    let with_meta = result.content().enumerate().filter(|(_, block)| block.meta().is_some());
    draft.block_meta = with_meta.map(|(index, _)| index).collect();
    draft.step("serialisation", "prints the whole result");
}

/// `content`, `structuredContent` and `isError`; blocks that the rules turn into text are text.
fn script(draft: &Draft<'_, '_>, style: &Style, behaviour: &Behaviour) -> String {
    let result = draft.result;
    let mut out = String::new();
    let mut open = Brackets::open('{', style, 0, &mut out);
    open.member("content", style, &mut out);
    let mut blocks = Brackets::open('[', style, 1, &mut out);
    for block in result.content() {
        blocks.item(&mut out);
        match replaced(block, behaviour) {
            Some(text) => {
                out.push_str("{\"type\":\"text\",\"text\":");
                out.push_str(&quoted(text, style));
                out.push('}');
            }
            None => match draft.shape {
                Some(shape) => shape.write(block.node, style, 2, &mut out),
                None => write(block.node, style, 2, &mut out),
            },
        }
    }
    blocks.close(']', &mut out);
    for name in ["structuredContent", "isError"] {
        // Types keep a `null` of structured content alone.
        let is_kept = |value: &Node<'_>| draft.shape.is_none() || !value.is_null() || name != "isError";
        let Some(value) = result.node().member(name).filter(is_kept) else { continue };
        open.member(name, style, &mut out);
        write(value, style, 1, &mut out);
    }
    open.close('}', &mut out);
    out
}

/// The text that stands for a sound, when the rules have one.
fn replaced<'b>(block: ContentBlock<'_>, behaviour: &'b Behaviour) -> Option<&'b str> {
    let is_audio = matches!(block.kind, BlockKind::Audio { .. });
    let rule = behaviour.blocks.iter().find(|rule| is_audio && rule.kind == BlockName::Audio)?;
    rule.emit.iter().find_map(|emit| match emit {
        Emit::Text(text) => Some(text.as_str()),
        Emit::EndRun
        | Emit::Fail(_)
        | Emit::Item(_)
        | Emit::Json(_)
        | Emit::JsonMember(_)
        | Emit::JsonPart(_)
        | Emit::JsonReceived(_)
        | Emit::Lead(_)
        | Emit::LeadOfTypes(_)
        | Emit::Lines(_)
        | Emit::MediaAs(_)
        | Emit::MediaLast
        | Emit::Nothing
        | Emit::Media(_)
        | Emit::Removed(_)
        | Emit::Reprinted(_)
        | Emit::TextAt { .. }
        | Emit::Tail(_)
        | Emit::Untyped(_)
        | Emit::Url(_)
        | Emit::Value(_)
        | Emit::Void(_)
        | Emit::Words => None,
    })
}

/// The result as the SDK parsed it: missing content is an empty list, known members come first.
fn typescript(draft: &Draft<'_, '_>, behaviour: &Behaviour, style: &Style) -> String {
    let result = draft.result;
    // The 2.x SDK takes the result type out once it has looked at it.
    let taken = if behaviour.sdk.kind == SdkKind::Typescript2 { "resultType" } else { "" };
    let mut out = String::new();
    let mut open = Brackets::open('{', style, 0, &mut out);
    for name in RESULT {
        match result.node().member(name) {
            Some(value) if *name == "content" => {
                open.member(name, style, &mut out);
                write_content(draft, value, style, 1, &mut out);
            }
            Some(value) => {
                open.member(name, style, &mut out);
                write(value, style, 1, &mut out);
            }
            None if *name == "content" => {
                open.member(name, style, &mut out);
                out.push_str("[]");
            }
            None => {}
        }
    }
    for member in result.node().members() {
        let name = member.key.to_str();
        if !RESULT.contains(&name.as_ref()) && name != taken {
            open.member(&name, style, &mut out);
            write(member.value, style, 1, &mut out);
        }
    }
    open.close('}', &mut out);
    out
}

/// The content blocks as one JSON list, as the SDK handed them on.
pub(super) fn content_list(draft: &mut Draft<'_, '_>, style: &Style) {
    let mut out = String::new();
    match draft.result.content_node() {
        Some(content) => write_content(draft, content, style, 0, &mut out),
        None => out.push_str("[]"),
    }
    draft.slots.push(out);
    draft.shown.fill(true);
}

fn write_content(draft: &Draft<'_, '_>, content: Node<'_>, style: &Style, level: usize, out: &mut String) {
    let Some(shape) = draft.shape else { return write(content, style, level, out) };
    let mut blocks = Brackets::open('[', style, level, out);
    for block in content.items() {
        blocks.item(out);
        shape.write(block, style, level + 1, out);
    }
    blocks.close(']', out);
}
