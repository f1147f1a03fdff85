//! The demo server: every kind of tool result, faults included, over stdio and Streamable HTTP.
//!
//! It writes its answers as text, since no typed server would send what it has to show. It speaks
//! both eras and knows nothing of who is on the other side.

mod answer;
mod dataset;
mod resources;
mod serve;
#[cfg(test)]
mod tests;
mod tools;

use std::num::NonZeroUsize;

pub use crate::server::{Eras, MAX_MESSAGE, Replies};
pub use dataset::dataset;
pub use serve::{HttpOptions, serve_http, serve_stdio, serve_stdio_with};
pub use tools::{DemoTool, TOOLS};

/// How a demo server behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which ways of opening a connection it knows.
    pub eras: Eras,
    /// How many tools one page of the list holds; all of them by default.
    pub page: Option<NonZeroUsize>,
}
