//! SCH-017 `ambiguous-dialect`; the page beside this file says what it finds and why.

use super::subschemas::{dialect, schemas_of, subschemas};
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "ambiguous-dialect",
    code: "SCH-017",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::TO_2025_06,
    scope: Scope::Tool,
    source: "SEP-1613: Motivation; 2025-11-25, changelog: Minor 10",
    why: "Before 2025-11-25 there was no default dialect: one peer reads the keyword, the other skips it.",
    help: "Use keywords that mean the same in draft-07 and 2020-12, or declare `$schema`.",
    page: include_str!("ambiguous_dialect.md"),
    check,
    ..Rule::BASE
};

/// Keywords that only one of draft-07 and 2020-12 acts on.
const AMBIGUOUS: &[&str] = &[
    "$dynamicRef",
    "$recursiveRef",
    "additionalItems",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "maxContains",
    "minContains",
    "prefixItems",
    "unevaluatedItems",
    "unevaluatedProperties",
];

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for root in context.tool().into_iter().flat_map(schemas_of).filter(|root| dialect(*root).is_none()) {
        for schema in subschemas(root) {
            for member in schema.node.members() {
                let is_tuple = member.key.is("items") && member.value.is_array();
                if is_tuple || AMBIGUOUS.iter().any(|keyword| member.key.is(keyword)) {
                    let key = member.key.to_str();
                    findings
                        .at(member.value, format!("`{key}` depends on the dialect, and none is declared"));
                }
            }
        }
    }
}
