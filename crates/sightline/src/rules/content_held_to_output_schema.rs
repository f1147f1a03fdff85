//! ALN-010 `content-held-to-output-schema`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "content-held-to-output-schema",
    code: "ALN-010",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Behaviour,
    source: "SEP-2200 (not adopted): Output Schema; SEP-2200 (not adopted): 5. Output schema documentation",
    why: "The schema is a promise about `structuredContent`; text may be a summary.",
    help: "Apply the output schema to `structuredContent` only.",
    page: include_str!("content_held_to_output_schema.md"),
    ..Rule::BASE
};
