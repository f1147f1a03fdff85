//! Chores of the project. Knows which commands make up a tier; has no logic of the product.
//!
//! Runs on Rust, Node and Python alone: `cargo nextest` is used where it is installed, and
//! `cargo test` otherwise.

mod api;
mod report;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

use report::Outcome;

const USAGE: &str = "usage: cargo xtask TASK

  fast     tests that need nothing but this folder; under a minute once built
  test     lints, fast tier, documentation examples, real servers: what CI runs
  full     test, then the slow rest; writes docs/reports/full-DATE.md
  api      compares what the libraries offer with docs/api, and with the last release
  bench    the benches, which print ratios
  install-test-servers
           installs the servers and clients that the tests drive, once; `test` does so too
  survey   runs every client that can be installed, isolated, and keeps records below target/survey;
           what follows goes to `sightline survey clients`: --plan says what would run, names choose
  accept   rewrites generated documents and counts, then shows what changed
";

/// Test binaries with random cases.
const LAWS: [&str; 5] = ["json_laws", "json_conformance", "contract_laws", "adapt_laws", "kit_laws"];

/// Where the laws' random cases start, so that a commit is red or green for what it changed; `full`
/// looks at fresh cases.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "20260728");

/// Tests that install and drive foreign programs; their names begin so.
const REAL: [&str; 6] =
    ["real_server", "real_peer", "real_consumer", "real_client", "real_sdk", "real_browser"];

fn main() -> ExitCode {
    let task = env::args().nth(1).unwrap_or_default();
    let more: Vec<String> = env::args().skip(2).collect();
    let steps: Vec<Outcome> = match task.as_str() {
        "fast" => fast(),
        "test" => test(),
        "full" => full(),
        "api" => public_api(),
        "bench" => bench(),
        "install-test-servers" => install_test_servers(),
        "survey" => survey(&more),
        "accept" => accept(),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    println!("\n{}", report::table(&steps));
    if task == "full" {
        match report::write(&root(), &steps) {
            Ok(path) => println!("wrote {}", path.display()),
            Err(error) => eprintln!("the report could not be written: {error}"),
        }
    }
    if steps.iter().all(Outcome::is_ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn fast() -> Vec<Outcome> {
    let tests = if has("nextest") {
        cargo(&["nextest", "run", "--workspace", "-E", &format!("not test(/(^|::)({})/)", REAL.join("|"))])
    } else {
        let skipped = REAL.iter().flat_map(|name| ["--skip", name]);
        let mut tests = cargo(&["test", "--workspace", "--lib", "--bins", "--tests", "--"]);
        tests.args(skipped);
        tests
    };
    // Which some tests run; `cargo test` builds them only when no kind of target is named.
    let examples = run("examples are built", cargo(&["build", "--workspace", "--examples"]));
    let mut outcomes = vec![examples];
    outcomes.extend(without_official_schemas());
    outcomes.push(run("tests of the fast tier", tests));
    outcomes
}

/// What two tests leave out where the specification's own schemas are not beside the workspace.
fn without_official_schemas() -> Option<Outcome> {
    let missing = !root().join("../shared/spec").is_dir();
    let name = "against the official schemas";
    missing.then(|| Outcome::not_run(name, "there is no ../shared/spec beside the workspace"))
}

fn test() -> Vec<Outcome> {
    let mut outcomes = vec![
        run("formatting", cargo(&["fmt", "--all", "--check"])),
        run("lints", cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])),
    ];
    // Documentation examples and the real servers come before the tests, so that the last lines
    // printed are those of the test runner.
    outcomes.push(run("examples in the documentation", cargo(&["test", "--workspace", "--doc"])));
    // The command as the tests build it: `cargo run` would build all dependencies once more, without
    // the features that tests turn on.
    outcomes.push(run("tests are built", cargo(&["test", "--workspace", "--no-run"])));
    outcomes.push(run("the demo server, inspected", {
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        let mut command = Command::new(target.join("debug").join("sightline"));
        command.args(["inspect", "--fail-on", "never", "--color", "never"]);
        command
    }));
    outcomes.extend(without_official_schemas());
    let tests = if has("nextest") {
        cargo(&["nextest", "run", "--workspace"])
    } else {
        cargo(&["test", "--workspace", "--lib", "--bins", "--tests"])
    };
    outcomes.push(run("tests, with real servers", tests));
    outcomes
}

fn full() -> Vec<Outcome> {
    let mut outcomes = test();
    outcomes.push(run("the library alone", cargo(&["test", "-p", "mcp-sightline", "--tests", "--lib"])));
    outcomes.push(run("the library under other features of serde_json", {
        let manifest = "crates/sightline-features-check/Cargo.toml";
        // Its own target directory is inside the usual one, so that one place holds all builds.
        cargo(&["test", "--manifest-path", manifest, "--target-dir", "target/features-check"])
    }));
    // The seed is printed by a failing law, with the smallest case that breaks it.
    outcomes.push(run("laws under fresh seeds", {
        let mut laws = cargo(&["test", "--workspace"]);
        for name in LAWS {
            laws.args(["--test", name]);
        }
        laws.env_remove(SEED.0);
        laws
    }));
    outcomes.push(run("documentation builds", {
        let mut command = cargo(&["doc", "--workspace", "--no-deps", "--features", "sightline-kit/rmcp"]);
        command.env("RUSTDOCFLAGS", "-D warnings");
        command
    }));
    outcomes.extend(public_api());
    outcomes.push(if has("deny") {
        run("licences, bans, sources", cargo(&["deny", "check", "bans", "licenses", "sources"]))
    } else {
        Outcome::not_run("licences, bans, sources", "cargo-deny is not installed")
    });
    outcomes.push(run("no network code in the library", {
        let script =
            "! cargo tree -p mcp-sightline -e normal --prefix none | grep -E '^(reqwest|hyper|ureq|tokio) '";
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }));
    outcomes.extend(bench());
    outcomes
}

/// A minute of rustdoc, so that CI does not pay for it at every commit.
fn public_api() -> Vec<Outcome> {
    let mut outcomes = vec![judged("public items are those of docs/api", || api::compare(&root()).map(Some))];
    outcomes.push(judged("nothing breaks the last release", || api::since_release(&root())));
    let name = "semver checks";
    outcomes.push(match (has("semver-checks"), api::last_release(&root())) {
        (false, _) => Outcome::not_run(name, "cargo-semver-checks is not installed"),
        (_, None) => Outcome::not_run(name, "no release has a tag yet"),
        (true, Some(tag)) => {
            let mut check = cargo(&["semver-checks", "--all-features", "--baseline-rev", &tag]);
            for (package, _) in api::CRATES {
                check.args(["--package", package]);
            }
            run(name, check)
        }
    });
    outcomes
}

/// Runs a judgement of our own; `None` where there is nothing to judge.
fn judged(what: &str, judge: impl FnOnce() -> Result<Option<String>, String>) -> Outcome {
    println!("\n== {what}");
    let start = Instant::now();
    match judge() {
        Ok(Some(said)) => {
            println!("{said}");
            Outcome::ran(what, true, start.elapsed())
        }
        Ok(None) => Outcome::not_run(what, "no release has a tag yet"),
        Err(reason) => {
            eprintln!("{reason}");
            Outcome::ran(what, false, start.elapsed())
        }
    }
}

fn bench() -> Vec<Outcome> {
    // The dev profile optimises the library, and the whole workspace turns on the same features as
    // the tests do, so that nothing is built twice.
    ["read", "project", "adapt", "start", "recording", "build"]
        .map(|name| {
            let what = format!("bench {name}");
            measured(&what, cargo(&["bench", "--workspace", "--bench", name, "--profile", "dev"]))
        })
        .into()
}

/// The test that installs is the installer, so that both agree on what and where.
fn install_test_servers() -> Vec<Outcome> {
    let install =
        |test: &str, name: &str| cargo(&["test", "--workspace", "--test", test, "--", "--exact", name]);
    vec![
        run("servers for the tests", install("real-servers", "real_servers_can_be_installed")),
        run("clients for the tests", install("peers", "real_peers_can_be_installed")),
        run("server packages for the tests", install("senders", "real_peers_that_send_can_be_installed")),
        run("clients for the survey", install("real_clients", "real_clients_can_be_installed")),
        run("SDKs of model providers for the tests", install("sdks", "real_sdks_can_be_installed")),
    ]
}

/// Every client whose source is open, in all its dialects and transports; what is kept already is not
/// run again. Takes hours from nothing; Ctrl-C ends it, and the same task goes on from there.
fn survey(more: &[String]) -> Vec<Outcome> {
    let survey =
        ["run", "--bin", "sightline", "--", "survey", "clients", "--dialect", "all", "--transport", "all"];
    let mut command = cargo(&survey);
    let is_out = |word: &String| word == "--out" || word.starts_with("--out=");
    if !more.iter().any(is_out) {
        command.args(["--out", "target/survey"]);
    }
    command.args(more);
    vec![run("real clients, surveyed", command)]
}

fn accept() -> Vec<Outcome> {
    let mut tests = cargo(&["test", "--workspace", "--tests"]);
    tests.env("SIGHTLINE_UPDATE", "1");
    let mut status = Command::new("git");
    status.args(["status", "--short"]);
    let api = judged("public items, rewritten", || api::compare(&root()).map(Some));
    vec![run("rewriting", tests), api, run("what changed", status)]
}

fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().map_or(manifest.clone(), PathBuf::from)
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    if env::var_os(SEED.0).is_none() {
        command.env(SEED.0, SEED.1);
    }
    command
}

/// Tells whether a cargo subcommand is installed.
fn has(subcommand: &str) -> bool {
    cargo(&[subcommand, "--version"]).output().is_ok_and(|output| output.status.success())
}

/// Runs a bench and keeps what it printed, for the report.
fn measured(what: &str, mut command: Command) -> Outcome {
    println!("\n== {what}");
    let start = Instant::now();
    match command.current_dir(root()).output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            println!("{text}");
            if !output.status.success() {
                eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            }
            Outcome::ran(what, output.status.success(), start.elapsed()).saying(text)
        }
        Err(error) => {
            eprintln!("{what}: could not be started: {error}");
            Outcome::ran(what, false, start.elapsed())
        }
    }
}

fn run(what: &str, mut command: Command) -> Outcome {
    println!("\n== {what}");
    let start = Instant::now();
    let log = fs::create_dir_all(root().join("target")).and(command.current_dir(root()).status());
    match log {
        Ok(status) => Outcome::ran(what, status.success(), start.elapsed()),
        Err(error) => {
            eprintln!("{what}: could not be started: {error}");
            Outcome::ran(what, false, start.elapsed())
        }
    }
}
