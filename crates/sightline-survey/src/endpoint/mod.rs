//! The model endpoint: stands in for a provider in four dialects, asks for the probe's tools, and
//! keeps every request whole.
//!
//! It holds no script and knows no client. What a request offers and what its history holds decide.

mod asked;
mod body;
mod chat;
mod decide;
mod extract;
mod gemini;
mod instance;
mod kept;
mod messages;
mod names;
mod openai;
mod reply;
mod responses;
mod route;
mod sandbox;
mod serve;
mod side;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::scenario::Scenario;

pub use asked::Dialect;
pub use extract::{Seen, extract, offered};
pub use kept::Kept;
pub use reply::{Call, Said};
pub use sandbox::Sandbox;
pub use serve::{Handle, serve};

/// The largest body that is read, in bytes, before and after decompression.
pub const MAX_BODY: usize = 64 << 20;

/// A call that the stand-in model makes of a server that is not the probe.
///
/// ```
/// use sightline_survey::endpoint::{Options, Planned};
///
/// let mut options = Options::of(Vec::new());
/// options.planned.push(Planned { tool: "find_order".to_owned(), arguments: r#"{"id":7}"#.to_owned() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    /// The tool's own name.
    pub tool: String,
    /// The arguments: JSON text of an object.
    pub arguments: String,
}

/// How a model endpoint behaves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The scenarios whose tools it calls, in this order.
    pub scenarios: Vec<Scenario>,
    /// Calls that it makes instead, one after another: of a server that is not the probe.
    pub planned: Vec<Planned>,
    /// The file that requests are appended to, one JSON object a line.
    pub keep: Option<PathBuf>,
    /// How to call tools through programs, for clients that offer nothing else.
    pub sandbox: Option<Sandbox>,
    /// How often one tool may be called, however little of it a history shows.
    pub most_calls: usize,
    /// The models that it says it has; any other is taken too.
    pub models: Vec<String>,
    /// The last words of a conversation, and all words to requests that have no tool of the probe.
    pub closing: String,
}

impl Options {
    /// Returns the usual options for these scenarios.
    ///
    /// ```
    /// use sightline_survey::{endpoint, scenario};
    ///
    /// let options = endpoint::Options::of(scenario::all());
    /// assert!(options.keep.is_none() && options.most_calls > 0);
    /// ```
    #[must_use]
    pub fn of(scenarios: Vec<Scenario>) -> Self {
        Self {
            scenarios,
            planned: Vec::new(),
            keep: None,
            sandbox: None,
            most_calls: 3,
            models: ["gpt-4o", "gpt-5", "claude-sonnet-4-5", "gemini-2.5-pro"].map(str::to_owned).to_vec(),
            closing: "Done: every probe tool was called.".to_owned(),
        }
    }
}
