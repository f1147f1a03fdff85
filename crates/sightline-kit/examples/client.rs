//! A client of rmcp that takes results in by the kit.
//!
//! `cargo run -p sightline-kit --features rmcp --example client -- http://127.0.0.1:8080/mcp` asks the
//! example server over HTTP; `-- --stdio COMMAND ARGUMENT…` starts a server of its own.
//!
//! What is worth a look is `show`: a result is asked what it is before anything in it is used, and the
//! model gets one channel, never both.

use std::error::Error;

use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use sightline::audience::Audience;
use sightline::json::Document;
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::tool::Tool;
use sightline_kit::client::{Received, Validity, receive};
use sightline_kit::rmcp as bridge;

#[derive(Clone, Default)]
struct Quiet;

impl ClientHandler for Quiet {}

type Server = RunningService<RoleClient, Quiet>;

async fn connect(arguments: &[String]) -> Result<Server, Box<dyn Error>> {
    match arguments {
        [flag, command, rest @ ..] if flag == "--stdio" => {
            let mut command = tokio::process::Command::new(command);
            command.args(rest);
            // The older era, which every server speaks.
            Ok(Quiet.serve(TokioChildProcess::new(command)?).await?)
        }
        [url] => {
            let transport = StreamableHttpClientTransport::from_uri(url.as_str());
            // The newer era where the server has it.
            let mode = ClientLifecycleMode::Auto {
                preferred_versions: vec![rmcp::model::ProtocolVersion::V_2026_07_28],
                legacy_version: None,
            };
            Ok(Quiet.serve_with_lifecycle(transport, mode).await?)
        }
        _ => Err("usage: client URL | client --stdio COMMAND ARGUMENT…".into()),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let server = connect(&arguments).await?;
    let revision =
        server.peer_info().map_or(Revision::LATEST, |info| bridge::revision(&info.protocol_version));
    println!("speaks {revision}");
    for tool in server.list_all_tools().await? {
        let needs = tool.input_schema.get("required").and_then(|names| names.as_array()).map_or(0, Vec::len);
        if needs > 0 {
            println!("\n{}: needs arguments, not called", tool.name);
            continue;
        }
        let response = server.call_tool_once(CallToolRequestParams::new(tool.name.clone())).await?;
        println!("\n{}:", tool.name);
        show(&serde_json::to_string(&tool)?, response, &revision)?;
    }
    server.cancel().await?;
    Ok(())
}

fn show(tool: &str, response: CallToolResponse, revision: &Revision) -> Result<(), Box<dyn Error>> {
    let CallToolResponse::Complete(result) = response else {
        println!("  no output yet: the tool asks for input, or goes on as a task");
        return Ok(());
    };
    // From here on the text that rmcp kept is the truth; what it lost is listed in `sightline_kit::rmcp`.
    let text = bridge::received(&result);
    let (tool, document) = (Document::parse(tool)?, Document::parse(&text)?);
    let result = ToolResult::of(document.root()).ok_or("no object")?;
    match receive(result, Some(Tool::of(tool.root())), revision) {
        Received::Output(output) => {
            match output.validity() {
                Validity::Holds => println!("  holds to its schema"),
                Validity::Breaks(violations) => {
                    println!("  not used, breaks its schema: {}", violations[0].message);
                    return Ok(());
                }
                other => println!("  {other:?}"),
            }
            println!("  model: {}", beginning(&output.select(Audience::Model).plain().unwrap_or_default()));
            println!("  code:  {}", beginning(&output.select(Audience::Code).plain().unwrap_or_default()));
        }
        Received::ToolError(failed) => println!("  failed: {}", failed.message()),
        _ => println!("  no output yet"),
    }
    Ok(())
}

/// The beginning of a text, and how much more there is.
fn beginning(text: &str) -> String {
    const MOST: usize = 60;
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut shown: String = first.chars().take(MOST).collect();
    if first.chars().count() > MOST {
        shown.push('…');
    }
    match rest.lines().count() {
        0 => shown,
        more => format!("{shown} (and {more} more lines)"),
    }
}
