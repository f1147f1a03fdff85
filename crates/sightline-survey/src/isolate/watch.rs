//! Waits for an isolated program, holds it to its limits, and brings its results out.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};

use super::names::Names;
use super::{ENDED, Ended, Limits, POLL, Places, TOO_LARGE, TOO_LATE};

/// A program that runs, and what its end needs.
pub(super) struct Watched {
    pub(super) child: u32,
    pub(super) limits: Limits,
    pub(super) results: Option<OwnedFd>,
    pub(super) names: Names,
}

/// Between two looks at the memory.
const LOOK: Duration = Duration::from_millis(200);

/// Waits for the end, writes what came of it, and returns the exit code. Everything inside ends when
/// the caller does, since it is the first process.
pub(super) fn until_ended(watched: &Watched) -> u8 {
    let start = Instant::now();
    let deadline = start + Duration::from_secs(watched.limits.seconds);
    let mut ended = Ended { isolated: true, ..Ended::default() };
    let mut looked = start;
    let code = loop {
        if let Some(code) = reaped(watched.child) {
            ended.how = "exited".to_owned();
            ended.code = Some(code);
            break u8::try_from(code).unwrap_or(u8::MAX);
        }
        if looked.elapsed() >= LOOK {
            looked = Instant::now();
            let resident = resident_mb();
            ended.peak_mb = ended.peak_mb.max(resident);
            if resident > watched.limits.memory_mb {
                ended.how = "memory".to_owned();
                break TOO_LARGE;
            }
        }
        if Instant::now() >= deadline {
            ended.how = "deadline".to_owned();
            break TOO_LATE;
        }
        thread::sleep(POLL);
    };
    ended.left_running = others().map(|(_, line)| line).collect();
    // Nothing may write to the results while they are copied.
    for (pid, _) in others() {
        let _ = kill_process(pid, Signal::KILL);
    }
    ended.seconds = start.elapsed().as_secs_f64();
    ended.names = watched.names.list();
    if let Some(folder) = &watched.results
        && let Err(error) = bring_out(folder, &ended, watched.limits.disk_mb)
    {
        eprintln!("sightline: results of the run: {error}");
    }
    code
}

/// Takes every process that has ended; the exit code of the one we wait for, when it is among them.
fn reaped(child: u32) -> Option<i32> {
    while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
        if pid.as_raw_nonzero().get().unsigned_abs() == child {
            return Some(
                status.exit_status().unwrap_or_else(|| 128 + status.terminating_signal().unwrap_or(0)),
            );
        }
    }
    None
}

/// Every process but ourselves, with its command line.
fn others() -> impl Iterator<Item = (Pid, String)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let pid = entry.file_name().to_str()?.parse::<i32>().ok().filter(|&pid| pid != 1)?;
        let line = fs::read(entry.path().join("cmdline")).ok().filter(|line| !line.is_empty())?;
        let line = String::from_utf8_lossy(&line).trim_end_matches('\0').replace('\0', " ");
        Some((Pid::from_raw(pid)?, line.chars().take(400).collect()))
    })
}

/// Resident memory of every process but ourselves; what they share counts more than once.
fn resident_mb() -> u64 {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let own = entries.filter_map(|entry| {
        let pid = entry.file_name().to_str()?.parse::<i32>().ok()?;
        let fields = fs::read_to_string(entry.path().join("statm")).ok().filter(|_| pid != 1)?;
        let mut fields = fields.split(' ').skip(1).map(|field| field.parse::<u64>().unwrap_or_default());
        // Resident pages less those that are shared with others.
        Some(fields.next()?.saturating_sub(fields.next()?))
    });
    let pages: u64 = own.sum();
    pages * rustix::param::page_size() as u64 / (1024 * 1024)
}

/// Copies the files of the results' folder, no links, within a bound, then tells how it ended.
fn bring_out(folder: &OwnedFd, ended: &Ended, most_mb: u64) -> io::Result<()> {
    let mut left = most_mb * 1024 * 1024;
    for entry in fs::read_dir(Places::isolated().results)?.flatten() {
        if !entry.file_type()?.is_file() || entry.file_name() == ENDED {
            continue;
        }
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let from = File::from(openat(CWD, entry.path(), flags, Mode::empty())?);
        let mut from = from.take(left);
        let mut to = created(folder, entry.file_name().as_os_str())?;
        left -= io::copy(&mut from, &mut to)?;
    }
    let text = serde_json::to_string_pretty(ended).map_err(io::Error::other)?;
    created(folder, ENDED.as_ref())?.write_all(text.as_bytes())
}

fn created(folder: &OwnedFd, name: &std::ffi::OsStr) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(File::from(openat(folder, name, flags, Mode::from_raw_mode(0o644))?))
}
