//! TOOL-015 `list-varies-by-connection`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "list-varies-by-connection",
    code: "TOOL-015",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Behaviour,
    source: "2026-07-28, server/tools: Capabilities; SEP-2567: Session-independent list endpoints",
    why: "Without sessions any connection may carry the next request, so a tool that was there a moment ago is gone.",
    help: "Let the list depend on time and on the authorization of the request only.",
    page: include_str!("list_varies_by_connection.md"),
    ..Rule::BASE
};
