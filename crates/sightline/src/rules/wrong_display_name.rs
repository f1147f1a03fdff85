//! CLI-006 `wrong-display-name`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "wrong-display-name",
    code: "CLI-006",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "2026-07-28, schema: Tool.annotations: display name precedence",
    fix: FixAvailability::Safe,
    why: "Two clients that show one tool under two names make people ask for the wrong one, and a label from a lesser field may be stale.",
    help: "Compute the label once, in this order, and use it everywhere.",
    page: include_str!("wrong_display_name.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    let (Some(shown), Some(tool)) = (told.shown, context.tool()) else { return };
    let annotated = tool.annotations().and_then(|annotations| annotations.member("title"));
    let titles = [tool.node().member("title"), annotated].into_iter().flatten().filter_map(Node::as_str);
    let label = titles.into_iter().find(|title| !title.trim().is_empty()).or_else(|| Tool::name(tool));
    let Some((label, found)) = label.zip(shown.as_str()) else { return };
    if label != found {
        findings
            .at(shown, "the label is not the one that the definition puts first")
            .expects(quoted(&label))
            .finds(quoted(&found));
    }
}
