//! Comparing an observed text with a projected one around the places that nobody can know beforehand.

/// Placeholders that a projection leaves where only a run tells the words, and whether those may have
/// more than one line.
const UNKNOWN: &[(&str, bool)] = &[
    ("{call id}", false),
    ("{called as}", false),
    ("{path}", false),
    ("{random id}", false),
    ("{validator}", true),
    ("{wall time}", false),
];

/// Whether an observed text is a projected one with some words in the places that nobody can know.
///
/// A placeholder that the server itself sent is a text like others.
///
/// ```
/// use sightline_survey::results::around::equal_around;
///
/// assert!(equal_around("saved to /tmp/a.txt\n...", "saved to {path}\n...", "{}"));
/// assert!(!equal_around("saved to /tmp/a.txt, cut", "saved to {path}\n...", "{}"));
/// ```
#[must_use]
pub fn equal_around(observed: &str, projected: &str, wire: &str) -> bool {
    let mut places: Vec<(usize, &str, bool)> = Vec::new();
    for (name, has_lines) in UNKNOWN {
        if !wire.contains(name) {
            places.extend(projected.match_indices(name).map(|(at, name)| (at, name, *has_lines)));
        }
    }
    places.sort_unstable();
    let (mut rest, mut at, mut open) = (observed, 0, None);
    for (place, name, has_lines) in places {
        // Places are found in the projected text, and none lies in another.
        let Some(after) = behind(rest, &projected[at..place], open) else { return false };
        (rest, at, open) = (after, place + name.len(), Some(has_lines));
    }
    let end = &projected[at..];
    match open {
        None => rest == end,
        Some(has_lines) => rest.strip_suffix(end).is_some_and(|words| are_words(words, has_lines)),
    }
}

/// What stands behind a text, with some words before it if a place is open.
fn behind<'t>(rest: &'t str, text: &str, open: Option<bool>) -> Option<&'t str> {
    let Some(has_lines) = open else { return rest.strip_prefix(text) };
    let mut found = rest.match_indices(text);
    let (at, _) = found.find(|(at, _)| *at > 0)?;
    are_words(&rest[..at], has_lines).then(|| &rest[at + text.len()..])
}

fn are_words(text: &str, has_lines: bool) -> bool {
    !text.is_empty() && (has_lines || !text.contains('\n'))
}

#[cfg(test)]
mod tests {
    use super::equal_around;

    #[track_caller]
    fn check(observed: &str, projected: &str, expected: bool) {
        assert_eq!(equal_around(observed, projected, "{}"), expected, "{observed:?} {projected:?}");
    }

    #[test]
    fn all_but_the_unknown_words_must_be_equal() {
        check("a", "a", true);
        check("a", "b", false);
        check("a x b", "a {path} b", true);
        check("a x c", "a {path} b", false);
        check("a x b ", "a {path} b", false);
        check("a x b y", "a {path} b {random id}", true);
        check("a x b ", "a {path} b {random id}", false);
        check("a {path} b", "a {path} b", true);
    }

    #[test]
    fn unknown_words_are_some_and_of_one_line_but_for_a_validators() {
        check("a ", "a {path}", false);
        check("a x\ny", "a {path}", false);
        check("a x\ny", "a {validator}", true);
        check("", "{validator}", false);
    }

    #[test]
    fn a_placeholder_that_the_server_sent_stands_for_itself() {
        assert!(equal_around("{path}", "{path}", r#"{"content": ["{path}"]}"#));
        assert!(!equal_around("x", "{path}", r#"{"content": ["{path}"]}"#));
    }
}
