//! Forms of what a case shows: one text that is a list or an object, and words around it.

use std::collections::BTreeSet;

use super::{Draft, mirrors};
use crate::align::Carried;
use crate::json::{Document, Node};
use crate::profile::{Frame, List, ObjectForm};
use crate::sdk::print::{Brackets, Style, colon, quoted, write};
use crate::sdk::repr::quote;

/// Prints the texts as one list, in which those at some places are values.
pub(super) fn list(texts: &[String], form: List, style: &Style, values: &BTreeSet<usize>) -> String {
    if let (List::JsonUnlessOne, [text]) = (form, texts) {
        return text.clone();
    }
    if form == List::PythonRepr {
        let items: Vec<String> = texts.iter().map(|text| quote(text)).collect();
        return format!("[{}]", items.join(", "));
    }
    let mut out = String::new();
    let mut open = Brackets::open('[', style, 0, &mut out);
    for (index, text) in texts.iter().enumerate() {
        open.item(&mut out);
        match Document::parse(text) {
            Ok(document) if values.contains(&index) => write(document.root(), style, 1, &mut out),
            _ => out.push_str(&quoted(text, style)),
        }
    }
    open.close(']', &mut out);
    out
}

/// Prints the text, the structured content and `_meta` as one object.
pub(super) fn object(draft: &mut Draft<'_, '_>, form: &ObjectForm, text: &str, style: &Style) -> String {
    let result = draft.result;
    let copied = form.without_copy && is_copied(draft);
    let is_blank = |value: Node<'_>| value.as_str().is_some_and(|text| text.trim().is_empty());
    let left_out = |value: Node<'_>| value.is_null() || copied || (form.without_blank && is_blank(value));
    let structured = result.structured_content().filter(|value| !left_out(*value));
    let mut out = String::new();
    let mut open = Brackets::open('{', style, 0, &mut out);
    match (structured, &form.structured) {
        (Some(value), Some(_)) if text.is_empty() => {
            member(&form.text, style, &mut open, &mut out);
            write(value, style, 1, &mut out);
            draft.structured += 1;
        }
        (Some(value), Some(name)) => {
            member(&form.text, style, &mut open, &mut out);
            out.push_str(&quoted(text, style));
            member(name, style, &mut open, &mut out);
            write(value, style, 1, &mut out);
            draft.structured += 1;
        }
        _ => {
            member(&form.text, style, &mut open, &mut out);
            out.push_str(&quoted(text, style));
        }
    }
    let own: Vec<_> = result.meta().into_iter().flat_map(Node::members).collect();
    let own: Vec<_> = own.into_iter().filter(|member| !is_reserved(&member.key.to_str())).collect();
    if let (Some(name), false) = (&form.meta, own.is_empty()) {
        member(name, style, &mut open, &mut out);
        let mut inner = Brackets::open('{', style, 1, &mut out);
        for part in own {
            member(&part.key.to_str(), style, &mut inner, &mut out);
            write(part.value, style, 2, &mut out);
        }
        inner.close('}', &mut out);
        draft.meta = true;
    }
    open.close('}', &mut out);
    draft.step("serialisation", "prints what is shown as one JSON object");
    out
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

/// Whether a key of `_meta` has a prefix that the protocol keeps for itself.
fn is_reserved(key: &str) -> bool {
    let Some((prefix, _)) = key.split_once('/') else { return false };
    let mut labels = prefix.split('.');
    labels.next();
    labels.next().is_some_and(|second| matches!(second, "mcp" | "modelcontextprotocol"))
}

fn member(name: &str, style: &Style, open: &mut Brackets, out: &mut String) {
    open.item(out);
    out.push_str(&quoted(name, style));
    out.push_str(colon(style.spacing));
}

/// Puts each text that is long enough between the words of a frame.
pub(super) fn frame(draft: &mut Draft<'_, '_>, frame: &Frame, texts: Vec<String>) -> Vec<String> {
    let (before, after) = (
        super::words::fill_call(draft.call, &frame.before),
        super::words::fill_call(draft.call, &frame.after),
    );
    let mut framed = false;
    let texts = texts.into_iter().map(|text| {
        if text.chars().count() < frame.from_chars {
            return text;
        }
        framed = true;
        let text = match &frame.defuse {
            Some(defuse) => defused(&text, &defuse.word, &defuse.instead),
            None => text,
        };
        format!("{before}{text}{after}")
    });
    let texts = texts.collect();
    if framed {
        draft.step("wrapping", "puts words of the client's own around the text");
    }
    texts
}

/// Replaces an ASCII word in any case of letters.
fn defused(text: &str, word: &str, instead: &str) -> String {
    let (lower, word) = (text.to_ascii_lowercase(), word.to_ascii_lowercase());
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, found) in lower.match_indices(&word) {
        // Lowering ASCII keeps every offset.
        out.push_str(&text[from..at]);
        out.push_str(instead);
        from = at + found.len();
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_list_of_strings_is_written_as_python_does() {
        let check = |items: &[&str], expected: &str| {
            assert_eq!(list(&texts(items), List::PythonRepr, &Style::PYTHON, &BTreeSet::new()), expected);
        };
        check(&[], "[]");
        check(&["a", "it's", "\n"], r#"['a', "it's", '\n']"#);
    }

    #[test]
    fn a_json_list_holds_values_where_they_are_named() {
        let print = |items: &[&str], form, values: &[usize]| {
            let values = values.iter().copied().collect();
            list(&texts(items), form, &Style::JAVASCRIPT, &values)
        };
        let items = ["a", r#"{"b": 1}"#, "[1]"];
        assert_eq!(print(&items, List::Json, &[1]), r#"["a",{"b":1},"[1]"]"#);
        assert_eq!(print(&items, List::Json, &[]), r#"["a","{\"b\": 1}","[1]"]"#);
        assert_eq!(print(&["a"], List::Json, &[]), r#"["a"]"#);
        assert_eq!(print(&["a"], List::JsonUnlessOne, &[]), "a");
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
        assert_eq!(defused("é End_It end_it", "end_it", "end-it"), "é end-it end-it");
    }
}
