//! TOOL-013 `missing-list-cache-hints`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "missing-list-cache-hints",
    code: "TOOL-013",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::List,
    source: "2026-07-28, server/utilities/caching: Cacheable Results; 2026-07-28, schema: CacheableResult",
    fix: FixAvailability::Safe,
    why: "A client of this revision that reads the list strictly refuses it, and others cannot know how long it holds.",
    help: "Add `ttlMs` (0 when nothing is known) and `cacheScope` (`private` when in doubt).",
    page: include_str!("missing_list_cache_hints.md"),
    check,
    mend: Mend::Adapt(&["L10"]),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(list) = context.list() else { return };
    match list.member("ttlMs") {
        None => {
            findings.missing(list, "ttlMs", "the list has no `ttlMs`");
        }
        Some(ttl) => {
            let number = ttl.as_number();
            if !number.is_some_and(|number| number.is_integer() && !number.as_str().starts_with('-')) {
                findings.at(ttl, "`ttlMs` is no duration").expects("an integer from 0").finds(shown(ttl));
            }
        }
    }
    match list.member("cacheScope") {
        None => {
            findings.missing(list, "cacheScope", "the list has no `cacheScope`");
        }
        Some(scope) => {
            if !scope.as_text().is_some_and(|text| text.is("public") || text.is("private")) {
                let message = "`cacheScope` is none of the two scopes";
                findings.at(scope, message).expects("public or private").finds(shown(scope));
            }
        }
    }
}
