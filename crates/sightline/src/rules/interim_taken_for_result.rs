//! MRTR-007 `interim-taken-for-result`; the page beside this file says what stays unreported.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "interim-taken-for-result",
    code: "MRTR-007",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exemption,
    source: "2026-07-28, server/tools: Input Required Tool Results; typescript-sdk @3924de99: server/mcp.ts validateToolOutput",
    why: "A client that takes the interim result for the answer tells its model that the call succeeded with nothing to say.",
    help: "Look at `resultType` before anything else, fulfil the requests, and repeat the call.",
    page: include_str!("interim_taken_for_result.md"),
    ..Rule::BASE
};
