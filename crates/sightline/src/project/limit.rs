//! Cuts of what became too long.

use super::draft::Draft;
use super::slots::Slots;
use super::units::{count_units, first_units, last_units};
use crate::profile::{Cap, Counted, Limit};
use crate::tokens::count;

/// Stands for a wall time, whose length counts.
const WALL_TIME: &str = "{wall time}";

pub(super) fn apply(draft: &mut Draft<'_, '_>, limits: &[Limit], slots: &mut Slots) {
    let applies = |limit: &&Limit| match &draft.call.model {
        None => limit.except_models.is_empty(),
        Some(model) => !limit.except_models.iter().any(|pattern| matches(pattern, model)),
    };
    if let Some(limit) = limits.iter().find(applies) {
        apply_one(draft, limit, slots);
    }
}

pub(super) fn apply_one(draft: &mut Draft<'_, '_>, limit: &Limit, slots: &mut Slots) {
    let before = slots.clone();
    if limit.shared.is_empty() {
        for text in slots.texts_mut() {
            *text = cut(text, limit, limit.middle_bytes);
        }
    }
    for counted in &limit.shared {
        share(limit, *counted, slots);
    }
    if *slots != before {
        draft.step("limits", format!("cuts the middle beyond {} bytes", limit.middle_bytes));
    }
}

/// Whether all texts together have more tokens than that.
pub(super) fn exceeds_tokens(slots: &Slots, most: usize) -> bool {
    // A token has a byte at least, so most texts need no count.
    let bytes: usize = slots.texts().map(String::len).sum();
    bytes > most && slots.texts().map(|text| count(text)).sum::<usize>() > most
}

/// A text with its middle cut out, when it is longer than the cap.
pub(super) fn capped(text: &str, cap: &Cap) -> Option<String> {
    let characters = Some(text.len()).filter(|bytes| *bytes > cap.chars).map(|_| text.chars().count())?;
    let head = cap.chars * cap.head_percent.min(100) / 100;
    let tail = (characters > cap.chars).then(|| characters - (cap.chars - head))?;
    let at = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
    Some(format!("{}{}{}", &text[..at(head)], cap.marker, &text[at(tail)..]))
}

/// Whether a model is one that a profile names; `*` at the end stands for any rest.
pub(super) fn matches(pattern: &str, model: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == model, |prefix| model.starts_with(prefix))
}

/// One cut in which all texts share the bound in their order.
fn share(limit: &Limit, counted: Counted, slots: &mut Slots) {
    const TOKEN: usize = 4;
    let (mut left, mut gone) = (limit.middle_bytes, 0usize);
    slots.rewrite_texts(|text| {
        if left == 0 {
            gone += 1;
            return None;
        }
        let bytes = text.replacen(WALL_TIME, &limit.wall_time, 1).len();
        let cost = match counted {
            Counted::Bytes => bytes,
            Counted::Tokens => bytes.div_ceil(TOKEN) * TOKEN,
        };
        if cost <= left {
            left -= cost;
            return Some(text);
        }
        Some(cut(&text, limit, std::mem::take(&mut left)))
    });
    if gone > 0 && !limit.left_out.is_empty() {
        slots.push(limit.left_out.replace("{count}", &gone.to_string()));
    }
}

fn cut(text: &str, limit: &Limit, bound: usize) -> String {
    let (placeholder, stand_in) = (WALL_TIME, limit.wall_time.as_str());
    let Some((before, after)) = text.split_once(placeholder) else {
        return cut_once(text.to_owned(), limit, bound);
    };
    let measured = cut_once(format!("{before}{stand_in}{after}"), limit, bound);
    // The head keeps the wrapping, and with it the place of the stand-in.
    match measured.get(before.len()..before.len() + stand_in.len()) {
        Some(found) if found == stand_in => {
            format!("{before}{placeholder}{}", &measured[before.len() + stand_in.len()..])
        }
        _ => measured,
    }
}

fn cut_once(text: String, limit: &Limit, bound: usize) -> String {
    if limit.units_with_marker {
        return cut_units(text, limit, bound);
    }
    if text.len() <= bound {
        return text;
    }
    let head = floor_boundary(&text, bound / 2);
    let tail = ceil_boundary(&text, text.len() - (bound - bound / 2));
    let removed = text.len() - bound;
    let marker = limit.marker.replace("{tokens}", &removed.div_ceil(4).to_string());
    let lead = limit.lead.replace("{estimate}", &text.len().div_ceil(4).to_string());
    let lead = lead.replace("{lines}", &text.lines().count().to_string());
    format!("{lead}{}{marker}{}", &text[..head], &text[tail..])
}

/// The marker's length depends on what it says, and what it says on its length: one repetition.
fn cut_units(text: String, limit: &Limit, bound: usize) -> String {
    // A text has no more units than bytes, so most need no count.
    let units = if text.len() <= bound { 0 } else { count_units(&text) };
    if units <= bound {
        return text;
    }
    if let Some(percent) = limit.head_percent {
        return cut_shares(&text, limit, [units, bound, percent]);
    }
    let marker = |removed: usize| limit.marker.replace("{removed}", &removed.to_string());
    let half = |marker: &str| bound.saturating_sub(count_units(marker)) / 2;
    let first = units - 2 * half(&marker(units));
    let side = half(&marker(first));
    let marker = marker(units - 2 * side);
    format!("{}{marker}{}", first_units(&text, side), last_units(&text, side))
}

/// Fewest units that a marker must leave for a tail to be kept.
const ROOM_FOR_TAIL: usize = 200;

/// A percentage as JavaScript reckons it: with a double, rounded up.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a bound is far below 2^53, and no share of it is negative"
)]
fn share_of(whole: usize, percent: usize) -> usize {
    (whole as f64 * (percent as f64 / 100.0)).ceil() as usize
}

/// A share of what the marker leaves at the head and the rest at the tail, each up to a line's end that is
/// near. A marker that leaves little is kept with a head only, and one that leaves nothing not at all.
fn cut_shares(text: &str, limit: &Limit, [units, bound, percent]: [usize; 3]) -> String {
    let marker = limit.marker.replace("{units}", &units.to_string()).replace("{bound}", &bound.to_string());
    let Some(room) = bound.checked_sub(count_units(&marker)).filter(|room| *room > 0) else {
        return first_units(text, bound).into_owned();
    };
    if room < ROOM_FOR_TAIL {
        return format!("{}{}", first_units(text, room), marker.trim_end());
    }
    let head_units = share_of(room, percent).min(room);
    let near = limit.line_end_within.unwrap_or_default();
    let (head, tail) = (first_units(text, head_units), last_units(text, room - head_units));
    // The character after the head may be the line's end too.
    let ends = |head: &str| text.get(head.len()..).is_some_and(|rest| rest.starts_with('\n'));
    let end = if ends(&head) { Some(head.len()) } else { head.rfind('\n') };
    let end = end.filter(|at| *at > 0 && head_units - count_units(&head[..*at]) < near);
    let start = tail.find('\n').filter(|at| count_units(&tail[..*at]) < near).map(|at| at + 1);
    let (end, start) = (end.unwrap_or(head.len()), start.unwrap_or_default());
    format!("{}{marker}{}", &head[..end], &tail[start..])
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

    fn limit(middle_bytes: usize) -> Limit {
        Limit {
            except_models: Vec::new(),
            middle_bytes,
            marker: "…{tokens} cut…".to_owned(),
            units_with_marker: false,
            head_percent: None,
            line_end_within: None,
            shared: Vec::new(),
            left_out: String::new(),
            lead: String::new(),
            wall_time: "0.0000".to_owned(),
        }
    }

    fn cut(text: &str, limit: &Limit) -> String {
        super::cut(text, limit, limit.middle_bytes)
    }

    fn shared(shared: &[Counted], texts: &[&str]) -> Vec<String> {
        let left_out = "[{count} left out]".to_owned();
        let limit = Limit { shared: shared.to_vec(), left_out, ..limit(20) };
        let mut slots = Slots::default();
        for text in texts {
            slots.push((*text).to_owned());
        }
        for counted in &limit.shared {
            share(&limit, *counted, &mut slots);
        }
        slots.texts().cloned().collect()
    }

    #[test]
    fn texts_share_a_bound_in_their_order() {
        let (text, bytes, tokens) = ("x".repeat(40), Counted::Bytes, Counted::Tokens);
        assert_eq!(shared(&[bytes], &["abcde", "fg"]), ["abcde", "fg"]);
        assert_eq!(shared(&[bytes], &["abcde", &text]), ["abcde", "xxxxxxx…7 cut…xxxxxxxx"]);
        assert_eq!(shared(&[tokens], &["abcde", &text]), ["abcde", "xxxxxx…7 cut…xxxxxx"]);
        // The second cut takes the first marker, and three bytes more.
        assert_eq!(shared(&[bytes, tokens], &["abcde", &text]), ["abcde", "xxxxxx…4 cut…xxxxxx"]);
    }

    #[test]
    fn what_a_shared_bound_leaves_nothing_for_is_counted() {
        let text = "x".repeat(20);
        assert_eq!(shared(&[Counted::Bytes], &[&text, "a", "b"]), [&*text, "[2 left out]"]);
        assert_eq!(shared(&[Counted::Bytes], &[&text]), [&*text]);
    }

    #[test]
    fn a_wall_time_takes_as_much_as_one_that_was_measured() {
        let text = "x".repeat(14);
        assert_eq!(shared(&[Counted::Bytes], &["{wall time}", &text]), ["{wall time}", &text]);
        // One that is written shorter leaves more for others.
        let mut limit = Limit { shared: vec![Counted::Bytes], ..limit(20) };
        let cut = |limit: &Limit| {
            let mut slots = Slots::from("{wall time}".to_owned());
            slots.push("x".repeat(17));
            share(limit, Counted::Bytes, &mut slots);
            slots.texts().last().cloned().unwrap()
        };
        assert_eq!(cut(&limit), "xxxxxxx…1 cut…xxxxxxx");
        "0.0".clone_into(&mut limit.wall_time);
        assert_eq!(cut(&limit), "x".repeat(17));
    }

    #[test]
    fn words_lead_a_text_that_was_cut_and_no_other() {
        let limit = Limit { lead: "[{estimate} tokens, {lines} lines] ".to_owned(), ..limit(8) };
        assert_eq!(cut("abc\nefgh", &limit), "abc\nefgh");
        assert_eq!(cut("abc\nefgh\n", &limit), "[3 tokens, 2 lines] abc\n…1 cut…fgh\n");
    }

    #[test]
    fn the_edge_is_kept_and_one_more_is_cut() {
        assert_eq!(cut("abcdefgh", &limit(8)), "abcdefgh");
        assert_eq!(cut("abcdefghi", &limit(8)), "abcd…1 cut…fghi");
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
        assert_eq!(cut("äöüäöü", &limit(7)), "ä…2 cut…öü");
    }

    #[test]
    fn a_second_cut_removes_the_first_marker() {
        let twice = shared(&[Counted::Bytes; 2], &[&"x".repeat(100)]);
        assert_eq!(twice, [format!("{0}…3 cut…{0}", "x".repeat(10))]);
    }

    #[test]
    fn a_head_has_its_share_and_ends_with_a_line() {
        let marker = "[{units}>{bound}]".to_owned();
        let limit = |bound| Limit {
            units_with_marker: true,
            head_percent: Some(70),
            line_end_within: Some(3),
            marker: marker.clone(),
            ..limit(bound)
        };
        assert_eq!(cut(&"x".repeat(310), &limit(310)), "x".repeat(310));
        let expected = format!("{}[311>310]{}", "x".repeat(211), "x".repeat(90));
        assert_eq!(cut(&"x".repeat(311), &limit(310)), expected);
        let lines = format!("{}\n{}\n{}", "x".repeat(209), "y".repeat(10), "z".repeat(91));
        let expected = format!("{}[312>310]{}", "x".repeat(209), "z".repeat(90));
        assert_eq!(cut(&lines, &limit(310)), expected);
        let far = format!("{}\n{}", "x".repeat(208), "y".repeat(103));
        let expected = format!("{}\nyy[312>310]{}", "x".repeat(208), "y".repeat(90));
        assert_eq!(cut(&far, &limit(310)), expected);
        assert_eq!(cut(&"x".repeat(40), &limit(30)), format!("{}[40>30]", "x".repeat(23)));
        assert_eq!(cut("xxxxx", &limit(4)), "xxxx");
    }

    #[test]
    fn a_bound_may_count_units_and_the_marker() {
        let limit = Limit { units_with_marker: true, marker: "[-{removed}]".to_owned(), ..limit(24) };
        let text = "é".repeat(20) + &"x".repeat(20);
        let found = cut(&text, &limit);
        assert_eq!(found, format!("{}[-22]{}", "é".repeat(9), "x".repeat(9)));
        assert_eq!(cut("short", &limit), "short");
    }
}
