//! CPU time of `sightline project` on a small file, as a ratio to a process that does nothing.
//!
//! `cargo bench --workspace --bench start --profile dev`. User and system time of the children
//! are read from `/proc/self/stat`, which counts in ticks of 10 ms; over all runs together that is
//! 0.2 ms for one. Waiting and other processes do not count. The goal is 30 ms.

use std::fs;
use std::process::{Command, ExitCode, Stdio};

/// The most CPU time of one run, in milliseconds.
const GOAL: f64 = 30.0;
const RUNS: u32 = 50;
/// Milliseconds of one tick: `/proc` counts in `USER_HZ`, which is 100 on every Linux.
const TICK: f64 = 10.0;

/// CPU time of all children that were waited for, in ticks; `None` where there is no `/proc`.
fn children() -> Option<u32> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may hold spaces; cutime and cstime are fields 16 and 17 of proc(5).
    let (_, fields) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    Some(fields.get(13)?.parse::<u32>().ok()? + fields.get(14)?.parse::<u32>().ok()?)
}

/// Milliseconds of CPU time of one run.
fn cost(program: &str, args: &[&str]) -> Option<f64> {
    let before = children()?;
    for _ in 0..RUNS {
        let status = Command::new(program).args(args).stdout(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "{program} {args:?} works");
    }
    Some(f64::from(children()? - before) * TICK / f64::from(RUNS))
}

fn main() -> ExitCode {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let small = folder.path().join("small.json");
    let text = r#"{"content":[{"type":"text","text":"Three."}],"structuredContent":{"t":3}}"#;
    fs::write(&small, text).expect("a file is written");
    let small = small.to_str().expect("temporary folders have plain names");
    let sightline = env!("CARGO_BIN_EXE_sightline");
    let Some(nothing) = cost("true", &[]) else {
        println!("not measured: /proc/self/stat cannot be read on this system");
        return ExitCode::FAILURE;
    };
    println!("{RUNS} runs each, user and system time of one; goal {GOAL} ms for project");
    println!("{nothing:>6.1} ms  an empty process");
    let mut project = 0.0;
    for args in [
        ["project", small, "--client", "codex"].as_slice(),
        ["project", small, "--client", "all"].as_slice(),
        ["check", small, "--fail-on", "never"].as_slice(),
        ["--version"].as_slice(),
    ] {
        let Some(taken) = cost(sightline, args) else { return ExitCode::FAILURE };
        let ratio = taken / nothing.max(TICK / f64::from(RUNS));
        println!(
            "{taken:>6.1} ms  {ratio:>6.1} x  sightline {}",
            args.join(" ").replace(small, "small.json")
        );
        if args.ends_with(&["codex"]) {
            project = taken;
        }
    }
    if project > GOAL {
        println!("project is beyond the goal");
    }
    ExitCode::SUCCESS
}
