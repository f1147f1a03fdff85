//! What all pages share: clients, scenarios, and where the evidence of each record stands.

use std::collections::{BTreeMap, BTreeSet};

use sightline::profile::Profile;
use sightline::survey;

use super::Input;
use super::html::slug;
use crate::results::cell::Cell;
use crate::results::diff::numbers;
use crate::results::surface::{SurfaceSeen, surfaces};

pub(super) struct Model<'i> {
    pub input: &'i Input,
    /// Sorted by title.
    pub clients: Vec<Client>,
    /// Sorted by case.
    pub scenarios: Vec<Scenario>,
    /// By the index of a record.
    pub evidence: Vec<Evidence>,
    pub dates: BTreeSet<String>,
}

pub(super) struct Client {
    pub id: String,
    pub title: String,
    pub home: String,
    pub slug: String,
    /// Its row in the oldest survey.
    pub june: Option<&'static survey::Row>,
    pub profile: Option<Profile>,
    /// Newest version first; the default path first in each.
    pub paths: Vec<SurfaceSeen>,
}

pub(super) struct Scenario {
    pub case: String,
    pub slug: String,
    pub question: String,
    /// Indices of its records.
    pub records: Vec<usize>,
}

/// Where a record stands.
#[derive(Clone, Default)]
pub(super) struct Evidence {
    /// Its own file.
    pub file: String,
    /// The page of its client.
    pub page: String,
    /// The place on that page.
    pub anchor: String,
}

impl Evidence {
    /// The place on the client's page, from the top of the site.
    pub fn href(&self) -> String {
        format!("{}#{}", self.page, self.anchor)
    }
}

impl<'i> Model<'i> {
    pub fn of(input: &'i Input) -> Self {
        let mut by_client: BTreeMap<String, Vec<SurfaceSeen>> = BTreeMap::new();
        for seen in surfaces(&input.observed) {
            by_client.entry(seen.key.client.clone()).or_default().push(seen);
        }
        for row in survey::surveys().iter().flat_map(|survey| &survey.rows) {
            by_client.entry(row.client.clone()).or_default();
        }
        let mut slugs = BTreeSet::new();
        let mut clients: Vec<Client> =
            by_client.into_iter().map(|(id, paths)| client(id, paths, &mut slugs)).collect();
        clients.sort_by_key(|client| (client.title.to_lowercase(), client.id.clone()));
        let evidence = evidence(input, &clients);
        let mut dates: BTreeSet<String> = input.observed.iter().map(|one| one.date.clone()).collect();
        dates.remove("");
        dates.extend(survey::surveys().iter().map(|survey| survey.as_of.clone()));
        Self { input, clients, scenarios: scenarios(input), evidence, dates }
    }

    pub fn scenario(&self, case: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.case == case)
    }

    pub fn client(&self, id: &str) -> Option<&Client> {
        self.clients.iter().find(|client| client.id == id)
    }
}

fn client(id: String, mut paths: Vec<SurfaceSeen>, slugs: &mut BTreeSet<String>) -> Client {
    let profile = Profile::of(&id).ok();
    // Versions that are no numbers are ordered as the profile has them.
    let place = |seen: &SurfaceSeen| {
        let versions = profile.iter().flat_map(|profile| &profile.versions);
        versions
            .enumerate()
            .filter(|(_, known)| known.version == seen.key.version)
            .map(|(place, _)| place)
            .last()
    };
    paths.sort_by_key(|seen| order(seen, place(seen)));
    let june = survey::surveys().first().and_then(|survey| survey.rows.iter().find(|row| row.client == id));
    let title = profile.as_ref().map_or_else(|| id.clone(), |profile| profile.title.clone());
    let home = profile.as_ref().map(|profile| profile.home.clone()).unwrap_or_default();
    Client { slug: unique(&id, slugs), id, title, home, june, profile, paths }
}

/// Newest first; what ran before what was read; a conversation before other paths; the path that was
/// asked most before others.
fn order(seen: &SurfaceSeen, place: Option<usize>) -> impl Ord + use<> {
    let surfaces = ["conversation", "code-mode", "converter", "tool-level"];
    let rank = surfaces.iter().position(|name| *name == seen.key.surface).unwrap_or(surfaces.len());
    let was_only_read = !seen.how.contains("ran") && !seen.how.contains("ran-extracted");
    let newest = std::cmp::Reverse((seen.dates.last().cloned(), numbers(&seen.key.version), place));
    let probed = seen.cells.iter().filter(|(_, cell)| family(&cell.case) != Family::Vectors).count();
    let asked = std::cmp::Reverse((probed, seen.key.era.clone(), seen.cells.len()));
    (was_only_read, rank, !seen.key.options.is_empty(), newest, asked, seen.key.clone())
}

/// A name that no other has.
pub(super) fn unique(text: &str, taken: &mut BTreeSet<String>) -> String {
    let base = slug(text);
    let mut name = base.clone();
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{base}-{number}");
        number += 1;
    }
    name
}

fn scenarios(input: &Input) -> Vec<Scenario> {
    let mut cases: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, one) in input.observed.iter().enumerate() {
        cases.entry(&one.record.case).or_default().push(index);
    }
    let mut slugs = BTreeSet::new();
    let scenario = |(case, records): (&str, Vec<usize>)| Scenario {
        case: case.to_owned(),
        slug: unique(case, &mut slugs),
        question: input.questions.get(case).cloned().unwrap_or_default(),
        records,
    };
    cases.into_iter().map(scenario).collect()
}

fn evidence(input: &Input, clients: &[Client]) -> Vec<Evidence> {
    let mut evidence = vec![Evidence::default(); input.observed.len()];
    for client in clients {
        let records = client.paths.iter().flat_map(|seen| seen.cells.iter().map(|(index, _)| *index));
        for (number, index) in records.enumerate() {
            if let Some(place) = evidence.get_mut(index) {
                *place = Evidence {
                    file: format!("records/{}/{:04}.json", client.slug, number + 1),
                    page: format!("clients/{}.html", client.slug),
                    anchor: format!("r{}", number + 1),
                };
            }
        }
    }
    evidence
}

/// Where a case comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Family {
    /// A probe server's scenario.
    Probe,
    /// A stored vector.
    Vectors,
}

pub(super) fn family(case: &str) -> Family {
    if case.starts_with("live:") || case.starts_with("survey:") { Family::Probe } else { Family::Vectors }
}

/// The scenario's own name, without the family.
pub(super) fn short(case: &str) -> &str {
    case.split_once(':').map_or(case, |(_, name)| name)
}

/// The scenarios of the front page, in the order in which they tell most.
pub(super) const CORE: [&str; 8] =
    ["both", "mirror", "empty", "error", "invalid", "missing", "blocks", "audio"];

impl Client {
    /// The path that stands for the client.
    pub fn main(&self) -> Option<&SurfaceSeen> {
        self.paths.first()
    }

    /// The cell of the main path for a scenario of the probe, the newest record first; where the probe did
    /// not ask, the stored case that asks the same.
    pub fn core(&self, name: &str) -> Option<&(usize, Cell)> {
        let main = self.main()?;
        let of = |wanted: Family| main.cells.iter().filter(move |(_, cell)| family(&cell.case) == wanted);
        let probed = of(Family::Probe).filter(|(_, cell)| short(&cell.case) == name);
        let probed = probed.max_by_key(|(_, cell)| cell.case.starts_with("survey:"));
        let alike = ASKED_ALIKE.iter().find(|(core, _)| *core == name).map_or(&[][..], |(_, cases)| cases);
        probed.or_else(|| of(Family::Vectors).find(|(_, cell)| alike.contains(&short(&cell.case))))
    }
}

/// Stored cases that put the question of a scenario of the front page, in clients that no probe could ask.
const ASKED_ALIKE: [(&str, &[&str]); 7] = [
    ("both", &["v03"]),
    ("mirror", &["v02"]),
    ("empty", &["v04"]),
    ("error", &["v07"]),
    ("invalid", &["x09"]),
    ("missing", &["x08", "o03_missing"]),
    ("audio", &["v10"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::read::shipped;

    /// What a case is, as far as the front page asks.
    fn kind(cell: &Cell) -> (bool, bool, bool, bool, bool, bool) {
        let traits = cell.traits;
        (
            traits.has_text,
            traits.has_structured,
            traits.is_error,
            traits.is_mirror,
            traits.breaks_schema,
            traits.structured_missing,
        )
    }

    #[test]
    fn stored_cases_ask_what_the_scenarios_ask() {
        let cells: Vec<Cell> =
            shipped().unwrap().iter().filter(|one| one.record.wire.len() < 4_000).map(Cell::of).collect();
        let of = |wanted: Family, name: &str| {
            let fits = |cell: &&Cell| family(&cell.case) == wanted && short(&cell.case) == name;
            cells.iter().find(fits).unwrap_or_else(|| panic!("no case {name}"))
        };
        for (core, cases) in ASKED_ALIKE.iter().filter(|(core, _)| *core != "audio") {
            let asked = kind(of(Family::Probe, core));
            for case in *cases {
                assert_eq!(kind(of(Family::Vectors, case)), asked, "{core} and {case}");
            }
        }
    }

    #[test]
    fn every_client_that_was_seen_has_cells_on_the_front_page() {
        let observed = shipped().unwrap().into_iter().filter(|one| one.record.wire.len() < 4_000).collect();
        let input = Input { observed, ..Input::default() };
        let model = Model::of(&input);
        for client in model.clients.iter().filter(|client| client.main().is_some()) {
            let filled = CORE.iter().filter(|name| client.core(name).is_some()).count();
            assert!(filled >= 3, "{}: {filled} of {} cells", client.id, CORE.len());
        }
    }
}
