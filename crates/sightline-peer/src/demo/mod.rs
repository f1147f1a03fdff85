//! The demo server: every kind of tool result, faults included, over stdio and Streamable HTTP.
//!
//! It writes its answers as text, since no typed server would send what it has to show. It speaks
//! both eras and knows nothing of who is on the other side.

mod answer;
mod dataset;
mod http;
mod resources;
mod rpc;
mod stdio;
#[cfg(test)]
mod tests;
mod tools;

use std::num::NonZeroUsize;

use sightline::revision::{Handshake, REVISIONS, RevisionFacts};

pub use dataset::dataset;
pub use http::{HttpOptions, Replies, serve_http};
pub use stdio::{serve_stdio, serve_stdio_with};
pub use tools::{DemoTool, TOOLS};

/// The largest message that the demo reads, in bytes: 4 MiB, as much as common SDKs take.
pub const MAX_MESSAGE: usize = 4 << 20;

/// How a demo server behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which ways of opening a connection it knows.
    pub eras: Eras,
    /// How many tools one page of the list holds; all of them by default.
    pub page: Option<NonZeroUsize>,
}

/// Which ways of opening a connection a server knows. Complete: there are two, and one of them must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eras {
    /// Both.
    #[default]
    Both,
    /// Only `server/discover` and requests that carry their revision.
    DiscoverOnly,
    /// Only `initialize`.
    InitializeOnly,
}

impl Eras {
    fn has(self, handshake: Handshake) -> bool {
        match self {
            Self::Both => true,
            Self::DiscoverOnly => handshake == Handshake::Discover,
            Self::InitializeOnly => handshake == Handshake::Initialize,
        }
    }

    /// The revisions that can be spoken, oldest first.
    fn revisions(self) -> impl Iterator<Item = &'static RevisionFacts> {
        REVISIONS.iter().filter(move |facts| self.has(facts.handshake))
    }
}
