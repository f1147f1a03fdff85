//! What stands at a place: the lines of it, cut at the sides when a line is very long.

use std::ops::Range;

use sightline::rules::mask;

/// The text around a place.
pub struct Excerpt {
    pub text: String,
    /// Line of the file at which it begins.
    pub line: usize,
    /// What is marked in it.
    pub span: Range<usize>,
}

impl Excerpt {
    /// Cuts out what stands around a span of a text.
    pub fn around(source: &str, span: Option<(usize, usize)>, line: usize) -> Self {
        const SIDE: usize = 60;
        const LONGEST: usize = 48;
        const CONTEXT: usize = 4096;
        let (start, end) = span.unwrap_or((0, source.len().min(1)));
        // Only what is shown is searched: a list of a thousand tools may be one line.
        let near = boundary(source, start.saturating_sub(SIDE));
        let from = source[near..start].rfind('\n').map_or(near, |at| near + at + 1);
        let far = boundary(source, (start + LONGEST + SIDE).min(source.len()));
        let to = source[start..far].find('\n').map_or(far, |at| start + at);
        // Masking needs what stands around a secret; it keeps the length of the text.
        let (left, right) = (
            boundary(source, from.saturating_sub(CONTEXT)),
            boundary(source, (to + CONTEXT).min(source.len())),
        );
        let masked = mask(&source[left..right]);
        let shown = &masked[from - left..to - left];
        let marked = boundary(source, end.min(start + LONGEST).min(to)).max(start);
        let before = if from == 0 || source[..from].ends_with('\n') { "" } else { "…" };
        let after = if to == source.len() || source[to..].starts_with('\n') { "" } else { "…" };
        Self {
            text: format!("{before}{shown}{after}"),
            line,
            span: start - from + before.len()..marked - from + before.len(),
        }
    }
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
