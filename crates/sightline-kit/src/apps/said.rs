//! What a view may say to the model: messages and updates of its context.

use sightline::json::Node;

/// What a view said, after its form was checked.
///
/// ```
/// use sightline::json::Document;
/// use sightline_kit::apps::{Said, said};
///
/// let ping = Document::parse(r#"{"method":"ping"}"#).unwrap();
/// assert_eq!(said(ping.root()), Ok(Said::Other("ping".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Said {
    /// `ui/update-model-context`: replaces the view's earlier update.
    Context(ContextUpdate),
    /// `ui/message`: the texts of a message in the user's name.
    Message(Vec<String>),
    /// Any other request or notification: none of the model's business.
    Other(String),
}

/// What a view wants the model to know at the next turn.
///
/// ```
/// use sightline::json::Document;
/// use sightline_kit::apps::{Said, said};
///
/// let text = r#"{"method":"ui/update-model-context","params":{"structuredContent":{"seat":"c4"}}}"#;
/// let message = Document::parse(text).unwrap();
/// let Ok(Said::Context(update)) = said(message.root()) else { panic!() };
/// assert_eq!(update.structured.as_deref(), Some(r#"{"seat":"c4"}"#));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContextUpdate {
    /// The texts of its content blocks.
    pub texts: Vec<String>,
    /// Its structured content, the JSON of an object.
    pub structured: Option<String>,
}

/// Checks a message of a view.
///
/// # Errors
/// The message breaks the form that MCP Apps asks for; the text says how, and the host answers with
/// error -32602.
///
/// ```
/// use sightline::json::Document;
/// use sightline_kit::apps::{Said, said};
///
/// let text = r#"{"method":"ui/message","params":{"role":"user","content":{"type":"text","text":"Book it"}}}"#;
/// let message = Document::parse(text).unwrap();
/// assert_eq!(said(message.root()), Ok(Said::Message(vec!["Book it".to_owned()])));
///
/// let text = r#"{"method":"ui/update-model-context","params":{"structuredContent":[1]}}"#;
/// let message = Document::parse(text).unwrap();
/// assert_eq!(said(message.root()).unwrap_err(), "structuredContent of a context update is an object, this is array");
/// ```
pub fn said(message: Node<'_>) -> Result<Said, String> {
    let method = message.member("method").and_then(Node::as_str).ok_or("the message has no method")?;
    let params = message.member("params").filter(|params| params.is_object());
    match method.as_ref() {
        "ui/message" => {
            let params = params.ok_or("ui/message has no params")?;
            if params.member("role").and_then(Node::as_str).as_deref() != Some("user") {
                return Err("a message of a view has the role user".to_owned());
            }
            let texts = texts(params.member("content"))?;
            if texts.is_empty() {
                return Err("a message of a view has text content".to_owned());
            }
            Ok(Said::Message(texts))
        }
        "ui/update-model-context" => {
            let params = params.ok_or("ui/update-model-context has no params")?;
            let structured = params.member("structuredContent");
            if let Some(other) = structured.filter(|structured| !structured.is_object()) {
                return Err(format!(
                    "structuredContent of a context update is an object, this is {}",
                    other.kind().name()
                ));
            }
            let structured = structured.map(|structured| structured.text().to_owned());
            Ok(Said::Context(ContextUpdate { texts: texts(params.member("content"))?, structured }))
        }
        other => Ok(Said::Other(other.to_owned())),
    }
}

/// The texts of one block or a list of blocks; any other block is refused.
fn texts(content: Option<Node<'_>>) -> Result<Vec<String>, String> {
    let Some(content) = content else { return Ok(Vec::new()) };
    let blocks: Vec<Node<'_>> = if content.is_array() { content.items().collect() } else { vec![content] };
    blocks
        .into_iter()
        .map(|block| {
            let is_text = block.member("type").and_then(Node::as_str).as_deref() == Some("text");
            let text = block.member("text").and_then(Node::as_str).filter(|_| is_text);
            text.map(|text| text.into_owned()).ok_or_else(|| "content of a view is text".to_owned())
        })
        .collect()
}

/// The updates of one view that wait for the next turn; only the last one reaches the model.
///
/// ```
/// use sightline_kit::apps::{ContextUpdate, ModelContext};
///
/// let mut context = ModelContext::default();
/// context.update(ContextUpdate::default());
/// assert!(context.take().is_some());
/// assert!(context.take().is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct ModelContext {
    last: Option<ContextUpdate>,
}

impl ModelContext {
    /// Puts an update in the place of the one before.
    ///
    /// ```
    /// use sightline_kit::apps::{ContextUpdate, ModelContext};
    ///
    /// let mut context = ModelContext::default();
    /// context.update(ContextUpdate::default());
    /// assert!(context.take().is_some());
    /// ```
    pub fn update(&mut self, update: ContextUpdate) {
        self.last = Some(update);
    }

    /// Returns the update for the turn that begins now.
    ///
    /// ```
    /// let mut context = sightline_kit::apps::ModelContext::default();
    /// assert_eq!(context.take(), None);
    /// ```
    pub fn take(&mut self) -> Option<ContextUpdate> {
        self.last.take()
    }
}
