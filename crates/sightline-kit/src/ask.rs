//! Questions for input in the middle of a call: results of the type `input_required`.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};
use sightline::json::quote;

use crate::definition::Definition;
use crate::error::Error;
use crate::reply::Reply;

/// One thing that the client is asked for.
///
/// ```
/// use sightline_kit::InputRequest;
///
/// assert_ne!(InputRequest::roots(), InputRequest::visit("Sign in", "https://example.com"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct InputRequest {
    method: &'static str,
    params: Option<Value>,
}

impl InputRequest {
    /// Asks the person to fill in a form; the schema is an object whose properties are primitives.
    ///
    /// ```
    /// use serde_json::json;
    /// use sightline_kit::InputRequest;
    ///
    /// let schema = json!({"type": "object", "properties": {"seats": {"type": "integer"}}});
    /// let request = InputRequest::form("How many seats?", schema);
    /// # let _ = request;
    /// ```
    #[must_use]
    pub fn form(message: &str, schema: Value) -> Self {
        let mut params = json!({"mode": "form", "message": message});
        params["requestedSchema"] = schema;
        Self { method: "elicitation/create", params: Some(params) }
    }

    /// Asks the person to visit a page, where what they type does not pass the client.
    ///
    /// ```
    /// use sightline_kit::{InputRequest, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("book").build()?;
    /// let request = InputRequest::visit("Sign in", "https://example.com/sign-in");
    /// let reply = tool.input_required().ask("sign-in", request).finish()?;
    /// assert!(reply.json().contains(r#""mode":"url""#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn visit(message: &str, url: &str) -> Self {
        let params = json!({"mode": "url", "message": message, "url": url});
        Self { method: "elicitation/create", params: Some(params) }
    }

    /// Asks the client's model; the parameters are those of `sampling/createMessage`.
    ///
    /// ```
    /// use serde_json::json;
    /// use sightline_kit::{InputRequest, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("sum_up").build()?;
    /// let content = json!({"type": "text", "text": "Sum it up."});
    /// let params = json!({"messages": [{"role": "user", "content": content}], "maxTokens": 100});
    /// let reply = tool.input_required().ask("words", InputRequest::sampling(params)).finish()?;
    /// assert!(reply.json().contains("sampling/createMessage"));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn sampling(params: Value) -> Self {
        Self { method: "sampling/createMessage", params: Some(params) }
    }

    /// Asks for the client's roots.
    ///
    /// ```
    /// use sightline_kit::{InputRequest, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("count_files").build()?;
    /// let reply = tool.input_required().ask("where", InputRequest::roots()).finish()?;
    /// assert!(reply.json().contains(r#""inputRequests":{"where":{"method":"roots/list"}}"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn roots() -> Self {
        Self { method: "roots/list", params: None }
    }

    fn json(&self) -> String {
        let params = self.params.as_ref().map(|params| format!(",\"params\":{params}")).unwrap_or_default();
        format!("{{\"method\":\"{}\"{params}}}", self.method)
    }
}

/// The parts of a result that asks for input.
///
/// A peer of an older revision gets an error of the tool in its place, which names what is missing.
///
/// ```
/// use serde_json::json;
/// use sightline::revision::Revision;
/// use sightline_kit::state::{Call, StateKey};
/// use sightline_kit::{InputRequest, TypedTool};
///
/// let tool = TypedTool::<u32>::builder("book").build()?;
/// let call = Call { tool: "book", arguments: "{}", caller: "ada" };
/// let state = StateKey::generate().unwrap().seal(&call, 1_790_000_600, b"asked").unwrap();
/// let schema = json!({"type": "object", "properties": {"seats": {"type": "integer"}}});
/// let reply = tool
///     .input_required()
///     .ask("seats", InputRequest::form("How many seats?", schema))
///     .state(state)
///     .finish()?;
/// assert!(reply.json().starts_with(r#"{"resultType":"input_required","inputRequests":{"seats":"#));
/// assert!(reply.for_peer(&Revision::V2025_11_25).contains(r#""isError":true"#));
/// # Ok::<(), sightline_kit::Error>(())
/// ```
#[derive(Debug)]
pub struct InputRequiredBuilder {
    definition: Arc<Definition>,
    requests: Vec<(String, InputRequest)>,
    state: Option<String>,
    meta: Vec<(String, serde_json::Result<String>)>,
}

impl InputRequiredBuilder {
    pub(crate) fn new(definition: Arc<Definition>) -> Self {
        Self { definition, requests: Vec::new(), state: None, meta: Vec::new() }
    }

    /// Adds a request; its answer comes back under the same name.
    ///
    /// ```
    /// use sightline_kit::{InputRequest, TypedTool};
    ///
    /// let tool = TypedTool::<u32>::builder("book").build()?;
    /// let visit = |url| InputRequest::visit("Sign in", url);
    /// let asked = tool.input_required().ask("a", visit("https://a.example")).ask("a", visit("https://b.example"));
    /// // A name given twice keeps the later request.
    /// assert!(!asked.finish()?.json().contains("https://a.example"));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn ask(mut self, name: &str, request: InputRequest) -> Self {
        self.requests.retain(|(known, _)| known != name);
        self.requests.push((name.to_owned(), request));
        self
    }

    /// Adds what the client is to send back unchanged; seal it with a [`crate::state::StateKey`].
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("wait").build()?;
    /// // A state alone asks the client to call again.
    /// let reply = tool.input_required().state("sealed").finish()?;
    /// assert_eq!(reply.json(), r#"{"resultType":"input_required","requestState":"sealed"}"#);
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn state(mut self, sealed: impl Into<String>) -> Self {
        self.state = Some(sealed.into());
        self
    }

    /// Adds metadata.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("wait").build()?;
    /// let reply = tool.input_required().state("sealed").meta("example.com/round", &1).finish()?;
    /// assert!(reply.json().ends_with(r#""_meta":{"example.com/round":1}}"#));
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    #[must_use]
    pub fn meta(mut self, key: &str, value: &impl Serialize) -> Self {
        self.meta.retain(|(known, _)| known != key);
        self.meta.push((key.to_owned(), serde_json::to_string(value)));
        self
    }

    /// Checks the requests against the rules.
    ///
    /// # Errors
    /// Nothing is asked and no state is given, or a request would be illegal.
    ///
    /// ```
    /// use sightline_kit::TypedTool;
    ///
    /// let tool = TypedTool::<u32>::builder("wait").build()?;
    /// assert!(tool.input_required().finish().is_err(), "nothing is asked");
    /// # Ok::<(), sightline_kit::Error>(())
    /// ```
    pub fn finish(self) -> Result<Reply, Error> {
        let mut json = String::from("{\"resultType\":\"input_required\"");
        if !self.requests.is_empty() {
            let requests: Vec<String> = self
                .requests
                .iter()
                .map(|(name, request)| format!("{}:{}", quote(name), request.json()))
                .collect();
            json.push_str(",\"inputRequests\":{");
            json.push_str(&requests.join(","));
            json.push('}');
        }
        if let Some(state) = &self.state {
            json.push_str(",\"requestState\":");
            json.push_str(&quote(state));
        }
        if !self.meta.is_empty() {
            let mut members = Vec::new();
            for (key, value) in &self.meta {
                let value = value
                    .as_ref()
                    .map_err(|error| Error::not_json(&self.definition.name, error.to_string()))?;
                members.push(format!("{}:{value}", quote(key)));
            }
            json.push_str(",\"_meta\":{");
            json.push_str(&members.join(","));
            json.push('}');
        }
        json.push('}');
        self.definition.refuse(&json)?;
        Ok(Reply::new(&self.definition, json))
    }
}
