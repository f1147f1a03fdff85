//! What one input of a fuzz target is held to; the stable replay test calls it as well.
#![allow(dead_code, reason = "each fuzz target uses one of them")]

use sightline::adapt::{Adapted, adapt as adapted, adapt_error, adapt_list, adapt_request};
use sightline::json::{Document, Edits, Kind, Limits, Number};
use sightline::result::ToolResult;
use sightline::revision::REVISIONS;
use sightline::tool::Tool;

/// Reads any bytes, and holds what was read to the laws that need no second opinion.
pub fn document(bytes: &[u8]) {
    let limits = Limits { max_bytes: 1 << 20, ..Limits::default() };
    let document = match Document::parse_with(bytes, limits) {
        Ok(document) => document,
        Err(error) => {
            assert!(error.place().offset <= bytes.len());
            assert!(serde_json::from_slice::<serde_json::Value>(bytes).is_err(), "only serde_json reads it");
            return;
        }
    };
    assert_eq!(document.text().as_bytes(), bytes);
    if let Ok(value) = serde_json::from_slice::<serde_json::Value>(bytes) {
        assert_eq!(document.root().to_value(), value);
    }
    assert!(document.root().equals(document.root()));
    let shadowed = document.duplicates().count();
    let mut open = vec![document.root()];
    let (mut steps, mut seen_shadowed) = (0, 0);
    while let Some(node) = open.pop() {
        steps += 1;
        match node.kind() {
            Kind::Number => {
                let number = node.as_number().expect("its kind says so");
                assert_eq!(Number::parse(node.text()), Some(number));
                assert!(number.is_integer() || !number.is_written_as_integer());
            }
            Kind::String => {
                let text = node.as_text().expect("its kind says so");
                assert_eq!(text.is_lossy(), String::from_utf16(&text.code_units()).is_err());
            }
            Kind::Null | Kind::Bool | Kind::Array | Kind::Object => {}
        }
        // The first nodes are looked at closely; all of them would make large inputs quadratic.
        if steps < 50 {
            let found = document.root().at(&node.pointer());
            // A pointer past a shadowed member may find nothing.
            assert!(found.is_some() || shadowed > 0, "no node at {}", node.pointer());
            let mut edits = Edits::new(&document);
            edits.replace(node, "0");
            let changed = edits.finish();
            assert!(Document::parse(&changed).is_ok(), "{changed}");
            assert_eq!(changed.len(), bytes.len() - node.text().len() + 1);
            let mut edits = Edits::new(&document);
            edits.remove(node);
            assert!(Document::from_string(edits.finish()).is_ok());
        }
        seen_shadowed += node.all_members().filter(|member| member.is_shadowed()).count();
        assert_eq!(node.len(), node.items().count() + node.members().count());
        open.extend(node.items());
        open.extend(node.all_members().map(|member| member.value));
    }
    assert_eq!(shadowed, seen_shadowed);
}

/// Takes any document for what a server sends, and adapts it between all revisions.
pub fn adapt(bytes: &[u8]) {
    // Twenty-five ways over a large input would only be slow.
    let limits = Limits { max_bytes: 1 << 14, ..Limits::default() };
    let Ok(document) = Document::parse_with(bytes, limits) else { return };
    let root = document.root();
    let part = |name: &str| root.member(name);
    let result = ToolResult::of(part("result").unwrap_or(root));
    for (from, to) in REVISIONS.iter().flat_map(|from| REVISIONS.iter().map(move |to| (from, to))) {
        let (old, new) = (&from.revision, &to.revision);
        let of_call = adapted(part("tool").map(Tool::of), result, old, new);
        if old == new {
            assert_eq!(of_call.tool.as_deref(), part("tool").map(|tool| tool.text()));
            assert_eq!(of_call.result.as_deref(), result.map(|result| result.node().text()));
        }
        if of_call.changes.is_empty() {
            assert_eq!(of_call.result.as_deref(), result.map(|result| result.node().text()));
        }
        hold(&of_call);
        hold(&adapt_list(part("list").unwrap_or(root), old, new));
        hold(&adapt_error(part("error").unwrap_or(root), old, new));
        hold(&adapt_request(part("request").unwrap_or(root), old, new));
    }
}

/// Whatever was given, what comes out is JSON, and every step has a name of the table.
fn hold(adapted: &Adapted) {
    let texts = [&adapted.tool, &adapted.list, &adapted.result, &adapted.error, &adapted.request];
    for text in
        texts.into_iter().flatten().chain(adapted.plans.iter().filter_map(|plan| plan.alternative.as_ref()))
    {
        assert!(Document::parse(text).is_ok(), "{text}");
    }
    for change in adapted.changes.iter().chain(&adapted.losses) {
        let number = change.step.strip_prefix(['L', 'C']).and_then(|number| number.parse::<u8>().ok());
        assert!(number.is_some_and(|number| (1..=13).contains(&number)), "{change:?}");
    }
}
