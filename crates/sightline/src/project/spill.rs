//! Texts that are too long and go to a file.

use super::{Draft, blocks};
use crate::profile::{Keep, Spill, Stage};

pub(super) fn apply(
    draft: &mut Draft<'_, '_>,
    spills: &[Spill],
    stage: Stage,
    texts: Vec<String>,
) -> Vec<String> {
    if draft.is_error {
        return texts;
    }
    let single = texts.len() == 1 && draft.media.is_empty() && draft.tails.is_empty();
    let fits = |spill: &&Spill| spill.stage == stage && (single || !spill.only_single);
    let Some(spill) = spills.iter().find(fits) else { return texts };
    let mut spilt = false;
    let texts = texts
        .into_iter()
        .map(|text| match shorter(&text, spill) {
            Some(shorter) if !blocks::is_place_of_media(&text) => {
                spilt = true;
                shorter
            }
            _ => text,
        })
        .collect();
    if spilt {
        draft.step("limits", "puts a long text into a file and shows a part of it");
    }
    texts
}

/// The text that stands in the place of one that is too long.
fn shorter(text: &str, spill: &Spill) -> Option<String> {
    let over = |bound: Option<usize>, size: usize| bound.is_some_and(|bound| size > bound);
    let units: Vec<u16> = text.encode_utf16().collect();
    let lines: Vec<&str> = text.split('\n').collect();
    if !over(spill.max_bytes, text.len())
        && !over(spill.max_units, units.len())
        && !over(spill.max_lines, lines.len())
    {
        return None;
    }
    let kept = match spill.keep {
        Keep::Ends(head, tail) => ends(&units, head, tail),
        Keep::FifthAndRest => fifth_and_rest(&lines, spill),
        Keep::HeadLines => head_lines(text, &lines, spill),
    };
    let removed = kept.removed.to_string();
    let kilobytes = format!("{:.1}", kilobytes(text.len()));
    // Each piece is filled before the texts go in, which may hold braces of their own.
    let frame = spill
        .text
        .replace("{removed}", &removed)
        .replace("{grouped}", &grouped(&removed))
        .replace("{what}", kept.what)
        .replace("{kilobytes}", &kilobytes);
    let (before, rest) = frame.split_once("{head}").unwrap_or((&frame, ""));
    let (between, after) = rest.split_once("{tail}").unwrap_or((rest, ""));
    Some(if frame.contains("{tail}") {
        format!("{before}{}{between}{}{after}", kept.head, kept.tail)
    } else {
        format!("{before}{}{between}", kept.head)
    })
}

struct Kept {
    head: String,
    tail: String,
    removed: usize,
    what: &'static str,
}

fn ends(units: &[u16], head: usize, tail: usize) -> Kept {
    let words = |units: Option<&[u16]>| String::from_utf16_lossy(units.unwrap_or_default());
    Kept {
        head: words(units.get(..head.min(units.len()))),
        tail: words(units.get(units.len().saturating_sub(tail)..)),
        removed: units.len().saturating_sub(head + tail),
        what: "characters",
    }
}

fn head_lines(text: &str, lines: &[&str], spill: &Spill) -> Kept {
    let (mut kept, mut bytes, mut by_bytes) = (0, 0, false);
    for (index, line) in lines.iter().enumerate().take(spill.max_lines.unwrap_or(usize::MAX)) {
        let size = line.len() + usize::from(index > 0);
        if bytes + size > spill.max_bytes.unwrap_or(usize::MAX) {
            by_bytes = true;
            break;
        }
        kept += 1;
        bytes += size;
    }
    Kept {
        head: lines.get(..kept).unwrap_or_default().join("\n"),
        tail: String::new(),
        removed: if by_bytes { text.len() - bytes } else { lines.len() - kept },
        what: if by_bytes { "bytes" } else { "lines" },
    }
}

/// Between head and tail; its length counts towards the bound.
const SEPARATOR: &str = "\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n";
const ELLIPSIS: &str = "...";

fn fifth_and_rest(lines: &[&str], spill: &Spill) -> Kept {
    let bound = spill.max_units.unwrap_or(usize::MAX);
    let count = spill.max_lines.unwrap_or(usize::MAX).min(lines.len());
    let head_count = (count / 5).max(1);
    let head = lines.iter().take(head_count).copied();
    let (head, head_units) = within(head, bound / 5, |line, room| first_units(line, room) + ELLIPSIS);
    let start = lines.len().saturating_sub(count - head_count.min(count)).max(head.len());
    let room = bound.saturating_sub(head_units + SEPARATOR.len());
    let tail = lines.get(start..).unwrap_or_default().iter().rev().copied();
    let (mut tail, _) = within(tail, room, |line, room| ELLIPSIS.to_owned() + &last_units(line, room));
    tail.reverse();
    let removed = lines.len().saturating_sub(head.len() + tail.len());
    Kept { head: head.join("\n"), tail: tail.join("\n"), removed, what: "lines" }
}

/// Lines until the room is full; the one that does not fit is cut.
fn within<'l>(
    lines: impl Iterator<Item = &'l str>,
    room: usize,
    cut: impl Fn(&str, usize) -> String,
) -> (Vec<String>, usize) {
    let (mut kept, mut used) = (Vec::new(), 0);
    for line in lines {
        let left = room.saturating_sub(used);
        if left == 0 {
            break;
        }
        let size = line.encode_utf16().count() + 1;
        if size > left {
            kept.push(cut(line, left.saturating_sub(ELLIPSIS.len())));
            used = room;
            break;
        }
        kept.push(line.to_owned());
        used += size;
    }
    (kept, used)
}

fn first_units(line: &str, count: usize) -> String {
    String::from_utf16_lossy(&line.encode_utf16().take(count).collect::<Vec<u16>>())
}

/// A cut of no length keeps the whole line, as JavaScript's `slice(-0)` does.
fn last_units(line: &str, count: usize) -> String {
    let units: Vec<u16> = line.encode_utf16().collect();
    let from = if count == 0 { 0 } else { units.len().saturating_sub(count) };
    String::from_utf16_lossy(units.get(from..).unwrap_or_default())
}

#[expect(clippy::cast_precision_loss, reason = "one digit after the point is shown")]
fn kilobytes(bytes: usize) -> f64 {
    bytes as f64 / 1_024.0
}

fn grouped(number: &str) -> String {
    let mut out = String::new();
    for (index, digit) in number.chars().enumerate() {
        if index > 0 && (number.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spill(keep: Keep, bounds: [Option<usize>; 3], text: &str) -> Spill {
        let [max_bytes, max_units, max_lines] = bounds;
        let text = text.to_owned();
        Spill { stage: Stage::Whole, only_single: false, max_bytes, max_units, max_lines, keep, text }
    }

    #[test]
    fn the_edge_stays_and_one_more_goes_to_a_file() {
        let spill = spill(Keep::Ends(2, 3), [None, Some(8), None], "{path}: {head}<{grouped}>{tail}");
        assert_eq!(shorter("abcdefgh", &spill), None);
        assert_eq!(shorter("abcdefghi", &spill).unwrap(), "{path}: ab<4>ghi");
        assert_eq!(grouped("1234567"), "1,234,567");
    }

    #[test]
    fn what_the_text_says_is_no_placeholder() {
        let spill = spill(Keep::Ends(6, 6), [Some(12), None, None], "{head}|{tail}");
        assert_eq!(shorter("{tail}-{head}-{path}", &spill).unwrap(), "{tail}|{path}");
    }

    #[test]
    fn whole_lines_stay_at_the_head() {
        let text = "{head} ...{removed} {what}";
        let by_lines = spill(Keep::HeadLines, [Some(100), None, Some(2)], text);
        assert_eq!(shorter("a\nb\nc", &by_lines).unwrap(), "a\nb ...1 lines");
        let by_bytes = spill(Keep::HeadLines, [Some(4), None, Some(9)], text);
        assert_eq!(shorter("aé\nbc", &by_bytes).unwrap(), "aé ...3 bytes");
        assert_eq!(shorter("abcde", &by_bytes).unwrap(), " ...5 bytes");
    }

    #[test]
    fn a_fifth_stays_at_the_head() {
        let text = "{head}[cut]{tail}";
        let lines: Vec<String> = (0..10).map(|line| format!("l{line}")).collect();
        let by_lines = spill(Keep::FifthAndRest, [None, Some(1_000), Some(5)], text);
        assert_eq!(shorter(&lines.join("\n"), &by_lines).unwrap(), "l0[cut]l6\nl7\nl8\nl9");
        let by_units = spill(Keep::FifthAndRest, [None, Some(100), Some(1_000)], text);
        let long = format!("{}\n{}", "x".repeat(90), "y".repeat(90));
        let room = 100 - 20 - SEPARATOR.len() - ELLIPSIS.len();
        let expected = format!("{}...[cut]...{}", "x".repeat(17), "y".repeat(room));
        assert_eq!(shorter(&long, &by_units).unwrap(), expected);
    }
}
