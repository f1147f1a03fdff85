//! docs/real-servers.md: what each server listed and answered, without what changes from run to run.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sightline::json::Node;

use crate::list::Server;

/// One server over one transport.
pub struct Row {
    name: String,
    package: String,
    registry: String,
    version: String,
    transport: &'static str,
    revision: String,
    tools: Vec<String>,
    with_schema: usize,
    calls: Vec<Called>,
}

/// One call and the shape of its result.
pub struct Called {
    tool: String,
    arguments: String,
    pub is_error: bool,
    blocks: Vec<String>,
    structured: Option<&'static str>,
    schema: Option<&'static str>,
}

impl Called {
    pub fn of(tool: &str, arguments: &str, result: Node<'_>, schema: Option<&'static str>) -> Self {
        let blocks = result.member("content").into_iter().flat_map(Node::items);
        Self {
            tool: tool.to_owned(),
            arguments: arguments.to_owned(),
            is_error: result.member("isError").and_then(Node::as_bool) == Some(true),
            blocks: blocks
                .map(|block| block.member("type").and_then(Node::as_str).unwrap_or_default().into_owned())
                .collect(),
            structured: result.member("structuredContent").map(|value| value.kind().name()),
            schema,
        }
    }
}

impl Row {
    pub fn new(
        server: &Server,
        over_http: bool,
        revision: &str,
        tools: Node<'_>,
        calls: Vec<Called>,
    ) -> Self {
        let name =
            |tool: Node<'_>| tool.member("name").and_then(Node::as_str).unwrap_or_default().into_owned();
        Self {
            name: server.name.clone(),
            package: server.package.clone(),
            registry: server.registry.to_string(),
            version: server.version.clone(),
            transport: if over_http { "Streamable HTTP" } else { "stdio" },
            revision: revision.to_owned(),
            tools: tools.items().map(name).collect(),
            with_schema: tools.items().filter(|tool| tool.member("outputSchema").is_some()).count(),
            calls,
        }
    }
}

/// Writes the page in update mode, and otherwise demands that it says what was seen.
pub fn compare(rows: &[Row]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/real-servers.md");
    let page = page(rows);
    if std::env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(&path, page).unwrap();
        return;
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let difference = page.lines().zip(committed.lines()).find(|(seen, said)| seen != said);
    assert!(
        page == committed,
        "docs/real-servers.md is out of date; `cargo xtask accept` rewrites it. First difference: {difference:?}"
    );
}

fn page(rows: &[Row]) -> String {
    let mut out = String::from(
        "# Real servers\n\n\
         Written by a test (`cargo xtask accept`), which installs these servers, lists their tools and makes these calls.\n\
         Versions and calls stand in `crates/sightline-cli/tests/real-servers/servers.toml`.\n\n\
         | server | package | transport | revision | tools | with output schema | calls that succeed | tool errors |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for row in rows {
        let errors = row.calls.iter().filter(|call| call.is_error).count();
        let _ = writeln!(
            out,
            "| {} | {} {} ({}) | {} | {} | {} | {} | {} | {errors} |",
            row.name,
            row.package,
            row.version,
            row.registry,
            row.transport,
            row.revision,
            row.tools.len(),
            row.with_schema,
            row.calls.len() - errors,
        );
    }
    for row in rows {
        let _ = write!(
            out,
            "\n## {} over {}\n\nTools: `{}`.\n\n",
            row.name,
            row.transport,
            row.tools.join("`, `")
        );
        out.push_str(
            "| call | content blocks | structured content | output schema |\n| --- | --- | --- | --- |\n",
        );
        for call in &row.calls {
            let error = if call.is_error { " (a tool error, on purpose)" } else { "" };
            let _ = writeln!(
                out,
                "| `{} {}`{error} | {} | {} | {} |",
                call.tool,
                call.arguments,
                call.blocks.join(", "),
                call.structured.unwrap_or("absent"),
                call.schema.unwrap_or("–"),
            );
        }
    }
    out
}
