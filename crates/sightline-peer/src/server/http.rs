//! A server over Streamable HTTP at `/mcp`: sessions for the earlier era, none for the later.

use std::collections::VecDeque;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use http::header::{ACCEPT, ALLOW, CONTENT_TYPE, HOST, HeaderMap, HeaderName, ORIGIN};
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use sightline::json::{Document, Limits, Node};
use sightline::revision::{Handshake, Revision, RevisionFacts};
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::accept::{PATIENCE, accept};
use super::answer::{Answer, Connection, answer};
use super::rpc::{self, Message, Refusal};
use super::{MAX_MESSAGE, Offer};

/// How answers are written to a client that takes both forms. Complete: the transport has two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replies {
    /// One JSON body.
    #[default]
    Json,
    /// An event stream with one message.
    Events,
}

/// Sessions kept at once; of more, the oldest is forgotten. Such a server has a handful of clients.
const MAX_SESSIONS: usize = 256;
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const PROTOCOL: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

type Reply = Response<Full<Bytes>>;

/// Serves until the future is dropped, which also ends the connections.
///
/// Only requests to a loopback name are answered, and none from a foreign origin, so that a web page
/// cannot reach such a server by pointing a name of its own here.
///
/// # Errors
/// The listener fails for good.
pub async fn serve_http(listener: TcpListener, offer: Arc<dyn Offer>, replies: Replies) -> io::Result<()> {
    let site = Arc::new(Site { offer, replies, sessions: Mutex::default() });
    accept(listener, move |request| {
        let site = Arc::clone(&site);
        async move { site.reply(request).await }
    })
    .await
}

struct Site {
    offer: Arc<dyn Offer>,
    replies: Replies,
    sessions: Mutex<VecDeque<Session>>,
}

struct Session {
    id: String,
    agreed: &'static RevisionFacts,
}

impl Site {
    async fn reply(&self, request: Request<Incoming>) -> Reply {
        let headers = request.headers();
        if !header(headers, &HOST).is_some_and(is_loopback) {
            return plain(StatusCode::FORBIDDEN, "the host is not a loopback name");
        }
        if header(headers, &ORIGIN).is_some_and(|origin| !is_loopback_origin(origin)) {
            return plain(StatusCode::FORBIDDEN, "the origin is not a loopback name");
        }
        if request.uri().path() != "/mcp" {
            return plain(StatusCode::NOT_FOUND, "the endpoint is /mcp");
        }
        match *request.method() {
            Method::POST => self.post(request).await,
            Method::DELETE if self.offer.eras().has(Handshake::Initialize) => self.delete(headers),
            _ => {
                let mut reply = plain(StatusCode::METHOD_NOT_ALLOWED, "only POST and DELETE are served");
                reply.headers_mut().insert(ALLOW, http::HeaderValue::from_static("POST, DELETE"));
                reply
            }
        }
    }

    fn delete(&self, headers: &HeaderMap) -> Reply {
        let Some(id) = header(headers, &SESSION) else {
            return plain(StatusCode::BAD_REQUEST, "Mcp-Session-Id is missing");
        };
        let mut sessions = self.sessions();
        let before = sessions.len();
        sessions.retain(|session| session.id != id);
        if sessions.len() == before {
            return plain(StatusCode::NOT_FOUND, "the session is not known");
        }
        empty(StatusCode::NO_CONTENT)
    }

    async fn post(&self, request: Request<Incoming>) -> Reply {
        let (head, body) = request.into_parts();
        let headers = &head.headers;
        if header(headers, &CONTENT_TYPE).map(media_type).as_deref() != Some("application/json") {
            return plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the content type is not application/json");
        }
        let Some(replies) = self.form(headers) else {
            return plain(
                StatusCode::NOT_ACCEPTABLE,
                "neither application/json nor text/event-stream is accepted",
            );
        };
        let body = match timeout(PATIENCE, Limited::new(body, MAX_MESSAGE).collect()).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
                return plain(StatusCode::PAYLOAD_TOO_LARGE, "the message is too long");
            }
            Ok(Err(_)) => return plain(StatusCode::BAD_REQUEST, "the body broke off"),
            Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "the body took too long"),
        };
        let session = header(headers, &SESSION).unwrap_or_default();
        self.offer.heard(session, &body);
        let document = match Document::parse_with(&body, Limits::default()) {
            Ok(document) => document,
            Err(error) => {
                let refusal = Refusal::new(Refusal::PARSE, error.to_string());
                return self.write(
                    session,
                    StatusCode::BAD_REQUEST,
                    Answer::refusing(None, &refusal),
                    replies,
                );
            }
        };
        if self.is_stateless(headers, &document) {
            self.stateless(headers, &document, replies)
        } else {
            self.in_session(headers, &document, replies)
        }
    }

    /// Chooses the form of the answer, or none if the client takes neither.
    fn form(&self, headers: &HeaderMap) -> Option<Replies> {
        let takes = |wanted: &str| {
            let values = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
            let mut types = values.flat_map(|value| value.split(',')).map(media_type);
            types.any(|name| name == wanted || name == "*/*")
        };
        match (takes("application/json"), takes("text/event-stream")) {
            (true, true) => Some(self.replies),
            (true, false) => Some(Replies::Json),
            (false, true) => Some(Replies::Events),
            (false, false) => None,
        }
    }

    /// Tells whether a message belongs to the later era: it says so itself, or its header does.
    fn is_stateless(&self, headers: &HeaderMap, document: &Document<'_>) -> bool {
        if !self.offer.eras().has(Handshake::Initialize) {
            return true;
        }
        let in_header = || {
            let revision = Revision::from(header(headers, &PROTOCOL)?);
            Some(revision.facts()?.handshake == Handshake::Discover)
        };
        let named = document.root().at("/params/_meta/io.modelcontextprotocol~1protocolVersion").is_some();
        self.offer.eras().has(Handshake::Discover) && (named || in_header().unwrap_or(false))
    }

    fn stateless(&self, headers: &HeaderMap, document: &Document<'_>, replies: Replies) -> Reply {
        if let Ok(Message::Request(request)) = rpc::read(document)
            && let Some(refusal) = wrong_header(headers, request)
        {
            let answer = Answer::refusing(Some(request.id), &refusal);
            return self.write("", StatusCode::BAD_REQUEST, answer, replies);
        }
        let Some(answer) = answer(&*self.offer, &mut Connection::default(), document) else {
            return empty(StatusCode::ACCEPTED);
        };
        let status = match answer.code {
            None => StatusCode::OK,
            Some(Refusal::METHOD) => StatusCode::NOT_FOUND,
            Some(Refusal::INTERNAL) => StatusCode::INTERNAL_SERVER_ERROR,
            Some(_) => StatusCode::BAD_REQUEST,
        };
        self.write("", status, answer, replies)
    }

    fn in_session(&self, headers: &HeaderMap, document: &Document<'_>, replies: Replies) -> Reply {
        let method = document.root().member("method").and_then(Node::as_str);
        let opens = method.as_deref() == Some("initialize");
        let mut connection = Connection::default();
        // A malformed message is answered as such, whoever sent it.
        if !opens && rpc::read(document).is_ok() && method.as_deref() != Some("server/discover") {
            let Some(id) = header(headers, &SESSION) else {
                return plain(StatusCode::BAD_REQUEST, "Mcp-Session-Id is missing");
            };
            let Some(agreed) = self.agreed(id) else {
                return plain(StatusCode::NOT_FOUND, "the session is not known");
            };
            // Absent before 2025-06-18, and then the session says enough.
            if header(headers, &PROTOCOL).is_some_and(|name| name != agreed.revision.as_str()) {
                return plain(StatusCode::BAD_REQUEST, "MCP-Protocol-Version is not the session's");
            }
            connection.agreed = Some(agreed);
        }
        let Some(answer) = answer(&*self.offer, &mut connection, document) else {
            return empty(StatusCode::ACCEPTED);
        };
        let malformed = matches!(answer.code, Some(Refusal::REQUEST | Refusal::PARSE));
        let status = if malformed { StatusCode::BAD_REQUEST } else { StatusCode::OK };
        let opened = connection.agreed.filter(|_| opens).map(|agreed| self.open(agreed));
        let session = opened.as_deref().or_else(|| header(headers, &SESSION)).unwrap_or_default();
        let mut reply = self.write(session, status, answer, replies);
        if let Some(Ok(value)) = opened.map(|id| id.parse()) {
            reply.headers_mut().insert(SESSION, value);
        }
        reply
    }

    fn write(&self, session: &str, status: StatusCode, answer: Answer, replies: Replies) -> Reply {
        self.offer.said(session, &answer.text);
        write(status, answer, replies)
    }

    fn open(&self, agreed: &'static RevisionFacts) -> String {
        // Random keys of the standard library's hasher: hard to guess, and enough on loopback.
        let part = || RandomState::new().build_hasher().finish();
        let id = format!("{:016x}{:016x}", part(), part());
        let mut sessions = self.sessions();
        if sessions.len() >= MAX_SESSIONS {
            sessions.pop_front();
        }
        sessions.push_back(Session { id: id.clone(), agreed });
        id
    }

    fn agreed(&self, id: &str) -> Option<&'static RevisionFacts> {
        self.sessions().iter().find(|session| session.id == id).map(|session| session.agreed)
    }

    fn sessions(&self) -> std::sync::MutexGuard<'_, VecDeque<Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Compares the headers that repeat the body; the later era wants all of them.
fn wrong_header(headers: &HeaderMap, request: rpc::Request<'_>) -> Option<Refusal> {
    let name = match request.method().as_ref() {
        "tools/call" => request.param("name"),
        "resources/read" => request.param("uri"),
        _ => None,
    };
    let pairs = [
        (&PROTOCOL, "MCP-Protocol-Version", request.meta("protocolVersion")),
        (&METHOD, "Mcp-Method", Some(request.method)),
        (&NAME, "Mcp-Name", name),
    ];
    for (key, label, body) in pairs {
        // What the body lacks is refused as such later.
        let Some(body) = body.and_then(Node::as_str) else { continue };
        let message = match header(headers, key) {
            None => format!("header {label} is missing"),
            Some(value) if value != body => format!("header {label} is not what the body says"),
            Some(_) => continue,
        };
        return Some(Refusal::new(Refusal::HEADER, message));
    }
    None
}

fn write(status: StatusCode, answer: Answer, replies: Replies) -> Reply {
    let (kind, body) = match replies {
        Replies::Json => ("application/json", answer.text),
        // A comment first, as servers send one to keep a stream open; readers skip it.
        Replies::Events => {
            ("text/event-stream", format!(": sightline\n\nevent: message\ndata: {}\n\n", answer.text))
        }
    };
    with_body(status, kind, body)
}

fn plain(status: StatusCode, message: &str) -> Reply {
    with_body(status, "text/plain; charset=utf-8", format!("{message}\n"))
}

fn empty(status: StatusCode) -> Reply {
    let mut reply = Response::new(Full::default());
    *reply.status_mut() = status;
    reply
}

fn with_body(status: StatusCode, kind: &'static str, body: String) -> Reply {
    let mut reply = Response::new(Full::from(body));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, http::HeaderValue::from_static(kind));
    reply
}

fn header<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

fn media_type(value: &str) -> String {
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Tells whether a host, with or without a port, is this machine by a name that cannot be rebound.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or(rest, |(name, _)| name),
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn is_loopback_origin(origin: &str) -> bool {
    let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some_and(is_loopback)
}
