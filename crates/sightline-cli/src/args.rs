//! What people type. One place for all options, so that help, completions and the reference agree.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use sightline::adapt::Sdk;
use sightline::audience::Audience;
use sightline::diagnostic::{Guidance, Level};
use sightline_kit::Encoding;

use crate::survey::args::SurveyArgs;

/// Shows, checks and repairs what an MCP tool result shows to whom.
#[derive(Debug, Parser)]
#[command(name = "sightline", version, about, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    /// When to colour what a terminal shows.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "Examples:
  sightline inspect                                          the built-in demo server
  sightline inspect -- npx -y @modelcontextprotocol/server-everything
  sightline check recorded-result.json
  sightline project result.json --client codex
  sightline schema infer recordings/
  sightline clients --as-of 2026-06-04

Exit codes: 0 clean, 1 findings at or above --fail-on, 2 could not run, 130 interrupted.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Ask a server, call its tools and show who sees what of the results.
    Inspect(Box<InspectArgs>),
    /// Check recorded results, definitions and traffic: files, folders, standard input.
    Check(Box<CheckArgs>),
    /// Print what one audience should get of a result.
    Select(SelectArgs),
    /// Write a value as a table, CSV, lines or TOON, or compare what each costs.
    Render(RenderArgs),
    /// Print exactly what a client's model receives for a result.
    Project(Box<ProjectArgs>),
    /// Show what two or more clients' models receive side by side.
    Diff(Box<DiffArgs>),
    /// List the clients that are known, or those of a survey.
    Clients(ClientsArgs),
    /// Serve the demo server on standard input and output, or over HTTP.
    Demo(DemoArgs),
    /// Explain a rule, by name or code.
    Explain(ExplainArgs),
    /// Adapt a result and its tool for a peer of another revision.
    Adapt(AdaptArgs),
    /// Infer an output schema from recordings, compare two, or find how results drift from one.
    Schema(SchemaArgs),
    /// Survey what real clients and servers do, compare surveys, and publish them.
    Survey(SurveyArgs),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// How findings get their levels.
#[derive(Args, Clone, Debug)]
pub struct RuleArgs {
    /// Which reading judges: either, published or sep-2200 [default: either]
    #[arg(long, value_parser = guidance, value_name = "GUIDANCE")]
    pub guidance: Option<Guidance>,
    /// Report a rule at a level: error, warning, advice or off; name or code; repeatable.
    #[arg(long, value_name = "RULE=LEVEL", value_parser = rule_level)]
    pub level: Vec<(String, Level)>,
    /// Report a rule as an error; name or code.
    #[arg(long, value_name = "RULE")]
    pub error: Vec<String>,
    /// Report a rule as a warning.
    #[arg(long, value_name = "RULE")]
    pub warn: Vec<String>,
    /// Do not report a rule.
    #[arg(long, value_name = "RULE")]
    pub allow: Vec<String>,
    /// Set a switch of the rules, such as error_schema=strict.
    #[arg(long = "set", visible_alias = "switch", value_name = "SWITCH=VALUE", value_parser = pair)]
    pub switches: Vec<(String, String)>,
    /// Fail at findings of this level and above: error, warning, advice or never [default: error]
    #[arg(long, value_parser = fail_on, value_name = "LEVEL")]
    pub fail_on: Option<Level>,
    /// Settings file; else the nearest sightline.toml of the working directory or above it.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Read no settings file.
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline inspect --fail-on never
  sightline inspect --trust-annotations -- uvx mcp-server-time
  sightline inspect http://127.0.0.1:3001/mcp --call 'get-sum={\"a\":2,\"b\":3}'
  sightline inspect --save recordings/
  sightline inspect --format json --all -- node server.js | jq .summary

Tools are called only when they are named (--call), with --all, or with --trust-annotations when
they say that they only read. Without a target the built-in demo server is asked, and all its tools
are called.")]
pub struct InspectArgs {
    /// URL of a Streamable HTTP endpoint.
    #[arg(value_name = "URL")]
    pub url: Option<String>,
    /// The command of a stdio server, after `--`.
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Call a tool with these arguments; repeatable, and called in the order given.
    #[arg(long, value_name = "NAME=JSON", value_parser = named_json)]
    pub call: Vec<(String, String)>,
    /// Call the tools of a JSON file: {"name": {arguments}, …}.
    #[arg(long, value_name = "FILE")]
    pub calls: Option<PathBuf>,
    /// Also call tools that say readOnlyHint: true. Hints are untrusted by default.
    #[arg(long)]
    pub trust_annotations: bool,
    /// Call every tool.
    #[arg(long)]
    pub all: bool,
    /// Look at this tool only; repeatable.
    #[arg(long, value_name = "NAME")]
    pub tool: Vec<String>,
    /// Show this client only; repeatable.
    #[arg(long, value_name = "NAME")]
    pub client: Vec<String>,
    /// Speak this revision only, such as 2025-11-25.
    #[arg(long, value_name = "REVISION", value_parser = revision)]
    pub revision: Option<String>,
    /// Add a header to every HTTP request; repeatable.
    #[arg(long, value_name = "NAME:VALUE", value_parser = header)]
    pub header: Vec<(String, String)>,
    /// Bearer token of HTTP requests.
    #[arg(long, value_name = "TOKEN", env = "SIGHTLINE_BEARER", hide_env_values = true)]
    pub bearer: Option<String>,
    /// Add a variable to the server's environment; repeatable.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub env: Vec<(String, String)>,
    /// Working directory of the server.
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// Deadline of each call in seconds; the handshake has twice as long.
    #[arg(long, default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,
    /// Text for people, JSON for machines (docs/report.schema.json).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Do not count tokens; starts faster.
    #[arg(long)]
    pub no_tokens: bool,
    /// Write each answered call into this folder, as a file that the other commands read; what looks like a
    /// secret in one stays as it came and is named.
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RuleArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline check result.json
  sightline check recordings/ --fail-on warning
  sightline check --revision 2025-06-18 --tool definition.json result.json
  sightline check --fix result.json
  sightline check recordings/ --write-baseline sightline-baseline.json
  sightline check recordings/ --baseline sightline-baseline.json --format sarif > sightline.sarif
  some-command | sightline check - --format json

In folders *.json, *.jsonl, *.ndjson and *.sse are read. Exit codes: 0 nothing at or above --fail-on,
1 findings, 2 something could not be read or the settings are wrong.")]
pub struct CheckArgs {
    /// Files or folders: results, exchanges, tools/list results, sampling requests, JSON-RPC transcripts,
    /// bodies of server-sent events; - for standard input.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// What the files hold, when it is not recognised.
    #[arg(long, value_enum, default_value_t = CheckKind::Auto)]
    pub kind: CheckKind,
    /// Definition of the tool, when the file has none.
    #[arg(long, value_name = "FILE")]
    pub tool: Option<PathBuf>,
    /// Name of the server, for settings of its own; else the one that the file tells.
    #[arg(long, value_name = "NAME")]
    pub server: Option<String>,
    /// Revision of the peer that receives the result; the file's own, else the newest.
    #[arg(long, value_name = "REVISION", value_parser = revision)]
    pub revision: Option<String>,
    /// Mend the files in place where that keeps what every client shows, then check them.
    #[arg(long)]
    pub fix: bool,
    /// Mend also where that guesses, or changes what is meant.
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Show what --fix would change and change nothing; exit with 1 when there is something.
    #[arg(long)]
    pub diff: bool,
    /// How to report. JSON is described by docs/report.schema.json.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Do not report the findings of this file.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write all findings to this file, for --baseline.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    pub write_baseline: Option<PathBuf>,
    /// Most findings of one file that are shown; all are counted.
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    pub max_findings: usize,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// What files hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckKind {
    /// Each value as what it looks like
    Auto,
    /// Exchanges (docs/exchange.md)
    Exchange,
    /// Anything recognised, one on each line
    Lines,
    /// tools/list results
    List,
    /// Results of tools/call
    Result,
    /// Params of sampling/createMessage
    Sampling,
    /// Server-sent events
    Sse,
    /// Definitions of tools
    Tool,
    /// JSON-RPC messages
    Transcript,
}

/// How a check reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people
    Text,
    /// The whole report
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, for test reports
    Junit,
    /// Workflow commands of GitHub Actions
    Github,
    /// A summary in Markdown
    Markdown,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline select result.json --audience model --guidance sep-2200
  sightline select exchange.json --audience view --format json")]
pub struct SelectArgs {
    /// A tool result, an exchange or a JSON-RPC response; - for standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Who is to get it: model, code, view or host.
    #[arg(long, value_parser = audience, value_name = "AUDIENCE")]
    pub audience: Audience,
    /// Which reading decides: either, published or sep-2200.
    #[arg(long, default_value = "either", value_parser = guidance, value_name = "GUIDANCE")]
    pub guidance: Guidance,
    /// Definition of the tool, when the file has none.
    #[arg(long, value_name = "FILE")]
    pub tool: Option<PathBuf>,
    /// Revision of the result; the file's own, else the newest.
    #[arg(long, value_name = "REVISION", value_parser = revision)]
    pub revision: Option<String>,
    /// Plain text, or JSON with the reasons.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline render result.json
  sightline render result.json --as table
  jq .rows data.json | sightline render - --as csv

Of a tool result, an exchange or a JSON-RPC response the structured content is written, else the
first text that is JSON; any other JSON is written itself. Without --as each form is listed with its
bytes, its tokens of o200k_base and what it keeps.")]
pub struct RenderArgs {
    /// A tool result, an exchange, a JSON-RPC response or any JSON; - for standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The form: json, table, csv, key-value or toon.
    #[arg(long = "as", value_parser = encoding, value_name = "FORM")]
    pub encoding: Option<Encoding>,
    /// Plain text, or JSON.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline project result.json --client codex
  sightline project exchange.json --client claude-code --era 2025-11-25 --why
  sightline project result.json --client all --format json
  sightline project result.json --variant D")]
pub struct ProjectArgs {
    /// A tool result, an exchange or a JSON-RPC response; - for standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The client, or all.
    #[arg(long, value_name = "NAME", required_unless_present_any = ["variant", "profile"])]
    pub client: Option<String>,
    /// A letter of the June 2026 survey instead of a client: A, B, C or D.
    #[arg(long, value_name = "LETTER", conflicts_with = "client", value_parser = ["A", "B", "C", "D"])]
    pub variant: Option<String>,
    /// A profile of your own.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["client", "variant"])]
    pub profile: Option<PathBuf>,
    /// Version of the client; the newest with the best evidence by default.
    #[arg(long, value_name = "VERSION")]
    pub client_version: Option<String>,
    /// The version that counted on this day, YYYY-MM-DD.
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub as_of: Option<String>,
    /// Surface inside the client, such as code-mode.
    #[arg(long, value_name = "NAME")]
    pub surface: Option<String>,
    /// Provider dialect, such as openai-chat.
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<String>,
    #[command(flatten)]
    pub call: CallArgs,
    /// Exactly what the model sees, or JSON.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Say on standard error what each layer did.
    #[arg(long)]
    pub why: bool,
    /// Count bytes, tokens (o200k_base) and copies on standard error; JSON has them always.
    #[arg(long)]
    pub tokens: bool,
}

/// What is known of the call that the result answers.
#[derive(Args, Clone, Debug)]
pub struct CallArgs {
    /// Revision that client and server negotiated.
    #[arg(long, value_name = "REVISION", value_parser = revision)]
    pub era: Option<String>,
    /// Transport: stdio or http.
    #[arg(long, value_name = "NAME", value_parser = ["stdio", "http"])]
    pub transport: Option<String>,
    /// Model in the request.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// A setting of the client that differs from its default; repeatable.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = pair)]
    pub options: Vec<(String, String)>,
    /// Name of the server in the client's configuration.
    #[arg(long, value_name = "NAME", default_value = "server")]
    pub server: String,
    /// Definition of the tool, when the file has none.
    #[arg(long, value_name = "FILE")]
    pub tool: Option<PathBuf>,
    /// The server's tools/list result: one odd schema can change another tool's outcome.
    #[arg(long, value_name = "FILE")]
    pub tools: Option<PathBuf>,
    /// Arguments of the call, as JSON.
    #[arg(long, value_name = "JSON", value_parser = arguments)]
    pub arguments: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline diff result.json --client codex --client cline
  sightline diff exchange.json --client opencode@1.18.33 --client codex:code-mode --whole
  sightline diff result.json --client all

With `--client all`, the clients whose models receive the same stand together over what they receive.")]
pub struct DiffArgs {
    /// A tool result, an exchange or a JSON-RPC response; - for standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A client, with a version and a surface if need be; at least two, or `all` to group all of them.
    #[arg(long = "client", value_name = "NAME[@VERSION][:SURFACE]", required = true)]
    pub clients: Vec<String>,
    /// Show texts whole, however long they are.
    #[arg(long)]
    pub whole: bool,
    #[command(flatten)]
    pub call: CallArgs,
    /// Columns for people, or JSON: the projections as `project` has them.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:
  sightline clients
  sightline clients codex
  sightline clients --as-of 2026-06-04 --format json
  sightline clients new my-client",
    args_conflicts_with_subcommands = true
)]
pub struct ClientsArgs {
    #[command(subcommand)]
    pub command: Option<ClientsCommand>,
    /// One client, with its versions, surfaces and evidence.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// What counted on this day; 2026-06-04 has the survey's own table.
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub as_of: Option<String>,
    /// A table, or JSON.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Subcommand)]
pub enum ClientsCommand {
    /// Write a profile to begin from, NAME.toml, into the working directory.
    New {
        /// Id of the client: lower-case letters, digits, hyphens.
        name: String,
    },
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline demo
  sightline demo --http 127.0.0.1:3001")]
pub struct DemoArgs {
    /// Serve Streamable HTTP at this address, path /mcp.
    #[arg(long, value_name = "ADDRESS")]
    pub http: Option<std::net::SocketAddr>,
    /// Which eras to speak.
    #[arg(long, value_enum, default_value_t = Eras::Both)]
    pub era: Eras,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Eras {
    Both,
    /// 2024-11-05 to 2025-11-25, by initialize.
    Initialize,
    /// 2026-07-28, by server/discover.
    Discover,
}

#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// Name or code of the rule; without one all rules are listed.
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline adapt exchange.json --from 2026-07-28 --to 2025-11-25
  sightline adapt list.json --from 2025-11-25 --to 2026-07-28
  sightline adapt exchange.json --as typescript --as python

With --as, nothing of this project is applied: it shows what the official SDKs would send a client of
2025-11-25 or before for the same definition and result, each generation of an SDK by itself.")]
pub struct AdaptArgs {
    /// A tool result, an exchange, a tools/list result or a JSON-RPC message; - for standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Revision that the file has; an exchange tells its own.
    #[arg(long, value_name = "REVISION", value_parser = revision)]
    pub from: Option<String>,
    /// Revision of the peer.
    #[arg(long, value_name = "REVISION", value_parser = revision, required_unless_present = "sdks", conflicts_with = "sdks")]
    pub to: Option<String>,
    /// Show what an official SDK sends an older client: typescript, csharp, python, go or rmcp; repeatable.
    #[arg(long = "as", value_name = "SDK", value_parser = sdk)]
    pub sdks: Vec<Sdk>,
    /// Definition of the tool, when the file has none.
    #[arg(long, value_name = "FILE")]
    pub tool: Option<PathBuf>,
    /// The adapted result, or JSON with definition, changes, losses and plans.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline schema infer recordings/ --tool forecast > forecast.schema.json
  sightline schema diff forecast.schema.json new.schema.json --for readers
  sightline schema drift forecast.schema.json recordings/")]
pub struct SchemaArgs {
    #[command(subcommand)]
    pub command: SchemaCommand,
}

#[derive(Debug, Subcommand)]
pub enum SchemaCommand {
    /// Print the tightest output schema that all recorded structured contents hold to.
    Infer(InferArgs),
    /// Say what breaks between two output schemas, and for whom.
    Diff(SchemaDiffArgs),
    /// Hold recorded results against a contract.
    Drift(DriftArgs),
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline schema infer recordings/
  sightline schema infer session.jsonl --tool forecast --definition
  sightline schema infer session.jsonl --closed --format json | jq '.tools[].values'
  some-command | sightline schema infer -

Errors, pending calls and results without structured content are passed over and counted on standard
error. Of several tools an object of schemas by name is printed. Exit codes: 0 inferred, 2 nothing to
infer from, or something could not be read.")]
pub struct InferArgs {
    /// Files or folders as `check` reads them; - for standard input.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// What the files hold, when it is not recognised.
    #[arg(long, value_enum, default_value_t = CheckKind::Auto)]
    pub kind: CheckKind,
    /// Results of this tool only.
    #[arg(long, value_name = "NAME")]
    pub tool: Option<String>,
    /// Allow no members that were never seen.
    #[arg(long)]
    pub closed: bool,
    /// Print the whole definition, the recorded one where there is one.
    #[arg(long)]
    pub definition: bool,
    /// The schema, or JSON with what it was inferred from.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline schema diff old.schema.json new.schema.json
  sightline schema diff old-tools.json new-tools.json --for readers
  sightline schema diff old.json new.json --format json | jq '.tools[].changes[]'

Readers are clients written for the old schema that meet results of the new one; writers are results
of the old schema that are held against the new one. Exit codes: 0 nothing breaks, 1 something does
(with --strict: or cannot be decided), 2 could not run.")]
pub struct SchemaDiffArgs {
    /// The old schema, tool definition or tools/list result.
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The new one; - for standard input.
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// Whom a change must not break.
    #[arg(long = "for", value_enum, default_value_t = Direction::Both, value_name = "WHOM")]
    pub direction: Direction,
    /// This tool of the lists only.
    #[arg(long, value_name = "NAME")]
    pub tool: Option<String>,
    /// Fail also at changes that cannot be decided.
    #[arg(long)]
    pub strict: bool,
    /// Lines for people, or JSON.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Whom a change must not break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Direction {
    /// Clients written for the old schema
    Readers,
    /// Results of the old schema
    Writers,
    /// Both
    Both,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline schema drift forecast.schema.json recordings/
  sightline schema drift tools.json session.jsonl --format json
  sightline schema drift forecast.schema.json session.jsonl --tool forecast --strict

Exit codes: 0 all results hold, 1 some break the contract (with --strict: or anything else drifted),
2 nothing to hold against it, or something could not be read.")]
pub struct DriftArgs {
    /// A schema, a tool definition or a tools/list result.
    #[arg(value_name = "CONTRACT")]
    pub contract: PathBuf,
    /// Files or folders as `check` reads them; - for standard input.
    #[arg(required = true, value_name = "RECORDING")]
    pub recordings: Vec<PathBuf>,
    /// What the recordings hold, when it is not recognised.
    #[arg(long, value_enum, default_value_t = CheckKind::Auto)]
    pub kind: CheckKind,
    /// Results of this tool only.
    #[arg(long, value_name = "NAME")]
    pub tool: Option<String>,
    /// Fail also at members and values that are new, and at members that never came.
    #[arg(long)]
    pub strict: bool,
    /// Lines for people, or JSON.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

fn sdk(text: &str) -> Result<Sdk, String> {
    Sdk::named(text).ok_or_else(|| "expected typescript, csharp, python, go or rmcp".to_owned())
}

fn guidance(text: &str) -> Result<Guidance, String> {
    Guidance::named(text).ok_or_else(|| "expected either, published or sep-2200".to_owned())
}

fn encoding(name: &str) -> Result<Encoding, String> {
    Encoding::named(name).ok_or_else(|| {
        let known: Vec<&str> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
        format!("known are {}", known.join(", "))
    })
}

fn audience(text: &str) -> Result<Audience, String> {
    Audience::named(text).ok_or_else(|| "expected model, code, view or host".to_owned())
}

pub fn fail_on(text: &str) -> Result<Level, String> {
    match text {
        "never" => Ok(Level::Off),
        _ => Level::named(text)
            .filter(|level| *level != Level::Off)
            .ok_or_else(|| "expected error, warning, advice or never".to_owned()),
    }
}

fn rule_level(text: &str) -> Result<(String, Level), String> {
    let (rule, level) = text.split_once('=').ok_or("expected RULE=LEVEL")?;
    let level = Level::named(level).ok_or("expected error, warning, advice or off after the =")?;
    Ok((rule.to_owned(), level))
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("expected NAME:VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// A revision is a date; one that is not known is allowed, since later ones will come.
fn revision(text: &str) -> Result<String, String> {
    day(text).map_err(|_| "expected a revision, which is a date such as 2025-11-25".to_owned())
}

fn day(text: &str) -> Result<String, String> {
    let part = |range: std::ops::Range<usize>| {
        text.get(range).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let number = |range| part(range).and_then(|part| part.parse::<u8>().ok());
    let is_day = text.len() == 10
        && part(0..4).is_some()
        && text.get(4..5) == Some("-")
        && text.get(7..8) == Some("-")
        && number(5..7).zip(number(8..10)).is_some_and(|(month, day)| {
            let last = match month {
                1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
                4 | 6 | 9 | 11 => 30,
                // A day too many in three years of four harms nothing.
                2 => 29,
                _ => 0,
            };
            (1..=last).contains(&day)
        });
    if is_day { Ok(text.to_owned()) } else { Err("expected a date such as 2026-06-04".to_owned()) }
}

/// How many of something work at a time.
pub fn at_least_one() -> clap::builder::RangedU64ValueParser<usize> {
    clap::builder::RangedU64ValueParser::<usize>::new().range(1..)
}

fn arguments(text: &str) -> Result<String, String> {
    let document = sightline::json::Document::parse(text).map_err(|error| format!("no JSON: {error}"))?;
    if !document.root().is_object() {
        return Err(format!("expected a JSON object, found {}", document.root().kind().name()));
    }
    Ok(text.to_owned())
}

fn named_json(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "{}"));
    let document = sightline::json::Document::parse(value)
        .map_err(|error| format!("the arguments of {name} are no JSON: {error}"))?;
    if !document.root().is_object() {
        return Err(format!("the arguments of {name} are no JSON object"));
    }
    Ok((name.to_owned(), value.to_owned()))
}
