//! The form in which a result stands before the model: plain text, JSON, a list of blocks, the raw
//! result, Python's `repr`, or words of the client's own.

use serde::Serialize;
use sightline::json::{Document, Node};
use sightline::result::ToolResult;
use sightline::sdk::print::{Runtime, Style, print};

use super::channel::styles;
use crate::record::Record;

/// How the text that arrived is built.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case", tag = "form", content = "how")]
#[non_exhaustive]
pub enum Form {
    /// The whole result as JSON; the string names its members.
    RawResult(String),
    /// The content blocks as one JSON list.
    BlockList,
    /// A JSON object of the client's own around parts of the result; the string names its members.
    Object(String),
    /// The structured content as JSON; the string names the style.
    Json(String),
    /// A text of the result as it was.
    Verbatim,
    /// Python's `repr` of a value.
    Repr,
    /// Bytes, as a part of the message.
    Media,
    /// Words that do not stand in the result.
    Words,
}

impl Form {
    /// Returns it in plain words.
    ///
    /// ```
    /// use sightline_survey::results::form::Form;
    ///
    /// assert_eq!(Form::BlockList.words(), "content list as JSON");
    /// ```
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::RawResult(members) => format!("raw result as JSON ({members})"),
            Self::BlockList => "content list as JSON".to_owned(),
            Self::Object(members) => format!("JSON object of its own ({members})"),
            Self::Json(style) => format!("JSON, {style}"),
            Self::Verbatim => "text as it was".to_owned(),
            Self::Repr => "Python repr".to_owned(),
            Self::Media => "media part".to_owned(),
            Self::Words => "words of its own".to_owned(),
        }
    }
}

/// Returns the forms of what arrived, sorted, each once.
///
/// ```
/// use sightline_survey::record::Record;
/// use sightline_survey::results::form::{Form, forms};
///
/// let line = r#"{"wire": "{\"content\": [{\"type\": \"text\", \"text\": \"two rows\"}]}",
///     "parts": [{"kind": "text", "text": "two rows", "place": "tool-message"}]}"#;
/// assert_eq!(forms(&serde_json::from_str::<Record>(line).unwrap()), [Form::Verbatim]);
/// ```
#[must_use]
pub fn forms(record: &Record) -> Vec<Form> {
    let Ok(document) = Document::parse(&record.wire) else { return Vec::new() };
    let Some(result) = ToolResult::of(document.root()) else { return Vec::new() };
    let mut forms: Vec<Form> = Vec::new();
    for part in &record.parts {
        match part.text.as_deref() {
            None => forms.push(Form::Media),
            Some("") => {}
            Some(text) => forms.extend(of_text(text, result)),
        }
    }
    forms.sort();
    forms.dedup();
    forms
}

fn of_text(text: &str, result: ToolResult<'_>) -> Vec<Form> {
    let mut forms = Vec::new();
    // Some clients put the JSON behind words of their own; what the words end with is looked at too.
    for json in json_in(text) {
        if let Some(form) = of_json(json.root(), result) {
            forms.push(form);
            break;
        }
    }
    let told =
        forms.iter().any(|form| matches!(form, Form::RawResult(_) | Form::BlockList | Form::Object(_)));
    if !told {
        let structured = result.structured_content().filter(|node| !node.is_null());
        if let Some(style) = structured.and_then(|node| style_of(node, text)) {
            forms.push(Form::Json(style));
        }
        let is_text =
            |text_of_block: &str| !text_of_block.trim().is_empty() && text.contains(text_of_block.trim());
        if texts_of(result).iter().any(|block| is_text(block)) {
            forms.push(Form::Verbatim);
        }
    }
    if forms.is_empty() && is_repr(text) {
        forms.push(Form::Repr);
    }
    if forms.is_empty() {
        forms.push(Form::Words);
    }
    forms
}

/// The texts of text blocks and embedded resources.
pub(crate) fn texts_of(result: ToolResult<'_>) -> Vec<String> {
    let of = |node: Node<'_>| {
        let text =
            node.member("text").or_else(|| node.member("resource").and_then(|inner| inner.member("text")));
        text.and_then(Node::as_str).map(|text| text.into_owned())
    };
    result.content().filter_map(|block| of(block.node)).collect()
}

/// JSON values that the text is, or that stand in it between words.
fn json_in(text: &str) -> Vec<Document<'_>> {
    let starts = std::iter::once(0).chain(text.match_indices(['{', '[']).map(|(at, _)| at).take(4));
    let end = text.rfind(['}', ']']).map_or(text.len(), |at| at + 1);
    let found = starts.filter_map(|at| text.get(at..end));
    found.filter_map(|within| Document::parse(within.trim()).ok()).collect()
}

fn of_json(root: Node<'_>, result: ToolResult<'_>) -> Option<Form> {
    if result.structured_content().is_some_and(|structured| structured.equals(root)) {
        return None;
    }
    if root.is_array() {
        let is_block = |item: Node<'_>| item.member("type").and_then(Node::as_str).is_some();
        let looks = !root.is_empty() && root.items().all(is_block)
            || root.is_empty() && result.content().next().is_none();
        let is_text = texts_of(result)
            .iter()
            .any(|text| Document::parse(text).is_ok_and(|own| own.root().equals(root)));
        return (looks && !is_text).then_some(Form::BlockList);
    }
    if !root.is_object() {
        return None;
    }
    if texts_of(result).iter().any(|text| Document::parse(text).is_ok_and(|own| own.root().equals(root))) {
        return None;
    }
    let names: Vec<String> = root.members().map(|member| member.key.to_str().into_owned()).collect();
    let is_envelope =
        names.iter().any(|name| name == "content") && root.member("content").is_some_and(Node::is_array);
    let members = names.join(", ");
    Some(if is_envelope { Form::RawResult(members) } else { Form::Object(members) })
}

/// The style in which a value stands in a text, in words.
fn style_of(node: Node<'_>, text: &str) -> Option<String> {
    if !(node.is_array() || node.is_object()) {
        let printed = print(node, &Style::JAVASCRIPT);
        let own = node.as_str().is_some_and(|own| text == own);
        return (text.trim() == printed || own).then(|| "a bare value".to_owned());
    }
    styles().iter().find(|style| text.contains(&print(node, style))).map(style_words)
}

/// A style in plain words.
pub(crate) fn style_words(style: &Style) -> String {
    let (runtime, spacing) = (style.runtime.in_words(), style.spacing.in_words());
    let ascii = if style.ascii { ", ASCII" } else { "" };
    let sorted = if style.sort_keys { ", sorted keys" } else { "" };
    // Most texts look the same from several runtimes; naming the first that fits would be a claim.
    let plain = matches!(style.runtime, Runtime::Javascript | Runtime::Python);
    if plain { format!("{spacing}{ascii}{sorted}") } else { format!("{spacing}{ascii}{sorted}, {runtime}") }
}

fn is_repr(text: &str) -> bool {
    let begins = ["meta=", "[TextContent(", "[{'", "{'", "['", "CallToolResult("];
    begins.iter().any(|begin| text.contains(begin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Part;

    fn check(wire: &str, text: &str, expected: &[&str]) {
        let part = Part { kind: "text".to_owned(), text: Some(text.to_owned()), ..Part::default() };
        let record = Record { wire: wire.to_owned(), parts: vec![part], ..Record::default() };
        let words: Vec<String> = forms(&record).iter().map(Form::words).collect();
        assert_eq!(words, expected, "{text}");
    }

    #[test]
    fn forms_are_told_apart() {
        let wire = r#"{"content":[{"type":"text","text":"two rows"}],"structuredContent":{"n":7,"a":"ü"},"_meta":{"k":"v"}}"#;
        check(wire, "two rows", &["text as it was"]);
        check(wire, r#"{"n":7,"a":"ü"}"#, &["JSON, compact"]);
        check(wire, r#"{"n": 7, "a": "\u00fc"}"#, &["JSON, spaced, ASCII"]);
        check(wire, "Wall time: 1 s\n{\"n\":7,\"a\":\"ü\"}", &["JSON, compact"]);
        check(wire, "two rows\n\n{\"n\":7,\"a\":\"ü\"}", &["JSON, compact", "text as it was"]);
        check(wire, wire, &["raw result as JSON (content, structuredContent, _meta)"]);
        check(wire, r#"[{"type":"text","text":"two rows"}]"#, &["content list as JSON"]);
        check(
            wire,
            r#"{"result":"two rows","structuredContent":{"n":7,"a":"ü"}}"#,
            &["JSON object of its own (result, structuredContent)"],
        );
        check(wire, "Tool succeeded.", &["words of its own"]);
        check(wire, "meta=None content=[]", &["Python repr"]);
        check(r#"{"content":[{"type":"text","text":"{\"a\":1}"}]}"#, r#"{"a":1}"#, &["text as it was"]);
    }
}
