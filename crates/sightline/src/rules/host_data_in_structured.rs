//! META-010 `host-data-in-structured`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::{Node, Text};
use crate::result::ToolResult;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "host-data-in-structured",
    code: "META-010",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::ToolAndResult,
    is_heuristic: true,
    source: "SEP-2200 (not adopted): 4. MCP Apps and model visibility",
    fix: FixAvailability::OnRequest,
    why: "It costs tokens where the model sees it, and says nothing to it.",
    help: "Move it to the result's `_meta` under a prefix of your own; what nobody may see stays out of the result.",
    page: include_str!("host_data_in_structured.md"),
    check,
    ..Rule::BASE
};

/// Names of data for hosts; compared without case, `-` and `_`.
const NAMES: &[&str] =
    &["cachekey", "correlationid", "etag", "featureflags", "requestid", "spanid", "traceid", "traceparent"];

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(structured) = context.result().and_then(ToolResult::structured_content) else { return };
    let required = context.tool().and_then(Tool::output_schema).and_then(|schema| schema.member("required"));
    let is_required = |key: Text<'_>| {
        required
            .into_iter()
            .flat_map(Node::items)
            .any(|item| item.as_text().is_some_and(|name| name.same_as(key)))
    };
    for member in structured.members().filter(|member| !is_required(member.key)) {
        let key = member.key.to_str();
        let folded: String =
            key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        if NAMES.contains(&folded.as_str()) {
            findings.at(member.value, format!("`{key}` is named like data for the host"));
        } else if is_lookup(member.value, structured, findings.settings.limits.lookup_entries) {
            findings.at(member.value, format!("`{key}` is a lookup map beside the rows"));
        }
    }
}

/// A map whose entries repeat rows of a list beside it, or that has very many entries of one shape.
fn is_lookup(map: Node<'_>, beside: Node<'_>, most: usize) -> bool {
    if !map.is_object() || map.len() < 2 || !map.members().all(|member| member.value.is_object()) {
        return false;
    }
    let repeats = || {
        let rows = beside.members().flat_map(|member| member.value.items()).take(200);
        let first = map.members().next();
        first.is_some_and(|first| rows.into_iter().any(|row| row.equals(first.value)))
    };
    map.len() > most || repeats()
}
