//! META-007 `secret-in-result`; the page beside this file says what it finds and why.

use super::clients::{Fault, leaks, names};
use super::read::{each_value, meta_members, texts};
use super::secrets::{is_credential, is_placeholder, masked, secret_in};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::{Member, Node, Text};

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
    let is_searched = context.hints().may_hold_secret;
    if let Some(structured) = result.structured_content() {
        values(structured, is_searched, None, findings);
    }
    // Error texts have a rule of their own.
    for (block, text) in texts(result).filter(|_| is_searched && !result.is_error()) {
        if let Some((what, found)) = secret_in(&text.to_str()) {
            let place = block.node.member("text").unwrap_or(block.node);
            findings.at(place, format!("the text shows {what}")).finds(found);
        }
    }
    // Metadata is of the host, unless a client shows it; projecting costs, so secrets are looked for first.
    let is_own = |member: &Member<'_>| !member.key.to_str().starts_with("io.modelcontextprotocol/");
    let secret: Vec<_> = meta_members(result).filter(is_own).filter(has_secret).collect();
    let clients = if secret.is_empty() { None } else { names(context, Fault::Itself, leaks) };
    for member in secret.into_iter().filter(|_| clients.is_some()) {
        values(member.value, is_searched, clients.as_deref(), findings);
        named(member.key, member.value, is_searched, clients.as_deref(), findings);
    }
}

/// Tells whether a member of the metadata is a secret, or holds one.
fn has_secret(member: &Member<'_>) -> bool {
    let is_named = |key: Text<'_>, value: &str| is_credential(&key.to_str()) && !is_placeholder(value);
    let mut found = false;
    each_value(member.value, |key, node| {
        let key = key.or((node.span() == member.value.span()).then_some(member.key));
        let value = node.as_str();
        found = found
            || value.is_some_and(|value| {
                secret_in(&value).is_some() || key.is_some_and(|key| is_named(key, &value))
            });
    });
    found
}

/// Reports the secrets below a value, by their shapes where that is worth a search; `clients` show it to
/// their models although it is metadata.
fn values(root: Node<'_>, is_searched: bool, clients: Option<&str>, findings: &mut Findings<'_, '_>) {
    each_value(root, |key, node| {
        let shape = if is_searched { node.as_str().and_then(|value| secret_in(&value)) } else { None };
        if let Some((what, found)) = shape {
            tell(node, format!("the value looks like {what}"), found, clients, findings);
        } else if let Some(key) = key {
            named(key, node, is_searched, clients, findings);
        }
    });
}

fn named(
    key: Text<'_>,
    node: Node<'_>,
    is_searched: bool,
    clients: Option<&str>,
    findings: &mut Findings<'_, '_>,
) {
    if node.as_text().is_none() || !is_credential(&key.to_str()) {
        return;
    }
    let is_told = |value: &str| !(is_placeholder(value) || is_searched && secret_in(value).is_some());
    if let Some(value) = node.as_str().filter(|value| is_told(value)) {
        tell(node, "the field is named like a credential".to_owned(), masked(&value), clients, findings);
    }
}

fn tell(
    node: Node<'_>,
    message: String,
    found: String,
    clients: Option<&str>,
    findings: &mut Findings<'_, '_>,
) {
    let finding = findings.at(node, message);
    finding.finds(found);
    if let Some(clients) = clients {
        finding.note(format!("the metadata is shown to the model by {clients}"));
    }
}
