//! Connections over TCP: so many at once, each served by HTTP/1.1, all ended together.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Connections served at once; more wait in the listener's queue.
const MAX_CONNECTIONS: usize = 64;
/// How long a client may take to send its headers, and then its body.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// Answers requests until the future is dropped, which also ends the connections.
///
/// # Errors
/// The listener fails for good.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> std::io::Result<()> {
/// use bytes::Bytes;
/// use http_body_util::Full;
///
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// let server = tokio::spawn(sightline_peer::server::accept(listener, |_request| async {
///     http::Response::new(Full::<Bytes>::from("hello"))
/// }));
/// server.abort();
/// # Ok(()) }
/// ```
pub async fn accept<B, F>(
    listener: TcpListener,
    reply: impl Fn(Request<Incoming>) -> F + Send + Sync + 'static,
) -> io::Result<()>
where
    B: Body<Data = Bytes, Error = Infallible> + Send + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
{
    let reply = Arc::new(reply);
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        // The semaphore is never closed.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
            Err(error) => return Err(error),
        };
        while connections.try_join_next().is_some() {}
        let reply = Arc::clone(&reply);
        connections.spawn(async move {
            let service = service_fn(|request| {
                let answered = reply(request);
                async move { Ok::<_, Infallible>(answered.await) }
            });
            // A connection that breaks concerns its client alone.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .serve_connection(TokioIo::new(stream), service)
                .await;
            drop(place);
        });
    }
}
