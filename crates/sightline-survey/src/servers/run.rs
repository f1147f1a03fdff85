//! Runs a list of servers, each isolated, several at a time.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
}

/// Runs the servers, and tells of each that is done.
///
/// # Panics
/// Never: a poisoned lock is taken over, since reports are whole.
pub fn run(servers: &[Server], course: &Course, done: &(dyn Fn(&ServerReport) + Sync)) -> Vec<ServerReport> {
    let next = AtomicUsize::new(0);
    let reports: Mutex<BTreeMap<usize, ServerReport>> = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..course.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(server) = servers.get(index) else { break };
                    let report = one(server, course);
                    done(&report);
                    reports.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(index, report);
                }
            });
        }
    });
    let reports = reports.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    reports.into_values().collect()
}

/// One server from its package to its report.
#[must_use]
pub fn one(server: &Server, course: &Course) -> ServerReport {
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
        None => install(server, &course.cache).and_then(|installed| {
            report.version.clone_from(&installed.version);
            report.isolated = true;
            start(server, &installed, &course.sightline)
        }),
    };
    let target = match target {
        Ok(target) => target,
        Err(reason) => {
            report.reason = without_paths(&reason, course);
            return report;
        }
    };
    match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(ask(server, &target, &mut report)),
        Err(error) => report.reason = error.to_string(),
    }
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
    report
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
