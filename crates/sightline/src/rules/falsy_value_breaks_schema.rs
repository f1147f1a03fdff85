//! STR-006 `falsy-value-breaks-schema`; the page beside this file says what it finds and why.

use super::clients::{Fault, names, substitutes};
use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::{Kind, Node};
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
    let Some(structured) = falsy_breach(context) else { return };
    let message = format!("the value {} does not hold to the output schema", shown(structured));
    let finding = findings.at(structured, message);
    finding.finds(shown(structured));
    if let Some(Verdict::Breaks(violations)) = context.verdict()
        && let Some(violation) = violations.first()
    {
        finding.expects(violation.expected.clone());
        finding.note(format!("the schema says so at {}", violation.schema_pointer));
    }
    if let Some(clients) = names(context, Fault::Schema, substitutes) {
        finding.note(format!("{clients} show the model an error of their own in place of the result"));
    }
}

/// The structured content when it is a falsy value that breaks the output schema.
pub(super) fn falsy_breach<'d>(context: &Context<'d>) -> Option<Node<'d>> {
    let result = context.result().filter(|result| !result.is_error())?;
    let structured = result.structured_content()?;
    let is_falsy = match structured.kind() {
        Kind::Null => true,
        Kind::Bool => structured.as_bool() == Some(false),
        Kind::Number => structured.as_number().and_then(|number| number.as_f64()) == Some(0.0),
        Kind::String => structured.as_text().is_some_and(|text| text.is("")),
        Kind::Array | Kind::Object => false,
    };
    let schema = context.tool()?.output_schema()?;
    // Under any other schema the value is one that breaks it like all values.
    let is_of_objects = schema.member("type").is_some_and(|kind| {
        let names_object = |name: Node<'_>| name.as_text().is_some_and(|name| name.is("object"));
        names_object(kind) || kind.items().any(names_object)
    });
    (is_falsy && is_of_objects && matches!(context.verdict(), Some(Verdict::Breaks(_)))).then_some(structured)
}
