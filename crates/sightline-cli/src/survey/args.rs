//! Options of `sightline survey`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::clients::ClientsArgs;
use crate::args::Format;

#[derive(Args, Debug)]
pub struct SurveyArgs {
    #[command(subcommand)]
    pub command: SurveyCommand,
}

#[derive(Debug, Subcommand)]
pub enum SurveyCommand {
    /// Run real clients against a probe server and keep what their models were sent.
    Clients(Box<ClientsArgs>),
    /// Show what changed between two surveys, per client and scenario.
    Diff(SurveyDiffArgs),
    /// Show where shipped client profiles differ from observations.
    Drift(SurveyDriftArgs),
    /// Write client profiles from observations.
    Profiles(SurveyProfilesArgs),
    /// Run public servers, isolated, and report what they put on the wire.
    Servers(SurveyServersArgs),
    /// Write the survey as static pages, with a feed and badges.
    Site(SurveySiteArgs),
    /// What runs beside a client; started by the survey itself.
    #[command(hide = true)]
    Attend {
        /// What to run, a file.
        errand: PathBuf,
    },
    /// The first process of an isolated run; started by the survey itself.
    #[command(hide = true)]
    Inside {
        /// What to run, as JSON.
        plan: String,
    },
    /// The probe server; started by clients.
    #[command(hide = true)]
    Probe {
        /// What to serve, a file.
        order: PathBuf,
    },
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline survey diff 2026-06-04 2026-11-30
  sightline survey diff survey-2026-11-30/ survey-2026-12-31/ --client codex

A survey is a file or folder of records (.jsonl, .jsonl.gz, .jsonl.zst), the folder that `survey clients
--out` wrote, or the day of one that ships.
Exit codes: 0 nothing changed, 1 something did, 2 could not run.")]
pub struct SurveyDiffArgs {
    /// The older survey: file, folder, or day.
    #[arg(value_name = "OLD")]
    pub old: String,
    /// The newer survey: file, folder, or day.
    #[arg(value_name = "NEW")]
    pub new: String,
    /// Only these clients; repeatable.
    #[arg(long, value_name = "ID")]
    pub client: Vec<String>,
    /// Print whole texts, not only their beginnings.
    #[arg(long)]
    pub whole: bool,
    /// How to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline survey drift
  sightline survey drift survey-2026-12-31/ --client codex

Each observation is projected by the shipped profile and compared byte for byte. A version that no
profile knows is held against the newest one known. Without records, those that ship are compared.
Exit codes: 0 nothing drifted, 1 something did, 2 could not run.")]
pub struct SurveyDriftArgs {
    /// Records: files or folders, also those that `survey clients --out` wrote.
    #[arg(value_name = "RECORDS")]
    pub records: Vec<PathBuf>,
    /// Only these clients; repeatable.
    #[arg(long, value_name = "ID")]
    pub client: Vec<String>,
    /// Print whole texts, not only their beginnings.
    #[arg(long)]
    pub whole: bool,
    /// How to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline survey site public/
  sightline survey site public/ --records survey-2026-12-31/

Pages are whole by themselves: they load nothing from elsewhere and read without JavaScript.
The same input writes the same bytes.")]
pub struct SurveySiteArgs {
    /// The folder to write; it is made when it is not there.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Records to show, files or folders, also those that `survey clients --out` wrote, instead of those that ship.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub records: Vec<PathBuf>,
    /// Reports of `survey servers` to show, files or its folders, instead of those that ship.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub servers: Vec<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline survey profiles survey-2026-12-31/ --client codex
  sightline survey profiles survey-2026-12-31/ --out profiles/

A profile is searched among the strategies and parameters that profiles have: what stands in it was
projected again over every record, and what it does not explain is named in it and on standard error.
Exit codes: 0 everything is explained, 1 something is not, 2 could not run.")]
pub struct SurveyProfilesArgs {
    /// Records: files or folders, also those that `survey clients --out` wrote.
    #[arg(value_name = "RECORDS", required = true)]
    pub records: Vec<PathBuf>,
    /// Only these clients; repeatable.
    #[arg(long, value_name = "ID")]
    pub client: Vec<String>,
    /// A folder for a file a client, instead of standard output.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sightline survey servers my-servers.toml --out servers-2026-12-31/
  sightline survey servers my-servers.toml --only filesystem --only time

Packages are installed by npm and pip without running their scripts, and run isolated: new home,
no network, nothing outlives the run. Inside of that all tools are called for which arguments are
named or can be made; behind a URL only those that the list names.
Ctrl-C ends it at any moment; with --out, what is known by then is kept, and the same command goes on
from there.
docs/survey-results.md has the form of a list.")]
pub struct SurveyServersArgs {
    /// The list of servers, a TOML file.
    #[arg(value_name = "LIST")]
    pub list: PathBuf,
    /// A folder for the reports, servers.jsonl.gz, and a recording for each result.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Only these servers; repeatable.
    #[arg(long, value_name = "ID")]
    pub only: Vec<String>,
    /// How many servers run at a time.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = crate::args::at_least_one())]
    pub jobs: usize,
    /// The folder that keeps packages [default: the user's cache]
    #[arg(long, value_name = "DIR", env = "SIGHTLINE_CACHE", hide_env_values = true)]
    pub cache: Option<PathBuf>,
    /// The day that the reports name [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<String>,
}
