//! SCH-005 `undeclared-older-dialect`; the page beside this file says what it finds and why.

use super::subschemas::{dialect, schemas_of, subschemas};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "undeclared-older-dialect",
    code: "SCH-005",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Tool,
    source: "SEP-1613: Servers MUST include explicit $schema for non-default; 2026-07-28, basic/index: Schema Dialect",
    fix: FixAvailability::OnRequest,
    why: "Validators of 2020-12, the default, skip the keyword in silence, so the schema takes more than it says.",
    help: "Use the keyword of 2020-12 (`dependentRequired`, `dependentSchemas`, `prefixItems` with `items`, `$dynamicRef`), or declare the older dialect.",
    page: include_str!("undeclared_older_dialect.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for root in context.tool().into_iter().flat_map(schemas_of) {
        let declared = dialect(root);
        if declared.is_some_and(|declared| !declared.contains("2020-12")) {
            continue;
        }
        for schema in subschemas(root) {
            for member in schema.node.members() {
                let is_old = match member.key.to_str().as_ref() {
                    "additionalItems" | "dependencies" | "$recursiveRef" | "$recursiveAnchor" => true,
                    "exclusiveMinimum" | "exclusiveMaximum" => member.value.as_bool().is_some(),
                    _ => false,
                };
                if is_old {
                    let key = member.key.to_str();
                    findings.at(
                        member.value,
                        format!("`{key}` has a meaning only in an older dialect, and none is declared"),
                    );
                }
            }
        }
    }
}
