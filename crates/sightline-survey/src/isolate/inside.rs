//! The first process of an isolated run: prepares, starts the program without privileges, watches.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::process::{Resource, Rlimit, geteuid, setrlimit};

use super::watch::{self, Watched};
use super::{NOT_ISOLATED, Places, Plan, environment, is_privileged, names, network, root};

/// Users that exist on no machine: a range that is set aside for services without an account.
const USERS: std::ops::Range<u32> = 61_184..65_184;

/// Runs a plan, given as JSON, as the first process of new namespaces; returns the exit code.
///
/// Refuses to do anything when it is not the first process, because the mounts that it changes would
/// be those of the machine.
#[must_use]
pub fn enter(plan: &str) -> u8 {
    match prepare(plan) {
        Ok(watched) => watch::until_ended(&watched),
        Err(error) => {
            eprintln!("sightline: not isolated: {error}");
            NOT_ISOLATED
        }
    }
}

fn prepare(plan: &str) -> io::Result<Watched> {
    if std::process::id() != 1 {
        return Err(io::Error::other("this is not the first process of a namespace of its own"));
    }
    let plan: Plan = serde_json::from_str(plan).map_err(io::Error::other)?;
    // Held open from here on, since the folder is not part of the new root.
    let results = plan.results.as_ref().map(|folder| open_folder(folder)).transpose()?;
    let sightline = fs::canonicalize(std::env::current_exe()?)?;
    let is_root = is_privileged() && geteuid().is_root() && !is_in_user_namespace();
    let owner = if is_root { spare_user() } else { geteuid().as_raw() };
    // The machine's name tells of its user; a kernel that refuses leaves a name, no way out.
    let _ = fs::write("/proc/sys/kernel/hostname", "survey");
    network::raise_loopback().map_err(|error| io::Error::other(format!("loopback: {error}")))?;
    let names = names::serve().map_err(|error| io::Error::other(format!("resolver: {error}")))?;
    root::build(&plan, &sightline, owner)?;
    limit(&plan)?;
    let mut command = Command::new("/usr/bin/setpriv");
    if is_root {
        command.args(["--reuid", &owner.to_string(), "--regid", &owner.to_string(), "--clear-groups"]);
    }
    command.args(["--no-new-privs", "--ambient-caps=-all", "--inh-caps=-all", "--bounding-set=-all", "--"]);
    command.arg(&plan.program).args(&plan.arguments);
    let places = Places::isolated();
    command.env_clear().envs(environment(&plan, &places)).current_dir(&places.work);
    // A signal to the program's group must not reach us.
    let child = command.process_group(0).spawn()?;
    Ok(Watched { child: child.id(), limits: plan.limits, results, names })
}

fn open_folder(folder: &std::path::Path) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
    openat(CWD, folder, flags, Mode::empty())
        .map_err(|error| io::Error::other(format!("{}: {error}", folder.display())))
}

/// Tells whether user ids are mapped, which is so in every user namespace but the first.
fn is_in_user_namespace() -> bool {
    fs::read_to_string("/proc/self/uid_map")
        .is_ok_and(|map| map.split_whitespace().collect::<Vec<_>>() != ["0", "0", "4294967295"])
}

/// A user of its own for each run, so that runs side by side do not share the bound on processes.
fn spare_user() -> u32 {
    // Our number outside of the namespace differs from run to run.
    let outside =
        fs::read_link("/proc/self").ok().and_then(|link| link.to_string_lossy().parse::<u32>().ok());
    USERS.start + outside.unwrap_or_default() % (USERS.end - USERS.start)
}

fn limit(plan: &Plan) -> io::Result<()> {
    const MEGABYTE: u64 = 1024 * 1024;
    let limits = &plan.limits;
    for (resource, most) in [
        (Resource::Core, 0),
        (Resource::Data, limits.process_mb * MEGABYTE),
        (Resource::Fsize, limits.disk_mb * MEGABYTE),
        (Resource::Nofile, limits.open_files),
        (Resource::Nproc, limits.processes),
    ] {
        let held = rustix::process::getrlimit(resource).maximum;
        // Without a privilege a limit can only be lowered.
        let most = held.map_or(most, |held| held.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}
