//! What changed between two surveys, per client and scenario.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use sightline::survey::Survey;

use super::cell::Cell;
use super::pair::pair;
use super::read::Observed;
use super::surface::{Check, Key, SurfaceSeen, keyed, surfaces, surfaces_of};

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
        /// Over which transports, with the model where the path has several.
        over: Vec<String>,
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
        /// Over which transports, with the model where the path has several.
        over: Vec<String>,
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
    /// How many records of this path were held against one of the other survey.
    pub compared: usize,
    /// What was not.
    pub unpaired: Unpaired,
}

/// Records of a path that both surveys have, which nothing of the other survey answers. That is no change: a survey
/// may ask less, or other things.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Unpaired {
    /// Scenarios of the older survey alone, with their transport.
    pub old: Vec<String>,
    /// Scenarios of the newer survey alone, with their transport.
    pub new: Vec<String>,
    /// Records of other versions than the newest one of their survey.
    pub other_versions: BTreeMap<String, usize>,
}

impl Unpaired {
    /// Tells whether everything had a partner.
    ///
    /// ```
    /// assert!(sightline_survey::results::diff::Unpaired::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty() && self.other_versions.is_empty()
    }
}

/// Compares two surveys; what is the same stands nowhere, and what had no partner is named.
///
/// Records answer each other when client, path, transport, model and scenario are the same. What both have is
/// compared, so a survey that asked less is not another one.
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
    let (client, path) = (client.to_owned(), path.to_owned());
    PathDiff { client, path, changes, compared: 0, unpaired: Unpaired::default() }
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
    let (before, now) = (paths(old), paths(new));
    let clients = |paths: &BTreeMap<Key, Own>| -> BTreeSet<String> {
        paths.keys().map(|key| key.client.clone()).collect()
    };
    let (old_clients, new_clients) = (clients(&before), clients(&now));
    let mut diffs = Vec::new();
    diffs.extend(old_clients.difference(&new_clients).map(|client| row(client, "", vec![Change::Gone])));
    diffs.extend(new_clients.difference(&old_clients).map(|client| row(client, "", vec![Change::New])));
    let is_of_both = |key: &&Key| old_clients.contains(&key.client) && new_clients.contains(&key.client);
    let keys: BTreeSet<&Key> = before.keys().chain(now.keys()).filter(is_of_both).collect();
    for key in keys {
        let mut found = row(&key.client, &key.path(), Vec::new());
        match (before.get(key), now.get(key)) {
            (Some(before), Some(now)) => compare((old, before), (new, now), &mut found),
            (Some(_), None) => found.changes.push(Change::PathGone),
            (None, _) => found.changes.push(Change::PathNew),
        }
        if !found.changes.is_empty() || !found.unpaired.is_empty() {
            diffs.push(found);
        }
    }
    diffs.sort_by(|one, other| (&one.client, &one.path).cmp(&(&other.client, &other.path)));
    diffs
}

/// The records of the newest version on one path.
#[derive(Default)]
struct Own {
    version: String,
    age: (String, Vec<u64>),
    places: Vec<usize>,
    /// How many records of each other version there are.
    others: BTreeMap<String, usize>,
}

/// Paths without their version, each with its newest: by the last day it was seen, then by its numbers.
fn paths(observed: &[Observed]) -> BTreeMap<Key, Own> {
    let mut paths: BTreeMap<Key, Own> = BTreeMap::new();
    for (mut key, places) in keyed(observed, 0..observed.len()) {
        let version = std::mem::take(&mut key.version);
        let days = places.iter().filter_map(|place| observed.get(*place)).map(|one| &one.date);
        let age = (days.max().cloned().unwrap_or_default(), numbers(&version));
        let mut found = Own { version, age, places, others: BTreeMap::new() };
        let own = paths.entry(key).or_default();
        if own.places.is_empty() || own.age < found.age {
            std::mem::swap(own, &mut found);
            own.others = std::mem::take(&mut found.others);
        }
        if !found.places.is_empty() {
            own.others.insert(found.version, found.places.len());
        }
    }
    paths
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

/// Compares what both surveys have of one path.
fn compare(old: (&[Observed], &Own), new: (&[Observed], &Own), found: &mut PathDiff) {
    let ((old, before), (new, now)) = (old, new);
    let paired = pair((old, &before.places), (new, &now.places));
    let models = before.places.iter().filter_map(|place| old.get(*place));
    let models = models.chain(now.places.iter().filter_map(|place| new.get(*place)));
    let has_models = models.map(|one| &one.record.model).collect::<BTreeSet<_>>().len() > 1;
    let alone = |observed: &[Observed], places: &[usize]| -> Vec<String> {
        let named = places.iter().filter_map(|place| observed.get(*place)).map(|one| {
            let over = over(one, has_models);
            let over = if over.is_empty() { over } else { format!(" over {over}") };
            format!("{}{over}", one.record.case)
        });
        named.collect()
    };
    found.unpaired.old = alone(old, &paired.old);
    found.unpaired.new = alone(new, &paired.new);
    for (version, many) in before.others.iter().chain(&now.others) {
        *found.unpaired.other_versions.entry(version.clone()).or_default() += many;
    }
    found.compared = paired.pairs.len();
    if before.version != now.version {
        found.changes.push(Change::Version { old: before.version.clone(), new: now.version.clone() });
    }
    // What both asked alone tells of both: a trait of more or other scenarios is no change.
    let before = surfaces_of(old, paired.pairs.iter().map(|(old, _)| *old));
    let now = surfaces_of(new, paired.pairs.iter().map(|(_, new)| *new));
    let (Some(before), Some(now)) = (before.first(), now.first()) else { return };
    found.changes.extend(traits(before, now));
    for ((place, was), (other, is)) in before.cells.iter().zip(&now.cells) {
        let (Some(before), Some(now)) = (old.get(*place), new.get(*other)) else { continue };
        if let Some(change) = scenario((before, was), (now, is), over(now, has_models)) {
            add(&mut found.changes, change);
        }
    }
}

/// The transport of a record, and its model where that tells it from others.
fn over(observed: &Observed, has_models: bool) -> String {
    let record = &observed.record;
    let transport = record.transport.clone().unwrap_or_default();
    match record.model.as_ref().filter(|_| has_models) {
        Some(model) if transport.is_empty() => model.clone(),
        Some(model) => format!("{transport} with {model}"),
        None => transport,
    }
}

/// What follows from all scenarios that both asked.
fn traits(before: &SurfaceSeen, now: &SurfaceSeen) -> Vec<Change> {
    let errors = |seen: &SurfaceSeen| seen.errors.keys().cloned().collect::<Vec<_>>().join(", ");
    let check = |of: Check| Some(of.words().to_owned()).filter(|_| of != Check::NotSeen);
    let traits = [
        ("strategy", Some(before.selection.words()), Some(now.selection.words())),
        ("broken schema", check(before.schema_broken), check(now.schema_broken)),
        ("missing structured content", check(before.schema_missing), check(now.schema_missing)),
        ("error mark", Some(errors(before)), Some(errors(now))),
    ];
    let differ = traits.into_iter().filter_map(|(name, old, new)| {
        let (old, new) = (old?, new?);
        (old != new).then(|| changed(name, &old, &new))
    });
    differ.collect()
}

/// What changed for one scenario, if anything.
fn scenario(old: (&Observed, &Cell), new: (&Observed, &Cell), over: String) -> Option<Change> {
    let ((before, was), (now, is)) = (old, new);
    let (case, over) = (is.case.clone(), Some(over).filter(|over| !over.is_empty()).into_iter().collect());
    if before.record.wire != now.record.wire {
        return Some(Change::ScenarioChanged { case, over });
    }
    if before.record.parts == now.record.parts && before.record.error == now.record.error {
        return None;
    }
    let how = if was.words() != is.words() {
        format!("{} → {}", was.words(), is.words())
    } else if was.forms != is.forms {
        "same channels, other form".to_owned()
    } else {
        "same channels, other words".to_owned()
    };
    Some(Change::Scenario { case, over, how, old: received(before), new: received(now) })
}

/// Adds a change; what is the same over another transport stands once.
fn add(changes: &mut Vec<Change>, change: Change) {
    let without = |change: &Change| {
        let mut change = change.clone();
        if let Change::Scenario { over, .. } | Change::ScenarioChanged { over, .. } = &mut change {
            over.clear();
        }
        change
    };
    let known = changes.iter_mut().find(|known| without(known) == without(&change));
    match (known, change) {
        (
            Some(Change::Scenario { over, .. } | Change::ScenarioChanged { over, .. }),
            Change::Scenario { over: also, .. } | Change::ScenarioChanged { over: also, .. },
        ) => over.extend(also),
        (_, change) => changes.push(change),
    }
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
