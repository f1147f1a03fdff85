//! Runs clients: which runs are needed, side by side, until each scenario's outcome is known.

mod again;
pub mod attend;
mod course;
mod day;
mod guest;
mod mark;
mod one;
mod planned;
mod queue;
pub mod records;
mod store;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use sightline::revision::{Handshake, Revision};

use crate::install::{self, Installed};
use crate::recipe::Recipe;
use crate::scenario::Scenario;
use attend::Era;
use queue::{Queue, Task};

pub use again::again;
pub use course::Course;
pub use day::today;
pub use guest::{Guest, visit};
pub use one::Holding;
pub use planned::{Planned, plan};
pub use store::{Outcome, Store, gathered};

/// One path through a client that is installed.
#[derive(Clone, Debug)]
pub struct Work {
    /// How it is run.
    pub recipe: Arc<Recipe>,
    /// Its packages.
    pub installed: Arc<Installed>,
    /// The dialect.
    pub dialect: String,
    /// The transport.
    pub transport: String,
    /// What the probe server speaks.
    pub era: Era,
    /// What runs on it.
    pub breadth: Breadth,
}

/// A client that is to be run: it is installed right before its own runs.
///
/// ```
/// use sightline_survey::recipe;
/// use sightline_survey::run::{Order, Path, attend::Era};
///
/// let path = Path::new("openai-chat", "stdio", vec![Era::Both]);
/// let order = Order { recipe: recipe::find("ai-sdk").unwrap().into(), version: None, paths: vec![path] };
/// assert_eq!(order.paths[0].eras[0].name(), "both");
/// ```
#[derive(Clone, Debug)]
pub struct Order {
    /// How it is run.
    pub recipe: Arc<Recipe>,
    /// The version; the newest where none is named.
    pub version: Option<String>,
    /// The paths through it.
    pub paths: Vec<Path>,
}

/// A dialect over a transport, and what the probe server speaks on it, one after another.
#[derive(Clone, Debug)]
pub struct Path {
    /// The dialect.
    pub dialect: String,
    /// The transport.
    pub transport: String,
    /// What the probe server speaks.
    pub eras: Vec<Era>,
    /// What runs on it.
    pub breadth: Breadth,
}

impl Path {
    /// A path on which every scenario runs.
    ///
    /// ```
    /// use sightline_survey::run::{Breadth, Path, attend::Era};
    ///
    /// assert_eq!(Path::new("gemini", "http", vec![Era::Both]).breadth, Breadth::Every);
    /// ```
    #[must_use]
    pub fn new(dialect: &str, transport: &str, eras: Vec<Era>) -> Self {
        Self {
            dialect: dialect.to_owned(),
            transport: transport.to_owned(),
            eras,
            breadth: Breadth::default(),
        }
    }
}

/// Which scenarios run on a path.
///
/// One that needs a run of its own costs as much as all others together, and what it finds out (does a
/// definition break the list, does an answer end the run) is decided by a client's MCP side, before a
/// dialect is chosen. So the first path of a client has them all, and its other paths the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breadth {
    /// All.
    #[default]
    Every,
    /// Those that run with others, as many in a run as a list may hold.
    Together,
}

/// What a survey is at.
///
/// ```
/// use sightline_survey::run::Progress;
///
/// let at = Progress::Installs { client: "strands" };
/// assert!(matches!(at, Progress::Installs { client } if client == "strands"));
/// ```
#[derive(Debug)]
pub enum Progress<'a> {
    /// A client is brought from its registry, or found here.
    Installs {
        /// Its id.
        client: &'a str,
    },
    /// A client runs.
    Runs {
        /// The path.
        work: &'a Work,
        /// What runs now.
        batch: &'a [Scenario],
        /// How many scenarios are known.
        known: usize,
        /// Of how many.
        all: usize,
    },
}

/// Told before each installation and each run.
pub type Tell = dyn Fn(&Progress) + Send + Sync;

/// What is the same for all runs of a survey; [`survey`] has an example.
pub struct Settings {
    /// Where everything is kept.
    pub out: PathBuf,
    /// The command `sightline`.
    pub sightline: PathBuf,
    /// How runs are held.
    pub holding: Holding,
    /// Whether what is kept is run again.
    pub fresh: bool,
    /// How many runs there are at a time.
    pub jobs: usize,
    /// Day of the survey.
    pub date: String,
    /// Set when everything has to end.
    pub stop: Arc<AtomicBool>,
    /// Told before each run.
    pub tell: Box<Tell>,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Settings")
            .field("out", &self.out)
            .field("jobs", &self.jobs)
            .finish_non_exhaustive()
    }
}

/// What came of a survey.
///
/// ```
/// assert!(sightline_survey::run::Surveyed::default().courses.is_empty());
/// ```
#[derive(Debug, Default)]
pub struct Surveyed {
    /// Each path that was begun.
    pub courses: Vec<Course>,
    /// Clients that could not be installed, with the reason.
    pub not_run: BTreeMap<String, String>,
    /// Clients that were not come to, or not to all of their paths, since we were told to stop.
    pub not_begun: Vec<String>,
}

/// Runs all orders, each client installed right before its runs, or while another runs. The eras of a
/// path run one after another: a client that agreed on an older revision although both were served is
/// not run again against a server that has only that.
///
/// ```
/// use sightline_survey::{recipe, scenario};
/// use sightline_survey::run::{Holding, Order, Settings, survey, today};
///
/// let settings = Settings {
///     out: "survey".into(),
///     sightline: "sightline".into(),
///     holding: Holding::Isolated,
///     fresh: false,
///     jobs: 1,
///     date: today(),
///     // Told to stop before it begins, so that this example brings nothing from a registry.
///     stop: std::sync::Arc::new(true.into()),
///     tell: Box::new(|progress| println!("{progress:?}")),
/// };
/// let order = Order { recipe: recipe::find("strands").unwrap().into(), version: None, paths: Vec::new() };
/// let surveyed = survey(vec![order], &scenario::all(), &settings);
/// assert_eq!((surveyed.courses.len(), surveyed.not_begun), (0, vec!["strands".to_owned()]));
/// ```
pub fn survey(orders: Vec<Order>, scenarios: &[Scenario], settings: &Settings) -> Surveyed {
    let queue = Queue::of(orders);
    let surveyed = Mutex::new(Surveyed::default());
    let own = || surveyed.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(|| {
                while let Some(task) = queue.next(&settings.stop) {
                    match task {
                        Task::Install(order) => match installed(&order, settings) {
                            Ok(works) => queue.installed(works),
                            Err(reason) => {
                                queue.installed(Vec::new());
                                let mut surveyed = own();
                                if reason == install::INTERRUPTED {
                                    surveyed.not_begun.push(order.recipe.name().to_owned());
                                } else {
                                    surveyed.not_run.insert(order.recipe.name().to_owned(), reason);
                                }
                            }
                        },
                        Task::Run(works) => {
                            let done = eras(&works, scenarios, settings);
                            own().courses.extend(done);
                        }
                    }
                }
            });
        }
    });
    let mut surveyed = surveyed.into_inner().unwrap_or_else(PoisonError::into_inner);
    surveyed.not_begun.extend(queue.left());
    surveyed.not_begun.sort();
    surveyed.not_begun.dedup();
    let key = |course: &Course| {
        [&course.client, &course.version, &course.dialect, &course.transport, &course.served]
            .map(String::clone)
    };
    surveyed.courses.sort_by_key(key);
    surveyed
}

/// Installs a client; the paths through it then.
fn installed(order: &Order, settings: &Settings) -> Result<Vec<Vec<Work>>, String> {
    (settings.tell)(&Progress::Installs { client: order.recipe.name() });
    let installed =
        install::install(&order.recipe, order.version.as_deref(), &install::cache(), &settings.stop)?;
    let installed = Arc::new(installed);
    let work = |path: &Path, era: Era| Work {
        recipe: Arc::clone(&order.recipe),
        installed: Arc::clone(&installed),
        dialect: path.dialect.clone(),
        transport: path.transport.clone(),
        era,
        breadth: path.breadth,
    };
    let works = |path: &Path| path.eras.iter().map(|&era| work(path, era)).collect();
    Ok(order.paths.iter().map(works).collect())
}

fn eras(works: &[Work], scenarios: &[Scenario], settings: &Settings) -> Vec<Course> {
    let mut courses: Vec<Course> = Vec::new();
    for work in works {
        if settings.stop.load(Ordering::Relaxed) {
            break;
        }
        let is_same = work.era == Era::Initialize
            && courses.iter().any(|course| course.served == Era::Both.name() && opened_by_initialize(course));
        if is_same {
            continue;
        }
        courses.push(course::course(work, scenarios, settings));
    }
    courses
}

fn opened_by_initialize(course: &Course) -> bool {
    let facts = course.revision.as_deref().and_then(|revision| Revision::from(revision).facts());
    facts.is_some_and(|facts| facts.handshake == Handshake::Initialize)
}
