//! One run of a client: the plan for its isolation, the wait for its end.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Work;
use super::attend::{ATTENDED, Attended, Errand, PROBE, ProbeOrder};
use super::guest::Guest;
use crate::isolate::{ENDED, Ended, NOT_ISOLATED, Open, Places, Plan, isolated};
use crate::process;
use crate::recipe::{Filled, Recipe};
use crate::scenario::Scenario;

/// What a client is asked. It tells nothing of what is expected.
const PROMPT: &str = "Call the probe tools.";
/// Opens nothing; some clients look at the form.
const KEY: &str = "sk-survey-dummy-0000";
/// Kept for the end of a run: copying results, ending what is left.
const CLOSING: u64 = 10;
/// The file that tells the probe server what to serve, in the home of the run.
const ORDER: &str = "probe.json";
/// How long a client may say nothing to us, in seconds.
const PATIENCE: u64 = 90;

/// How runs are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// In namespaces.
    Isolated,
    /// By nothing, since the user said so.
    Open,
}

/// What a run is about.
pub(super) struct Agenda<'a> {
    /// What the probe lists and the model calls.
    pub scenarios: &'a [Scenario],
    /// What stands in the place of the probe.
    pub guest: Option<&'a Guest>,
}

/// Runs a client once; its files are in the folder then.
pub(super) fn run(
    work: &Work,
    agenda: &Agenda<'_>,
    folder: &Path,
    holding: Holding,
    sightline: &Path,
    stop: &AtomicBool,
) -> io::Result<Attended> {
    let places = match holding {
        Holding::Isolated => Places::isolated(),
        Holding::Open => Open::new(&folder.join("open"), sightline)?.places().clone(),
    };
    let ports = match holding {
        Holding::Isolated => (8080, 8081),
        Holding::Open => (free_port()?, free_port()?),
    };
    let plan = plan(work, agenda, &places, ports, folder)?;
    let mut command = match holding {
        Holding::Isolated => isolated(&plan, sightline)?,
        Holding::Open => Open::new(&folder.join("open"), sightline)?.command(&plan)?,
    };
    let said = folder.join("said.txt");
    let start = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&said)?);
    let code = process::waited(&mut command, Duration::from_secs(plan.limits.seconds + CLOSING), stop)?;
    if code == Some(i32::from(NOT_ISOLATED)) {
        return Err(io::Error::other(fs::read_to_string(said)?.trim().to_owned()));
    }
    if holding == Holding::Open {
        brought(&places.results, folder, start.elapsed())?;
    }
    let attended = fs::read_to_string(folder.join(ATTENDED));
    // The run ended before its own report could be written.
    let unknown = || Attended { how: "ended".to_owned(), code, ..Attended::default() };
    Ok(attended.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_else(unknown))
}

/// What the run is given: the client's files and environment, and our own errand.
fn plan(
    work: &Work,
    agenda: &Agenda<'_>,
    places: &Places,
    ports: (u16, u16),
    folder: &Path,
) -> io::Result<Plan> {
    let (recipe, installed) = (&work.recipe, &work.installed);
    let values = values(work, places, ports);
    let filled = recipe.filled(&work.dialect, &work.transport, &values).map_err(io::Error::other)?;
    let errand = errand(work, agenda, places, ports, &filled);
    let (order, errand_file) = (places.home.join(ORDER), places.home.join("errand.json"));
    let mut files: BTreeMap<PathBuf, String> =
        filled.files.into_iter().map(|(name, text)| (PathBuf::from(name), text)).collect();
    files.insert(order, serde_json::to_string(&errand.probe).map_err(io::Error::other)?);
    files.insert(errand_file.clone(), serde_json::to_string(&errand).map_err(io::Error::other)?);
    let mut environment = filled.environment;
    if let Some(script) = recipe.runner() {
        files.insert(runner(recipe, places), script.to_owned());
        environment.insert("SURVEY".to_owned(), told(work, places, &values));
    }
    environment.entry("PATH".to_owned()).or_insert_with(|| search(work));
    let mut reads = installed.reads.clone();
    reads.extend(agenda.guest.into_iter().flat_map(|guest| guest.reads.iter().cloned()));
    Ok(Plan {
        environment,
        reads,
        files,
        results: Some(fs::canonicalize(folder)?),
        limits: recipe.limits,
        ..Plan::new(&places.sightline, ["survey".to_owned(), "attend".to_owned(), text(&errand_file)])
    })
}

fn is_http(work: &Work) -> bool {
    work.transport == "http"
}

/// What our own process beside the client is told.
fn errand(work: &Work, agenda: &Agenda<'_>, places: &Places, ports: (u16, u16), filled: &Filled) -> Errand {
    Errand {
        probe: ProbeOrder {
            scenarios: agenda.scenarios.iter().map(|scenario| scenario.name.clone()).collect(),
            era: work.era,
            log: places.results.join(PROBE),
            instead: agenda.guest.map(|guest| guest.command.clone()),
        },
        planned: agenda.guest.map(|guest| guest.calls.clone()).unwrap_or_default(),
        port: ports.0,
        probe_port: is_http(work).then_some(ports.1),
        sandbox: work.recipe.run.sandbox,
        before: filled.before.clone(),
        command: filled.command.clone(),
        results: places.results.clone(),
        seconds: work.recipe.limits.seconds.saturating_sub(CLOSING),
        patience: PATIENCE,
    }
}

/// Where programs are looked for: what runs the client first, then those of the system.
fn search(work: &Work) -> String {
    let runtimes = [&work.installed.node, &work.installed.python];
    let folders = runtimes.into_iter().flatten().filter_map(|program| program.parent());
    let folders: Vec<String> = folders.map(text).chain(["/usr/local/bin:/usr/bin:/bin".to_owned()]).collect();
    folders.join(":")
}

/// What the placeholders of a recipe stand for in this run.
fn values(work: &Work, places: &Places, (port, probe_port): (u16, u16)) -> BTreeMap<String, String> {
    let (recipe, installed) = (&work.recipe, &work.installed);
    let program = |program: &Option<PathBuf>, usual: &str| program.as_deref().map_or(usual.to_owned(), text);
    let dialect = recipe.dialect.get(&work.dialect);
    let values = [
        ("base", format!("http://127.0.0.1:{port}")),
        ("home", text(&places.home)),
        ("installed", text(&installed.folder)),
        ("key", KEY.to_owned()),
        ("model", dialect.and_then(|dialect| dialect.model.clone()).unwrap_or_default()),
        ("node", program(&installed.node, "node")),
        ("port", port.to_string()),
        ("prompt", PROMPT.to_owned()),
        ("python", program(&installed.python, "python3")),
        ("runner", text(&runner(recipe, places))),
        ("sightline", text(&places.sightline)),
        ("url", format!("http://127.0.0.1:{probe_port}/mcp")),
        ("work", text(&places.work)),
    ];
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What a script of ours is told, as JSON.
fn told(work: &Work, places: &Places, values: &BTreeMap<String, String>) -> String {
    let value = |name: &str| values.get(name).map(String::as_str).unwrap_or_default();
    let order = text(&places.home.join(ORDER));
    json!({
        "base": value("base"), "dialect": work.dialect, "key": value("key"), "model": value("model"),
        "prompt": value("prompt"), "url": is_http(work).then(|| value("url")),
        "command": [value("sightline"), "survey", "probe", &order],
    })
    .to_string()
}

/// Where the recipe's own script stands.
fn runner(recipe: &Recipe, places: &Places) -> PathBuf {
    let name = recipe.run.runner.as_deref().and_then(|name| name.rsplit_once('.'));
    places.home.join(format!("survey.{}", name.map_or("", |(_, extension)| extension)))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Brings the results of an unisolated run to where those of isolated ones are.
fn brought(from: &Path, to: &Path, elapsed: Duration) -> io::Result<()> {
    for entry in fs::read_dir(from)?.flatten() {
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    let ended = Ended { how: "exited".to_owned(), seconds: elapsed.as_secs_f64(), ..Ended::default() };
    fs::write(to.join(ENDED), serde_json::to_string_pretty(&ended).map_err(io::Error::other)?)
}
