//! Words around each text that is long enough: a frame.

use sightline::json::quote;

use super::draft::{Draft, templated};
use super::sizes::Differing;
use crate::results::read::Observed;

/// Sets a frame and searches the cases again, where that explains more.
pub(super) fn search(draft: &mut Draft, records: &[&Observed]) {
    let told = draft.count(records);
    let Some(surface) = draft.surface() else { return };
    let mut framed: Vec<(usize, [String; 2])> = Vec::new();
    let mut longest_bare = 0;
    for one in records {
        match Differing::of(one, &surface) {
            Some(found) => {
                let around = found.shown.split_once(&found.whole).filter(|_| found.whole.len() > 1);
                let Some((before, after)) =
                    around.filter(|(before, after)| !before.is_empty() && !after.is_empty())
                else {
                    continue;
                };
                framed.push((
                    found.whole.chars().count(),
                    [before, after].map(|text| templated_word(text, one)),
                ));
            }
            None => {
                let texts = one.record.parts.iter().filter_map(|part| part.text.as_deref());
                longest_bare = texts.map(|text| text.chars().count()).max().unwrap_or(0).max(longest_bare);
            }
        }
    }
    // One frame around several texts, or it is a way to show one of them.
    let Some((_, around)) = framed.first().cloned() else { return };
    framed.retain(|(_, own)| *own == around);
    let Some(shortest) = framed.iter().map(|(chars, _)| *chars).min().filter(|_| framed.len() > 1) else {
        return;
    };
    let from = if longest_bare < shortest { round(longest_bare + 1, shortest) } else { shortest };
    let [before, after] = around;
    let mut tried = Draft {
        frame: format!("{{ from-chars = {from}, before = {}, after = {} }}", quote(&before), quote(&after)),
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
