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

/// A sentence that begins with what the reader is to do: `use offset=3 for more`.
fn hints(scan: &Scan, breaks: &Breaks, asides: &mut [bool]) {
    let mut at = 0;
    while at < scan.tokens.len() {
        let is_hint = scan.tokens[at].kind == Kind::Word
            && lexicon::is(scan, at, Meaning::Hint)
            && is_start(scan, breaks, at);
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
