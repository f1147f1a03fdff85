//! `sightline clients`: what is known of clients, and the surveys.

mod template;

use std::io::Write as _;

use anyhow::{Result, bail};
use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use serde::Serialize;
use serde_json::json;
use sightline::profile::{How, Profile, Selector, Strategy, Surface, clients};
use sightline::revision::Revision;
use sightline::survey::{self, Survey};

use crate::args::{ClientsArgs, ClientsCommand, Format};
use crate::surfaces;

pub fn run(args: &ClientsArgs) -> Result<u8> {
    let mut out = std::io::stdout().lock();
    if let Some(ClientsCommand::New { name }) = &args.command {
        template::write(&mut out, name)?;
        return Ok(0);
    }
    if let Some(day) = &args.as_of
        && let Some(survey) = survey::as_of(day)
    {
        let name = args.name.as_deref();
        let rows: Vec<_> =
            survey.rows.iter().filter(|row| name.is_none_or(|name| row.client == name)).collect();
        if let Some(name) = name.filter(|_| rows.is_empty()) {
            bail!(
                "the survey of {day} has no client {name:?}; sightline clients --as-of {day} lists those it has"
            );
        }
        match args.format {
            Format::Json if name.is_some() => writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?,
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(survey)?)?,
            Format::Text => print_survey(&mut out, survey, &rows)?,
        }
        return Ok(0);
    }
    if let Some(name) = &args.name {
        return one(&mut out, name, args.as_of.as_deref(), args.format);
    }
    let rows = rows(args.as_of.as_deref())?;
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?,
        Format::Text => print_rows(&mut out, &rows)?,
    }
    Ok(0)
}

/// What is known of one client at one day.
#[derive(Serialize)]
struct Row {
    client: String,
    title: String,
    version: String,
    counts_from: String,
    strategy: &'static str,
    /// The survey's letter for that strategy.
    letter: Option<char>,
    note: String,
    how: How,
    seen: String,
    /// What the survey of June 2026 read, when it has the client.
    surveyed: Option<char>,
    surfaces: Vec<String>,
}

/// One row a client: of today, or of the versions that counted on a day.
fn rows(day: Option<&str>) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut selector = Selector::default();
    selector.as_of = day.map(str::to_owned);
    for client in clients() {
        let profile = Profile::of(client)?;
        let Ok(version) = profile.version(&selector) else { continue };
        let Some(main) = version.surfaces.first() else { continue };
        let mut surfaces: Vec<String> = Vec::new();
        for surface in &version.surfaces {
            if !surfaces.contains(&surface.name) {
                surfaces.push(surface.name.clone());
            }
        }
        rows.push(Row {
            client: client.to_owned(),
            counts_from: version.counts_from.clone(),
            surfaces,
            ..row(main, &profile.title)
        });
    }
    let is_known = |surface: &Surface| clients().any(|known| known == surface.client);
    let surveyed = survey::surfaces().into_iter().filter(|surface| !is_known(surface));
    rows.extend(surveyed.map(|surface| row(&surface, &surface.client)));
    if rows.is_empty() {
        bail!("nothing is known of {}; the survey of 2026-06-04 is the first", day.unwrap_or("today"));
    }
    Ok(rows)
}

fn row(surface: &Surface, title: &str) -> Row {
    let strategy = surface.behaviour.strategy;
    let surveyed = survey::surveys().first().into_iter().flat_map(|survey| &survey.rows);
    let surveyed = surveyed.into_iter().find(|row| row.client == surface.client);
    Row {
        client: surface.client.clone(),
        title: title.to_owned(),
        version: surface.version.clone(),
        counts_from: surface.evidence.date.clone(),
        strategy: strategy.map_or("", Strategy::name),
        letter: strategy.and_then(Strategy::letter),
        note: surface.behaviour.note.clone(),
        how: surface.evidence.how,
        seen: surface.evidence.date.clone(),
        surveyed: surveyed.and_then(|row| row.letter.name().chars().next()),
        surfaces: vec![surface.name.clone()],
    }
}

fn print_rows(out: &mut impl std::io::Write, rows: &[Row]) -> Result<()> {
    let mut table = table(["client", "version", "shows", "since the survey", "how seen", "surfaces"]);
    for row in rows {
        let letter = row.letter.map(|letter| format!(" ({letter})")).unwrap_or_default();
        let note = if row.note.is_empty() { String::new() } else { format!("\n{}", row.note) };
        let changed = match row.surveyed {
            None => "not in it".to_owned(),
            Some(letter) if row.letter == Some(letter) => "same".to_owned(),
            Some(letter) => format!("was {letter}"),
        };
        table.add_row([
            row.client.clone(),
            row.version.clone(),
            format!("{}{letter}{note}", row.strategy),
            changed,
            format!("{} on {}", row.how, row.seen),
            row.surfaces.join(", "),
        ]);
    }
    // Names stay whole, so that they can be searched for.
    for column in [0, 1] {
        if let Some(column) = table.column_mut(column) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    writeln!(out, "{table}")?;
    Ok(())
}

/// One client with its versions, or with those that had begun on a day.
fn one(out: &mut impl std::io::Write, name: &str, day: Option<&str>, format: Format) -> Result<u8> {
    if !clients().any(|known| known == name) {
        return surveyed(out, name, format);
    }
    let mut profile = Profile::of(name)?;
    if let Some(day) = day {
        let first = profile.versions.iter().map(|version| &version.counts_from).min().cloned();
        profile.versions.retain(|version| version.counts_from.as_str() <= day);
        if profile.versions.is_empty() {
            let first = first.unwrap_or_default();
            bail!("nothing is known of {name} on {day}; its first known version counts from {first}");
        }
    }
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
                        "name": surface.name, "dialect": surface.dialect, "era": surface.era, "transport": surface.transport, "model": surface.model,
                        "options": surface.options, "strategy": surface.behaviour.strategy, "note": surface.behaviour.note,
                        "how": surface.evidence.how,
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
            let transport = match surface.transport.as_str() {
                "" => String::new(),
                transport => format!(", {transport} only"),
            };
            let model =
                if surface.model.is_empty() { String::new() } else { format!(", model {}", surface.model) };
            let options: String =
                surface.options.iter().map(|(key, value)| format!(", {key}={value}")).collect();
            let strategy = surface.behaviour.strategy.map_or("", Strategy::name);
            let note = match surface.behaviour.note.as_str() {
                "" => String::new(),
                note => format!("; {note}"),
            };
            // A path that is known in another way than its version says so itself.
            let how = match surface.evidence.how {
                how if how == evidence.how => String::new(),
                how => format!(" ({how})"),
            };
            writeln!(
                out,
                "  surface   {} ({}, {era}{transport}{model}{options}): {strategy}{note}{how}",
                surface.name, surface.dialect
            )?;
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

fn print_survey(out: &mut impl std::io::Write, survey: &Survey, rows: &[&survey::Row]) -> Result<()> {
    let mut table = table(["client", "letter", "what reaches the model", "repository", "related"]);
    for row in rows {
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
