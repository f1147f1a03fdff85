//! Laws of the document: what is read is kept, what is edited changes alone, values compare exactly.

#[path = "json_model/mod.rs"]
mod json_model;

use std::cmp::Ordering;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::BuildHasher;
use std::ops::Range;

use json_model::{
    Meant, Plain, Spelled, all_nodes, is_lossy, is_out_of_range, key, meant, number, print, respell, spaces,
    spelled, string, text, units,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use sightline::json::{Document, Edits, Kind, Limits, Node, Number, Place, quote};

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) }
}

/// Whether this build's `serde_json` keeps number text; the laws hold either way.
fn serde_keeps_numbers() -> bool {
    serde_json::from_str::<serde_json::Value>("1e400").is_ok()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn text_is_kept(text in text()) {
        let document = Document::parse(&text).expect("generated text is JSON");
        prop_assert_eq!(document.text(), &text);
        prop_assert_eq!(document.root().text(), text.trim_matches([' ', '\n', '\r', '\t']));
        prop_assert_eq!(Edits::new(&document).finish(), text.clone());
        let owned = document.clone().into_owned();
        prop_assert_eq!(owned.text(), &text);
    }

    #[test]
    fn reading_agrees_with_serde_json(text in text(), cuts in vec((any::<u16>(), "[\\[\\]{},:\"\\\\0-9eE.+ntu \u{1}ü-]?"), 0..3)) {
        let mut text = text;
        for (at, put) in cuts {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            if let Some(at) = places.get(usize::from(at) % places.len().max(1)) {
                text.remove(*at);
                text.insert_str(*at, &put);
            }
        }
        agrees_with_serde_json(&text)?;
    }

    #[test]
    fn nothing_panics_and_errors_have_a_place(bytes in vec(any::<u8>(), 0..60)) {
        if let Err(error) = Document::parse_with(&bytes, Limits::default()) {
            prop_assert!(error.place().offset <= bytes.len());
            prop_assert!(!error.reason().is_empty());
        }
    }

    #[test]
    fn pointers_find_their_node(text in text()) {
        let document = Document::parse(&text).unwrap();
        for node in all_nodes(document.root()) {
            let (shadowed, ambiguous) = path_traits(node);
            let found = document.root().at(&node.pointer());
            // A pointer past a shadowed member finds what readers see, which may hold nothing there.
            if !shadowed && !ambiguous {
                prop_assert_eq!(found.map(Node::span), Some(node.span()));
            }
            let parent = all_nodes(document.root()).into_iter().rfind(|other| {
                other.span() != node.span() && contains(&other.span(), &node.span())
            });
            prop_assert_eq!(node.parent().map(Node::span), parent.map(Node::span));
            prop_assert_eq!(node.depth(), naive_depth(node));
        }
    }

    #[test]
    fn places_are_counted_like_an_editor_does(text in "[a-c\n\rü😀]{0,40}", offset in 0usize..200) {
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let offset = starts[offset % starts.len()];
        let (mut line, mut column) = (1, 1);
        for character in text[..offset].chars() {
            if character == '\n' { line += 1; column = 1; } else { column += 1; }
        }
        prop_assert_eq!(Place::of(&text, offset), Place { offset, line, column });
    }

    #[test]
    fn members_are_those_of_a_map_where_the_last_wins(
        keys in prop_oneof![vec(key(), 0..12), vec(key(), 40..56), vec(prop_oneof!["\"k[0-9]{1,2}\"", key()], 48..140)],
    ) {
        let members: Vec<String> = keys.iter().enumerate().map(|(at, key)| format!("{key}:{at}")).collect();
        let text = format!("[{{{}}},{{\"a\":1,\"a\":2}}]", members.join(","));
        let document = Document::parse(&text).unwrap();
        let object = document.root().at("/0").unwrap();
        let mut last: BTreeMap<Vec<u16>, usize> = BTreeMap::new();
        for (at, key) in keys.iter().enumerate() {
            last.insert(units(&key[1..key.len() - 1]), at);
        }
        prop_assert_eq!(object.len(), last.len());
        prop_assert_eq!(object.all_members().count(), keys.len());
        for (at, member) in object.all_members().enumerate() {
            prop_assert_eq!(member.value.text(), at.to_string());
            let seen = last[&units(member.key.raw())];
            prop_assert_eq!(member.is_shadowed(), seen != at);
            if !member.key.is_lossy() {
                let found = object.member(&member.key.to_str()).map(|value| value.text().to_owned());
                prop_assert_eq!(found, Some(seen.to_string()));
            }
        }
        prop_assert_eq!(object.members().count(), last.len());
        prop_assert!(object.member("not there").is_none());
        prop_assert_eq!(document.duplicates().count(), keys.len() - last.len() + 1);
        prop_assert!(document.duplicates().all(|member| member.is_shadowed()));
    }

    #[test]
    fn equality_is_that_of_the_meaning(left in spelled(), right in spelled(), spaces in spaces()) {
        let texts = [print(&left, &spaces), print(&right, &spaces), print(&respell(&left), &spaces)];
        let documents = texts.each_ref().map(|text| Document::parse(text).unwrap());
        let values = [meant(&left), meant(&right), meant(&respell(&left))];
        prop_assert_eq!(&values[0], &values[2], "the oracle itself");
        for (document, value) in documents.iter().zip(&values) {
            for (other, other_value) in documents.iter().zip(&values) {
                prop_assert_eq!(document.root().equals(other.root()), value == other_value);
            }
        }
    }

    #[test]
    fn near_values_differ(value in spelled(), pick in any::<usize>(), spaces in spaces()) {
        // One scalar is changed to another from the pool, so that equality is decided deep inside.
        let text = print(&value, &spaces);
        let document = Document::parse(&text).unwrap();
        let nodes = all_nodes(document.root());
        let node = nodes[pick % nodes.len()];
        let mut edits = Edits::new(&document);
        edits.replace(node, r#""near""#);
        let changed = edits.finish();
        let changed = Document::parse(&changed).unwrap();
        let same = naive(document.root()) == naive(changed.root());
        prop_assert_eq!(document.root().equals(changed.root()), same);
    }

    #[test]
    fn numbers_order_by_value(left in number(), right in number()) {
        let parse = |text| Number::parse(text).expect("a generated number");
        let (oracle_left, oracle_right) = (Plain::of(&left), Plain::of(&right));
        let order = oracle_left.compare(&oracle_right);
        let (one, two) = (parse(&left), parse(&right));
        prop_assert_eq!(one.cmp(&two), order, "{} {}", left, right);
        prop_assert_eq!(two.cmp(&one), order.reverse());
        prop_assert_eq!(one == two, order == Ordering::Equal);
        let hasher = RandomState::new();
        if one == two {
            prop_assert_eq!(hasher.hash_one(one), hasher.hash_one(two));
        }
        prop_assert_eq!(one.is_integer(), oracle_left.fraction.is_empty());
        prop_assert_eq!(one.is_written_as_integer(), left.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()));
        prop_assert_eq!(one.as_str(), &left);
        prop_assert_eq!(one.as_u64(), left.parse().ok());
        prop_assert_eq!(one.as_i64(), left.parse().ok());
        prop_assert_eq!(one.as_f64(), left.parse().ok().filter(|value: &f64| value.is_finite()));
    }

    #[test]
    fn strings_decode_to_their_code_units(quoted in string(), plain in any::<String>()) {
        let document = Document::parse(&quoted).unwrap();
        let view = document.root().as_text().unwrap();
        let expected = units(&quoted[1..quoted.len() - 1]);
        prop_assert_eq!(view.code_units(), expected.clone());
        prop_assert_eq!(view.is_lossy(), String::from_utf16(&expected).is_err());
        prop_assert_eq!(view.to_str(), String::from_utf16_lossy(&expected));
        prop_assert_eq!(view.is(&String::from_utf16_lossy(&expected)), !view.is_lossy());

        let quoted = quote(&plain);
        let document = Document::parse(&quoted).unwrap();
        prop_assert!(document.root().as_text().unwrap().is(&plain));
        prop_assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), plain);
    }

    #[test]
    fn edits_leave_all_other_bytes(text in text(), picks in vec((any::<usize>(), 0usize..6), 1..6)) {
        let document = Document::parse(&text).unwrap();
        let nodes = all_nodes(document.root());
        let mut changes = Changes::default();
        let mut edits = Edits::new(&document);
        for (pick, action) in picks {
            changes.choose(&mut edits, nodes[pick % nodes.len()], action);
        }
        let result = edits.finish();
        let changed = Document::parse(&result);
        prop_assert!(changed.is_ok(), "{} became {}", text, result);
        let changed = changed.unwrap();
        let (before, after) = (document.root().span(), changed.root().span());
        prop_assert_eq!(&text[..before.start], &result[..after.start]);
        prop_assert_eq!(&text[before.end..], &result[after.end..]);
        changes.verify(document.root(), changed.root())?;
    }
}

fn agrees_with_serde_json(text: &str) -> Result<(), TestCaseError> {
    let ours = Document::parse(text);
    let theirs = serde_json::from_str::<serde_json::Value>(text);
    match (&ours, &theirs) {
        (Ok(document), Ok(value)) => prop_assert_eq!(&document.root().to_value(), value),
        (Err(_), Err(_)) => {}
        (Ok(document), Err(error)) => {
            let root = document.root();
            let past = is_out_of_range(root) && !serde_keeps_numbers();
            prop_assert!(is_lossy(root) || past, "only serde_json refuses {}: {}", text, error);
        }
        (Err(error), Ok(_)) => prop_assert!(false, "only serde_json reads {}: {}", text, error),
    }
    Ok(())
}

/// Whether a shadowed member is on the way to a node, and whether a key there cannot be written.
fn path_traits(node: Node<'_>) -> (bool, bool) {
    let (mut shadowed, mut ambiguous) = (false, false);
    let mut at = Some(node);
    while let Some(node) = at {
        at = node.parent();
        let siblings: Vec<_> = at.into_iter().flat_map(Node::all_members).collect();
        let Some(member) = siblings.iter().find(|member| member.value.span() == node.span()) else {
            continue;
        };
        shadowed |= member.is_shadowed();
        let same = siblings.iter().filter(|other| {
            other.key_span() != member.key_span() && other.key.to_str() == member.key.to_str()
        });
        ambiguous |= member.key.is_lossy() && same.count() > 0;
    }
    // With an ambiguous key on the way nothing is promised.
    (shadowed && !ambiguous, ambiguous)
}

fn naive_depth(node: Node<'_>) -> usize {
    let below = node.items().chain(node.all_members().map(|member| member.value)).map(naive_depth).max();
    usize::from(node.is_array() || node.is_object()) + below.unwrap_or(0)
}

/// The meaning of a node, read from its text with none of the comparing code.
fn naive(node: Node<'_>) -> Meant {
    match node.kind() {
        Kind::Null | Kind::Bool => Meant::Word(node.text().to_owned()),
        Kind::Number => Meant::Number(Plain::of(node.text())),
        Kind::String => Meant::String(units(&node.text()[1..node.text().len() - 1])),
        Kind::Array => Meant::Array(node.items().map(naive).collect()),
        Kind::Object => Meant::Object(
            node.all_members().map(|member| (units(member.key.raw()), naive(member.value))).collect(),
        ),
    }
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// What a test did to the values of a document, by their spans.
#[derive(Debug, Default)]
struct Changes {
    replaced: HashMap<Range<usize>, String>,
    removed: HashSet<Range<usize>>,
    wrapped: HashMap<Range<usize>, usize>,
    added: HashMap<Range<usize>, Vec<(String, String)>>,
    renamed: HashMap<Range<usize>, String>,
}

impl Changes {
    fn choose<'d>(&mut self, edits: &mut Edits<'d>, node: Node<'d>, action: usize) {
        let span = node.span();
        let new = format!(" \"new {}\" ", span.start);
        match action {
            0 if !self.replaced.contains_key(&span) => {
                self.replaced.insert(span, new.trim().to_owned());
                edits.replace(node, new.trim());
            }
            1 if node.parent().is_some() => {
                self.removed.insert(span);
                edits.remove(node);
            }
            2 => {
                let count = self.wrapped.entry(span).or_default();
                edits.wrap(node, format!("{{\"w{count}\":"), "}");
                *count += 1;
            }
            3 if node.is_object() => {
                self.added.entry(span).or_default().push(("\"n\\\"\"".to_owned(), "[1]".to_owned()));
                edits.insert_member(node, "n\"", "[1]");
            }
            4 if node.is_array() => {
                self.added.entry(span).or_default().push((String::new(), "{}".to_owned()));
                edits.push_item(node, "{}");
            }
            5 if node.is_object() && !self.renamed.contains_key(&span) => {
                let Some(key) = node.all_members().next().map(|member| member.key) else { return };
                self.renamed.insert(span, key.to_str().into_owned());
                edits.rename(node, &key.to_str(), "new key");
            }
            _ => {}
        }
    }

    fn is_untouched(&self, span: &Range<usize>) -> bool {
        let spans = self.replaced.keys().chain(self.removed.iter()).chain(self.wrapped.keys());
        !spans.chain(self.added.keys()).chain(self.renamed.keys()).any(|other| contains(span, other))
    }

    fn verify(&self, before: Node<'_>, after: Node<'_>) -> Result<(), TestCaseError> {
        let mut after = after;
        for turn in (0..self.wrapped.get(&before.span()).copied().unwrap_or_default()).rev() {
            let inner =
                after.member(&format!("w{turn}")).ok_or_else(|| TestCaseError::fail("no wrapping"))?;
            prop_assert_eq!(after.text(), format!("{{\"w{turn}\":{}}}", inner.text()));
            after = inner;
        }
        if let Some(json) = self.replaced.get(&before.span()) {
            prop_assert_eq!(after.text(), json);
            return Ok(());
        }
        if self.is_untouched(&before.span()) {
            prop_assert_eq!(after.text(), before.text());
            return Ok(());
        }
        prop_assert_eq!(after.kind(), before.kind());
        self.verify_children(before, after)
    }

    fn verify_children(&self, before: Node<'_>, after: Node<'_>) -> Result<(), TestCaseError> {
        let olds = children(before);
        let news = children(after);
        let is_kept = |child: &&(String, Range<usize>, Node<'_>)| !self.removed.contains(&child.2.span());
        let kept: Vec<_> = olds.iter().filter(is_kept).collect();
        let added = self.added.get(&before.span()).map_or(&[][..], Vec::as_slice);
        prop_assert_eq!(news.len(), kept.len() + added.len(), "{:?} became {:?}", before, after);
        let renamed = self.renamed.get(&before.span());
        for ((old_key, _, old), (new_key, _, new)) in kept.iter().zip(&news) {
            let is_renamed = renamed.is_some_and(|name| {
                // A key with a lone surrogate is no Rust string, so no name renames it.
                !old_key.is_empty()
                    && String::from_utf16(&units(&old_key[1..old_key.len() - 1]))
                        .is_ok_and(|key| key == *name)
            });
            prop_assert_eq!(new_key, if is_renamed { "\"new key\"" } else { old_key });
            self.verify(*old, *new)?;
        }
        for ((key, json), (new_key, _, new)) in added.iter().zip(&news[kept.len()..]) {
            prop_assert_eq!((new_key.as_str(), new.text()), (key.as_str(), json.as_str()));
        }
        let (old_gaps, new_gaps) = (gaps(before, &olds), gaps(after, &news));
        if kept.len() == olds.len() && added.is_empty() {
            prop_assert_eq!(old_gaps, new_gaps);
        } else if !news.is_empty() && !olds.is_empty() {
            prop_assert_eq!(&old_gaps[0], &new_gaps[0]);
            prop_assert_eq!(old_gaps.last(), new_gaps.last());
        }
        Ok(())
    }
}

/// Key (empty for items), span from the key on, and value of each child.
fn children(node: Node<'_>) -> Vec<(String, Range<usize>, Node<'_>)> {
    let text = node.document().text();
    let items = node.items().map(|item| (String::new(), item.span(), item));
    let members = node.all_members().map(|member| {
        let span = member.key_span().start..member.value.span().end;
        (text[member.key_span()].to_owned(), span, member.value)
    });
    items.chain(members).collect()
}

/// The text between the children of a container.
fn gaps(node: Node<'_>, children: &[(String, Range<usize>, Node<'_>)]) -> Vec<String> {
    let text = node.document().text();
    let mut at = node.span().start;
    let mut gaps = Vec::new();
    for (_, span, _) in children {
        gaps.push(text[at..span.start].to_owned());
        at = span.end;
    }
    gaps.push(text[at..node.span().end].to_owned());
    gaps
}

/// Texts on which readers differ, each with what we do: `serde_json` refuses some of them.
#[test]
fn hostile_texts() {
    let accepted =
        ["\u{feff}{}", "\"\\ud800\"", "1e400", "-1E-99999999999999999999999999999999999999999999", " 0 "];
    let refused = [
        "",
        " ",
        "\u{feff}",
        "01",
        "-",
        "+1",
        ".5",
        "1.",
        "1e",
        "1e+",
        "NaN",
        "[1,]",
        "{\"a\":1,}",
        "[,1]",
        "[1 2]",
        "{\"a\" 1}",
        "{a:1}",
        "{\"a\"}",
        "'a'",
        "\"\t\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"",
        "[",
        "{\"a\":",
        "nul",
        "1 2",
        "\u{a0}1",
        "//c\n1",
        "]",
        "{]",
        "[}",
    ];
    for text in accepted {
        assert!(Document::parse(text).is_ok_and(|document| document.text() == text), "{text}");
    }
    for text in refused {
        assert!(Document::parse(text).is_err(), "{text}");
        assert!(serde_json::from_str::<serde_json::Value>(text).is_err(), "{text}");
    }
}

#[test]
fn limits_are_kept() {
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(Document::parse(&deep(512)).is_ok());
    assert!(Document::parse(&deep(513)).unwrap_err().reason().contains("512"));
    let unbounded = Limits { max_depth: usize::MAX, ..Limits::default() };
    let text = deep(200_000);
    let document = Document::parse_with(text.as_bytes(), unbounded).unwrap();
    assert_eq!(document.root().depth(), 200_000);
    let small = Limits { max_bytes: 3, ..Limits::default() };
    assert!(Document::parse_with(b"1234", small).is_err());
    assert!(Document::parse_with(b"123", small).is_ok());
}

#[test]
fn keys_with_lone_surrogates_stay_apart() {
    let parse = |text| Document::parse(text).unwrap();
    let same = [parse(r#"{"\ud800":1,"\udc00":2}"#), parse(r#"{"\uDC00":2,"\uD800":1}"#)];
    assert!(same[0].root().equals(same[1].root()));
    assert!(!parse(r#"{"\ud800":1}"#).root().equals(parse(r#"{"\ufffd":1}"#).root()));
    assert!(!parse(r#"{"\ud800":1}"#).root().equals(parse(r#"{"\ud801":1}"#).root()));
    let lossy = parse(r#"{"\ud800": {"a": 7}}"#);
    let node = lossy.root().members().next().unwrap().value.member("a").unwrap();
    assert_eq!(lossy.root().at(&node.pointer()).map(Node::text), Some("7"));
}

#[test]
fn edits_of_one_value_do_not_tear() {
    let document = Document::parse(r#"{"a":1,"b":[2,3]}"#).unwrap();
    let root = document.root();
    let mut edits = Edits::new(&document);
    edits.wrap(root.at("/b/1").unwrap(), "[", "]");
    edits.remove(root.at("/b/1").unwrap());
    edits.wrap(root.at("/a").unwrap(), "{\"in\":", "}");
    edits.wrap(root.at("/a").unwrap(), "[", "]");
    assert_eq!(edits.finish(), r#"{"a":[{"in":1}],"b":[2]}"#);
}

/// Many keys of one object cost no more than sorting them.
#[test]
fn large_objects_are_found_by_key() {
    let members: Vec<String> = (0..50_000).map(|key| format!("\"k{}\":{key}", key % 40_000)).collect();
    let text = format!("{{{}}}", members.join(","));
    let document = Document::parse(&text).unwrap();
    assert_eq!((document.root().len(), document.duplicates().count()), (40_000, 10_000));
    assert_eq!(document.root().member("k7").map(Node::text), Some("40007"));
    assert_eq!(document.root().member("k39999").map(Node::text), Some("39999"));
    assert!(document.root().equals(document.root()));
}

#[test]
fn the_generator_reaches_what_the_laws_speak_of() {
    // A law over values that never occur says nothing, so what occurs is counted.
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut lossy, mut past, mut doubled, mut nested) = (0, 0, 0, 0);
    for _ in 0..500 {
        let value: Spelled = spelled().new_tree(&mut runner).unwrap().current();
        let text = print(&value, &[" ".to_owned()]);
        let document = Document::parse(&text).unwrap();
        lossy += usize::from(is_lossy(document.root()));
        past += usize::from(is_out_of_range(document.root()));
        doubled += usize::from(document.duplicates().count() > 0);
        nested += usize::from(document.root().depth() > 1);
    }
    assert!(
        [lossy, past, doubled, nested].iter().all(|count| *count > 10),
        "{lossy} {past} {doubled} {nested}"
    );
}
