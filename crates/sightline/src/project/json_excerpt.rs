//! Excerpts of JSON that is too long: long strings in it are cut to one length, or the middle of the whole is.

use super::draft::Draft;
use super::slots::Slots;
use super::words::{fill_call, fill_with};
use super::{declaration, ends};
use crate::content::{BlockKind, ContentBlock};
use crate::json::{Document, Edits, Kind, Node, SPACED, Text, quote};
use crate::profile::{Case, JsonExcerpt, Show};
use crate::sdk::print::{Spacing, Style, print};

pub(super) fn apply(draft: &mut Draft<'_, '_>, case: &Case, excerpt: &JsonExcerpt, slots: &mut Slots) {
    if draft.is_error {
        let is_known = is_textual(draft) || excerpt.of_blocks.is_some();
        if let Some(whole) = excerpt.of_errors.as_ref().filter(|_| is_known) {
            of_whole(draft, case, excerpt, whole, slots);
        }
        return;
    }
    if !is_textual(draft) {
        let of_both = excerpt.of_both.as_ref().filter(|_| draft.structured > 0);
        if let Some(whole) = of_both.or(excerpt.of_blocks.as_ref()) {
            of_whole(draft, case, excerpt, whole, slots);
        }
        return;
    }
    let shown = case.show.contains(&Show::Structured).then(|| draft.result.structured_content()).flatten();
    let mut cut = false;
    for text in slots.texts_mut() {
        // What was printed from a value need not be read again.
        let words = match shown {
            Some(value) => words(draft, value, excerpt, &excerpt.style),
            None => Document::parse(text)
                .ok()
                .and_then(|document| words(draft, document.root(), excerpt, &excerpt.style)),
        };
        if let Some(words) = words {
            cut = true;
            *text = words;
        }
    }
    if cut {
        draft.step("limits", "an excerpt stands for JSON that is too long");
    }
}

/// An error and a result of other blocks are measured as a whole, in which what is shown stands in pieces.
fn of_whole(draft: &mut Draft<'_, '_>, case: &Case, excerpt: &JsonExcerpt, whole: &str, slots: &mut Slots) {
    let said: String = draft.result.content().filter_map(ContentBlock::text).map(Text::to_str).collect();
    let structured = || draft.result.structured_content().map(|value| print(value, &compact(excerpt)));
    let mut cut = None;
    // Of several texts a whole is made once, by the first; the others stand in it too.
    let text = slots.texts().next().cloned().unwrap_or_default();
    let filled = fill_with(draft.call, whole, &|name| {
        Some(match name {
            "pieces" => format!("[{}]", pieces(draft, case, &text).join(",")),
            "blocks" if draft.structured > 0 => format!("[{}]", pieces(draft, case, &text).join(",")),
            "blocks" => format!("[{}]", blocks(draft, true).join(",")),
            "said:quoted" => quote(&said),
            "structured" => structured().unwrap_or_default(),
            _ => return None,
        })
    });
    if let Ok(document) = Document::parse(&filled) {
        // What is measured is printed as it was made, whatever the order of a script's own values.
        let as_made = Style { sort_keys: false, ..excerpt.style };
        cut = words(draft, document.root(), excerpt, &as_made);
    }
    if let Some(words) = cut {
        slots.become_text(words);
        draft.step("limits", "an excerpt stands for what is too long as a whole");
    }
}

fn compact(excerpt: &JsonExcerpt) -> Style {
    Style { spacing: Spacing::Compact, ..excerpt.style }
}

/// The paragraphs of what is said, and behind the words that there is more the blocks that are no texts.
fn pieces(draft: &Draft<'_, '_>, case: &Case, text: &str) -> Vec<String> {
    let piece = |text: &str| format!(r#"{{"type":"text","text":{}}}"#, quote(text));
    let words = case.appendix.as_ref().map(|appendix| fill_call(draft.call, &appendix.words));
    let words = words.unwrap_or_default();
    match text.split_once(&words).filter(|_| !words.is_empty()) {
        Some((said, _)) => {
            let paragraphs = said.split("\n\n").map(piece).chain([piece(words.trim())]);
            paragraphs.chain(blocks(draft, false)).collect()
        }
        None => text.split("\n\n").map(piece).collect(),
    }
}

/// The blocks that are shown, with the members that count.
fn blocks(draft: &Draft<'_, '_>, with_texts: bool) -> Vec<String> {
    let shown = draft.result.content().zip(&draft.shown).filter(|(_, shown)| **shown);
    let quoted = |text: Text<'_>| quote(&text.to_str());
    let block = |block: ContentBlock<'_>| match block.kind {
        BlockKind::Text(text) if with_texts => Some(format!(r#"{{"type":"text","text":{}}}"#, quoted(text))),
        BlockKind::Image { data, mime_type } => {
            Some(format!(r#"{{"type":"image","data":{},"mimeType":{}}}"#, quoted(data), quoted(mime_type)))
        }
        BlockKind::ResourceText { uri, text, mime_type } => {
            let mime = mime_type.map(|mime| format!(r#""mimeType":{},"#, quoted(mime))).unwrap_or_default();
            let (uri, text) = (quoted(uri), quoted(text));
            Some(format!(r#"{{"type":"resource","resource":{{"uri":{uri},{mime}"text":{text}}}}}"#))
        }
        _ => None,
    };
    shown.filter_map(|(one, _)| block(one)).collect()
}

/// Whether all blocks are texts: beside others the client measures a whole that is not shown.
fn is_textual(draft: &Draft<'_, '_>) -> bool {
    draft.result.content().all(|block| block.text().is_some())
}

/// Whether an excerpt will stand for structured content, whatever else is done to its text: what is printed with
/// more white space is no shorter than it was received.
pub(super) fn stands_for(draft: &Draft<'_, '_>, value: Node<'_>, excerpt: &JsonExcerpt) -> bool {
    !draft.is_error
        && is_textual(draft)
        && ends::is_plain(value, &excerpt.style)
        && value.is_free_of(SPACED)
        && value.text().len() > excerpt.over_chars
}

fn words(draft: &Draft<'_, '_>, value: Node<'_>, excerpt: &JsonExcerpt, style: &Style) -> Option<String> {
    // Cutting a string that is no longer than the words for it saves nothing.
    let least = marker(excerpt, 1).chars().count();
    // A string that is so long has two quotes more, and most values have none.
    let has_long = value.longest(Kind::String) > least + 2 && has_long(value, least);
    if ends::is_plain(value, style) && !has_long {
        let size = Some(ends::size(value)).filter(|size| *size > excerpt.over_chars)?;
        return Some(filled(draft, value, excerpt, style, &(size, plain_ends(value, size, excerpt, style))));
    }
    let printed = print(value, style);
    // A text has no more characters than bytes, so most need no count.
    let size = Some(&printed).filter(|text| text.len() > excerpt.over_chars).map(|text| text.chars().count());
    let size = size.filter(|size| *size > excerpt.over_chars)?;
    let shorter = has_long.then(|| with_short_strings(&printed, size, least, excerpt)).flatten();
    let kept = shorter.unwrap_or_else(|| cut_ends(&printed, size, excerpt));
    Some(filled(draft, value, excerpt, style, &(size, kept)))
}

fn filled(
    draft: &Draft<'_, '_>,
    value: Node<'_>,
    excerpt: &JsonExcerpt,
    style: &Style,
    (size, kept): &(usize, String),
) -> String {
    fill_with(draft.call, &excerpt.text, &|name| {
        Some(match name {
            "excerpt" => kept.clone(),
            "chars" => size.to_string(),
            "declaration" => {
                declaration::of(value, style.sort_keys).unwrap_or_else(|| "{fixed sentence}".to_owned())
            }
            _ => return None,
        })
    })
}

/// The same as `cut_ends`, of a value that is not printed.
fn plain_ends(value: Node<'_>, size: usize, excerpt: &JsonExcerpt, style: &Style) -> String {
    let half = excerpt.keep_chars / 2;
    let (head, tail) = (ends::head(value, style, half), ends::tail(value, style, half));
    let marker = marker(excerpt, size.saturating_sub(2 * half));
    // What is plain is ASCII, so every place is between two characters.
    format!("{}{marker}{}", &head[..half.min(head.len())], &tail[tail.len().saturating_sub(half)..])
}

/// Half at each end; what stands in the cut does not count.
fn cut_ends(printed: &str, size: usize, excerpt: &JsonExcerpt) -> String {
    let half = excerpt.keep_chars / 2;
    let head = printed.char_indices().nth(half).map_or(printed.len(), |(at, _)| at);
    // The tail is counted from its end, which is nearer than the beginning.
    let tail = half.checked_sub(1).and_then(|last| printed.char_indices().nth_back(last));
    let tail = tail.map_or(printed.len(), |(at, _)| at);
    let marker = marker(excerpt, size.saturating_sub(2 * half));
    format!("{}{marker}{}", &printed[..head], &printed[tail..])
}

fn marker(excerpt: &JsonExcerpt, omitted: usize) -> String {
    excerpt.marker.replace("{omitted}", &omitted.to_string())
}

/// A string that may be cut.
struct Long<'d> {
    node: Node<'d>,
    text: String,
    chars: usize,
    /// Characters of it as JSON.
    written: usize,
}

/// The JSON with all long strings cut to the greatest length with which it fits, if there is one.
fn with_short_strings(printed: &str, size: usize, least: usize, excerpt: &JsonExcerpt) -> Option<String> {
    let document = Document::parse(printed).ok()?;
    let mut long = Vec::new();
    gather(document.root(), least, &mut long);
    let fits = |most: usize| {
        let saved: usize = long
            .iter()
            .filter(|one| one.chars > most)
            .map(|one| one.written.saturating_sub(quote(&shortened(one, most, excerpt)).chars().count()))
            .sum();
        size - saved <= excerpt.keep_chars
    };
    let greatest = long.iter().map(|one| one.chars).max()?;
    if !fits(0) {
        return None;
    }
    let (mut fitting, mut beyond) = (0, greatest);
    while beyond - fitting > 1 {
        let middle = fitting.midpoint(beyond);
        if fits(middle) { fitting = middle } else { beyond = middle }
    }
    let mut edits = Edits::new(&document);
    for one in long.iter().filter(|one| one.chars > fitting) {
        let shorter = quote(&shortened(one, fitting, excerpt));
        if shorter.chars().count() < one.written {
            edits.replace(one.node, shorter);
        }
    }
    Some(edits.finish())
}

// Recursion is bounded by the depth that a document may have.
fn has_long(node: Node<'_>, least: usize) -> bool {
    node.as_text().is_some_and(|text| text.raw().len() > least)
        || node.items().any(|item| has_long(item, least))
        || node.members().any(|member| has_long(member.value, least))
}

// The same bound.
fn gather<'d>(node: Node<'d>, least: usize, long: &mut Vec<Long<'d>>) {
    if let Some(text) = node.as_text() {
        if text.raw().len() > least {
            let written = node.text().chars().count();
            let text = text.to_str().into_owned();
            long.push(Long { node, chars: text.chars().count(), text, written });
        }
        return;
    }
    node.items().for_each(|item| gather(item, least, long));
    node.members().for_each(|member| gather(member.value, least, long));
}

/// The first half, rounded up, and the last half of so many characters, with words between.
fn shortened(one: &Long<'_>, most: usize, excerpt: &JsonExcerpt) -> String {
    let text = &one.text;
    let at = |chars: usize| text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
    let (head, tail) = (most.div_ceil(2), most / 2);
    let marker = marker(excerpt, one.chars - most);
    format!("{}{marker}{}", &text[..at(head)], &text[at(one.chars - tail)..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Call;
    use crate::result::ToolResult;
    use crate::sdk::print::{Spacing, Style};

    /// What becomes of a result's structured content, as a client was seen to cut it.
    fn cut(json: &str) -> Option<String> {
        let excerpt = JsonExcerpt {
            over_chars: 16_000,
            keep_chars: 8_000,
            marker: "\n[... {omitted} characters omitted ...]\n".to_owned(),
            style: Style { spacing: Spacing::Indented, ..Style::JAVASCRIPT },
            text: "{chars}\n{excerpt}".to_owned(),
            of_errors: None,
            of_blocks: None,
            of_both: None,
        };
        let wire = format!("{{\"content\":[],\"structuredContent\":{json}}}");
        let document = Document::parse(&wire).unwrap();
        let result = ToolResult::of(document.root()).unwrap();
        let call = Call::default();
        let behaviour = crate::profile::letter('B').unwrap().behaviour;
        let draft = Draft::new(&call, result, &behaviour);
        words(&draft, result.structured_content().unwrap(), &excerpt, &excerpt.style)
    }

    fn text(chars: usize) -> String {
        "w000000 ".chars().cycle().take(chars).collect()
    }

    #[track_caller]
    fn check(json: &str, size: usize, kept: usize, omitted: &[usize]) {
        let found = cut(json).unwrap();
        let (said, excerpt) = found.split_once('\n').unwrap();
        assert_eq!((said.parse(), excerpt.chars().count()), (Ok(size), kept));
        let marks = excerpt.split("[... ").skip(1).map(|rest| rest.split(' ').next().unwrap().parse());
        assert_eq!(marks.collect::<Result<Vec<usize>, _>>().unwrap(), omitted);
    }

    /// The figures are those of runs of the client whose cuts these are.
    #[test]
    fn strings_are_cut_to_one_length_with_which_all_fits() {
        assert_eq!(cut(&format!("\"{}\"", text(15_998))), None);
        check(&format!("\"{}\"", text(15_999)), 16_001, 8_000, &[8_038]);
        let one = format!(r#"{{"a":"CNRY_zl_sc_zq","t":"{}","z":5}}"#, text(20_000));
        check(&one, 20_047, 8_000, &[12_085]);
        let [t, u, v] = [20_000, 9_000, 3_000].map(text);
        let three = format!(r#"{{"a":"CNRY_zm_sc_zq","t":"{t}","u":"{u}","v":["{v}","s"]}}"#);
        check(&three, 32_078, 7_998, &[17_397, 6_397, 397]);
    }

    #[test]
    fn many_short_strings_leave_both_ends_of_the_whole() {
        let rows: Vec<String> =
            (0..487).map(|row| format!(r#"{{"name":"r{row:06}","row":{row}}}"#)).collect();
        let json = format!(r#"{{"a":"CNRY_zq_sc_zq","r":[{}]}}"#, rows.join(","));
        check(&json, 26_714, 8_036, &[18_714]);
    }

    #[test]
    fn an_error_is_measured_as_a_whole_of_its_own() {
        let excerpt = |over_chars| JsonExcerpt {
            over_chars,
            keep_chars: 130,
            marker: "<{omitted}>".to_owned(),
            style: Style { sort_keys: true, ..Style::JAVASCRIPT },
            text: "{chars} {excerpt}".to_owned(),
            of_errors: Some(r#"{"t":{pieces},"e":{said:quoted}}"#.to_owned()),
            of_blocks: None,
            of_both: None,
        };
        let cut = |over_chars| {
            let said = "x".repeat(40);
            let wire = format!(r#"{{"content":[{{"type":"text","text":"{said}"}}],"isError":true}}"#);
            let document = Document::parse(&wire).unwrap();
            let call = Call::default();
            let profile = crate::profile::Profile::of("cline").unwrap();
            let surface = profile.surface(&crate::profile::Selector::default()).unwrap();
            let mut draft = Draft::new(&call, ToolResult::of(document.root()).unwrap(), &surface.behaviour);
            let mut slots = Slots::from(format!("failed: {said}\n\nat 1"));
            apply(&mut draft, &Case::default(), &excerpt(over_chars), &mut slots);
            slots.texts().next().cloned().unwrap()
        };
        let whole =
            r#"{"t":[{"type":"text","text":"failed: "},{"type":"text","text":"at 1"}],"e":""}"#.len() + 80;
        assert_eq!(cut(whole), format!("failed: {}\n\nat 1", "x".repeat(40)));
        let shown = cut(whole - 1);
        assert!(shown.starts_with(&format!("{whole} {{\"t\":[{{\"type\"")), "{shown}");
        // Both places of the text are cut, to the same length.
        assert!(shown.contains('<') && !shown.contains(&"x".repeat(21)), "{shown}");
    }
}
