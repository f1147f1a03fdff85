//! What the demo's links and its view point to: one data file with definitions and contents.

use sightline::json::{Document, Node};

use super::tools::compact;

static SOURCE: &str = include_str!("resources.json");

/// Returns the definitions as the items of a JSON array.
pub(super) fn definitions() -> String {
    let list = read(|file| {
        let definitions = file.items().filter_map(|resource| resource.member("definition"));
        Some(definitions.map(|node| compact(node.text())).collect::<Vec<_>>().join(","))
    });
    list.unwrap_or_default()
}

/// Returns the contents at a URI as a JSON object.
pub(super) fn contents(uri: &str) -> Option<String> {
    read(|file| {
        let mut contents = file.items().filter_map(|resource| resource.member("contents"));
        let found =
            contents.find(|node| node.member("uri").and_then(Node::as_str).as_deref() == Some(uri))?;
        Some(compact(found.text()))
    })
}

fn read<T>(look: impl FnOnce(Node<'_>) -> Option<T>) -> Option<T> {
    let document = Document::parse(SOURCE).ok()?;
    look(document.root())
}
