//! `sightline adapt`: what a server sends, for a peer of another revision.

use std::io::Write as _;

use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use sightline::adapt::{
    Adapted, Change, SdkEvidence, Sent, adapt, adapt_error, adapt_list, adapt_request, adapt_task, as_sdk,
    sdk_differences,
};
use sightline::diagnostic::Subject;
use sightline::exchange::{Exchange, FileKind};
use sightline::json::{Document, Node};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::rules::{Context, Settings, check};
use sightline::tool::Tool;

use crate::args::{AdaptArgs, Format};
use crate::input;

pub fn run(args: &AdaptArgs) -> Result<u8> {
    let bytes = input::read(&args.file)?;
    let document = input::parse(&args.file, &bytes)?;
    let tool_bytes = args.tool.as_deref().map(input::read).transpose()?;
    let tool_document = input::parse_given(args.tool.as_deref(), tool_bytes.as_deref())?;
    if !args.sdks.is_empty() {
        return show_sdks(args, &document, tool_document.as_ref());
    }
    let all = adapted(args, &document, tool_document.as_ref())?;
    match args.format {
        Format::Json => writeln!(std::io::stdout().lock(), "{}", serde_json::to_string_pretty(&all)?)?,
        Format::Text => show(&all)?,
    }
    Ok(0)
}

/// What one file becomes: one message, and the recorded results or pages of an exchange one by one.
#[derive(Serialize)]
struct All {
    #[serde(flatten)]
    one: Adapted,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    results: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pages: Vec<String>,
}

impl All {
    /// Takes what happened to a further part; `at` begins its pointers.
    fn note(&mut self, part: &mut Adapted, at: &str) {
        let placed = |change: Change| {
            let mut change = change;
            change.pointer.insert_str(0, at);
            change
        };
        self.one.changes.extend(std::mem::take(&mut part.changes).into_iter().map(placed));
        self.one.losses.extend(std::mem::take(&mut part.losses).into_iter().map(placed));
        self.one.plans.append(&mut part.plans);
    }
}

impl From<Adapted> for All {
    fn from(one: Adapted) -> Self {
        Self { one, results: Vec::new(), pages: Vec::new() }
    }
}

fn adapted(args: &AdaptArgs, document: &Document<'_>, tool: Option<&Document<'_>>) -> Result<All> {
    let root = document.root();
    let told = args.from.as_deref().map(Revision::from);
    let unknown = || anyhow!("the file tells no revision; say --from REVISION");
    let to = Revision::from(args.to.as_deref().unwrap_or_default());
    // A message that is no result of a call tells no revision either.
    if root.member("jsonrpc").is_some() {
        if let Some(error) = root.member("error").filter(|error| error.is_object()) {
            return Ok(adapt_error(error, &told.ok_or_else(unknown)?, &to).into());
        }
        if root.member("method").is_some() {
            return Ok(adapt_request(root, &told.ok_or_else(unknown)?, &to).into());
        }
    }
    let exchange = input::exchange(&args.file, document)?;
    let tool = input::tool_given(args.tool.as_deref(), tool)?.or(exchange.tool);
    let from = told.or_else(|| exchange.sender_revision()).ok_or_else(unknown)?;
    let response = exchange.told.as_ref().and_then(|told| told.response);
    let answered = response.and_then(|response| response.member("result")).and_then(ToolResult::of);
    let mut all = All::from(adapt(tool, exchange.result.or(answered), &from, &to));
    if let Some(list) = exchange.list {
        let mut of_list = adapt_list(list, &from, &to);
        all.one.list = of_list.list.take();
        all.note(&mut of_list, "");
    }
    let error = root.member("error").or_else(|| response?.member("error"));
    if let Some(error) = error.filter(|error: &Node<'_>| error.is_object()) {
        let mut of_error = adapt_error(error, &from, &to);
        all.one.error = of_error.error.take();
        all.one.result = of_error.result.take().or(all.one.result);
        all.note(&mut of_error, "");
    }
    if let Some(task) = root.member("task").filter(|_| exchange.kind == FileKind::Exchange) {
        take_task(task, tool, (&from, &to), &mut all)?;
    }
    if exchange.kind == FileKind::Exchange {
        several(&exchange, tool, (&from, &to), &mut all);
        if tool.is_none() && !all.holds_anything() {
            bail!("nothing in this exchange is a message of a server; {ADAPTED}");
        }
    }
    Ok(all)
}

/// The members of an exchange that are rewritten.
const ADAPTED: &str = "adapted are `tool`, `list`, `pages`, `result`, `results`, `response` and `task`";

/// Adapts an answer to tasks/get, and the result that it may hold beside one of the exchange itself.
fn take_task(
    task: Node<'_>,
    tool: Option<Tool<'_>>,
    (from, to): (&Revision, &Revision),
    all: &mut All,
) -> Result<()> {
    let Some(mut of_task) = adapt_task(task, tool, from, to) else {
        if !task.is_object() {
            bail!("`task`, an answer to tasks/get, is {} and no object", task.kind().name());
        }
        bail!(
            "`task` is an answer to tasks/get, and a server of {from} has no tasks; say with --from which revision \
             sent it: 2025-11-25, or 2026-07-28 with the tasks extension"
        );
    };
    all.one.task = of_task.task.take();
    all.one.error = of_task.error.take().or(all.one.error.take());
    match of_task.result.take() {
        Some(result) if all.one.result.is_some() => all.results.push(result),
        result => all.one.result = result.or(all.one.result.take()),
    }
    all.note(&mut of_task, "");
    Ok(())
}

impl All {
    fn holds_anything(&self) -> bool {
        let one = &self.one;
        [&one.tool, &one.list, &one.result, &one.error, &one.task].into_iter().any(Option::is_some)
            || !self.results.is_empty()
            || !self.pages.is_empty()
    }
}

/// Adapts the recorded results and the pages of an exchange one by one.
fn several(
    exchange: &Exchange<'_>,
    tool: Option<Tool<'_>>,
    (from, to): (&Revision, &Revision),
    all: &mut All,
) {
    let Some(told) = &exchange.told else { return };
    let results = told.results.into_iter().flat_map(Node::items).enumerate();
    for (index, result) in results.filter_map(|(index, node)| Some((index, ToolResult::of(node)?))) {
        let mut part = adapt(tool, Some(result), from, to);
        // What becomes of the definition is told once.
        let is_of_result = |change: &Change| change.subject == Subject::Result;
        part.changes.retain(is_of_result);
        part.losses.retain(is_of_result);
        all.results.extend(part.result.take());
        all.note(&mut part, &format!("/{index}"));
    }
    for (index, page) in told.pages.into_iter().flat_map(Node::items).enumerate() {
        let mut part = adapt_list(page, from, to);
        all.pages.extend(part.list.take());
        all.note(&mut part, &format!("/{index}"));
    }
}

/// Shows what official SDKs would send, and what an author who serves both eras should know of it.
fn show_sdks(args: &AdaptArgs, document: &Document<'_>, tool: Option<&Document<'_>>) -> Result<u8> {
    let exchange = input::exchange(&args.file, document)?;
    let tool = input::tool_given(args.tool.as_deref(), tool)?.or(exchange.tool);
    let sent: Vec<Sent> = args.sdks.iter().flat_map(|sdk| as_sdk(*sdk, tool, exchange.result)).collect();
    let differences = sdk_differences(&sent);
    // What the catalog's rules say of the same definition and result, for a server of both eras.
    let mut context = Context::of(&exchange).with_revision(Revision::LATEST);
    if let Some(tool) = tool {
        context = context.with_tool(tool);
    }
    let portable = ["output-root-not-portable", "boolean-property-schema-toward-old-clients"];
    let mut found = check(&context, &Settings::default());
    found.retain(|found| portable.contains(&found.rule));
    let mut out = std::io::stdout().lock();
    if args.format == Format::Json {
        let all = serde_json::json!({"sent": sent, "differences": differences, "findings": found});
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        return Ok(0);
    }
    for one in &sent {
        let evidence = match one.evidence {
            SdkEvidence::Ran => "ran",
            SdkEvidence::Read => "read, not run",
        };
        writeln!(out, "{} ({evidence})", one.package)?;
        for (what, answer) in [("list", &one.tool), ("call", &one.result)] {
            if let Some(answer) = answer {
                writeln!(out, "  {what}  {}", answer.words())?;
            }
        }
    }
    for difference in differences {
        writeln!(out, "{difference}")?;
    }
    for found in found {
        writeln!(out, "{}: {} ({} {})", found.level, found.message, found.rule, found.code)?;
    }
    Ok(0)
}

fn show(all: &All) -> Result<()> {
    let adapted = &all.one;
    let mut out = std::io::stdout().lock();
    let several: Vec<&String> = all.results.iter().chain(&all.pages).collect();
    let texts = [&adapted.result, &adapted.error, &adapted.request, &adapted.list, &adapted.tool];
    let first = texts.into_iter().flatten().next().filter(|_| several.is_empty() || adapted.result.is_some());
    for text in adapted.task.iter().chain(first).chain(several) {
        writeln!(out, "{text}")?;
    }
    drop(out);
    let place = |change: &Change| {
        let subject = format!("{:?}", change.subject).to_lowercase();
        format!("{} {subject}{}: {}", change.step, change.pointer, change.what)
    };
    adapted.changes.iter().for_each(|change| eprintln!("changed {}", place(change)));
    adapted.losses.iter().for_each(|loss| eprintln!("lost    {}", place(loss)));
    for plan in &adapted.plans {
        eprintln!("plan    {}: {}; otherwise {}", plan.step, plan.actions.join("; then "), plan.otherwise);
    }
    Ok(())
}
