//! BLK-007 `unknown-audience`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::content::ContentBlock;
use crate::json::{Edits, Node};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "unknown-audience",
    code: "BLK-007",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "2026-07-28, server/resources: Annotations; 2026-07-28, schema: Annotations.audience: Role[]",
    fix: FixAvailability::OnRequest,
    why: "Strict readers refuse the block, others treat it as addressed to nobody.",
    help: "Use an array of `user` and `assistant`; the model reads as `assistant`.",
    page: include_str!("unknown_audience.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for audience in
        context.result().into_iter().flat_map(ToolResult::content).filter_map(ContentBlock::audience)
    {
        if !audience.is_array() {
            findings.at(audience, "`audience` is no array").expects("an array").finds(shown(audience));
        }
        for item in audience.items() {
            if !item.as_text().is_some_and(|text| text.is("user") || text.is("assistant")) {
                findings
                    .at(item, "the audience names somebody unknown")
                    .expects("user or assistant")
                    .finds(shown(item));
            }
        }
    }
}

/// A guess for two words; the finding is the whole list or one name of it.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let meant = match node.as_str()?.as_ref() {
        "model" => "\"assistant\"",
        "human" => "\"user\"",
        _ => return None,
    };
    let mut edits = Edits::new(node.document());
    edits.replace(node, meant);
    Some(edits)
}
