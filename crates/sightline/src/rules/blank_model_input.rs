//! CLI-002 `blank-model-input`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::{is_blank, shows};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::diagnostic::Level;
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "blank-model-input",
    code: "CLI-002",
    levels: Levels { published: Level::Advice, sep_2200: Level::Warning, either: Level::Advice },
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "SEP-2200 (not adopted): 3: SHOULD ... only fall back if content is empty; SEP-2200 (not adopted): Structured Content: MAY fall back",
    fix: FixAvailability::Safe,
    why: "The model takes silence for an empty answer and tells the user that there is nothing.",
    help: "Where `content` is blank, give the model the JSON of the structured content.",
    page: include_str!("blank_model_input.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let input = context.told().and_then(|told| told.model_input);
    let Some(result) = context.output().filter(|result| is_blank(*result)) else {
        return;
    };
    let structured = result.structured_content();
    let Some((structured, (place, text))) = structured.zip(input.zip(input.and_then(Node::as_str))) else {
        return;
    };
    if !shows(&text, structured) {
        findings
            .at(place, "the model is shown nothing, although the result has structured content")
            .expects(quoted(structured.text()))
            .finds(quoted(&text));
    }
}
