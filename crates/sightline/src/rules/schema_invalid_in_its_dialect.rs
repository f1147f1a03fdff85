//! SCH-004 `schema-invalid-in-its-dialect`; the page beside this file says what it finds and why.

use super::findings::{quoted, shown};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, oversized_schema, revisions};
use crate::diagnostic::Level;
use crate::json::Node;
use crate::schema::pattern::{Syntax, syntax};
use crate::schema::walk::all_subschemas;
use crate::schema::{OutputSchema, SchemaProblemKind};

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
        patterns(schema, findings);
        let problem = match compiled {
            Ok(compiled) => {
                unchecked(compiled, schema, findings);
                continue;
            }
            Err(problem) => problem,
        };
        let place = schema.at(&problem.pointer).unwrap_or(schema);
        match problem.kind {
            SchemaProblemKind::Invalid if is_told(schema, &problem.pointer) => {}
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
            SchemaProblemKind::TooComplex if !findings.leaves_to(&oversized_schema::RULE) => {
                findings
                    .at(place, format!("{}, so nothing is validated", problem.message))
                    .finds(shown(place))
                    .at_most(Level::Warning);
            }
            // Other rules report references and size.
            SchemaProblemKind::UnresolvedRef | SchemaProblemKind::TooComplex => {}
        }
    }
}

/// Tells whether the problem is a pattern, which is reported by itself.
fn is_told(schema: Node<'_>, pointer: &str) -> bool {
    let is_bad = |text: &str| syntax(text) != Syntax::Valid;
    let Some(node) = schema.at(pointer) else { return false };
    if pointer.ends_with("/pattern") {
        return node.as_str().is_some_and(|text| is_bad(&text));
    }
    pointer.ends_with("/patternProperties") && node.members().any(|member| is_bad(&member.key.to_str()))
}

/// Reports patterns that are none of ECMA-262. The meta-schemas do not assert it, so it is no error.
fn patterns(root: Node<'_>, findings: &mut Findings<'_, '_>) {
    for schema in all_subschemas(root) {
        let pattern = schema.member("pattern").and_then(|node| Some((node, node.as_str()?)));
        let names = schema.member("patternProperties").into_iter().flat_map(Node::members);
        let names = names.map(|member| (member.value, member.key.to_str()));
        for (node, text) in pattern.into_iter().chain(names) {
            let what = match syntax(&text) {
                Syntax::Valid => continue,
                Syntax::WithoutUnicode => {
                    "the pattern is invalid with the flag `u`, with which most JavaScript validators read it"
                }
                Syntax::Invalid => "the pattern is no regular expression of ECMA-262",
            };
            let finding = findings.at(node, what).finds(quoted(&text)).at_most(Level::Warning);
            finding.expects("a pattern that `new RegExp(pattern, \"u\")` takes");
            finding.help = Some("Write the pattern so that JavaScript reads it with the flag `u`: no inline flags, and a backslash only before letters that have a meaning and before `^$\\.*+?()[]{}|/`.".to_owned());
        }
    }
}

/// Says which patterns no value is held to here.
fn unchecked(compiled: &OutputSchema, schema: Node<'_>, findings: &mut Findings<'_, '_>) {
    for pointer in compiled.unchecked() {
        let Some(node) = schema.at(pointer) else { continue };
        // One that JavaScript does not read either is told already.
        if node.as_str().is_none_or(|text| syntax(&text) != Syntax::Valid) {
            continue;
        }
        let message = "the pattern is beyond the engine here, so no value is held to it";
        let finding = findings.at(node, message).finds(shown(node)).at_most(Level::Advice);
        finding.notes.clear();
        finding.help =
            Some("Nothing is wrong with the schema; check such values with another validator.".to_owned());
    }
}
