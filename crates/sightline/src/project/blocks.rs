//! Conversion of content blocks: which rule of a profile fits a block.

use std::borrow::Cow;

use super::draft::Draft;
use super::emit::{Outcome, emit};
use super::facts::Facts;
use super::{mime, shapes};
use crate::profile::{Behaviour, BlockRule, Case};

/// Converts the first blocks by the rules of a case and the common ones.
pub(super) fn convert(draft: &mut Draft<'_, '_>, case: &Case, behaviour: &Behaviour, most: usize) {
    let mut leads = Vec::new();
    for (index, block) in draft.result.content().take(most).enumerate() {
        let facts = Facts::of(index, block, draft.parsed_urls, behaviour);
        if shapes::hides(behaviour.audience, block) {
            let what = format!("drops block {index}, {}: its audience is not the assistant", facts.label());
            draft.step("blocks", what);
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
    draft.slots.put_first(leads);
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
        && (!rule.utf8 || String::from_utf8(facts.decoded()).is_ok())
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
