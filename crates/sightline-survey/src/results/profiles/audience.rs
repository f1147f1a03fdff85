//! Whose blocks are shown, read off texts that are annotated with an audience.

use sightline::content::ContentBlock;
use sightline::json::{Document, Node};
use sightline::result::ToolResult;

use super::draft::Draft;
use crate::results::channel::texts;
use crate::results::read::Observed;

/// How many texts of one audience arrived, and how many did not.
#[derive(Default)]
struct Counted {
    shown: usize,
    hidden: usize,
}

impl Counted {
    fn are_hidden(&self) -> bool {
        self.hidden > 0 && self.shown == 0
    }
}

/// Sets the rule, where the records tell one that is not the usual one.
pub(super) fn search(draft: &mut Draft, accepted: &[&Observed]) {
    let (mut users, mut nobodies) = (Counted::default(), Counted::default());
    for one in accepted.iter().filter(|one| one.record.error == "none") {
        let Ok(document) = Document::parse(&one.record.wire) else { continue };
        let Some(result) = ToolResult::of(document.root()) else { continue };
        let arrived = texts(&one.record);
        let is_shown = |block: ContentBlock<'_>| {
            let text = block.text().map(|text| text.to_str().into_owned());
            text.filter(|text| text.len() > 2).map(|text| arrived.contains(&text))
        };
        // Where structured content stands for all of content, an audience hides nothing.
        let is_of_content = result.structured_content().is_none_or(Node::is_null)
            || result.content().any(|block| is_shown(block) == Some(true));
        for block in result.content().filter(|_| is_of_content) {
            let audience = block.node.member("annotations").and_then(|own| own.member("audience"));
            let (Some(audience), Some(is_shown)) = (audience.filter(|own| own.is_array()), is_shown(block))
            else {
                continue;
            };
            let names = |name: &str| audience.items().any(|own| own.as_str().as_deref() == Some(name));
            let counted = match audience.items().next() {
                None => &mut nobodies,
                Some(_) if !names("assistant") => &mut users,
                Some(_) => continue,
            };
            if is_shown { counted.shown += 1 } else { counted.hidden += 1 }
        }
    }
    if users.are_hidden() {
        let rule = if nobodies.shown > 0 { "assistant-or-nobody" } else { "assistant" };
        rule.clone_into(&mut draft.audience);
    }
}
