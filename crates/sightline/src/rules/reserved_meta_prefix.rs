//! META-002 `reserved-meta-prefix`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::meta_members;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "reserved-meta-prefix",
    code: "META-002",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Result,
    source: "2026-07-28, basic/index: _meta, Prefix",
    why: "The prefix belongs to the protocol; a later revision may give the key a meaning.",
    help: "Use a prefix of your own such as `com.example/`.",
    page: include_str!("reserved_meta_prefix.md"),
    check,
    ..Rule::BASE
};

/// Keys that a revision or an official extension defines.
const DEFINED: &[&str] = &[
    "io.modelcontextprotocol/clientCapabilities",
    "io.modelcontextprotocol/clientInfo",
    "io.modelcontextprotocol/logLevel",
    "io.modelcontextprotocol/model-immediate-response",
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/related-task",
    "io.modelcontextprotocol/serverInfo",
    "io.modelcontextprotocol/subscriptionId",
    "io.modelcontextprotocol/tasks",
    "io.modelcontextprotocol/ui",
];

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for member in context.result().into_iter().flat_map(meta_members) {
        let key = member.key.to_str();
        let Some((prefix, _)) = key.split_once('/') else { continue };
        let is_reserved =
            prefix.split('.').nth(1).is_some_and(|label| label == "mcp" || label == "modelcontextprotocol");
        if is_reserved && !DEFINED.contains(&key.as_ref()) {
            findings.at(
                member.value,
                format!("the metadata key {} stands under a reserved prefix", quoted(&key)),
            );
        }
    }
}
