//! Runs clients: which runs are needed, side by side, until each scenario's outcome is known.

pub mod attend;
mod course;
mod day;
mod one;
pub mod records;
mod store;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use sightline::revision::{Handshake, Revision};

use crate::install::Installed;
use crate::recipe::Recipe;
use crate::scenario::Scenario;
use attend::Era;

pub use course::Course;
pub use day::today;
pub use one::Holding;
pub use store::{Outcome, Store};

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
}

/// Told before each run: the path, what runs now, and how many scenarios are known of how many.
pub type Tell = dyn Fn(&Work, &[Scenario], usize, usize) + Send + Sync;

/// What is the same for all runs of a survey.
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

/// Runs all paths. Those that stand together in one list differ in era alone and run one after
/// another: a client that agreed on an older revision although both were served is not run again
/// against a server that has only that.
pub fn survey(works: Vec<Vec<Work>>, scenarios: &[Scenario], settings: &Settings) -> Vec<Course> {
    let queue = Mutex::new(works.into_iter().collect::<VecDeque<_>>());
    let courses = Mutex::new(Vec::new());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(|| {
                while let Some(works) = next() {
                    let done = eras(&works, scenarios, settings);
                    courses.lock().unwrap_or_else(PoisonError::into_inner).extend(done);
                    if settings.stop.load(Ordering::Relaxed) {
                        return;
                    }
                }
            });
        }
    });
    let mut courses = courses.into_inner().unwrap_or_else(PoisonError::into_inner);
    let key = |course: &Course| {
        [&course.client, &course.version, &course.dialect, &course.transport, &course.served]
            .map(String::clone)
    };
    courses.sort_by_key(key);
    courses
}

fn eras(works: &[Work], scenarios: &[Scenario], settings: &Settings) -> Vec<Course> {
    let mut courses: Vec<Course> = Vec::new();
    for work in works {
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
