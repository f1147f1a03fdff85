//! `sightline check`: findings on recorded results, exchanges and lists.

use std::io::Write as _;

use anyhow::{Result, anyhow};
use sightline::diagnostic::{Diagnostic, Subject};
use sightline::exchange::Exchange;
use sightline::report::Report;
use sightline::revision::Revision;
use sightline::rules::{Context, check};
use sightline::tool::Tool;

use crate::args::{CheckArgs, Format};
use crate::{fix, input, render, settings};

/// Most duplicate members of one file that are named.
const DUPLICATES: usize = 20;

pub fn run(args: &CheckArgs) -> Result<u8> {
    let settings = settings::settings(&args.rules)?;
    if (args.fix || args.diff || args.unsafe_fixes)
        && let Some(code) = fix::run(args, &settings)?
    {
        return Ok(code);
    }
    let tool_bytes = args.tool.as_deref().map(input::read).transpose()?;
    let tool_document = input::parse_given(args.tool.as_deref(), tool_bytes.as_deref())?;
    let names: Vec<String> = args.files.iter().map(|path| input::name_of(path)).collect();
    let mut report = Report::new("check", &names.join(", "), args.rules.guidance);
    let mut out = anstream::stdout().lock();
    for path in &args.files {
        let bytes = input::read(path)?;
        let document = input::parse(path, &bytes)?;
        let name = input::name_of(path);
        let exchange = Exchange::of(&document).map_err(|error| {
            let place = document.root().place();
            anyhow!("{name}:{}:{}: {error}", place.line, place.column)
        })?;
        let mut context = Context::of(&exchange);
        // A machine that reads findings may want to apply what they propose.
        if args.format == Format::Json {
            context = context.with_fixes();
        }
        if let Some(revision) = &args.revision {
            context = context.with_revision(Revision::from(revision.as_str()));
        }
        if let Some(document) = &tool_document {
            context = context.with_tool(Tool::of(document.root()));
        }
        let found = check(&context, &settings);
        let many = document.duplicates().count();
        if many > DUPLICATES {
            report.remarks.push(format!("{name}: {} more members stand twice", many - DUPLICATES));
        }
        for duplicate in document.duplicates().take(DUPLICATES) {
            report.remarks.push(format!(
                "{name}: the member {:?} stands twice in one object; readers see the last one, at byte {}",
                duplicate.key.to_str(),
                duplicate.key_span().start
            ));
        }
        // What is found in the definition of --tool has its place in that file.
        let in_definition = |found: &Diagnostic| tool_document.is_some() && found.subject == Subject::Tool;
        let (of_tool, of_file): (Vec<_>, Vec<_>) = found.into_iter().partition(in_definition);
        let tool_name = args.tool.as_deref().map(input::name_of).unwrap_or_default();
        let tool_text = tool_document.as_ref().map_or("", |document| document.text());
        for (name, text, mut found) in [(&name, document.text(), of_file), (&tool_name, tool_text, of_tool)] {
            found.iter_mut().for_each(|found| found.file = Some(name.clone()));
            // One definition for several results is judged once.
            found.retain(|found| found.subject != Subject::Tool || !report.diagnostics.contains(found));
            if args.format == Format::Text {
                render::text::findings(&mut out, name, text, &found)?;
            }
            report.diagnostics.append(&mut found);
        }
    }
    report.finish();
    match args.format {
        Format::Json => writeln!(std::io::stdout().lock(), "{}", render::json(&report)?)?,
        Format::Text => render::text::check_summary(&mut out, &report)?,
    }
    Ok(u8::from(report.fails_at(args.rules.fail_on)))
}
