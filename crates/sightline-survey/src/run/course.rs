//! One path through one client: runs until the outcome of each scenario is known.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::records::{About, Traffic};
use super::store::{Outcome, Store};
use super::{Breadth, Progress, Settings, Work, one, records};
use crate::recipe::Recipe;
use crate::record::Record;
use crate::scenario::{Company, Scenario, arrange, batches};

/// Tools that are listed together where the recipe says nothing: few enough for every client.
const MOST: usize = 40;

/// The same on paths that are not a client's first: its first path has shown that it takes them, and
/// what a long list loses is run again.
const MOST_ELSEWHERE: usize = 80;

/// Runs that end by a deadline cost minutes: after so many of them a path is given up.
const LATE_RUNS: usize = 3;

/// What came of one path through a client.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Course {
    /// Name of the recipe.
    pub client: String,
    /// Its version.
    pub version: String,
    /// The dialect.
    pub dialect: String,
    /// The transport.
    pub transport: String,
    /// What the probe server spoke.
    pub served: String,
    /// The revision that was agreed on.
    pub revision: Option<String>,
    /// How each scenario ended.
    pub outcomes: BTreeMap<String, Outcome>,
    /// Scenarios whose outcome is not known.
    pub open: Vec<String>,
    /// Scenarios that run on the client's first path alone, where this is another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<String>,
    /// Runs in this call; none where all was known.
    pub runs: usize,
    /// Why it stopped early.
    pub failure: Option<String>,
}

/// Runs one path; what it told before an error is kept.
pub(super) fn course(work: &Work, scenarios: &[Scenario], settings: &Settings) -> Course {
    let mut course = Course {
        client: work.recipe.name().to_owned(),
        version: work.installed.version.clone(),
        dialect: work.dialect.clone(),
        transport: work.transport.clone(),
        served: work.era.name().to_owned(),
        ..Course::default()
    };
    let (scenarios, elsewhere) = divided(&work.recipe, work.breadth, scenarios);
    match Store::open(&settings.out, work, settings.fresh) {
        Ok(mut store) => {
            if let Err(error) = walk(work, &scenarios, settings, &mut store, &mut course) {
                course.failure = Some(error.to_string());
            }
            course.revision = store.revision().map(str::to_owned);
            course.outcomes = store.settled().clone();
        }
        Err(error) => course.failure = Some(error.to_string()),
    }
    let open = scenarios.iter().filter(|scenario| !course.outcomes.contains_key(&scenario.name));
    course.open = open.map(|scenario| scenario.name.clone()).collect();
    // What an earlier call ran here is known here.
    let elsewhere = elsewhere.into_iter().filter(|scenario| !course.outcomes.contains_key(&scenario.name));
    course.elsewhere = elsewhere.map(|scenario| scenario.name).collect();
    course
}

/// Scenarios that run on a path, and those that are left to the client's first one.
pub(super) fn divided(
    recipe: &Recipe,
    breadth: Breadth,
    scenarios: &[Scenario],
) -> (Vec<Scenario>, Vec<Scenario>) {
    scenarios.iter().cloned().partition(|scenario| breadth == Breadth::Every || !runs_alone(recipe, scenario))
}

/// Whether a scenario has a run of its own: it may break the list, or is known to end this client's run.
fn runs_alone(recipe: &Recipe, scenario: &Scenario) -> bool {
    scenario.company == Company::Alone || recipe.scenarios.alone.contains(&scenario.name)
}

fn walk(
    work: &Work,
    scenarios: &[Scenario],
    settings: &Settings,
    store: &mut Store,
    course: &mut Course,
) -> io::Result<()> {
    let mut queue = first_batches(work, scenarios, store);
    let mut late = 0;
    while let Some(batch) = queue.pop_front() {
        if settings.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("interrupted"));
        }
        let (folder, name) = store.next_run()?;
        let known = store.settled().len();
        (settings.tell)(&Progress::Runs { work, batch: &batch, known, all: scenarios.len() });
        let agenda = one::Agenda { scenarios: &batch, guest: None };
        let attended =
            one::run(work, &agenda, &folder, settings.holding, &settings.sightline, &settings.stop)?;
        if settings.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("interrupted"));
        }
        course.runs += 1;
        let traffic = Traffic::read(&folder)?;
        // Nothing is known of a client that never got to work.
        let has_worked = store.settled().values().any(|outcome| *outcome == Outcome::Seen);
        if !traffic.asked_model() && (!has_worked || attended.how.starts_with("not-")) {
            return Err(io::Error::other(format!("never asked the model: {}", reason(&attended, &folder))));
        }
        let about = about(work, settings, name);
        let mut records = traffic.records(&about, &batch);
        let seen = |scenario: &Scenario| {
            let tool = Some(scenario.tool());
            records.iter().any(|record| record.tool == tool)
        };
        let (arrived, left): (Vec<Scenario>, Vec<Scenario>) = batch.iter().cloned().partition(seen);
        let mut outcomes: Vec<(String, Outcome)> =
            arrived.iter().map(|scenario| (scenario.name.clone(), Outcome::Seen)).collect();
        late += usize::from(
            arrived.is_empty() && matches!(attended.how.as_str(), "stuck" | "deadline" | "ended"),
        );
        let is_complete = attended.how == "exited";
        outcomes.extend(next(&traffic, &about, &left, &mut records, batch.len(), is_complete, &mut queue));
        // A scenario that came along once more, as a witness, has its record already.
        let known =
            |record: &Record| store.settled().keys().any(|name| record.case == format!("survey:{name}"));
        records.retain(|record| !known(record));
        let line = |record: &Record| {
            let scenario = batch.iter().find(|scenario| record.case == format!("survey:{}", scenario.name));
            records::line(record, scenario, &traffic)
        };
        let lines = records.iter().map(line).collect::<io::Result<Vec<String>>>()?;
        store.add(&lines, outcomes, traffic.revision())?;
        // A witness whose outcome is known is not run again for its own sake.
        let is_open = |scenario: &Scenario| !store.settled().contains_key(&scenario.name);
        queue.retain(|batch| batch.iter().any(is_open));
        if late >= LATE_RUNS {
            return Err(io::Error::other(format!("given up after {late} runs that ended by a deadline")));
        }
    }
    Ok(())
}

/// What has to run.
fn first_batches(work: &Work, scenarios: &[Scenario], store: &Store) -> VecDeque<Vec<Scenario>> {
    let open = scenarios.iter().filter(|scenario| !store.settled().contains_key(&scenario.name));
    batched(&work.recipe, work.breadth, open.cloned().collect()).into()
}

/// Scenarios in the runs that they take: in batches, and alone what is known to end a run.
pub(super) fn batched(recipe: &Recipe, breadth: Breadth, scenarios: Vec<Scenario>) -> Vec<Vec<Scenario>> {
    let alone = &recipe.scenarios.alone;
    let (alone, together): (Vec<Scenario>, Vec<Scenario>) =
        scenarios.into_iter().partition(|scenario| alone.contains(&scenario.name));
    let most = match breadth {
        Breadth::Every => MOST,
        Breadth::Together => MOST_ELSEWHERE,
    };
    let together = batches(together, recipe.scenarios.most.unwrap_or(most));
    together
        .into_iter()
        .filter(|batch| !batch.is_empty())
        .chain(alone.into_iter().map(|one| vec![one]))
        .collect()
}

/// Decides about scenarios whose result did not arrive: what is known now, and what is run again.
fn next(
    traffic: &Traffic,
    about: &About,
    left: &[Scenario],
    records: &mut Vec<Record>,
    size: usize,
    is_complete: bool,
    queue: &mut VecDeque<Vec<Scenario>>,
) -> Vec<(String, Outcome)> {
    let mut outcomes = Vec::new();
    if left.is_empty() || (!traffic.asked_model() && size > 1) {
        // A client that did not get as far as the model may fail at the list: each tool alone then.
        queue.extend(left.iter().filter(|_| !traffic.asked_model()).map(|scenario| vec![scenario.clone()]));
        return outcomes;
    }
    let suspect = traffic.suspect(left, records).cloned();
    let is_alone = left.len() == 1 && size <= 2;
    let is_lost = left.len() == size && !left.iter().any(|scenario| traffic.offered(scenario));
    let mut again = Vec::new();
    for scenario in left {
        let is_suspect = suspect.as_ref().is_some_and(|suspect| suspect.name == scenario.name);
        let outcome = if traffic.refused(scenario) {
            Some(Outcome::NotCalled)
        } else if is_alone && traffic.called(scenario) {
            records.extend(traffic.aborted(about, scenario));
            Some(Outcome::RunAborted)
        } else if is_lost && scenario.company == Company::Alone {
            // Not even the harmless tool beside it was offered.
            Some(Outcome::ListLost)
        } else if !traffic.offered(scenario)
            && (is_alone || (is_complete && suspect.is_none() && left.len() < size))
        {
            // Others of the same list were offered, and the conversation came to its end.
            Some(Outcome::NotOffered)
        } else if is_alone {
            Some(Outcome::NotCalled)
        } else {
            None
        };
        match outcome {
            Some(outcome) => outcomes.push((scenario.name.clone(), outcome)),
            None if is_suspect => queue.push_back(vec![scenario.clone()]),
            None => again.push(scenario.clone()),
        }
    }
    match again.len() {
        0 => {}
        // The rest is run together once more, as long as it becomes less.
        some if some < size => queue.push_front(arrange(again)),
        _ => queue.extend(again.into_iter().map(|scenario| vec![scenario])),
    }
    outcomes
}

fn about(work: &Work, settings: &Settings, run: String) -> About {
    let dialect = work.recipe.dialect.get(&work.dialect);
    About {
        client: work.recipe.client.clone(),
        version: work.installed.version.clone(),
        packages: work.installed.packages.clone(),
        surface: work.recipe.run.surface.clone(),
        dialect: work.dialect.clone(),
        transport: work.transport.clone(),
        model: dialect.and_then(|dialect| dialect.model.clone()),
        options: work.recipe.run.options.clone(),
        date: settings.date.clone(),
        run,
        volatile: work.recipe.volatile.clone(),
    }
}

/// Why a run came to nothing: how it ended, and the client's last words.
fn reason(attended: &super::attend::Attended, folder: &Path) -> String {
    let mut said = String::new();
    for name in ["before.err.txt", "client.err.txt", "client.out.txt", "said.txt"] {
        let text = fs::read_to_string(folder.join(name)).unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        for line in lines.iter().rev().take(3).rev() {
            said.push_str(" | ");
            said.extend(line.chars().take(200));
        }
    }
    let code = attended.code.map(|code| format!(" with {code}")).unwrap_or_default();
    format!(
        "{}{code}{}{said}",
        attended.how,
        attended.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default()
    )
}
