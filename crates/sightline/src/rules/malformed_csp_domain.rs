//! APP-011 `malformed-csp-domain`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::mend::remove;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "malformed-csp-domain",
    code: "APP-011",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: Content Security Policy Enforcement (string join)",
    fix: FixAvailability::Safe,
    why: "Hosts join the entries into one header, so an entry with a blank or a semicolon can switch the policy off.",
    help: "List one origin an entry, such as `https://tiles.example` or `wss://*.example`.",
    page: include_str!("malformed_csp_domain.md"),
    check,
    mend: Mend::By(remove),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    let read = told.read.into_iter().flat_map(Node::members).map(|member| member.value);
    let of_read = read.filter_map(|item| item.at("/_meta/ui"));
    for csp in told.ui.into_iter().chain(of_read).filter_map(|ui| ui.member("csp")) {
        for entry in csp.members().flat_map(|member| member.value.items()) {
            if !entry.as_str().is_some_and(|entry| is_origin(&entry)) {
                findings
                    .at(entry, "the entry is no origin")
                    .expects("scheme://host[:port]")
                    .finds(shown(entry));
            }
        }
    }
}

fn is_origin(entry: &str) -> bool {
    let Some((scheme, rest)) = entry.split_once("://") else { return false };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    // The colons of an address in brackets separate no port.
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (rest, None),
    };
    let is_port =
        port.is_none_or(|port| port == "*" || (!port.is_empty() && port.bytes().all(|b| b.is_ascii_digit())));
    is_scheme && is_port && is_host(host)
}

fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return address.contains(':')
            && address.bytes().all(|byte| byte.is_ascii_hexdigit() || b":.".contains(&byte));
    }
    let labels = host.strip_prefix("*.").unwrap_or(host);
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    labels.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::is_origin;

    #[test]
    fn origins_are_told_from_what_only_looks_like_one() {
        let good = [
            "https://a.example",
            "wss://*.b.example",
            "http://localhost:3000",
            "http://[::1]:8080",
            "https://a.example:*",
        ];
        for good in good {
            assert!(is_origin(good), "{good}");
        }
        let bad = [
            "*",
            "a.example",
            "https://",
            "https://a.example/x",
            "https://a.example;",
            "'self'",
            "data:",
            "https://*",
            "https://a.*.example",
            "https://a b",
            "",
        ];
        for bad in bad {
            assert!(!is_origin(bad), "{bad}");
        }
    }
}
