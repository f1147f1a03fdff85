//! What runs beside a client, in the same isolation: the model endpoint, the probe server where it is
//! served over HTTP, and the client's own commands one after another. Knows nothing of isolation.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

use super::guest::relay;
use crate::endpoint::{self, Planned, Sandbox};
use crate::probe;
use crate::scenario::{self, Scenario};

/// Names of the files of a run, below the folder of its results.
pub const REQUESTS: &str = "requests.jsonl";
/// The probe server's log.
pub const PROBE: &str = "probe.jsonl";
/// How the client's commands ended.
pub const ATTENDED: &str = "attended.json";

/// Which ways of opening a connection the probe server knows in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Era {
    /// Both, as the client likes.
    Both,
    /// `initialize` only.
    Initialize,
    /// `server/discover` only.
    Discover,
}

impl Era {
    /// Its name, as files and options have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Initialize => "initialize",
            Self::Discover => "discover",
        }
    }

    fn served(self) -> probe::Eras {
        match self {
            Self::Both => probe::Eras::Both,
            Self::Initialize => probe::Eras::InitializeOnly,
            Self::Discover => probe::Eras::DiscoverOnly,
        }
    }
}

/// What the probe server is told: a file that its command line names, since some clients pass it no
/// environment and some quote long arguments badly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeOrder {
    /// Names of the scenarios, in order.
    pub scenarios: Vec<String>,
    /// Which eras it speaks.
    pub era: Era,
    /// Where it writes every message.
    pub log: PathBuf,
    /// The command of another server that stands in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<Vec<String>>,
}

impl ProbeOrder {
    fn options(&self) -> probe::Options {
        let mut options = probe::Options::of(named(&self.scenarios));
        options.eras = self.era.served();
        options
    }
}

fn named(scenarios: &[String]) -> Vec<Scenario> {
    scenarios.iter().filter_map(|name| scenario::find(name)).collect()
}

/// Serves the probe on standard input and output, or what stands in its place, as a file tells.
pub async fn serve_probe(order: &Path) -> io::Result<()> {
    let order: ProbeOrder = serde_json::from_str(&fs::read_to_string(order)?).map_err(io::Error::other)?;
    let log = probe::Log::to(&order.log)?;
    if let Some(command) = &order.instead {
        return relay(command, &log);
    }
    probe::serve_stdio(tokio::io::stdin(), tokio::io::stdout(), order.options(), log).await
}

/// One run of a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Errand {
    /// What the probe server is told.
    pub probe: ProbeOrder,
    /// What the stand-in model calls of another server in the place of the probe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub planned: Vec<Planned>,
    /// Port of the model endpoint.
    pub port: u16,
    /// Port of the probe server, where it is served over HTTP.
    pub probe_port: Option<u16>,
    /// How tools are called through programs.
    pub sandbox: Option<Sandbox>,
    /// Commands that prepare.
    pub before: Vec<Vec<String>>,
    /// The command.
    pub command: Vec<String>,
    /// Where files are written.
    pub results: PathBuf,
    /// Wall time of all commands, in seconds.
    pub seconds: u64,
    /// How long nothing may be asked of us before the client counts as stuck, in seconds.
    pub patience: u64,
}

/// How a client's commands ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attended {
    /// `exited`, `deadline`, `stuck`, `not-started`, or `not-prepared`.
    pub how: String,
    /// Exit code, where there is one.
    pub code: Option<i32>,
    /// Wall time of the command, in seconds.
    pub seconds: f64,
    /// What could not be started, and why.
    pub reason: Option<String>,
}

/// Runs an errand to its end and writes what came of it.
pub async fn attend(errand: &Errand) -> io::Result<Attended> {
    let mut options = endpoint::Options::of(named(&errand.probe.scenarios));
    options.keep = Some(errand.results.join(REQUESTS));
    options.sandbox = errand.sandbox;
    options.planned.clone_from(&errand.planned);
    let listener = TcpListener::bind(("127.0.0.1", errand.port)).await?;
    let endpoint = endpoint::serve(listener, options)?;
    let probe = match errand.probe_port {
        Some(port) => {
            let listener = TcpListener::bind(("127.0.0.1", port)).await?;
            let log = probe::Log::to(&errand.probe.log)?;
            Some(tokio::spawn(probe::serve_http(listener, errand.probe.options(), log)))
        }
        None => None,
    };
    let attended = commands(errand).await;
    if let Some(task) = probe {
        task.abort();
    }
    drop(endpoint);
    let text = serde_json::to_string_pretty(&attended).map_err(io::Error::other)?;
    File::create(errand.results.join(ATTENDED))?.write_all(text.as_bytes())?;
    Ok(attended)
}

async fn commands(errand: &Errand) -> Attended {
    let deadline = Instant::now() + Duration::from_secs(errand.seconds);
    for command in &errand.before {
        let ended = one(command, "before", errand, deadline).await;
        if ended.code != Some(0) {
            let reason = ended.reason.unwrap_or_else(|| format!("{}: {:?}", command.join(" "), ended.code));
            return Attended { how: "not-prepared".to_owned(), reason: Some(reason), ..ended };
        }
    }
    one(&errand.command, "client", errand, deadline).await
}

async fn one(command: &[String], name: &str, errand: &Errand, deadline: Instant) -> Attended {
    let start = Instant::now();
    let mut attended = match started(command, name, &errand.results) {
        Ok(mut child) => until_ended(&mut child, errand, deadline).await,
        Err(error) => Attended {
            how: "not-started".to_owned(),
            reason: Some(format!("{}: {error}", command.first().map_or("", String::as_str))),
            ..Attended::default()
        },
    };
    attended.seconds = start.elapsed().as_secs_f64();
    attended
}

fn started(command: &[String], name: &str, results: &Path) -> io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or_else(|| io::Error::other("no command"))?;
    let file = |stream: &str| {
        File::options().append(true).create(true).open(results.join(format!("{name}.{stream}.txt")))
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(file("out")?).stderr(file("err")?);
    command.kill_on_drop(true).spawn()
}

/// Between two looks at whether anything happens.
const LOOK: Duration = Duration::from_secs(1);

async fn until_ended(child: &mut Child, errand: &Errand, deadline: Instant) -> Attended {
    let mut seen = (traffic(errand), Instant::now());
    loop {
        if let Ok(ended) = tokio::time::timeout(LOOK, child.wait()).await {
            let code = ended.ok().map(|status| status.code().unwrap_or(128));
            return Attended { how: "exited".to_owned(), code, ..Attended::default() };
        }
        let now = traffic(errand);
        if now != seen.0 {
            seen = (now, Instant::now());
        }
        let how = if Instant::now() >= deadline {
            "deadline"
        } else if seen.1.elapsed() >= Duration::from_secs(errand.patience) {
            "stuck"
        } else {
            continue;
        };
        // What it started ends with the run.
        let _ = child.kill().await;
        return Attended { how: how.to_owned(), ..Attended::default() };
    }
}

/// How much was asked of us so far, in bytes of the two logs.
fn traffic(errand: &Errand) -> u64 {
    let length = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    length(&errand.results.join(REQUESTS)) + length(&errand.probe.log)
}
