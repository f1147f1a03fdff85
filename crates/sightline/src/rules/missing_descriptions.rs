//! TOOL-010 `missing-descriptions`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "missing-descriptions",
    code: "TOOL-010",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Tool,
    source: "2026-07-28, schema: Tool.description",
    why: "The model chooses tools and fills in parameters by their descriptions.",
    help: "Describe the tool and each parameter in one sentence.",
    page: include_str!("missing_descriptions.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(tool) = context.tool().filter(|tool| tool.node().is_object()) else { return };
    let is_bare = |text: Option<std::borrow::Cow<'_, str>>| text.is_none_or(|text| text.trim().is_empty());
    if is_bare(tool.description()) {
        findings.missing(tool.node(), "description", "the tool has no description");
    }
    let Some(properties) = tool.input_schema().and_then(|schema| schema.member("properties")) else { return };
    let undescribed = properties.members().filter(|member| {
        member.value.is_object() && is_bare(member.value.member("description").and_then(Node::as_str))
    });
    let bare: Vec<String> = undescribed.map(|member| format!("`{}`", member.key.to_str())).collect();
    if !bare.is_empty() {
        let message = format!("{} of {} parameters have no description", bare.len(), properties.len());
        let listed: Vec<String> = bare.into_iter().take(8).collect();
        findings.at(properties, message).finds(listed.join(", "));
    }
}
