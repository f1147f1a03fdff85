//! TOOL-012 `unstable-list-order`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::holds;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "unstable-list-order",
    code: "TOOL-012",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "2026-07-28, server/tools: Capabilities",
    fix: FixAvailability::Safe,
    why: "Hosts put the list in front of every prompt, and another order throws the provider's prompt cache away.",
    help: "Sort by the exposed name, or keep the order in which tools were first seen.",
    page: include_str!("unstable_list_order.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(lists) = context.told().and_then(|told| told.lists) else { return };
    let mut walks = lists.items();
    let Some(first) = walks.next() else { return };
    for walk in walks {
        let before = common(first, walk);
        let now = common(walk, first);
        let moved = before.iter().zip(&now).find(|(before, now)| !before.equals(**now));
        if let Some((before, now)) = moved {
            let name = |node: &Node<'_>| quoted(&node.as_str().unwrap_or_default());
            findings
                .at(*now, "another walk over the same tools came in another order")
                .expects(name(before))
                .finds(name(now));
        }
    }
}

/// The names of one walk that the other has too, in their order.
fn common<'d>(walk: Node<'d>, other: Node<'d>) -> Vec<Node<'d>> {
    let is_common = |name: &Node<'_>| name.as_str().is_some_and(|name| holds(other, &name));
    walk.items().filter(is_common).collect()
}
