//! TOOL-004 `duplicate-tool-name`; the page beside this file says what it finds and why.

use std::collections::HashMap;

use super::colliding_names_after_merge as merged;
use super::findings::quoted;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "duplicate-tool-name",
    code: "TOOL-004",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::List,
    source: "2026-07-28, server/tools: Tool Names",
    why: "A caller names a tool by its name alone, so of two equal names one tool is out of reach, and which one depends on the client.",
    help: "Rename one of them; an aggregator puts a key of its own in front.",
    page: include_str!("duplicate_tool_name.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let mut seen = HashMap::new();
    let origins: Vec<_> = context.list().into_iter().flat_map(merged::with_origins).collect();
    let origin = |index: usize| origins.get(index).map(|(_, origin)| origin);
    for (index, tool) in context.list().into_iter().flat_map(Tool::list).enumerate() {
        let (Some(name), Some(node)) = (tool.name(), tool.node().member("name")) else { continue };
        if let Some(first) = seen.get(&name) {
            // Two servers behind one name have a rule of their own.
            if origin(*first) != origin(index) && findings.leaves_to(&merged::RULE) {
                continue;
            }
            findings
                .at(node, format!("the name {} stands twice in the list", quoted(&name)))
                .note(format!("the first entry of that name is /tools/{first}"));
        } else {
            seen.insert(name, index);
        }
    }
    earlier_pages(context, findings);
}

/// The pages of one walk are one list.
fn earlier_pages(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let tools = || context.list().into_iter().flat_map(Tool::list);
    for (index, page) in context.walked().iter().flat_map(|walked| &walked.repeated) {
        let Some(tool) = tools().nth(*index) else { continue };
        let (Some(name), Some(node)) = (tool.name(), tool.node().member("name")) else { continue };
        findings
            .at(node, format!("the name {} stood on an earlier page of the list", quoted(&name)))
            .note(format!("it stood on page {page} of the same walk"));
    }
}
