//! One observation: this result went over the wire, and this reached the model.
//!
//! The names of the fields are those of `tests/data/observations.jsonl.gz` of the library, which
//! docs/observations.md explains.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One line of a file of observations.
///
/// ```
/// use sightline_survey::record::Record;
///
/// let line = r#"{"client": "c", "version": "1.0", "surface": "conversation", "dialect": "openai-chat",
///     "era": "2025-11-25", "transport": "stdio", "tool": "both", "wire": "{}", "case": "survey:both",
///     "status": "ran", "parts": [{"kind": "text", "text": "x", "place": "tool-message"}],
///     "error": "none", "complete": true}"#;
/// let record: Record = serde_json::from_str(line).unwrap();
/// assert_eq!(record.parts[0].text.as_deref(), Some("x"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// Id of the client, lower case.
    pub client: String,
    /// Main version of the client.
    pub version: Option<String>,
    /// The exact packages that ran.
    pub packages: BTreeMap<String, String>,
    /// `conversation`, `converter`, `tool-level` or `code-mode`.
    pub surface: String,
    /// `openai-chat`, `openai-responses`, `anthropic-messages`, `gemini`, `bedrock` or `none`.
    pub dialect: String,
    /// Revision negotiated with the client.
    pub era: String,
    /// `stdio` or `http`.
    pub transport: Option<String>,
    /// Model named in the request.
    pub model: Option<String>,
    /// Settings other than the client's defaults.
    pub options: Value,
    /// Name of the server in the client's configuration.
    pub server: Option<String>,
    /// The tool's own name.
    pub tool: Option<String>,
    /// The name that the model used.
    pub called_as: Option<String>,
    /// Arguments of the last call, as the server received them.
    pub arguments: Value,
    /// What the server spoke, and what else its list held.
    pub setup: Value,
    /// The definition as listed.
    pub tool_definition: Value,
    /// Exact JSON text of the result as sent.
    pub wire: String,
    /// Name of the case: `survey:` and the scenario, for our own.
    pub case: String,
    /// `ran`, `ran-extracted` or `read`.
    pub status: String,
    /// Day of the observation, `2026-11-30`.
    pub date: Option<String>,
    /// Form of the tool message's content: `string`, `list`, `object`, `exception`.
    pub form: Option<String>,
    /// What arrived, in order.
    pub parts: Vec<Part>,
    /// `none`, `flagged`, `substituted` or `run-aborted`.
    pub error: String,
    /// Who generated wording inside the text, and that wording.
    pub validator: Value,
    /// What was replaced by a placeholder.
    pub normalise: Value,
    /// Whether the texts are complete byte for byte.
    pub complete: bool,
    /// How an incomplete record is judged.
    pub judged_by: Option<String>,
    /// What of the result is seen, with copies.
    pub channels: Value,
    /// Free words.
    pub notes: Value,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub other: BTreeMap<String, Value>,
}

/// One thing that the model received.
///
/// ```
/// use sightline_survey::record::Part;
///
/// let part: Part = serde_json::from_str(r#"{"kind": "image", "mimeType": "image/png", "place": "sibling-part"}"#).unwrap();
/// assert_eq!(part.mime_type.as_deref(), Some("image/png"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Part {
    /// `text`, `image`, `audio`, `file` or `json`.
    pub kind: String,
    /// The text, or the JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Media type of an image, audio or file.
    #[serde(rename = "mimeType", skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Where a link was passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// `tool-message`, `following-user-message` or `sibling-part`.
    pub place: String,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub other: BTreeMap<String, Value>,
}
