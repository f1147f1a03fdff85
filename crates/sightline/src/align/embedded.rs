//! JSON within a text: in a fence, behind a sentence, or one value a line.

use std::borrow::Cow;

use super::{Alignment, Form, Relation, compare, parse_json_text};
use crate::json::{Document, Node};

/// Most lines that are read as one value each.
const MOST_LINES: usize = 4000;

/// Compares the JSON of a text with the structured content, and returns the text around it. Without JSON,
/// or when it shares nothing with the data, the whole text is returned.
pub(super) fn compare<'t>(
    text: Cow<'t, str>,
    structured: Node<'_>,
) -> (Option<Alignment>, Option<Cow<'t, str>>) {
    let Some((document, around)) = find(&text) else { return (None, Some(text)) };
    let alignment = compare::compare(document.root(), structured);
    if alignment.relation == Relation::Unrelated {
        return (None, Some(text));
    }
    // What stands around it is no part of the copy, and must outlive a repair.
    let alignment = Alignment { form: Some(Form::JsonWithin), ..alignment };
    (Some(alignment), Some(Cow::Owned(around)))
}

/// Finds the JSON of a text, and what stands around it.
fn find(text: &str) -> Option<(Document<'static>, String)> {
    if !text.contains(['{', '[']) {
        return None;
    }
    fenced(text).or_else(|| lines(text)).or_else(|| behind(text))
}

/// The first fence that holds JSON.
fn fenced(text: &str) -> Option<(Document<'static>, String)> {
    let start = text.find("```")?;
    let inner = start + 3;
    let end = inner + text[inner..].find("```")?;
    let body = text[inner..end].strip_prefix("json").unwrap_or(&text[inner..end]);
    let document = parse_json_text(body)?;
    Some((document, format!("{}\n\n{}", &text[..start], &text[end + 3..])))
}

/// One object or array a line.
fn lines(text: &str) -> Option<(Document<'static>, String)> {
    let mut joined = String::from("[");
    let mut values = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let is_value =
            (line.starts_with('{') && line.ends_with('}')) || (line.starts_with('[') && line.ends_with(']'));
        if !is_value || values == MOST_LINES {
            return None;
        }
        joined.push_str(if values == 0 { "" } else { "," });
        joined.push_str(line);
        values += 1;
    }
    joined.push(']');
    if values < 2 {
        return None;
    }
    Some((Document::from_string(joined).ok()?, String::new()))
}

/// JSON that begins a line and ends the text, or a paragraph of it.
fn behind(text: &str) -> Option<(Document<'static>, String)> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(['{', '[']) {
            let rest = &text[at..];
            let end = rest.find("\n\n").map_or(rest.len(), |blank| blank + 1);
            // Two places where it may end, and no more: each is read once.
            return [rest.len(), end].into_iter().find_map(|end| {
                let document = parse_json_text(&rest[..end])?;
                Some((document, format!("{}\n{}", &text[..at], &rest[end..])))
            });
        }
        at += line.len();
    }
    None
}
