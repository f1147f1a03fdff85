//! REV-003 `half-wrapped-result`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::wrapped_schema;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "half-wrapped-result",
    code: "REV-003",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::BETWEEN_2025_06_AND_2025_11,
    scope: Scope::ToolAndResult,
    source: "typescript-sdk @3924de99: rev2025-11-25/codec.ts projectCallToolResult; csharp-sdk @609499b2: CreateStructuredResponse",
    fix: FixAvailability::Safe,
    why: "The value breaks the schema it was wrapped for, and clients that validate refuse it.",
    help: "Wrap the value as `{\"result\": …}` whenever the schema is wrapped.",
    page: include_str!("half_wrapped_result.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(tool), Some(result)) = (context.tool(), context.result()) else { return };
    let wrapped = tool.output_schema().and_then(wrapped_schema);
    let structured = result.structured_content().filter(|_| wrapped.is_some() && !result.is_error());
    // A value that is no object at all is reported as such.
    if let Some(structured) = structured.filter(|node| node.is_object() && node.member("result").is_none()) {
        findings
            .at(structured, "the output schema is wrapped as `result`, and the value is not")
            .finds(shown(structured));
    }
}

fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    node.parent()?;
    let mut edits = Edits::new(node.document());
    edits.wrap(node, "{\"result\":", "}");
    Some(edits)
}
