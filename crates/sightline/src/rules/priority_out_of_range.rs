//! BLK-008 `priority-out-of-range`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "priority-out-of-range",
    code: "BLK-008",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "2026-07-28, schema: Annotations.priority",
    fix: FixAvailability::OnRequest,
    why: "Strict readers refuse the block.",
    help: "Use a number from 0 to 1, 1 for what matters most.",
    page: include_str!("priority_out_of_range.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for block in context.result().into_iter().flat_map(ToolResult::content) {
        let annotations = block.node.member("annotations");
        let Some(priority) = annotations.and_then(|annotations| annotations.member("priority")) else {
            continue;
        };
        let number = priority.as_number().and_then(|number| number.as_f64());
        if !number.is_some_and(|number| (0.0..=1.0).contains(&number)) {
            findings
                .at(priority, "`priority` is out of range")
                .expects("a number from 0 to 1")
                .finds(shown(priority));
        }
    }
}

/// The nearest end of the range.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let number: f64 = node.as_number()?.as_str().parse().ok()?;
    let mut edits = Edits::new(node.document());
    edits.replace(node, if number < 0.0 { "0" } else { "1" });
    Some(edits)
}
