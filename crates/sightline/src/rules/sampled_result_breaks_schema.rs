//! STR-014 `sampled-result-breaks-schema`; the page beside this file says what it finds and why.

use super::impure_tool_result_message::blocks;
use super::read::member_is;
use super::structured_breaks_schema::report;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::result::ToolResult;
use crate::schema::Verdict;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "sampled-result-breaks-schema",
    code: "STR-014",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Exchange,
    source: "2026-07-28, schema: ToolResultContent.structuredContent; SEP-2200 (not adopted): ToolResultContent: unless isError is true",
    why: "The receiver may hand the value to code that was written for the schema, far from where it went wrong.",
    help: "Copy the structured content of the result as it came.",
    page: include_str!("sampled_result_breaks_schema.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(messages) = context.told().and_then(|told| told.messages) else { return };
    let tools = context.tools();
    let all: Vec<Node<'_>> = messages.items().flat_map(blocks).collect();
    let results = all.iter().copied().filter(|block| member_is(*block, "type", "tool_result"));
    for result in results.filter_map(ToolResult::of).filter(|result| !result.is_error()) {
        let Some(structured) = result.structured_content() else { continue };
        let Some(tool) = tool_of(&tools, &all, result.node()) else { continue };
        let block = context.beside(Some(tool), result);
        if let Some(Verdict::Breaks(violations)) = block.verdict() {
            for violation in violations {
                report(structured, violation, None, findings);
            }
        }
    }
}

/// The tool that the use names which a result answers.
fn tool_of<'d>(tools: &[Tool<'d>], blocks: &[Node<'d>], result: Node<'d>) -> Option<Tool<'d>> {
    let id = result.member("toolUseId")?;
    let answers = |block: &&Node<'_>| {
        member_is(**block, "type", "tool_use") && block.member("id").is_some_and(|used| used.equals(id))
    };
    let name = blocks.iter().find(answers)?.member("name")?.as_str()?;
    tools.iter().copied().find(|tool| tool.name().is_some_and(|known| known == name))
}
