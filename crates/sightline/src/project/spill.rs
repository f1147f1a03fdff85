//! Texts that are too long and go to a file.

use std::borrow::Cow;

use super::draft::Draft;
use super::figures::{counted, grouped, kilobytes};
use super::sha256::sha256_hex;
use super::slots::Slots;
use super::units::{count_units, first_units, has_more_units, last_units};
use crate::content::BlockKind;
use crate::json::{Kind, Member, Node};
use crate::profile::{Keep, Spill, Stage};
use crate::result::ToolResult;

pub(super) fn apply(draft: &mut Draft<'_, '_>, spills: &[Spill], stage: Stage, slots: &mut Slots) {
    let single = slots.len() == 1 && draft.media.is_empty() && draft.tails.is_empty();
    let has_image = || draft.result.content().any(|block| matches!(block.kind, BlockKind::Image { .. }));
    let fits = |spill: &&Spill| {
        let is_meant =
            if draft.is_error { spill.takes_errors || spill.only_errors } else { !spill.only_errors };
        spill.stage == stage
            && is_meant
            && (single || !spill.only_single)
            && (draft.structured > 0 || !spill.only_structured)
            && !(spill.spares_images && has_image())
    };
    let mut spilt = false;
    for text in slots.texts_mut() {
        let is_for =
            |spill: &&Spill| fits(spill) && spill.unsplit_over.is_none_or(|most| !is_split(text, most));
        let spill = spills.iter().find(is_for);
        if let Some(shorter) = spill.and_then(|spill| shorter(text, spill, draft.result)) {
            spilt = true;
            *text = shorter;
        }
    }
    if spilt {
        draft.step("limits", "puts a long text into a file and shows a part of it");
    }
}

/// The text that stands in the place of one that is too long.
fn shorter(text: &str, spill: &Spill, result: ToolResult<'_>) -> Option<String> {
    // A text has no more line ends than bytes, so most need no count.
    let has_more_lines =
        |bound: usize| text.len() >= bound && memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1 > bound;
    let is_long = spill.max_bytes.is_some_and(|bound| text.len() > bound)
        || spill.max_units.is_some_and(|bound| has_more_units(text, bound))
        || spill.max_lines.is_some_and(has_more_lines);
    if !is_long {
        return None;
    }
    if spill.unless.as_ref().is_some_and(|words| holds(text, words)) {
        return None;
    }
    let lines = || text.split('\n').collect::<Vec<_>>();
    let mut kept = match spill.keep {
        Keep::Ends(head, tail) => ends(text, count_units(text), head, tail),
        Keep::FifthAndRest => {
            let bound = spill.max_units.unwrap_or(usize::MAX);
            fifth_and_rest(&lines(), spill.max_lines, [bound / 5, bound.saturating_sub(SEPARATOR.len())])
        }
        Keep::FifthOf(units) => {
            let room = units.saturating_sub(SEPARATOR.len());
            fifth_and_rest(&lines(), spill.max_lines, [room / 5, room])
        }
        Keep::HeadLines => head_lines(text, spill),
        Keep::HeadUnits(units) => head_units(text, units),
    };
    for word in &spill.replaces {
        for piece in [&mut kept.head, &mut kept.tail] {
            if holds(piece, &word.word) {
                *piece = piece.replace(&word.word, &word.instead);
            }
        }
    }
    // Each piece is filled before the texts go in, which may hold braces of their own.
    let frame = spill
        .text
        .replace("{removed}", &kept.removed.to_string())
        .replace("{grouped}", &grouped(kept.removed))
        .replace("{what}", kept.what)
        .replace("{kilobytes}", &kilobytes(text.len()))
        .replace("{rounded_kilobytes}", &((text.len() + 512) / 1_024).to_string());
    let frame = with_costly(frame, text, &kept, result);
    let (before, rest) = frame.split_once("{head}").unwrap_or((&frame, ""));
    let (between, after) = rest.split_once("{tail}").unwrap_or((rest, ""));
    Some(if frame.contains("{tail}") {
        format!("{before}{}{between}{}{after}", kept.head, kept.tail)
    } else {
        format!("{before}{}{between}", kept.head)
    })
}

/// Whether a text has several lines, each short enough. An end of the last line begins no other one.
fn is_split(text: &str, most: usize) -> bool {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.contains('\n') && text.split('\n').all(|line| line.len() <= most || count_units(line) <= most)
}

/// Members and types of a value, as deep as that; a list by its first item.
// A list in a list goes no level down, but a document has a depth of its own.
fn shape(value: Node<'_>, depth: usize) -> String {
    const MOST: usize = 10;
    match value.kind() {
        Kind::Null => "null".to_owned(),
        Kind::Bool => "boolean".to_owned(),
        Kind::Number => "number".to_owned(),
        Kind::String => "string".to_owned(),
        Kind::Array => {
            let first = value.items().next().map(|item| shape(item, depth.saturating_sub(1)));
            format!("[{}]", first.unwrap_or_default())
        }
        Kind::Object if depth == 0 => "{...}".to_owned(),
        Kind::Object => {
            let member =
                |member: Member<'_>| format!("{}: {}", member.key.to_str(), shape(member.value, depth - 1));
            let mut members: Vec<String> = value.members().take(MOST).map(member).collect();
            if value.len() > MOST {
                members.push("...".to_owned());
            }
            format!("{{{}}}", members.join(", "))
        }
    }
}

fn holds(text: &str, words: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), words.as_bytes()).is_some()
}

/// The placeholders that cost a look at the whole text, as far as they are there.
fn with_costly(mut frame: String, text: &str, kept: &Kept, result: ToolResult<'_>) -> String {
    let lines = |text: &str| (memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1).to_string();
    let mut fill = |name: &str, value: &dyn Fn() -> String| {
        if holds(&frame, name) {
            frame = frame.replace(name, &value());
        }
    };
    fill("{sha256}", &|| sha256_hex(text.as_bytes()));
    fill("{thousands}", &|| (count_units(text) / 1_000).to_string());
    fill("{lines}", &|| lines(text));
    fill("{counted lines}", &|| {
        let text = text.strip_suffix('\n').unwrap_or(text);
        counted(memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1, "line")
    });
    fill("{shape}", &|| result.structured_content().map(|value| shape(value, 2)).unwrap_or_default());
    fill("{head_lines}", &|| lines(&kept.head));
    fill("{tail_lines}", &|| lines(&kept.tail));
    fill("{estimate}", &|| text.chars().count().div_ceil(4).to_string());
    frame
}

struct Kept {
    head: String,
    tail: String,
    removed: usize,
    what: &'static str,
}

fn ends(text: &str, units: usize, head: usize, tail: usize) -> Kept {
    Kept {
        head: first_units(text, head).into_owned(),
        tail: last_units(text, tail).into_owned(),
        removed: units.saturating_sub(head + tail),
        what: "characters",
    }
}

/// A line's end at the very beginning is none to cut at.
fn head_units(text: &str, units: usize) -> Kept {
    let head = first_units(text, units);
    let is_cut = head.len() < text.len();
    let at = head.rfind('\n').filter(|at| *at > 0 && is_cut).unwrap_or(head.len());
    let more = if is_cut { "\n..." } else { "" };
    Kept {
        head: format!("{}{more}", &head[..at]),
        tail: String::new(),
        removed: text.len() - at.min(text.len()),
        what: "bytes",
    }
}

/// Whole lines, as many as both bounds let stand; which of the two is met first decides what is counted.
fn head_lines(text: &str, spill: &Spill) -> Kept {
    let bytes = text.as_bytes();
    let lines = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count() + 1;
    let (most_bytes, most_lines) =
        (spill.max_bytes.unwrap_or(usize::MAX), spill.max_lines.unwrap_or(usize::MAX));
    // A line's end does not count towards the bound, so it may stand right behind it.
    let within = match bytes.get(..=most_bytes) {
        Some(within) => memchr::memrchr(b'\n', within),
        None => Some(bytes.len()),
    };
    let kept = |end: usize, removed: usize, what: &'static str| {
        // The end of the text or of a line, so it is no part of a character.
        Kept { head: text[..end].to_owned(), tail: String::new(), removed, what }
    };
    match within {
        None => kept(0, bytes.len(), "bytes"),
        Some(end) if end < bytes.len() && lines(&bytes[..end]) < most_lines => {
            kept(end, bytes.len() - end, "bytes")
        }
        Some(end) => {
            let last = memchr::memchr_iter(b'\n', bytes).nth(most_lines.saturating_sub(1));
            kept(last.unwrap_or(end), lines(bytes).saturating_sub(most_lines), "lines")
        }
    }
}

/// Between head and tail; its length counts towards the bound.
const SEPARATOR: &str = "\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n";
const ELLIPSIS: &str = "...";

/// A head within the first room, a tail within what it leaves of the second.
fn fifth_and_rest(lines: &[&str], most: Option<usize>, [first, all]: [usize; 2]) -> Kept {
    let count = most.unwrap_or(usize::MAX).min(lines.len());
    let head_count = (count / 5).max(1);
    let head = lines.iter().take(head_count).copied();
    let (head, head_units) =
        within(head, first, |line, room| first_units(line, room).into_owned() + ELLIPSIS);
    let start = lines.len().saturating_sub(count - head_count.min(count)).max(head.len());
    let room = all.saturating_sub(head_units);
    let tail = lines.get(start..).unwrap_or_default().iter().rev().copied();
    let (mut tail, _) = within(tail, room, |line, room| ELLIPSIS.to_owned() + &tail_of(line, room));
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
        let size = count_units(line) + 1;
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

/// A cut of no length keeps the whole line, as JavaScript's `slice(-0)` does.
fn tail_of(line: &str, count: usize) -> Cow<'_, str> {
    if count == 0 { Cow::Borrowed(line) } else { last_units(line, count) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;
    use crate::profile::Defuse;

    /// Of a result that holds nothing.
    fn short(text: &str, spill: &Spill) -> Option<String> {
        let document = Document::parse("{}").unwrap();
        shorter(text, spill, ToolResult::of(document.root()).unwrap())
    }

    fn spill(keep: Keep, bounds: [Option<usize>; 3], text: &str) -> Spill {
        let [max_bytes, max_units, max_lines] = bounds;
        let text = text.to_owned();
        Spill {
            stage: Stage::Whole,
            only_single: false,
            only_structured: false,
            max_bytes,
            max_units,
            max_lines,
            unsplit_over: None,
            keep,
            text,
            takes_errors: false,
            only_errors: false,
            spares_images: false,
            unless: None,
            replaces: Vec::new(),
        }
    }

    #[test]
    fn the_edge_stays_and_one_more_goes_to_a_file() {
        let spill = spill(Keep::Ends(2, 3), [None, Some(8), None], "{path}: {head}<{grouped}>{tail}");
        assert_eq!(short("abcdefgh", &spill), None);
        assert_eq!(short("abcdefghi", &spill).unwrap(), "{path}: ab<4>ghi");
    }

    #[test]
    fn what_the_text_says_is_no_placeholder() {
        let spill = spill(Keep::Ends(6, 6), [Some(12), None, None], "{head}|{tail}");
        assert_eq!(short("{tail}-{head}-{path}", &spill).unwrap(), "{tail}|{path}");
    }

    #[test]
    fn lines_and_thousands_are_counted() {
        let words = "{head}|{tail} {removed} {head_lines}/{tail_lines}/{lines} {thousands}k {estimate}";
        let spill = spill(Keep::Ends(4, 3), [None, Some(1_000), None], words);
        let text = format!("a\nb\n{}\nxy", "é".repeat(1_997));
        assert_eq!(short(&text, &spill).unwrap(), "a\nb\n|\nxy 1997 3/2/4 2k 501");
    }

    #[test]
    fn whole_lines_stay_at_the_head() {
        let text = "{head} ...{removed} {what}";
        let by_lines = spill(Keep::HeadLines, [Some(100), None, Some(2)], text);
        assert_eq!(short("a\nb\nc", &by_lines).unwrap(), "a\nb ...1 lines");
        let by_bytes = spill(Keep::HeadLines, [Some(4), None, Some(9)], text);
        assert_eq!(short("aé\nbc", &by_bytes).unwrap(), "aé ...3 bytes");
        assert_eq!(short("abcde", &by_bytes).unwrap(), " ...5 bytes");
        // An empty line is a line, and an end of one right behind the bound parts no line.
        assert_eq!(short("\nabcde", &by_bytes).unwrap(), " ...6 bytes");
        assert_eq!(short("abcd\ne", &by_bytes).unwrap(), "abcd ...2 bytes");
        let by_both = spill(Keep::HeadLines, [Some(4), None, Some(2)], text);
        assert_eq!(short("a\nbc\nd", &by_both).unwrap(), "a\nbc ...1 lines");
        assert_eq!(short("a\nbcd\nd", &by_both).unwrap(), "a ...6 bytes");
    }

    #[test]
    fn a_fifth_stays_at_the_head() {
        let text = "{head}[cut]{tail}";
        let lines: Vec<String> = (0..10).map(|line| format!("l{line}")).collect();
        let by_lines = spill(Keep::FifthAndRest, [None, Some(1_000), Some(5)], text);
        assert_eq!(short(&lines.join("\n"), &by_lines).unwrap(), "l0[cut]l6\nl7\nl8\nl9");
        let by_units = spill(Keep::FifthAndRest, [None, Some(100), Some(1_000)], text);
        let long = format!("{}\n{}", "x".repeat(90), "y".repeat(90));
        let room = 100 - 20 - SEPARATOR.len() - ELLIPSIS.len();
        let expected = format!("{}...[cut]...{}", "x".repeat(17), "y".repeat(room));
        assert_eq!(short(&long, &by_units).unwrap(), expected);
    }

    #[test]
    fn a_fifth_of_what_stays_is_counted_without_the_separator() {
        let text = format!("{}\n{}", "x".repeat(300), "y".repeat(300));
        let spill = spill(Keep::FifthOf(140), [None, Some(600), None], "{head}[cut]{tail}");
        assert_eq!(short(&text[1..], &spill), None);
        let (first, rest) = ((140 - SEPARATOR.len()) / 5, 140 - SEPARATOR.len());
        let expected = format!("{}...[cut]...{}", "x".repeat(first - 3), "y".repeat(rest - first - 3));
        assert_eq!(short(&text, &spill).unwrap(), expected);
    }

    #[test]
    fn a_head_by_units_ends_with_a_line_and_some_words_are_written_otherwise() {
        let mut spill =
            spill(Keep::HeadUnits(6), [None, Some(8), None], "{rounded_kilobytes} {sha256} {head}");
        spill.replaces = vec![Defuse { word: "<p>".to_owned(), instead: "&lt;p&gt;".to_owned() }];
        spill.unless = Some("seen".to_owned());
        let digest = sha256_hex(b"a<p>\nbcdef");
        assert_eq!(short("a<p>\nbcdef", &spill).unwrap(), format!("0 {digest} a&lt;p&gt;\n..."));
        assert_eq!(short("a<p>\nseen, seen", &spill), None);
        assert_eq!(short("\nabcdefghi", &spill).unwrap().rsplit(' ').next(), Some("\nabcde\n..."));
        assert_eq!(short("12345678", &spill), None);
    }
}
