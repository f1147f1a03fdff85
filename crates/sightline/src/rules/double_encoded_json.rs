//! STR-011 `double-encoded-json`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::read::parsed;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "double-encoded-json",
    code: "STR-011",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Result,
    source: "2026-07-28, server/tools: Structured Content",
    fix: FixAvailability::OnRequest,
    why: "Readers get a string where they expect data, and have to parse it a second time.",
    help: "Return the value itself.",
    page: include_str!("double_encoded_json.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let structured = context.result().and_then(ToolResult::structured_content);
    let Some(structured) = structured else { return };
    if structured.as_text().and_then(parsed).is_some() {
        findings
            .at(structured, "the structured content is a string that holds JSON")
            .finds(shown(structured));
    }
}

/// Parses once.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let document = parsed(node.as_text()?)?;
    let mut edits = Edits::new(node.document());
    edits.replace(node, document.root().text());
    Some(edits)
}
