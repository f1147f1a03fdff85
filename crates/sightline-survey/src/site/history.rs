//! What is known of a client over time: June's table, the versions of its profile, what was observed.

use super::html::{Html, all, el, text};
use super::matrix;
use super::model::Client;
use super::shell::{column, table};

struct Row {
    date: String,
    version: String,
    how: String,
    strategy: String,
    source: String,
}

pub(super) fn section(client: &Client) -> Html {
    let mut rows = Vec::new();
    if let Some(june) = client.june {
        let repositories: Vec<String> = june
            .repositories
            .iter()
            .map(|found| format!("{} at {}", found.repository, found.commit))
            .collect();
        rows.push(Row {
            date: "2026-06-04".to_owned(),
            version: String::new(),
            how: "read, June’s survey".to_owned(),
            strategy: letter_words(june.letter.name()),
            source: format!("{} ({})", june.reaches_model, repositories.join(", ")),
        });
    }
    rows.extend(of_profile(client));
    rows.extend(observed(client));
    rows.sort_by(|one, other| {
        (&one.date, &one.version, &one.how).cmp(&(&other.date, &other.version, &other.how))
    });
    let cell = |said: &str| el("td", &[], &[text(said)]);
    let row = |row: &Row| {
        el(
            "tr",
            &[],
            &[all([
                el("th", &[("scope", "row")], &[text(&row.date)]),
                cell(&row.version),
                el("td", &[], &[matrix::strategy(&row.strategy)]),
                cell(&row.how),
                cell(&row.source),
            ])],
        )
    };
    let heads = ["From", "Version", "Strategy", "How", "Source"].map(column);
    table(
        "history-table",
        "What is known over time; a day is the one from which it counts",
        &heads,
        &rows.iter().map(row).collect::<Vec<_>>(),
    )
}

fn of_profile(client: &Client) -> Vec<Row> {
    let versions = client.profile.iter().flat_map(|profile| &profile.versions);
    let rows = versions.filter_map(|version| {
        let surface = version.surfaces.first()?;
        let strategy = surface.behaviour.strategy?;
        let letter = strategy.letter().map(|letter| format!(" ({letter})")).unwrap_or_default();
        let note = &surface.behaviour.note;
        let note = if note.is_empty() { String::new() } else { format!(", {note}") };
        Some(Row {
            date: version.counts_from.clone(),
            version: version.version.clone(),
            how: format!("profile, {} on {}", version.evidence.how, version.evidence.date),
            strategy: format!("{}{letter}{note}", strategy.name()),
            source: version.evidence.source.clone(),
        })
    });
    rows.collect()
}

fn observed(client: &Client) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for seen in &client.paths {
        let how: Vec<&str> = seen.how.iter().map(String::as_str).collect();
        let date = seen.dates.first().cloned().unwrap_or_default();
        let strategy = seen.selection.words();
        let of_same = rows
            .iter_mut()
            .find(|row| row.version == seen.key.version && row.strategy == strategy && row.date == date);
        match of_same {
            Some(row) => {
                row.source.push_str("; ");
                row.source.push_str(&seen.key.path());
            }
            None => rows.push(Row {
                date,
                version: seen.key.version.clone(),
                how: format!("observed, {}", how.join(", ")),
                strategy,
                source: seen.key.path(),
            }),
        }
    }
    rows
}

/// A letter with the strategy that it means.
pub(super) fn letter_words(letter: &str) -> String {
    let meaning = sightline::survey::surveys()
        .first()
        .and_then(|survey| survey.letters.iter().find(|(known, _)| known.name() == letter))
        .map_or("", |(_, meaning)| &meaning.name);
    format!("{meaning} ({letter})")
}
