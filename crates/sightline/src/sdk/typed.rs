//! Readers that decode a result into types: one thing that does not fit, and nothing arrives.
//!
//! The Rust SDK, clients with types of their own in Rust, and the C# SDK read this way.

use crate::content::{BlockKind, ContentBlock};
use crate::json::{Kind, Member, Node, ODD};
use crate::result::ToolResult;
use crate::sdk::Validator;

/// What a typed reader insists on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Types {
    /// Who refuses.
    by: &'static str,
    /// The wording for every reason, where there is only one.
    always: Option<&'static str>,
    /// When `content` may be absent.
    content: Absent,
    /// Whether an audience names known roles only.
    known_roles: bool,
    /// Whether strings are Unicode and numbers fit a double.
    unicode: bool,
    /// Whether numbers are kept as written, so that any fits.
    exact_numbers: bool,
    /// Whether the answer is told by its members, so that those of another answer mislead.
    guesses: bool,
    /// Whether there is a type for links to resources.
    links: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Absent {
    Always,
    BesideStructured,
    Never,
}

impl Types {
    /// The Rust SDK (`rmcp` 2 and 3, run on 2026-11-30).
    pub(crate) const RMCP: Self = Self {
        by: "rmcp, decode of the result",
        always: Some("Unexpected response type"),
        content: Absent::BesideStructured,
        known_roles: true,
        unicode: true,
        exact_numbers: false,
        guesses: true,
        links: true,
    };

    /// The same reader, with numbers kept as written or not.
    pub(crate) const fn with_exact_numbers(self, exact_numbers: bool) -> Self {
        Self { exact_numbers, ..self }
    }

    /// Rust types of a client's own.
    pub(crate) const fn serde(links: bool) -> Self {
        Self {
            by: "serde, decode of the result",
            always: None,
            content: Absent::Never,
            known_roles: false,
            unicode: true,
            exact_numbers: false,
            guesses: false,
            links,
        }
    }

    /// The C# SDK (2.2, read on 2026-11-30).
    pub(crate) const CSHARP: Self = Self {
        by: "mcp csharp sdk, result type (System.Text.Json)",
        always: None,
        content: Absent::Always,
        known_roles: true,
        unicode: false,
        exact_numbers: true,
        guesses: false,
        links: true,
    };
}

/// Why a typed reader refuses a result, or `None` when it takes it.
pub(crate) fn refusal(types: &Types, result: ToolResult<'_>) -> Option<Validator> {
    let reason = shape(types, result).or_else(|| {
        let mut blocks = result.content().enumerate();
        blocks.find_map(|(index, block)| block_reason(types, index, block))
    })?;
    let message = types.always.map_or(reason, str::to_owned);
    Some(Validator { by: types.by.to_owned(), message })
}

fn shape(types: &Types, result: ToolResult<'_>) -> Option<String> {
    let given = |name: &str| result.node().member(name).filter(|node| !node.is_null());
    let wrong = |name: &str, wanted: &str, node: Node<'_>| {
        Some(format!("invalid type at `{name}`: {}, expected {wanted}", node.kind().name()))
    };
    match (given("content"), types.content) {
        (Some(content), _) if !content.is_array() => return wrong("content", "a sequence", content),
        (None, Absent::Never) => return Some("missing field `content`".to_owned()),
        (None, Absent::BesideStructured) if given("structuredContent").is_none() => {
            return Some("neither content nor structured content".to_owned());
        }
        // The list that is not there is asked for its length.
        (None, Absent::Always) if result.content_node().is_some() => {
            return Some("content is null".to_owned());
        }
        (Some(_) | None, _) => {}
    }
    if let Some(flag) = given("isError").filter(|flag| flag.as_bool().is_none()) {
        return wrong("isError", "a boolean", flag);
    }
    if let Some(meta) = given("_meta").filter(|meta| !meta.is_object()) {
        return wrong("_meta", "a map", meta);
    }
    if types.guesses && (!result.is_complete() && given("resultType").is_some() || is_another_answer(result))
    {
        return Some("the members are those of another answer".to_owned());
    }
    if types.unicode {
        let members = ["content", "structuredContent", "_meta"];
        return members.into_iter().filter_map(given).find_map(|node| unreadable(node, types.exact_numbers));
    }
    None
}

/// Members that make the Rust SDK take the answer for one to another request.
fn is_another_answer(result: ToolResult<'_>) -> bool {
    const LISTS: &[(&str, [&str; 2])] = &[
        ("tools", ["name", "inputSchema"]),
        ("resources", ["uri", "name"]),
        ("messages", ["role", "content"]),
    ];
    let list_of = |name: &str, keys: &[&str]| {
        result.node().member(name).is_some_and(|list| {
            let has_keys = |item: Node<'_>| keys.iter().all(|key| item.member(key).is_some());
            list.is_array() && list.items().all(has_keys)
        })
    };
    let action = result.node().member("action").and_then(Node::as_str);
    LISTS.iter().any(|(name, keys)| list_of(name, keys))
        || action.is_some_and(|action| matches!(action.as_ref(), "accept" | "decline" | "cancel"))
}

/// The first string or number that serde cannot hold. Recursion is bounded by a document's depth.
fn unreadable(node: Node<'_>, exact_numbers: bool) -> Option<String> {
    let lone = |text: crate::json::Text<'_>| {
        text.is_lossy().then(|| "lone leading surrogate in hex escape".to_owned())
    };
    // An escape by number, or digits that may be too many, would be a mark.
    if node.is_free_of(ODD) {
        return None;
    }
    match node.kind() {
        Kind::String => node.as_text().and_then(lone),
        Kind::Number if exact_numbers => None,
        Kind::Number => {
            let value = node.as_number().and_then(|number| number.as_f64());
            value.is_none_or(|value| !value.is_finite()).then(|| "number out of range".to_owned())
        }
        Kind::Array => node.items().find_map(|item| unreadable(item, exact_numbers)),
        Kind::Object => {
            let below =
                |member: Member<'_>| lone(member.key).or_else(|| unreadable(member.value, exact_numbers));
            node.all_members().find_map(below)
        }
        Kind::Bool | Kind::Null => None,
    }
}

fn block_reason(types: &Types, index: usize, block: ContentBlock<'_>) -> Option<String> {
    let at = format!("content[{index}]");
    match block.kind {
        BlockKind::Other => {
            return Some(match block.type_name() {
                Some(name) => format!("no known block at {at}: `{name}`"),
                None => format!("no known block at {at}: without a type"),
            });
        }
        BlockKind::ResourceLink { .. } if !types.links => {
            return Some(format!("no known block at {at}: `resource_link`"));
        }
        _ => {}
    }
    if !types.known_roles {
        return None;
    }
    let audience = block.audience().filter(|audience| !audience.is_null())?;
    let known = |role: Node<'_>| role.as_text().is_some_and(|role| role.is("user") || role.is("assistant"));
    let fits = audience.is_array() && audience.items().all(known);
    (!fits).then(|| format!("unknown audience at {at}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[track_caller]
    fn check(types: Types, text: &str, refused: bool) {
        let document = Document::parse(text).unwrap();
        let found = refusal(&types, ToolResult::of(document.root()).unwrap());
        assert_eq!(found.is_some(), refused, "{text}: {found:?}");
    }

    const TEXT: &str = r#"{"content": [{"type": "text", "text": "a"}]}"#;
    const LINK: &str = r#"{"content": [{"type": "resource_link", "uri": "a:b", "name": "c"}]}"#;
    const VIDEO: &str = r#"{"content": [{"type": "video", "data": "AAAA"}]}"#;
    const SYSTEM: &str =
        r#"{"content": [{"type": "text", "text": "a", "annotations": {"audience": ["system"]}}]}"#;
    const LONE: &str = r#"{"content": [{"type": "text", "text": "\ud800"}]}"#;
    const HUGE: &str = r#"{"content": [], "structuredContent": {"a": 1e400}}"#;

    #[test]
    fn the_rust_sdk_wants_content_or_structured_content() {
        check(Types::RMCP, TEXT, false);
        check(Types::RMCP, r#"{"structuredContent": {"a": 1}}"#, false);
        check(Types::RMCP, r#"{"content": [], "structuredContent": null, "isError": null}"#, false);
        check(Types::RMCP, r#"{"structuredContent": null}"#, true);
        check(Types::RMCP, r#"{"isError": true}"#, true);
        check(Types::RMCP, r#"{"content": {}}"#, true);
        check(Types::RMCP, r#"{"content": [], "isError": "true"}"#, true);
    }

    #[test]
    fn the_rust_sdk_takes_a_result_with_members_of_another_for_that_one() {
        check(Types::RMCP, r#"{"content": [], "tools": []}"#, true);
        check(Types::RMCP, r#"{"content": [], "tools": [{"name": "a"}]}"#, false);
        check(Types::RMCP, r#"{"content": [], "action": "accept"}"#, true);
        check(Types::RMCP, r#"{"content": [], "resultType": "later"}"#, true);
        check(Types::RMCP, r#"{"content": [], "resultType": "complete"}"#, false);
    }

    #[test]
    fn every_typed_reader_refuses_blocks_it_has_no_type_for() {
        for types in [Types::RMCP, Types::CSHARP, Types::serde(true), Types::serde(false)] {
            check(types, VIDEO, true);
            check(types, r#"{"content": [{"type": "image", "data": "AAAA"}]}"#, true);
            check(types, TEXT, false);
        }
        check(Types::serde(false), LINK, true);
        check(Types::serde(true), LINK, false);
    }

    #[test]
    fn roles_are_an_enumeration_for_some() {
        check(Types::RMCP, SYSTEM, true);
        check(Types::CSHARP, SYSTEM, true);
        check(Types::serde(true), SYSTEM, false);
    }

    #[test]
    fn rust_holds_no_lone_surrogate_and_no_number_beyond_a_double() {
        for (types, refused) in [(Types::RMCP, true), (Types::serde(true), true), (Types::CSHARP, false)] {
            check(types, LONE, refused);
            check(types, HUGE, refused);
        }
    }

    #[test]
    fn a_number_that_is_kept_as_written_is_never_out_of_range() {
        let exact = Types::RMCP.with_exact_numbers(true);
        check(exact, HUGE, false);
        check(exact, LONE, true);
        check(exact, VIDEO, true);
    }

    #[test]
    fn own_types_may_demand_content_and_csharp_fills_it_in() {
        check(Types::serde(true), r#"{"structuredContent": {"a": 1}}"#, true);
        check(Types::CSHARP, r#"{"structuredContent": {"a": 1}}"#, false);
        check(Types::CSHARP, r#"{"content": null}"#, true);
    }
}
