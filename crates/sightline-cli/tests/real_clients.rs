//! Real clients from the registries, run isolated against the probe server: what their models were
//! sent is recorded, and held against the shipped profiles.
//!
//! Light ones, so that a clean machine does it in minutes. Releases are not pinned: a client that has
//! changed is what the survey is for, so a difference from a profile is printed and is no failure.

#[path = "common/kit_server.rs"]
mod kit_server;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

use serde_json::Value;
use sightline_survey::results::drift::drifts;
use sightline_survey::results::read::load as observed;
use sightline_survey::{install, recipe};

/// Clients, with the dialect that each is asked to speak: all four come up.
const CLIENTS: [(&str, &str); 5] = [
    ("ai-sdk", "openai-chat"),
    ("ai-sdk", "anthropic-messages"),
    ("openai-agents-js", "openai-responses"),
    ("gemini-cli", "gemini"),
    ("strands", "openai-chat"),
];

/// One of each kind: both fields, a mirror, errors, a broken promise, blocks, an empty list.
const SCENARIOS: [&str; 9] =
    ["both", "noschema", "mirror", "empty", "text", "error", "invalid", "image", "error_text"];

fn survey(client: &str, dialect: &str, out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sightline"));
    command.args([
        "survey",
        "clients",
        client,
        "--dialect",
        dialect,
        "--era",
        "both",
        "--format",
        "json",
        "--jobs",
        "1",
    ]);
    for scenario in SCENARIOS {
        command.args(["--scenario", scenario]);
    }
    command.arg("--out").arg(out).args(more);
    // A key of ours that no client may see.
    command
        .env("SIGHTLINE_CACHE", cache())
        .env("OPENAI_API_KEY", "SECRET-91c4")
        .env("SURVEY_CANARY", "SECRET-91c4");
    command.output().unwrap()
}

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("survey-cache")
}

/// `cargo xtask install-test-servers` runs this one alone.
#[test]
fn real_clients_can_be_installed() {
    for (client, _) in CLIENTS {
        let recipe = recipe::find(client).unwrap();
        let installed = install::install(&recipe, None, &cache(), &AtomicBool::new(false)).unwrap();
        println!("{client} {}: {:?}", installed.version, installed.packages);
        assert_eq!(installed.packages.get(&recipe.install.package), Some(&installed.version));
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The records below a folder, by client and dialect.
fn records(out: &Path) -> Vec<Value> {
    let files = fs::read_dir(out.join("records")).unwrap().map(|entry| entry.unwrap().path());
    let texts: Vec<String> = files.map(|path| fs::read_to_string(path).unwrap()).collect();
    texts.iter().flat_map(|text| text.lines()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn real_clients_are_surveyed() {
    let out = folder("survey");
    for (client, dialect) in CLIENTS {
        let output = survey(client, dialect, &out, &[]);
        let said = String::from_utf8_lossy(&output.stdout);
        let summary: Value = serde_json::from_str(&said).unwrap_or_else(|error| {
            panic!("{client}: {error}: {said}{}", String::from_utf8_lossy(&output.stderr))
        });
        assert_eq!(summary["isolated"], true, "{client}");
        let course = &summary["courses"].as_array().unwrap_or_else(|| panic!("{summary}"))[0];
        assert_eq!(course["failure"], Value::Null, "{client}: {summary:#}");
        let outcomes = course["outcomes"].as_object().unwrap();
        assert_eq!(outcomes.len(), SCENARIOS.len(), "{client}: {course:#}");
        assert_eq!(outcomes["text"], "seen", "{client}: {course:#}");
        println!(
            "{client} {}, {dialect}, {}: {} scenarios",
            course["version"],
            course["revision"],
            outcomes.len()
        );
    }
    let records = records(&out);
    for (client, dialect) in CLIENTS {
        let own: Vec<&Value> = records
            .iter()
            .filter(|record| record["client"] == client && record["dialect"] == dialect)
            .collect();
        assert!(own.len() >= SCENARIOS.len() - 2, "{client} {dialect}: {} records", own.len());
        let text = own.iter().find(|record| record["case"] == "survey:text").unwrap();
        assert!(text["parts"].to_string().contains("CNRY_text_t1_zq"), "{client}: {text:#}");
        for name in ["version", "era", "model", "wire", "date", "transport"] {
            assert!(
                text[name].as_str().is_some_and(|value| !value.is_empty()),
                "{client} has no {name}: {text:#}"
            );
        }
        let request = out.join(text["request"]["file"].as_str().unwrap());
        let kept = fs::read_to_string(request).unwrap();
        assert!(kept.contains("CNRY_text_t1_zq"), "{client}: the request is not kept");
        assert!(!kept.contains("SECRET-91c4"), "{client} was given a key of ours");
    }
    report_drift(&out, records.len());
}

/// Holds the records against the shipped profiles, and prints what differs.
fn report_drift(out: &Path, count: usize) {
    let observed = observed(&[out.join("records")]).unwrap();
    let found = drifts(&observed);
    let left_out: usize = found.not_compared.values().sum();
    assert_eq!(found.same + found.drifts.len() + left_out, count, "{:?}", found.not_compared);
    assert!(found.same > 0, "no profile explains any record");
    println!(
        "shipped profiles explain {} of {count} records; not compared: {:?}",
        found.same, found.not_compared
    );
    println!("versions that no profile knows: {:?}", found.new_versions);
    for drift in &found.drifts {
        println!("drift: {} {} {} {}", drift.client, drift.version, drift.path, drift.case);
        for (whose, text) in [("observed", &drift.observed), ("profile", &drift.projected)] {
            println!("  {whose}: {}", text.chars().take(300).collect::<String>().replace('\n', " | "));
        }
    }
}

#[test]
fn real_client_is_not_run_again() {
    let out = folder("survey-again");
    let (client, dialect) = CLIENTS[0];
    let runs = |output: &Output| -> u64 {
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        summary["courses"].as_array().unwrap().iter().map(|course| course["runs"].as_u64().unwrap()).sum()
    };
    assert!(runs(&survey(client, dialect, &out, &[])) > 0);
    let before = records(&out).len();
    assert_eq!(runs(&survey(client, dialect, &out, &[])), 0, "all was known");
    assert_eq!(records(&out).len(), before);
    assert!(runs(&survey(client, dialect, &out, &["--fresh"])) > 0, "--fresh runs again");
    assert_eq!(records(&out).len(), before);
}

/// What a command that cannot do its work says.
#[test]
fn a_survey_names_what_it_does_not_know() {
    let said = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_sightline"))
            .args(["survey", "clients"])
            .args(arguments)
            .args(["--out", concat!(env!("CARGO_TARGET_TMPDIR"), "/survey-bad")])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let recipe = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad-recipe.toml");
    fs::write(&recipe, "client = \"mine\"\ncolour = \"red\"\n").unwrap();
    let cases =
        BTreeMap::from([("nobody", vec!["nobody", "strands"]), ("both-ways", vec!["scenario", "mirror"])]);
    assert!(cases["nobody"].iter().all(|hint| said(&["nobody"]).contains(hint)));
    assert!(
        cases["both-ways"].iter().all(|hint| said(&["strands", "--scenario", "both-ways"]).contains(hint))
    );
    let message = said(&["--recipe", recipe.to_str().unwrap()]);
    assert!(
        message.contains("line 2") && message.contains("colour") && message.contains("install"),
        "{message}"
    );
    let message = said(&["strands", "--dialect", "morse"]);
    assert!(message.contains("morse") && message.contains("openai-chat"), "{message}");
}
