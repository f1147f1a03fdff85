//! META-007 `secret-in-result`; the page beside this file says what it finds and why.

use super::read::{each_value, texts};
use super::secrets::{is_secret_name, masked, secret_in};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "secret-in-result",
    code: "META-007",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    is_heuristic: true,
    source: "Sightline: our own advice",
    fix: FixAvailability::OnRequest,
    why: "Structured content and text can reach the model, and from there anybody.",
    help: "Leave the secret out; `_meta` is not secret either.",
    page: include_str!("secret_in_result.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    if let Some(structured) = result.structured_content() {
        each_value(structured, |key, node| {
            let Some(value) = node.as_str().filter(|value| !value.trim().is_empty()) else { return };
            if let Some((what, found)) = secret_in(&value) {
                findings.at(node, format!("the value looks like {what}")).finds(found);
            } else if key.is_some_and(|key| is_credential(&key.to_str())) {
                findings.at(node, "the field is named like a credential").finds(masked(&value));
            }
        });
    }
    // Error texts have a rule of their own.
    for (block, text) in texts(result).filter(|_| !result.is_error()) {
        if let Some((what, found)) = secret_in(&text.to_str()) {
            let place = block.node.member("text").unwrap_or(block.node);
            findings.at(place, format!("the text shows {what}")).finds(found);
        }
    }
}

/// A mail address is private, and no credential.
fn is_credential(name: &str) -> bool {
    is_secret_name(name) && !name.eq_ignore_ascii_case("email")
}
