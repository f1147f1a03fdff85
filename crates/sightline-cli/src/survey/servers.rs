//! `sightline survey servers`: what public servers put on the wire.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, Result, anyhow, bail};
use sightline_survey::install;
use sightline_survey::isolate::refusal;
use sightline_survey::run::today;
use sightline_survey::servers::begun::Begun;
use sightline_survey::servers::list::parse;
use sightline_survey::servers::packed;
use sightline_survey::servers::report::{Reached, ServerReport, Wire};
use sightline_survey::servers::run::{Course, Surveyed, run as run_all};
use sightline_survey::site::html::slug;

use super::args::SurveyServersArgs;
use super::interrupt;

/// The file of a folder of reports.
pub const REPORTS: &str = "servers.jsonl.gz";

pub fn run(args: &SurveyServersArgs) -> Result<u8> {
    let text = fs::read_to_string(&args.list).with_context(|| args.list.display().to_string())?;
    let mut servers = parse(&text).map_err(|error| anyhow!("{}: {error}", args.list.display()))?;
    if let Some(name) = args.only.iter().find(|name| servers.iter().all(|server| server.id != **name)) {
        bail!("{} has no server {name:?}", args.list.display());
    }
    servers.retain(|server| args.only.is_empty() || args.only.contains(&server.id));
    let sightline = std::env::current_exe().context("the path of this program")?;
    // Nothing foreign runs where it could reach something.
    if let Some(reason) = refusal(&sightline).filter(|_| servers.iter().any(|server| server.url.is_none())) {
        bail!("this machine cannot isolate: {reason}");
    }
    let stop = interrupt::stop()?;
    let course = Course {
        cache: args.cache.clone().unwrap_or_else(install::cache),
        sightline,
        jobs: args.jobs,
        date: args.date.clone().unwrap_or_else(today),
        stop: stop.clone(),
    };
    let begun = args.out.as_deref().map(Begun::new);
    let known = |server: &_| begun.as_ref().and_then(|begun| begun.report(server));
    let surveyed = run_all(&servers, &course, &known, &|server, report| {
        eprintln!("sightline: {}", line(report));
        if let Some(Err(error)) = begun.as_ref().map(|begun| begun.keep(server, report)) {
            eprintln!("sightline: {}: its report cannot be kept: {error}", server.id);
        }
    });
    if stop.load(Ordering::Relaxed) {
        return interrupted(&surveyed, args.out.as_deref());
    }
    if let Some(folder) = &args.out {
        write(folder, &surveyed.reports)?;
    }
    if let Some(begun) = begun {
        begun.end().context("what was kept for a next call")?;
    }
    summary(&surveyed.reports)?;
    Ok(0)
}

/// Says what is known and what is not, and how to go on.
fn interrupted(surveyed: &Surveyed, out: Option<&Path>) -> Result<u8> {
    summary(&surveyed.reports)?;
    let mut stdout = anstream::stdout().lock();
    writeln!(stdout, "not done: {}", surveyed.not_done.join(", "))?;
    match out {
        Some(_) => writeln!(stdout, "interrupted; this goes on from here: {}", interrupt::resume())?,
        None => writeln!(stdout, "interrupted; nothing is kept without --out")?,
    }
    stdout.flush()?;
    Ok(interrupt::CODE)
}

fn line(report: &ServerReport) -> String {
    let results: Vec<String> = Wire::ALL
        .iter()
        .filter(|wire| report.count(**wire) > 0)
        .map(|wire| format!("{} {}", report.count(*wire), wire.words()))
        .collect();
    let reason = report.reason.lines().last().unwrap_or_default();
    let said = format!(
        "{} {}: {}, {} tools, {} {reason}",
        report.id,
        report.version,
        report.reached.words(),
        report.tools.len(),
        results.join(", ")
    );
    crate::render::visible(said.trim_end()).into_owned()
}

fn write(folder: &Path, reports: &[ServerReport]) -> Result<()> {
    for report in reports {
        for (number, (tool, call)) in
            report.calls().enumerate().filter(|(_, (_, call))| !call.result.is_empty())
        {
            let inner = folder.join("recordings").join(slug(&report.id));
            fs::create_dir_all(&inner).with_context(|| format!("{} cannot be made", inner.display()))?;
            let path = inner.join(format!("{:03}-{}.json", number + 1, slug(&tool.name)));
            fs::write(&path, report.exchange(tool, call)).with_context(|| path.display().to_string())?;
        }
    }
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let path = folder.join(REPORTS);
    fs::write(&path, packed(reports).map_err(|error| anyhow!(error))?)
        .with_context(|| path.display().to_string())
}

fn summary(reports: &[ServerReport]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let listed = reports.iter().filter(|report| report.reached == Reached::Listed).count();
    let tools = || reports.iter().flat_map(|report| &report.tools);
    let declared = tools().filter(|tool| tool.has_output_schema).count();
    let tokens: usize = reports.iter().map(|report| report.definition_tokens).sum();
    writeln!(
        out,
        "{listed} of {} servers listed {} tools, {declared} with an output schema, {tokens} tokens of definitions",
        reports.len(),
        tools().count()
    )?;
    for wire in Wire::ALL {
        let many: usize = reports.iter().map(|report| report.count(wire)).sum();
        if many > 0 {
            writeln!(out, "{many:6} {}", wire.words())?;
        }
    }
    let wanting = reports.iter().flat_map(ServerReport::calls).filter(|(_, call)| call.wants_network).count();
    writeln!(out, "{wanting:6} calls said that they need the network, which is absent inside")?;
    Ok(())
}
