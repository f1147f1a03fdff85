//! `sightline inspect`: asks a server, calls its tools, and reports who sees what.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use sightline::diagnostic::Subject;
use sightline::json::{Document, Node};
use sightline::profile::Surface;
use sightline::project::Call;
use sightline::report::{CallSeen, Counting, Outcome, Report, ServerSeen, ToolSeen, see_failure, see_result};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::rules::{self, Context};
use sightline::tool::Tool;
use sightline_peer::arguments;
use sightline_peer::client::{HttpTarget, Options, Session, StdioTarget, Target};

use crate::args::{Format, InspectArgs};
use crate::settings::Choices;
use crate::{input, render, save, surfaces};

/// What a shell expects of a program that Ctrl-C ended.
const INTERRUPTED: u8 = 130;

pub fn run(args: &InspectArgs) -> Result<u8> {
    let choices = Choices::of(&args.rules)?;
    let calls = calls(args)?;
    save::prepare(args.save.as_deref())?;
    // A client that is not known is said before anything is started.
    surfaces::of_clients(&args.client, &Revision::LATEST)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut report = Report::new("inspect", "", choices.guidance());
    let finished = runtime.block_on(async {
        tokio::select! {
            done = gather(args, &choices, &calls, &mut report) => done.map(|()| true),
            _ = tokio::signal::ctrl_c() => Ok(false),
        }
    });
    if matches!(finished, Ok(false)) {
        report.remarks.push("interrupted; this is what was gathered".to_owned());
    }
    let before = report.diagnostics.len();
    report.diagnostics.retain(|found| !choices.suppresses(found));
    report.summary.suppressed = before - report.diagnostics.len();
    report.finish();
    match (&finished, args.format) {
        // Nothing was gathered, so the error alone is the answer.
        (Err(_), _) if report.tools.is_empty() && report.diagnostics.is_empty() => {}
        (_, Format::Json) => writeln!(std::io::stdout().lock(), "{}", render::json(&report)?)?,
        (_, Format::Text) => {
            let mut out = anstream::stdout().lock();
            render::text::inspection(&mut out, &report)?;
            out.flush()?;
        }
    }
    match finished {
        Ok(true) => Ok(u8::from(report.fails_at(choices.fail_on.0))),
        Ok(false) => {
            eprintln!("sightline: interrupted; this is what was gathered");
            Ok(INTERRUPTED)
        }
        Err(error) => Err(error),
    }
}

/// The calls that were asked for, by name, in order.
fn calls(args: &InspectArgs) -> Result<Vec<(String, String)>> {
    let mut calls = args.call.clone();
    if let Some(path) = &args.calls {
        let bytes = input::read(path)?;
        let document = input::parse(path, &bytes)?;
        if !document.root().is_object() {
            bail!("{}: expected an object of tool names and arguments", path.display());
        }
        for member in document.root().members() {
            if !member.value.is_object() {
                bail!("{}: the arguments of {:?} are no object", path.display(), member.key.to_str());
            }
            calls.push((member.key.to_str().into_owned(), member.value.text().to_owned()));
        }
    }
    Ok(calls)
}

async fn gather(
    args: &InspectArgs,
    choices: &Choices,
    calls: &[(String, String)],
    report: &mut Report,
) -> Result<()> {
    let progress = progress();
    let mut session = connect(args, report, &progress).await?;
    progress.set_message("listing tools");
    let list = session.list_tools().await.map_err(said)?;
    let pages: Vec<Document<'_>> = list.pages.iter().filter_map(|page| Document::parse(page).ok()).collect();
    let lists: Vec<_> = pages.iter().filter_map(|page| page.root().member("result")).collect();
    let tools: Vec<Tool<'_>> = lists.iter().copied().flat_map(Tool::list).collect();
    if !lists.iter().any(|list| list.member("tools").is_some_and(Node::is_array)) {
        bail!("the answer to tools/list holds no array `tools`, so there is nothing to inspect");
    }
    unknown_names(args, calls, &tools)?;
    let revision = session.revision().clone();
    check_lists(args, choices, &revision, &lists, report);
    let surfaces = match args.client.as_slice() {
        [] => surfaces::of_all_clients(&revision)?,
        named => surfaces::of_clients(named, &revision)?,
    };
    let is_demo = is_demo(args);
    let inspection = Inspection { args, choices, revision, surfaces, is_demo };
    inspection.call_all(&mut session, report, &tools, calls, &progress).await?;
    let farewell = session.close().await;
    report.remarks.extend(farewell.remarks.iter().map(ToString::to_string));
    progress.finish_and_clear();
    let mut outcomes = report.tools.iter().filter_map(|tool| tool.call.as_ref()).map(|call| call.outcome);
    let called = outcomes.clone().next().is_some();
    if called && outcomes.all(|outcome| outcome == Outcome::Failed) {
        bail!("no call was answered with a result that could be read; the report says why for each");
    }
    Ok(())
}

fn is_demo(args: &InspectArgs) -> bool {
    args.url.is_none() && args.command.is_empty()
}

/// Opens the session with the target, and says in the report who answered.
async fn connect(args: &InspectArgs, report: &mut Report, progress: &ProgressBar) -> Result<Session> {
    let options = options(args);
    let (session, transport) = if is_demo(args) {
        "the built-in demo server".clone_into(&mut report.target);
        (open_demo(options).await?, "stdio")
    } else {
        let (target, transport) = target(args)?;
        report.target = target.to_string();
        progress.set_message(format!("connecting to {target}"));
        (Session::open(&target, options, |_| {}).await.map_err(said)?, transport)
    };
    report.server = Some(server_seen(&session, transport));
    Ok(session)
}

/// Checks the definitions as they were listed.
fn check_lists(
    args: &InspectArgs,
    choices: &Choices,
    revision: &Revision,
    lists: &[Node<'_>],
    report: &mut Report,
) {
    for list in lists {
        let context = Context::new(revision.clone()).with_list(*list).without_places();
        let server = report.server.as_ref().map(|server| server.name.as_str());
        let of_entry = |tool: &str| choices.settings(server, Some(tool));
        let mut found = rules::check_each(&context, &choices.settings(server, None), &of_entry);
        // Whoever looks at one tool does not ask for the others'.
        found.retain(|found| {
            args.tool.is_empty() || found.tool.as_ref().is_none_or(|name| args.tool.contains(name))
        });
        report.diagnostics.append(&mut found);
    }
}

/// What all calls of one inspection share.
struct Inspection<'i> {
    args: &'i InspectArgs,
    choices: &'i Choices,
    revision: Revision,
    surfaces: Vec<Surface>,
    is_demo: bool,
}

impl Inspection<'_> {
    /// Calls what is to be called: first what was named, in the order in which it was named, since one
    /// call may need what another one did; then the rest in the order of the list.
    async fn call_all(
        &self,
        session: &mut Session,
        report: &mut Report,
        tools: &[Tool<'_>],
        calls: &[(String, String)],
        progress: &ProgressBar,
    ) -> Result<()> {
        let only = &self.args.tool;
        let is_looked_at = |tool: &Tool<'_>| {
            only.is_empty() || tool.name().is_some_and(|name| only.contains(&name.into_owned()))
        };
        let looked_at: Vec<Tool<'_>> = tools.iter().copied().filter(is_looked_at).collect();
        // All tools stand in the report from the start: an interruption then shows them as well.
        let waiting = looked_at.iter().map(|tool| ToolSeen::not_called(*tool, "not called: interrupted"));
        report.tools.extend(waiting);
        let mut called = vec![0; looked_at.len()];
        for (number, (at, arguments)) in self.planned(&looked_at, calls, report).into_iter().enumerate() {
            let tool = looked_at[at];
            progress.set_message(format!("calling {}", tool.name().unwrap_or_default()));
            let seen = self.call(session, report, tool, tools, &arguments).await;
            self.save(report, tool, &seen, number + 1)?;
            // In the report the calls of a tool stand together, at its place in the list.
            let before: usize = called[..at].iter().map(|many: &usize| (*many).max(1)).sum();
            if called[at] == 0 {
                report.tools[before] = seen;
            } else {
                report.tools.insert(before + called[at], seen);
            }
            called[at] += 1;
        }
        Ok(())
    }

    /// The calls to make, each with the place of its tool; the report says why a tool is not called.
    fn planned(
        &self,
        looked_at: &[Tool<'_>],
        calls: &[(String, String)],
        report: &mut Report,
    ) -> Vec<(usize, String)> {
        let is_called = |tool: &Tool<'_>, name: &str| tool.name().is_some_and(|own| own == name);
        let mut planned: Vec<(usize, String)> = Vec::new();
        for (name, arguments) in calls {
            let at = looked_at.iter().position(|tool| is_called(tool, name));
            planned.extend(at.map(|at| (at, arguments.clone())));
        }
        for (at, tool) in looked_at.iter().enumerate() {
            if planned.iter().any(|(named, _)| *named == at) {
                continue;
            }
            match self.sample(*tool) {
                Ok(arguments) => planned.push((at, arguments)),
                Err(why) => report.tools[at] = ToolSeen::not_called(*tool, &why),
            }
        }
        planned
    }

    /// Keeps the call as a file, when that was asked for and a result came. The file keeps its bytes, so
    /// that the other commands see what came; what looks like a secret in it is named.
    fn save(&self, report: &mut Report, tool: Tool<'_>, seen: &ToolSeen, number: usize) -> Result<()> {
        let Some(folder) = &self.args.save else { return Ok(()) };
        let Some(call) = &seen.call else { return Ok(()) };
        let Some(result) = &call.result else { return Ok(()) };
        let path = save::exchange(folder, number, &self.revision, tool, &call.arguments, result)?;
        if let Some(what) = save::secret_in(result, &self.args.env, self.args.bearer.as_deref()) {
            report
                .remarks
                .push(format!("{} holds {what}: take it out before others see the file", path.display()));
        }
        Ok(())
    }

    /// Arguments with which a tool that was not named is called, or why it is not.
    fn sample(&self, tool: Tool<'_>) -> Result<String, String> {
        if tool.name().is_none() {
            return Err("not called: the definition has no name".to_owned());
        }
        let trusted = self.args.trust_annotations && tool.hints_read_only();
        if !self.is_demo && !self.args.all && !trusted {
            return Err("not called".to_owned());
        }
        arguments::sample(tool.input_schema()).map_err(|why| format!("not called: {why}"))
    }

    async fn call(
        &self,
        session: &mut Session,
        report: &mut Report,
        tool: Tool<'_>,
        tools: &[Tool<'_>],
        arguments: &str,
    ) -> ToolSeen {
        let name = tool.name().unwrap_or_default().into_owned();
        let mut call = Call::default();
        "server".clone_into(&mut call.server);
        call.tools = tools.to_vec();
        call.tool = Some(tool);
        call.arguments = Some(arguments.to_owned());
        call.revision = Some(self.revision.clone());
        call.as_received = true;
        let deadline = Duration::from_secs(self.args.timeout);
        let exchange = session.call(&name, arguments, deadline).await;
        let failed = |what: &str| see_failure(&call, Outcome::Failed, what);
        let seen = match &exchange {
            Err(error) => failed(&error.to_string()),
            Ok(exchange) => match (exchange.result(), exchange.error()) {
                (Some(result), _) => match Document::parse(&result) {
                    Ok(document) => match ToolResult::of(document.root()) {
                        Some(result) => self.see(report, &call, tool, result),
                        None => failed("the result is no JSON object"),
                    },
                    Err(error) => failed(&error.to_string()),
                },
                (None, Some(error)) => see_failure(&call, Outcome::ProtocolError, &error),
                (None, None) => failed("neither result nor error"),
            },
        };
        ToolSeen::called(tool, seen)
    }

    /// Checks and projects one result.
    fn see<'c>(
        &self,
        report: &mut Report,
        call: &'c Call<'c>,
        tool: Tool<'c>,
        result: ToolResult<'c>,
    ) -> CallSeen {
        let context = Context::new(self.revision.clone())
            .with_known_tool(tool)
            .with_result(result)
            .with_clients(&self.args.client)
            .without_places();
        let server = report.server.as_ref().map(|server| server.name.as_str());
        let settings = self.choices.settings(server, tool.name().as_deref());
        let mut found = rules::check(&context, &settings);
        // Definitions were checked with the list.
        found.retain(|found| found.subject == Subject::Result);
        found.iter_mut().for_each(|found| found.tool = tool.name().map(Cow::into_owned));
        report.diagnostics.append(&mut found);
        let counting = if self.args.no_tokens { Counting::Bytes } else { Counting::Tokens };
        see_result(call, result, &self.surfaces, counting)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "handed to map_err")]
fn said(error: sightline_peer::client::Error) -> anyhow::Error {
    let remedy = if error.is_timeout() { "\n--timeout SECONDS gives it longer" } else { "" };
    anyhow!("{error}{remedy}")
}

fn options(args: &InspectArgs) -> Options {
    let timeout = Duration::from_secs(args.timeout);
    Options {
        revision: args.revision.as_deref().map(Revision::from),
        probe_deadline: Options::default().probe_deadline.min(timeout),
        handshake_deadline: timeout * 2,
        list_deadline: timeout * 2,
        ..Options::default()
    }
}

fn target(args: &InspectArgs) -> Result<(Target, &'static str)> {
    match (&args.url, args.command.as_slice()) {
        (Some(url), []) => {
            if !url.starts_with("http://") && !url.starts_with("https://") {
                let why = match url.split_once("://") {
                    Some((scheme, rest)) => format!(
                        "a server is spoken to over http or https, not {scheme}; if it has such a url, give http://{rest}"
                    ),
                    None => format!("a command goes after --, as in: sightline inspect -- {url}"),
                };
                bail!("{url:?} is no URL of a server; {why}");
            }
            let target =
                HttpTarget { url: url.clone(), headers: args.header.clone(), bearer: args.bearer.clone() };
            Ok((Target::Http(target), "http"))
        }
        (None, [command, rest @ ..]) => {
            let target = StdioTarget {
                command: command.into(),
                args: rest.iter().map(Into::into).collect(),
                env: args.env.iter().map(|(name, value)| (name.into(), value.into())).collect(),
                directory: args.cwd.clone(),
                ..StdioTarget::default()
            };
            Ok((Target::Stdio(target), "stdio"))
        }
        _ => bail!("name a URL or a command after --, not both"),
    }
}

/// The demo server: this program, asked to serve it.
async fn open_demo(options: Options) -> Result<Session> {
    let program = std::env::current_exe().context("this program cannot find itself")?;
    let target = StdioTarget { command: program.into(), args: vec!["demo".into()], ..StdioTarget::default() };
    Session::open(&Target::Stdio(target), options, |_| {}).await.map_err(said).context("the demo server")
}

fn server_seen(session: &Session, transport: &str) -> ServerSeen {
    let info = Document::parse(session.server_info()).map(Document::into_owned);
    // `initialize` tells it beside the capabilities, `server/discover` in the metadata of the answer.
    let field = |name: &str| {
        let result = info.as_ref().ok()?.root();
        let stamped = || result.member("_meta")?.member("io.modelcontextprotocol/serverInfo");
        let server = result.member("serverInfo").or_else(stamped)?;
        Some(server.member(name)?.as_str()?.into_owned())
    };
    let mut seen = ServerSeen::default();
    seen.name = field("name").unwrap_or_else(|| "(no name)".to_owned());
    seen.version = field("version").unwrap_or_default();
    seen.revision = session.revision().to_string();
    transport.clone_into(&mut seen.transport);
    seen
}

/// A name that no tool has is an error of the caller's, so it is said before anything is called.
fn unknown_names(args: &InspectArgs, calls: &[(String, String)], tools: &[Tool<'_>]) -> Result<()> {
    let known: BTreeSet<String> =
        tools.iter().filter_map(|tool| tool.name()).map(|name| name.into_owned()).collect();
    let asked = calls.iter().map(|(name, _)| name).chain(&args.tool);
    for name in asked {
        if !known.contains(name) {
            let names: Vec<&str> = known.iter().map(String::as_str).collect();
            bail!("the server has no tool {name:?}; it has {}", names.join(", "));
        }
    }
    Ok(())
}

/// A line on standard error that says what is under way; only on a terminal.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
