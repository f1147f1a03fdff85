//! Opens a session in either era, lists tools, calls them.

use std::collections::HashSet;
use std::fmt;
use std::time::{Duration, Instant as Clock};

use http::{HeaderMap, HeaderName, HeaderValue};
use sightline::json::{Document, Node, quote};
use sightline::revision::{Handshake, Revision};
use tokio::time::Instant;

use super::error::{Kind, excerpt};
use super::http::Endpoint;
use super::inbox::Inbox;
use super::stdio::Process;
use super::{Error, Event, Options, Remark, RemarkKind, Target, headers};

/// An open session with one server.
///
/// ```no_run
/// use std::time::Duration;
/// use sightline_peer::client::{Error, Options, Session, Target};
///
/// # async fn example() -> Result<(), Error> {
/// let target = Target::stdio("uvx", ["mcp-server-time"]);
/// let mut session = Session::open(&target, Options::default(), |_| {}).await?;
/// let tools = session.list_tools().await?;
/// let exchange = session
///     .call("get_current_time", r#"{"timezone":"UTC"}"#, Duration::from_secs(30))
///     .await?;
/// println!("{} pages; {}", tools.pages.len(), exchange.response);
/// session.close().await;
/// # Ok(())
/// # }
/// ```
pub struct Session {
    wire: Wire,
    inbox: Inbox,
    options: Options,
    target: Target,
    revision: Revision,
    handshake: Handshake,
    server_info: String,
    pages: Vec<String>,
    last_id: u64,
}

#[derive(Debug)]
enum Wire {
    Stdio(Box<Process>),
    Http(Box<Endpoint>),
}

/// One request and its answer, as they went over the wire.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The whole request message.
    pub request: String,
    /// The whole answer message: one JSON text with `result` or `error`.
    pub response: String,
    /// From sending to having the answer.
    pub elapsed: Duration,
}

impl Exchange {
    /// Returns the text of `result`, whatever its `resultType` or a task in it.
    pub fn result(&self) -> Option<String> {
        self.member("result")
    }

    /// Returns the text of `error`, the JSON-RPC error object.
    pub fn error(&self) -> Option<String> {
        self.member("error")
    }

    fn member(&self, name: &str) -> Option<String> {
        let document = Document::parse(&self.response).ok()?;
        document.root().member(name).map(|node| node.text().to_owned())
    }
}

/// The pages of `tools/list`.
#[derive(Clone, Debug)]
pub struct ToolList {
    /// The whole answer messages, in order.
    pub pages: Vec<String>,
    /// Why the list ends before its end, if it does.
    pub cut_short: Option<String>,
}

/// What a session leaves when it is closed.
#[derive(Clone, Debug)]
pub struct Farewell {
    /// Everything remarked, the end of the process included.
    pub remarks: Vec<Remark>,
    /// The end of what the server wrote to standard error.
    pub stderr: String,
}

impl fmt::Debug for Session {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Session")
            .field("target", &self.target)
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Starts or connects to a server and agrees on a revision.
    ///
    /// # Errors
    /// When the server cannot be reached, does not answer in time, or answers with something else.
    pub async fn open(
        target: &Target,
        options: Options,
        on_event: impl FnMut(Event<'_>) + Send + 'static,
    ) -> Result<Self, Error> {
        let mut inbox = Inbox::new(options.max_message_bytes, Box::new(on_event));
        (inbox.on_event)(Event::Opening(target));
        let forced = options.revision.clone();
        let revision = forced.clone().unwrap_or(Revision::LATEST);
        let mut session = Self {
            wire: connect(target, &options)?,
            inbox,
            options,
            target: target.clone(),
            handshake: revision.facts_or_newest().handshake,
            revision,
            server_info: String::new(),
            pages: Vec::new(),
            last_id: 0,
        };
        match session.handshake {
            Handshake::Initialize => session.initialize().await?,
            Handshake::Discover => match (session.discover().await, forced) {
                (Ok(()), _) => {}
                (Err(Refused { error, .. }), Some(_)) => return Err(error),
                (Err(Refused { error, is_final: true }), None) => return Err(error),
                (Err(Refused { error, .. }), None) => session.fall_back(&error).await?,
            },
        }
        Ok(session)
    }

    /// Returns the revision that is spoken.
    pub fn revision(&self) -> &Revision {
        &self.revision
    }

    /// Returns the text of the result of `server/discover` or `initialize`.
    pub fn server_info(&self) -> &str {
        &self.server_info
    }

    /// Returns what was wrong so far but did not stop us.
    pub fn remarks(&self) -> &[Remark] {
        &self.inbox.remarks
    }

    /// Returns how many remarks were left out because there were too many.
    pub fn remarks_left_out(&self) -> usize {
        self.inbox.remarks_left_out
    }

    /// Returns how many lines of standard output were no messages.
    pub fn noise_lines(&self) -> usize {
        self.inbox.noise_lines
    }

    /// Returns the notifications so far (progress, logs), as received.
    pub fn notifications(&self) -> &[String] {
        &self.inbox.notifications
    }

    /// Returns how many notifications were left out because there were too many.
    pub fn notifications_left_out(&self) -> usize {
        self.inbox.notifications_left_out
    }

    /// Returns the end of what the server wrote to standard error; empty for HTTP.
    pub fn stderr(&self) -> String {
        match &self.wire {
            Wire::Stdio(process) => process.stderr(),
            Wire::Http(_) => String::new(),
        }
    }

    /// Lists the tools, page by page, within the bounds of the options.
    ///
    /// # Errors
    /// When the first page cannot be had. A fault on a later page cuts the list short and is named.
    pub async fn list_tools(&mut self) -> Result<ToolList, Error> {
        let deadline = Instant::now() + self.options.list_deadline;
        let (mut pages, mut bytes, mut cursor) = (Vec::new(), 0_usize, None::<String>);
        let mut seen = HashSet::new();
        let cut_short = loop {
            let params = cursor.as_ref().map(|cursor| format!(r#""cursor":{cursor}"#));
            let answer = self.request("tools/list", params.as_deref(), None, deadline).await;
            let page = match answer.and_then(|exchange| needs_result(exchange, "tools/list")) {
                Ok(exchange) => exchange.response,
                Err(error) if pages.is_empty() => return Err(error),
                Err(error) => break Some(format!("page {}: {error}", pages.len() + 1)),
            };
            bytes += page.len();
            cursor = next_cursor(&page);
            pages.push(page);
            match &cursor {
                None => break None,
                Some(next) if !seen.insert(next.clone()) => {
                    break Some(format!(
                        "cursor {} comes again, the list is a loop",
                        excerpt(next.as_bytes())
                    ));
                }
                Some(_) if pages.len() >= self.options.max_list_pages => {
                    break Some(format!("more than {} pages", pages.len()));
                }
                Some(_) if bytes >= self.options.max_list_bytes => {
                    break Some(format!("more than {} bytes of pages", self.options.max_list_bytes));
                }
                Some(_) => {}
            }
        };
        if let Some(why) = &cut_short {
            let text = format!("list of tools is cut short after {} pages: {why}", pages.len());
            self.inbox.remark(RemarkKind::Endless, text);
        }
        self.pages.clone_from(&pages);
        Ok(ToolList { pages, cut_short })
    }

    /// Calls a tool; `arguments` is the text of a JSON object and is sent as it is.
    ///
    /// List the tools before: over HTTP the newest revision wants headers that their schemas name.
    ///
    /// # Errors
    /// When no answer can be had. A JSON-RPC error is an answer: see [`Exchange::error`].
    pub async fn call(&mut self, name: &str, arguments: &str, deadline: Duration) -> Result<Exchange, Error> {
        let document = Document::parse(arguments)
            .map_err(|error| Error::new(Kind::Settings, format!("arguments are not valid JSON: {error}")))?;
        if !document.root().is_object() {
            let kind = document.root().kind().name();
            return Err(Error::new(Kind::Settings, format!("arguments are {kind}, not an object")));
        }
        // A line feed between tokens would end the line that is the message.
        let arguments = arguments.replace(['\n', '\r'], " ");
        let params = format!(r#""name":{},"arguments":{arguments}"#, quote(name));
        let mirror = self.mirror_headers(name, document.root());
        self.request("tools/call", Some(&params), mirror, Instant::now() + deadline).await
    }

    /// Ends the session: the process and its group, or the HTTP session.
    pub async fn close(mut self) -> Farewell {
        let grace = self.options.close_grace;
        let stderr = match self.wire {
            Wire::Stdio(process) => process.close(&mut self.inbox, grace).await,
            Wire::Http(endpoint) => {
                endpoint.close(grace).await;
                String::new()
            }
        };
        Farewell { remarks: self.inbox.remarks, stderr }
    }

    async fn discover(&mut self) -> Result<(), Refused> {
        self.set_revision(Revision::LATEST);
        if let Some(forced) = self.options.revision.clone() {
            self.set_revision(forced);
        }
        let probe = match self.options.revision {
            Some(_) => self.options.handshake_deadline,
            None => self.options.probe_deadline,
        };
        let deadline = Instant::now() + probe;
        let exchange = self.request("server/discover", None, None, deadline).await.map_err(|error| {
            let is_final = error.is_unreachable() || error.is_unauthorized() || error.is_too_large();
            Refused { error, is_final }
        })?;
        self.take_discovery(exchange).map_err(|error| Refused { error, is_final: false })
    }

    fn take_discovery(&mut self, exchange: Exchange) -> Result<(), Error> {
        let exchange = needs_result(exchange, "server/discover")?;
        let result = exchange.result().unwrap_or_default();
        let revision = self.revision.as_str();
        let supports = Document::parse(&result).is_ok_and(|document| {
            let versions = document.root().member("supportedVersions");
            versions.is_none_or(|list| list.items().any(|item| item.as_str().as_deref() == Some(revision)))
        });
        if !supports {
            let what = format!("server does not support {revision}: {}", excerpt(result.as_bytes()));
            return Err(Error::new(Kind::Rejected, what));
        }
        self.server_info = result;
        Ok(())
    }

    async fn fall_back(&mut self, why: &Error) -> Result<(), Error> {
        let revision = Revision::LATEST_INITIALIZE;
        let text =
            format!("server does not speak {}, so {revision} is tried: {}", self.revision, why.message());
        self.inbox.remark(RemarkKind::Fallback, text);
        // Some servers end on a method that they do not know: they get one new start.
        let is_gone = match &self.wire {
            Wire::Stdio(process) => why.is_exit() || process.has_failed(),
            Wire::Http(_) => false,
        };
        if is_gone {
            self.wire = connect(&self.target, &self.options)?;
        }
        // A process that is slow to start answers the probe while `initialize` waits.
        let probe = self.last_id;
        self.inbox.probe = (why.is_timeout() && !is_gone).then_some(probe);
        self.set_revision(revision);
        self.initialize().await.map_err(|error| {
            // The same words twice tell no more than once.
            let is_alike = why.message().replace("server/discover", "initialize") == error.message();
            if is_alike {
                return error.with_note("server/discover was answered alike");
            }
            error.with_note(&format!("before, server/discover failed: {}", why.message()))
        })
    }

    async fn initialize(&mut self) -> Result<(), Error> {
        let deadline = Instant::now() + self.options.handshake_deadline;
        let params = format!(
            r#""protocolVersion":{},"capabilities":{{}},"clientInfo":{}"#,
            quote(self.revision.as_str()),
            self.client_info()
        );
        if let Wire::Http(endpoint) = &mut self.wire {
            endpoint.session_headers.clear();
        }
        let exchange = self.request("initialize", Some(&params), None, deadline).await?;
        if is_discovery(&exchange) {
            self.inbox.abandon(self.last_id, "initialize");
            self.inbox.remarks.retain(|remark| remark.kind != RemarkKind::Fallback);
            self.set_revision(Revision::LATEST);
            return self.take_discovery(exchange);
        }
        self.inbox.probe = None;
        let exchange = needs_result(exchange, "initialize")?;
        let result = exchange.result().unwrap_or_default();
        let document = Document::parse(&result)
            .map_err(|error| Error::new(Kind::Protocol, format!("result of initialize: {error}")))?;
        let agreed = document.root().member("protocolVersion").and_then(Node::as_str);
        match agreed {
            Some(agreed) => self.set_revision(Revision::from(agreed.as_ref())),
            None => self.inbox.remark(
                RemarkKind::Envelope,
                "result of initialize has no \"protocolVersion\"; the one asked for is assumed",
            ),
        }
        self.handshake = Handshake::Initialize;
        let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        (self.inbox.on_event)(Event::Sent(notification));
        match &mut self.wire {
            Wire::Stdio(process) => process.send(notification, deadline).await?,
            Wire::Http(endpoint) => endpoint.notify(notification, deadline).await?,
        }
        drop(document);
        self.server_info = result;
        Ok(())
    }

    fn set_revision(&mut self, revision: Revision) {
        if let Wire::Http(endpoint) = &mut self.wire {
            let name = HeaderName::from_static("mcp-protocol-version");
            if let Ok(value) = HeaderValue::from_str(revision.as_str()) {
                endpoint.session_headers.insert(name, value);
            }
        }
        self.handshake = revision.facts_or_newest().handshake;
        self.revision = revision;
    }

    fn client_info(&self) -> String {
        format!(
            r#"{{"name":{},"version":{}}}"#,
            quote(&self.options.client_name),
            quote(&self.options.client_version)
        )
    }

    fn mirror_headers(&mut self, name: &str, arguments: Node<'_>) -> Option<HeaderMap> {
        if self.handshake == Handshake::Initialize || matches!(self.wire, Wire::Stdio(_)) {
            return None;
        }
        let mut mirror = HeaderMap::new();
        mirror.insert(HeaderName::from_static("mcp-name"), headers::encode(name));
        if let Some(schema) = headers::find_input_schema(&self.pages, name) {
            for bad in headers::add_params(&mut mirror, schema.root(), arguments) {
                let text = format!("argument {bad} of tool {name:?} cannot be sent as a header");
                self.inbox.remark(RemarkKind::BadHeader, text);
            }
        }
        Some(mirror)
    }

    /// Sends one request; `params` are the members of `params` without the braces.
    async fn request(
        &mut self,
        method: &str,
        params: Option<&str>,
        mirror: Option<HeaderMap>,
        deadline: Instant,
    ) -> Result<Exchange, Error> {
        self.last_id += 1;
        let id = self.last_id;
        let members: Vec<String> =
            params.map(str::to_owned).into_iter().chain(self.meta(method, id)).collect();
        let params = match members.as_slice() {
            [] => String::new(),
            members => format!(r#","params":{{{}}}"#, members.join(",")),
        };
        let request = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{}{params}}}"#, quote(method));
        (self.inbox.on_event)(Event::Sent(&request));
        let start = Clock::now();
        let waiting = (id, method);
        let response = match &mut self.wire {
            Wire::Stdio(process) => process.exchange(&mut self.inbox, &request, waiting, deadline).await?,
            Wire::Http(endpoint) => {
                let mut headers = mirror.unwrap_or_default();
                if self.handshake == Handshake::Discover {
                    headers.insert(HeaderName::from_static("mcp-method"), headers::encode(method));
                }
                endpoint.exchange(&mut self.inbox, &request, waiting, headers, deadline).await?
            }
        };
        Ok(Exchange { request, response, elapsed: start.elapsed() })
    }

    fn meta(&self, method: &str, id: u64) -> Option<String> {
        let progress = (method == "tools/call").then(|| format!(r#""progressToken":{id}"#));
        let per_request = match self.handshake {
            Handshake::Initialize => None,
            Handshake::Discover => Some(format!(
                r#""io.modelcontextprotocol/protocolVersion":{},"io.modelcontextprotocol/clientInfo":{},"io.modelcontextprotocol/clientCapabilities":{{}}"#,
                quote(self.revision.as_str()),
                self.client_info()
            )),
        };
        let members: Vec<String> = per_request.into_iter().chain(progress).collect();
        (!members.is_empty()).then(|| format!(r#""_meta":{{{}}}"#, members.join(",")))
    }
}

/// Why the newest revision was not to be had, and whether falling back is of no use.
struct Refused {
    error: Error,
    is_final: bool,
}

fn connect(target: &Target, options: &Options) -> Result<Wire, Error> {
    Ok(match target {
        Target::Stdio(stdio) => Wire::Stdio(Box::new(Process::start(stdio)?)),
        Target::Http(http) => Wire::Http(Box::new(Endpoint::new(http, options.connect_deadline)?)),
    })
}

/// Returns an exchange that has a result; a JSON-RPC error becomes ours.
fn needs_result(exchange: Exchange, method: &str) -> Result<Exchange, Error> {
    if exchange.result().is_some() {
        return Ok(exchange);
    }
    let shown = exchange.error().unwrap_or_else(|| exchange.response.clone());
    let what = format!("server answers {method} with the error {}", excerpt(shown.as_bytes()));
    Err(Error::new(Kind::Rejected, what))
}

/// Tells a result of `server/discover` from one of `initialize`.
fn is_discovery(exchange: &Exchange) -> bool {
    Document::parse(&exchange.response)
        .is_ok_and(|document| document.root().at("/result/supportedVersions").is_some())
}

/// Returns the text of `nextCursor` where it is a string; null and absent end the list.
fn next_cursor(page: &str) -> Option<String> {
    let document = Document::parse(page).ok()?;
    let cursor = document.root().at("/result/nextCursor")?;
    cursor.as_text().map(|_| cursor.text().to_owned())
}
