//! Runs a list of servers, each isolated, several at a time.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sightline_peer::client::{HttpTarget, StdioTarget, Target};

use super::ask::ask;
use super::install::{Installed, install};
use super::list::Server;
use super::report::{Reached, ServerReport};
use crate::isolate::{Limits, Places, Plan, isolated};

/// How a list is run.
#[derive(Clone, Debug)]
pub struct Course {
    /// Where packages are kept.
    pub cache: PathBuf,
    /// The command `sightline`, which is the first process inside.
    pub sightline: PathBuf,
    /// How many servers run at a time.
    pub jobs: usize,
    /// The day that reports name.
    pub date: String,
    /// Set when everything has to end.
    pub stop: Arc<AtomicBool>,
}

/// What came of a list.
///
/// ```
/// assert!(sightline_survey::servers::run::Surveyed::default().not_done.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Surveyed {
    /// A report for each server that was run to its end, in the order of the list.
    pub reports: Vec<ServerReport>,
    /// Servers that were not run to their end, since we were told to stop.
    pub not_done: Vec<String>,
}

/// Runs the servers, each installed right before it is run, and tells of each that is done. What `known`
/// has a report of already is not run.
///
/// ```
/// use sightline_survey::servers::{list::parse, run::{Course, run}};
///
/// let servers = parse("[[server]]\nid = 'time'\npypi = 'mcp-server-time'").unwrap();
/// // Told to stop before it begins, so that this example brings nothing from a registry.
/// let stop = std::sync::Arc::new(true.into());
/// let (cache, sightline, date) = ("cache".into(), "sightline".into(), "2026-11-30".into());
/// let course = Course { cache, sightline, jobs: 1, date, stop };
/// let surveyed = run(&servers, &course, &|_| None, &|_, report| println!("{}", report.id));
/// assert_eq!(surveyed.not_done, ["time"]);
/// ```
///
/// # Panics
/// Never: a poisoned lock is taken over, since reports are whole.
pub fn run(
    servers: &[Server],
    course: &Course,
    known: &(dyn Fn(&Server) -> Option<ServerReport> + Sync),
    done: &(dyn Fn(&Server, &ServerReport) + Sync),
) -> Surveyed {
    let next = AtomicUsize::new(0);
    let reports: Mutex<BTreeMap<usize, ServerReport>> = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..course.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(server) = servers.get(index) else { break };
                    let report = known(server).or_else(|| {
                        let report = one(server, course)?;
                        done(server, &report);
                        Some(report)
                    });
                    if let Some(report) = report {
                        reports.lock().unwrap_or_else(PoisonError::into_inner).insert(index, report);
                    }
                }
            });
        }
    });
    let reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    let left = servers.iter().enumerate().filter(|(index, _)| !reports.contains_key(index));
    let not_done = left.map(|(_, server)| server.id.clone()).collect();
    Surveyed { reports: reports.into_values().collect(), not_done }
}

/// One server from its package to its report; none once we are told to stop.
#[must_use]
pub fn one(server: &Server, course: &Course) -> Option<ServerReport> {
    if course.stop.load(Ordering::Relaxed) {
        return None;
    }
    let (registry, package) = server.origin();
    let mut report = ServerReport {
        id: server.id.clone(),
        registry: registry.to_owned(),
        package: package.to_owned(),
        date: course.date.clone(),
        ..ServerReport::default()
    };
    let target = match &server.url {
        Some(url) => Ok(Target::Http(HttpTarget { url: url.clone(), ..HttpTarget::default() })),
        None => install(server, &course.cache, &course.stop).and_then(|installed| {
            report.version.clone_from(&installed.version);
            report.isolated = true;
            start(server, &installed, &course.sightline)
        }),
    };
    match target {
        Ok(target) => asked(server, &target, course, &mut report),
        Err(reason) => report.reason = reason,
    }
    // What was cut off says nothing of the server.
    if course.stop.load(Ordering::Relaxed) {
        return None;
    }
    publishable(&mut report, course);
    Some(report)
}

/// Asks the server until it is done, or we are told to stop: whoever drops a session ends its process
/// with all that it started.
fn asked(server: &Server, target: &Target, course: &Course, report: &mut ServerReport) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            report.reason = error.to_string();
            return;
        }
    };
    runtime.block_on(async {
        tokio::select! {
            () = ask(server, target, report) => {}
            () = stopped(&course.stop) => {}
        }
    });
}

/// Between two looks at whether we are told to stop.
const LOOK: Duration = Duration::from_millis(100);

async fn stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
}

/// Takes out of a report what only this machine has, and what is too long.
fn publishable(report: &mut ServerReport, course: &Course) {
    report.reason = without_paths(&report.reason, course);
    for call in report.tools.iter_mut().filter_map(|tool| tool.call.as_mut()) {
        call.result = without_paths(&call.result, course);
        call.failure = without_paths(&call.failure, course);
    }
    if report.reached == Reached::NotStarted && !report.reason.is_empty() {
        report.reason = shortened(&report.reason);
    }
    for remark in &mut report.remarks {
        *remark = shortened(&without_paths(remark, course));
    }
}

/// Reports are published: they name no folder of this machine.
fn without_paths(text: &str, course: &Course) -> String {
    text.replace(&*course.cache.to_string_lossy(), "{cache}")
        .replace(&*course.sightline.to_string_lossy(), "sightline")
}

fn shortened(text: &str) -> String {
    const MOST: usize = 600;
    let many = text.chars().count();
    if many <= MOST {
        return text.to_owned();
    }
    let tail: String = text.chars().skip(many - MOST).collect();
    format!("… {tail}")
}

/// The process that runs the server isolated, with the session on its standard streams.
fn start(server: &Server, installed: &Installed, sightline: &Path) -> Result<Target, String> {
    let places = Places::isolated();
    let inside = |text: &String| text.replace("{work}", &places.work.to_string_lossy());
    let arguments = installed.arguments.iter().chain(&server.arguments).map(inside);
    let mut plan = Plan::new(&installed.program, arguments);
    plan.environment = server.environment.iter().map(|(name, value)| (name.clone(), inside(value))).collect();
    plan.reads.clone_from(&installed.reads);
    plan.files = server.files.iter().map(|(name, text)| (places.work.join(name), text.clone())).collect();
    plan.limits = Limits { seconds: 150, ..Limits::default() };
    let command = isolated(&plan, sightline).map_err(|error| error.to_string())?;
    let env = |(name, value): (&std::ffi::OsStr, Option<&std::ffi::OsStr>)| {
        value.map(|value| (name.to_owned(), value.to_owned()))
    };
    Ok(Target::Stdio(StdioTarget {
        command: command.get_program().to_owned(),
        args: command.get_args().map(OsString::from).collect(),
        env: command.get_envs().filter_map(env).collect(),
        clear_env: true,
        directory: None,
    }))
}
