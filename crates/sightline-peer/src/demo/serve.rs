//! The demo over each transport.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;

use super::{Options, Replies};
use crate::server;

/// How a demo server behaves over HTTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HttpOptions {
    /// What it says, on any transport.
    pub server: Options,
    /// How it writes its answers.
    pub replies: Replies,
}

/// Serves one peer until its stream ends, with the default options.
///
/// # Errors
/// Reading or writing fails; a peer that has gone is no error.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> std::io::Result<()> {
/// let request = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
/// let mut answers = Vec::new();
/// sightline_peer::demo::serve_stdio(request.as_slice(), &mut answers).await?;
/// assert_eq!(answers, b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
/// # Ok(()) }
/// ```
pub async fn serve_stdio(reader: impl AsyncRead + Unpin, writer: impl AsyncWrite + Unpin) -> io::Result<()> {
    serve_stdio_with(reader, writer, Options::default()).await
}

/// Serves one peer until its stream ends.
///
/// # Errors
/// As [`serve_stdio`].
pub async fn serve_stdio_with(
    reader: impl AsyncRead + Unpin,
    writer: impl AsyncWrite + Unpin,
    options: Options,
) -> io::Result<()> {
    server::serve_stdio(reader, writer, &options).await
}

/// Serves until the future is dropped, which also ends the connections.
///
/// # Errors
/// The listener fails for good.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> std::io::Result<()> {
/// use sightline_peer::demo::{HttpOptions, serve_http};
///
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// let address = listener.local_addr()?;
/// let server = tokio::spawn(serve_http(listener, HttpOptions::default()));
/// println!("http://{address}/mcp");
/// server.abort();
/// # Ok(()) }
/// ```
pub async fn serve_http(listener: TcpListener, options: HttpOptions) -> io::Result<()> {
    server::serve_http(listener, Arc::new(options.server), options.replies).await
}
