//! `sightline survey clients`: installs clients, runs them isolated, keeps what their models got.

use std::collections::BTreeMap;
use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use sightline_survey::isolate;
use sightline_survey::recipe::{self, DIALECTS, Recipe, TRANSPORTS};
use sightline_survey::run::attend::Era;
use sightline_survey::run::{self, Breadth, Course, Holding, Order, Outcome, Progress, Settings};
use sightline_survey::scenario::{self, Scenario};

use super::{interrupt, planned};
use crate::args::Format;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline survey clients strands ai-sdk
  sightline survey clients codex@0.171.0 --scenario both --scenario error
  sightline survey clients --recipe my-client.toml --out survey
  sightline survey clients --dialect all --transport all --plan

Scenarios that need a run of their own (their tool may break the list, or they are known to end the
client's run) run on the client's first path, in each era; on its other paths the others run, as many
at a time as a list holds. --full runs all on every path, and so does naming scenarios.

Ctrl-C ends it at any moment; what is known by then is kept, and the same command goes on from there.

Without names, every client whose source is open. Each runs in namespaces of its own, with loopback
only, new folders, and keys that open nothing.")]
pub struct ClientsArgs {
    /// Clients to run, NAME or NAME@VERSION; the newest version where none is named.
    #[arg(value_name = "NAME[@VERSION]")]
    pub names: Vec<String>,
    /// Run a client of your own, by its recipe.
    #[arg(long, value_name = "FILE")]
    pub recipe: Vec<PathBuf>,
    /// Run these scenarios only; repeatable.
    #[arg(long, value_name = "NAME")]
    pub scenario: Vec<String>,
    /// What the probe server speaks; repeatable [default: both, then initialize where it differs]
    #[arg(long, value_enum, value_name = "ERA")]
    pub era: Vec<EraChoice>,
    /// Dialect of the model, or all; repeatable [default: the recipe's usual one]
    #[arg(long, value_name = "DIALECT", value_parser = one_of(&DIALECTS))]
    pub dialect: Vec<String>,
    /// How the client connects, or all; repeatable [default: stdio]
    #[arg(long, value_name = "TRANSPORT", value_parser = one_of(&TRANSPORTS))]
    pub transport: Vec<String>,
    /// Where runs and records are kept; what is there is not run again.
    #[arg(long, value_name = "DIR", default_value = "survey")]
    pub out: PathBuf,
    /// Say what would run and what is known already, and run nothing.
    #[arg(long)]
    pub plan: bool,
    /// Derive the records of kept runs again, after a release that derives them otherwise; run nothing.
    #[arg(long, conflicts_with = "plan")]
    pub derive: bool,
    /// Run every scenario on every path, also those that need a run of their own.
    #[arg(long)]
    pub full: bool,
    /// Run again what is kept.
    #[arg(long)]
    pub fresh: bool,
    /// Runs at a time [default: one for each two processors]
    #[arg(long, value_name = "N", value_parser = crate::args::at_least_one())]
    pub jobs: Option<usize>,
    /// Run without isolation: clients can reach the network and your files.
    #[arg(long)]
    pub unisolated: bool,
    /// Form of the summary.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EraChoice {
    Both,
    /// 2024-11-05 to 2025-11-25, by initialize.
    Initialize,
    /// 2026-07-28, by server/discover.
    Discover,
}

/// Accepts the known words and `all`.
fn one_of(known: &'static [&'static str]) -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(known.iter().copied().chain(["all"]))
}

/// What a call printed: each path, and what could not be run.
#[derive(Debug, Serialize)]
struct Summary {
    date: String,
    isolated: bool,
    records: PathBuf,
    courses: Vec<Course>,
    not_run: BTreeMap<String, String>,
    not_begun: Vec<String>,
    interrupted: bool,
    /// The command that goes on from here.
    resume: Option<String>,
}

pub fn run(args: &ClientsArgs) -> Result<u8> {
    let stop = interrupt::stop()?;
    let orders: Vec<Order> =
        wanted(args)?.into_iter().map(|(recipe, version)| order(args, recipe, version)).collect();
    tell_lacking(args, &orders)?;
    let scenarios = scenarios(&args.scenario)?;
    if args.derive {
        let (all, changed) = run::again(&args.out).with_context(|| args.out.display().to_string())?;
        writeln!(anstream::stdout(), "{all} records, {changed} of them changed")?;
        return Ok(0);
    }
    if args.plan {
        planned::print(&run::plan(&orders, &scenarios, &args.out), args.format)?;
        return Ok(0);
    }
    let sightline = std::env::current_exe().context("the path of this command")?;
    let holding = holding(args, &sightline)?;
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    for client in run::gathered(&args.out).with_context(|| args.out.display().to_string())? {
        eprintln!("sightline: records/{client}.jsonl was lost or cut, and is made again from its runs");
    }
    let bar = ProgressBar::new_spinner();
    if std::io::stderr().is_terminal() {
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}")?);
        bar.enable_steady_tick(std::time::Duration::from_millis(120));
    }
    let teller = bar.clone();
    let settings = Settings {
        out: args.out.clone(),
        sightline,
        holding,
        fresh: args.fresh,
        jobs: args.jobs.unwrap_or_else(jobs),
        date: run::today(),
        stop: Arc::clone(&stop),
        tell: Box::new(move |progress| say(&teller, told(progress))),
    };
    let surveyed = run::survey(orders, &scenarios, &settings);
    bar.finish_and_clear();
    let interrupted = stop.load(Ordering::Relaxed);
    let summary = Summary {
        date: settings.date,
        isolated: holding == Holding::Isolated,
        records: args.out.join("records"),
        courses: surveyed.courses,
        not_run: surveyed.not_run,
        not_begun: surveyed.not_begun,
        interrupted,
        resume: interrupted.then(interrupt::resume),
    };
    print(&summary, args.format)?;
    let failed = !summary.not_run.is_empty() || summary.courses.iter().any(|course| course.failure.is_some());
    Ok(if interrupted { interrupt::CODE } else { u8::from(failed) })
}

/// A terminal sees one line that changes, a file a line for each run.
fn say(bar: &ProgressBar, line: String) {
    if bar.is_hidden() {
        eprintln!("sightline: {line}");
    } else {
        bar.set_message(line);
    }
}

fn told(progress: &Progress) -> String {
    let (work, batch, known, all) = match progress {
        Progress::Installs { client } => return format!("{client}: installing"),
        Progress::Runs { work, batch, known, all } => (work, batch, known, all),
    };
    let client = format!("{} {}", work.recipe.name(), work.installed.version);
    let what = match batch {
        [one] => one.name.clone(),
        many => format!("{} scenarios", many.len()),
    };
    format!(
        "{client}, {}, {}, {}: {known} of {all} known, now {what}",
        work.dialect,
        work.transport,
        work.era.name()
    )
}

/// The recipes that were asked for, with their versions.
fn wanted(args: &ClientsArgs) -> Result<Vec<(Recipe, Option<String>)>> {
    let mut wanted = Vec::new();
    for path in &args.recipe {
        wanted.push((recipe::load(path).map_err(|error| anyhow!("{error}"))?, None));
    }
    for name in &args.names {
        let (client, version) = match name.split_once('@') {
            Some((client, "")) => {
                bail!("{name:?} names no version; say {client}@VERSION, or {client} for the newest")
            }
            Some((client, version)) => (client, Some(version.to_owned())),
            None => (name.as_str(), None),
        };
        let Some(recipe) = recipe::find(client) else {
            let known: Vec<String> =
                recipe::all().into_iter().map(|recipe| recipe.name().to_owned()).collect();
            bail!("client {client:?} has no recipe; there are {}", known.join(", "));
        };
        if let Some(terms) = &recipe.terms {
            eprintln!("sightline: {client} is closed source; read {terms} before you run it by a program");
        }
        wanted.push((recipe, version));
    }
    if wanted.is_empty() {
        let open = recipe::all().into_iter().filter(|recipe| recipe.terms.is_none());
        wanted.extend(open.map(|recipe| (recipe, None)));
    }
    Ok(wanted)
}

fn scenarios(names: &[String]) -> Result<Vec<Scenario>> {
    if names.is_empty() {
        return Ok(scenario::all());
    }
    let find = |name: &String| {
        scenario::find(name).ok_or_else(|| {
            let known: Vec<String> = scenario::all().into_iter().map(|scenario| scenario.name).collect();
            anyhow!("scenario {name:?} is not known; there are {}", known.join(", "))
        })
    };
    names.iter().map(find).collect()
}

/// Names what is asked for and a client does not have; where none has it, nothing would run.
fn tell_lacking(args: &ClientsArgs, orders: &[Order]) -> Result<()> {
    let mut lacking = Vec::new();
    for order in orders {
        let recipe = &order.recipe;
        let sides =
            [("dialect", &args.dialect, &recipe.dialect), ("transport", &args.transport, &recipe.transport)];
        for (what, asked, has) in sides {
            let asked = asked.iter().filter(|asked| *asked != "all" && !has.contains_key(*asked));
            let known = has.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            lacking.extend(
                asked.map(|name| format!("{} has no {what} {name}; there are {known}", recipe.name())),
            );
        }
    }
    if orders.iter().all(|order| order.paths.is_empty()) {
        bail!("nothing to run: {}", lacking.join("; "));
    }
    lacking.iter().for_each(|lacking| eprintln!("sightline: {lacking}"));
    Ok(())
}

/// How runs are held; without isolation only when the user says so.
fn holding(args: &ClientsArgs, sightline: &Path) -> Result<Holding> {
    if args.unisolated {
        eprintln!("sightline: not isolated: clients can reach the network and your files");
        return Ok(Holding::Open);
    }
    match isolate::refusal(sightline) {
        None => Ok(Holding::Isolated),
        Some(reason) => bail!("this machine cannot isolate ({reason}); --unisolated runs without it"),
    }
}

/// A client with the paths through it that were asked for.
fn order(args: &ClientsArgs, recipe: Recipe, version: Option<String>) -> Order {
    let chosen = |asked: &[String], variants: &BTreeMap<String, recipe::Variant>| -> Vec<String> {
        if asked.iter().any(|asked| asked == "all") {
            // The usual one first: the first path is the one on which all runs.
            let usual = Recipe::usual(variants);
            let rest = variants.keys().map(String::as_str).filter(|name| Some(*name) != usual);
            return usual.into_iter().chain(rest).map(str::to_owned).collect();
        }
        match asked {
            [] => Recipe::usual(variants).into_iter().map(str::to_owned).collect(),
            asked => asked.iter().filter(|name| variants.contains_key(*name)).cloned().collect(),
        }
    };
    let eras = match args.era.as_slice() {
        [] => vec![Era::Both, Era::Initialize],
        asked => asked.iter().map(|&era| era.into()).collect(),
    };
    let transports = chosen(&args.transport, &recipe.transport);
    let mut paths = Vec::new();
    for dialect in chosen(&args.dialect, &recipe.dialect) {
        for transport in transports.clone() {
            // What is named is wanted on every path.
            let is_first = paths.is_empty() || args.full || !args.scenario.is_empty();
            let breadth = if is_first { Breadth::Every } else { Breadth::Together };
            paths.push(run::Path { breadth, ..run::Path::new(&dialect, &transport, eras.clone()) });
        }
    }
    Order { recipe: Arc::new(recipe), version, paths }
}

impl From<EraChoice> for Era {
    fn from(choice: EraChoice) -> Self {
        match choice {
            EraChoice::Both => Self::Both,
            EraChoice::Initialize => Self::Initialize,
            EraChoice::Discover => Self::Discover,
        }
    }
}

/// A client takes more than one processor while it starts, and little memory beside a build.
fn jobs() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().div_ceil(2))
}

fn print(summary: &Summary, format: Format) -> Result<()> {
    let mut out = anstream::stdout().lock();
    match format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(summary)?)?,
        Format::Text => {
            for course in &summary.courses {
                writeln!(out, "{}", line(course))?;
            }
            for (client, reason) in &summary.not_run {
                writeln!(out, "{client}: not run: {reason}")?;
            }
            if !summary.not_begun.is_empty() {
                writeln!(out, "not done: {}", summary.not_begun.join(", "))?;
            }
            writeln!(out, "records: {}", summary.records.display())?;
            if let Some(resume) = &summary.resume {
                writeln!(out, "interrupted; this goes on from here: {resume}")?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// One path in one line, and what is odd about it.
fn line(course: &Course) -> String {
    let named = |outcome: Outcome| -> Vec<&str> {
        course.outcomes.iter().filter(|(_, one)| **one == outcome).map(|(name, _)| name.as_str()).collect()
    };
    let revision = course.revision.as_deref().unwrap_or("no revision agreed");
    let path = [&course.dialect, &course.transport, revision].join(", ");
    let mut parts = vec![format!("{} seen", named(Outcome::Seen).len())];
    for (outcome, word) in [
        (Outcome::RunAborted, "ended the run"),
        (Outcome::NotOffered, "not offered"),
        (Outcome::ListLost, "lost the list"),
        (Outcome::NotCalled, "not called"),
    ] {
        let names = named(outcome);
        if !names.is_empty() {
            parts.push(format!("{word}: {}", names.join(" ")));
        }
    }
    if !course.open.is_empty() {
        parts.push(format!("not known: {}", course.open.len()));
    }
    if !course.elsewhere.is_empty() {
        parts.push(format!("on the first path only: {}", course.elsewhere.len()));
    }
    parts.extend(course.failure.as_ref().map(|failure| format!("stopped: {failure}")));
    format!("{} {}, {path}: {}", course.client, course.version, parts.join("; "))
}
