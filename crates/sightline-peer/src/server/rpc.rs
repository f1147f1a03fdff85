//! JSON-RPC as text: what a frame asks, and how answers are written. Knows no method.

use std::borrow::Cow;

use sightline::json::{Document, Kind, Node, quote};

/// One message of the peer.
#[derive(Clone, Copy, Debug)]
pub enum Message<'m> {
    /// Wants an answer.
    Request(Request<'m>),
    /// Wants none.
    Notification,
    /// An answer of the peer's; a server here never asks anything.
    Response,
}

/// A request; its parts are those received.
#[derive(Clone, Copy, Debug)]
pub struct Request<'m> {
    /// The id, as received.
    pub id: Node<'m>,
    /// The method, a string.
    pub method: Node<'m>,
    /// The parameters, an object.
    pub params: Option<Node<'m>>,
}

impl<'m> Request<'m> {
    /// Returns the method.
    #[must_use]
    pub fn method(self) -> Cow<'m, str> {
        self.method.as_str().unwrap_or_default()
    }

    /// Returns a member of `params`.
    #[must_use]
    pub fn param(self, name: &str) -> Option<Node<'m>> {
        self.params.and_then(|params| params.member(name))
    }

    /// Returns a protocol member of `params._meta`.
    #[must_use]
    pub fn meta(self, name: &str) -> Option<Node<'m>> {
        self.param("_meta")?.member(&format!("io.modelcontextprotocol/{name}"))
    }
}

/// Why a message is answered with a JSON-RPC error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code of the error.
    pub code: i32,
    /// What is wrong.
    pub message: String,
    /// JSON text.
    pub data: Option<String>,
}

impl Refusal {
    /// The message is no JSON.
    pub const PARSE: i32 = -32700;
    /// The message is no request.
    pub const REQUEST: i32 = -32600;
    /// The method is not known.
    pub const METHOD: i32 = -32601;
    /// The parameters are not those of the method.
    pub const PARAMS: i32 = -32602;
    /// The server failed.
    pub const INTERNAL: i32 = -32603;
    /// A header is not what the body says.
    pub const HEADER: i32 = -32020;
    /// The revision is not spoken.
    pub const REVISION: i32 = -32022;

    /// Returns a refusal without data.
    #[must_use]
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// Returns the whole message; without an id that could be read, `null` stands there.
    ///
    /// ```
    /// use sightline_peer::server::rpc::Refusal;
    ///
    /// let text = Refusal::new(Refusal::METHOD, "no").answer(None);
    /// assert_eq!(text, r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}"#);
    /// ```
    #[must_use]
    pub fn answer(&self, id: Option<Node<'_>>) -> String {
        let id = id.map_or("null", Node::text);
        let data = self.data.as_ref().map(|data| format!(r#","data":{data}"#)).unwrap_or_default();
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{},"message":{}{data}}}}}"#,
            self.code,
            quote(&self.message)
        )
    }
}

/// Returns the whole message around a result.
///
/// ```
/// use sightline::json::Document;
///
/// let id = Document::parse("7").unwrap();
/// assert_eq!(sightline_peer::server::rpc::answer(id.root(), "{}"), r#"{"jsonrpc":"2.0","id":7,"result":{}}"#);
/// ```
#[must_use]
pub fn answer(id: Node<'_>, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id.text())
}

/// Says what a document is; a refusal comes with the id, where one could be read.
///
/// # Errors
/// What the sender is to be told.
///
/// ```
/// use sightline::json::Document;
/// use sightline_peer::server::rpc::{Message, read};
///
/// let asked = Document::parse(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).unwrap();
/// assert!(matches!(read(&asked), Ok(Message::Request(request)) if request.method() == "ping"));
/// assert!(read(&Document::parse("[]").unwrap()).is_err());
/// ```
pub fn read<'m>(document: &'m Document<'_>) -> Result<Message<'m>, (Option<Node<'m>>, Refusal)> {
    let root = document.root();
    let refuse = |id, message: &str| Err((id, Refusal::new(Refusal::REQUEST, message)));
    if !root.is_object() {
        return refuse(None, "a message is one JSON object; batches are not taken");
    }
    let id = root.member("id");
    let valid_id = id.filter(|id| matches!(id.kind(), Kind::String | Kind::Number));
    if root.member("jsonrpc").and_then(Node::as_str).as_deref() != Some("2.0") {
        return refuse(valid_id, "jsonrpc is not \"2.0\"");
    }
    let Some(method) = root.member("method") else {
        if root.member("result").or_else(|| root.member("error")).is_some() {
            return Ok(Message::Response);
        }
        return refuse(valid_id, "the message has no method");
    };
    if method.as_text().is_none() {
        return refuse(valid_id, "method is not a string");
    }
    let Some(id) = id else { return Ok(Message::Notification) };
    if valid_id.is_none() {
        return refuse(None, "id is neither a string nor a number");
    }
    let params = root.member("params");
    if params.is_some_and(|params| !params.is_object()) {
        return Err((Some(id), Refusal::new(Refusal::PARAMS, "params is not an object")));
    }
    Ok(Message::Request(Request { id, method, params }))
}
