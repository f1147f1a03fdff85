//! `sightline survey drift`: where shipped profiles differ from observations.

use std::io::Write as _;

use anyhow::Result;
use sightline_survey::results::drift::{Drifts, Tally, drifts};
use sightline_survey::results::read::load;
use sightline_survey::site::records_shipped;

use super::args::SurveyDriftArgs;
use super::{cut, indented};
use crate::args::Format;

pub fn run(args: &SurveyDriftArgs) -> Result<u8> {
    let mut records = if args.records.is_empty() { records_shipped()? } else { load(&args.records)? };
    super::keep_clients(&mut records, &args.client)?;
    let found = drifts(&records);
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&found)?)?,
        Format::Text => print(&mut out, &found, args.whole)?,
    }
    Ok(u8::from(!found.drifts.is_empty()))
}

fn print(out: &mut impl std::io::Write, found: &Drifts, whole: bool) -> Result<()> {
    for drift in &found.marks {
        let line = |account: &str| account.lines().next().unwrap_or_default().to_owned();
        let (observed, projected) = (line(&drift.observed), line(&drift.projected));
        writeln!(
            out,
            "{} {} ({}) {}: the survey judged the mark of an error as {observed}, the profile says {projected}",
            drift.client, drift.version, drift.path, drift.case
        )?;
    }
    for drift in &found.contradictions {
        writeln!(
            out,
            "{} {} ({}) {}: the record contradicts itself in the mark of an error, as is known; the profile says the right one",
            drift.client, drift.version, drift.path, drift.case
        )?;
    }
    for drift in &found.drifts {
        let against = if drift.is_known_version {
            String::new()
        } else {
            format!(", held against {}", drift.profile_version)
        };
        let mark = if drift.only_error_mark { ": only the mark of an error" } else { "" };
        writeln!(out, "{} {} ({}{against}) {}{mark}", drift.client, drift.version, drift.path, drift.case)?;
        write!(out, "    observed\n{}", indented(&cut(&drift.observed, whole)))?;
        write!(out, "    by the profile\n{}", indented(&cut(&drift.projected, whole)))?;
    }
    let compared = found.same + found.drifts.len();
    writeln!(out, "{} of {compared} observations are what the profiles say", found.same)?;
    for (client, tally) in &found.clients {
        let Tally { same, differ, not_compared, .. } = tally;
        writeln!(out, "{client}: {same} equal, {differ} differ, {not_compared} not compared")?;
    }
    for (version, many) in &found.new_versions {
        writeln!(
            out,
            "{version} is in no profile: {many} observations, held against the newest version known"
        )?;
    }
    for (reason, many) in &found.not_compared {
        writeln!(out, "not compared: {many}, {reason}")?;
    }
    Ok(())
}
