//! `sightline select`: what one audience should get of a result.

use std::io::Write as _;

use anyhow::{Result, anyhow};
use sightline::audience::{Options, select};
use sightline::revision::Revision;

use crate::args::{Format, SelectArgs};
use crate::{input, render};

pub fn run(args: &SelectArgs) -> Result<u8> {
    let bytes = input::read(&args.file)?;
    let document = input::parse(&args.file, &bytes)?;
    let name = input::name_of(&args.file);
    let exchange = input::exchange(&args.file, &document)?;
    let tool_bytes = args.tool.as_deref().map(input::read).transpose()?;
    let tool_document = input::parse_given(args.tool.as_deref(), tool_bytes.as_deref())?;
    let tool = input::tool_given(args.tool.as_deref(), tool_document.as_ref())?.or(exchange.tool);
    let result = exchange.result.ok_or_else(|| anyhow!("{name} holds no tool result"))?;
    let told = args.revision.as_deref().map(Revision::from).or_else(|| exchange.revision.clone());
    let revision = told.unwrap_or_else(|| exchange.assumed_revision());
    let selection = select(result, tool, &revision, args.audience, args.guidance, Options::default());
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&selection)?)?,
        Format::Text => {
            if let Some(text) = selection.plain() {
                writeln!(out, "{}", render::for_stdout(&text))?;
            }
            for advice in &selection.advice {
                eprintln!("advice: {advice}");
            }
        }
    }
    Ok(0)
}
