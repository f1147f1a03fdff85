//! SCH-004 `schema-invalid-in-its-dialect`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::diagnostic::Level;
use crate::schema::SchemaProblemKind;

pub(super) static RULE: Rule = Rule {
    name: "schema-invalid-in-its-dialect",
    code: "SCH-004",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Tool,
    source: "2026-07-28, basic/index: Schema Validation",
    fix: FixAvailability::OnRequest,
    why: "Validators refuse such a schema, and many clients then fail the call or drop the tool.",
    help: "Correct the keyword, or declare the dialect that the schema is written in with `$schema`.",
    page: include_str!("schema_invalid_in_its_dialect.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for (compiled, schema) in context.compiled_schemas() {
        let Err(problem) = compiled else { continue };
        let place = schema.at(&problem.pointer).unwrap_or(schema);
        match problem.kind {
            SchemaProblemKind::Invalid | SchemaProblemKind::NotASchema => {
                findings
                    .at(place, format!("the schema breaks its dialect: {}", problem.message))
                    .finds(shown(place));
            }
            SchemaProblemKind::UnsupportedDialect => {
                findings
                    .at(place, "the dialect that `$schema` names is not known, so nothing is validated")
                    .finds(shown(place))
                    .at_most(Level::Warning);
            }
            // Other rules report references and size.
            SchemaProblemKind::UnresolvedRef | SchemaProblemKind::TooComplex => {}
        }
    }
}
