//! Where a text that was cut out of a file stands in it, and how edits of the text become edits of the file.

use sightline::diagnostic::TextEdit;
use sightline::json::Place;

/// Where the lines of a text stand in the file.
pub enum Origin {
    /// In one piece.
    One(Place),
    /// Line by line, each behind the name of a field: an event of a stream.
    Many(Vec<Start>),
}

/// A line of a text that stands in the file in pieces.
pub struct Start {
    /// Where it begins in the text.
    pub at: usize,
    /// Where it begins in the file.
    pub place: Place,
    /// What a new line after it has to begin with: the end of this one, and the name of the field.
    pub next: String,
}

impl Origin {
    /// Returns the place in the file of a place in the text.
    pub fn place(&self, inner: Place) -> Place {
        let (index, at, start) = match self {
            Self::One(start) => (0, 0, *start),
            Self::Many(starts) => {
                let index = (inner.line - 1).min(starts.len().saturating_sub(1));
                let Some(start) = starts.get(index) else { return inner };
                (index, start.at, start.place)
            }
        };
        let mut place = inner;
        place.line = start.line + (inner.line - 1 - index);
        place.column = if inner.line - 1 == index { start.column + inner.column - 1 } else { inner.column };
        place.offset = start.offset + inner.offset.saturating_sub(at);
        place
    }

    /// Returns where in the file a byte of the text stands.
    pub fn offset(&self, at: usize) -> usize {
        match self {
            Self::One(start) => start.offset + at,
            Self::Many(starts) => {
                let line = line_of(starts, at);
                starts.get(line).map_or(at, |start| start.place.offset + at.saturating_sub(start.at))
            }
        }
    }

    /// Turns edits of the text into edits of the file. Where the text stands in pieces, every line of
    /// the file keeps its end and the name of its field, and new lines get one.
    pub fn edits(&self, edits: Vec<TextEdit>) -> Vec<TextEdit> {
        let Self::Many(starts) = self else {
            let moved = |edit: TextEdit| {
                let (start, end) = (self.offset(edit.start), self.offset(edit.end));
                TextEdit { start, end, ..edit }
            };
            return edits.into_iter().map(moved).collect();
        };
        edits.into_iter().flat_map(|edit| self.by_line(starts, &edit)).collect()
    }

    /// Takes what an edit removes line by line; what it adds comes on the first of them.
    fn by_line(&self, starts: &[Start], edit: &TextEdit) -> Vec<TextEdit> {
        let (first, last) = (line_of(starts, edit.start), line_of(starts, edit.end));
        let next = starts.get(first).map_or("\n", |start| &start.next);
        let mut text = Some(edit.text.replace('\n', next));
        (first..=last)
            .filter_map(|line| {
                let start = starts.get(line).map_or(0, |start| start.at).max(edit.start);
                // The end of a line stands in the text as one byte, and stays.
                let end = starts.get(line + 1).map_or(edit.end, |next| edit.end.min(next.at - 1));
                let text = text.take().unwrap_or_default();
                let says = start < end || !text.is_empty();
                says.then(|| TextEdit { start: self.offset(start), end: self.offset(end), text })
            })
            .collect()
    }
}

/// The line of a text on which a byte of it stands.
fn line_of(starts: &[Start], at: usize) -> usize {
    starts.partition_point(|start| start.at <= at).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use sightline::diagnostic::{Applicability, Fix};

    use super::*;

    #[test]
    fn edits_of_an_event_leave_its_fields() {
        let file = "id: 1\r\ndata: {\"a\":\r\nretry: 5\r\ndata:  1,\r\ndata: \"b\": 2}\r\n\r\n";
        let text = "{\"a\":\n 1,\n\"b\": 2}";
        let mut starts = Vec::new();
        for (at, line) in [(0, "{\"a\":"), (6, " 1,"), (10, "\"b\": 2}")] {
            let offset = file.find(line).expect("the line is in the file");
            starts.push(Start { at, place: Place { offset, line: 1, column: 1 }, next: "\r\ndata: ".into() });
        }
        let origin = Origin::Many(starts);
        for (start, end, new, expected) in [
            (11, 11, "x", file.replace("\"b\"", "\"xb\"")),
            (7, 8, "77", file.replace(" 1,", " 77,")),
            // From the one to the two: every line keeps its end and its name.
            (7, 16, "3", file.replace(" 1,", " 3").replace("\"b\": 2}", "}")),
            (5, 9, "", file.replace(" 1,", "")),
            (16, 16, ",\n\"c\": 3", file.replace("2}", "2,\r\ndata: \"c\": 3}")),
        ] {
            assert!(end <= text.len());
            let edits = origin.edits(vec![TextEdit { start, end, text: new.to_owned() }]);
            let fix = Fix { applicability: Applicability::Safe, edits };
            assert_eq!(sightline::fix::apply(file, [&fix]).text, expected, "{start}..{end} {new:?}");
        }
    }
}
