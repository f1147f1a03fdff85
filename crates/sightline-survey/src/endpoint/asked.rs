//! A request to a model, whatever its dialect: the tools that it offers, the calls and results in its
//! history, and all its words.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sightline::json::{Kind, Node, quote};

use crate::record::Part;

/// The form of requests to one kind of provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Dialect {
    /// `POST /v1/chat/completions`.
    OpenaiChat,
    /// `POST /v1/responses`.
    OpenaiResponses,
    /// `POST /v1/messages`.
    AnthropicMessages,
    /// `POST /v1beta/models/X:generateContent`.
    Gemini,
}

impl Dialect {
    /// Returns the name that records use.
    ///
    /// ```
    /// assert_eq!(sightline_survey::endpoint::Dialect::OpenaiChat.name(), "openai-chat");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenaiChat => "openai-chat",
            Self::OpenaiResponses => "openai-responses",
            Self::AnthropicMessages => "anthropic-messages",
            Self::Gemini => "gemini",
        }
    }
}

/// A request, read.
#[derive(Debug)]
pub(crate) struct Asked {
    pub dialect: Dialect,
    pub model: String,
    pub stream: bool,
    pub tools: Vec<Offered>,
    pub calls: Vec<Called>,
    pub results: Vec<Received>,
    /// Every string of the request.
    pub strings: Vec<String>,
    /// The schema that the answer has to keep, where one is named.
    pub schema: Option<Value>,
    pub choice: Choice,
}

/// Whether the request leaves the choice of a tool to the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Choice {
    #[default]
    Free,
    /// Some tool has to be called.
    Any,
    /// This tool has to be called.
    Named(String),
    /// No tool may be called.
    Nothing,
}

/// A tool in the request.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    pub name: String,
    /// What the tools are grouped under, where the dialect has such a thing.
    pub namespace: Option<String>,
    pub description: String,
    pub kind: OfferedKind,
    pub schema: Value,
    /// Whether the model would see it only after a search.
    pub deferred: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfferedKind {
    /// Takes JSON arguments.
    Function,
    /// Takes free text.
    Custom,
    /// The dialect's own search for tools, executed by the client.
    Search,
}

/// A call in the history.
#[derive(Clone, Debug)]
pub(crate) struct Called {
    pub id: String,
    pub name: String,
    /// JSON text, or free text.
    pub arguments: String,
}

/// A result in the history.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub call: String,
    pub form: &'static str,
    /// Inside of the tool message.
    pub parts: Vec<Part>,
    /// Beside it or after it, before the model speaks again.
    pub beside: Vec<Part>,
    pub flagged: bool,
}

impl Received {
    pub fn new(call: String) -> Self {
        Self { call, form: "string", parts: Vec::new(), beside: Vec::new(), flagged: false }
    }
}

/// Returns a member as owned text.
pub(crate) fn text(node: Node<'_>, name: &str) -> Option<String> {
    Some(node.member(name)?.as_str()?.into_owned())
}

/// Returns every string below a node, keys left out.
pub(crate) fn strings(node: Node<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match node.kind() {
            Kind::String => found.extend(node.as_str().map(|text| text.into_owned())),
            Kind::Object => open.extend(node.members().map(|member| member.value)),
            Kind::Array => open.extend(node.items()),
            _ => {}
        }
    }
    found.reverse();
    found
}

/// Prints a node without spaces, in its own order and with its own numbers; escapes are the shortest.
pub(crate) fn compact(node: Node<'_>) -> String {
    match node.kind() {
        Kind::Object => {
            let members: Vec<String> = node
                .members()
                .map(|member| format!("{}:{}", quote(&member.key.to_str()), compact(member.value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
        Kind::Array => {
            let items: Vec<String> = node.items().map(compact).collect();
            format!("[{}]", items.join(","))
        }
        Kind::String => match node.as_text() {
            Some(text) if !text.is_lossy() => quote(&text.to_str()),
            _ => node.text().to_owned(),
        },
        _ => node.text().to_owned(),
    }
}

/// A part of text.
pub(crate) fn text_part(text: impl Into<String>, place: &str) -> Part {
    Part { kind: "text".to_owned(), text: Some(text.into()), place: place.to_owned(), ..Part::default() }
}

/// A part that is shown as JSON.
pub(crate) fn json_part(node: Node<'_>, place: &str) -> Part {
    Part { kind: "json".to_owned(), text: Some(compact(node)), place: place.to_owned(), ..Part::default() }
}

/// A part of media, whose kind follows from its type.
pub(crate) fn media_part(mime: &str, uri: Option<String>, place: &str) -> Part {
    let kind = match mime.split('/').next().unwrap_or_default() {
        "image" => "image",
        "audio" => "audio",
        _ => "file",
    };
    Part {
        kind: kind.to_owned(),
        mime_type: Some(mime.to_owned()),
        uri,
        place: place.to_owned(),
        ..Part::default()
    }
}

/// A part whose data stands at a URL, be it `data:` or another; `usual` is the type if none is named.
pub(crate) fn url_part(url: &str, usual: &str, place: &str) -> Part {
    match url.strip_prefix("data:") {
        Some(data) => {
            let mime = data.split([';', ',']).next().unwrap_or_default();
            media_part(if mime.is_empty() { usual } else { mime }, None, place)
        }
        None => media_part(usual, Some(url.to_owned()), place),
    }
}
