//! META-008 `meta-lost-in-sampling`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "meta-lost-in-sampling",
    code: "META-008",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Behaviour,
    source: "2026-07-28, schema: ToolResultContent._meta",
    why: "The server put there what it needs to recognise its own result when the conversation comes back.",
    help: "Copy the block with its `_meta`.",
    page: include_str!("meta_lost_in_sampling.md"),
    ..Rule::BASE
};
