//! RES-001 `missing-content-array`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::Kind;

pub(super) static RULE: Rule = Rule {
    name: "missing-content-array",
    code: "RES-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "2026-07-28, schema: CallToolResult.content; SEP-2200 (not adopted): Tool Result (results always include content)",
    fix: FixAvailability::Safe,
    why: "Every revision requires the array; a client that loops over it fails, others show the model nothing.",
    help: "Send `content`, with a text that says what the structured content says, else `[]`.",
    page: include_str!("missing_content_array.md"),
    check,
    mend: Mend::Adapt(&["C2"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    match result.content_node() {
        None => {
            findings.missing(result.node(), "content", "the result has no `content`").expects("an array");
        }
        Some(content) if !content.is_array() => {
            let finding = findings.at(content, "`content` is no array");
            finding.expects("an array").finds(shown(content));
            let help = match content.kind() {
                Kind::Object if content.member("type").is_some() => "Put the block into an array.",
                Kind::String => "Send an array with a text block that holds this text.",
                _ => {
                    "Send an array of blocks; data goes to `structuredContent`, and its JSON into a text block."
                }
            };
            finding.help = Some(help.to_owned());
        }
        Some(_) => {}
    }
}
