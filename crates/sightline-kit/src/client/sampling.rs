//! Tool results inside sampling messages: the block `ToolResultContent`.

use std::fmt;

use sightline::json::{Node, quote};
use sightline::result::ToolResult;
use sightline::schema::Violation;

use super::{Received, Validity};

/// Why a result cannot stand in a sampling message.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline_kit::client::{SamplingError, receive, tool_result_content};
///
/// let document = Document::parse(r#"{"content": [], "resultType": "complete"}"#).unwrap();
/// let received = receive(ToolResult::of(document.root()).unwrap(), None, &Revision::LATEST);
/// let error = tool_result_content(&received, "use-2", &["use-1"]).unwrap_err();
/// assert_eq!(error, SamplingError::NoSuchUse("use-2".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SamplingError {
    /// The structured content breaks the tool's schema.
    Breaks(Vec<Violation>),
    /// No tool use of that id was asked for, or it was answered before.
    NoSuchUse(String),
    /// The call is pending, or of a type that is not known: there is no output yet.
    NotComplete,
}

impl fmt::Display for SamplingError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Breaks(violations) => {
                formatter.write_str("the structured content breaks the tool's output schema")?;
                violations.first().map_or(Ok(()), |violation| {
                    write!(formatter, ": {}: {}", violation.instance_pointer, violation.message)
                })
            }
            Self::NoSuchUse(id) => write!(formatter, "no open tool use has the id {id:?}"),
            Self::NotComplete => formatter.write_str("the call has no output yet"),
        }
    }
}

impl std::error::Error for SamplingError {}

/// Makes the block of a sampling message that answers one tool use.
///
/// `open_uses` are the ids of the tool uses of the message before that are not answered yet. Content,
/// structured content, `isError` and `_meta` go along as they came; nothing else of the result does.
///
/// # Errors
/// The id answers nothing, the call has no output, or output breaks the tool's schema; an error of the
/// tool is exempt from that.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline_kit::client::{receive, tool_result_content};
///
/// let text = r#"{"content": [], "structuredContent": null, "_meta": {"example.com/a": 1}, "resultType": "complete"}"#;
/// let document = Document::parse(text).unwrap();
/// let received = receive(ToolResult::of(document.root()).unwrap(), None, &Revision::LATEST);
/// assert_eq!(
///     tool_result_content(&received, "use-1", &["use-1"]).unwrap(),
///     r#"{"type":"tool_result","toolUseId":"use-1","content":[],"structuredContent":null,"_meta":{"example.com/a": 1}}"#
/// );
/// assert!(tool_result_content(&received, "use-2", &["use-1"]).is_err());
/// ```
pub fn tool_result_content(
    received: &Received<'_>,
    tool_use_id: &str,
    open_uses: &[&str],
) -> Result<String, SamplingError> {
    if !open_uses.contains(&tool_use_id) {
        return Err(SamplingError::NoSuchUse(tool_use_id.to_owned()));
    }
    let result = match received {
        Received::Output(output) => {
            if let Validity::Breaks(violations) = output.validity() {
                return Err(SamplingError::Breaks(violations));
            }
            output.result()
        }
        Received::ToolError(failed) => failed.result(),
        Received::InputRequired(_) | Received::Task(_) | Received::Unknown(_) => {
            return Err(SamplingError::NotComplete);
        }
    };
    Ok(block(result, tool_use_id))
}

fn block(result: ToolResult<'_>, tool_use_id: &str) -> String {
    let content = result.content_node().filter(|content| content.is_array()).map_or("[]", Node::text);
    let mut json =
        format!("{{\"type\":\"tool_result\",\"toolUseId\":{},\"content\":{content}", quote(tool_use_id));
    if let Some(structured) = result.structured_content() {
        json.push_str(",\"structuredContent\":");
        json.push_str(structured.text());
    }
    if result.is_error() {
        json.push_str(",\"isError\":true");
    }
    if let Some(meta) = result.meta() {
        json.push_str(",\"_meta\":");
        json.push_str(meta.text());
    }
    json.push('}');
    json
}
