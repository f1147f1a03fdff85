//! A server on raw bytes: both eras, stdio and Streamable HTTP. What it offers is somebody else's.
//!
//! Answers are written as text, so that a server can say what no typed SDK would.

mod accept;
mod answer;
mod http;
pub mod rpc;
mod stdio;

use sightline::revision::{Handshake, REVISIONS, RevisionFacts};

pub use accept::accept;
pub use answer::{stamp, unknown_method};
pub use http::{Replies, serve_http};
use rpc::{Refusal, Request};
pub use stdio::serve_stdio;

/// The largest message that a server reads, in bytes: 4 MiB, as much as common SDKs take.
pub const MAX_MESSAGE: usize = 4 << 20;

/// What a server offers. How connections are opened and messages framed is the same for all.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> std::io::Result<()> {
/// use sightline::revision::RevisionFacts;
/// use sightline_peer::server::rpc::{Refusal, Request};
/// use sightline_peer::server::{Offer, serve_stdio, unknown_method};
///
/// struct Nothing;
/// impl Offer for Nothing {
///     fn info(&self) -> String { r#"{"name":"nothing","version":"1"}"#.to_owned() }
///     fn result(&self, _: &RevisionFacts, request: Request<'_>) -> Result<String, Refusal> {
///         Err(unknown_method(&request.method()))
///     }
/// }
/// let (asked, mut said) = (br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, Vec::new());
/// serve_stdio(asked.as_slice(), &mut said, &Nothing).await?;
/// assert_eq!(said, b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
/// # Ok(()) }
/// ```
pub trait Offer: Send + Sync {
    /// Which ways of opening a connection it knows.
    fn eras(&self) -> Eras {
        Eras::Both
    }

    /// Who it is: the JSON text of `serverInfo`.
    fn info(&self) -> String;

    /// JSON text of its capabilities.
    fn capabilities(&self) -> &'static str {
        r#"{"tools":{}}"#
    }

    /// What it tells a model about itself.
    fn instructions(&self) -> String {
        String::new()
    }

    /// Returns the JSON text of a result, as it is to be sent.
    ///
    /// # Errors
    /// What is sent as a JSON-RPC error.
    fn result(&self, facts: &RevisionFacts, request: Request<'_>) -> Result<String, Refusal>;

    /// Is told every message as it was received; the connection is a name, and empty where there is none.
    fn heard(&self, _connection: &str, _message: &[u8]) {}

    /// Is told every message as it is sent.
    fn said(&self, _connection: &str, _message: &str) {}
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
    /// Tells whether connections are opened in this way.
    ///
    /// ```
    /// use sightline::revision::Handshake;
    /// use sightline_peer::server::Eras;
    ///
    /// assert!(Eras::Both.has(Handshake::Discover) && !Eras::InitializeOnly.has(Handshake::Discover));
    /// ```
    #[must_use]
    pub fn has(self, handshake: Handshake) -> bool {
        match self {
            Self::Both => true,
            Self::DiscoverOnly => handshake == Handshake::Discover,
            Self::InitializeOnly => handshake == Handshake::Initialize,
        }
    }

    /// Returns the revisions that can be spoken, oldest first.
    ///
    /// ```
    /// assert_eq!(sightline_peer::server::Eras::DiscoverOnly.revisions().count(), 1);
    /// ```
    pub fn revisions(self) -> impl Iterator<Item = &'static RevisionFacts> {
        REVISIONS.iter().filter(move |facts| self.has(facts.handshake))
    }
}
