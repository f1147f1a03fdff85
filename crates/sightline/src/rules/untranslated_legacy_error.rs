//! REV-012 `untranslated-legacy-error`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::exchange::Told;
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "untranslated-legacy-error",
    code: "REV-012",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "2026-07-28, basic/index: Error Codes: -32042 not emitted; 2025-11-25, client/elicitation: URLElicitationRequiredError",
    fix: FixAvailability::OnRequest,
    why: "A client of this revision does not know the code, so the user is never asked and the call ends there.",
    help: "Turn -32042 into a result `input_required` with elicitations of mode `url`, and -32002 into -32602.",
    page: include_str!("untranslated_legacy_error.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let code = context.told().and_then(Told::error).and_then(|error| error.member("code"));
    let number = code.and_then(Node::as_number).and_then(|number| number.as_i64());
    let expected = match number {
        Some(-32042) => "a result that says input_required",
        Some(-32002) => "-32602",
        _ => return,
    };
    if let Some(code) = code {
        let message = "the error of an older revision was not translated";
        findings.at(code, message).expects(expected).finds(shown(code));
    }
}

/// Only the code of a missing resource has another number; the other one becomes a result.
pub(super) fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let mut edits = Edits::new(node.document());
    edits.replace(node, "-32602");
    (node.text() == "-32002").then_some(edits)
}
