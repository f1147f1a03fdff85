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

/// A calendar date, or a date and a time of day with or without fraction and offset, in the form with
/// separators or in the one without.
fn is_timestamp(text: &str) -> bool {
    let (date, time) = match text.split_once(['T', 't']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    is_date(date) && time.is_none_or(is_time)
}

/// The number that so many digits write.
fn number(part: &str, digits: usize) -> Option<u32> {
    let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
    part.parse().ok().filter(|_| is_number)
}

/// Two-digit parts with or without a separator between them.
fn pairs(text: &str, separator: char) -> Option<Vec<u32>> {
    if text.contains(separator) {
        return text.split(separator).map(|part| number(part, 2)).collect();
    }
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len() / 2).map(|at| number(&text[2 * at..2 * at + 2], 2)).collect()
}

fn is_date(date: &str) -> bool {
    let Some((year, rest)) = date.split_at_checked(4) else { return false };
    let Some(year) = number(year, 4) else { return false };
    let Some(&[month, day]) = pairs(rest.strip_prefix('-').unwrap_or(rest), '-').as_deref() else {
        return false;
    };
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

fn is_time(time: &str) -> bool {
    let (clock, offset) = match time.find(['Z', 'z', '+', '-']) {
        Some(at) => time.split_at(at),
        None => (time, ""),
    };
    let (clock, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, "0"));
    let fits = |parts: Option<Vec<u32>>, most: &[u32], least: usize| {
        let parts = parts.unwrap_or_default();
        (least..=most.len()).contains(&parts.len()) && parts.iter().zip(most).all(|(part, most)| part <= most)
    };
    let is_offset = matches!(offset, "" | "Z" | "z")
        || offset.strip_prefix(['+', '-']).is_some_and(|offset| fits(pairs(offset, ':'), &[23, 59], 1));
    let is_fraction = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    // A leap second is the sixty-first, and a day may end at 24:00.
    is_offset && is_fraction && fits(pairs(clock, ':'), &[24, 59, 60], 2)
}

#[cfg(test)]
mod tests {
    use super::is_timestamp;

    #[test]
    fn days_and_times_are_those_of_the_calendar() {
        for good in [
            "2025-01-12",
            "2024-02-29T00:00:00Z",
            "2000-02-29",
            "20250112T150058Z",
            "20250112",
            "2025-01-12T15:00",
            "2025-01-12T15:00:58.123+02:00",
            "2025-01-12t15:00:58,5z",
            "2025-12-31T23:59:60Z",
            "2025-01-12T15:00-0330",
            "2025-01-12T24:00Z",
        ] {
            assert!(is_timestamp(good), "{good}");
        }
        for bad in [
            "",
            "yesterday",
            "2025-13-01",
            "2025-00-01",
            "2025-02-30T00:00:00Z",
            "1900-02-29",
            "2025-1-2",
            "2025-01-12 10:00",
            "2025-01-12T",
            "2025-01-12T25:00",
            "2025-01-12T10",
            "2025-01-12T10:00:00.Z",
            "2025-01-12T10:00:00+99:00",
            "2025-01-12T10:00:00 Z",
            "2025-01-12T10:61",
            "é025-01-12",
            "2025-0é-12",
            "2025éé",
            "20250é1",
            "2025-01-12T1é0",
        ] {
            assert!(!is_timestamp(bad), "{bad}");
        }
    }
}
