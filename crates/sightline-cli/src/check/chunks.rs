//! Cuts a file into JSON texts, however long it is: lines, values, or events of a stream.
//!
//! At most one text is held at a time, and none that is larger than a document may be.

use std::io::{self, Read};

use sightline::json::{Cut, Limits, Place, Splitter};

use super::origin::{Origin, Start};
use crate::foreign;

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
    /// What a text stands in, in one word.
    pub fn holds(self) -> &'static str {
        match self {
            Self::Events => "event",
            Self::Lines => "line",
            Self::Values => "file",
        }
    }

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
    /// How the last line ended.
    line_end: &'static str,
    splitter: Splitter,
    /// Whether anything but white space came.
    has_text: bool,
    /// Whether a stream of events has any line that is not blank.
    has_fields: bool,
    is_stopped: bool,
    /// Why the file is none that can be read at all.
    foreign: Option<&'static str>,
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
        let foreign = foreign::reason(&head);
        let used = if head.starts_with(BOM) { BOM.len() } else { 0 };
        Ok(Self {
            container: container.unwrap_or_else(|| Container::of(name, &head)),
            reader,
            place: Place { offset: used, line: 1, column: 1 },
            at_end: head.is_empty(),
            buffer: head,
            used,
            line_end: "\n",
            splitter: Splitter::default(),
            has_text: false,
            has_fields: false,
            is_stopped: false,
            foreign,
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
        if let Some(why) = self.foreign {
            self.is_stopped = true;
            return Ok(Some(Item::Bad(Place { offset: 0, line: 1, column: 1 }, why.to_owned())));
        }
        let item = match self.container {
            Container::Events => self.next_event()?,
            Container::Lines => self.next_text_line()?,
            Container::Values => self.next_value()?,
        };
        if item.is_none() {
            self.is_stopped = true;
            if !self.has_text && self.has_fields {
                let why = "no event of the stream has a field `data`, in which a message stands".to_owned();
                return Ok(Some(Item::Bad(self.place, why)));
            }
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
            if let Some((end, many)) = self.end_of_line(looked)? {
                let line = self.rest()[..end].to_vec();
                self.end_line(end, many);
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

    /// Where the next line ends in what is held, and by how many bytes. Lines of events may also end by
    /// a carriage return alone.
    fn end_of_line(&mut self, looked: usize) -> io::Result<Option<(usize, usize)>> {
        if self.container != Container::Events {
            return Ok(memchr::memchr(b'\n', &self.rest()[looked..]).map(|end| (looked + end, 1)));
        }
        let Some(end) = memchr::memchr2(b'\n', b'\r', &self.rest()[looked..]) else { return Ok(None) };
        let end = looked + end;
        if self.rest()[end] == b'\n' {
            return Ok(Some((end, 1)));
        }
        // Whether a line feed follows may be seen only in what is not read yet.
        while self.rest().len() == end + 1 && self.fill()? {}
        Ok(Some((end, 1 + usize::from(self.rest().get(end + 1) == Some(&b'\n')))))
    }

    /// Passes a line and its end.
    fn end_line(&mut self, end: usize, many: usize) {
        let is_fed = self.rest()[end + many - 1] == b'\n';
        self.line_end = match (is_fed, many) {
            (true, 1) => "\n",
            (true, _) => "\r\n",
            (false, _) => "\r",
        };
        if is_fed {
            // Columns need no counting when a new line begins.
            self.used += end + many;
            self.place =
                Place { offset: self.place.offset + end + many, line: self.place.line + 1, column: 1 };
        } else {
            self.advance(end + many);
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
                    let is_behind = self.splitter.is_between();
                    let hint =
                        if is_behind { "; remove it, or put each value on a line of its own" } else { "" };
                    return Ok(Some(Item::Bad(self.place, format!("{reason}{hint}"))));
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
                None if starts.is_empty() || !is_message || is_blank(&text) => {
                    self.has_text |= !starts.is_empty();
                    return Ok(None);
                }
                None => return Ok(Some(Item::Text(Chunk { text, origin: Origin::Many(starts) }))),
            };
            if line.is_empty() {
                let is_whole = !starts.is_empty();
                // A message without data only gives the id from which a stream is resumed.
                let is_primer = is_message && is_blank(&text);
                if is_whole && is_message && !is_primer {
                    return Ok(Some(Item::Text(Chunk { text, origin: Origin::Many(starts) })));
                }
                self.has_text |= is_whole;
                self.skipped_events += usize::from(is_whole && !is_primer);
                (text, starts, is_message) = (Vec::new(), Vec::new(), true);
                continue;
            }
            self.has_fields = true;
            let (field, value) = match memchr::memchr(b':', &line) {
                Some(colon) => (&line[..colon], &line[colon + 1..]),
                None => (&line[..], &line[line.len()..]),
            };
            let value = value.strip_prefix(b" ").unwrap_or(value);
            match field {
                b"data" => {
                    if !starts.is_empty() {
                        text.push(b'\n');
                    }
                    let before = line.len() - value.len();
                    let next = format!("{}data:{}", self.line_end, if before > 5 { " " } else { "" });
                    starts.push(Start { at: text.len(), place: place.after(&line[..before]), next });
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

fn is_blank(text: &[u8]) -> bool {
    text.trim_ascii().is_empty()
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
            ("a.sse", "id: 1\ndata:\n\nid: 2\ndata: 7\n\n", &["5:7@25 7"]),
            ("a.sse", "id: 1\ndata: \n\nid: 2\nretry: 9\ndata:", &[]),
            ("a.txt", ": hello\n\ndata: 5", &["3:7@15 5"]),
            ("a.sse", "data: 5\r\rid: 1\r\ndata: 6\r\n\r\n", &["1:7@6 5", "2:7@22 6"]),
            ("a.sse", "event: ping\n\n", &["3:1 ! no event of the stream ha"]),
            ("a.json", "\0{\0}", &["1:1 ! the text is UTF-16, big e"]),
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
