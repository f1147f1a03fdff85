//! REV-002 `refs-broken-by-wrapping`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::{subschemas, wrapped_schema};
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node, quote};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "refs-broken-by-wrapping",
    code: "REV-002",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::BETWEEN_2025_06_AND_2025_11,
    scope: Scope::Tool,
    source: "typescript-sdk @3924de99: legacyWrap.ts wrapOutputSchemaForLegacy; csharp-sdk @609499b2: RewriteRefPointers",
    fix: FixAvailability::Safe,
    why: "After wrapping, `#` means the wrapper: the reference is broken, or in silence means another schema.",
    help: "Rewrite `#` to `#/properties/result` and `#/x` to `#/properties/result/x` in the wrapped schema.",
    page: include_str!("refs_broken_by_wrapping.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(schema) = context.tool().and_then(Tool::output_schema) else { return };
    let Some(wrapped) = wrapped_schema(schema) else { return };
    for inner in subschemas(schema) {
        let same = |left: Node<'_>, right: Node<'_>| left.span() == right.span();
        let is_inside =
            wrapped.span().start <= inner.node.span().start && inner.node.span().end <= wrapped.span().end;
        if !is_inside || !same(inner.resource, schema) {
            continue;
        }
        let Some(reference) = inner.node.member("$ref").or_else(|| inner.node.member("$dynamicRef")) else {
            continue;
        };
        let Some(uri) = reference.as_str() else { continue };
        let pointer = uri.strip_prefix('#').filter(|pointer| pointer.is_empty() || pointer.starts_with('/'));
        let is_broken = pointer.is_some_and(|pointer| {
            pointer.is_empty() || schema.at(pointer).is_none() && wrapped.at(pointer).is_some()
        });
        if is_broken {
            let meant = format!("#/properties/result{}", pointer.unwrap_or_default());
            findings
                .at(reference, "the reference was not rewritten when the schema was wrapped")
                .expects(meant)
                .finds(shown(reference));
        }
    }
}

/// The place that was meant before the wrapping.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let text = node.as_str()?;
    let mut edits = Edits::new(node.document());
    edits.replace(node, quote(&format!("#/properties/result{}", text.strip_prefix('#')?)));
    Some(edits)
}
