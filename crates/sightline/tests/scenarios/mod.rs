//! Small results, each with the question that it puts to a client.

use sightline::json::Document;
use sightline::profile::Surface;
use sightline::project::{Call, Projection, project};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::tool::Tool;

/// One result and what it asks.
pub struct Scenario<'s> {
    pub name: &'s str,
    pub question: &'s str,
    /// The definition, when it matters.
    pub tool: &'s str,
    pub result: &'s str,
}

const NO_SCHEMA: &str = r#"{"name":"report","inputSchema":{"type":"object"}}"#;
const SCHEMA: &str = r#"{"name":"report","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}}"#;

const fn scenario(
    name: &'static str,
    question: &'static str,
    tool: &'static str,
    result: &'static str,
) -> Scenario<'static> {
    Scenario { name, question, tool, result }
}

pub const SCENARIOS: &[Scenario<'static>] = &[
    scenario(
        "text-only",
        "Text without structured content.",
        NO_SCHEMA,
        r#"{"content":[{"type":"text","text":"Three orders."}]}"#,
    ),
    scenario(
        "summary-and-data",
        "A summary as text, the data as structured content.",
        NO_SCHEMA,
        r#"{"content":[{"type":"text","text":"Three orders."}],"structuredContent":{"total":3}}"#,
    ),
    scenario(
        "mirror",
        "The structured content, and the same JSON as text.",
        SCHEMA,
        r#"{"content":[{"type":"text","text":"{\"total\":3}"}],"structuredContent":{"total":3}}"#,
    ),
    scenario(
        "data-only",
        "Structured content beside an empty list of blocks.",
        NO_SCHEMA,
        r#"{"content":[],"structuredContent":{"total":3}}"#,
    ),
    scenario(
        "no-content",
        "Structured content without the key `content`.",
        NO_SCHEMA,
        r#"{"structuredContent":{"total":3}}"#,
    ),
    scenario(
        "null-data",
        "Structured content that is `null`.",
        NO_SCHEMA,
        r#"{"content":[{"type":"text","text":"None."}],"structuredContent":null}"#,
    ),
    scenario(
        "array-data",
        "Structured content that is an array.",
        NO_SCHEMA,
        r#"{"content":[{"type":"text","text":"Two."}],"structuredContent":[1,2]}"#,
    ),
    scenario(
        "error",
        "An error with its text.",
        NO_SCHEMA,
        r#"{"content":[{"type":"text","text":"No such order."}],"isError":true}"#,
    ),
    scenario(
        "error-with-data",
        "An error with text and structured content, which breaks the output schema.",
        SCHEMA,
        r#"{"content":[{"type":"text","text":"No such order."}],"structuredContent":{"code":404},"isError":true}"#,
    ),
    scenario(
        "breaks-schema",
        "Structured content that breaks the output schema.",
        SCHEMA,
        r#"{"content":[{"type":"text","text":"Three orders."}],"structuredContent":{"total":"3"}}"#,
    ),
    scenario(
        "lacks-data",
        "An output schema, and no structured content.",
        SCHEMA,
        r#"{"content":[{"type":"text","text":"Three orders."}]}"#,
    ),
    scenario(
        "metadata",
        "A key of the server's own in `_meta`.",
        NO_SCHEMA,
        r#"{"content":[{"type":"text","text":"Done."}],"structuredContent":{"total":3},"_meta":{"example.com/trace":"abc"}}"#,
    ),
    scenario(
        "image",
        "A picture and a caption.",
        NO_SCHEMA,
        r#"{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"text","text":"A chart."}]}"#,
    ),
    scenario(
        "audio",
        "A sound.",
        NO_SCHEMA,
        r#"{"content":[{"type":"audio","data":"AAAA","mimeType":"audio/wav"}]}"#,
    ),
    scenario(
        "link",
        "A resource link.",
        NO_SCHEMA,
        r#"{"content":[{"type":"resource_link","uri":"file:///orders.csv","name":"orders.csv"}]}"#,
    ),
    scenario(
        "user-only",
        "A block for the user and one for the assistant.",
        NO_SCHEMA,
        r#"{"content":[{"type":"text","text":"For people.","annotations":{"audience":["user"]}},{"type":"text","text":"For the model.","annotations":{"audience":["assistant"]}}]}"#,
    ),
];

/// Projects a scenario as the surface's own era has it, and hands the projection on.
pub fn shown<T>(surface: &Surface, scenario: &Scenario<'_>, mut look: impl FnMut(&Projection) -> T) -> T {
    let definition = Document::parse(scenario.tool).unwrap();
    let document = Document::parse(scenario.result).unwrap();
    let mut call = Call::default();
    "server".clone_into(&mut call.server);
    call.tool = Some(Tool::of(definition.root()));
    call.tools = call.tool.into_iter().collect();
    let era = if surface.era.is_empty() { Revision::V2025_11_25 } else { surface.era.as_str().into() };
    call.revision = Some(era);
    look(&project(&call, ToolResult::of(document.root()).unwrap(), surface))
}
