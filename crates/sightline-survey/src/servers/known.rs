//! Values that a server told in its results, for later calls of the same server.

use std::collections::BTreeMap;

use sightline::json::{Document, Node};
use sightline::result::ToolResult;

/// How deep results are read.
const DEPTH: usize = 6;
/// Most values that are kept.
const MOST: usize = 500;

/// Values by the names that they had: the first of each name, since lists begin with what matters.
#[derive(Debug, Default)]
pub(super) struct Known {
    values: BTreeMap<String, String>,
}

impl Known {
    /// Keeps the values of a result: those of its structured content, and of each text that is JSON.
    pub fn learn(&mut self, result: &str) {
        let Ok(document) = Document::parse(result) else { return };
        let Some(result) = ToolResult::of(document.root()) else { return };
        if let Some(structured) = result.structured_content() {
            self.read(structured, "", DEPTH);
        }
        for text in result.content().filter_map(|block| block.text()) {
            if let Ok(inner) = Document::parse(&text.to_str()) {
                self.read(inner.root(), "", DEPTH);
            }
        }
    }

    /// The JSON of a value of that name, in any spelling: `task_id` is the `taskId`, and the `id` of a `task`.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.get(&plain(name)).map(String::as_str)
    }

    /// `of` is what the value belongs to: the singular of the list or the member that holds it.
    fn read(&mut self, node: Node<'_>, of: &str, depth: usize) {
        if depth == 0 {
            return;
        }
        for item in node.items() {
            self.read(item, of, depth - 1);
        }
        for member in node.members() {
            let name = plain(&member.key.to_str());
            if member.value.is_object() || member.value.is_array() {
                self.read(member.value, name.strip_suffix('s').unwrap_or(&name), depth - 1);
            } else if member.value.as_str().is_some_and(|text| !text.is_empty())
                || member.value.as_number().is_some()
            {
                self.keep(name.clone(), member.value.text());
                if !of.is_empty() {
                    self.keep(format!("{of}{name}"), member.value.text());
                }
            }
        }
    }

    fn keep(&mut self, name: String, value: &str) {
        // A bare `id` says nothing of whose it is, but it is all that some results have.
        if self.values.len() < MOST {
            self.values.entry(name).or_insert_with(|| value.to_owned());
        }
    }
}

fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::Known;

    #[test]
    fn a_value_is_known_by_its_name_and_by_what_it_belongs_to() {
        let mut known = Known::default();
        known.learn(r#"{"content":[{"type":"text","text":"{\"tasks\":[{\"id\":\"t-1\"},{\"id\":\"t-2\"}]}"}],"structuredContent":{"page_count":3,"none":""}}"#);
        for (name, value) in [
            ("taskId", Some(r#""t-1""#)),
            ("task_id", Some(r#""t-1""#)),
            ("id", Some(r#""t-1""#)),
            ("pageCount", Some("3")),
            ("none", None),
            ("projectId", None),
        ] {
            assert_eq!(known.value(name), value, "{name}");
        }
        known.learn("no JSON");
    }
}
