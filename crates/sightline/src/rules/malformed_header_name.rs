//! HDR-001 `malformed-header-name`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::subschemas;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "malformed-header-name",
    code: "HDR-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, server/tools: x-mcp-header; 2026-07-28, basic/transports/streamable-http: Schema Extension",
    why: "On Streamable HTTP the tool has to be left out of the list.",
    help: "Use letters, digits and the characters that RFC 9110 allows in a token.",
    page: include_str!("malformed_header_name.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for schema in context.tool().and_then(Tool::input_schema).map(subschemas).unwrap_or_default() {
        let Some(header) = schema.node.member("x-mcp-header") else { continue };
        let is_token = |name: &str| {
            let allowed = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
            !name.is_empty() && name.chars().all(allowed)
        };
        if !header.as_str().is_some_and(|name| is_token(&name)) {
            findings
                .at(header, "`x-mcp-header` is no header name")
                .expects("an RFC 9110 token")
                .finds(shown(header));
        }
    }
}
