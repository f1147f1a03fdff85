//! BLK-006 `malformed-embedded-resource`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "malformed-embedded-resource",
    code: "BLK-006",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "2026-07-28, schema: EmbeddedResource.resource",
    why: "Typed readers refuse the block and often the whole result.",
    help: "Put `uri` and one of `text` and `blob` inside `resource`; without contents send a resource link.",
    page: include_str!("malformed_embedded_resource.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for block in context.result().into_iter().flat_map(ToolResult::content) {
        if block.type_name().is_none_or(|name| name != "resource") {
            continue;
        }
        let Some(resource) = block.node.member("resource").filter(|resource| resource.is_object()) else {
            findings.missing(block.node, "resource", "the embedded resource has no `resource` object");
            continue;
        };
        if resource.member("uri").and_then(Node::as_text).is_none() {
            findings.missing(resource, "uri", "the embedded resource has no `uri`").expects("a string");
        }
        let parts =
            ["text", "blob"].map(|name| resource.member(name).is_some_and(|node| node.as_text().is_some()));
        match parts {
            [false, false] => {
                findings.at(resource, "the embedded resource has neither `text` nor `blob`");
            }
            [true, true] => {
                findings.at(resource, "the embedded resource has both `text` and `blob`");
            }
            [true, false] | [false, true] => {}
        }
    }
}
