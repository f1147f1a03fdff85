//! The log of a probe server: every message with its time and direction, a JSON object a line.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Milliseconds since 1970.
    pub time: u64,
    /// The server's process, since a client may start it more than once.
    pub process: u32,
    /// `stdio` or `http`.
    pub transport: String,
    /// The HTTP session, empty where there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub connection: String,
    /// Who sent it.
    pub direction: Direction,
    /// The message, exactly; bytes that are no UTF-8 stand as U+FFFD.
    pub text: String,
}

/// Who sent a message. Complete: there are two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The client.
    In,
    /// The server.
    Out,
}

/// Where messages are written, one JSON object a line; it may be shared by several processes.
#[derive(Clone, Debug)]
pub struct Log(Option<Arc<Mutex<File>>>);

impl Log {
    /// Keeps nothing.
    ///
    /// ```
    /// let log = sightline_survey::probe::Log::none();
    /// ```
    #[must_use]
    pub fn none() -> Self {
        Self(None)
    }

    /// Appends to a file, which is made where there is none.
    ///
    /// # Errors
    /// The file cannot be opened.
    ///
    /// ```
    /// use sightline_survey::probe::Log;
    ///
    /// assert!(Log::to(std::path::Path::new("/no such folder/log.jsonl")).is_err());
    /// ```
    pub fn to(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Self(Some(Arc::new(Mutex::new(file)))))
    }

    /// Reads a log; a last line that was not finished is left out.
    ///
    /// # Errors
    /// The file cannot be read.
    ///
    /// ```
    /// use sightline_survey::probe::Log;
    ///
    /// assert!(Log::read(std::path::Path::new("/no such file")).is_err());
    /// ```
    pub fn read(path: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for line in BufReader::new(File::open(path)?).lines() {
            if let Ok(entry) = serde_json::from_str(&line?) {
                entries.push(entry);
            }
        }
        Ok(entries)
    }

    pub(crate) fn write(&self, transport: &str, connection: &str, direction: Direction, text: &str) {
        let Some(file) = &self.0 else { return };
        let entry = Entry {
            time: now(),
            process: std::process::id(),
            transport: transport.to_owned(),
            connection: connection.to_owned(),
            direction,
            text: text.to_owned(),
        };
        let Ok(mut line) = serde_json::to_string(&entry) else { return };
        line.push('\n');
        // One write, so that lines of several processes do not mix. A full disk must not end the
        // client's run; what is missing in the log shows there.
        let _ = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
