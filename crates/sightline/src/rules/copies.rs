//! JSON texts beside structured content: the same value, a part or a wrapper of it, or another one.

use super::read::{only_member, parsed, texts};
use crate::content::ContentBlock;
use crate::json::{Kind, Node, Text};
use crate::result::ToolResult;

/// How one JSON text compares with the structured content.
#[derive(Debug)]
pub(super) struct Copied<'d> {
    /// The text block.
    pub block: ContentBlock<'d>,
    /// The first place where the two differ; `None` when they say the same.
    pub difference: Option<Difference>,
}

/// One place where a text and the structured content differ.
#[derive(Debug)]
pub(super) struct Difference {
    /// Pointer into the structured content.
    pub pointer: String,
    /// What the text says.
    pub text: String,
    /// What the structured content says.
    pub structured: String,
}

impl Difference {
    /// Names the place in words.
    pub(super) fn place(&self) -> &str {
        if self.pointer.is_empty() { "its root" } else { &self.pointer }
    }
}

/// Compares each text block that is JSON and has something in common with the structured content.
pub(super) fn copies(result: ToolResult<'_>) -> Vec<Copied<'_>> {
    let Some(structured) = result.structured_content() else { return Vec::new() };
    let compared = texts(result).filter_map(|(block, text)| {
        if is_plain_copy(text, structured) {
            return Some(Copied { block, difference: None });
        }
        let document = parsed(text)?;
        let difference = compare(document.root(), structured)?;
        Some(Copied { block, difference })
    });
    compared.collect()
}

/// A string alone in an object, such as `{"result": "hi"}`, and the text `hi`.
fn is_plain_copy(text: Text<'_>, structured: Node<'_>) -> bool {
    only_member(structured)
        .and_then(|member| member.value.as_text())
        .is_some_and(|string| string.same_as(text))
}

/// Returns `None` when the two have nothing in common, else their first difference if there is one.
fn compare(text: Node<'_>, structured: Node<'_>) -> Option<Option<Difference>> {
    // The text may be the whole, the one list inside it, or an envelope around it.
    let inside = structured.members().filter(|_| !text.is_object() || structured.len() == 1);
    let around = text.members().filter(|_| !structured.is_object() || text.len() == 1);
    let mut pairs = vec![(text, structured, String::new())];
    pairs.extend(inside.map(|member| (text, member.value, format!("/{}", token(member.key)))));
    pairs.extend(around.map(|member| (member.value, structured, String::new())));
    if pairs.iter().any(|(text, structured, _)| text.equals(*structured)) {
        return Some(None);
    }
    let (text, structured, pointer) =
        pairs.into_iter().find(|(text, structured, _)| related(*text, *structured))?;
    Some(first_difference(text, structured, pointer))
}

/// Objects that share a key; arrays whose first items are related or that share a first item.
fn related(text: Node<'_>, structured: Node<'_>) -> bool {
    match (text.kind(), structured.kind()) {
        (Kind::Object, Kind::Object) => {
            text.members().any(|member| structured.member(&member.key.to_str()).is_some())
        }
        (Kind::Array, Kind::Array) => {
            let first = text.items().next().zip(structured.items().next());
            first.is_some_and(|(left, right)| left.equals(right) || left.is_object() && related(left, right))
        }
        _ => false,
    }
}

/// Keys that only one side has are no difference: a text may leave fields out. Iterative.
fn first_difference(text: Node<'_>, structured: Node<'_>, pointer: String) -> Option<Difference> {
    let mut open = vec![(text, structured, pointer)];
    while let Some((text, structured, pointer)) = open.pop() {
        let from = open.len();
        match (text.kind(), structured.kind()) {
            (Kind::Object, Kind::Object) => open.extend(text.members().filter_map(|member| {
                let other = structured.member(&member.key.to_str())?;
                Some((member.value, other, format!("{pointer}/{}", token(member.key))))
            })),
            (Kind::Array, Kind::Array) if text.len() == structured.len() => {
                let pairs = text.items().zip(structured.items()).enumerate();
                open.extend(pairs.map(|(index, (left, right))| (left, right, format!("{pointer}/{index}"))));
            }
            (Kind::Array, Kind::Array) => {
                let count = |node: Node<'_>| format!("{} items", node.len());
                return Some(Difference { pointer, text: count(text), structured: count(structured) });
            }
            _ if text.equals(structured) => {}
            _ => {
                let shown = super::findings::shown;
                return Some(Difference { pointer, text: shown(text), structured: shown(structured) });
            }
        }
        open[from..].reverse();
    }
    None
}

fn token(key: Text<'_>) -> String {
    key.to_str().replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    fn check(text: &str, structured: &str, expected: Option<Option<&str>>) {
        let (left, right) = (Document::parse(text).unwrap(), Document::parse(structured).unwrap());
        let found = compare(left.root(), right.root());
        let pointer =
            found.as_ref().map(|found| found.as_ref().map(|difference| difference.pointer.as_str()));
        assert_eq!(pointer, expected, "{text} against {structured}");
    }

    #[test]
    fn order_and_number_form_do_not_matter_and_values_do() {
        check(r#"{"b": 1.0, "a": [1]}"#, r#"{"a":[1],"b":1}"#, Some(None));
        check("[1,2]", r#"{"rows":[1,2]}"#, Some(None));
        check(r#"{"result":[1]}"#, "[1]", Some(None));
        check(r#"{"a":{"b":1}}"#, r#"{"a":{"b":2,"c":3}}"#, Some(Some("/a/b")));
        check(r#"[{"id":1}]"#, r#"{"rows":[{"id":1},{"id":2}]}"#, Some(Some("/rows")));
        check(r#"{"a":1}"#, r#"{"a":1,"b":2}"#, Some(None));
        check(r#"{"x":1}"#, r#"{"a":1}"#, None);
    }
}
