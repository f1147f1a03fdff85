//! What several rules ask of a result: its texts, whether it says anything, its values one by one.

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

/// The members of `_meta` of the result and of its blocks.
pub(super) fn meta_members(result: ToolResult<'_>) -> impl Iterator<Item = Member<'_>> {
    let metas = result.meta().into_iter().chain(result.content().filter_map(ContentBlock::meta));
    metas.flat_map(Node::members)
}
