//! Conversion of content blocks: which rule of a profile fits a block.

use std::borrow::Cow;

use super::draft::Draft;
use super::emit::{Outcome, emit};
use super::facts::Facts;
use super::{mime, shapes, words};
use crate::content::ContentBlock;
use crate::json::Text;
use crate::profile::{Behaviour, BlockName, BlockRule, Case, ResourceLimit};

/// Converts the first blocks by the rules of a case and the common ones.
pub(super) fn convert(draft: &mut Draft<'_, '_>, case: &Case, behaviour: &Behaviour, most: usize) {
    let mut leads = Vec::new();
    let audience = case.audience.unwrap_or(behaviour.audience);
    let mut room = behaviour.resource_limit.as_ref().map(Room::of);
    for (index, block) in draft.result.content().take(most).enumerate() {
        let facts = Facts::of(index, block, draft.parsed_urls, behaviour);
        if shapes::hides(audience, block) {
            let what = format!("drops block {index}, {}: its audience is not the assistant", facts.label());
            draft.step("blocks", what);
            continue;
        }
        if let Some(room) = &mut room
            && !room.takes(&facts)
        {
            draft.step("limits", format!("leaves out block {index}: the resources bring too much"));
            draft.slots.push(words::fill_call(draft.call, &room.limit.text));
            continue;
        }
        let rule = rule_for(&facts, case, behaviour).filter(|rule| !rule.emit.is_empty());
        let Some(rule) = rule else {
            draft.step("blocks", format!("drops block {index}, {}", facts.label()));
            continue;
        };
        for one in &rule.emit {
            match emit(draft, &facts, one, &mut leads) {
                Outcome::Arrives => draft.shown[index] = true,
                Outcome::Dropped => {}
                Outcome::Ends => return,
            }
        }
    }
    if let Some((template, types)) = draft.types_led.take() {
        leads.insert(0, template.replace("{types}", &types.join(", ")));
    }
    draft.slots.put_first(leads);
}

/// The kind under which rules know a block.
pub(super) fn name_of(block: &ContentBlock<'_>) -> BlockName {
    Facts::kind_of(block)
}

/// What a limit on resources leaves for those that follow.
struct Room<'b> {
    limit: &'b ResourceLimit,
    count: usize,
    bytes: usize,
}

impl<'b> Room<'b> {
    fn of(limit: &'b ResourceLimit) -> Self {
        Self { limit, count: limit.count, bytes: limit.bytes }
    }

    /// Whether a block has room. Data that are no base64 take a place and no bytes.
    fn takes(&mut self, facts: &Facts<'_>) -> bool {
        if facts.name != BlockName::Blob {
            return true;
        }
        let Some(count) = self.count.checked_sub(1) else { return false };
        self.count = count;
        let size = if facts.is_base64() { facts.decoded_length() } else { 0 };
        let left = self.bytes.checked_sub(size);
        self.bytes = left.unwrap_or(self.bytes);
        left.is_some()
    }
}

fn rule_for<'b>(facts: &Facts<'_>, case: &'b Case, behaviour: &'b Behaviour) -> Option<&'b BlockRule> {
    let common = if case.only_these_blocks { &[][..] } else { behaviour.blocks.as_slice() };
    let mut rules = case.blocks.iter().chain(common);
    rules.find(|rule| (!rule.first || facts.index == 0) && fits(rule, facts))
}

fn fits(rule: &BlockRule, facts: &Facts<'_>) -> bool {
    let mime = facts.mime.as_deref().unwrap_or("application/octet-stream");
    let essence = || mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let mime = if rule.essence { Cow::Owned(essence()) } else { Cow::Borrowed(mime) };
    let uri = facts.uri.as_deref().unwrap_or_default();
    rule.kind == facts.name
        && (!rule.is_empty || facts.text.or(facts.data).is_none_or(|text| text.raw().is_empty()))
        && (!rule.untold || facts.is_untold())
        && (!rule.is_picture || mime::is_picture(&facts.decoded()))
        && (rule.uri.is_empty() || rule.uri.iter().any(|pattern| fits_uri(pattern, uri)))
        && (rule.mime.is_empty() || rule.mime.iter().any(|pattern| fits_mime(pattern, &mime)))
        && (rule.begins.is_empty() || rule.begins.iter().any(|beginning| facts.begins(beginning)))
        && rule.has.as_deref().is_none_or(|name| facts.has(name))
        && rule.longer_than.is_none_or(|bound| {
            facts.text.is_some_and(|text| text.raw().len() > bound && text.to_str().chars().count() > bound)
        })
        && rule.over_bytes.is_none_or(|bound| facts.decoded_length() > bound)
        && (!rule.base64 || facts.is_base64())
        && (!rule.undecodable || facts.base64_problem().is_some())
        && (!rule.utf8 || String::from_utf8(facts.decoded()).is_ok())
        && (!rule.charset_is_utf8 || facts.mime.as_deref().is_none_or(mime::charset_is_utf8))
        && (rule.contains.is_empty() || {
            let text = facts.text.map(Text::to_str).unwrap_or_default();
            rule.contains.iter().any(|words| text.contains(words))
        })
}

fn fits_uri(pattern: &str, uri: &str) -> bool {
    let uri = uri.trim_start().to_ascii_lowercase();
    pattern.strip_suffix('*').map_or(pattern == uri, |start| uri.starts_with(start))
}

fn fits_mime(pattern: &str, mime: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(ending), _) => mime.ends_with(ending),
        (None, Some(family)) => mime.starts_with(family),
        (None, None) => pattern == mime,
    }
}
