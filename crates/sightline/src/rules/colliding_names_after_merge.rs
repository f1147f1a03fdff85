//! TOOL-006 `colliding-names-after-merge`; the page beside this file says what it finds and why.

use std::borrow::Cow;
use std::collections::HashMap;

use super::findings::quoted;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node, quote};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "colliding-names-after-merge",
    code: "TOOL-006",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "2026-07-28, server/tools: Tool Names, Note on aggregation",
    fix: FixAvailability::Safe,
    why: "A caller names a tool by its name alone, so the tool of one server answers for the other's, and which one depends on the order.",
    help: "Put the operator's own key of the server in front of both names; the name that a server gives itself is no key.",
    page: include_str!("colliding_names_after_merge.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(list) = context.list() else { return };
    let mut seen: HashMap<Cow<'_, str>, Cow<'_, str>> = HashMap::new();
    for (tool, origin) in with_origins(list) {
        let Some((name, node)) = tool.name().zip(tool.node().member("name")) else { continue };
        match seen.get(&name) {
            Some(first) if *first != origin => {
                findings
                    .at(node, format!("two servers stand under the name {}", quoted(&name)))
                    .note(format!("the servers are {} and {}", quoted(first), quoted(&origin)));
            }
            Some(_) => {}
            None => {
                seen.insert(name, origin);
            }
        }
    }
}

/// The entries of a merged list, each with the operator's key of its server.
pub(super) fn with_origins(list: Node<'_>) -> impl Iterator<Item = (Tool<'_>, Cow<'_, str>)> {
    let origins = list.member("origins").into_iter().flat_map(Node::items);
    Tool::list(list).zip(origins).filter_map(|(tool, origin)| Some((tool, origin.as_str()?)))
}

fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let list = context.list()?;
    let entry = node.parent()?.pointer();
    let (tool, origin) = with_origins(list).find(|(tool, _)| tool.node().pointer() == entry)?;
    let name = format!("{origin}.{}", tool.name()?);
    if Tool::list(list).any(|other| other.name().is_some_and(|other| other == name)) {
        return None;
    }
    let mut edits = Edits::new(node.document());
    edits.replace(node, quote(&name));
    Some(edits)
}
