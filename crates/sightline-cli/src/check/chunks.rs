//! Cuts a file into JSON texts, however long it is: lines, values, or events of a stream.
//!
//! At most one text is held at a time, and none that is larger than a document may be.

use std::io::{self, Read};

use sightline::json::{Cut, Limits, Place, Splitter};

/// How the texts stand in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A body of server-sent events; each message event holds one.
    Events,
    /// One on each line; a line that is broken harms no other.
    Lines,
    /// One document, or several below each other; the items of an array come one by one.
    Values,
}

impl Container {
    /// Recognises the container by the file's name and its first bytes.
    pub fn of(name: &str, head: &[u8]) -> Self {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        match extension.as_deref() {
            Some("jsonl" | "ndjson") => return Self::Lines,
            Some("sse") => return Self::Events,
            _ => {}
        }
        let head = head.strip_prefix(BOM).unwrap_or(head).trim_ascii_start();
        if ["data:", "event:", "id:", "retry:", ":"].iter().any(|field| head.starts_with(field.as_bytes())) {
            return Self::Events;
        }
        let Some(end) = memchr::memchr(b'\n', head) else { return Self::Values };
        let (line, rest) = head.split_at(end);
        let is_whole = sightline::json::Document::parse_with(line, Limits::default()).is_ok();
        let goes_on = rest.trim_ascii_start().first().is_some_and(|byte| matches!(byte, b'{' | b'['));
        if is_whole && goes_on { Self::Lines } else { Self::Values }
    }
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// One JSON text, or what should be one, and where it stands in the file.
pub struct Chunk {
    pub text: Vec<u8>,
    pub origin: Origin,
}

/// Where the lines of a text stand in the file.
pub enum Origin {
    /// In one piece.
    One(Place),
    /// Line by line: where each begins in the text, and in the file.
    Many(Vec<(usize, Place)>),
}

impl Origin {
    /// Returns how far the text is from the beginning of the file, when it stands there in one piece.
    pub fn shift(&self) -> Option<usize> {
        match self {
            Self::One(start) => Some(start.offset),
            Self::Many(starts) => match starts.as_slice() {
                [(0, start)] => Some(start.offset),
                _ => None,
            },
        }
    }

    /// Returns the place in the file of a place in the text.
    pub fn place(&self, inner: Place) -> Place {
        let (index, at, start) = match self {
            Self::One(start) => (0, 0, *start),
            Self::Many(starts) => {
                let index = (inner.line - 1).min(starts.len().saturating_sub(1));
                let Some((at, start)) = starts.get(index) else { return inner };
                (index, *at, *start)
            }
        };
        let mut place = inner;
        place.line = start.line + (inner.line - 1 - index);
        place.column = if inner.line - 1 == index { start.column + inner.column - 1 } else { inner.column };
        place.offset = start.offset + inner.offset.saturating_sub(at);
        place
    }
}

/// What comes next in a file.
pub enum Item {
    Text(Chunk),
    /// Something stands here that cannot be read; why.
    Bad(Place, String),
}

/// One line, or what is said of one that is larger than a document may be.
enum Line {
    TooLarge(Item),
    Whole(Vec<u8>, Place),
}

/// A file that is cut while it is read.
pub struct Chunks {
    reader: Box<dyn Read + Send>,
    container: Container,
    buffer: Vec<u8>,
    /// Bytes at the beginning of the buffer that are done with.
    used: usize,
    at_end: bool,
    place: Place,
    splitter: Splitter,
    /// Whether anything but white space came.
    has_text: bool,
    is_stopped: bool,
    limit: usize,
    /// Events of other names than `message`.
    pub skipped_events: usize,
}

const READ: usize = 256 << 10;

impl Chunks {
    /// Starts to read; the container is recognised unless it is said.
    pub fn open(
        mut reader: Box<dyn Read + Send>,
        name: &str,
        container: Option<Container>,
    ) -> io::Result<Self> {
        let mut head = Vec::new();
        (&mut reader).take(64 << 10).read_to_end(&mut head)?;
        let used = if head.starts_with(BOM) { BOM.len() } else { 0 };
        Ok(Self {
            container: container.unwrap_or_else(|| Container::of(name, &head)),
            reader,
            place: Place { offset: used, line: 1, column: 1 },
            at_end: head.is_empty(),
            buffer: head,
            used,
            splitter: Splitter::default(),
            has_text: false,
            is_stopped: false,
            limit: Limits::default().max_bytes,
            skipped_events: 0,
        })
    }

    pub fn container(&self) -> Container {
        self.container
    }

    /// Bytes that are done with.
    pub fn position(&self) -> u64 {
        self.place.offset as u64
    }

    /// Returns the next text; none at the end.
    pub fn next(&mut self) -> io::Result<Option<Item>> {
        if self.is_stopped {
            return Ok(None);
        }
        let item = match self.container {
            Container::Events => self.next_event()?,
            Container::Lines => self.next_text_line()?,
            Container::Values => self.next_value()?,
        };
        if item.is_none() {
            self.is_stopped = true;
            if !self.has_text {
                // An empty file is no JSON either; reading the nothing says so.
                return Ok(Some(Item::Text(Chunk { text: Vec::new(), origin: Origin::One(self.place) })));
            }
        }
        self.has_text |= item.is_some();
        Ok(item)
    }

    /// Reads more; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.at_end {
            return Ok(false);
        }
        self.buffer.drain(..self.used);
        self.used = 0;
        self.buffer.reserve(READ);
        // Reads into room that nobody has to fill with zeros first; fewer bytes come at the end only.
        let many = (&mut self.reader).take(READ as u64).read_to_end(&mut self.buffer)?;
        self.at_end = many < READ;
        Ok(many > 0)
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.used..]
    }

    fn advance(&mut self, many: usize) {
        let end = self.used + many;
        self.place = self.place.after(&self.buffer[self.used..end]);
        self.used = end;
    }

    /// The next line without its end, and where it begins; none at the end. A line that is larger than
    /// a document may be is named and passed over.
    fn line(&mut self) -> io::Result<Option<Line>> {
        let start = self.place;
        let mut looked = 0;
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.rest()[looked..]) {
                let line = self.rest()[..looked + end].to_vec();
                self.used += line.len() + 1;
                self.place = Place { offset: start.offset + line.len() + 1, line: start.line + 1, column: 1 };
                return Ok(Some(Line::Whole(line, start)));
            }
            looked = self.rest().len();
            if looked > self.limit {
                self.pass_line()?;
                return Ok(Some(Line::TooLarge(self.too_large(start))));
            }
            if !self.fill()? {
                if looked == 0 {
                    return Ok(None);
                }
                let line = self.rest().to_vec();
                self.advance(looked);
                return Ok(Some(Line::Whole(line, start)));
            }
        }
    }

    fn pass_line(&mut self) -> io::Result<()> {
        loop {
            if let Some(end) = memchr::memchr(b'\n', self.rest()) {
                self.advance(end + 1);
                return Ok(());
            }
            self.advance(self.rest().len());
            if !self.fill()? {
                return Ok(());
            }
        }
    }

    fn too_large(&self, place: Place) -> Item {
        let text = format!(
            "this value is larger than {} MiB, the most that is read of one; cut out the result of one call",
            self.limit >> 20
        );
        Item::Bad(place, text)
    }

    fn next_text_line(&mut self) -> io::Result<Option<Item>> {
        loop {
            match self.line()? {
                None => return Ok(None),
                Some(Line::TooLarge(item)) => return Ok(Some(item)),
                Some(Line::Whole(text, _)) if text.trim_ascii().is_empty() => {}
                Some(Line::Whole(text, place)) => {
                    return Ok(Some(Item::Text(Chunk { text, origin: Origin::One(place) })));
                }
            }
        }
    }

    fn next_value(&mut self) -> io::Result<Option<Item>> {
        let mut text = Vec::new();
        let mut start = self.place;
        loop {
            if self.rest().is_empty() && !self.fill()? {
                return Ok(self.last_value(text, start));
            }
            match self.splitter.look(&self.buffer[self.used..]) {
                Cut::Between(many) => {
                    self.has_text |= !self.rest()[..many].trim_ascii().is_empty();
                    self.advance(many);
                    start = self.place;
                }
                Cut::Part(many) => {
                    text.extend_from_slice(&self.rest()[..many]);
                    self.advance(many);
                    if text.len() > self.limit {
                        self.is_stopped = true;
                        return Ok(Some(self.too_large(start)));
                    }
                }
                Cut::End(many) => {
                    text.extend_from_slice(&self.rest()[..many]);
                    self.advance(many);
                    return Ok(Some(Item::Text(Chunk { text, origin: Origin::One(start) })));
                }
                Cut::Stray(reason) => {
                    self.is_stopped = true;
                    return Ok(Some(Item::Bad(self.place, reason.to_owned())));
                }
            }
        }
    }

    /// What is open at the end: a bare word is a value, and anything else is cut off.
    fn last_value(&mut self, text: Vec<u8>, start: Place) -> Option<Item> {
        if !text.is_empty() {
            self.is_stopped = !self.splitter.finish();
            return Some(Item::Text(Chunk { text, origin: Origin::One(start) }));
        }
        let is_open = !self.splitter.is_between();
        self.is_stopped = is_open;
        is_open.then(|| Item::Bad(self.place, "the array has no end; the file looks cut off".to_owned()))
    }

    fn next_event(&mut self) -> io::Result<Option<Item>> {
        let mut text = Vec::new();
        let mut starts = Vec::new();
        let mut is_message = true;
        loop {
            let (line, place) = match self.line()? {
                Some(Line::Whole(line, place)) => (line, place),
                Some(Line::TooLarge(item)) => return Ok(Some(item)),
                // A recorded body may lack the last line break.
                None if starts.is_empty() || !is_message => return Ok(None),
                None => return Ok(Some(Item::Text(Chunk { text, origin: Origin::Many(starts) }))),
            };
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            if line.is_empty() {
                let is_whole = !starts.is_empty();
                if is_whole && is_message {
                    return Ok(Some(Item::Text(Chunk { text, origin: Origin::Many(starts) })));
                }
                self.has_text |= is_whole;
                self.skipped_events += usize::from(is_whole);
                (text, starts, is_message) = (Vec::new(), Vec::new(), true);
                continue;
            }
            let (field, value) = match memchr::memchr(b':', line) {
                Some(colon) => (&line[..colon], &line[colon + 1..]),
                None => (line, &line[line.len()..]),
            };
            let value = value.strip_prefix(b" ").unwrap_or(value);
            match field {
                b"data" => {
                    if !starts.is_empty() {
                        text.push(b'\n');
                    }
                    let before = line.len() - value.len();
                    let start = place.after(&line[..before]);
                    starts.push((text.len(), start));
                    text.extend_from_slice(value);
                    if text.len() > self.limit {
                        return Ok(Some(self.too_large(place)));
                    }
                }
                b"event" => is_message = value.is_empty() || value == b"message",
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that gives few bytes at a time.
    struct Drops(Vec<u8>, usize);

    impl Read for Drops {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let many = self.1.min(self.0.len()).min(buffer.len());
            buffer[..many].copy_from_slice(&self.0[..many]);
            self.0.drain(..many);
            Ok(many)
        }
    }

    fn read(name: &str, text: &str, size: usize, limit: usize) -> Vec<String> {
        let reader = Box::new(Drops(text.as_bytes().to_vec(), size));
        let mut chunks = Chunks::open(reader, name, None).unwrap();
        chunks.limit = limit;
        let mut told = Vec::new();
        while let Some(item) = chunks.next().unwrap() {
            told.push(match item {
                Item::Text(chunk) => {
                    let place = chunk.origin.place(Place { offset: 0, line: 1, column: 1 });
                    let text = String::from_utf8(chunk.text).unwrap();
                    format!("{}:{}@{} {text}", place.line, place.column, place.offset)
                }
                Item::Bad(place, reason) => {
                    format!(
                        "{}:{} ! {}",
                        place.line,
                        place.column,
                        reason.chars().take(25).collect::<String>()
                    )
                }
            });
        }
        told
    }

    #[test]
    fn texts_come_with_their_places() {
        let cases: &[(&str, &str, &[&str])] = &[
            ("a.json", "", &["1:1@0 "]),
            ("a.json", " \n ", &["2:2@3 "]),
            ("a.json", "\u{feff}{}", &["1:1@3 {}"]),
            ("a.json", "\n {\n}\n", &["2:2@2 {\n}"]),
            ("a.json", "[{},\n\"é\", 3]", &["1:2@1 {}", "2:1@5 \"é\"", "2:6@11 3"]),
            ("a.json", "[]", &[]),
            ("a.json", "[1", &["1:2@1 1", "1:3 ! the array has no end; the"]),
            ("a.json", "[1,", &["1:2@1 1", "1:4 ! the array has no end; the"]),
            ("a.json", "{} {}", &["1:1@0 {}", "1:4 ! unexpected text after the"]),
            ("a.json", "{}\n\n{}\r\n", &["1:1@0 {}", "3:1@4 {}\r"]),
            ("a.jsonl", "{} {}\n5\n\n{", &["1:1@0 {} {}", "2:1@6 5", "4:1@9 {"]),
            (
                "a.sse",
                "id: 1\ndata: {\"a\":\ndata:1}\n\nevent: ping\ndata: x\n\ndata: 2\r\n\r\n",
                &["2:7@12 {\"a\":\n1}", "8:7@54 2"],
            ),
            ("a.txt", ": hello\n\ndata: 5", &["3:7@15 5"]),
            ("a.txt", "{}\n[\n", &["1:1@0 {}", "2:1@3 ["]),
        ];
        for (name, text, told) in cases {
            for size in [1, 2, 7, 1000] {
                assert_eq!(read(name, text, size, 1000), *told, "{text:?} in pieces of {size}");
            }
        }
    }

    #[test]
    fn large_texts_are_named_and_passed_over() {
        let long = "x".repeat(READ * 2);
        assert_eq!(read("a.jsonl", &format!("1\n{long}\n2"), 9000, 1000).len(), 3);
        assert_eq!(
            read("a.jsonl", &format!("1\n{long}\n2"), 9000, 1000)[1],
            "2:1 ! this value is larger than"
        );
        assert_eq!(read("a.json", &format!("[1,{long}]"), 9000, 1000)[1], "1:4 ! this value is larger than");
    }

    #[test]
    fn places_of_events_are_those_of_the_file() {
        let reader = Box::new(io::Cursor::new(b"data: {\ndata:   \"a\": 1}\n\n".to_vec()));
        let mut chunks = Chunks::open(reader, "a.sse", None).unwrap();
        let Some(Item::Text(chunk)) = chunks.next().unwrap() else { panic!("a text comes") };
        let document = sightline::json::Document::parse_with(&chunk.text, Limits::default()).unwrap();
        let place = chunk.origin.place(document.root().at("/a").unwrap().place());
        assert_eq!((place.line, place.column, place.offset), (2, 14, 21));
    }
}
