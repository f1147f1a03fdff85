//! Serves the endpoint over HTTP, and keeps what it is asked.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use serde_json::{Value, json};
use sightline::json::{Document, Limits};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::asked::{Asked, Dialect};
use super::body::{Chunks, decoded};
use super::decide::{Basis, decide};
use super::extract::{items, read_as, with_history};
use super::kept::{self, Kept};
use super::reply::{Reply, Said, tokens};
use super::route::{Route, Vendor, route, vendor_by};
use super::side::{Answer, count, model, models, refusal};
use super::{MAX_BODY, Options, chat, gemini, messages, responses};
use crate::probe::now;

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_mins(1);
/// Conversations whose history is held at once; a run has a handful.
const MAX_CHAINS: usize = 4096;

/// A running endpoint. Dropping it ends it.
#[derive(Debug)]
pub struct Handle {
    address: SocketAddr,
    site: Arc<Site>,
    task: JoinHandle<io::Result<()>>,
}

impl Handle {
    /// Returns where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns what was asked so far.
    #[must_use]
    pub fn kept(&self) -> Vec<Kept> {
        self.site.state().kept.clone()
    }

    /// Returns how many requests came so far, and when the last one did, in milliseconds since 1970.
    #[must_use]
    pub fn progress(&self) -> (usize, Option<u64>) {
        let state = self.site.state();
        (state.kept.len(), state.kept.last().map(|kept| kept.time))
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Serves until the handle is dropped.
///
/// # Errors
/// The file that requests are kept in cannot be opened.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> std::io::Result<()> {
/// use sightline_survey::{endpoint, scenario};
///
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// let endpoint = endpoint::serve(listener, endpoint::Options::of(scenario::all()))?;
/// println!("http://{}/v1", endpoint.address());
/// assert_eq!(endpoint.progress(), (0, None));
/// # Ok(()) }
/// ```
pub fn serve(listener: TcpListener, options: Options) -> io::Result<Handle> {
    let address = listener.local_addr()?;
    let site = Arc::new(Site::of(options)?);
    let served = Arc::clone(&site);
    let task = tokio::spawn(sightline_peer::server::accept(listener, move |request| {
        let site = Arc::clone(&served);
        async move { site.reply(request).await }
    }));
    Ok(Handle { address, site, task })
}

#[derive(Debug)]
pub(super) struct Site {
    options: Options,
    file: Option<Mutex<File>>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    kept: Vec<Kept>,
    /// Calls that were made, by scenario.
    calls: HashMap<String, usize>,
    /// Histories that are held, by the id of the last response, or of the conversation.
    chains: HashMap<String, String>,
    serial: usize,
}

/// What a request says besides its body.
struct Told<'r> {
    time: u64,
    method: Method,
    path: &'r str,
    query: &'r str,
    headers: &'r HeaderMap,
}

impl Site {
    pub(super) fn of(options: Options) -> io::Result<Self> {
        let file = options.keep.as_ref().map(|path| OpenOptions::new().append(true).create(true).open(path));
        Ok(Self { options, file: file.transpose()?.map(Mutex::new), state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn reply(&self, request: Request<Incoming>) -> Response<Chunks> {
        let time = now();
        let (head, body) = request.into_parts();
        let asked = route(&head.method, head.uri.path(), vendor_by(&head.headers));
        let read = body_of(body, &head.headers).await;
        let query = head.uri.query().unwrap_or_default();
        let text =
            read.as_deref().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default();
        let told =
            Told { time, method: head.method.clone(), path: head.uri.path(), query, headers: &head.headers };
        let answer = match read {
            Err((status, reason)) => self.kept_answer(&told, "", refusal(vendor_of(&asked), status, &reason)),
            Ok(_) => self.kept_answer(&told, &text, self.answer(&asked, head.uri.path(), query, &text)),
        };
        let body = if head.method == Method::HEAD { Chunks::default() } else { answer.body };
        let mut response = Response::new(body);
        *response.status_mut() = answer.status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(answer.kind));
        response
    }

    /// Keeps a request with what it is answered.
    fn kept_answer(&self, told: &Told<'_>, body: &str, answer: Answer) -> Answer {
        self.keep(Kept {
            time: told.time,
            route: format!("{} {}", told.method, told.path),
            query: kept::query(told.query),
            headers: kept::headers(told.headers),
            body: body.to_owned(),
            dialect: answer.dialect,
            held: answer.held.clone(),
            said: answer.said.clone(),
            status: answer.status.as_u16(),
        });
        answer
    }

    fn keep(&self, kept: Kept) {
        if let Some(file) = &self.file
            && let Ok(mut line) = serde_json::to_string(&kept)
        {
            line.push('\n');
            // A full disk must not end the client's run; what is missing shows in the file.
            let _ = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
        }
        self.state().kept.push(kept);
    }

    fn answer(&self, asked: &Route, path: &str, query: &str, body: &str) -> Answer {
        match asked {
            Route::Ask(dialect) => self.ask(*dialect, path, query, body),
            Route::Count(dialect) => count(*dialect, path, body),
            Route::Alive => Answer::json(StatusCode::OK, &json!({})),
            Route::Models(vendor) => Answer::json(StatusCode::OK, &models(*vendor, &self.options.models)),
            Route::Model(vendor, name) => Answer::json(StatusCode::OK, &model(*vendor, name)),
            Route::Unknown(vendor) => refusal(*vendor, StatusCode::NOT_FOUND, "there is no such route here"),
        }
    }

    /// Asks the stand-in model.
    fn ask(&self, dialect: Dialect, path: &str, query: &str, body: &str) -> Answer {
        let vendor = Vendor::of(dialect);
        let bad = |reason: &str| refusal(vendor, StatusCode::BAD_REQUEST, reason);
        let document = match Document::parse_with(body.as_bytes(), limits()) {
            Ok(document) if document.root().is_object() => document,
            Ok(_) => return bad("the body is no JSON object"),
            Err(error) => return bad(&format!("the body is no JSON: {error}")),
        };
        let held = match self.held(dialect, &document) {
            Ok(held) => held,
            Err(reason) => return bad(&reason),
        };
        let whole = with_history(body, held.as_deref());
        let whole = whole.as_deref().and_then(|text| Document::parse_with(text.as_bytes(), limits()).ok());
        let whole = whole.as_ref().unwrap_or(&document);
        let request = read_as(dialect, path, whole);
        if let Some(reason) = missing(dialect, &document) {
            return bad(&reason);
        }
        let reply = self.decide(&request);
        if dialect == Dialect::OpenaiResponses {
            self.hold(&reply, &document, whole);
        }
        let (kind, body) = write(&request, &reply, &document, query);
        Answer { status: StatusCode::OK, kind, body, dialect: Some(dialect), held, said: Some(reply.said) }
    }

    fn decide(&self, request: &Asked) -> Reply {
        let mut state = self.state();
        let spent = state.calls.clone();
        let most = self.options.most_calls;
        // A client that forgets what was called is not asked for ever.
        let planned = &self.options.planned;
        let planned = if state.serial < planned.len() * most { planned.as_slice() } else { &[] };
        let basis = Basis {
            scenarios: &self.options.scenarios,
            planned,
            sandbox: self.options.sandbox,
            is_spent: &|scenario| spent.get(&scenario.name).is_some_and(|count| *count >= most),
            closing: &self.options.closing,
        };
        let mut said = decide(request, &basis);
        state.serial += 1;
        let serial = format!("probe{:04}", state.serial);
        if let Said::Call(call) = &mut said {
            call.id = match request.dialect {
                Dialect::AnthropicMessages => format!("toolu_{serial}"),
                _ => format!("call_{serial}"),
            };
            if let Some(name) = crate::scenario::named_in(&call.arguments) {
                *state.calls.entry(name.to_owned()).or_default() += 1;
            }
        }
        let output_tokens = match &said {
            Said::Text(words) => tokens([words.as_str()]),
            Said::Call(call) => tokens([call.name.as_str(), call.arguments.as_str()]),
        };
        Reply {
            serial,
            seconds: now() / 1000,
            model: request.model.clone(),
            said,
            input_tokens: tokens(request.strings.iter().map(String::as_str)),
            output_tokens,
        }
    }

    /// Returns the items that a request only points to.
    fn held(&self, dialect: Dialect, document: &Document<'_>) -> Result<Option<String>, String> {
        if dialect != Dialect::OpenaiResponses {
            return Ok(None);
        }
        let state = self.state();
        if let Some(id) = document.root().member("previous_response_id").and_then(|id| id.as_str()) {
            let found = state.chains.get(id.as_ref()).cloned();
            return found.map(Some).ok_or_else(|| format!("previous response {id} is not known"));
        }
        Ok(conversation(document).and_then(|id| state.chains.get(&id).cloned()))
    }

    /// Holds the history of a response for requests that will point to it.
    fn hold(&self, reply: &Reply, document: &Document<'_>, whole: &Document<'_>) {
        let before = whole.root().member("input").map(items).unwrap_or_default();
        let own = responses::item(reply, true).to_string();
        let all = if before.is_empty() { own } else { format!("{before},{own}") };
        let mut state = self.state();
        if state.chains.len() >= MAX_CHAINS {
            state.chains.clear();
        }
        if let Some(id) = conversation(document) {
            state.chains.insert(id, all.clone());
        }
        state.chains.insert(format!("resp_{}", reply.serial), all);
    }
}

/// Bodies come from clients under test: as deep as they are, within the bound on size.
fn limits() -> Limits {
    Limits::default()
}

async fn body_of(body: Incoming, headers: &HeaderMap) -> Result<Bytes, (StatusCode, String)> {
    let read = timeout(PATIENCE, Limited::new(body, MAX_BODY).collect()).await;
    let body = match read {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
            return Err((StatusCode::PAYLOAD_TOO_LARGE, format!("the body is larger than {MAX_BODY} bytes")));
        }
        Ok(Err(_)) => return Err((StatusCode::BAD_REQUEST, "the body broke off".to_owned())),
        Err(_) => return Err((StatusCode::REQUEST_TIMEOUT, "the body took too long".to_owned())),
    };
    let encoding = headers.get(CONTENT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    decoded(body, encoding).map_err(|reason| (StatusCode::UNSUPPORTED_MEDIA_TYPE, reason))
}

fn conversation(document: &Document<'_>) -> Option<String> {
    let node = document.root().member("conversation")?;
    let id = node.as_str().or_else(|| node.member("id")?.as_str())?;
    Some(format!("conversation {id}"))
}

/// Names the member without which a request asks nothing.
fn missing(dialect: Dialect, document: &Document<'_>) -> Option<String> {
    let name = match dialect {
        Dialect::OpenaiChat | Dialect::AnthropicMessages => "messages",
        Dialect::Gemini => "contents",
        // It may say everything in its instructions or its prompt.
        Dialect::OpenaiResponses => return None,
    };
    document.root().member(name).is_none().then(|| format!("{name} is missing"))
}

/// Writes a reply in the dialect and the form that the request wants.
fn write(asked: &Asked, reply: &Reply, document: &Document<'_>, query: &str) -> (&'static str, Chunks) {
    const EVENTS: &str = "text/event-stream; charset=utf-8";
    const JSON: &str = "application/json";
    let root = document.root();
    match (asked.dialect, asked.stream) {
        (Dialect::OpenaiChat, true) => (EVENTS, Chunks::stream(chat::stream(reply, root))),
        (Dialect::OpenaiChat, false) => (JSON, Chunks::whole(chat::write(reply).to_string())),
        (Dialect::OpenaiResponses, true) => (EVENTS, Chunks::stream(responses::stream(reply, root))),
        (Dialect::OpenaiResponses, false) => (JSON, Chunks::whole(responses::write(reply, root).to_string())),
        (Dialect::AnthropicMessages, true) => (EVENTS, Chunks::stream(messages::stream(reply))),
        (Dialect::AnthropicMessages, false) => (JSON, Chunks::whole(messages::write(reply).to_string())),
        (Dialect::Gemini, true) if query.split('&').any(|pair| pair == "alt=sse") => {
            let answers = gemini::stream(reply);
            (
                EVENTS,
                Chunks::stream(
                    answers.iter().map(|answer| super::reply::sse(None, &answer.to_string())).collect(),
                ),
            )
        }
        // Without that, a stream is one JSON array.
        (Dialect::Gemini, true) => (JSON, Chunks::whole(Value::from(gemini::stream(reply)).to_string())),
        (Dialect::Gemini, false) => (JSON, Chunks::whole(gemini::write(reply).to_string())),
    }
}

fn vendor_of(route: &Route) -> Vendor {
    match route {
        Route::Ask(dialect) | Route::Count(dialect) => Vendor::of(*dialect),
        Route::Models(vendor) | Route::Model(vendor, _) | Route::Unknown(vendor) => *vendor,
        Route::Alive => Vendor::Openai,
    }
}

#[cfg(test)]
impl Site {
    /// Answers a request without a socket, and keeps it.
    pub(super) fn ask_for_test(&self, path: &str, body: &str) -> Value {
        serde_json::from_str(&self.text_for_test(path, "", body)).unwrap()
    }

    pub(super) fn text_for_test(&self, path: &str, query: &str, body: &str) -> String {
        let headers = HeaderMap::new();
        let told = Told { time: 0, method: Method::POST, path, query, headers: &headers };
        let asked = route(&told.method, path, None);
        self.kept_answer(&told, body, self.answer(&asked, path, query, body)).body.text_for_test()
    }

    pub(super) fn kept_for_test(&self) -> Vec<Kept> {
        self.state().kept.clone()
    }
}
