//! A server behind Streamable HTTP: every message is a POST, answered by JSON or an event stream.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::time::{Instant, timeout_at};

use super::error::{Kind, excerpt};
use super::inbox::{Inbox, Strictness};
use super::{Error, HttpTarget, RemarkKind, SseSplitter};

/// How much of an error body is read for its excerpt or its JSON-RPC error.
const ERROR_BODY_BYTES: usize = 64 << 10;
const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

#[derive(Debug)]
pub(crate) struct Endpoint {
    uri: Uri,
    base_headers: HeaderMap,
    /// What the revision asks for on every request.
    pub(crate) session_headers: HeaderMap,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

const EXAMPLE: &str = "expected one such as http://127.0.0.1:3001/mcp";
const CHECK: &str = "check that the server runs and that the url is right";

impl Endpoint {
    pub(crate) fn new(target: &HttpTarget, connect_deadline: Duration) -> Result<Self, Error> {
        let uri: Uri = target.url.parse().map_err(|error| {
            Error::new(Kind::Settings, format!("url {:?} cannot be read ({error}); {EXAMPLE}", target.url))
        })?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.host().is_none() {
            let what = format!("url {:?} needs http:// or https:// and a host; {EXAMPLE}", target.url);
            return Err(Error::new(Kind::Settings, what));
        }
        // What stands before an @ is sent to nobody, and the url stands in messages and reports.
        if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
            let what = "the url holds a user or a password; give them with --bearer TOKEN or \
                        --header 'Authorization: VALUE'";
            return Err(Error::new(Kind::Settings, what.to_owned()));
        }
        // A port that is no 16-bit number would silently become the scheme's own.
        let port = uri.authority().and_then(|authority| authority.as_str().rsplit_once(':'));
        let is_number = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
        if port.is_some_and(|(_, port)| is_number(port)) && uri.port_u16().is_none() {
            let what = format!("url {:?} has a port above 65535", target.url);
            return Err(Error::new(Kind::Settings, what));
        }
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(connect_deadline));
        let provider = rustls::crypto::ring::default_provider;
        let builder = hyper_rustls::HttpsConnectorBuilder::new();
        // A machine without certificates of its own still reaches public servers.
        let builder = match builder.with_provider_and_native_roots(provider()) {
            Ok(builder) => builder,
            Err(_) => hyper_rustls::HttpsConnectorBuilder::new()
                .with_provider_and_webpki_roots(provider())
                .map_err(|error| Error::new(Kind::Settings, format!("TLS has no setup: {error}")))?,
        };
        let connector = builder.https_or_http().enable_http1().wrap_connector(connector);
        Ok(Self {
            uri,
            base_headers: base_headers(target)?,
            session_headers: HeaderMap::new(),
            client: Client::builder(TokioExecutor::new()).build(connector),
        })
    }

    pub(crate) async fn exchange(
        &mut self,
        inbox: &mut Inbox,
        request: &str,
        waiting: (u64, &str),
        headers: HeaderMap,
        deadline: Instant,
    ) -> Result<String, Error> {
        let work = self.exchange_unbounded(inbox, request, waiting, headers, deadline);
        // Dropping the work closes the connection, which is how this transport cancels.
        match timeout_at(deadline, work).await {
            Ok(done) => done,
            Err(_) => {
                inbox.abandon(waiting.0, waiting.1);
                Err(self.timeout(waiting.1))
            }
        }
    }

    async fn exchange_unbounded(
        &mut self,
        inbox: &mut Inbox,
        request: &str,
        waiting: (u64, &str),
        headers: HeaderMap,
        deadline: Instant,
    ) -> Result<String, Error> {
        let response = self.post(Method::POST, request, headers).await?;
        if let Some(id) = response.headers().get(SESSION_ID) {
            self.session_headers.insert(SESSION_ID, id.clone());
        }
        let status = response.status();
        let content_type = content_type(&response);
        if !status.is_success() {
            return self.read_refusal(inbox, response, waiting).await;
        }
        match content_type.as_str() {
            "text/event-stream" => self.read_events(inbox, response, waiting, deadline).await,
            "application/json" => {
                let body = self.read_body(response.into_body(), inbox.max_bytes).await?;
                let taken = inbox.take(&body, Some(waiting), Strictness::Body)?;
                for reply in taken.replies {
                    self.notify(&reply, deadline).await?;
                }
                taken.answer.ok_or_else(|| {
                    let start = excerpt(&body);
                    let what = format!("{} answers {} with: {start}", self.uri, waiting.1);
                    Error::new(Kind::Protocol, what + ", which has not the id of the request")
                })
            }
            other => {
                let other = if other.is_empty() { "no content type" } else { other }.to_owned();
                let start = self.read_start(response.into_body()).await;
                let what = format!(
                    "{} answers {} with status {} and {other} instead of application/json or \
                     text/event-stream; is this the MCP endpoint? It starts with: {}",
                    self.uri,
                    waiting.1,
                    status.as_u16(),
                    excerpt(&start)
                );
                Err(Error::new(Kind::Protocol, what))
            }
        }
    }

    async fn read_events(
        &mut self,
        inbox: &mut Inbox,
        response: Response<Incoming>,
        waiting: (u64, &str),
        deadline: Instant,
    ) -> Result<String, Error> {
        let mut body = response.into_body();
        let mut splitter = SseSplitter::new(inbox.max_bytes);
        let mut events_seen = 0_usize;
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| self.cut(&error, waiting.1))?;
            let Some(data) = frame.data_ref() else { continue };
            let events = splitter.push(data).map_err(|_| self.too_large(inbox.max_bytes))?;
            for event in events {
                events_seen += 1;
                // Servers send empty events to open a stream that can be resumed.
                if event.data.is_empty() || !matches!(event.name.as_str(), "" | "message") {
                    continue;
                }
                let taken = inbox.take(&event.data, Some(waiting), Strictness::Body)?;
                for reply in taken.replies {
                    self.notify(&reply, deadline).await?;
                }
                if let Some(answer) = taken.answer {
                    return Ok(answer);
                }
            }
        }
        let what = format!(
            "{} ends its event stream after {events_seen} events without an answer to {}",
            self.uri, waiting.1
        );
        Err(Error::new(Kind::Protocol, what))
    }

    /// A refusal may hold a JSON-RPC error, which then is the answer; not that the session is gone, which
    /// no tool has said.
    async fn read_refusal(
        &mut self,
        inbox: &mut Inbox,
        response: Response<Incoming>,
        waiting: (u64, &str),
    ) -> Result<String, Error> {
        let (status, headers) = (response.status(), response.headers().clone());
        let is_json = content_type(&response) == "application/json";
        let body = self.read_start(response.into_body()).await;
        let is_credentials = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let is_gone = status == StatusCode::NOT_FOUND && self.session_headers.contains_key(SESSION_ID);
        if is_json
            && !is_credentials
            && !is_gone
            && let Ok(taken) = inbox.take(&body, Some(waiting), Strictness::Body)
            && let Some(answer) = taken.answer
        {
            let text = format!("JSON-RPC answer comes with HTTP status {}", status.as_u16());
            inbox.remark(RemarkKind::Http, text);
            return Ok(answer);
        }
        Err(self.refusal(status, &headers, &body, waiting.1))
    }

    fn refusal(&self, status: StatusCode, headers: &HeaderMap, body: &[u8], method: &str) -> Error {
        let text_of = |name: HeaderName| headers.get(name).map(|value| excerpt(value.as_bytes()));
        let mut what = format!("{} answers {method} with HTTP status {status}", self.uri);
        let kind = match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                what.push_str("; give credentials with --bearer TOKEN or --header 'NAME: VALUE'");
                if let Some(challenge) = text_of(header::WWW_AUTHENTICATE) {
                    what = format!("{what} (it asks for: {challenge})");
                }
                Kind::Unauthorized
            }
            StatusCode::NOT_FOUND if self.session_headers.contains_key(SESSION_ID) => {
                what.push_str("; the server no longer knows this session");
                Kind::Rejected
            }
            StatusCode::NOT_FOUND => {
                what.push_str("; check the path of the url, often /mcp");
                Kind::Rejected
            }
            status if status.is_redirection() => {
                let to = text_of(header::LOCATION).unwrap_or_else(|| "nowhere".to_owned());
                what = format!("{what}; redirects are not followed, give its target: {to}");
                Kind::Rejected
            }
            _ => Kind::Rejected,
        };
        if !body.is_empty() {
            what = format!("{what}; body: {}", excerpt(body));
        }
        Error::new(kind, what)
    }

    /// Sends a message that has no answer: a notification or a reply.
    pub(crate) async fn notify(&self, text: &str, deadline: Instant) -> Result<(), Error> {
        let work = async {
            let response = self.post(Method::POST, text, HeaderMap::new()).await?;
            let (status, headers) = (response.status(), response.headers().clone());
            if status.is_success() {
                return Ok(());
            }
            let body = self.read_start(response.into_body()).await;
            Err(self.refusal(status, &headers, &body, "a notification or reply"))
        };
        match timeout_at(deadline, work).await {
            Ok(done) => done,
            Err(_) => Err(self.timeout("a notification or reply")),
        }
    }

    /// Ends the session on the server, where there is one.
    pub(crate) async fn close(self, grace: Duration) {
        if self.session_headers.contains_key(SESSION_ID) {
            // Servers may refuse it (405); there is nothing left to do either way.
            let work = self.post(Method::DELETE, "", HeaderMap::new());
            let _ = timeout_at(Instant::now() + grace, work).await;
        }
    }

    async fn post(
        &self,
        method: Method,
        text: &str,
        headers: HeaderMap,
    ) -> Result<Response<Incoming>, Error> {
        let mut request = Request::new(Full::new(Bytes::copy_from_slice(text.as_bytes())));
        *request.method_mut() = method;
        *request.uri_mut() = self.uri.clone();
        let all = request.headers_mut();
        all.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let accept = HeaderValue::from_static("application/json, text/event-stream");
        all.insert(header::ACCEPT, accept);
        all.extend(self.session_headers.clone());
        all.extend(headers);
        all.extend(self.base_headers.clone());
        self.client.request(request).await.map_err(|error| {
            let reason = chain(&error);
            if error.is_connect() {
                let what = format!("{} cannot be reached: {reason}; {CHECK}", self.uri);
                Error::new(Kind::Unreachable, what)
            } else {
                let what = format!("{} breaks the HTTP exchange: {reason}", self.uri);
                Error::new(Kind::Protocol, what)
            }
        })
    }

    async fn read_body(&self, mut body: Incoming, max_bytes: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| self.cut(&error, "a request"))?;
            let Some(data) = frame.data_ref() else { continue };
            if bytes.len() + data.len() > max_bytes {
                return Err(self.too_large(max_bytes));
            }
            bytes.extend_from_slice(data);
        }
        Ok(bytes)
    }

    /// Reads what an error shows of a body; never fails, and the deadline is the caller's.
    async fn read_start(&self, mut body: Incoming) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let Some(Ok(frame)) = body.frame().await {
            if let Some(data) = frame.data_ref() {
                let room = ERROR_BODY_BYTES - bytes.len();
                bytes.extend_from_slice(data.get(..room).unwrap_or(data));
            }
            if bytes.len() >= ERROR_BODY_BYTES {
                break;
            }
        }
        bytes
    }

    fn too_large(&self, max_bytes: usize) -> Error {
        let uri = &self.uri;
        let what = format!("{uri} sends a message of more than {max_bytes} bytes, reading stops there");
        Error::new(Kind::TooLarge, what)
    }

    fn cut(&self, error: &hyper::Error, method: &str) -> Error {
        let what = format!("{} cuts its answer to {method} short: {}", self.uri, chain(error));
        Error::new(Kind::Protocol, what)
    }

    fn timeout(&self, method: &str) -> Error {
        let what = format!("{} did not answer {method} before the deadline", self.uri);
        Error::new(Kind::Timeout, what)
    }
}

fn base_headers(target: &HttpTarget) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    for (name, value) in &target.headers {
        let parsed = HeaderName::from_bytes(name.as_bytes()).ok().zip(HeaderValue::from_str(value).ok());
        // The value may be a secret, so the message names the header only.
        let Some((parsed_name, value)) = parsed else {
            let what = format!("header {name:?} has a name or value that HTTP does not allow");
            return Err(Error::new(Kind::Settings, what));
        };
        headers.append(parsed_name, value);
    }
    if let Some(token) = &target.bearer {
        let mut value = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| {
            Error::new(Kind::Settings, "bearer token has characters that HTTP does not allow")
        })?;
        value.set_sensitive(true);
        headers.insert(header::AUTHORIZATION, value);
    }
    Ok(headers)
}

fn content_type(response: &Response<Incoming>) -> String {
    let value = response.headers().get(header::CONTENT_TYPE);
    let value = value.and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Joins an error and its causes, which hyper does not.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}
