//! What a text says beside the data: code, and hints to the reader what to do next.

use crate::align::hear::{Breaks, is_start};
use crate::align::lexicon::{self, Meaning};
use crate::align::scan::{Kind, Scan};

/// Words behind the fence of text or data, which may well state facts.
const DATA: [&str; 14] = [
    "console",
    "csv",
    "diff",
    "json",
    "log",
    "markdown",
    "md",
    "output",
    "plain",
    "plaintext",
    "text",
    "txt",
    "yaml",
    "yml",
];

/// Whether each token stands in code or in a hint.
pub(super) fn asides(scan: &Scan, breaks: &Breaks) -> Vec<bool> {
    let mut asides = vec![false; scan.tokens.len()];
    code(scan, &mut asides);
    hints(scan, breaks, &mut asides);
    options(scan, &mut asides);
    asides
}

/// A fence with the name of a language that is none of data.
fn code(scan: &Scan, asides: &mut [bool]) {
    let is_fence = |at: usize| (0..3).all(|step| scan.is_mark(at + step, '`'));
    let (mut at, mut is_inside, mut is_code) = (0, false, false);
    while at < scan.tokens.len() {
        if is_fence(at) {
            let language = scan.tokens.get(at + 3).filter(|token| !token.line && token.is_word());
            is_inside = !is_inside;
            is_code = is_inside && language.is_some_and(|token| !DATA.contains(&scan.word(token)));
            at += 3;
            continue;
        }
        asides[at] = is_code;
        at += 1;
    }
}

/// `--to 87`, `-n 5`: an option of a command with its value.
fn options(scan: &Scan, asides: &mut [bool]) {
    for at in 1..scan.tokens.len() {
        let is_dash = |at: usize| scan.is_mark(at, '-');
        let is_option = is_dash(at)
            && is_dash(at - 1)
            && !scan.tokens[at].spaced
            && (scan.tokens[at - 1].spaced || scan.is_mark(at.saturating_sub(2), '`'));
        if is_option {
            // The words of the option, and what stands behind it.
            let end = (at + 1..at + 8).take_while(|next| {
                scan.tokens.get(*next).is_some_and(|token| !token.line && (!token.spaced || *next == at + 1))
            });
            let last = end.last().unwrap_or(at);
            let stop = (last + 2).min(asides.len());
            asides[at..stop].fill(true);
        }
    }
}

/// A sentence that begins with what the reader is to do: `use offset=3 for more`.
fn hints(scan: &Scan, breaks: &Breaks, asides: &mut [bool]) {
    let mut at = 0;
    while at < scan.tokens.len() {
        let is_hint = scan.tokens[at].kind == Kind::Word
            && lexicon::is(scan, at, Meaning::Hint)
            && is_start(scan, breaks, at)
            // `Pass rate: 91 %` bids nobody to do anything.
            && !matches!(scan.word_at(at + 1), "is" | "rate" | "rates" | "was" | ":");
        if !is_hint {
            at += 1;
            continue;
        }
        let sentence = breaks.sentences[at];
        while at < scan.tokens.len() && breaks.sentences[at] == sentence {
            asides[at] = true;
            at += 1;
        }
    }
}
