//! `sightline survey servers`: what public servers put on the wire.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, anyhow, bail};
use sightline_survey::isolate::refusal;
use sightline_survey::servers::list::parse;
use sightline_survey::servers::packed;
use sightline_survey::servers::report::{Reached, ServerReport, Wire};
use sightline_survey::servers::run::{Course, run as run_all};
use sightline_survey::site::html::slug;

use super::args::SurveyServersArgs;

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
    let course = Course {
        cache: args.cache.clone().map_or_else(default_cache, Ok)?,
        sightline,
        jobs: args.jobs,
        date: args.date.clone().unwrap_or_else(today),
    };
    let reports = run_all(&servers, &course, &|report| eprintln!("{}", line(report)));
    if let Some(folder) = &args.out {
        write(folder, &reports)?;
    }
    summary(&reports)?;
    Ok(0)
}

fn default_cache() -> Result<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| home.map(|home| home.join(".cache")));
    cache.map(|cache| cache.join("sightline")).context("no home to keep packages in; --cache names a folder")
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
    let path = folder.join("servers.jsonl.gz");
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

/// The day by the clock, in UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut days = seconds / 86_400;
    let mut year = 1970;
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    for length in lengths {
        month += 1;
        if days < length {
            break;
        }
        days -= length;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}
