//! What several rules ask of a result: its texts, whether it says anything, its values one by one.

use std::ops::Range;

use crate::align::parse_json_text;
use crate::content::{BlockKind, ContentBlock};
use crate::json::{Document, Kind, Member, Node, Text};
use crate::result::ToolResult;

/// Tells whether a member is there and is that very string.
pub(super) fn member_is(object: Node<'_>, name: &str, text: &str) -> bool {
    object.member(name).and_then(Node::as_text).is_some_and(|found| found.is(text))
}

/// Tells whether an array holds that very string.
pub(super) fn holds(array: Node<'_>, text: &str) -> bool {
    array.items().any(|item| item.as_text().is_some_and(|found| found.is(text)))
}

/// Text blocks with their texts, in order.
pub(super) fn texts(result: ToolResult<'_>) -> impl Iterator<Item = (ContentBlock<'_>, Text<'_>)> {
    result.content().filter_map(|block| Some((block, block.text()?)))
}

/// Tells whether a block carries anything: a text that is not blank, or something else than text.
pub(super) fn says_something(block: ContentBlock<'_>) -> bool {
    match block.kind {
        BlockKind::Text(text) => !text.to_str().trim().is_empty(),
        BlockKind::Audio { .. }
        | BlockKind::Image { .. }
        | BlockKind::ResourceText { .. }
        | BlockKind::ResourceBlob { .. }
        | BlockKind::ResourceLink { .. } => true,
        // A broken text block says nothing; a block of a type that we do not know might.
        BlockKind::Other => block.type_name().is_some_and(|name| name != "text"),
    }
}

/// Tells whether `content` holds nothing but blank texts.
pub(super) fn is_blank(result: ToolResult<'_>) -> bool {
    !result.content().any(says_something)
}

/// Reads a text as a JSON object or array; other JSON is too likely to be prose.
pub(super) fn parsed(text: Text<'_>) -> Option<Document<'static>> {
    parse_json_text(text.to_str())
}

/// A text without blanks, so that layouts of one JSON text are alike.
pub(super) fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Places of a text at which JSON may begin that are looked at.
const ATTEMPTS: usize = 256;

/// Finds the JSON of a value in a text, whatever its layout and the order of its keys, and returns
/// what else stands there, without blanks.
pub(super) fn shown_copy(text: &str, value: Node<'_>) -> Option<String> {
    let squeezed_text = squeezed(text);
    let printed = squeezed(value.text());
    let copy = squeezed_text.split_once(printed.as_str()).map(|(before, after)| format!("{before}{after}"));
    copy.or_else(|| {
        let copy = copy_by_value(text, value)?;
        Some(squeezed(&text[..copy.start]) + &squeezed(&text[copy.end..]))
    })
}

/// Where an equal object or array stands in a text, alone or inside of other JSON.
fn copy_by_value(text: &str, value: Node<'_>) -> Option<Range<usize>> {
    let mut from = 0;
    for _ in 0..ATTEMPTS {
        let start = from + text.get(from..)?.find(['{', '['])?;
        let document =
            end_of_json(&text[start..]).and_then(|end| Document::parse(&text[start..start + end]).ok());
        let Some(document) = document else {
            from = start + 1;
            continue;
        };
        let mut copy = None;
        each_value(document.root(), |_, part| {
            if copy.is_none() && part.kind() == value.kind() && part.equals(value) {
                copy = Some(start + part.span().start..start + part.span().end);
            }
        });
        if copy.is_some() {
            return copy;
        }
        from = start + document.text().len();
    }
    None
}

/// The end of the object or array with which a text begins: where its brackets are closed again.
fn end_of_json(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Tells whether a text shows anything of a value: its JSON, or the words of one of its parts.
pub(super) fn shows(text: &str, value: Node<'_>) -> bool {
    let mut is_shown = shown_copy(text, value).is_some();
    each_value(value, |_, part| {
        let words = part.as_str().map_or_else(
            || part.as_number().map(|number| number.as_str().to_owned()),
            |words| Some(words.into_owned()),
        );
        is_shown = is_shown || words.is_some_and(|words| !words.is_empty() && text.contains(&words));
    });
    is_shown
}

/// Hands every value below a node to `visit`, with its key when it is a member; iterative.
pub(super) fn each_value<'d>(root: Node<'d>, mut visit: impl FnMut(Option<Text<'d>>, Node<'d>)) {
    let mut open = vec![(None, root)];
    while let Some((key, node)) = open.pop() {
        visit(key, node);
        let below = open.len();
        match node.kind() {
            Kind::Array => open.extend(node.items().map(|item| (None, item))),
            Kind::Object => open.extend(node.members().map(|member| (Some(member.key), member.value))),
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => {}
        }
        open[below..].reverse();
    }
}

/// The members of `_meta` of the result, of its blocks and of the resources embedded in these.
pub(super) fn meta_members(result: ToolResult<'_>) -> impl Iterator<Item = Member<'_>> {
    result.meta().into_iter().chain(result.content().flat_map(metas)).flat_map(Node::members)
}

fn metas(block: ContentBlock<'_>) -> impl Iterator<Item = Node<'_>> {
    let of_resource = block.node.member("resource").and_then(|resource| resource.member("_meta"));
    block.meta().into_iter().chain(of_resource)
}
