//! When a case of a profile applies.

use super::draft::Draft;
use super::strict;
use crate::content::{BlockKind, ContentBlock};
use crate::json::{Kind, Node, Text};
use crate::profile::{Case, Condition, Model};
use crate::sdk::print::{Style, print};
use crate::sdk::{base64, is_truthy};
use crate::tool::Tool;

/// The one member of `_meta` that servers of the newest revision set by themselves.
const SERVER_NAME: &str = "io.modelcontextprotocol/serverInfo";

/// Tells whether a case is for this result.
pub(super) fn holds(draft: &Draft<'_, '_>, case: &Case, models: &[Model]) -> bool {
    let is_so = |condition: &Condition| is_so(draft, *condition, models);
    case.when.iter().all(is_so)
        && (case.any.is_empty() || case.any.iter().any(is_so))
        && case.over_links.is_none_or(|most| links(draft) > most)
}

/// How many blocks lead to resources or hold one.
fn links(draft: &Draft<'_, '_>) -> usize {
    let leads = |block: &ContentBlock<'_>| {
        matches!(
            block.kind,
            BlockKind::ResourceLink { .. } | BlockKind::ResourceText { .. } | BlockKind::ResourceBlob { .. }
        )
    };
    draft.result.content().filter(leads).count()
}

fn is_so(draft: &Draft<'_, '_>, condition: Condition, models: &[Model]) -> bool {
    let result = draft.result;
    let structured = result.structured_content();
    let is = |block: &ContentBlock<'_>, names: [&str; 2]| {
        block.type_name().is_some_and(|name| names.contains(&name.as_ref()))
    };
    let has_text = || {
        let mut texts = result.content().filter_map(ContentBlock::text);
        texts.any(|text| !trim(&text.to_str()).is_empty())
    };
    let meta_keys = || result.meta().into_iter().flat_map(Node::members);
    match condition {
        Condition::ApplicationMeta => meta_keys().any(|member| !member.key.is(SERVER_NAME)),
        Condition::BreaksModels => strict::breaks(models, result),
        Condition::ContentAbsent => result.content_node().is_none(),
        Condition::ContentEmpty => result.content().next().is_none(),
        Condition::ContentNoList => !result.content_node().is_some_and(Node::is_array),
        Condition::HasBlob => {
            result.content().any(|block| matches!(block.kind, BlockKind::ResourceBlob { .. }))
        }
        Condition::HasImage => result.content().any(|block| has_image(&block)),
        Condition::HasLink => result.content().any(|block| is(&block, ["resource_link"; 2])),
        Condition::HasMedia => result.content().any(|block| is(&block, ["image", "audio"])),
        Condition::HasMeta => meta_keys().next().is_some(),
        Condition::HasCharacters => {
            result.content().filter_map(|block| readable(&block)).any(|text| !text.raw().is_empty())
        }
        Condition::HasText => has_text(),
        Condition::HasView => result.content().any(|block| match block.kind {
            BlockKind::ResourceText { uri, .. } | BlockKind::ResourceBlob { uri, .. } => {
                uri.to_str().starts_with("ui://")
            }
            _ => false,
        }),
        Condition::IsError => draft.is_error,
        Condition::OneBlock => result.content().count() == 1,
        Condition::OnlyTexts => {
            result.content().next().is_some() && result.content().all(|block| is(&block, ["text"; 2]))
        }
        Condition::OnlyTextsAndImages => {
            result.content().next().is_some() && result.content().all(|block| is(&block, ["text", "image"]))
        }
        Condition::SchemaDeclared => draft.call.tool.and_then(Tool::output_schema).is_some(),
        Condition::StructuredContainer => {
            structured.is_some_and(|value| value.is_object() || value.is_array())
        }
        Condition::StructuredNotNull => structured.is_some_and(|value| !value.is_null()),
        Condition::StructuredObject => structured.is_some_and(Node::is_object),
        Condition::StructuredPresent => structured.is_some(),
        Condition::StructuredTruthy => structured.is_some_and(is_truthy),
        Condition::UnsafeInteger => {
            structured.is_some_and(|value| value.longest(Kind::Number) >= DIGITS && has_unsafe_integer(value))
        }
        Condition::UndecodableMedia => result.content().any(|block| match block.kind {
            BlockKind::Image { data, .. } | BlockKind::Audio { data, .. } => {
                base64::python_problem(&data.to_str()).is_some()
            }
            _ => false,
        }),
        Condition::TextMirrorsStructured => structured.is_some_and(|value| {
            let texts = || result.content().filter_map(|block| readable(&block));
            // Most texts begin otherwise, so most need no printing; an escape may be anything.
            let is_open = value.is_array() || value.is_object();
            let begins = |text: Text<'_>| {
                let first = text.raw().bytes().next();
                !is_open || first == value.text().bytes().next() || first == Some(b'\\')
            };
            texts().any(begins) && {
                let json = print(value, &Style::JAVASCRIPT);
                texts().any(|text| text.is(&json))
            }
        }),
    }
}

/// Fewest digits of an integer beyond what doubles count exactly: whoever has no odd number has none.
const DIGITS: usize = 16;

/// Whether a value holds an integer beyond what doubles count exactly. Recursion is bounded by a document's depth.
fn has_unsafe_integer(value: Node<'_>) -> bool {
    const MOST: u64 = (1 << 53) - 1;
    match value.as_number() {
        Some(number) => {
            let digits = number.as_str().trim_start_matches('-');
            digits.len() >= DIGITS
                && digits.bytes().all(|byte| byte.is_ascii_digit())
                && digits.parse::<u64>().map_or(true, |digits| digits > MOST)
        }
        None => {
            value.items().any(has_unsafe_integer)
                || value.members().any(|member| has_unsafe_integer(member.value))
        }
    }
}

fn has_image(block: &ContentBlock<'_>) -> bool {
    match block.kind {
        BlockKind::Image { .. } => true,
        BlockKind::ResourceBlob { mime_type, .. } => {
            mime_type.is_some_and(|mime| mime.to_str().starts_with("image/"))
        }
        _ => false,
    }
}

fn readable<'d>(block: &ContentBlock<'d>) -> Option<Text<'d>> {
    match block.kind {
        BlockKind::Text(text) | BlockKind::ResourceText { text, .. } => Some(text),
        _ => None,
    }
}

/// What JavaScript calls white space: a byte order mark is, a next-line character is not.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// The same at the beginning only.
pub(super) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_space)
}

fn is_space(character: char) -> bool {
    character == '\u{feff}' || (character.is_whitespace() && character != '\u{85}')
}

#[cfg(test)]
mod tests {
    use super::trim;
    use crate::json::Document;

    #[test]
    fn white_space_is_what_javascript_calls_so() {
        assert_eq!(trim("\u{feff}\u{a0}\n x \u{2028}\t"), "x");
        assert_eq!(trim("\u{85}x\u{85}"), "\u{85}x\u{85}");
    }

    #[test]
    fn integers_are_safe_up_to_an_edge() {
        let check = |json: &str, expected: bool| {
            let document = Document::parse(json).unwrap();
            assert_eq!(super::has_unsafe_integer(document.root()), expected, "{json}");
        };
        check(r#"{"a": [9007199254740991, -9007199254740991, 1e300, 12345678901234567890.0]}"#, false);
        check(r#"{"a": [{"b": 9007199254740992}]}"#, true);
        check("-9007199254740992", true);
        check("12345678901234567890123", true);
        check(r#""12345678901234567890123""#, false);
    }
}
