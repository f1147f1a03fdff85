//! A message of a recording that later ones are held to, and where it stood.

use std::sync::Arc;

use crate::json::{Document, Node, Place};

/// Finds where a place of a text stands in the file that the text was cut out of.
pub(super) type Locate<'l> = dyn Fn(Place) -> Place + 'l;

/// The text of a message, read only when something asks for it.
#[derive(Clone, Debug)]
pub(super) struct KeptText {
    text: String,
    /// Where each of its lines begins in the file.
    lines: Vec<Place>,
}

impl KeptText {
    pub(super) fn of(node: Node<'_>, locate: &Locate<'_>) -> Self {
        let (text, start) = (node.text(), node.place());
        let mut lines = vec![locate(start)];
        for (at, _) in text.match_indices('\n') {
            let line = start.line + lines.len();
            lines.push(locate(Place { offset: start.offset + at + 1, line, column: 1 }));
        }
        Self { text: text.to_owned(), lines }
    }

    pub(super) fn weight(&self) -> usize {
        self.text.len() + self.lines.len() * size_of::<Place>()
    }

    pub(super) fn read(&self) -> Option<Kept> {
        Some(Kept { lines: self.lines.as_slice().into(), ..Kept::of(self.text.clone())? })
    }
}

/// A message, or a part of one, that was kept and is read again.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    document: Arc<Document<'static>>,
    lines: Arc<[Place]>,
}

impl Kept {
    /// Reads a text of which nobody asks where it stood.
    pub(super) fn of(text: String) -> Option<Self> {
        let document = Document::from_string(text).ok()?;
        Some(Self { document: Arc::new(document), lines: Arc::default() })
    }

    pub(super) fn node(&self) -> Node<'_> {
        self.document.root()
    }

    /// Where a place of the text stands in the file.
    pub(super) fn place(&self, inner: Place) -> Place {
        let text = self.document.text();
        let before = &text.as_bytes()[..inner.offset.min(text.len())];
        let Some(start) = self.lines.get(inner.line.saturating_sub(1)) else { return inner };
        let begins = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let offset = start.offset + (before.len() - begins);
        Place { offset, line: start.line, column: start.column + inner.column.saturating_sub(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_file() {
        // As lines of an event, each behind the name of a field.
        let text = "[0,\n {\"é\":\n  1}]";
        let document = Document::parse(text).unwrap();
        let locate = |place: Place| Place {
            offset: place.offset + 6 * place.line,
            line: place.line + 10,
            column: place.column + 6,
        };
        let node = document.root().at("/1").unwrap();
        let kept = KeptText::of(node, &locate).read().unwrap();
        for (pointer, whole) in [("", "/1"), ("/é", "/1/é")] {
            let inner = kept.node().at(pointer).unwrap().place();
            assert_eq!(kept.place(inner), locate(document.root().at(whole).unwrap().place()), "{whole}");
        }
    }
}
