//! RES-007 `misspelt-result-field`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::settings::nearest;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "misspelt-result-field",
    code: "RES-007",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::AnyResult,
    source: "2026-07-28, schema: Result [key: string]: unknown",
    fix: FixAvailability::OnRequest,
    why: "A result takes any further key, so nobody complains, and what stands under the misspelt one is lost.",
    help: "Use the field's own name.",
    page: include_str!("misspelt_result_field.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

const FIELDS: &[&str] = &["_meta", "content", "isError", "resultType", "structuredContent"];
/// Names of other products and older drafts, and the field that is meant.
const ALIASES: &[(&str, &str)] = &[
    ("error", "isError"),
    ("hasError", "isError"),
    ("metadata", "_meta"),
    ("structured", "structuredContent"),
    ("structuredOutput", "structuredContent"),
    ("structuredResult", "structuredContent"),
    ("toolResult", "content"),
];
/// Near to a field, yet words of their own.
const OTHER_WORDS: &[&str] = &["contact", "contest", "context", "intent"];

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for member in context.result().into_iter().flat_map(ToolResult::unknown_fields) {
        let key = member.key.to_str();
        if member.is_shadowed() || OTHER_WORDS.contains(&key.as_ref()) {
            continue;
        }
        let alias = ALIASES.iter().find(|(alias, _)| *alias == key).map(|(_, field)| *field);
        if let Some(field) = alias.or_else(|| nearest(&key, FIELDS.iter().copied())) {
            findings
                .at(member.value, format!("the result has a field {} that no revision defines", quoted(&key)))
                .expects(format!("`{field}`"))
                .finds(format!("`{key}`"));
        }
    }
}

/// Renames the key where the right one is not there.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = node.parent()?;
    let key = result.members().find(|member| member.value.span() == node.span())?.key.to_str();
    let alias = ALIASES.iter().find(|(alias, _)| *alias == key).map(|(_, field)| *field);
    let field = alias.or_else(|| nearest(&key, FIELDS.iter().copied()))?;
    if result.member(field).is_some() {
        return None;
    }
    let mut edits = Edits::new(node.document());
    edits.rename(result, &key, field);
    Some(edits)
}
