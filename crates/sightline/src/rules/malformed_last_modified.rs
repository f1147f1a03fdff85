//! BLK-009 `malformed-last-modified`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "malformed-last-modified",
    code: "BLK-009",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "2026-07-28, schema: Annotations.lastModified",
    why: "Readers cannot order or age the block.",
    help: "Write it as in `2026-01-12T15:00:58Z`.",
    page: include_str!("malformed_last_modified.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for block in context.result().into_iter().flat_map(ToolResult::content) {
        let annotations = block.node.member("annotations");
        let Some(modified) = annotations.and_then(|annotations| annotations.member("lastModified")) else {
            continue;
        };
        if !modified.as_str().is_some_and(|text| is_timestamp(&text)) {
            findings.at(modified, "`lastModified` is no ISO 8601 timestamp").finds(shown(modified));
        }
    }
}

/// A calendar date, or a date and a time of day with or without fraction and offset.
fn is_timestamp(text: &str) -> bool {
    let (date, time) = match text.split_once(['T', 't']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let digits = |part: &str, lengths: &[usize]| {
        lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let parts: Vec<&str> = date.split('-').collect();
    let is_date = matches!(parts[..], [year, month, day] if digits(year, &[4]) && digits(month, &[2]) && digits(day, &[2]));
    is_date
        && time.is_none_or(|time| {
            let clock = time.trim_end_matches(['Z', 'z']);
            let clock = clock.split(['+', '-']).next().unwrap_or_default();
            let clock = clock.split('.').next().unwrap_or_default();
            let parts: Vec<&str> = clock.split(':').collect();
            (2..=3).contains(&parts.len()) && parts.iter().all(|part| digits(part, &[2]))
        })
}
