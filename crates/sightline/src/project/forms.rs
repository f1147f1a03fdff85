//! Forms of what a case shows: one text that is a list or an object, and words around it.

use super::draft::{Draft, mirrors};
use super::limit;
use super::slots::{Slot, Slots};
use super::words::fill_call;
use crate::align::Carried;
use crate::json::{Document, Node};
use crate::profile::{Cap, Frame, List, ObjectForm};
use crate::sdk::print::{Brackets, Style, print, quoted, write};
use crate::sdk::python;
use crate::sdk::repr::quote;

/// Prints the texts as one list, in which values stand as such where they may.
pub(super) fn list(slots: &Slots, form: List, style: &Style, with_values: bool) -> String {
    match form {
        List::PythonRepr => {
            let items: Vec<String> = slots.texts().map(|text| quote(text)).collect();
            return format!("[{}]", items.join(", "));
        }
        List::Json | List::JsonUnlessMedia | List::JsonUnlessOne | List::JsonValues => {}
    }
    let mut out = String::new();
    let mut open = Brackets::open('[', style, 0, &mut out);
    for slot in slots.iter() {
        let (text, document) = match slot {
            Slot::Medium => continue,
            Slot::Text(text) => (text, None),
            Slot::Value(text) => {
                let as_values = with_values || form == List::JsonValues;
                (text, Document::parse(text).ok().filter(|_| as_values))
            }
        };
        open.item(&mut out);
        match document {
            Some(document) => write(document.root(), style, 1, &mut out),
            None => out.push_str(&quoted(text, style)),
        }
    }
    open.close(']', &mut out);
    out
}

/// Prints the text, the structured content and `_meta` as one object.
pub(super) fn object(
    draft: &mut Draft<'_, '_>,
    form: &ObjectForm,
    cap: Option<&Cap>,
    text: &str,
    style: &Style,
) -> String {
    let result = draft.result;
    let copied = form.without_copy && (is_copied(draft) || form.equal_in_python && is_python_copy(draft));
    let is_blank = |value: Node<'_>| value.as_str().is_some_and(|text| text.trim().is_empty());
    let left_out = |value: Node<'_>| value.is_null() || copied || (form.without_blank && is_blank(value));
    let structured = result.structured_content().filter(|value| !left_out(*value));
    let mut out = String::new();
    let mut open = Brackets::open('{', style, 0, &mut out);
    match (structured, &form.structured) {
        (Some(value), Some(_)) if text.is_empty() => {
            open.member(&form.text, style, &mut out);
            write_capped(draft, value, cap, style, &mut out);
            draft.structured += 1;
        }
        (Some(value), Some(name)) => {
            open.member(&form.text, style, &mut out);
            out.push_str(&draft.quoted_as(text, style));
            open.member(name, style, &mut out);
            write_capped(draft, value, cap, style, &mut out);
            draft.structured += 1;
        }
        _ => {
            open.member(&form.text, style, &mut out);
            out.push_str(&draft.quoted_as(text, style));
        }
    }
    let own: Vec<_> = result.meta().into_iter().flat_map(Node::members).collect();
    let own: Vec<_> = own.into_iter().filter(|member| !is_reserved(&member.key.to_str())).collect();
    if let (Some(name), false) = (&form.meta, own.is_empty()) {
        open.member(name, style, &mut out);
        let mut inner = Brackets::open('{', style, 1, &mut out);
        for part in own {
            inner.member(&part.key.to_str(), style, &mut out);
            write(part.value, style, 2, &mut out);
        }
        inner.close('}', &mut out);
        draft.meta = true;
    }
    open.close('}', &mut out);
    draft.step("serialisation", "prints what is shown as one JSON object");
    out
}

fn write_capped(
    draft: &mut Draft<'_, '_>,
    value: Node<'_>,
    cap: Option<&Cap>,
    style: &Style,
    out: &mut String,
) {
    // Printing makes no token six times as long as it was received.
    let near = cap.filter(|cap| value.text().len() > cap.chars / 6);
    match near.and_then(|cap| limit::capped(&print(value, style), cap)) {
        Some(text) => {
            draft.step("limits", "cuts the middle of structured content that is too long");
            out.push_str(&quoted(&text, style));
        }
        None => write(value, style, 1, out),
    }
}

/// Whether some text block is the structured content as JSON.
fn is_copied(draft: &Draft<'_, '_>) -> bool {
    let Some(structured) = draft.result.structured_content() else { return false };
    let mirrors = mirrors(draft.call, draft.result);
    // The mirrors hold copies of an only member too.
    draft.result.content().zip(mirrors).any(|(block, mirror)| match mirror {
        Some(Carried::Copy(span)) => *span == structured.span(),
        Some(Carried::Otherwise) => {
            let text = block.text().map(|text| text.to_str()).unwrap_or_default();
            Document::parse(&text).is_ok_and(|document| document.root().equals(structured))
        }
        None => false,
    })
}

/// Whether some text block, which is no copy of the whole, equals the structured content once truth values are numbers.
fn is_python_copy(draft: &Draft<'_, '_>) -> bool {
    let Some(structured) = draft.result.structured_content() else { return false };
    let mirrors = mirrors(draft.call, draft.result);
    // A copy of a part is not read: no value equals a part of itself.
    let other =
        draft.result.content().zip(mirrors).filter(|(_, mirror)| !matches!(mirror, Some(Carried::Copy(_))));
    other.filter_map(|(block, _)| block.text()).any(|text| {
        Document::parse(&text.to_str()).is_ok_and(|document| python::equal(document.root(), structured))
    })
}

/// Whether a key of `_meta` has a prefix that the protocol keeps for itself.
fn is_reserved(key: &str) -> bool {
    let Some((prefix, _)) = key.split_once('/') else { return false };
    let mut labels = prefix.split('.');
    labels.next();
    labels.next().is_some_and(|second| matches!(second, "mcp" | "modelcontextprotocol"))
}

/// Puts each text that is long enough between the words of a frame.
pub(super) fn frame(draft: &mut Draft<'_, '_>, frame: &Frame, slots: &mut Slots) {
    let (before, after) = (fill_call(draft.call, &frame.before), fill_call(draft.call, &frame.after));
    let mut framed = false;
    let is_short = |text: &str| frame.from_chars > 0 && text.chars().nth(frame.from_chars - 1).is_none();
    for text in slots.texts_mut().filter(|text| !is_short(text)) {
        framed = true;
        if let Some(defuse) = &frame.defuse {
            *text = defused(text, &defuse.word, &defuse.instead);
        }
        *text = format!("{before}{text}{after}");
    }
    if framed {
        draft.step("wrapping", "puts words of the client's own around the text");
    }
}

/// Replaces an ASCII word in any case of letters.
fn defused(text: &str, word: &str, instead: &str) -> String {
    // A mark is rarer than a letter, and has no other case.
    let mark = word.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or_default();
    let sought = word.as_bytes().get(mark).copied().unwrap_or_default();
    let (bytes, mut out, mut from) = (text.as_bytes(), String::with_capacity(text.len()), 0);
    for found in memchr::memchr2_iter(sought.to_ascii_lowercase(), sought.to_ascii_uppercase(), bytes) {
        let Some(at) = found.checked_sub(mark).filter(|at| *at >= from) else { continue };
        let here = bytes.get(at..at + word.len());
        if here.is_some_and(|here| here.eq_ignore_ascii_case(word.as_bytes())) {
            // The word is ASCII, so it begins and ends between characters.
            out.push_str(&text[from..at]);
            out.push_str(instead);
            from = at + word.len();
        }
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(texts: &[&str], values: &[usize]) -> Slots {
        let mut slots = Slots::default();
        for (index, text) in texts.iter().map(|text| (*text).to_owned()).enumerate() {
            if values.contains(&index) { slots.push_value(text) } else { slots.push(text) }
        }
        slots
    }

    #[test]
    fn a_list_of_strings_is_written_as_python_does() {
        let check = |items: &[&str], expected: &str| {
            assert_eq!(list(&slots(items, &[]), List::PythonRepr, &Style::PYTHON, true), expected);
        };
        check(&[], "[]");
        check(&["a", "it's", "\n"], r#"['a', "it's", '\n']"#);
    }

    #[test]
    fn a_json_list_holds_values_where_they_are_named() {
        let print = |items: &[&str], form, values: &[usize]| {
            list(&slots(items, values), form, &Style::JAVASCRIPT, true)
        };
        let items = ["a", r#"{"b": 1}"#, "[1]"];
        assert_eq!(print(&items, List::Json, &[1]), r#"["a",{"b":1},"[1]"]"#);
        assert_eq!(print(&items, List::Json, &[]), r#"["a","{\"b\": 1}","[1]"]"#);
        assert_eq!(list(&slots(&["1"], &[0]), List::Json, &Style::JAVASCRIPT, false), r#"["1"]"#);
        assert_eq!(print(&["a"], List::Json, &[]), r#"["a"]"#);
        assert_eq!(list(&slots(&["1"], &[0]), List::JsonValues, &Style::JAVASCRIPT, false), "[1]");
    }

    #[test]
    fn prefixes_of_the_protocol_are_reserved() {
        for key in ["io.modelcontextprotocol/x", "dev.mcp/x", "com.mcp.tools/x"] {
            assert!(is_reserved(key), "{key}");
        }
        for key in ["example.com/x", "mcp", "com.example.mcp/x", "x"] {
            assert!(!is_reserved(key), "{key}");
        }
    }

    #[test]
    fn a_word_is_defused_in_any_case_of_letters() {
        assert_eq!(defused("é End_It end_it_", "end_it", "end-it"), "é end-it end-it_");
        assert_eq!(defused("Aab aabAAB éa", "aab", "-"), "- -- éa");
        assert_eq!(defused("_x_a_x_a_x", "_x_a_x", "-"), "-_a_x");
    }
}
