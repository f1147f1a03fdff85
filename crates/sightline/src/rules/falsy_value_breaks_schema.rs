//! STR-006 `falsy-value-breaks-schema`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Kind;
use crate::schema::Verdict;

pub(super) static RULE: Rule = Rule {
    name: "falsy-value-breaks-schema",
    code: "STR-006",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::ToolAndResult,
    source: "2026-07-28, server/tools: Output Schema",
    why: "Code that tests the value for truth lets it pass, and readers that validate refuse the result.",
    help: "Widen the schema, or report a failure with `isError`.",
    page: include_str!("falsy_value_breaks_schema.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let Some(structured) = result.structured_content() else { return };
    let is_falsy = match structured.kind() {
        Kind::Null => true,
        Kind::Bool => structured.as_bool() == Some(false),
        Kind::Number => structured.as_number().and_then(|number| number.as_f64()) == Some(0.0),
        Kind::String => structured.as_text().is_some_and(|text| text.is("")),
        Kind::Array | Kind::Object => false,
    };
    if is_falsy && matches!(context.verdict(), Some(Verdict::Breaks(_))) {
        let message = format!("the value {} does not hold to the output schema", shown(structured));
        findings.at(structured, message).finds(shown(structured));
    }
}
