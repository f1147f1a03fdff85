//! ERR-006 `schema-check-on-error`; the page beside this file says what stays unreported.

use super::{Levels, Rule, Scope, Strength, revisions};
use crate::diagnostic::Level;

pub(super) static RULE: Rule = Rule {
    name: "schema-check-on-error",
    code: "ERR-006",
    levels: Levels { published: Level::Off, sep_2200: Level::Off, either: Level::Off },
    strength: Strength::May,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exemption,
    source: "SEP-2200 (not adopted): 6: MAY omit; SHOULD NOT validate; 2026-07-28, server/tools: Output Schema (silent); typescript-sdk @3924de99: server/mcp.ts + client.ts: skip when isError",
    why: "A tool that failed has no value to give, and a schema error in its place hides the real one.",
    help: "Leave `structuredContent` out of an error, and say in a text block what went wrong.",
    page: include_str!("schema_check_on_error.md"),
    ..Rule::BASE
};
