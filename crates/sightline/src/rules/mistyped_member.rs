//! SHAPE-001 `mistyped-member`; the page beside this file says what it finds and why.
//!
//! The catalog has no such rule; this one is ours. It finds nothing by itself: the table of shapes
//! ([`super::structure`]) reports under it what no rule of the catalog owns.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "mistyped-member",
    code: "SHAPE-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::AnyResult,
    source: "2026-07-28, schema: Tool; 2026-07-28, schema: ListToolsResult; 2026-07-28, schema: Result",
    why: "Readers that check types refuse the whole message over one such member, often the whole list of tools.",
    help: "Send the member with the type that the schema of the revision names, or leave it out.",
    page: include_str!("mistyped_member.md"),
    ..Rule::BASE
};
