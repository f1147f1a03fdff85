//! CLI-001 `model-denied-content`; the page beside this file says what tests it.

use super::{Levels, Rule, Scope, Strength, revisions};
use crate::diagnostic::Level;

pub(super) static RULE: Rule = Rule {
    name: "model-denied-content",
    code: "CLI-001",
    levels: Levels { published: Level::Off, sep_2200: Level::Warning, either: Level::Off },
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Behaviour,
    source: "SEP-2200 (not adopted): 3. Client selection guidance; 2026-07-28, server/tools: (silent)",
    why: "Servers write `content` for the model; structured data in its place costs more tokens and says less.",
    help: "Give the model `content`, and the structured content only where `content` is empty.",
    page: include_str!("model_denied_content.md"),
    ..Rule::BASE
};
