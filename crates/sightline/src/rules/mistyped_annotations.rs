//! TOOL-007 `mistyped-annotations`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "mistyped-annotations",
    code: "TOOL-007",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_03,
    scope: Scope::Tool,
    source: "2026-07-28, schema: ToolAnnotations",
    why: "Readers that check types reject the definition, and with it often the whole list.",
    help: "Make `title` a string and each hint `true` or `false`.",
    page: include_str!("mistyped_annotations.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(annotations) = context.tool().and_then(Tool::annotations) else { return };
    if !annotations.is_object() {
        findings.at(annotations, "`annotations` is no object").expects("an object").finds(shown(annotations));
        return;
    }
    for member in annotations.members() {
        let (fits, expected) = match member.key.to_str().as_ref() {
            "title" => (member.value.as_text().is_some(), "a string"),
            "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint" => {
                (member.value.as_bool().is_some(), "a boolean")
            }
            _ => continue,
        };
        if !fits {
            let message = format!("`{}` has the wrong type", member.key.to_str());
            findings.at(member.value, message).expects(expected).finds(shown(member.value));
        }
    }
}
