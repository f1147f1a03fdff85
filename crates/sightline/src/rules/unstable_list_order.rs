//! TOOL-012 `unstable-list-order`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::holds;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::tool::Tool;

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
    let Some((told, lists)) = context.told().and_then(|told| Some((told, told.lists?))) else { return };
    let mut walks = lists.items();
    let Some(first) = walks.next() else { return };
    for walk in walks {
        let before = common(first, walk);
        let now = common(walk, first);
        let moved = before.iter().zip(&now).find(|(before, now)| !before.equals(**now));
        if let Some((before, now)) = moved {
            let name = |node: &Node<'_>| quoted(&node.as_str().unwrap_or_default());
            let place = if told.is_recorded { listed(context, *now).unwrap_or(*now) } else { *now };
            findings
                .at(place, "another walk over the same tools came in another order")
                .expects(name(before))
                .finds(name(now));
        }
    }
}

/// Where a tool stands in the last page of a walk that was recorded; what an earlier page brought is
/// told at the list.
fn listed<'d>(context: &Context<'d>, name: Node<'_>) -> Option<Node<'d>> {
    let list = context.list()?;
    let mut names = Tool::list(list).filter_map(|tool| tool.node().member("name"));
    names.find(|listed| listed.equals(name)).or_else(|| list.member("tools"))
}

/// The names of one walk that the other has too, in their order.
fn common<'d>(walk: Node<'d>, other: Node<'d>) -> Vec<Node<'d>> {
    let is_common = |name: &Node<'_>| name.as_str().is_some_and(|name| holds(other, &name));
    walk.items().filter(is_common).collect()
}
