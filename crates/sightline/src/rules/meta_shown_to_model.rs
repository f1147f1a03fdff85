//! META-005 `meta-shown-to-model`; the page beside this file says what it finds and why.

use super::clients::{Fault, leaks, names};
use super::findings::quoted;
use super::read::meta_members;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::diagnostic::Level;

pub(super) static RULE: Rule = Rule {
    name: "meta-shown-to-model",
    code: "META-005",
    levels: Levels { published: Level::Advice, sep_2200: Level::Warning, either: Level::Advice },
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "SEP-2200 (not adopted): 4: host-only unless explicitly exposed; MCP Apps 2026-01-26: Data Passing, Best Practices",
    why: "Metadata is meant for hosts and views, and some clients hand it to their model all the same.",
    help: "Put nothing into `_meta` that the model must not read or that costs many tokens.",
    page: include_str!("meta_shown_to_model.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    let own =
        meta_members(result).find(|member| !member.key.to_str().starts_with("io.modelcontextprotocol/"));
    let Some(own) = own else { return };
    if let Some(clients) = names(context, Fault::Itself, leaks) {
        let key = own.key.to_str();
        findings
            .at(own.value, format!("the metadata {} is shown to the model", quoted(&key)))
            .note(format!("by {clients}"));
    }
}
