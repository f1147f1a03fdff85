//! The survey as data: what the pages say, for programs, with a schema.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::model::{Client, Model};
use crate::results::surface::SurfaceSeen;
use crate::servers::report::{ServerReport, Wire};

/// Grows when a member changes its meaning or goes.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Feed<'m> {
    schema_version: u32,
    dates: Vec<&'m str>,
    clients: Vec<OfClient<'m>>,
    scenarios: Vec<OfScenario<'m>>,
    servers: Vec<OfServer<'m>>,
}

#[derive(Serialize)]
struct OfClient<'m> {
    id: &'m str,
    title: &'m str,
    home: &'m str,
    page: String,
    badge: String,
    june_2026: Option<&'static str>,
    paths: Vec<OfPath<'m>>,
}

#[derive(Serialize)]
struct OfPath<'m> {
    version: &'m str,
    surface: &'m str,
    dialect: &'m str,
    era: &'m str,
    options: &'m str,
    how: Vec<&'m str>,
    dates: Vec<&'m str>,
    strategy: Option<&'static str>,
    letter: Option<char>,
    depends: Value,
    leaks_meta: bool,
    raw_result: bool,
    schema_broken: Value,
    schema_missing: Value,
    errors: &'m BTreeMap<String, usize>,
    run: Value,
    cells: Vec<OfCell<'m>>,
}

#[derive(Serialize)]
struct OfCell<'m> {
    case: &'m str,
    shown: Value,
    words: String,
    leaks_meta: bool,
    message: Option<&'m str>,
    forms: Vec<String>,
    copies: usize,
    cut: bool,
    error: &'m str,
    refused_by: Option<&'m str>,
    calls: Option<u64>,
    record: &'m str,
}

#[derive(Serialize)]
struct OfScenario<'m> {
    case: &'m str,
    question: &'m str,
    page: String,
    records: usize,
}

#[derive(Serialize)]
struct OfServer<'m> {
    id: &'m str,
    registry: &'m str,
    package: &'m str,
    version: &'m str,
    date: &'m str,
    reached: Value,
    reason: &'m str,
    revision: &'m str,
    tools: usize,
    output_schemas: usize,
    definition_tokens: usize,
    result_tokens: usize,
    results: BTreeMap<String, usize>,
    findings: &'m BTreeMap<String, usize>,
    page: String,
}

fn plain(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

pub(super) fn text(model: &Model<'_>) -> String {
    let feed = Feed {
        schema_version: VERSION,
        dates: model.dates.iter().map(String::as_str).collect(),
        clients: model.clients.iter().map(|found| client(model, found)).collect(),
        scenarios: model
            .scenarios
            .iter()
            .map(|scenario| OfScenario {
                case: &scenario.case,
                question: &scenario.question,
                page: format!("scenarios/{}.html", scenario.slug),
                records: scenario.records.len(),
            })
            .collect(),
        servers: model.input.servers.iter().map(server).collect(),
    };
    let mut text = serde_json::to_string_pretty(&feed).unwrap_or_default();
    text.push('\n');
    text
}

fn client<'m>(model: &'m Model<'_>, client: &'m Client) -> OfClient<'m> {
    OfClient {
        id: &client.id,
        title: &client.title,
        home: &client.home,
        page: format!("clients/{}.html", client.slug),
        badge: format!("badges/{}.svg", client.slug),
        june_2026: client.june.map(|row| row.letter.name()),
        paths: client.paths.iter().map(|seen| path(model, seen)).collect(),
    }
}

fn path<'m>(model: &'m Model<'_>, seen: &'m SurfaceSeen) -> OfPath<'m> {
    let cells = seen.cells.iter().map(|(index, cell)| OfCell {
        case: &cell.case,
        shown: plain(cell.shown),
        words: cell.words(),
        leaks_meta: cell.leaks_meta,
        message: cell.message.as_deref(),
        forms: cell.forms.iter().map(|form| form.words()).collect(),
        copies: cell.copies,
        cut: cell.channels.iter().any(|channel| channel.cut.is_some()),
        error: &cell.error,
        refused_by: cell.refused_by.as_deref(),
        calls: cell.calls,
        record: model.evidence.get(*index).map_or("", |evidence| &evidence.file),
    });
    OfPath {
        version: &seen.key.version,
        surface: &seen.key.surface,
        dialect: &seen.key.dialect,
        era: &seen.key.era,
        options: &seen.key.options,
        how: seen.how.iter().map(String::as_str).collect(),
        dates: seen.dates.iter().map(String::as_str).collect(),
        strategy: seen.selection.strategy.map(|strategy| strategy.name()),
        letter: seen.selection.letter,
        depends: plain(&seen.selection.depends),
        leaks_meta: seen.selection.leaks_meta,
        raw_result: seen.selection.is_raw,
        schema_broken: plain(seen.schema_broken),
        schema_missing: plain(seen.schema_missing),
        errors: &seen.errors,
        run: plain(&seen.run),
        cells: cells.collect(),
    }
}

fn server(server: &ServerReport) -> OfServer<'_> {
    let counted = Wire::ALL.iter().map(|wire| (*wire, server.count(*wire))).filter(|(_, many)| *many > 0);
    OfServer {
        id: &server.id,
        registry: &server.registry,
        package: &server.package,
        version: &server.version,
        date: &server.date,
        reached: plain(server.reached),
        reason: &server.reason,
        revision: &server.revision,
        tools: server.tools.len(),
        output_schemas: server.tools.iter().filter(|tool| tool.has_output_schema).count(),
        definition_tokens: server.definition_tokens,
        result_tokens: server.calls().map(|(_, call)| call.tokens).sum(),
        results: counted.map(|(wire, many)| (wire.words().to_owned(), many)).collect(),
        findings: &server.findings,
        page: format!("servers/{}.html", super::html::slug(&server.id)),
    }
}

/// Returns the schema of the feed, as JSON text.
///
/// ```
/// assert!(sightline_survey::site::feed::schema_text().contains("https://json-schema.org/draft/2020-12/schema"));
/// ```
#[must_use]
pub fn schema_text() -> String {
    let mut text = serde_json::to_string_pretty(&schema()).unwrap_or_default();
    text.push('\n');
    text
}

/// An object with these members, all of them there.
fn object(description: &str, members: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> =
        members.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"description": description, "type": "object", "properties": properties, "required": names, "additionalProperties": false})
}

fn of(kind: &str, description: &str) -> Value {
    match kind.strip_suffix('?') {
        Some(kind) => json!({"type": [kind, "null"], "description": description}),
        None => json!({"type": kind, "description": description}),
    }
}

fn list(items: &Value, description: &str) -> Value {
    json!({"type": "array", "items": items, "description": description})
}

fn one_of(words: &[&str], description: &str) -> Value {
    json!({"enum": words, "description": description})
}

fn texts(description: &str) -> Value {
    list(&json!({"type": "string"}), description)
}

fn counts(description: &str) -> Value {
    json!({"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}, "description": description})
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

fn schema() -> Value {
    let mut root = object(
        "What MCP clients show their models, and what public servers put on the wire.",
        &[
            (
                "schema_version",
                json!({"const": VERSION, "description": "Grows when a member changes its meaning or goes."}),
            ),
            ("dates", texts("The days of the surveys, oldest first.")),
            ("clients", list(&reference("client"), "Clients, sorted by title.")),
            ("scenarios", list(&reference("scenario"), "The results that clients were sent.")),
            ("servers", list(&reference("server"), "Public servers, in the order of their list.")),
        ],
    );
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    root["title"] = "Sightline survey feed".into();
    root["$defs"] = json!({
        "client": client_schema(), "path": path_schema(), "cell": cell_schema(),
        "scenario": object("One result that clients were sent.", &[
            ("case", of("string", "Its name, with the family it comes from.")),
            ("question", of("string", "The question it answers; empty when it is named by its name alone.")),
            ("page", of("string", "Its page, from the top of the site.")),
            ("records", of("integer", "How many observations there are.")),
        ]),
        "server": server_schema(),
    });
    root
}

fn client_schema() -> Value {
    object(
        "One client.",
        &[
            ("id", of("string", "Its id, lower case.")),
            ("title", of("string", "Its name as people write it.")),
            ("home", of("string", "Where its source or package lives; may be empty.")),
            ("page", of("string", "Its page, from the top of the site.")),
            ("badge", of("string", "Its badge, an SVG, from the top of the site.")),
            (
                "june_2026",
                json!({"enum": ["A", "B", "C", "D", null], "description": "Its letter in the survey of 2026-06-04."}),
            ),
            (
                "paths",
                list(
                    &reference("path"),
                    "Versions and paths that were observed; the first one stands for the client.",
                ),
            ),
        ],
    )
}

fn path_schema() -> Value {
    let check = ["not-seen", "passes", "refuses", "refuses-but-errors", "varies"];
    let strategies =
        ["both", "both-else-structured", "content-else-structured", "content-only", "structured-first"];
    let mut strategies: Vec<Value> = strategies.iter().map(|name| Value::from(*name)).collect();
    strategies.push(Value::Null);
    object(
        "One path of one version of a client, under one revision.",
        &[
            ("version", of("string", "Version of the client.")),
            ("surface", of("string", "conversation, converter, tool-level or code-mode.")),
            ("dialect", of("string", "The provider's form of messages, or none.")),
            ("era", of("string", "Revision that was negotiated.")),
            ("options", of("string", "Settings other than the defaults.")),
            ("how", texts("How it was seen: ran, ran-extracted, read.")),
            ("dates", texts("The days of its observations.")),
            (
                "strategy",
                json!({"enum": strategies, "description": "What it chooses between the fields; null when the observations do not tell."}),
            ),
            (
                "letter",
                json!({"enum": ["A", "B", "C", "D", null], "description": "The letter of the strategy, where one fits."}),
            ),
            (
                "depends",
                list(&json!({"enum": ["schema", "error", "blocks"]}), "On what else the outcome depends."),
            ),
            ("leaks_meta", of("boolean", "Whether _meta of results reaches the model.")),
            ("raw_result", of("boolean", "Whether the model gets the raw result.")),
            (
                "schema_broken",
                one_of(&check, "What happens to structured content that breaks the declared schema."),
            ),
            (
                "schema_missing",
                one_of(&check, "What happens when a schema is declared and structured content is absent."),
            ),
            ("errors", counts("How tool errors are marked, with how many cells say so.")),
            (
                "run",
                json!({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}, "description": "What the runs told beside results: handshake, client_info, names_tried, endpoints, reruns."}),
            ),
            ("cells", list(&reference("cell"), "One entry a record.")),
        ],
    )
}

fn cell_schema() -> Value {
    let shown = [
        "content",
        "structured",
        "both",
        "same",
        "own-words",
        "placeholder",
        "untold",
        "nothing",
        "run-ends",
    ];
    object(
        "What one record says.",
        &[
            ("case", of("string", "The scenario.")),
            ("shown", one_of(&shown, "What arrived, by its source.")),
            ("words", of("string", "The same in a few words, with what is odd about it.")),
            ("leaks_meta", of("boolean", "Whether _meta of the result arrived.")),
            ("message", of("string?", "How the message's content stands in the request.")),
            ("forms", texts("How the texts are built.")),
            ("copies", of("integer", "How often the payload of the structured content arrived.")),
            ("cut", of("boolean", "Whether a long text was cut.")),
            ("error", of("string", "How an error was marked: none, flagged, substituted, run-aborted.")),
            ("refused_by", of("string?", "Who refused the result, when somebody did.")),
            ("calls", of("integer?", "How often the tool was called for it, when that was counted.")),
            ("record", of("string", "The record, from the top of the site.")),
        ],
    )
}

fn server_schema() -> Value {
    let reached = ["not-installed", "not-started", "not-listed", "listed"];
    object(
        "What one public server put on the wire.",
        &[
            ("id", of("string", "Its name in the list.")),
            ("registry", one_of(&["npm", "pypi", "url"], "Where it comes from.")),
            ("package", of("string", "The package, or the URL.")),
            ("version", of("string", "The version that ran.")),
            ("date", of("string", "The day.")),
            ("reached", one_of(&reached, "How far it came.")),
            ("reason", of("string", "Why it came no further.")),
            ("revision", of("string", "Revision that was negotiated.")),
            ("tools", of("integer", "How many tools it lists.")),
            ("output_schemas", of("integer", "How many of them declare an output schema.")),
            ("definition_tokens", of("integer", "Tokens of the definitions (o200k_base).")),
            ("result_tokens", of("integer", "Tokens of the results (o200k_base).")),
            ("results", counts("Results by what they carry.")),
            ("findings", counts("Findings by rule.")),
            ("page", of("string", "Its page, from the top of the site.")),
        ],
    )
}
