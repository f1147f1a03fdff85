//! HDR-006 `secret-in-header`; the page beside this file says what it finds and why.

use super::mend::remove;
use super::secrets::is_secret_name;
use super::subschemas::subschemas;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "secret-in-header",
    code: "HDR-006",
    levels: Levels::WARNING,
    strength: Strength::ShouldNot,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    is_heuristic: true,
    source: "2026-07-28, server/tools: x-mcp-header, Warning",
    fix: FixAvailability::OnRequest,
    why: "Headers are logged by proxies and gateways that do not log bodies.",
    help: "Drop the annotation from this parameter.",
    page: include_str!("secret_in_header.md"),
    check,
    mend: Mend::By(remove),
    ..Rule::BASE
};

/// Ends of names of what is private, though no credential; compared without case, `-` and `_`.
const PRIVATE: &[&str] = &["creditcard", "cardnumber", "cvv", "email", "emailaddress", "passwordhash"];

fn is_private(name: &str) -> bool {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = letters.to_ascii_lowercase();
    is_secret_name(name) || PRIVATE.iter().any(|end| letters.ends_with(end))
}

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for schema in context.tool().and_then(Tool::input_schema).map(subschemas).unwrap_or_default() {
        let Some(header) = schema.node.member("x-mcp-header") else { continue };
        if schema.property.is_some_and(|name| is_private(&name.to_str())) {
            let name = schema.property.map(|name| name.to_str().into_owned()).unwrap_or_default();
            findings.at(header, format!("parameter `{name}` is named like a secret and travels in a header"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_private;

    #[test]
    fn what_is_private_is_told_by_the_end_of_its_name() {
        for name in
            ["email", "userEmail", "user_email", "passwordHash", "creditCard", "card-number", "authToken"]
        {
            assert!(is_private(name), "{name}");
        }
        for name in ["emailCount", "region", "key", "cardinality", "emails_sent"] {
            assert!(!is_private(name), "{name}");
        }
    }
}
