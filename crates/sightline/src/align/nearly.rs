//! A text that is nearly the one long string that the structured content is.

use std::borrow::Cow;

use super::facts::{MAX_QUOTE, cut};
use super::{Alignment, Difference, Form, Relation, scalar_of};
use crate::json::{Kind, Node};

/// The structured content is one long string, and the text is nearly that: what differs is found by
/// what both begin and end with.
pub(super) fn nearly_scalar(texts: &[(usize, Cow<'_, str>)], structured: Node<'_>) -> Option<Alignment> {
    let (pointer, value) = scalar_of(structured)?;
    let [(_, text)] = texts else { return None };
    let known = value.as_str().filter(|_| value.kind() == Kind::String)?;
    let (text, known) = (text.trim(), known.trim());
    // A sentence may well quote a short string; a text of several lines is a copy.
    let is_long = known.len() >= 24 && known.split_whitespace().count() >= 4 || known.contains('\n');
    if !is_long || text.len() * 2 < known.len() || known.len() * 2 < text.len() {
        return None;
    }
    let begin: usize = text
        .chars()
        .zip(known.chars())
        .take_while(|(left, right)| left == right)
        .map(|(left, _)| left.len_utf8())
        .sum();
    let (rest, other) = (&text[begin..], &known[begin..]);
    let end: usize = rest
        .chars()
        .rev()
        .zip(other.chars().rev())
        .take_while(|(left, right)| left == right)
        .map(|(left, _)| left.len_utf8())
        .sum();
    let shared = begin + end;
    let enough = if known.contains('\n') { shared * 2 >= known.len() } else { shared * 4 >= known.len() * 3 };
    if !enough {
        return None;
    }
    let around = |text: &str| {
        let from = text.floor_char_boundary(begin.saturating_sub(20));
        let to = text.ceil_char_boundary((text.len() - end + 20).min(text.len()));
        cut(&text[from..to.max(from)], MAX_QUOTE)
    };
    let difference = Difference {
        text_place: Some((begin, text.len() - end)),
        ..Difference::of(pointer.clone(), around(text), around(known))
    };
    Some(Alignment {
        form: Some(Form::Prose),
        structured_pointer: pointer,
        difference_count: 1,
        differences: vec![difference],
        ..Alignment::of(Relation::Differs)
    })
}
