//! Applies fixes to the text they were made for; bytes outside the edits stay as they were.
//!
//! A fix is applied whole or not at all. One that touches what another has changed already is left for
//! the next pass over the changed text, so that no two ideas of a place are mixed.

use crate::diagnostic::{Fix, TextEdit};

/// A text after one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The changed text.
    pub text: String,
    /// How many fixes were applied.
    pub applied: usize,
    /// How many have to wait for the next pass.
    pub left: usize,
}

/// Applies fixes in their order, as far as none touches another one.
///
/// ```
/// use sightline::diagnostic::{Applicability, Fix, TextEdit};
/// use sightline::fix::apply;
///
/// let replace = |start, end, text: &str| Fix {
///     applicability: Applicability::Safe,
///     edits: vec![TextEdit { start, end, text: text.to_owned() }],
/// };
/// let fixed = apply("[1, 2]", [&replace(1, 2, "one"), &replace(1, 5, "x"), &replace(4, 5, "two")]);
/// assert_eq!((fixed.text.as_str(), fixed.applied, fixed.left), ("[one, two]", 2, 1));
/// ```
#[must_use]
pub fn apply<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> Fixed {
    let mut taken: Vec<&TextEdit> = Vec::new();
    let (mut applied, mut left) = (0, 0);
    for fix in fixes {
        let known = fix.edits.iter().all(|edit| taken.contains(&edit));
        if known || fix.edits.iter().any(|edit| !is_within(text, edit)) {
            continue;
        }
        if fix.edits.iter().any(|edit| taken.iter().any(|other| touch(edit, other))) {
            left += 1;
            continue;
        }
        taken.extend(&fix.edits);
        applied += 1;
    }
    taken.sort_by_key(|edit| (edit.start, edit.end));
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in taken {
        // Within one fix edits are apart, and between fixes that was looked at above.
        if edit.start < at {
            continue;
        }
        out.push_str(&text[at..edit.start]);
        out.push_str(&edit.text);
        at = edit.end;
    }
    out.push_str(&text[at..]);
    Fixed { text: out, applied, left }
}

fn is_within(text: &str, edit: &TextEdit) -> bool {
    edit.start <= edit.end && text.is_char_boundary(edit.start) && text.is_char_boundary(edit.end)
}

/// Two insertions at one place touch as well: each is written as if it were alone.
fn touch(left: &TextEdit, right: &TextEdit) -> bool {
    left.start <= right.end && right.start <= left.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Applicability;

    fn check(text: &str, edits: &[&[(usize, usize, &str)]], expected: (&str, usize, usize)) {
        let fixes: Vec<Fix> = edits
            .iter()
            .map(|edits| {
                let edit = |(start, end, text): &(usize, usize, &str)| TextEdit {
                    start: *start,
                    end: *end,
                    text: (*text).to_owned(),
                };
                Fix { applicability: Applicability::Safe, edits: edits.iter().map(edit).collect() }
            })
            .collect();
        let fixed = apply(text, &fixes);
        assert_eq!((fixed.text.as_str(), fixed.applied, fixed.left), expected);
    }

    #[test]
    fn a_fix_is_whole_or_left() {
        check("abcdef", &[&[(0, 1, "A"), (5, 6, "F")], &[(2, 3, "C"), (5, 6, "x")]], ("AbcdeF", 1, 1));
        // Two of a kind are one, two insertions at one place wait for each other.
        check("ab", &[&[(1, 2, "B")], &[(1, 2, "B")]], ("aB", 1, 0));
        check("{}", &[&[(1, 1, "x")], &[(1, 1, "y")]], ("{x}", 1, 1));
    }

    #[test]
    fn edits_of_another_text_are_ignored() {
        check("é", &[&[(1, 1, "x")], &[(0, 9, "")]], ("é", 0, 0));
    }
}
