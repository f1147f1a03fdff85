//! SCH-008 `fetching-schema-refs`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "fetching-schema-refs",
    code: "SCH-008",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Behaviour,
    source: "2026-07-28, basic/index: $ref Resolution",
    why: "Whoever writes a schema can make the validator call addresses inside the network that it runs in.",
    help: "Never fetch by default; with the option on, allow hosts by name, refuse private addresses, set a deadline and a size, and log.",
    page: include_str!("fetching_schema_refs.md"),
    ..Rule::BASE
};
