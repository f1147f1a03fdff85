//! SCH-016 `relying-on-format`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::{schemas_of, subschemas};
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "relying-on-format",
    code: "SCH-016",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Tool,
    is_heuristic: true,
    source: "JSON Schema 2020-12, default vocabulary; 2026-07-28, basic/index: Schema Dialect",
    why: "`format` is an annotation in 2020-12: most validators let any string pass.",
    help: "Add a `pattern` or a range where the value has to be checked.",
    page: include_str!("relying_on_format.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for root in context.tool().into_iter().flat_map(schemas_of) {
        let schemas = subschemas(root);
        let bare = schemas.iter().filter(|schema| {
            let has = |keyword| schema.node.member(keyword).is_some();
            has("format") && !["pattern", "enum", "const", "minimum", "maximum"].into_iter().any(has)
        });
        let formats: Vec<Node<'_>> = bare.filter_map(|schema| schema.node.member("format")).collect();
        if let Some(first) = formats.first() {
            let message = match formats.len() {
                1 => "`format` stands alone in one place of the schema".to_owned(),
                many => format!("`format` stands alone in {many} places of the schema"),
            };
            findings.at(*first, message).finds(shown(*first));
        }
    }
}
