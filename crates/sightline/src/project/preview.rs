//! Previews: words with some numbered lines of texts that are too long together.

use super::draft::Draft;
use super::excerpt::python_lines;
use super::slots::Slots;
use super::words::fill_with;
use crate::profile::Preview;

pub(super) fn apply(draft: &mut Draft<'_, '_>, preview: &Preview, slots: &mut Slots) {
    const SEPARATOR: &str = "\n";
    // Texts have no more characters than bytes, so most need no count.
    if slots.joined_length(SEPARATOR) <= preview.over_chars {
        return;
    }
    let text = slots.joined(SEPARATOR);
    if text.chars().count() <= preview.over_chars {
        return;
    }
    let (shown, note) = numbered(&text, preview);
    let words = fill_with(draft.call, &preview.text, &|name| match name {
        "note" => Some(note.clone()),
        "preview" => Some(shown.clone()),
        _ => None,
    });
    slots.become_text(words);
    draft.step("limits", "a preview stands for texts that are too long");
}

/// The lines that are shown, and the note that says what is not.
fn numbered(text: &str, preview: &Preview) -> (String, String) {
    let lines: Vec<&str> = python_lines(text).map(without_end).collect();
    let (head, tail) = (preview.head_lines, preview.tail_lines);
    let mut is_cut = false;
    let mut block = |from: usize, to: usize| {
        let width = to.to_string().len();
        let shown = lines.get(from..to).unwrap_or_default().iter().enumerate();
        let shown = shown.map(|(index, line)| {
            let end = line.char_indices().nth(preview.line_chars).map(|(at, _)| at);
            is_cut |= end.is_some();
            format!("{:>width$}  {}", from + index + 1, &line[..end.unwrap_or(line.len())])
        });
        shown.collect::<Vec<_>>().join("\n")
    };
    let Some(omitted) = lines.len().checked_sub(head + tail).filter(|omitted| *omitted > 0) else {
        let shown = block(0, lines.len());
        return (shown, note(preview, false, is_cut));
    };
    let marker = preview.marker.replace("{omitted}", &omitted.to_string());
    let shown = format!("{}\n{marker}\n{}", block(0, head), block(lines.len() - tail, lines.len()));
    (shown, note(preview, true, is_cut))
}

fn note(preview: &Preview, has_gap: bool, is_cut: bool) -> String {
    let base = if has_gap { &preview.note_with_gap } else { &preview.note };
    let caveats = [(has_gap, &preview.gap_caveat), (is_cut, &preview.cut_caveat)];
    let caveats: Vec<&str> =
        caveats.into_iter().filter(|(applies, _)| *applies).map(|(_, caveat)| caveat.as_str()).collect();
    if caveats.is_empty() { format!("{base}:") } else { format!("{base} ({}):", caveats.join("; ")) }
}

/// A line of Python's without its end.
fn without_end(line: &str) -> &str {
    const ENDS: [char; 10] =
        ['\n', '\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];
    line.strip_suffix("\r\n").or_else(|| line.strip_suffix(ENDS)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_the_note_says_what_is_missing() {
        let preview = Preview {
            over_chars: 0,
            head_lines: 2,
            tail_lines: 2,
            line_chars: 3,
            marker: "... [{omitted} lines]".to_owned(),
            note: "all".to_owned(),
            note_with_gap: "ends".to_owned(),
            gap_caveat: "gap".to_owned(),
            cut_caveat: "cut".to_owned(),
            text: String::new(),
        };
        let check = |text: &str, shown: &str, note: &str| {
            assert_eq!(numbered(text, &preview), (shown.to_owned(), note.to_owned()), "{text:?}");
        };
        check("a", "1  a", "all:");
        check("a\r\nb\u{2028}\nabcd", "1  a\n2  b\n3  \n4  abc", "all (cut):");
        check("a\nb\nc\nd\ne\n", "1  a\n2  b\n... [1 lines]\n4  d\n5  e", "ends (gap):");
        let long: String = (0..10).map(|_| "äöüß\n").collect();
        let shown = "1  äöü\n2  äöü\n... [6 lines]\n 9  äöü\n10  äöü";
        check(&long, shown, "ends (gap; cut):");
    }
}
