//! Indices over a document, each built when it is first asked: many findings in one text must not
//! each walk the text from its start.

use super::{Document, Kind, Place, Slot};

/// Bytes of text between two marks.
const STEP: usize = 4096;

/// Line and column of a mark, counted from 0.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    line: usize,
    column: usize,
}

impl Mark {
    fn move_over(&mut self, bytes: &[u8]) {
        let rest = match memchr::memrchr(b'\n', bytes) {
            Some(last) => {
                self.line += memchr::memchr_iter(b'\n', bytes).count();
                self.column = 0;
                &bytes[last + 1..]
            }
            None => bytes,
        };
        // A character is counted at its first byte, so a mark may stand inside of one.
        self.column += rest.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    }
}

/// Lines and columns, marked at every so many bytes.
#[derive(Clone, Debug)]
pub(super) struct Places(Vec<Mark>);

impl Places {
    pub(super) fn of(text: &str) -> Self {
        let mut mark = Mark::default();
        let mut marks = vec![mark];
        for step in text.as_bytes().chunks(STEP) {
            mark.move_over(step);
            marks.push(mark);
        }
        Self(marks)
    }

    pub(super) fn place(&self, text: &str, offset: usize) -> Place {
        let offset = offset.min(text.len());
        let start = offset / STEP * STEP;
        let mut mark = self.0.get(offset / STEP).copied().unwrap_or_default();
        mark.move_over(&text.as_bytes()[start..offset]);
        Place { offset, line: mark.line + 1, column: mark.column + 1 }
    }
}

/// What stands above a slot: the container, and how many slots of that container stand before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Above {
    pub(super) container: u32,
    pub(super) index: u32,
}

/// What stands above each slot.
pub(super) fn above(document: &Document<'_>) -> Vec<Above> {
    let mut open: Vec<(u32, &Slot, u32)> = Vec::new();
    let mut all = Vec::with_capacity(document.slots.len());
    for (slot, id) in document.slots.iter().zip(0u32..) {
        while open.last().is_some_and(|(_, container, _)| container.next <= id) {
            open.pop();
        }
        let Some((container, _, count)) = open.last_mut() else {
            all.push(Above::default());
            open.push((id, slot, 0));
            continue;
        };
        all.push(Above { container: *container, index: *count });
        *count += 1;
        if matches!(slot.kind, Kind::Array | Kind::Object) {
            open.push((id, slot, 0));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_that_counting_from_the_start_finds() {
        for separator in [",", ",\n", ",\n\n  ", ", "] {
            let items: Vec<String> = (0..3_000).map(|index| format!("\"é{index}😀\"")).collect();
            let text = format!("[{}]", items.join(separator));
            assert!(text.len() > 5 * STEP);
            let document = Document::parse(&text).unwrap();
            for item in document.root().items() {
                assert_eq!(item.place(), Place::of(&text, item.span().start));
            }
        }
    }
}
