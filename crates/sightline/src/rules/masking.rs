//! Takes secrets out of what is reported, so that a report does not spread them.

use std::borrow::Cow;
use std::ops::Range;

use super::secrets::{is_credential, is_placeholder, secrets_in};
use crate::diagnostic::Diagnostic;

/// Puts stars in the place of what looks like a secret: known formats of keys, and the values of JSON
/// members that are named like a credential. The text keeps its length in bytes.
///
/// ```
/// use sightline::rules::mask;
///
/// assert_eq!(mask(r#"{"user": "ann", "password": "hunter2"}"#), r#"{"user": "ann", "password": "*******"}"#);
/// assert_eq!(mask("nothing to hide"), "nothing to hide");
/// ```
#[must_use]
pub fn mask(text: &str) -> Cow<'_, str> {
    let mut spans: Vec<Range<usize>> = secrets_in(text).map(|secret| secret.span).collect();
    named_values(text, &mut spans);
    assigned_values(text, &mut spans);
    if spans.is_empty() {
        return Cow::Borrowed(text);
    }
    let is_hidden = |at: usize| spans.iter().any(|span| span.contains(&at));
    let mut masked = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        if is_hidden(at) && !character.is_control() {
            masked.extend(std::iter::repeat_n('*', character.len_utf8()));
        } else {
            masked.push(character);
        }
    }
    Cow::Owned(masked)
}

/// Takes secrets out of every text of a finding. Its edits stay: they are what the file will hold.
pub(super) fn mask_finding(finding: &mut Diagnostic) {
    // A value is shown without its name; the pointer has it.
    let name = finding.pointer.rsplit('/').next().unwrap_or_default();
    let named = finding.found.clone().filter(|found| is_credential(name) && !found.contains('…'));
    let texts = [Some(&mut finding.message), finding.expected.as_mut(), finding.found.as_mut()];
    for text in texts.into_iter().flatten().chain(&mut finding.notes) {
        if let Some(value) = named.as_deref().filter(|value| !is_placeholder(value.trim_matches('"'))) {
            *text = text.replace(value, "***");
        }
        if let Cow::Owned(masked) = mask(text) {
            *text = masked;
        }
    }
}

/// Finds the string values of JSON members that are named like a credential; one that is cut ends with
/// the text.
fn named_values(text: &str, spans: &mut Vec<Range<usize>>) {
    let mut at = 0;
    while let Some(open) = text[at..].find('"').map(|quote| at + quote) {
        let close = end_of_string(text, open + 1);
        at = (close + 1).min(text.len());
        let rest = text[at..].trim_start();
        let Some(value) = rest.strip_prefix(':').map(str::trim_start).filter(|rest| rest.starts_with('"'))
        else {
            continue;
        };
        let start = text.len() - value.len() + 1;
        let end = end_of_string(text, start);
        if is_credential(&text[open + 1..close]) && !is_placeholder(&text[start..end]) {
            spans.push(start..end);
        }
        at = (end + 1).min(text.len());
    }
}

/// Finds what follows `name=` in plain text, where the name is one of a credential.
pub(super) fn assigned_values(text: &str, spans: &mut Vec<Range<usize>>) {
    for (at, _) in text.match_indices('=') {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let before = text[..at].trim_end_matches(is_of_name).len();
        let value =
            text[at + 1..].split(|c: char| c.is_whitespace() || "\"'`,;&()<>[]{}\\".contains(c)).next();
        let value = value.unwrap_or_default();
        if is_credential(&text[before..at]) && !is_placeholder(value) {
            spans.push(at + 1..at + 1 + value.len());
        }
    }
}

/// Where the quote is that closes a string, or the end of the text.
fn end_of_string(text: &str, from: usize) -> usize {
    let mut is_escaped = false;
    let closes = |byte: u8| {
        let closes = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        closes
    };
    text.as_bytes()[from..].iter().copied().position(closes).map_or(text.len(), |end| from + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked_wherever_they_stand_and_lengths_are_kept() {
        let key = format!("ghp_{}", "a1".repeat(18));
        for text in [
            format!("see {key}, and {key} again"),
            format!("{{\"token\": \"s\\\"x\", \"deep\": {{\"api_key\": \"{key}\"}}}}"),
            "{\"password\":\"hünter".to_owned(),
            "postgres://app:hunter2@db/x".to_owned(),
            "login failed: user=ann&password=hunter2, try again".to_owned(),
        ] {
            let masked = mask(&text);
            assert_eq!(masked.len(), text.len(), "{masked}");
            for secret in [key.as_str(), "s\\\"x", "hünter", "hunter2"] {
                assert!(!masked.contains(secret), "{masked}");
            }
        }
        for text in [
            "",
            "\"",
            "{\"password\":",
            "{\"password\": 5}",
            "{\"tokens\": \"many\"}",
            "{\"password\": \"***\"}",
            "password= and token=*** and a=b",
        ] {
            assert_eq!(mask(text), text);
        }
    }
}
