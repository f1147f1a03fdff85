//! What people write about a string's value: an example in its description, or the property's name.

/// Words that an example follows.
const BEFORE: [&str; 6] = ["e.g.", "for example", "example:", "examples:", "such as", "for instance"];
/// How far behind those words an example begins.
const NEAR: usize = 24;
/// Longest example that is taken.
const LONGEST: usize = 120;

/// Values by what a property's name ends with, the longest ends first; none is a place outside of the folder that
/// a server runs in.
const NAMES: [(&str, &str); 14] = [
    ("timezone", "UTC"),
    ("directory", "."),
    ("folder", "."),
    ("email", "someone@example.com"),
    ("repopath", "."),
    ("dirpath", "."),
    ("repo", "."),
    ("date", "2026-01-01"),
    ("time", "12:00"),
    ("path", "."),
    ("cwd", "."),
    ("dir", "."),
    ("url", "https://example.com/"),
    ("uri", "https://example.com/"),
];

/// The first quoted example of a description.
pub(super) fn told(description: &str) -> Option<String> {
    let lower = description.to_ascii_lowercase();
    let after = BEFORE.iter().filter_map(|words| Some(lower.find(words)? + words.len())).min()?;
    let rest = description.get(after..)?;
    let (at, mark) = rest.char_indices().take(NEAR).find(|(_, letter)| "\"'`\u{201c}".contains(*letter))?;
    let end = if mark == '\u{201c}' { '\u{201d}' } else { mark };
    let inner = rest.get(at + mark.len_utf8()..)?;
    let example = inner.get(..inner.find(end)?)?;
    (!example.is_empty() && example.len() <= LONGEST).then(|| example.to_owned())
}

/// What a property of that name holds usually.
pub(super) fn named(name: &str) -> Option<&'static str> {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    NAMES.iter().find(|(end, _)| plain.ends_with(end)).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::{named, told};

    #[test]
    fn an_example_stands_in_quotes_soon_after_its_word() {
        for (description, example) in [
            ("Time zone, e.g. 'UTC' or 'Asia/Tokyo'", Some("UTC")),
            ("A library (for example: `/org/project`)", Some("/org/project")),
            ("Such as \u{201c}one\u{201d}", Some("one")),
            ("Says 'no' to everything", None),
            ("e.g. whatever one likes to have as its name: 'x'", None),
            ("e.g. ''", None),
        ] {
            assert_eq!(told(description).as_deref(), example, "{description}");
        }
    }

    #[test]
    fn a_name_is_read_in_any_spelling() {
        for (name, value) in [
            ("repo_path", Some(".")),
            ("sourceTimezone", Some("UTC")),
            ("URL", Some("https://example.com/")),
            ("id", None),
        ] {
            assert_eq!(named(name), value, "{name}");
        }
    }
}
