//! What changed between two surveys, per client and scenario.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use sightline::survey::Survey;

use super::read::Observed;
use super::surface::{SurfaceSeen, surfaces};

/// One side of a comparison: records, or a table of letters.
#[derive(Debug)]
#[non_exhaustive]
pub enum Side {
    /// What was observed.
    Records(Vec<Observed>),
    /// A dated table.
    Table(&'static Survey),
}

impl Side {
    /// The clients that it tells of, each as often as it does.
    ///
    /// ```
    /// use sightline_survey::results::diff::Side;
    ///
    /// let june = Side::Table(sightline::survey::as_of("2026-06-04").unwrap());
    /// assert!(june.clients().any(|client| client == "codex"));
    /// ```
    pub fn clients(&self) -> impl Iterator<Item = &str> {
        let (records, table) = match self {
            Self::Records(records) => (Some(records), None),
            Self::Table(table) => (None, Some(table)),
        };
        let of_records = records.into_iter().flatten().map(|one| &*one.record.client);
        of_records.chain(table.into_iter().flat_map(|table| &table.rows).map(|row| &*row.client))
    }
}

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
#[non_exhaustive]
pub enum Change {
    /// The client is only in the old survey.
    Gone,
    /// The client is only in the new survey.
    New,
    /// The path is only in the old survey.
    PathGone,
    /// The path is only in the new survey.
    PathNew,
    /// Another version ran.
    Version {
        /// Before.
        old: String,
        /// Now.
        new: String,
    },
    /// A trait of the path in words.
    Trait {
        /// Which.
        name: String,
        /// Before.
        old: String,
        /// Now.
        new: String,
    },
    /// What the model received for a scenario.
    Scenario {
        /// The scenario.
        case: String,
        /// What changed, in a few words.
        how: String,
        /// Before.
        old: String,
        /// Now.
        new: String,
    },
    /// The scenario itself has changed, so texts are not compared.
    ScenarioChanged {
        /// The scenario.
        case: String,
    },
}

/// What changed on one path of one client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PathDiff {
    /// Id of the client.
    pub client: String,
    /// Surface, dialect and era; empty for the client as a whole.
    pub path: String,
    /// What changed.
    pub changes: Vec<Change>,
}

/// Compares two surveys; what is the same stands nowhere.
///
/// ```
/// use sightline_survey::results::diff::{Change, Side, diff};
/// use sightline_survey::results::read::shipped;
///
/// let june = Side::Table(sightline::survey::as_of("2026-06-04").unwrap());
/// let found = diff(&june, &Side::Records(shipped().unwrap()));
/// let opencode = found.iter().find(|diff| diff.client == "opencode").unwrap();
/// let strategy = |change: &Change| matches!(change, Change::Trait { name, old, .. } if name == "strategy" && old == "both (C)");
/// assert!(opencode.changes.iter().any(strategy));
/// ```
#[must_use]
pub fn diff(old: &Side, new: &Side) -> Vec<PathDiff> {
    match (old, new) {
        (Side::Records(old), Side::Records(new)) => of_records(old, new),
        (Side::Table(table), Side::Records(records)) => of_table(table, records, Order::TableFirst),
        (Side::Records(records), Side::Table(table)) => of_table(table, records, Order::RecordsFirst),
        (Side::Table(old), Side::Table(new)) => of_tables(old, new),
    }
}

#[derive(Clone, Copy)]
enum Order {
    TableFirst,
    RecordsFirst,
}

fn row(client: &str, path: &str, changes: Vec<Change>) -> PathDiff {
    PathDiff { client: client.to_owned(), path: path.to_owned(), changes }
}

fn of_tables(old: &Survey, new: &Survey) -> Vec<PathDiff> {
    let letters = |survey: &Survey| -> BTreeMap<String, String> {
        survey.rows.iter().map(|row| (row.client.clone(), row.letter.name().to_owned())).collect()
    };
    let (old, new) = (letters(old), letters(new));
    let clients: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut diffs = Vec::new();
    for client in clients {
        match (old.get(client), new.get(client)) {
            (Some(old), Some(new)) if old != new => {
                diffs.push(row(client, "", vec![changed("letter", old, new)]));
            }
            (Some(_), None) => diffs.push(row(client, "", vec![Change::Gone])),
            (None, Some(_)) => diffs.push(row(client, "", vec![Change::New])),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
    diffs
}

fn changed(name: &str, old: &str, new: &str) -> Change {
    Change::Trait { name: name.to_owned(), old: old.to_owned(), new: new.to_owned() }
}

/// A table names one letter a client; it is held against each path that hands results to a conversation.
fn of_table(table: &Survey, records: &[Observed], order: Order) -> Vec<PathDiff> {
    let seen = newest(surfaces(records));
    let mut diffs = Vec::new();
    for client in table.rows.iter().filter(|row| seen.iter().all(|seen| seen.key.client != row.client)) {
        let change = match order {
            Order::TableFirst => Change::Gone,
            Order::RecordsFirst => Change::New,
        };
        diffs.push(row(&client.client, "", vec![change]));
    }
    for seen in seen.iter().filter(|seen| seen.key.surface != "code-mode" && seen.key.options.is_empty()) {
        let Some(client) = table.rows.iter().find(|row| row.client == seen.key.client) else { continue };
        let Some(strategy) = seen.selection.strategy else { continue };
        if strategy.letter() == client.letter.name().chars().next() {
            continue;
        }
        let meaning = table.letters.get(&client.letter).map_or("", |letter| &letter.name);
        let before = format!("{meaning} ({})", client.letter.name());
        let now = seen.selection.words();
        let change = match order {
            Order::TableFirst => changed("strategy", &before, &now),
            Order::RecordsFirst => changed("strategy", &now, &before),
        };
        diffs.push(row(&seen.key.client, &seen.key.path(), vec![change]));
    }
    diffs.sort_by(|one, other| (&one.client, &one.path).cmp(&(&other.client, &other.path)));
    diffs
}

fn of_records(old: &[Observed], new: &[Observed]) -> Vec<PathDiff> {
    let (before, now) = (newest(surfaces(old)), newest(surfaces(new)));
    let clients = |seen: &[SurfaceSeen]| -> BTreeSet<String> {
        seen.iter().map(|seen| seen.key.client.clone()).collect()
    };
    let (old_clients, new_clients) = (clients(&before), clients(&now));
    let mut diffs = Vec::new();
    diffs.extend(old_clients.difference(&new_clients).map(|client| row(client, "", vec![Change::Gone])));
    diffs.extend(new_clients.difference(&old_clients).map(|client| row(client, "", vec![Change::New])));
    let same_path = |one: &SurfaceSeen, other: &SurfaceSeen| path_of(one) == path_of(other);
    for seen in &now {
        if !old_clients.contains(&seen.key.client) {
            continue;
        }
        let client = &seen.key.client;
        match before.iter().find(|before| same_path(before, seen)) {
            Some(before) => {
                let changes = changes((before, old), (seen, new));
                if !changes.is_empty() {
                    diffs.push(row(client, &seen.key.path(), changes));
                }
            }
            None => diffs.push(row(client, &seen.key.path(), vec![Change::PathNew])),
        }
    }
    for seen in before.iter().filter(|seen| new_clients.contains(&seen.key.client)) {
        if !now.iter().any(|now| same_path(now, seen)) {
            diffs.push(row(&seen.key.client, &seen.key.path(), vec![Change::PathGone]));
        }
    }
    diffs.sort_by(|one, other| (&one.client, &one.path).cmp(&(&other.client, &other.path)));
    diffs
}

type Path<'k> = (&'k str, &'k str, &'k str, &'k str, &'k str);

fn path_of(seen: &SurfaceSeen) -> Path<'_> {
    let key = &seen.key;
    (&key.client, &key.surface, &key.dialect, &key.era, &key.options)
}

/// Of each path the newest version: by the last day it was seen, then by its numbers.
#[must_use]
pub fn newest(surfaces: Vec<SurfaceSeen>) -> Vec<SurfaceSeen> {
    let mut found: Vec<SurfaceSeen> = Vec::new();
    for seen in surfaces {
        match found.iter_mut().find(|known| path_of(known) == path_of(&seen)) {
            Some(known) if age(known) < age(&seen) => *known = seen,
            Some(_) => {}
            None => found.push(seen),
        }
    }
    found
}

fn age(seen: &SurfaceSeen) -> (Option<&String>, Vec<u64>) {
    (seen.dates.last(), numbers(&seen.key.version))
}

/// The numbers of a version, in order.
pub(crate) fn numbers(version: &str) -> Vec<u64> {
    version.split(|character: char| !character.is_ascii_digit()).filter_map(|run| run.parse().ok()).collect()
}

fn changes(old: (&SurfaceSeen, &[Observed]), new: (&SurfaceSeen, &[Observed])) -> Vec<Change> {
    let (before, now) = (old.0, new.0);
    let mut changes = Vec::new();
    if before.key.version != now.key.version {
        changes.push(Change::Version { old: before.key.version.clone(), new: now.key.version.clone() });
    }
    let errors = |seen: &SurfaceSeen| seen.errors.keys().cloned().collect::<Vec<_>>().join(", ");
    let traits = [
        ("strategy", before.selection.words(), now.selection.words()),
        ("broken schema", before.schema_broken.words().to_owned(), now.schema_broken.words().to_owned()),
        (
            "missing structured content",
            before.schema_missing.words().to_owned(),
            now.schema_missing.words().to_owned(),
        ),
        ("error mark", errors(before), errors(now)),
    ];
    changes.extend(
        traits.iter().filter(|(_, old, new)| old != new).map(|(name, old, new)| changed(name, old, new)),
    );
    for (index, cell) in &now.cells {
        let Some(now) = new.1.get(*index) else { continue };
        let twin = before.cells.iter().find(|(index, other)| {
            other.case == cell.case && old.1.get(*index).is_some_and(|before| is_twin(before, now))
        });
        let Some((before_index, before_cell)) = twin else { continue };
        let Some(before) = old.1.get(*before_index) else { continue };
        if before.record.wire != now.record.wire {
            changes.push(Change::ScenarioChanged { case: cell.case.clone() });
            continue;
        }
        if before.record.parts == now.record.parts && before.record.error == now.record.error {
            continue;
        }
        let (was, is) = (before_cell.words(), cell.words());
        let how = if was != is {
            format!("{was} → {is}")
        } else if before_cell.forms != cell.forms {
            "same channels, other form".to_owned()
        } else {
            "same channels, other words".to_owned()
        };
        changes.push(Change::Scenario {
            case: cell.case.clone(),
            how,
            old: received(before),
            new: received(now),
        });
    }
    changes
}

/// Records of one scenario that differ in nothing but the client's version.
fn is_twin(one: &Observed, other: &Observed) -> bool {
    let told = |observed: &Observed| {
        let record = &observed.record;
        (record.model.clone(), record.setup.to_string(), record.transport.clone())
    };
    told(one) == told(other)
}

/// What a model received, for people: each part in its order.
#[must_use]
pub fn received(observed: &Observed) -> String {
    let record = &observed.record;
    if record.error == "run-aborted" {
        return "(the run ended)".to_owned();
    }
    let parts = record.parts.iter().map(|part| match (&part.text, &part.mime_type, &part.uri) {
        (Some(text), _, _) => text.clone(),
        (None, Some(mime), _) => format!("[{}: {mime}]", part.kind),
        (None, None, Some(uri)) => format!("[{}: {uri}]", part.kind),
        (None, None, None) => format!("[{}]", part.kind),
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "(nothing)".to_owned() } else { parts.join("\n") }
}
