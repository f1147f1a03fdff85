//! APP-007 `app-call-of-hidden-tool`; the page beside this file says what it finds and why.

use super::read::member_is;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "app-call-of-hidden-tool",
    code: "APP-007",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: Visibility, tools/call behavior",
    fix: FixAvailability::Safe,
    why: "A view is code of its server; a host that sends on what it asks for gives it the user's rights on other tools.",
    help: "Refuse such a call with a JSON-RPC error.",
    page: include_str!("app_call_of_hidden_tool.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let call = context.told().and_then(|told| told.call).filter(|call| member_is(*call, "from", "app"));
    let Some(call) = call else { return };
    let forwarded = call.member("forwarded").filter(|forwarded| forwarded.as_bool() == Some(true));
    let Some(forwarded) = forwarded else { return };
    let servers = call.member("server").zip(call.member("app_server"));
    if servers.is_some_and(|(server, own)| !server.equals(own)) {
        findings.at(forwarded, "a view's call of another server's tool was sent on");
    } else if context.tool().is_some_and(|tool| !Tool::is_visible_to(tool, "app")) {
        findings.at(forwarded, "a view's call was sent on to a tool that is not for views");
    }
}
