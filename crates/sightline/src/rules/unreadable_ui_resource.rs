//! APP-002 `unreadable-ui-resource`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "unreadable-ui-resource",
    code: "APP-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: Resource Discovery, Behavior",
    why: "The host calls the tool, cannot load its view, and shows an empty frame or nothing.",
    help: "Serve the resource under the very URI of the definition.",
    page: include_str!("unreadable_ui_resource.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(read) = context.told().and_then(|told| told.read) else { return };
    for tool in context.tools() {
        let Some(uri) = tool.view_uri().filter(|uri| uri.starts_with("ui://")) else { continue };
        if !read.member(&uri).is_some_and(Node::is_object) {
            let place = place_of(tool).unwrap_or(tool.node());
            findings.at(place, format!("the view {} cannot be read", quoted(&uri)));
        }
    }
}

/// Where the definition names its view.
fn place_of(tool: Tool<'_>) -> Option<Node<'_>> {
    let meta = tool.meta()?;
    meta.member("ui").and_then(|ui| ui.member("resourceUri")).or_else(|| meta.member("ui/resourceUri"))
}
