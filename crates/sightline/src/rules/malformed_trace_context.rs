//! META-004 `malformed-trace-context`; the page beside this file says what it finds and why.

use super::findings::{quoted, shown};
use super::read::meta_members;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "malformed-trace-context",
    code: "META-004",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Result,
    source: "2026-07-28, basic/index: OpenTelemetry trace context; SEP-414: Specification",
    why: "Tracing tools drop the value, and the trace breaks here.",
    help: "Pass on the W3C value unchanged under the bare key.",
    page: include_str!("malformed_trace_context.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for member in context.result().into_iter().flat_map(meta_members) {
        let key = member.key.to_str();
        let name = key.rsplit('/').next().unwrap_or_default();
        let value = member.value.as_str();
        let fits = match name {
            "traceparent" => value.is_some_and(|value| is_traceparent(&value)),
            "tracestate" => value.is_some_and(|value| value.split(',').all(is_state)),
            "baggage" => value.is_some_and(|value| value.split(',').all(is_baggage)),
            _ => continue,
        };
        if name.len() != key.len() {
            findings.at(member.value, format!("{} carries trace context under a prefix", quoted(&key)));
        } else if !fits {
            findings.at(member.value, format!("`{name}` holds no W3C value")).finds(shown(member.value));
        }
    }
}

/// Version, trace id, parent id and flags in lowercase hexadecimal.
fn is_traceparent(value: &str) -> bool {
    let parts: Vec<&str> = value.split('-').collect();
    let is_hex = |part: &str, length| {
        part.len() == length && part.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    let is_set = |part: &str| part.bytes().any(|byte| byte != b'0');
    matches!(parts[..], [version, trace, parent, flags, ..] if is_hex(version, 2) && version != "ff"
        && is_hex(trace, 32) && is_set(trace) && is_hex(parent, 16) && is_set(parent) && is_hex(flags, 2))
}

/// One vendor's state: a key in lower case, maybe with a tenant, and a text. A list may have empty places.
fn is_state(member: &str) -> bool {
    let member = member.trim_matches([' ', '\t']);
    let is_key = |key: &str| {
        let known = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_-*/@".contains(&b);
        key.starts_with(|first: char| first.is_ascii_lowercase() || first.is_ascii_digit())
            && key.bytes().all(known)
    };
    let is_text =
        |text: &str| !text.is_empty() && text.bytes().all(|b| (b' '..=b'~').contains(&b) && b != b'=');
    member.is_empty() || member.split_once('=').is_some_and(|(key, text)| is_key(key) && is_text(text))
}

/// One piece of baggage: a key, a value, and properties behind semicolons.
fn is_baggage(member: &str) -> bool {
    let mut parts = member.split(';').map(|part| part.trim_matches([' ', '\t']));
    let is_key = |key: &str| {
        let key = key.trim_end_matches([' ', '\t']);
        !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
    };
    let is_value = |value: &str| {
        value
            .trim_start_matches([' ', '\t'])
            .bytes()
            .all(|b| (b'!'..=b'~').contains(&b) && !b"\"\\".contains(&b))
    };
    let is_pair =
        |pair: &str| pair.split_once('=').is_some_and(|(key, value)| is_key(key) && is_value(value));
    parts.next().is_some_and(is_pair) && parts.all(|property| is_pair(property) || is_key(property))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_those_of_the_standard() {
        for good in ["", "a=b", "a=b,c@d=e f", "a=b, ,c=1", "0v/x*=~"] {
            assert!(good.split(',').all(is_state), "{good}");
        }
        for bad in ["=x", "a", "A=b", "a=", "a=b=c", "a=é", "a b=c"] {
            assert!(!bad.split(',').all(is_state), "{bad}");
        }
        for good in ["a=b", "k=v;p=q;flag, a = b%20c", "a=", "A.b!=1"] {
            assert!(good.split(',').all(is_baggage), "{good}");
        }
        for bad in ["", "a", "a b=c", "a=b c", "a=\"b\"", "=b", "a=b,"] {
            assert!(!bad.split(',').all(is_baggage), "{bad}");
        }
    }
}
