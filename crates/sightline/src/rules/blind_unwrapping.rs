//! REV-009 `blind-unwrapping`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::wrapped_schema;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "blind-unwrapping",
    code: "REV-009",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::ToolAndResult,
    source: "python-sdk @57394b05: func_metadata wrap_output on every era; SEP-2106: SDK Ecosystem Evidence: x-fastmcp-wrap-result",
    why: "The schema has a field `result` of its own, and without it the value breaks the schema.",
    help: "Unwrap only what carries a mark of wrapping.",
    page: include_str!("blind_unwrapping.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(tool), Some(result)) = (context.tool(), context.result()) else { return };
    let wrapped = tool.output_schema().and_then(wrapped_schema);
    let structured = result.structured_content().filter(|_| wrapped.is_some() && !result.is_error());
    if let Some(structured) = structured.filter(|node| !node.is_object()) {
        findings
            .at(structured, "the schema has a field `result`, and the value was taken out of it")
            .finds(shown(structured));
    }
}
