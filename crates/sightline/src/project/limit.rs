//! Cuts of what became too long.

use super::draft::Draft;
use super::slots::Slots;
use super::units::{count_units, first_units, last_units};
use crate::profile::{Cap, Limit};

/// What a wall time measured on an idle machine looks like; its length counts, its digits do not.
const WALL_TIME: (&str, &str) = ("{wall time}", "0.0000");

pub(super) fn apply(draft: &mut Draft<'_, '_>, limits: &[Limit], slots: &mut Slots) {
    let applies = |limit: &&Limit| match &draft.call.model {
        None => limit.except_models.is_empty(),
        Some(model) => !limit.except_models.iter().any(|pattern| matches(pattern, model)),
    };
    let Some(limit) = limits.iter().find(applies) else { return };
    let mut is_cut = false;
    for text in slots.texts_mut() {
        let shorter = cut(text, limit);
        is_cut |= shorter != *text;
        *text = shorter;
    }
    if is_cut {
        draft.step("limits", format!("cuts the middle beyond {} bytes", limit.middle_bytes));
    }
}

/// A text with its middle cut out, when it is longer than the cap.
pub(super) fn capped(text: &str, cap: &Cap) -> Option<String> {
    let characters = Some(text.len()).filter(|bytes| *bytes > cap.chars).map(|_| text.chars().count())?;
    let head = cap.chars * cap.head_percent.min(100) / 100;
    let tail = (characters > cap.chars).then(|| characters - (cap.chars - head))?;
    let at = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
    Some(format!("{}{}{}", &text[..at(head)], cap.marker, &text[at(tail)..]))
}

fn matches(pattern: &str, model: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == model, |prefix| model.starts_with(prefix))
}

fn cut(text: &str, limit: &Limit) -> String {
    let (placeholder, stand_in) = WALL_TIME;
    let Some((before, after)) = text.split_once(placeholder) else { return repeat(text.to_owned(), limit) };
    let measured = repeat(format!("{before}{stand_in}{after}"), limit);
    // The head keeps the wrapping, and with it the place of the stand-in.
    match measured.get(before.len()..before.len() + stand_in.len()) {
        Some(found) if found == stand_in => {
            format!("{before}{placeholder}{}", &measured[before.len() + stand_in.len()..])
        }
        _ => measured,
    }
}

fn repeat(mut text: String, limit: &Limit) -> String {
    for _ in 0..limit.times {
        text = cut_once(text, limit);
    }
    text
}

fn cut_once(text: String, limit: &Limit) -> String {
    if limit.units_with_marker {
        return cut_units(text, limit);
    }
    if text.len() <= limit.middle_bytes {
        return text;
    }
    let head = floor_boundary(&text, limit.middle_bytes / 2);
    let tail = ceil_boundary(&text, text.len() - (limit.middle_bytes - limit.middle_bytes / 2));
    let removed = text.len() - limit.middle_bytes;
    let marker = limit.marker.replace("{tokens}", &removed.div_ceil(4).to_string());
    format!("{}{marker}{}", &text[..head], &text[tail..])
}

/// The marker's length depends on what it says, and what it says on its length: one repetition.
fn cut_units(text: String, limit: &Limit) -> String {
    let units = count_units(&text);
    if units <= limit.middle_bytes {
        return text;
    }
    let marker = |removed: usize| limit.marker.replace("{removed}", &removed.to_string());
    let half = |marker: &str| limit.middle_bytes.saturating_sub(count_units(marker)) / 2;
    let first = units - 2 * half(&marker(units));
    let side = half(&marker(first));
    let marker = marker(units - 2 * side);
    format!("{}{marker}{}", first_units(&text, side), last_units(&text, side))
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(middle_bytes: usize, times: usize) -> Limit {
        Limit {
            except_models: Vec::new(),
            middle_bytes,
            marker: "…{tokens} cut…".to_owned(),
            units_with_marker: false,
            times,
        }
    }

    #[test]
    fn the_edge_is_kept_and_one_more_is_cut() {
        assert_eq!(cut("abcdefgh", &limit(8, 1)), "abcdefgh");
        assert_eq!(cut("abcdefghi", &limit(8, 1)), "abcd…1 cut…fghi");
    }

    #[test]
    fn a_cap_keeps_its_share_of_characters_at_both_ends() {
        let cap = |chars| Cap { chars, head_percent: 40, marker: "…".to_owned() };
        assert_eq!(capped("äbcdefghij", &cap(10)), None);
        assert_eq!(capped("äbcdefghij", &cap(5)).unwrap(), "äb…hij");
        assert_eq!(capped("äö", &cap(3)), None);
        assert_eq!(capped("abc", &cap(0)).unwrap(), "…");
    }

    #[test]
    fn characters_are_never_split() {
        assert_eq!(cut("äöüäöü", &limit(7, 1)), "ä…2 cut…öü");
    }

    #[test]
    fn a_second_cut_removes_the_first_marker() {
        let twice = cut(&"x".repeat(100), &limit(20, 2));
        assert_eq!(twice, format!("{0}…3 cut…{0}", "x".repeat(10)));
    }

    #[test]
    fn a_bound_may_count_units_and_the_marker() {
        let limit = Limit { units_with_marker: true, marker: "[-{removed}]".to_owned(), ..limit(24, 1) };
        let text = "é".repeat(20) + &"x".repeat(20);
        let found = cut(&text, &limit);
        assert_eq!(found, format!("{}[-22]{}", "é".repeat(9), "x".repeat(9)));
        assert_eq!(cut("short", &limit), "short");
    }
}
