//! LIST-001 `repeated-list-cursor`; the page beside this file says what it finds and why.
//!
//! The catalog has no such rule; this one is ours.

use std::collections::HashSet;

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "repeated-list-cursor",
    code: "LIST-001",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Exchange,
    source: "Sightline: our own advice",
    why: "A client that follows the cursors asks for the same pages for ever, or gives up and shows no tool at all.",
    help: "Give each page a cursor of its own, and the last page none.",
    page: include_str!("repeated_list_cursor.md"),
    check,
    ..Rule::BASE
};

const AGAIN: &str = "an earlier page of the same listing gave this cursor, so the list is a loop";

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let is_loop = context.walked().is_some_and(|walked| walked.is_loop);
    if let Some(cursor) = context.list().and_then(|list| list.member("nextCursor")).filter(|_| is_loop) {
        findings.at(cursor, AGAIN).finds(shown(cursor));
    }
    let pages: Vec<Node<'_>> =
        context.told().and_then(|told| told.pages).into_iter().flat_map(Node::items).collect();
    let mut seen = HashSet::new();
    for page in pages {
        let Some(cursor) = next(page) else { continue };
        if !cursor.as_str().is_none_or(|name| seen.insert(name)) {
            findings.at(cursor, AGAIN).finds(shown(cursor));
        }
    }
}

fn next(page: Node<'_>) -> Option<Node<'_>> {
    page.member("nextCursor").filter(|cursor| cursor.as_text().is_some())
}
