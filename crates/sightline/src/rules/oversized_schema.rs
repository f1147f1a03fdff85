//! SCH-010 `oversized-schema`; the page beside this file says what it finds and why.

use super::subschemas::{schemas_of, subschemas};
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;
use crate::schema::SchemaProblemKind;

pub(super) static RULE: Rule = Rule {
    name: "oversized-schema",
    code: "SCH-010",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, basic/index: Composition-Keyword Resource Use",
    why: "Validators take long or run out of stack on such schemas, so clients refuse them.",
    help: "Flatten the schema or share parts under `$defs`.",
    page: include_str!("oversized_schema.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let limits = findings.settings.limits;
    for (compiled, schema) in context.compiled_schemas() {
        let Err(problem) = compiled else { continue };
        if problem.kind == SchemaProblemKind::TooComplex {
            let place = schema.at(&problem.pointer).unwrap_or(schema);
            findings.at(place, format!("{}, so nothing is validated", problem.message));
        }
    }
    for root in context.tool().into_iter().flat_map(schemas_of) {
        let (depth, count) = (depth(root), subschemas(root).len());
        if depth > limits.schema_depth {
            findings
                .at(root, format!("the schema is nested {depth} levels deep"))
                .expects(format!("at most {}", limits.schema_depth))
                .finds(depth.to_string());
        }
        if count > limits.subschemas {
            findings
                .at(root, format!("the schema holds {count} schemas"))
                .expects(format!("at most {}", limits.subschemas))
                .finds(count.to_string());
        }
    }
}

/// Nesting of objects and arrays; iterative.
fn depth(root: Node<'_>) -> usize {
    let mut open = vec![(root, 1)];
    let mut deepest = 0;
    while let Some((node, depth)) = open.pop() {
        deepest = deepest.max(depth);
        let below = node.items().chain(node.members().map(|member| member.value));
        open.extend(below.filter(|node| node.is_object() || node.is_array()).map(|node| (node, depth + 1)));
    }
    deepest
}
