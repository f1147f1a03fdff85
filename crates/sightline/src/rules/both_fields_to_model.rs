//! CLI-004 `both-fields-to-model`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::{shown_copy, squeezed, texts};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::diagnostic::Level;
use crate::json::{Node, quote};

pub(super) static RULE: Rule = Rule {
    name: "both-fields-to-model",
    code: "CLI-004",
    levels: Levels { published: Level::Advice, sep_2200: Level::Warning, either: Level::Advice },
    strength: Strength::ShouldNot,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "SEP-2200 (not adopted): 3, last bullet",
    fix: FixAvailability::Safe,
    why: "The payload is paid for twice, and where the two differ the model has to guess which one holds.",
    help: "Choose one of the fields for each path.",
    page: include_str!("both_fields_to_model.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let input = context.told().and_then(|told| told.model_input);
    let Some(result) = context.output() else { return };
    let structured = result.structured_content();
    let Some((structured, (place, text))) = structured.zip(input.zip(input.and_then(Node::as_str))) else {
        return;
    };
    let Some(rest) = shown_copy(&text, structured) else { return };
    let mut texts =
        texts(result).map(|(_, text)| text.to_str().into_owned()).filter(|text| !text.trim().is_empty());
    // Clients that dump the whole result write texts as JSON strings.
    let is_left = |text: &String| {
        let quoted = squeezed(&quote(text));
        rest.contains(&squeezed(text)) || rest.contains(quoted.trim_matches('"'))
    };
    let first = texts.next();
    if first.as_ref().is_some_and(is_left) && texts.all(|text| is_left(&text)) {
        findings
            .at(place, "the model got the text and the structured content of one result")
            .finds(quoted(&text));
    }
}
