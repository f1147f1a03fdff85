//! `sightline adapt`: a result and its tool for a peer of another revision.

use std::io::Write as _;

use anyhow::{Result, anyhow};
use sightline::adapt::adapt;
use sightline::revision::Revision;

use crate::args::{AdaptArgs, Format};
use crate::input;

pub fn run(args: &AdaptArgs) -> Result<u8> {
    let bytes = input::read(&args.file)?;
    let document = input::parse(&args.file, &bytes)?;
    let exchange = input::exchange(&args.file, &document)?;
    let tool_bytes = args.tool.as_deref().map(input::read).transpose()?;
    let tool_document = input::parse_given(args.tool.as_deref(), tool_bytes.as_deref())?;
    let tool = input::tool_given(args.tool.as_deref(), tool_document.as_ref())?.or(exchange.tool);
    let told = args.from.as_deref().map(Revision::from).or_else(|| exchange.revision.clone());
    let from = told.ok_or_else(|| anyhow!("the file tells no revision; say --from REVISION"))?;
    let adapted = adapt(tool, exchange.result, &from, &Revision::from(args.to.as_str()));
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&adapted)?)?,
        Format::Text => {
            let text = adapted.result.as_ref().or(adapted.tool.as_ref());
            writeln!(out, "{}", text.map_or("", String::as_str))?;
            for change in &adapted.changes {
                eprintln!("changed {} {}: {}", change.step, change.pointer, change.what);
            }
            for loss in &adapted.losses {
                eprintln!("lost    {} {}: {}", loss.step, loss.pointer, loss.what);
            }
            for plan in &adapted.plans {
                eprintln!(
                    "plan    {}: {}; otherwise {}",
                    plan.step,
                    plan.actions.join("; then "),
                    plan.otherwise
                );
            }
        }
    }
    Ok(0)
}
