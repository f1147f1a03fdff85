//! Cells of one path of one client put together: what it chooses, what it checks, what an error looks like.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use sightline::profile::{Profile, Strategy};

use super::cell::{Cell, Shown};
use super::read::Observed;
use super::replay::known_version;
use super::strategy::Selection;

/// One path of one version of a client, under one revision.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[non_exhaustive]
pub struct Key {
    /// Id of the client.
    pub client: String,
    /// `conversation`, `converter`, `tool-level` or `code-mode`.
    pub surface: String,
    /// Provider dialect, or `none`.
    pub dialect: String,
    /// Revision that was negotiated.
    pub era: String,
    /// Settings other than the defaults, as `name=value`, sorted.
    pub options: String,
    /// Its version.
    pub version: String,
}

impl Key {
    /// Returns the path without client and version, in plain words.
    ///
    /// ```
    /// let shipped = sightline_survey::results::read::shipped().unwrap();
    /// let surfaces = sightline_survey::results::surface::surfaces(&shipped);
    /// let found = surfaces.iter().find(|seen| seen.key.client == "droid").unwrap();
    /// assert_eq!(found.key.path(), "conversation · openai-chat · 2025-11-25");
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        let parts = [&self.surface, &self.dialect, &self.era, &self.options];
        let said: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !matches!(*part, "" | "none")).collect();
        said.join(" · ")
    }

    /// The path of a record; a version goes by the name that the client's profile has for it.
    fn of(observed: &Observed, profile: Option<&Profile>) -> Self {
        let record = &observed.record;
        let known = profile.and_then(|profile| known_version(profile, record));
        let options = record.options.as_object().into_iter().flatten();
        let option = |(name, value): (&String, &serde_json::Value)| match value.as_str() {
            Some(text) => format!("{name}={text}"),
            None => format!("{name}={value}"),
        };
        let mut options: Vec<String> = options.map(option).collect();
        options.sort();
        Self {
            client: record.client.clone(),
            surface: record.surface.clone(),
            dialect: record.dialect.clone(),
            era: record.era.clone(),
            options: options.join(", "),
            version: known
                .map(|known| &known.version)
                .or(record.version.as_ref())
                .cloned()
                .unwrap_or_default(),
        }
    }
}

/// Whether a client looks at the output schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// No scenario asked.
    #[default]
    NotSeen,
    /// A result that breaks it reached the model all the same.
    Passes,
    /// A result that breaks it was refused.
    Refuses,
    /// The same, and an error that breaks it was not.
    RefusesButErrors,
    /// Sometimes; the cells tell when.
    Varies,
}

impl Check {
    /// Returns it in plain words.
    ///
    /// ```
    /// assert_eq!(sightline_survey::results::surface::Check::Refuses.words(), "checked");
    /// ```
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NotSeen => "not seen",
            Self::Passes => "not checked",
            Self::Refuses => "checked",
            Self::RefusesButErrors => "checked, not of errors",
            Self::Varies => "varies",
        }
    }

    /// What becomes of results that miss the schema, and of errors that do.
    fn of<'c>(cells: impl Iterator<Item = &'c Cell>) -> Self {
        let refused =
            |cell: &Cell| cell.refused_by.is_some() || matches!(cell.shown, Shown::OwnWords | Shown::RunEnds);
        let (errors, results): (Vec<&Cell>, Vec<&Cell>) = cells.partition(|cell| cell.traits.is_error);
        let seen: BTreeSet<bool> = results.into_iter().map(refused).collect();
        let passes_errors = !errors.is_empty() && !errors.into_iter().any(refused);
        match (seen.contains(&true), seen.contains(&false)) {
            (false, false) => Self::NotSeen,
            (false, true) => Self::Passes,
            (true, false) if passes_errors => Self::RefusesButErrors,
            (true, false) => Self::Refuses,
            (true, true) => Self::Varies,
        }
    }
}

/// Whether a cell tells if the schema is checked: what is no object may be refused by the type of results,
/// whatever the tool declares.
fn tells_of_schema(cell: &&Cell) -> bool {
    cell.traits.breaks_schema && cell.traits.structured_object
}

/// What is known of one path.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SurfaceSeen {
    /// Which path.
    pub key: Key,
    /// How it was seen: `ran`, `ran-extracted`, `read`.
    pub how: BTreeSet<String>,
    /// The days of its observations.
    pub dates: BTreeSet<String>,
    /// What it chooses between the fields.
    pub selection: Selection,
    /// What happens to structured content that breaks the schema.
    pub schema_broken: Check,
    /// What happens when a schema is declared and structured content is absent.
    pub schema_missing: Check,
    /// How errors that the server reported are marked, with how many cells say so.
    pub errors: BTreeMap<String, usize>,
    /// Most calls of the tool for one scenario, when they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_calls: Option<u64>,
    /// What the runs told beside the results: handshake, names that were tried, and the like.
    pub run: BTreeMap<String, BTreeSet<String>>,
    /// Its cells with the index of their records, in the order of the records.
    #[serde(skip)]
    pub cells: Vec<(usize, Cell)>,
}

/// Facts of a run that records may carry beside the result, each a text or a list of texts.
pub const RUN_FACTS: [&str; 5] = ["handshake", "client_info", "names_tried", "endpoints", "reruns"];

/// Puts records together by client, version and path, in a stable order.
///
/// ```
/// let shipped = sightline_survey::results::read::shipped().unwrap();
/// let surfaces = sightline_survey::results::surface::surfaces(&shipped);
/// let clients: std::collections::BTreeSet<&str> = surfaces.iter().map(|seen| &*seen.key.client).collect();
/// assert_eq!(clients.len(), 29);
/// ```
#[must_use]
pub fn surfaces(observed: &[Observed]) -> Vec<SurfaceSeen> {
    surfaces_of(observed, 0..observed.len())
}

/// The same of some records alone.
pub(super) fn surfaces_of(
    observed: &[Observed],
    places: impl IntoIterator<Item = usize>,
) -> Vec<SurfaceSeen> {
    let cells = |places: Vec<usize>| -> Vec<(usize, Cell)> {
        places.into_iter().filter_map(|index| Some((index, Cell::of(observed.get(index)?)))).collect()
    };
    let keyed = keyed(observed, places).into_iter();
    keyed.map(|(key, places)| surface(key, cells(places), observed)).collect()
}

/// The places of records by client, version and path.
pub(super) fn keyed(
    observed: &[Observed],
    places: impl IntoIterator<Item = usize>,
) -> BTreeMap<Key, Vec<usize>> {
    let mut groups: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
    let mut profiles: BTreeMap<&str, Option<Profile>> = BTreeMap::new();
    for (index, one) in places.into_iter().filter_map(|index| Some((index, observed.get(index)?))) {
        let profile =
            profiles.entry(&one.record.client).or_insert_with_key(|client| Profile::of(client).ok());
        groups.entry(Key::of(one, profile.as_ref())).or_default().push(index);
    }
    groups
}

fn surface(key: Key, mut indexed: Vec<(usize, Cell)>, observed: &[Observed]) -> SurfaceSeen {
    let cells: Vec<Cell> = indexed.iter().map(|(_, cell)| cell.clone()).collect();
    let selection = Selection::of(&cells);
    if matches!(selection.strategy, Some(Strategy::ContentOnly | Strategy::ContentElseStructured)) {
        indexed.iter_mut().for_each(|(_, cell)| cell.take_for_text());
    }
    let of_broken = cells.iter().filter(tells_of_schema);
    let of_missing = cells.iter().filter(|cell| cell.traits.structured_missing && !cell.traits.is_error);
    let mut errors = BTreeMap::new();
    for cell in cells.iter().filter(|cell| cell.traits.is_error && cell.refused_by.is_none()) {
        *errors.entry(cell.error.clone()).or_insert(0) += 1;
    }
    let own = || indexed.iter().filter_map(|(index, _)| observed.get(*index));
    SurfaceSeen {
        key,
        how: own().map(|one| one.record.status.clone()).collect(),
        dates: own().map(|one| one.date.clone()).filter(|date| !date.is_empty()).collect(),
        selection,
        schema_broken: Check::of(of_broken),
        schema_missing: Check::of(of_missing),
        errors,
        most_calls: cells.iter().filter_map(|cell| cell.calls).max(),
        run: run_facts(own()),
        cells: indexed,
    }
}

fn run_facts<'o>(own: impl Iterator<Item = &'o Observed>) -> BTreeMap<String, BTreeSet<String>> {
    let mut facts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for one in own {
        let inner = one.record.other.get("run").and_then(|run| run.as_object());
        for name in RUN_FACTS {
            let value = one.record.other.get(name).or_else(|| inner.and_then(|run| run.get(name)));
            let said: Vec<String> = match value {
                Some(serde_json::Value::String(text)) => vec![text.clone()],
                Some(serde_json::Value::Array(items)) => items.iter().map(plain).collect(),
                Some(serde_json::Value::Null) | None => Vec::new(),
                Some(other) => vec![plain(other)],
            };
            if !said.is_empty() {
                facts.entry(name.to_owned()).or_default().extend(said);
            }
        }
    }
    facts
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
