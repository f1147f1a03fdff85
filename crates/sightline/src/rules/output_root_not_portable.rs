//! SCH-012 `output-root-not-portable`; the page beside this file says what it finds and why.

use super::{Context, Findings, Levels, RootPolicy, Rule, Scope, Strength, revisions};
use crate::diagnostic::Level;
use crate::json::Node;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "output-root-not-portable",
    code: "SCH-012",
    levels: Levels { published: Level::Advice, sep_2200: Level::Warning, either: Level::Advice },
    strength: Strength::Advice,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, server/tools: Structured Content; SEP-2200 (not adopted): schema.ts comment: root restricted to object",
    why: "This revision allows any root, but peers of an older one need it wrapped, and SEP-2200 still speaks of objects only.",
    help: "Give the value a name inside an object when old clients are served too.",
    page: include_str!("output_root_not_portable.md"),
    check,
    switched: |settings| (settings.root_policy == RootPolicy::Object).then_some(Level::Warning),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let schema = context.tool().and_then(Tool::output_schema).filter(|schema| schema.is_object());
    let Some(schema) = schema else { return };
    let kind = schema.member("type");
    if !kind.and_then(Node::as_text).is_some_and(|text| text.is("object")) {
        let message = "the root of `outputSchema` is not an object, which old clients do not take";
        findings.at(kind.unwrap_or(schema), message).expects("\"object\"");
    }
}
