//! What one input of a fuzz target is held to; the stable replay test calls it as well.
#![allow(dead_code, reason = "each fuzz target uses one of them")]

use sightline::adapt::{Adapted, adapt as adapted, adapt_error, adapt_list, adapt_request};
use sightline::align::{MAX_DIFFERENCES, align as aligned};
use sightline::diagnostic::Guidance;
use sightline::fix::apply;
use sightline::json::{Document, Edits, Kind, Limits, Node, Number};
use sightline::recording::{Kind as Recorded, Recording};
use sightline::result::ToolResult;
use sightline::revision::REVISIONS;
use sightline::rules::{Context, RULES, Settings, check as checked};
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

/// Largest input that is checked, fixed and aligned; larger ones have tests of their own.
const MOST: Limits = Limits { max_bytes: 1 << 15, max_depth: 512 };

/// Any document is checked for what it looks like, and as a result, under each guidance.
pub fn check(bytes: &[u8]) {
    let Ok(document) = Document::parse_with(bytes, MOST) else { return };
    for kind in [None, Some(Recorded::Result)] {
        let Ok(pieces) = Recording::default().read(document.root(), kind) else { continue };
        for piece in &pieces {
            for guidance in Guidance::ALL {
                let settings = Settings::under(guidance);
                let found = checked(&Context::of_piece(piece), &settings);
                // Each rule speaks of a subject at most so often; entries of a list are subjects.
                let most = RULES.len() * settings.limits.findings * (1 + entries(document.root()));
                assert!(found.len() <= most, "{} findings", found.len());
                for found in &found {
                    let (start, end) = found.span.unwrap_or_default();
                    assert!(start <= end && !found.message.is_empty(), "{found:?}");
                    assert!(found.level <= sightline::diagnostic::Level::Error, "{found:?}");
                }
            }
        }
    }
}

fn entries(root: Node<'_>) -> usize {
    let tools = |node: Node<'_>| node.member("tools").map_or(0, Node::len);
    root.members().map(|member| tools(member.value)).sum::<usize>() + tools(root)
}

/// Any document is mended by all fixes, pass by pass; it stays JSON, and the passes come to an end.
pub fn fix(bytes: &[u8]) {
    let Ok(document) = Document::parse_with(bytes, MOST) else { return };
    let mut text = document.text().to_owned();
    for _ in 0..30 {
        let document = Document::parse(&text).expect("a fix leaves JSON");
        let Ok(pieces) = Recording::default().read(document.root(), None) else { return };
        let check = |piece| checked(&Context::of_piece(piece).with_fixes(), &Settings::default());
        let found: Vec<_> = pieces.iter().flat_map(check).collect();
        // A definition that an earlier message listed has its place there.
        let in_text = |found: &&sightline::diagnostic::Diagnostic| {
            pieces.iter().all(|piece| piece.definition.is_none()) || found.tool.is_none()
        };
        let fixed = apply(&text, found.iter().filter(in_text).filter_map(|found| found.fix.as_ref()));
        if fixed.text == text {
            return;
        }
        assert!(Document::parse(&fixed.text).is_ok(), "{text}\nbecame {}", fixed.text);
        text = fixed.text;
    }
    panic!("fixes go on for ever: {text}");
}

/// Any document is taken for a result, and its text compared with its data.
pub fn align(bytes: &[u8]) {
    let Ok(document) = Document::parse_with(bytes, MOST) else { return };
    let root = document.root().member("result").unwrap_or(document.root());
    let Some(result) = ToolResult::of(root) else { return };
    let alignment = aligned(result);
    assert!(alignment.differences.len() <= MAX_DIFFERENCES);
    assert!(alignment.untold.len() <= MAX_DIFFERENCES && alignment.added.len() <= MAX_DIFFERENCES);
    assert!(alignment.differences.len() <= alignment.difference_count);
    assert_eq!(aligned(result), alignment, "the same result is judged alike");
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
