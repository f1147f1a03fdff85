//! Asks one server: lists its tools, calls those that can be called, and judges what came.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sightline::diagnostic::Subject;
use sightline::json::{Document, Node};
use sightline::project::Call;
use sightline::report::{Counting, SchemaSeen, see_result};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::rules::{self, Context, Settings};
use sightline::tokens;
use sightline::tool::Tool;
use sightline_peer::arguments::sample_with;
use sightline_peer::client::{Options, Session, Target};

use super::known::Known;
use super::list::Server;
use super::report::{CallReport, Reached, ServerReport, ToolReport, Wire};

/// Seconds of one call, and of all calls of one server.
const CALL: Duration = Duration::from_secs(10);
const CALLS: Duration = Duration::from_secs(75);
/// Most tools that are called of one server.
const MOST_CALLS: usize = 40;
/// Largest result that is kept, in bytes; a larger one is counted and not kept.
const MOST_BYTES: usize = 64 << 10;

/// Words by which an answer says that a network was missing.
const NETWORK: [&str; 12] = [
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "getaddrinfo",
    "name resolution",
    "Name or service not known",
    "no such host",
    "fetch failed",
    "Could not resolve",
    "Network is unreachable",
    "Connection refused",
    "Cannot connect to host",
];

/// Asks a server, and fills the report.
pub async fn ask(server: &Server, target: &Target, report: &mut ServerReport) {
    let options = Options {
        client_name: "sightline-survey".to_owned(),
        handshake_deadline: Duration::from_secs(40),
        list_deadline: Duration::from_secs(20),
        ..Options::default()
    };
    report.reached = Reached::NotStarted;
    let mut session = match Session::open(target, options, |_| {}).await {
        Ok(session) => session,
        Err(error) => {
            report.reason = error.to_string();
            return;
        }
    };
    report.reached = Reached::NotListed;
    report.server_info = session.server_info().to_owned();
    report.revision = session.revision().to_string();
    match session.list_tools().await {
        Ok(list) => {
            report.reached = Reached::Listed;
            report.reason = list.cut_short.unwrap_or_default();
            tools(server, &mut session, &list.pages, report).await;
        }
        Err(error) => report.reason = error.to_string(),
    }
    let farewell = session.close().await;
    report.remarks.extend(farewell.remarks.iter().map(ToString::to_string));
}

async fn tools(server: &Server, session: &mut Session, pages: &[String], report: &mut ServerReport) {
    let pages: Vec<Document<'_>> = pages.iter().filter_map(|page| Document::parse(page).ok()).collect();
    let lists: Vec<Node<'_>> = pages.iter().filter_map(|page| page.root().member("result")).collect();
    let tools: Vec<Tool<'_>> = lists.iter().copied().flat_map(Tool::list).collect();
    let revision = session.revision().clone();
    for list in &lists {
        let context = Context::new(revision.clone()).with_list(*list).without_places();
        let found = rules::check(&context, &Settings::default());
        count(&mut report.findings, found.iter().map(|found| (found.rule, 1 + found.more)));
    }
    report.definition_tokens = tools.iter().map(|tool| tokens::count(tool.node().text())).sum();
    let begun = Instant::now();
    let (mut known, mut failed) = (Known::default(), Vec::new());
    let mut found: BTreeMap<usize, BTreeMap<String, usize>> = BTreeMap::new();
    for (index, tool) in tools.iter().enumerate() {
        let mut seen = described(*tool);
        let wanted = if index >= MOST_CALLS {
            Err(format!("only the first {MOST_CALLS} tools are called"))
        } else if begun.elapsed() > CALLS {
            Err("the time for calls was over".to_owned())
        } else {
            wanted(server, *tool, &seen.name, &known)
        };
        match wanted {
            Err(why) => seen.not_called = why,
            Ok((arguments, from)) => {
                let asked = Asked { tools: &tools, tool: *tool, revision: &revision };
                let findings = found.entry(index).or_default();
                let call = called(session, &asked, &seen.name, arguments, from, findings).await;
                match call.wire {
                    Wire::ToolError if from != "list" && !call.wants_network => failed.push(index),
                    Wire::ToolError => {}
                    _ => known.learn(&call.result),
                }
                seen.call = Some(call);
            }
        }
        report.tools.push(seen);
    }
    // What ended in an error is asked once more: later results may have told a value that its arguments lacked, and
    // later calls may have made what it works on.
    for index in failed {
        let (Some(tool), Some(seen)) = (tools.get(index), report.tools.get_mut(index)) else { continue };
        let Ok((arguments, from)) = wanted(server, *tool, &seen.name, &known) else { continue };
        if begun.elapsed() > CALLS {
            break;
        }
        let asked = Asked { tools: &tools, tool: *tool, revision: &revision };
        let mut findings = BTreeMap::new();
        let call = called(session, &asked, &seen.name, arguments, from, &mut findings).await;
        if call.wire != Wire::ToolError && call.wire != Wire::NoResult {
            known.learn(&call.result);
            seen.call = Some(call);
            found.insert(index, findings);
        }
    }
    for findings in found.values() {
        count(&mut report.findings, findings.iter().map(|(rule, many)| (rule.as_str(), *many)));
    }
}

fn described(tool: Tool<'_>) -> ToolReport {
    ToolReport {
        name: tool.name().unwrap_or_default().into_owned(),
        definition: tool.node().text().to_owned(),
        has_output_schema: tool.output_schema().is_some(),
        says_read_only: tool.hints_read_only(),
        ..ToolReport::default()
    }
}

/// Calls one tool, and judges what came.
async fn called(
    session: &mut Session,
    asked: &Asked<'_, '_>,
    name: &str,
    arguments: String,
    from: &str,
    findings: &mut BTreeMap<String, usize>,
) -> CallReport {
    let exchange = session.call(name, &arguments, CALL).await;
    let answer = match &exchange {
        Err(error) => Err(error.to_string()),
        Ok(exchange) => exchange.result().ok_or_else(|| exchange.error().unwrap_or_default()),
    };
    let mut call = judged(asked, &arguments, answer, findings);
    call.arguments = arguments;
    call.arguments_from = from.to_owned();
    call
}

fn count<'f>(findings: &mut BTreeMap<String, usize>, found: impl Iterator<Item = (&'f str, usize)>) {
    for (rule, many) in found {
        *findings.entry(rule.to_owned()).or_default() += many;
    }
}

/// The arguments for a tool and where they come from, or why it is not called.
fn wanted(
    server: &Server,
    tool: Tool<'_>,
    name: &str,
    known: &Known,
) -> Result<(String, &'static str), String> {
    if name.is_empty() {
        return Err("the definition has no name".to_owned());
    }
    if let Some(why) = server.skip.get(name) {
        return Err(why.clone());
    }
    if let Some(arguments) = server.calls.get(name) {
        return Ok((arguments.clone(), "list"));
    }
    // Behind a URL there is no isolation, so nothing is called that nobody named.
    if server.url.is_some() {
        return Err("behind a URL only tools that the list names are called".to_owned());
    }
    let used = Cell::new(false);
    let of_result = |name: &str| {
        let value = known.value(name)?;
        used.set(true);
        Some(value.to_owned())
    };
    let arguments = sample_with(tool.input_schema(), &of_result)?;
    let alone = sample_with(tool.input_schema(), &|_| None);
    let is_known = used.get() && alone.as_deref() != Ok(&*arguments);
    Ok((arguments, if is_known { "an earlier result" } else { "schema" }))
}

struct Asked<'a, 'd> {
    tools: &'a [Tool<'d>],
    tool: Tool<'d>,
    revision: &'a Revision,
}

fn judged(
    asked: &Asked<'_, '_>,
    arguments: &str,
    answer: Result<String, String>,
    findings: &mut BTreeMap<String, usize>,
) -> CallReport {
    let mut report = CallReport::default();
    let text = match answer {
        Ok(text) => text,
        Err(failure) => {
            report.wants_network = wants_network(&failure);
            report.failure = failure;
            return report;
        }
    };
    let document = match Document::parse(&text) {
        Ok(document) => document,
        Err(error) => {
            report.failure = error.to_string();
            return report;
        }
    };
    let Some(result) = ToolResult::of(document.root()) else {
        "the result is no object".clone_into(&mut report.failure);
        return report;
    };
    let context =
        Context::new(asked.revision.clone()).with_known_tool(asked.tool).with_result(result).without_places();
    let found = rules::check(&context, &Settings::default());
    let of_result = found.iter().filter(|found| found.subject == Subject::Result);
    count(findings, of_result.map(|found| (found.rule, 1 + found.more)));
    let mut call = Call::default();
    call.tools = asked.tools.to_vec();
    call.tool = Some(asked.tool);
    call.arguments = Some(arguments.to_owned());
    call.revision = Some(asked.revision.clone());
    let seen = see_result(&call, result, &[], Counting::Bytes);
    report.wire = Wire::of(result);
    report.schema = schema_words(&seen.schema).to_owned();
    report.tokens = tokens::count(&text);
    report.wants_network = report.wire == Wire::ToolError && wants_network(&text);
    if text.len() > MOST_BYTES {
        report.failure = format!("a result of {} bytes, which is not kept", text.len());
    } else {
        report.result.clone_from(&text);
    }
    report
}

fn schema_words(seen: &SchemaSeen) -> &'static str {
    match seen {
        SchemaSeen::Breaks(_) => "broken",
        SchemaSeen::ExemptAsError => "not asked of an error",
        SchemaSeen::Holds => "holds",
        SchemaSeen::Missing => "structured content missing",
        SchemaSeen::NoSchema => "none declared",
        SchemaSeen::NotOutput => "no output",
        SchemaSeen::Unusable(_) => "unusable",
        _ => "not told",
    }
}

fn wants_network(said: &str) -> bool {
    let said: Cow<'_, str> = said.into();
    NETWORK.iter().any(|word| said.contains(word))
}
