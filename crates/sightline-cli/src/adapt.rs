//! `sightline adapt`: what a server sends, for a peer of another revision.

use std::io::Write as _;

use anyhow::{Result, anyhow};
use sightline::adapt::{
    Adapted, Change, SdkEvidence, Sent, adapt, adapt_error, adapt_list, adapt_request, as_sdk,
    sdk_differences,
};
use sightline::json::{Document, Node};
use sightline::revision::Revision;
use sightline::rules::{Context, Settings, check};

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
    let adapted = adapted(args, &document, tool_document.as_ref())?;
    match args.format {
        Format::Json => writeln!(std::io::stdout().lock(), "{}", serde_json::to_string_pretty(&adapted)?)?,
        Format::Text => show(&adapted)?,
    }
    Ok(0)
}

fn adapted(args: &AdaptArgs, document: &Document<'_>, tool: Option<&Document<'_>>) -> Result<Adapted> {
    let root = document.root();
    let told = args.from.as_deref().map(Revision::from);
    let unknown = || anyhow!("the file tells no revision; say --from REVISION");
    let to = Revision::from(args.to.as_deref().unwrap_or_default());
    // A message that is no result of a call tells no revision either.
    if root.member("jsonrpc").is_some() {
        if let Some(error) = root.member("error").filter(|error| error.is_object()) {
            return Ok(adapt_error(error, &told.ok_or_else(unknown)?, &to));
        }
        if root.member("method").is_some() {
            return Ok(adapt_request(root, &told.ok_or_else(unknown)?, &to));
        }
    }
    let exchange = input::exchange(&args.file, document)?;
    let tool = input::tool_given(args.tool.as_deref(), tool)?.or(exchange.tool);
    let from = told.or_else(|| exchange.sender_revision()).ok_or_else(unknown)?;
    let mut adapted = adapt(tool, exchange.result, &from, &to);
    if let Some(list) = exchange.list {
        let of_list = adapt_list(list, &from, &to);
        adapted.list = of_list.list;
        adapted.changes.extend(of_list.changes);
        adapted.losses.extend(of_list.losses);
        adapted.plans.extend(of_list.plans);
    }
    if let Some(error) = root.member("error").filter(|error: &Node<'_>| error.is_object()) {
        let of_error = adapt_error(error, &from, &to);
        (adapted.error, adapted.result) = (of_error.error, of_error.result.or(adapted.result));
        adapted.changes.extend(of_error.changes);
        adapted.losses.extend(of_error.losses);
        adapted.plans.extend(of_error.plans);
    }
    Ok(adapted)
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

fn show(adapted: &Adapted) -> Result<()> {
    let texts = [&adapted.result, &adapted.error, &adapted.request, &adapted.list, &adapted.tool];
    if let Some(text) = texts.into_iter().flatten().next() {
        writeln!(std::io::stdout().lock(), "{text}")?;
    }
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
