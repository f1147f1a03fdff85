//! Runs a foreign program where it can reach nothing but what it was given. Knows nothing of
//! clients, servers and surveys.
//!
//! Two programs of util-linux do what needs a privilege or a fork: `unshare` makes new namespaces for
//! network, processes, mounts, IPC and host name (and for users, where we are not root), `setpriv`
//! gives up every capability before the foreign program starts. Between the two stands our own
//! process, the first of its PID namespace ([`enter`]): it builds the file system, raises the
//! loopback interface, answers all names with NXDOMAIN, watches the limits, and by its end takes
//! everything with it.
//!
//! Not covered: addresses of the family vsock, which belong to no network namespace; and processor
//! time, which only the deadline bounds.

#[cfg(target_os = "linux")]
mod inside;
mod names;
#[cfg(target_os = "linux")]
mod network;
mod open;
#[cfg(target_os = "linux")]
mod root;
#[cfg(target_os = "linux")]
mod watch;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
pub use inside::enter;
pub use open::Open;

/// Exit code of a run whose isolation could not be built; the reason is on standard error.
pub const NOT_ISOLATED: u8 = 125;
/// Exit code of a run that its deadline ended.
pub const TOO_LATE: u8 = 124;
/// Exit code of a run that took more memory than it may.
pub const TOO_LARGE: u8 = 137;

/// Name of the file, below [`Plan::results`], that tells how a run ended.
pub const ENDED: &str = "isolation.json";

/// The folders that an isolated program finds, all new and empty.
///
/// ```
/// use sightline_survey::isolate::Places;
///
/// assert_eq!(Places::isolated().home.to_str(), Some("/home/survey"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Its home.
    pub home: PathBuf,
    /// Where it starts.
    pub work: PathBuf,
    /// Files that are copied to [`Plan::results`] when the run ends.
    pub results: PathBuf,
    /// The program `sightline`.
    pub sightline: PathBuf,
}

impl Places {
    /// Returns the folders of an isolated run.
    pub fn isolated() -> Self {
        Self {
            home: "/home/survey".into(),
            work: "/home/survey/project".into(),
            results: "/survey/results".into(),
            sightline: "/survey/sightline".into(),
        }
    }
}

/// What a run may use. A run that goes further is ended or refused by the system.
///
/// ```
/// use sightline_survey::isolate::Limits;
///
/// assert!(Limits::default().seconds > 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Wall time.
    pub seconds: u64,
    /// Resident memory of all processes together, looked at five times a second.
    pub memory_mb: u64,
    /// Private data of one process, held by the system.
    pub process_mb: u64,
    /// Processes and threads.
    pub processes: u64,
    /// All files together; they live in memory.
    pub disk_mb: u64,
    /// Open files of one process.
    pub open_files: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            seconds: 180,
            memory_mb: 3072,
            process_mb: 4096,
            processes: 512,
            disk_mb: 768,
            open_files: 4096,
        }
    }
}

/// A program and what it is given.
///
/// ```no_run
/// use sightline_survey::isolate::{Plan, isolated};
///
/// let plan = Plan::new("/bin/sh", ["-c", "ip address"]);
/// let output = isolated(&plan, "/usr/bin/sightline".as_ref()).unwrap().output().unwrap();
/// println!("{}", String::from_utf8_lossy(&output.stdout));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The program: a path inside.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its whole environment, beside `HOME`, `PATH`, `USER`, `LANG`, `TMPDIR` and `TERM` where they
    /// are not named here. Nothing of our own environment is passed on.
    pub environment: BTreeMap<String, String>,
    /// Files and folders of this machine that are shown, at their own path, for reading only.
    pub reads: Vec<PathBuf>,
    /// Files that are written before the start, by their path inside, with their text.
    pub files: BTreeMap<PathBuf, String>,
    /// A folder of this machine that gets the files of [`Places::results`], and [`ENDED`].
    pub results: Option<PathBuf>,
    /// What it may use.
    pub limits: Limits,
}

impl Plan {
    /// Returns a plan to run a program with nothing but the system's own programs.
    pub fn new<I: IntoIterator<Item = S>, S: Into<String>>(
        program: impl Into<PathBuf>,
        arguments: I,
    ) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { program: program.into(), arguments, ..Self::default() }
    }
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ended {
    /// Whether namespaces held it.
    pub isolated: bool,
    /// `exited`, `deadline` or `memory`.
    pub how: String,
    /// Exit code, where it exited; signals count from 128.
    pub code: Option<i32>,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Names that it asked for, all answered with NXDOMAIN.
    pub names: Vec<String>,
    /// Command lines of processes that were still there when the program had ended.
    pub left_running: Vec<String>,
    /// Most resident memory that was seen, all processes together.
    pub peak_mb: u64,
}

/// Reads how a run ended from the folder of its results.
pub fn ended(results: &Path) -> io::Result<Ended> {
    let text = std::fs::read_to_string(results.join(ENDED))?;
    serde_json::from_str(&text).map_err(io::Error::other)
}

/// The command that runs a plan isolated; its standard streams are those of the program.
///
/// `sightline` is the command of that name on this machine: `sightline survey inside` has to call
/// [`enter`]. Killing the command, or the thread that started it, ends everything inside.
pub fn isolated(plan: &Plan, sightline: &Path) -> io::Result<Command> {
    if !cfg!(target_os = "linux") {
        return Err(io::Error::other("isolation needs the namespaces of Linux"));
    }
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "--", "unshare"]);
    command.args(["--fork", "--kill-child=KILL", "--net", "--pid", "--mount", "--ipc", "--uts"]);
    if !is_privileged() {
        // Capabilities inside of the new user namespace only, under our own user id.
        command.args(["--user", "--map-current-user", "--keep-caps"]);
    }
    command.arg("--").arg(sightline).args(["survey", "inside"]);
    command.arg(serde_json::to_string(plan).map_err(io::Error::other)?);
    command.env_clear().env("PATH", SYSTEM_PATH);
    Ok(command)
}

/// Says why this machine cannot isolate, or nothing when it can.
pub fn refusal(sightline: &Path) -> Option<String> {
    let plan =
        Plan { limits: Limits { seconds: 20, ..Limits::default() }, ..Plan::new("/bin/true", [""; 0]) };
    let output = isolated(&plan, sightline).and_then(|mut command| command.output());
    match output {
        Ok(output) if output.status.success() => None,
        Ok(output) => Some(format!(
            "{}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ")
        )),
        Err(error) => Some(format!("setpriv and unshare of util-linux are needed: {error}")),
    }
}

/// Where a program is looked for.
const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/// The environment of a run: what its plan says over what every program expects.
fn environment(plan: &Plan, places: &Places) -> BTreeMap<OsString, OsString> {
    let usual: [(&str, OsString); 7] = [
        ("HOME", places.home.clone().into()),
        ("LANG", "C.UTF-8".into()),
        ("LOGNAME", "survey".into()),
        ("PATH", SYSTEM_PATH.into()),
        ("TERM", "dumb".into()),
        ("TMPDIR", "/tmp".into()),
        ("USER", "survey".into()),
    ];
    let mut environment: BTreeMap<OsString, OsString> =
        usual.into_iter().map(|(name, value)| (name.into(), value)).collect();
    environment.extend(plan.environment.iter().map(|(name, value)| (name.into(), value.into())));
    environment
}

#[cfg(target_os = "linux")]
fn is_privileged() -> bool {
    use rustix::thread::{CapabilitySet, capabilities};
    capabilities(None).is_ok_and(|sets| {
        sets.effective.contains(CapabilitySet::SYS_ADMIN | CapabilitySet::NET_ADMIN | CapabilitySet::SETUID)
    })
}

#[cfg(not(target_os = "linux"))]
fn is_privileged() -> bool {
    false
}

/// How long a poll waits; short beside any run, long beside what a look costs.
const POLL: Duration = Duration::from_millis(20);
