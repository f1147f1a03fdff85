//! What an exchange tells beside tool, list and result: one optional view a member.

use crate::json::Node;

/// The further members of an exchange; one that the file does not tell is `None`, and `null` is a value.
///
/// ```
/// use sightline::exchange::Exchange;
/// use sightline::json::Document;
///
/// let text = r#"{"revision": "2026-07-28", "result": {"content": []}, "natural": null}"#;
/// let document = Document::parse(text).unwrap();
/// let told = Exchange::of(&document).unwrap().told.unwrap();
/// assert!(told.natural.unwrap().is_null());
/// assert!(told.upstream.is_none());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Told<'d> {
    /// The whole exchange.
    pub root: Node<'d>,
    /// Whether it was gathered from the messages of a recording, and the whole is one of them.
    pub(crate) is_recorded: bool,
    /// Names of the tools that the model can reach, by whatever route.
    pub agent_tools: Option<Node<'d>>,
    /// A `tools/call` that a view or the model asked the host for.
    pub call: Option<Node<'d>>,
    /// The capabilities that the client declared.
    pub client: Option<Node<'d>>,
    /// The value that the client handed to code.
    pub code_value: Option<Node<'d>>,
    /// Identifiers of the extensions that both sides negotiated.
    pub extensions: Option<Node<'d>>,
    /// The id of a first request that was answered with `input_required`.
    pub first: Option<Node<'d>>,
    /// Names of all tools that the server offers.
    pub known: Option<Node<'d>>,
    /// Figures above which rules speak of this exchange.
    pub limits: Option<Node<'d>>,
    /// Names of several complete walks over the same tools.
    pub lists: Option<Node<'d>>,
    /// One request or notification of a view to its host.
    pub message: Option<Node<'d>>,
    /// The messages of a sampling request.
    pub messages: Option<Node<'d>>,
    /// The text that the client put before the model for the result.
    pub model_input: Option<Node<'d>>,
    /// The value that the tool returned, before it was wrapped for an older revision.
    pub natural: Option<Node<'d>>,
    /// The `tools/list` results of one walk, page by page.
    pub pages: Option<Node<'d>>,
    /// What `resources/read` answers, by URI.
    pub read: Option<Node<'d>>,
    /// The JSON-RPC request that the result or the response answers.
    pub request: Option<Node<'d>>,
    /// The JSON-RPC response, where it is an error.
    pub response: Option<Node<'d>>,
    /// Several recorded results of the tool, oldest first.
    pub results: Option<Node<'d>>,
    /// The request that repeats a call with what was asked for.
    pub retry: Option<Node<'d>>,
    /// The capabilities that the server declared.
    pub server: Option<Node<'d>>,
    /// The label of the tool that the client showed to the user.
    pub shown: Option<Node<'d>>,
    /// The answer to `tasks/get` of a call of the tool.
    pub task: Option<Node<'d>>,
    /// Notifications between host and view, in order, by short name.
    pub trace: Option<Node<'d>>,
    /// `_meta.ui` of the resource that holds a view.
    pub ui: Option<Node<'d>>,
    /// Revision of the server behind a gateway.
    pub upstream: Option<Node<'d>>,
    /// What the host sent to the view for the result.
    pub view: Option<Node<'d>>,
}

impl<'d> Told<'d> {
    pub(super) fn of(root: Node<'d>) -> Self {
        Self {
            root,
            is_recorded: false,
            agent_tools: root.member("agent_tools"),
            call: root.member("call"),
            client: root.member("client"),
            code_value: root.member("code_value"),
            extensions: root.member("extensions"),
            first: root.member("first"),
            known: root.member("known"),
            limits: root.member("limits"),
            lists: root.member("lists"),
            message: root.member("message"),
            messages: root.member("messages"),
            model_input: root.member("model_input"),
            natural: root.member("natural"),
            pages: root.member("pages"),
            read: root.member("read"),
            request: root.member("request"),
            response: root.member("response"),
            results: root.member("results"),
            retry: root.member("retry"),
            server: root.member("server"),
            shown: root.member("shown"),
            task: root.member("task"),
            trace: root.member("trace"),
            ui: root.member("ui"),
            upstream: root.member("upstream"),
            view: root.member("view"),
        }
    }

    /// The params of a sampling request, or a part of one; other names mean something else there.
    pub(crate) fn of_sampling(root: Node<'d>) -> Self {
        Self { messages: root.member("messages").filter(|node| node.is_array()), ..Self::nothing(root) }
    }

    /// What is told of a value without members of an exchange: nothing yet.
    pub(crate) fn nothing(root: Node<'d>) -> Self {
        Self {
            root,
            is_recorded: false,
            agent_tools: None,
            call: None,
            client: None,
            code_value: None,
            extensions: None,
            first: None,
            known: None,
            limits: None,
            lists: None,
            message: None,
            messages: None,
            model_input: None,
            natural: None,
            pages: None,
            read: None,
            request: None,
            response: None,
            results: None,
            retry: None,
            server: None,
            shown: None,
            task: None,
            trace: None,
            ui: None,
            upstream: None,
            view: None,
        }
    }

    /// A JSON-RPC response, and the request that it answers where that was recorded.
    pub(crate) fn of_response(message: Node<'d>, request: Option<Node<'d>>) -> Self {
        Self { response: Some(message), request, ..Self::nothing(message) }
    }

    /// A request of a transcript.
    pub(crate) fn of_request(message: Node<'d>) -> Self {
        Self { is_recorded: true, request: Some(message), ..Self::nothing(message) }
    }

    /// Returns the method of the request.
    #[must_use]
    pub fn method(&self) -> Option<std::borrow::Cow<'d, str>> {
        self.request?.member("method")?.as_str()
    }

    /// Returns the parameters of the request.
    #[must_use]
    pub fn params(&self) -> Option<Node<'d>> {
        self.request?.member("params")
    }

    /// Returns the error object of the response.
    #[must_use]
    pub fn error(&self) -> Option<Node<'d>> {
        self.response?.member("error").filter(|error| error.is_object())
    }

    /// Returns the capabilities of the client: as told, else as the request declares them
    /// (2026-07-28 in its metadata, before that in `initialize`).
    #[must_use]
    pub fn client_capabilities(&self) -> Option<Node<'d>> {
        let declared = || {
            let params = self.params()?;
            let in_meta = params.member("_meta").and_then(|meta| meta.member(DECLARED));
            in_meta.or_else(|| params.member("capabilities"))
        };
        self.client.or_else(declared)
    }
}

/// The key under which a request of 2026-07-28 declares what its client can do.
const DECLARED: &str = "io.modelcontextprotocol/clientCapabilities";
