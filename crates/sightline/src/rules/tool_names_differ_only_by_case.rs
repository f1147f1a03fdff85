//! TOOL-005 `tool-names-differ-only-by-case`; the page beside this file says what it finds and why.

use std::collections::HashMap;

use super::findings::quoted;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "tool-names-differ-only-by-case",
    code: "TOOL-005",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::List,
    source: "2026-07-28, server/tools: Tool Names (names are case-sensitive)",
    why: "Names are case-sensitive, but a client that folds case calls the wrong tool.",
    help: "Choose names that differ by more than letter case.",
    page: include_str!("tool_names_differ_only_by_case.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let mut seen = HashMap::new();
    for tool in context.list().into_iter().flat_map(Tool::list) {
        let (Some(name), Some(node)) = (tool.name(), tool.node().member("name")) else { continue };
        let first = seen.entry(name.to_lowercase()).or_insert_with(|| name.clone());
        if *first != name {
            let message = format!("{} and {} differ by letter case only", quoted(first), quoted(&name));
            findings.at(node, message);
        }
    }
}
