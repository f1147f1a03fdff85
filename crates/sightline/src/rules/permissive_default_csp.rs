//! APP-012 `permissive-default-csp`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "permissive-default-csp",
    code: "APP-012",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Behaviour,
    source: "MCP Apps 2026-01-26: Host Behavior (draft: SHOULD)",
    why: "A view runs code of its server inside the host, and an open policy lets it send what it sees anywhere.",
    help: "Begin with `default-src 'none'` and `connect-src 'none'`, and add only what is declared.",
    page: include_str!("permissive_default_csp.md"),
    ..Rule::BASE
};
