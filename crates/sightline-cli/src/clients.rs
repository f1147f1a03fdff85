//! `sightline clients`: what is known of clients, and the surveys.

use std::io::Write as _;

use anyhow::{Result, anyhow};
use comfy_table::{ContentArrangement, Table, presets};
use serde_json::json;
use sightline::profile::{Profile, Selector, clients};
use sightline::revision::Revision;
use sightline::survey::{self, Survey};

use crate::args::{ClientsArgs, Format};
use crate::surfaces;

pub fn run(args: &ClientsArgs) -> Result<u8> {
    let mut out = std::io::stdout().lock();
    if let Some(day) = &args.as_of {
        let survey = survey::as_of(day).ok_or_else(|| {
            let days: Vec<&str> = survey::surveys().iter().map(|survey| survey.as_of.as_str()).collect();
            anyhow!("no survey of {day} or before; there are {}", days.join(", "))
        })?;
        match args.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(survey)?)?,
            Format::Text => print_survey(&mut out, survey, args.name.as_deref())?,
        }
        return Ok(0);
    }
    if let Some(name) = &args.name {
        return one(&mut out, name, args.format);
    }
    let mut rows = Vec::new();
    for client in clients() {
        let profile = Profile::of(client)?;
        let Some(version) = profile.versions.last() else { continue };
        rows.push(json!({
            "client": client,
            "title": profile.title,
            "version": version.version,
            "how": version.evidence.how,
            "seen": version.evidence.date,
            "surfaces": version.surfaces.iter().map(|surface| format!("{} ({})", surface.name, surface.dialect)).collect::<Vec<_>>(),
        }));
    }
    for surface in survey::surfaces() {
        if clients().any(|known| known == surface.client) {
            continue;
        }
        rows.push(json!({
            "client": surface.client,
            "title": surface.client,
            "version": surface.version,
            "how": surface.evidence.how,
            "seen": surface.evidence.date,
            "surfaces": [surface.name],
        }));
    }
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?,
        Format::Text => {
            let mut table = table(["client", "version", "how", "seen", "surfaces"]);
            for row in &rows {
                let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
                let surfaces: Vec<&str> = row["surfaces"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|surface| surface.as_str())
                    .collect();
                let mut unique = surfaces.clone();
                unique.dedup();
                table.add_row([
                    text("client"),
                    text("version"),
                    text("how"),
                    text("seen"),
                    unique.join(", "),
                ]);
            }
            writeln!(out, "{table}")?;
        }
    }
    Ok(0)
}

fn one(out: &mut impl std::io::Write, name: &str, format: Format) -> Result<u8> {
    if !clients().any(|known| known == name) {
        return surveyed(out, name, format);
    }
    let profile = Profile::of(name)?;
    if format == Format::Json {
        let versions: Vec<_> = profile
            .versions
            .iter()
            .map(|version| {
                json!({
                    "version": version.version,
                    "counts_from": version.counts_from,
                    "evidence": version.evidence,
                    "surfaces": version.surfaces.iter().map(|surface| json!({
                        "name": surface.name, "dialect": surface.dialect, "era": surface.era, "model": surface.model,
                    })).collect::<Vec<_>>(),
                })
            })
            .collect();
        let value = json!({"client": profile.client, "title": profile.title, "home": profile.home, "versions": versions});
        writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
        return Ok(0);
    }
    writeln!(out, "{} ({}), {}", profile.title, profile.client, profile.home)?;
    for version in &profile.versions {
        let evidence = &version.evidence;
        writeln!(out, "\n{}, counts from {}", version.version, version.counts_from)?;
        writeln!(out, "  evidence  {} on {}: {}", evidence.how, evidence.date, evidence.source)?;
        if !evidence.place.is_empty() {
            writeln!(out, "  place     {}", evidence.place)?;
        }
        if !evidence.links.is_empty() {
            writeln!(out, "  links     {}", evidence.links.join(", "))?;
        }
        for surface in &version.surfaces {
            let era = if surface.era.is_empty() { "any era" } else { &surface.era };
            let model =
                if surface.model.is_empty() { String::new() } else { format!(", model {}", surface.model) };
            writeln!(out, "  surface   {} ({}, {era}{model})", surface.name, surface.dialect)?;
        }
    }
    Ok(0)
}

/// A client that only the survey knows.
fn surveyed(out: &mut impl std::io::Write, name: &str, format: Format) -> Result<u8> {
    let surface = surfaces::of_client(name, &Selector::default(), &Revision::LATEST)?;
    let evidence = &surface.evidence;
    if format == Format::Json {
        let version = json!({
            "version": surface.version,
            "counts_from": evidence.date,
            "evidence": evidence,
            "surfaces": [{
                "name": surface.name, "dialect": surface.dialect, "era": surface.era, "model": surface.model,
            }],
        });
        let value = json!({"client": name, "title": name, "home": "", "versions": [version]});
        writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
        return Ok(0);
    }
    writeln!(out, "{name}, {}", surface.version)?;
    writeln!(out, "  evidence  {} on {}: {}", evidence.how, evidence.date, evidence.source)?;
    writeln!(out, "  surface   {}", surface.name)?;
    writeln!(out, "\nsightline clients {name} --as-of {} has its row of the survey.", evidence.date)?;
    Ok(0)
}

fn print_survey(out: &mut impl std::io::Write, survey: &Survey, name: Option<&str>) -> Result<()> {
    let mut table = table(["client", "letter", "what reaches the model", "repository", "related"]);
    for row in survey.rows.iter().filter(|row| name.is_none_or(|name| row.client == name)) {
        let letter = match &row.second_path {
            Some(second) => match second.letter {
                Some(letter) => format!(
                    "{} ({} {})",
                    row.letter.name(),
                    second.surface.as_deref().unwrap_or("second path"),
                    letter.name()
                ),
                None => row.letter.name().to_owned(),
            },
            None => row.letter.name().to_owned(),
        };
        let repositories: Vec<String> = row
            .repositories
            .iter()
            .map(|repository| format!("{}@{}", repository.repository, repository.commit))
            .collect();
        table.add_row([
            row.client.clone(),
            letter,
            row.reaches_model.clone(),
            repositories.join("\n"),
            row.related.join("\n"),
        ]);
    }
    writeln!(out, "{table}")?;
    writeln!(out)?;
    for (letter, meaning) in &survey.letters {
        writeln!(out, "{:>3}  {}  {}: {}", meaning.count, letter.name(), meaning.name, meaning.meaning)?;
    }
    Ok(())
}

fn table<const N: usize>(head: [&str; N]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_BORDERS_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(head);
    if table.width().is_none() {
        table.set_width(120);
    }
    table
}
