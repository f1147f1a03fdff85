//! What one input of the `document` fuzz target is held to; the stable replay test calls it as well.

use sightline::json::{Document, Edits, Kind, Limits, Number};

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
