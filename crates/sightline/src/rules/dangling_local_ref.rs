//! SCH-009 `dangling-local-ref`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::{schemas_of, subschemas};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "dangling-local-ref",
    code: "SCH-009",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Tool,
    source: "2026-07-28, basic/index: Schema Validation; 2026-07-28, basic/index: $ref Resolution",
    fix: FixAvailability::OnRequest,
    why: "Validators fail while compiling, and clients then drop the tool, or every tool of the server.",
    help: "Point to a definition that exists in the same schema; a `#` means the schema itself, not the tool.",
    page: include_str!("dangling_local_ref.md"),
    check,
    ..Rule::BASE
};

/// Most references that are followed one behind the other.
const MAX_STEPS: usize = 64;

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for root in context.tool().into_iter().flat_map(schemas_of) {
        let schemas = subschemas(root);
        for schema in &schemas {
            let Some(node) = schema.node.member("$ref") else { continue };
            let Some(uri) = node.as_str() else { continue };
            let Some(pointer) = uri.strip_prefix('#').filter(|pointer| !pointer.is_empty()) else {
                continue;
            };
            if !pointer.starts_with('/') {
                if !schemas.iter().any(|schema| is_anchor(schema.node, pointer)) {
                    findings.at(node, "`$ref` points to an anchor that does not exist").finds(shown(node));
                }
                continue;
            }
            if let Some(target) = schema.resource.at(&percent_decoded(pointer)) {
                if leads_to_itself(schema.node, target, schema.resource) {
                    let message = "`$ref` leads back to itself without end, so nothing is ever judged by it";
                    let finding = findings.at(node, message).expects("a schema that says something");
                    finding.finds(shown(node)).fix = None;
                }
                continue;
            }
            let finding =
                findings.at(node, "`$ref` points to a place that does not exist").finds(shown(node));
            let name = pointer.rsplit('/').next().unwrap_or_default();
            for folder in ["$defs", "definitions"] {
                if schema.resource.at(&format!("/{folder}/{name}")).is_some() {
                    finding.expects(format!("#/{folder}/{name}"));
                }
            }
        }
    }
}

/// Tells whether following references alone comes back to a schema.
fn leads_to_itself<'d>(schema: Node<'d>, mut target: Node<'d>, resource: Node<'d>) -> bool {
    let mut seen = Vec::new();
    while !seen.contains(&target.span().start) && seen.len() < MAX_STEPS {
        if target.span() == schema.span() {
            return true;
        }
        seen.push(target.span().start);
        let next = target.member("$ref").and_then(Node::as_str).and_then(|uri| {
            let pointer = uri.strip_prefix('#')?;
            resource.at(&percent_decoded(pointer))
        });
        match next {
            Some(next) => target = next,
            None => return false,
        }
    }
    false
}

/// Whether a schema has that name for references: by `$anchor`, or by an id in older dialects.
fn is_anchor(schema: Node<'_>, name: &str) -> bool {
    let is = |keyword: &str, text: &str| {
        schema.member(keyword).and_then(Node::as_text).is_some_and(|value| value.is(text))
    };
    let id = format!("#{name}");
    is("$anchor", name) || is("$dynamicAnchor", name) || is("$id", &id) || is("id", &id)
}

/// A fragment is part of a URI, so `%25` in it stands for `%`.
fn percent_decoded(fragment: &str) -> String {
    let mut out = String::new();
    let mut rest = fragment;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let code = rest.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(byte) => {
                out.push(char::from(byte));
                rest = &rest[at + 3..];
            }
            None => {
                out.push('%');
                rest = &rest[at + 1..];
            }
        }
    }
    out + rest
}
