//! STR-008 `schema-misses-edge-results`; the page beside this file says what it finds and why.

use super::structured_breaks_schema::report;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::result::{ResultType, ToolResult};
use crate::schema::Verdict;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "schema-misses-edge-results",
    code: "STR-008",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "Sightline: our own advice",
    why: "Schemas are written for the usual answer; the empty list, the missing value and the partial result come later, and clients that validate throw them away.",
    help: "Widen the schema as the note says, or turn the odd answer into an error.",
    page: include_str!("schema_misses_edge_results.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(told), Some(tool)) = (context.told(), context.tool()) else { return };
    if !tool.output_schema().is_some_and(Node::is_object) {
        return;
    }
    let facts = context.revision().facts_or_newest();
    let is_output = |result: ToolResult<'_>| facts.result_type(result) == ResultType::Complete;
    let results = told.results.into_iter().flat_map(Node::items).filter_map(ToolResult::of);
    for result in results.filter(|result| is_output(*result) && !result.is_error()) {
        let Some(structured) = result.structured_content() else {
            let message = "one of the recorded results has no structured content";
            findings.missing(result.node(), "structuredContent", message);
            continue;
        };
        let one = context.beside(Some(Tool::of(tool.node())), result);
        if let Some(Verdict::Breaks(violations)) = one.verdict()
            && let Some(violation) = violations.first()
        {
            report(structured, violation, None, findings);
        }
    }
}
