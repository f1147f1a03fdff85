//! Excerpts: words with parts of a text in place of one that is too long.
//!
//! Placeholders in a profile's words: `{head}` and `{tail}` with a line's end towards the words,
//! `{kept}` (the same head as it is), `{head_bytes}`, `{tail_bytes}`, `{kept_chars}`, `{bytes}`,
//! `{chars}` (grouped by commas), `{size}`, `{lines}`, `{omitted}`, `{tokens}`, `{kept_tokens}`,
//! `{estimate}` (a quarter of the characters), `{per_line}`, `{read_tokens}`, `{read_lines}`, `{more}`,
//! and those of the call.

use std::cell::OnceCell;
use std::ops::Range;

use super::draft::Draft;
use super::figures::{grouped, with_unit};
use super::limit;
use super::slots::Slots;
use super::words::fill_with;
use crate::profile::{Excerpt, ModelSize, Piece, Size};

pub(super) fn apply(draft: &mut Draft<'_, '_>, excerpts: &[Excerpt], slots: &mut Slots) {
    let applies = |excerpt: &&Excerpt, text: &str| {
        exceeds(text, sizes(draft, excerpt).0) && !(excerpt.spares_errors && draft.is_error)
    };
    let mut cut = false;
    for text in slots.texts_mut() {
        if let Some(excerpt) = excerpts.iter().find(|excerpt| applies(excerpt, text)) {
            cut = true;
            *text = words(draft, text, excerpt);
        }
    }
    if cut {
        draft.step("limits", "an excerpt stands for a text that is too long");
    }
}

/// The size beyond which a text is too long, and the tokens to read at once; a model may have its own.
fn sizes(draft: &Draft<'_, '_>, excerpt: &Excerpt) -> (Size, usize) {
    let model = draft.call.model.as_deref().map(|model| match model.rsplit_once('/') {
        Some((_, own)) if excerpt.without_provider => own,
        _ => model,
    });
    let is_for = |one: &&ModelSize| {
        model.is_some_and(|model| one.models.iter().any(|pattern| limit::matches(pattern, model)))
    };
    let (over, read_tokens) = match excerpt.by_model.iter().find(is_for) {
        Some(one) => (one.over, one.read_tokens),
        None => (excerpt.over, excerpt.read_tokens),
    };
    (over, read_tokens.unwrap_or_default())
}

pub(super) fn exceeds(text: &str, size: Size) -> bool {
    match size {
        Size::Bytes(most) => text.len() > most,
        // A text has no more characters than bytes, so most need no count.
        Size::Chars(most) => text.len() > most && text.chars().count() > most,
        Size::Tokens(most) => text.len().div_ceil(4) > most && estimate(text) > most,
    }
}

fn estimate(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}

/// What is kept of a text.
struct Kept {
    head: String,
    tail: String,
    head_bytes: usize,
    tail_bytes: usize,
    more: bool,
}

impl Kept {
    fn head(head: String, more: bool) -> Self {
        Self { head_bytes: head.len(), head, tail: String::new(), tail_bytes: 0, more }
    }

    fn of(text: &str, keep: Piece) -> Self {
        match keep {
            Piece::Ends(bytes) => {
                let tail_bytes = (bytes / 2).max(1).min(text.len());
                let head_bytes = bytes.saturating_sub(tail_bytes).max(1).min(text.len());
                let piece = |bytes: Range<usize>| match text.get(bytes.clone()) {
                    Some(whole) => whole.to_owned(),
                    None => String::from_utf8_lossy(&text.as_bytes()[bytes]).into_owned(),
                };
                Self {
                    // Neither is more than the text, see above.
                    head: piece(0..head_bytes),
                    tail: piece(text.len() - tail_bytes..text.len()),
                    head_bytes,
                    tail_bytes,
                    more: true,
                }
            }
            Piece::Head(chars) => {
                let head = first_chars(text, chars);
                let at = head.rfind('\n').filter(|at| head[..*at].chars().count() > chars / 2);
                Self::head(at.map_or(head, |at| &head[..=at]).to_owned(), true)
            }
            Piece::Lines { lines, chars } => {
                let head: usize = python_lines(text).take(lines).map(str::len).sum();
                let shown = first_chars(&text[..head], chars);
                Self::head(shown.to_owned(), shown.len() < text.len())
            }
        }
    }
}

fn first_chars(text: &str, many: usize) -> &str {
    text.char_indices().nth(many).map_or(text, |(at, _)| &text[..at])
}

fn words(draft: &Draft<'_, '_>, text: &str, excerpt: &Excerpt) -> String {
    let kept = Kept::of(text, excerpt.keep);
    let kept_bytes = kept.head_bytes + kept.tail_bytes;
    // A long text is gone over only for the figures that the words ask for.
    let (lines, estimated) = (OnceCell::new(), OnceCell::new());
    let lines = || *lines.get_or_init(|| python_lines(text).count());
    let estimate = || *estimated.get_or_init(|| estimate(text));
    #[expect(clippy::cast_precision_loss, reason = "a text is shorter than 2^52 bytes")]
    let per_line = || if lines() == 0 { 0.0 } else { estimate() as f64 / lines() as f64 };
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a text is shorter than 2^52 bytes, and the quotient is cut on purpose"
    )]
    let tokens = |bytes: usize| match excerpt.bytes_per_token {
        Some(size) => ((bytes as f64 / size) as usize).max(1),
        None => bytes.div_ceil(4),
    };
    let (_, read_tokens) = sizes(draft, excerpt);
    fill_with(draft.call, &excerpt.text, &|name| {
        Some(match name {
            "head" if kept.head.ends_with('\n') => kept.head.clone(),
            "head" => format!("{}\n", kept.head),
            "tail" if kept.tail.starts_with('\n') => kept.tail.clone(),
            "tail" => format!("\n{}", kept.tail),
            "kept" => kept.head.clone(),
            "head_bytes" => kept.head_bytes.to_string(),
            "tail_bytes" => kept.tail_bytes.to_string(),
            "kept_chars" => kept.head.chars().count().to_string(),
            "bytes" => text.len().to_string(),
            "chars" => grouped(text.chars().count()),
            "size" => with_unit(text.chars().count()),
            "lines" => lines().to_string(),
            "omitted" => text.len().saturating_sub(kept_bytes).to_string(),
            "tokens" => tokens(text.len()).to_string(),
            "kept_tokens" => tokens(kept_bytes).to_string(),
            "estimate" => estimate().to_string(),
            "per_line" => format!("{:.1}", per_line()),
            "read_tokens" => grouped(read_tokens),
            "read_lines" => read_lines(read_tokens, per_line(), lines()).to_string(),
            "more" if kept.more => excerpt.more.clone(),
            "more" => String::new(),
            _ => return None,
        })
    })
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "both are small, and never negative"
)]
fn read_lines(tokens: usize, per_line: f64, lines: usize) -> usize {
    if per_line > 0.0 { lines.min(((tokens as f64 / per_line).round_ties_even() as usize).max(1)) } else { 1 }
}

/// `text.splitlines(keepends=True)` of Python, which knows more line ends than `\n`.
pub(super) fn python_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let line = (!rest.is_empty()).then(|| &rest[..line_length(rest)])?;
        rest = &rest[line.len()..];
        Some(line)
    })
}

/// The length of the first line with its end.
fn line_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += before_end(&bytes[at..]);
        match bytes[at..] {
            [] => return at,
            [b'\r', b'\n', ..] | [0xc2, 0x85, ..] => return at + 2,
            [0x0a..=0x0d | 0x1c..=0x1e, ..] => return at + 1,
            [0xe2, 0x80, 0xa8 | 0xa9, ..] => return at + 3,
            _ => at += 1,
        }
    }
}

/// The bytes before the first one that may begin a line's end; a block of them is judged at once.
fn before_end(bytes: &[u8]) -> usize {
    let may_end = |byte: &u8| *byte < 0x20 || *byte == 0xc2 || *byte == 0xe2;
    let mut at = 0;
    for block in bytes.chunks(32) {
        if block.iter().fold(false, |found, byte| found | may_end(byte)) {
            return at + block.iter().position(may_end).unwrap_or_default();
        }
        at += block.len();
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_kept_and_characters_may_be_cut_through() {
        let kept = Kept::of("äbcdefö", Piece::Ends(3));
        assert_eq!((kept.head.as_str(), kept.tail.as_str()), ("ä", "\u{fffd}"));
        assert_eq!((kept.head_bytes, kept.tail_bytes), (2, 1));
        let kept = Kept::of("abcdef", Piece::Ends(4));
        assert_eq!((kept.head.as_str(), kept.tail.as_str()), ("ab", "ef"));
    }

    #[test]
    fn a_head_ends_with_a_line_when_that_costs_little() {
        let head = |text: &str| Kept::of(text, Piece::Head(8)).head;
        assert_eq!(head("abcde\nghijkl"), "abcde\n");
        assert_eq!(head("ab\ndefghijkl"), "ab\ndefgh");
        assert_eq!(head("äöüäöüäöü"), "äöüäöüäö");
    }

    #[test]
    fn lines_end_where_python_says() {
        let check = |text: &str, lines: &[&str]| {
            assert_eq!(python_lines(text).collect::<Vec<_>>(), lines, "{text:?}");
        };
        check("a\r\nb\rc\u{2028}d\n", &["a\r\n", "b\r", "c\u{2028}", "d\n"]);
        check("é\tâ\u{85}\u{2029}\u{b}\u{1f}\u{1c}", &["é\tâ\u{85}", "\u{2029}", "\u{b}", "\u{1f}\u{1c}"]);
        let long = format!("{}\n{}", "é…x".repeat(40), "y".repeat(100));
        check(&long, &[&long[..241], &long[241..]]);
        check("", &[]);
        let kept = Kept::of("a\nb\nc", Piece::Lines { lines: 2, chars: 3 });
        assert_eq!((kept.head.as_str(), kept.more), ("a\nb", true));
        let kept = Kept::of("a\nb", Piece::Lines { lines: 2, chars: 3 });
        assert_eq!((kept.head.as_str(), kept.more), ("a\nb", false));
    }

    #[test]
    fn sizes_are_exceeded_by_one_more() {
        assert!(!exceeds("äö", Size::Bytes(4)) && exceeds("äöa", Size::Bytes(4)));
        assert!(!exceeds("äöa", Size::Chars(3)) && exceeds("äöab", Size::Chars(3)));
        assert!(!exceeds("abcdefgh", Size::Tokens(2)) && exceeds("abcdefghi", Size::Tokens(2)));
    }

    #[test]
    fn lines_to_read_are_rounded_as_python_does() {
        assert_eq!(read_lines(348, 9251.0, 1), 1);
        assert_eq!(read_lines(348, 34.8, 400), 10);
        assert_eq!(read_lines(348, 0.0, 0), 1);
    }
}
