//! Requests as they are kept: whole, one JSON object a line.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::asked::Dialect;
use super::reply::Said;

/// One request, whole, and what was said to it.
///
/// ```
/// use sightline_survey::endpoint::Kept;
///
/// let line = r#"{"time":0,"route":"GET /v1/models","headers":{},"body":"","status":200}"#;
/// let kept: Kept = serde_json::from_str(line).unwrap();
/// assert!(kept.dialect.is_none() && kept.said.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Kept {
    /// Milliseconds since 1970.
    pub time: u64,
    /// Method and path, `POST /v1/responses`.
    pub route: String,
    /// What stood behind the question mark, keys left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub query: String,
    /// The headers; of those that hold keys, only how long the value was.
    pub headers: BTreeMap<String, String>,
    /// The body, decompressed; bytes that are no UTF-8 stand as U+FFFD.
    pub body: String,
    /// The dialect, where the request asks the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// Earlier items of a history that the endpoint held for the client: JSON text of the items, with
    /// commas between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<String>,
    /// What the stand-in model said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Said>,
    /// Status of the answer.
    pub status: u16,
}

impl Kept {
    /// Reads a file of kept requests; a last line that was not finished is left out.
    ///
    /// # Errors
    /// The file cannot be read.
    ///
    /// ```
    /// use sightline_survey::endpoint::Kept;
    ///
    /// assert!(Kept::read(std::path::Path::new("/no such file")).is_err());
    /// ```
    pub fn read(path: &Path) -> io::Result<Vec<Self>> {
        let mut requests = Vec::new();
        for line in BufReader::new(File::open(path)?).lines() {
            if let Ok(kept) = serde_json::from_str(&line?) {
                requests.push(kept);
            }
        }
        Ok(requests)
    }
}

/// Headers whose values are nobody's business, and would be somebody's if a real key came by mistake.
const SECRET: [&str; 6] =
    ["authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie", "proxy-authorization"];

/// Returns the headers as they are kept.
pub(super) fn headers(headers: &http::HeaderMap) -> BTreeMap<String, String> {
    let mut kept = BTreeMap::<String, String>::new();
    for (name, value) in headers {
        let name = name.as_str();
        let text = if SECRET.contains(&name) {
            format!("({} bytes)", value.len())
        } else {
            String::from_utf8_lossy(value.as_bytes()).into_owned()
        };
        kept.entry(name.to_owned()).and_modify(|old| *old = format!("{old}, {text}")).or_insert(text);
    }
    kept
}

/// Returns a query as it is kept.
pub(super) fn query(query: &str) -> String {
    let pairs = query.split('&').map(|pair| match pair.split_once('=') {
        Some((name, value)) if name == "key" => format!("{name}=({} bytes)", value.len()),
        _ => pair.to_owned(),
    });
    pairs.collect::<Vec<_>>().join("&")
}
