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
            "tracestate" | "baggage" => {
                value.is_some_and(|value| value.split(',').all(|pair| pair.contains('=')))
            }
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
    matches!(parts[..], [version, trace, parent, flags, ..] if is_hex(version, 2)
        && is_hex(trace, 32) && is_set(trace) && is_hex(parent, 16) && is_set(parent) && is_hex(flags, 2))
}
