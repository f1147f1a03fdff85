//! CLI-003 `code-denied-structured`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::wrapped_schema;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::diagnostic::Level;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "code-denied-structured",
    code: "CLI-003",
    levels: Levels { published: Level::Off, sep_2200: Level::Warning, either: Level::Off },
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "SEP-2200 (not adopted): 3. Client selection guidance",
    why: "Code that was written for the schema has to parse prose, and breaks when the wording changes.",
    help: "Hand code the structured content whenever the key is present, and the text only without it.",
    page: include_str!("code_denied_structured.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(value) = context.told().and_then(|told| told.code_value) else { return };
    // A tool error is an exception to code.
    let result = context.output().filter(|result| !result.is_error());
    let Some(structured) = result.and_then(|result| result.structured_content()) else { return };
    let is_wrapped = context.tool().and_then(Tool::output_schema).and_then(wrapped_schema).is_some();
    // What was wrapped for an older revision may be unwrapped for code.
    let inner = structured.member("result").filter(|_| is_wrapped && structured.len() == 1);
    if !value.equals(structured) && !inner.is_some_and(|inner| value.equals(inner)) {
        findings
            .at(value, "code got something else than the structured content")
            .expects(shown(structured))
            .finds(shown(value));
    }
}
