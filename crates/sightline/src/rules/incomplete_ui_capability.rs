//! APP-013 `incomplete-ui-capability`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::{Kind, Node};

pub(super) static RULE: Rule = Rule {
    name: "incomplete-ui-capability",
    code: "APP-013",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: Client<>Server Capability Negotiation",
    why: "A server that looks for the media type of views leaves them out for this client.",
    help: "Declare `{\"mimeTypes\": [\"text/html;profile=mcp-app\"]}`.",
    page: include_str!("incomplete_ui_capability.md"),
    check,
    ..Rule::BASE
};

const APPS: &str = "io.modelcontextprotocol/ui";

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    // In a recording a message is judged where it declares, and not with each of its answers.
    let is_here = |client: &Node<'_>| std::ptr::addr_eq(client.document(), told.root.document());
    let client = told.client_capabilities().filter(is_here);
    let declared = client.and_then(|client| client.member("extensions")?.member(APPS));
    let Some(declared) = declared else { return };
    let is_list = |types: Node<'_>| types.is_array() && types.items().all(|item| item.kind() == Kind::String);
    match declared.member("mimeTypes") {
        None => {
            let message = "the client declares views without saying which media types it takes";
            findings.missing(declared, "mimeTypes", message).expects("an array of media types");
        }
        Some(types) if !is_list(types) => {
            let message = "`mimeTypes` of the client is no array of media types";
            findings.at(types, message).finds(shown(types));
        }
        Some(_) => {}
    }
}
