//! Where sentences, clauses and their parts begin.

use crate::align::lexicon::{self, Meaning};
use crate::align::scan::{Kind, Scan};

/// Where sentences and clauses begin, one number a token.
pub(in crate::align) struct Breaks {
    pub(in crate::align) sentences: Vec<u32>,
    pub(in crate::align) clauses: Vec<u32>,
    /// Parts of a sentence between commas and conjunctions, brackets and what they hold included.
    pub(in crate::align) segments: Vec<u32>,
}

/// Words that part what is said of one thing from what is said of the next.
pub(in crate::align) const CONJUNCTIONS: [&str; 25] = [
    "aber", "ale", "and", "but", "e", "et", "i", "ma", "maar", "mais", "mas", "men", "mentre", "mientras",
    "och", "og", "pero", "tandis", "terwijl", "und", "wahrend", "whereas", "while", "y", "en",
];

impl Breaks {
    pub(in crate::align) fn of(scan: &Scan) -> Self {
        let (mut sentence, mut clause, mut segment, mut depth) = (0, 0, 0, 0u32);
        let (mut sentences, mut clauses, mut segments) = (Vec::new(), Vec::new(), Vec::new());
        for (at, token) in scan.tokens.iter().enumerate() {
            if token.line && at > 0 {
                depth = 0;
                sentence += 1;
                clause += 1;
            }
            // An accent makes another word of it: the Italian `è`.
            let is_plain = token.is_word() && (token.end - token.start) as usize == scan.word(token).len();
            if is_plain && CONJUNCTIONS.contains(&scan.word(token)) {
                clause += 1;
                segment += u32::from(depth == 0);
            }
            sentences.push(sentence);
            clauses.push(clause);
            segments.push(segment);
            if let Kind::Mark(mark) = token.kind {
                match mark {
                    ',' | ';' | '，' | '、' | '；' if depth == 0 => segment += 1,
                    ':' | '：' if depth == 0 && scan.tokens.get(at + 1).is_some_and(|next| next.spaced) => {
                        segment += 1;
                    }
                    '(' | '（' | '[' => depth += 1,
                    ')' | '）' | ']' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                match mark {
                    '.' | '!' | '?' | '。' | '！' | '？' if ends_sentence(scan, at) => {
                        sentence += 1;
                        clause += 1;
                    }
                    // Within brackets it parts what is said of one thing.
                    ';' | '；' => {
                        sentence += u32::from(depth == 0);
                        clause += 1;
                    }
                    ',' | ':' | '(' | ')' | '，' | '、' | '：' | '（' | '）' | '–' | '—' | '|' => {
                        clause += 1;
                    }
                    _ => {}
                }
            }
        }
        Self { sentences, clauses, segments }
    }
}

/// Words that are cut, whatever stands behind their point.
const ABBREVIATIONS: [&str; 30] = [
    "approx", "art", "bzw", "ca", "dr", "env", "evtl", "ggf", "inkl", "incl", "max", "min", "mr", "mrs",
    "nr", "num", "pag", "pcs", "pos", "resp", "sog", "st", "std", "stck", "stk", "str", "szt", "tel", "usw",
    "zzgl",
];

fn ends_sentence(scan: &Scan, at: usize) -> bool {
    let Some(next) = scan.tokens.get(at + 1) else { return true };
    // `18 Stk. Winkel`
    let is_short = at.checked_sub(1).is_some_and(|word| {
        scan.is_mark(at, '.') && ABBREVIATIONS.contains(&scan.word_at(word)) && !scan.tokens[at].spaced
    });
    if is_short && !next.line {
        return false;
    }
    // `12. Februar`
    let is_month =
        lexicon::meaning(scan, at + 1, |meaning| matches!(meaning, Meaning::Month(_)).then_some(()));
    let is_day = at.checked_sub(1).is_some_and(|day| scan.tokens[day].end - scan.tokens[day].start <= 2)
        && at.checked_sub(1).is_some_and(|day| matches!(scan.tokens[day].kind, Kind::Number(_)));
    if is_day && is_month.is_some() && !next.line {
        return false;
    }
    let is_long = !matches!(scan.tokens[at].kind, Kind::Mark('.')) || next.line;
    // Behind a long word a small letter starts a sentence too: a name that is written small.
    let before = at.checked_sub(1).map_or("", |before| scan.word_at(before));
    let is_abbreviated = before.chars().count() <= 4 || !next.spaced;
    let is_small = next.is_word() && !next.capital && scan.word(next).is_ascii() && is_abbreviated;
    is_long || !(is_small || matches!(next.kind, Kind::Number(_) | Kind::Mark('.' | ','))) && next.spaced
}
