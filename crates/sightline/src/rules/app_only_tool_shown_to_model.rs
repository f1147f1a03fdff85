//! APP-006 `app-only-tool-shown-to-model`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::mend::remove;
use super::read::member_is;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "app-only-tool-shown-to-model",
    code: "APP-006",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: Visibility, tools/list behavior",
    fix: FixAvailability::Safe,
    why: "The author kept the tool for views; a model that calls it acts behind the user's back.",
    help: "Filter the model's list, searches and code bindings by visibility; keep the tool for calls of views.",
    page: include_str!("app_only_tool_shown_to_model.md"),
    check,
    mend: Mend::By(remove),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    for tool in context.tools().into_iter().filter(|tool| !tool.is_visible_to("model")) {
        let Some(name) = tool.name() else { continue };
        let reached = told.agent_tools.into_iter().flat_map(Node::items);
        for place in
            reached.filter(|reached| reached.as_str().is_some_and(|reached| is_named(&reached, &name)))
        {
            findings.at(place, format!("the model can reach {}, which is for views only", quoted(&name)));
        }
    }
    // The call names no tool, so it is of the one that the exchange is about.
    let hidden = context.tool().filter(|tool| !tool.is_visible_to("model"));
    let call = told.call.filter(|call| hidden.is_some() && member_is(*call, "from", "model"));
    let forwarded = call.and_then(|call| call.member("forwarded"));
    if let Some(forwarded) = forwarded.filter(|forwarded| forwarded.as_bool() == Some(true)) {
        findings.at(forwarded, "a call of the model was sent on to a tool that is for views only");
    }
}

/// Hosts and gateways put the key of the server in front.
fn is_named(reached: &str, name: &str) -> bool {
    let before = reached.strip_suffix(name);
    before.is_some_and(|before| {
        before.is_empty() || before.ends_with(['.', ':', '/']) || before.ends_with("__")
    })
}
