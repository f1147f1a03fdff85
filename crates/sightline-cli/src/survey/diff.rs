//! `sightline survey diff`: what changed between two surveys.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use sightline_survey::results::diff::{Change, PathDiff, Side, diff};
use sightline_survey::results::read::load;
use sightline_survey::site::records_shipped;

use super::args::SurveyDiffArgs;
use super::{cut, indented};
use crate::args::Format;

pub fn run(args: &SurveyDiffArgs) -> Result<u8> {
    let sides = [side(&args.old)?, side(&args.new)?];
    let known: BTreeSet<&str> = sides.iter().flat_map(Side::clients).collect();
    if let Some(unknown) = args.client.iter().find(|asked| !known.contains(&***asked)) {
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        bail!("neither survey has a client {unknown:?}; there are {known}");
    }
    let [old, new] = &sides;
    let mut found = diff(old, new);
    found.retain(|row| args.client.is_empty() || args.client.contains(&row.client));
    let has_changed = found.iter().any(|row| !row.changes.is_empty());
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&found)?)?,
        Format::Text => {
            for row in &found {
                print(&mut out, row, args.whole)?;
            }
            if !has_changed {
                writeln!(out, "nothing changed in what both surveys asked")?;
            }
        }
    }
    Ok(u8::from(has_changed))
}

/// A file or folder of records, or the day of a survey that ships.
fn side(named: &str) -> Result<Side> {
    if Path::new(named).exists() {
        return Ok(Side::Records(load(&[PathBuf::from(named)])?));
    }
    if let Some(table) = sightline::survey::as_of(named) {
        return Ok(Side::Table(table));
    }
    // The same records that the site and its feed are made of.
    let mut records = records_shipped()?;
    let mut days: Vec<String> = records.iter().map(|one| one.date.clone()).collect();
    days.extend(sightline::survey::surveys().iter().map(|survey| survey.as_of.clone()));
    days.sort();
    days.dedup();
    records.retain(|one| one.date == named);
    if records.is_empty() {
        bail!(
            "{named} is no file or folder of records, and no day of a survey that ships; those are {}",
            days.join(", ")
        );
    }
    Ok(Side::Records(records))
}

fn print(out: &mut impl std::io::Write, row: &PathDiff, whole: bool) -> Result<()> {
    let path = if row.path.is_empty() { String::new() } else { format!(" ({})", row.path) };
    writeln!(out, "{}{path}", crate::render::visible(&row.client))?;
    for change in &row.changes {
        match change {
            Change::Gone => writeln!(out, "  is only in the older survey")?,
            Change::New => writeln!(out, "  is only in the newer survey")?,
            Change::PathGone => writeln!(out, "  this path is only in the older survey")?,
            Change::PathNew => writeln!(out, "  this path is only in the newer survey")?,
            Change::Version { old, new } => writeln!(out, "  version: {old} → {new}")?,
            Change::Trait { name, old, new } => writeln!(out, "  {name}: {old} → {new}")?,
            Change::ScenarioChanged { case, over } => {
                let over = named(over);
                writeln!(out, "  {case}{over}: the scenario itself has changed, so texts are not compared")?;
            }
            Change::Scenario { case, over, how, old, new } => {
                writeln!(out, "  {case}{}: {how}", named(over))?;
                write!(out, "    before\n{}", indented(&cut(old, whole)))?;
                write!(out, "    now\n{}", indented(&cut(new, whole)))?;
            }
            other => writeln!(out, "  {other:?}")?,
        }
    }
    let unpaired = &row.unpaired;
    for (which, alone) in [("older", &unpaired.old), ("newer", &unpaired.new)] {
        if !alone.is_empty() {
            let (many, names) = (alone.len(), listed(alone, whole));
            writeln!(
                out,
                "  not compared: {many} of the {which} survey have no partner, beside {} pairs: {names}",
                row.compared
            )?;
        }
    }
    for (version, many) in &unpaired.other_versions {
        writeln!(out, "  not compared: {many} of version {version}, which is not the newest of its survey")?;
    }
    Ok(())
}

fn named(over: &[String]) -> String {
    if over.is_empty() { String::new() } else { format!(" over {}", over.join(", ")) }
}

/// The first few names, or all of them.
fn listed(names: &[String], whole: bool) -> String {
    const SHOWN: usize = 5;
    let shown = if whole { names.len() } else { SHOWN };
    let more = names.len().saturating_sub(shown);
    let more = if more == 0 { String::new() } else { format!(", and {more} more (--whole names all)") };
    format!("{}{more}", names.iter().take(shown).cloned().collect::<Vec<_>>().join(", "))
}
