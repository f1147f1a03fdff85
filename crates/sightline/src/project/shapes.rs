//! Blocks that are hidden, and blocks that become JSON of another shape.

use crate::content::ContentBlock;
use crate::json::Node;
use crate::profile::{AudienceRule, JsonMember};
use crate::sdk::print::{Brackets, Style, quoted, write};

/// Tells whether a block's audience hides it from the model; names that no role has count for nobody.
pub(super) fn hides(rule: AudienceRule, block: ContentBlock<'_>) -> bool {
    let Some(audience) = block.audience().filter(|audience| audience.is_array()) else { return false };
    let names_assistant =
        audience.items().any(|role| role.as_text().is_some_and(|role| role.is("assistant")));
    match rule {
        AudienceRule::Everyone => false,
        AudienceRule::Assistant => !names_assistant,
        AudienceRule::AssistantOrNobody => !names_assistant && !audience.is_empty(),
    }
}

/// The JSON of one member of a block, its keys in the order that a parser's schema gives them.
pub(super) fn json_member(block: Node<'_>, wanted: &JsonMember) -> Option<String> {
    let node = block.member(&wanted.name)?;
    let mut out = String::new();
    let mut open = Brackets::open('{', &wanted.style, 0, &mut out);
    let named = |list: &[String], key: &str| list.iter().any(|name| name == key);
    let first = wanted.first.iter().filter_map(|key| Some((key.clone(), node.member(key)?)));
    let rest = node.members().map(|member| (member.key.to_str().into_owned(), member.value));
    let rest = rest.filter(|(key, _)| !named(&wanted.first, key));
    for (key, value) in first.chain(rest).filter(|(key, _)| !named(&wanted.without, key)) {
        open.member(&key, &wanted.style, &mut out);
        write(value, &wanted.style, 1, &mut out);
    }
    open.close('}', &mut out);
    Some(out)
}

/// A JSON object of strings; a member that is empty is left out.
pub(super) fn object<'k>(members: impl Iterator<Item = (&'k String, String)>) -> String {
    let quote = |text: &str| quoted(text, &Style::JAVASCRIPT);
    let members: Vec<String> = members
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| format!("{}:{}", quote(key), quote(&value)))
        .collect();
    format!("{{{}}}", members.join(","))
}
