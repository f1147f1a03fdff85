//! ERR-010 `unallocated-error-code`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::untranslated_legacy_error::mend;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::diagnostic::Level;
use crate::exchange::Told;

pub(super) static RULE: Rule = Rule {
    name: "unallocated-error-code",
    code: "ERR-010",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "2026-07-28, basic/index: Error Codes",
    fix: FixAvailability::OnRequest,
    why: "Clients choose what to do by the code, and a later revision may give the same number another meaning.",
    help: "Use -32602 for a missing resource and `input_required` for a visit to a URL; put own codes outside of -32768 to -32000.",
    page: include_str!("unallocated_error_code.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(code) = context.told().and_then(Told::error).and_then(|error| error.member("code")) else {
        return;
    };
    let Some(number) = code.as_number().and_then(|number| number.as_i64()) else { return };
    match number {
        -32022..=-32020 => {}
        -32002 | -32042 => {
            findings.at(code, "the code is of older revisions and not sent in this one").finds(shown(code));
        }
        -32099..=-32023 => {
            findings.at(code, "the code is reserved, and no revision has given it out").finds(shown(code));
        }
        -32019..=-32000 => {
            let message = "the code lies in a range that new codes keep out of";
            findings.at(code, message).finds(shown(code)).at_most(Level::Advice);
        }
        _ => {}
    }
}
