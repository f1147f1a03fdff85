//! APP-020 `malformed-ui-message`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::impure_tool_result_message::blocks;
use super::read::member_is;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::{Kind, Node};

pub(super) static RULE: Rule = Rule {
    name: "malformed-ui-message",
    code: "APP-020",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: ui/message (content is one text block); @modelcontextprotocol/ext-apps 2.0.4: McpUiMessageRequest: content is ContentBlock[]",
    fix: FixAvailability::Safe,
    why: "The message becomes a turn of the user; hosts refuse any other role and blocks that they cannot put there.",
    help: "Send role `user` and text blocks.",
    page: include_str!("malformed_ui_message.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(message) = context.told().and_then(|told| told.message) else { return };
    let Some(params) = message.member("params").filter(|_| member_is(message, "method", "ui/message")) else {
        return;
    };
    match params.member("role") {
        None => {
            findings.missing(params, "role", "the message of the view has no role").expects("\"user\"");
        }
        Some(role) if !role.as_text().is_some_and(|text| text.is("user")) => {
            let text = "the message of the view has another role than the user's";
            findings.at(role, text).expects("\"user\"").finds(shown(role));
        }
        Some(_) => {}
    }
    let blocks = blocks(params);
    if blocks.is_empty() {
        findings.missing(params, "content", "the message of the view has no content");
    }
    let is_text = |block: Node<'_>| {
        member_is(block, "type", "text")
            && block.member("text").is_some_and(|text| text.kind() == Kind::String)
    };
    for block in blocks.into_iter().filter(|block| !is_text(*block)) {
        findings.at(block, "the message of the view holds a block that is no text");
    }
}
