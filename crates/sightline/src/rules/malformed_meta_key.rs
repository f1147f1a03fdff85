//! META-001 `malformed-meta-key`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::meta_members;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "malformed-meta-key",
    code: "META-001",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "2026-07-28, basic/index: _meta, Key name format",
    why: "Strict readers drop the key or refuse the message.",
    help: "Use a prefix of your own such as `com.example/` and a name that begins and ends with a letter or digit.",
    page: include_str!("malformed_meta_key.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for member in context.result().into_iter().flat_map(meta_members) {
        let key = member.key.to_str();
        if !is_key(&key) {
            findings.at(member.value, format!("the metadata key {} is malformed", quoted(&key)));
        }
    }
}

fn is_key(key: &str) -> bool {
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    prefix.is_none_or(|prefix| prefix.split('.').all(is_label)) && is_name(name)
}

/// Begins with a letter, ends with a letter or digit, hyphens inside.
fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

/// May be empty; else begins and ends alphanumeric, with `-`, `_` and `.` inside.
fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let ends = [bytes.first(), bytes.last()];
    ends.into_iter().all(|end| end.is_none_or(u8::is_ascii_alphanumeric))
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}
