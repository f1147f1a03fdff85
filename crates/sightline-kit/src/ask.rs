//! Questions for input in the middle of a call: results of the type `input_required`.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};
use sightline::json::quote;

use crate::definition::Definition;
use crate::error::Error;
use crate::reply::Reply;

/// One thing that the client is asked for.
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
    #[must_use]
    pub fn visit(message: &str, url: &str) -> Self {
        let params = json!({"mode": "url", "message": message, "url": url});
        Self { method: "elicitation/create", params: Some(params) }
    }

    /// Asks the client's model; the parameters are those of `sampling/createMessage`.
    #[must_use]
    pub fn sampling(params: Value) -> Self {
        Self { method: "sampling/createMessage", params: Some(params) }
    }

    /// Asks for the client's roots.
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
    #[must_use]
    pub fn ask(mut self, name: &str, request: InputRequest) -> Self {
        self.requests.retain(|(known, _)| known != name);
        self.requests.push((name.to_owned(), request));
        self
    }

    /// Adds what the client is to send back unchanged; seal it with a [`crate::state::StateKey`].
    #[must_use]
    pub fn state(mut self, sealed: impl Into<String>) -> Self {
        self.state = Some(sealed.into());
        self
    }

    /// Adds metadata.
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
