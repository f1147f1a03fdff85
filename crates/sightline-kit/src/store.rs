//! Where whole values stay while a result shows a part of them.
//!
//! A key is a digest of the value, so the same value is kept once. Who knows a key can read the value:
//! a server whose callers must not see each other's data keeps one store for each caller.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use ring::digest::{SHA256, digest};
use sightline::json::Document;

use crate::limit::Limit;
use crate::trim::{self, Unit};

/// Keeps values by key.
///
/// ```
/// use std::collections::HashMap;
/// use std::io;
/// use std::sync::Mutex;
///
/// use sightline_kit::store::{Store, key_of};
///
/// #[derive(Default)]
/// struct Unbounded(Mutex<HashMap<String, String>>);
///
/// impl Store for Unbounded {
///     fn put(&self, json: &str) -> io::Result<String> {
///         let key = key_of(json);
///         self.0.lock().unwrap().insert(key.clone(), json.to_owned());
///         Ok(key)
///     }
///
///     fn get(&self, key: &str) -> io::Result<Option<String>> {
///         Ok(self.0.lock().unwrap().get(key).cloned())
///     }
/// }
///
/// let store = Unbounded::default();
/// let key = store.put("[1]").unwrap();
/// assert_eq!(store.get(&key).unwrap().as_deref(), Some("[1]"));
/// ```
pub trait Store: Send + Sync {
    /// Keeps a JSON text and returns its key, which [`key_of`] makes.
    ///
    /// # Errors
    /// The text could not be kept.
    fn put(&self, json: &str) -> io::Result<String>;

    /// Returns the text of that key; `None` when it is not there, or no longer.
    ///
    /// # Errors
    /// The store could not be read.
    fn get(&self, key: &str) -> io::Result<Option<String>>;
}

/// Returns the key of a JSON text: 32 hexadecimal digits.
///
/// ```
/// assert_eq!(sightline_kit::store::key_of("[1]").len(), 32);
/// ```
#[must_use]
pub fn key_of(json: &str) -> String {
    digest(&SHA256, json.as_bytes()).as_ref().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Only keys of our own lead to files.
fn is_key(key: &str) -> bool {
    key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Keeps values in memory, up to a number of bytes; the oldest leave first.
///
/// ```
/// use sightline_kit::store::{MemoryStore, Store};
///
/// let store = MemoryStore::new(10);
/// let first = store.put("[1,2]").unwrap();
/// let second = store.put("[3,4,5]").unwrap();
/// assert_eq!(store.get(&first).unwrap(), None);
/// assert_eq!(store.get(&second).unwrap().as_deref(), Some("[3,4,5]"));
/// ```
#[derive(Debug)]
pub struct MemoryStore {
    most: usize,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    bytes: usize,
    texts: HashMap<String, String>,
    order: VecDeque<String>,
}

impl MemoryStore {
    /// Starts empty; holds at most so many bytes of JSON.
    ///
    /// ```
    /// use sightline_kit::store::{MemoryStore, Store};
    ///
    /// let store = MemoryStore::new(4);
    /// assert!(store.put("[1,2,3]").is_err(), "it is more than the store holds");
    /// ```
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self { most: most_bytes, kept: Mutex::default() }
    }
}

impl Store for MemoryStore {
    fn put(&self, json: &str) -> io::Result<String> {
        if json.len() > self.most {
            return Err(io::Error::other(format!("{} bytes are more than the store holds", json.len())));
        }
        let key = key_of(json);
        // A panic elsewhere leaves the store usable: at worst a text is counted that is not kept.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.texts.contains_key(&key) {
            return Ok(key);
        }
        while kept.bytes + json.len() > self.most {
            let Some(oldest) = kept.order.pop_front() else { break };
            kept.bytes -= kept.texts.remove(&oldest).map_or(0, |text| text.len());
        }
        kept.bytes += json.len();
        kept.order.push_back(key.clone());
        kept.texts.insert(key.clone(), json.to_owned());
        Ok(key)
    }

    fn get(&self, key: &str) -> io::Result<Option<String>> {
        Ok(self.kept.lock().unwrap_or_else(PoisonError::into_inner).texts.get(key).cloned())
    }
}

/// Keeps values as files of a directory; nothing is ever deleted.
///
/// ```
/// use sightline_kit::store::{DirectoryStore, Store};
///
/// let directory = tempfile::tempdir().unwrap();
/// let store = DirectoryStore::new(directory.path());
/// let key = store.put("[1]").unwrap();
/// assert_eq!(store.get(&key).unwrap().as_deref(), Some("[1]"));
/// assert_eq!(store.get("../../etc/passwd").unwrap(), None);
/// ```
#[derive(Debug)]
pub struct DirectoryStore {
    directory: PathBuf,
}

impl DirectoryStore {
    /// Keeps values in that directory, which must exist.
    ///
    /// ```
    /// use sightline_kit::store::{DirectoryStore, Store};
    ///
    /// let store = DirectoryStore::new("/no such directory");
    /// assert!(store.put("[1]").is_err());
    /// ```
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into() }
    }
}

impl Store for DirectoryStore {
    fn put(&self, json: &str) -> io::Result<String> {
        let key = key_of(json);
        let path = self.directory.join(format!("{key}.json"));
        if !path.exists() {
            // A reader never sees half a file.
            let part = self.directory.join(format!("{key}.{}.part", std::process::id()));
            fs::write(&part, json)?;
            fs::rename(&part, path)?;
        }
        Ok(key)
    }

    fn get(&self, key: &str) -> io::Result<Option<String>> {
        if !is_key(key) {
            return Ok(None);
        }
        match fs::read_to_string(self.directory.join(format!("{key}.json"))) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// One piece of what was left out.
///
/// ```
/// use sightline_kit::Limit;
/// use sightline_kit::store::{MemoryStore, Store, page};
///
/// let store = MemoryStore::new(100);
/// let key = store.put("[1,2,3]").unwrap();
/// let page = page(&store, &format!("{key}:1:"), Limit::Bytes(100)).unwrap().unwrap();
/// assert_eq!((page.json.as_str(), page.next), ("[2,3]", None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// An array of items, or a string: JSON.
    pub json: String,
    /// Where the next piece begins; `None` at the end.
    pub next: Option<String>,
}

/// Returns the piece that a cursor of [`crate::LeftOut::cursor`] points to, as large as the limit allows
/// and at least one item or character; `None` when the cursor leads nowhere.
///
/// # Errors
/// The store could not be read.
///
/// ```
/// use std::sync::Arc;
///
/// use sightline_kit::store::{MemoryStore, page};
/// use sightline_kit::{Limit, TypedTool};
///
/// let store = Arc::new(MemoryStore::new(1 << 20));
/// let tool = TypedTool::<Vec<u32>>::builder("numbers")
///     .limit(Limit::Bytes(400), store.clone(), "numbers://")
///     .build()
///     .unwrap();
/// let reply = tool.reply(&(0..1000).collect()).finish().unwrap();
/// let mut cursor = reply.left_out()[0].cursor.clone();
/// let mut last = String::new();
/// while let Some(at) = cursor {
///     let page = page(&*store, &at, Limit::Bytes(400)).unwrap().unwrap();
///     (cursor, last) = (page.next, page.json);
/// }
/// assert!(last.ends_with("998,999]"));
/// ```
pub fn page(store: &dyn Store, cursor: &str, limit: Limit) -> io::Result<Option<Page>> {
    let mut parts = cursor.splitn(3, ':');
    let (Some(key), Some(from), Some(pointer)) = (parts.next(), parts.next(), parts.next()) else {
        return Ok(None);
    };
    let (Ok(from), Some(text)) = (from.parse::<usize>(), store.get(key)?) else { return Ok(None) };
    let Ok(document) = Document::parse(&text) else { return Ok(None) };
    let Some(node) = document.root().at(pointer) else { return Ok(None) };
    let unit = if node.is_array() { Unit::Items } else { Unit::Characters };
    let Some((json, end, total)) = trim::piece(node, unit, from, limit) else { return Ok(None) };
    let next = (end < total).then(|| format!("{key}:{end}:{pointer}"));
    Ok(Some(Page { json, next }))
}
