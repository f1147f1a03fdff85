//! Formats of strings, as narrow as the specifications allow: who asserts a format must not be surprised.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A name, and whether a string holds to it.
type Format = (&'static str, fn(&str) -> bool);

/// The formats that are recognised, in the order of preference.
const FORMATS: [Format; 7] = [
    ("date-time", is_date_time),
    ("date", is_date),
    ("uuid", is_uuid),
    ("email", is_email),
    ("ipv4", is_ipv4),
    ("ipv6", is_ipv6),
    ("uri", is_uri),
];

/// A set of formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Formats(u8);

impl Formats {
    /// Keeps those that another set has too.
    pub(super) fn keep(&mut self, other: Self) {
        self.0 &= other.0;
    }

    pub(super) fn first(self) -> Option<&'static str> {
        FORMATS.iter().enumerate().find(|(bit, _)| self.0 & (1 << bit) != 0).map(|(_, (name, _))| *name)
    }
}

/// The formats that a string holds to.
pub(super) fn of(text: &str) -> Formats {
    let mut formats = 0;
    for (bit, (_, holds)) in FORMATS.iter().enumerate() {
        formats |= u8::from(holds(text)) << bit;
    }
    Formats(formats)
}

/// Whether a key looks made up by a machine: a number, a UUID or a date.
pub(super) fn is_id(key: &str) -> bool {
    let is_number = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    is_number || is_uuid(key) || is_date(key) || is_date_time(key)
}

fn number(text: &str, digits: usize) -> Option<u32> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// RFC 3339, 5.6: full-date, with days that the calendar has.
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (
        parts.next().and_then(|part| number(part, 4)),
        parts.next().and_then(|part| number(part, 2)),
        parts.next().and_then(|part| number(part, 2)),
        parts.next(),
    ) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// RFC 3339, 5.6: date-time. Leap seconds are left out: not every reader takes them.
fn is_date_time(text: &str) -> bool {
    let Some((date, rest)) = text.split_once(['T', 't']) else { return false };
    let Some((time, rest)) = rest.split_at_checked(8) else { return false };
    let clock = |text: &str, seconds: bool| {
        let parts: Vec<Option<u32>> = text.split(':').map(|part| number(part, 2)).collect();
        match parts.as_slice() {
            [Some(hour), Some(minute)] if !seconds => *hour < 24 && *minute < 60,
            [Some(hour), Some(minute), Some(second)] if seconds => *hour < 24 && *minute < 60 && *second < 60,
            _ => false,
        }
    };
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|character: char| character.is_ascii_digit());
            if zone.len() == fraction.len() {
                return false;
            }
            zone
        }
        None => rest,
    };
    let has_zone =
        matches!(zone, "Z" | "z") || zone.strip_prefix(['+', '-']).is_some_and(|offset| clock(offset, false));
    is_date(date) && clock(time, true) && has_zone
}

fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

/// The addresses that everybody takes: a dotted name, and a host with a dot.
fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let of = |text: &str, more: &str| {
        !text.is_empty()
            && text.chars().all(|character| character.is_ascii_alphanumeric() || more.contains(character))
    };
    let labels = |text: &str, more: &str| text.split('.').all(|label| of(label, more));
    let is_host =
        host.split('.').all(|label| label.len() < 64 && !label.starts_with('-') && !label.ends_with('-'));
    labels(name, "!#$%&'*+-/=?^_`{|}~")
        && name.len() < 65
        && labels(host, "-")
        && is_host
        && host.contains('.')
}

fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// RFC 3986 allows `key:value` too; here it takes an authority, or a scheme that has none.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_known =
        rest.starts_with("//") && rest.len() > 2 || matches!(scheme, "mailto" | "urn") && !rest.is_empty();
    let mut bytes = rest.bytes();
    let mut fragments = 0;
    while let Some(byte) = bytes.next() {
        let is_allowed = match byte {
            b'%' => (0..2).all(|_| bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit())),
            b'#' => {
                fragments += 1;
                fragments == 1
            }
            // Brackets are for addresses of IPv6, which are seldom and easily wrong.
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=".contains(&byte),
        };
        if !is_allowed {
            return false;
        }
    }
    is_scheme && is_known
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn formats_are_narrow() {
        let cases: &[(&str, Option<&str>)] = &[
            ("2026-11-30T10:00:00Z", Some("date-time")),
            ("2026-11-30T10:00:00.5+01:00", Some("date-time")),
            ("2026-11-30T10:00:00", None),
            ("2026-11-30T24:00:00Z", None),
            ("2026-11-30T10:00:00.Z", None),
            ("2026-11-30 10:00:00Z", None),
            ("2024-02-29", Some("date")),
            ("2026-02-29", None),
            ("26-1-1", None),
            ("8d6f0c2e-6d3a-4c1b-9a53-0f1f6f0a2b11", Some("uuid")),
            ("8d6f0c2e6d3a4c1b9a530f1f6f0a2b11", None),
            ("a.b+c@example.com", Some("email")),
            ("a@localhost", None),
            ("a b@example.com", None),
            (".a@example.com", None),
            ("10.0.0.1", Some("ipv4")),
            ("1.2.3", None),
            ("::1", Some("ipv6")),
            ("https://example.com/a?b=c#d", Some("uri")),
            ("https://example.com/a b", None),
            ("https://exämple.com/", None),
            ("https://example.com/%zz", None),
            ("key:value", None),
            ("mailto:a@example.com", Some("uri")),
            ("", None),
            ("é", None),
            ("2026-11-30Té:00:00Z", None),
        ];
        for (text, format) in cases {
            assert_eq!(of(text).first(), *format, "{text}");
        }
    }
}
