//! Splits a `text/event-stream` body into events, however its bytes are cut.

/// One event of the stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SseEvent {
    /// The value of the last `event` field; empty means `message`.
    pub name: String,
    /// The values of the `data` fields, joined by line feeds.
    pub data: Vec<u8>,
}

/// The stream holds an event larger than the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SseTooLarge;

/// An incremental splitter with a bound on what it holds.
///
/// ```
/// use sightline_peer::client::SseSplitter;
///
/// let mut splitter = SseSplitter::new(1024);
/// assert!(splitter.push(b": hello\r\ndata: {\"a\":").unwrap().is_empty());
/// let events = splitter.push(b"\r\ndata: 1}\r\n\r\n").unwrap();
/// assert_eq!(events[0].data, b"{\"a\":\n1}");
/// assert!(splitter.push(&[b'x'; 2000]).is_err());
/// ```
#[derive(Debug)]
pub struct SseSplitter {
    max_bytes: usize,
    line: Vec<u8>,
    event: SseEvent,
    has_data: bool,
    is_first_line: bool,
    /// The last byte was CR, so that a LF right after belongs to it.
    after_cr: bool,
}

impl SseSplitter {
    /// Returns a splitter that holds at most `max_bytes` of one event.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            line: Vec::new(),
            event: SseEvent::default(),
            has_data: false,
            is_first_line: true,
            after_cr: false,
        }
    }

    /// Takes the next bytes and returns the events that they complete.
    ///
    /// # Errors
    /// When one event exceeds the bound; the splitter is of no use afterwards.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<Vec<SseEvent>, SseTooLarge> {
        let mut events = Vec::new();
        loop {
            if self.after_cr
                && let Some((first, rest)) = bytes.split_first()
            {
                self.after_cr = false;
                if *first == b'\n' {
                    bytes = rest;
                }
            }
            let Some(end) = memchr::memchr2(b'\r', b'\n', bytes) else {
                self.hold(bytes)?;
                return Ok(events);
            };
            let (head, tail) = bytes.split_at(end);
            self.hold(head)?;
            let (newline, rest) = tail.split_at(1);
            self.after_cr = newline == b"\r";
            bytes = rest;
            let line = std::mem::take(&mut self.line);
            events.extend(self.take_line(&line));
        }
    }

    fn hold(&mut self, bytes: &[u8]) -> Result<(), SseTooLarge> {
        if self.line.len() + self.event.data.len() + bytes.len() > self.max_bytes {
            return Err(SseTooLarge);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn take_line(&mut self, mut line: &[u8]) -> Option<SseEvent> {
        if std::mem::take(&mut self.is_first_line) {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return std::mem::take(&mut self.has_data).then_some(event);
        }
        let (name, value) = match memchr::memchr(b':', line) {
            Some(colon) => {
                let (name, value) = line.split_at(colon);
                let value = value.strip_prefix(b":").unwrap_or(value);
                (name, value.strip_prefix(b" ").unwrap_or(value))
            }
            None => (line, &b""[..]),
        };
        match name {
            b"data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.event.data.push(b'\n');
                }
                self.event.data.extend_from_slice(value);
            }
            b"event" => self.event.name = String::from_utf8_lossy(value).into_owned(),
            // A comment has an empty name; `id` and `retry` serve resumption, which we do not do.
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn events(chunks: &[&[u8]]) -> Vec<SseEvent> {
        let mut splitter = SseSplitter::new(1 << 20);
        chunks.iter().flat_map(|chunk| splitter.push(chunk).unwrap()).collect()
    }

    #[test]
    fn shapes() {
        let cases: &[(&str, &[(&str, &str)])] = &[
            ("data: a\n\n", &[("", "a")]),
            ("\u{feff}data: a\r\r", &[("", "a")]),
            ("data:a\r\ndata:  b\r\n\r\n", &[("", "a\n b")]),
            (": c\n\nevent: ping\ndata\n\n", &[("ping", "")]),
            ("event: x\n\ndata: a\n\n", &[("", "a")]),
            ("data: a\n", &[]),
            ("id: 1\nretry: 2\n\n", &[]),
        ];
        for (text, expected) in cases {
            let found = events(&[text.as_bytes()]);
            let found: Vec<_> = found
                .iter()
                .map(|event| (event.name.as_str(), std::str::from_utf8(&event.data).unwrap()))
                .collect();
            assert_eq!(&found, expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn cuts_do_not_matter(text in "(data|event|:| |\r\n|\r|\n|x|é){0,60}", cut in 0usize..200) {
            let bytes = text.as_bytes();
            let (head, tail) = bytes.split_at(cut.min(bytes.len()));
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(events(&[bytes]), events(&[head, tail]));
            prop_assert_eq!(events(&[bytes]), events(&single));
        }

        #[test]
        fn data_comes_back(data in "[^\r]{0,80}", newline in "\n|\r|\r\n") {
            let lines: Vec<String> = data.split('\n').map(|line| format!("data: {line}{newline}")).collect();
            let lines = lines.concat();
            let found = events(&[format!("{lines}{newline}").as_bytes()]);
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(&found[0].data, data.as_bytes());
        }
    }
}
