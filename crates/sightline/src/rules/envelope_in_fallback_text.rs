//! REV-005 `envelope-in-fallback-text`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::{parsed, texts};
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Document, Edits, Node, quote};

pub(super) static RULE: Rule = Rule {
    name: "envelope-in-fallback-text",
    code: "REV-005",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "typescript-sdk @3924de99: wire/textFallback.ts; go-sdk @3d6450fc: mcp/server.go",
    fix: FixAvailability::Safe,
    why: "The wrapper is an artefact of the bridge; a model that reads it sees a field that the tool does not have.",
    help: "Write the JSON of the tool's own value into the text.",
    page: include_str!("envelope_in_fallback_text.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(natural) = context.told().and_then(|told| told.natural) else { return };
    for (block, text) in context.result().into_iter().flat_map(texts) {
        let Some(place) = block.node.member("text") else { continue };
        if parsed(text).is_some_and(|document| is_envelope(&document, natural)) {
            findings
                .at(place, "the text holds the wrapper and not the value of the tool")
                .expects(quoted(natural.text()))
                .finds(quoted(&text.to_str()));
        }
    }
}

/// A value that has a field `result` of its own is no wrapper.
fn is_envelope(document: &Document<'_>, natural: Node<'_>) -> bool {
    let root = document.root();
    let inner = root.member("result").filter(|_| root.len() == 1);
    inner.is_some_and(|inner| inner.equals(natural)) && !root.equals(natural)
}

fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let natural = context.told()?.natural?;
    let mut edits = Edits::new(node.document());
    edits.replace(node, quote(natural.text()));
    Some(edits)
}
