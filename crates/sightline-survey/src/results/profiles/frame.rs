//! Words around each text that is long enough: a frame.

use sightline::json::quote;

use super::draft::{Draft, is_same, templated};
use super::sizes::Differing;
use crate::results::read::Observed;

/// What stands around texts, and how long these are.
struct Framed {
    around: [String; 2],
    /// Characters of the shortest text in it.
    shortest: usize,
    /// Characters of the longest text without it.
    longest_bare: usize,
    many: usize,
}

/// Sets a frame and searches the cases again, where that explains more.
pub(super) fn search(draft: &mut Draft, records: &[&Observed]) {
    let told = draft.count(records);
    if told == records.len() {
        return;
    }
    // Whoever did not know of frames took their words for a prefix, so plain content is asked.
    let plain = super::cases::contents(records).into_iter();
    let found = plain.filter_map(|case| framed(&Draft { cases: vec![case], ..draft.clone() }, records));
    // One frame around several texts, or it is a way to show one of them.
    let Some(found) = found.filter(|found| found.many > 1).max_by_key(|found| found.many) else { return };
    let Framed { around: [before, after], shortest, longest_bare, .. } = found;
    let from = if longest_bare < shortest { round(longest_bare + 1, shortest) } else { shortest };
    let mut tried = Draft {
        frame: format!("{{ from-chars = {from}, before = {}, after = {} }}", quote(&before), quote(&after)),
        frame_words: Some((before.rsplit('}').next().unwrap_or_default().to_owned(), after.clone())),
        cases: Vec::new(),
        ..draft.clone()
    };
    super::cases::search(&mut tried, records);
    if tried.count(records) > told {
        tried.chosen.push(format!(
            "texts from {from} characters are framed: one of {} is not, and one of {shortest} is",
            longest_bare.min(shortest.saturating_sub(1))
        ));
        *draft = tried;
    }
}

/// The words that most texts stand between.
fn framed(draft: &Draft, records: &[&Observed]) -> Option<Framed> {
    let surface = draft.surface()?;
    let mut framed: Vec<(usize, [String; 2])> = Vec::new();
    let mut longest_bare = 0;
    for one in records {
        match Differing::of(one, &surface) {
            Some(found) => {
                let around = found.shown.split_once(&found.whole).filter(|_| found.whole.len() > 1);
                if let Some((before, after)) =
                    around.filter(|(before, after)| !before.is_empty() && !after.is_empty())
                {
                    let around = [before, after].map(|text| templated_word(text, one));
                    framed.push((found.whole.chars().count(), around));
                }
            }
            None if is_same(one, &surface) => {
                let texts = one.record.parts.iter().filter_map(|part| part.text.as_deref());
                longest_bare = texts.map(|text| text.chars().count()).chain([longest_bare]).max()?;
            }
            None => {}
        }
    }
    let many = |around: &[String; 2]| framed.iter().filter(|(_, own)| own == around).count();
    let around = framed.iter().map(|(_, around)| around).max_by_key(|around| many(around))?.clone();
    let shortest = framed.iter().filter(|(_, own)| *own == around).map(|(chars, _)| *chars).min()?;
    Some(Framed { many: many(&around), around, shortest, longest_bare })
}

/// The roundest number in a range: the multiple of the greatest power of two.
fn round(from: usize, to: usize) -> usize {
    let steps = (0..usize::BITS - 1).rev().map(|power| 1_usize << power);
    steps.map(|step| to / step * step).find(|number| *number >= from).unwrap_or(to)
}

/// A text with the call's names as placeholders, also where all but letters and digits became underscores.
fn templated_word(text: &str, one: &Observed) -> String {
    let word = |name: &str| -> String {
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
    };
    let mut text = text.to_owned();
    if let (Some(server), Some(tool)) = (&one.record.server, &one.record.tool) {
        let pair = format!("{}__{}", word(server), word(tool));
        text = text.replace(&pair, "{server_word}__{tool_word}");
    }
    templated(&text, one)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_round_number_is_chosen() {
        for (range, number) in [((19, 35), 32), ((5, 5), 5), ((9, 15), 12), ((1, 1), 1)] {
            assert_eq!(super::round(range.0, range.1), number);
        }
    }
}
