//! TOOL-014 `mixed-cache-scopes`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::read::member_is;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "mixed-cache-scopes",
    code: "TOOL-014",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "2026-07-28, server/utilities/caching: Interaction with Pagination",
    fix: FixAvailability::Safe,
    why: "A shared cache may keep the public page and hand it to other users, although the listing as a whole is private.",
    help: "Put the strictest scope on every page; whoever merges the lists of several servers does the same.",
    page: include_str!("mixed_cache_scopes.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let earlier = context.walked().and_then(|walked| walked.scope.as_ref());
    let own = context.list().and_then(|list| list.member("cacheScope"));
    if let Some((earlier, own)) = earlier.zip(own) {
        let finding = findings.at(own, "an earlier page of the same listing has another scope");
        finding.expects(earlier.clone()).finds(shown(own));
    }
    let Some(pages) = context.told().and_then(|told| told.pages) else { return };
    let Some(strictest) = strictest(pages) else { return };
    for scope in pages.items().filter_map(|page| page.member("cacheScope")) {
        if !scope.equals(strictest) {
            findings
                .at(scope, "another page of the same listing has another scope")
                .expects(shown(strictest))
                .finds(shown(scope));
        }
    }
}

/// `private` where some page says so, else what the first page says.
fn strictest(pages: Node<'_>) -> Option<Node<'_>> {
    let private = pages.items().find(|page| member_is(*page, "cacheScope", "private"));
    private.or_else(|| pages.items().find(|page| page.member("cacheScope").is_some()))?.member("cacheScope")
}

fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    // Which page is right nobody can tell from one of them.
    let scope = strictest(context.told()?.pages?)?;
    let mut edits = Edits::new(node.document());
    edits.replace(node, scope.text());
    Some(edits)
}
