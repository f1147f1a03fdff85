//! APP-014 `tool-result-before-input`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "tool-result-before-input",
    code: "APP-014",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: Notifications (Host -> View)",
    why: "A view builds itself from its input; a result that comes first meets a view that cannot show it.",
    help: "Wait for `initialized`, send the whole input once, and only then the result.",
    page: include_str!("tool_result_before_input.md"),
    check,
    ..Rule::BASE
};

/// What has come by so far.
#[derive(Clone, Copy, Default)]
struct Seen {
    initialized: bool,
    input: bool,
    end: bool,
}

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(trace) = context.told().and_then(|told| told.trace) else { return };
    let mut seen = Seen::default();
    for node in trace.items() {
        let Some(name) = node.as_str() else { continue };
        if let Some(why) = out_of_order(&name, seen) {
            findings.at(node, format!("{} comes {why}", quoted(&name)));
        }
        match &*name {
            "initialized" => seen.initialized = true,
            "tool-input" => seen.input = true,
            "tool-result" | "tool-cancelled" => seen.end = true,
            _ => {}
        }
    }
}

fn out_of_order(name: &str, seen: Seen) -> Option<&'static str> {
    match name {
        "initialized" => seen.initialized.then_some("a second time"),
        _ if !seen.initialized => Some("before the view is initialized"),
        "tool-input-partial" if seen.input => Some("after the whole input"),
        "tool-input" if seen.input => Some("a second time"),
        "tool-input" | "tool-input-partial" if seen.end => Some("after the end of the call"),
        "tool-result" if !seen.input => Some("before the input"),
        // A call may be cancelled while its input still comes in.
        "tool-result" | "tool-cancelled" if seen.end => Some("after the end of the call"),
        _ => None,
    }
}
