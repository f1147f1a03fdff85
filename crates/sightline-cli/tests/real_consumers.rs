//! What others read: SARIF against its official schema, JUnit in the library that tools load it with.
//!
//! Both come from their registries at pinned versions, as the real servers do, and are never committed.

mod common;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use common::run;
use serde_json::Value;

/// The package of the SARIF project that carries the schema, and where the schema is in it.
const SARIF: &str = "@microsoft/jest-sarif@1.0.0-beta.0";
const SARIF_SCHEMA: &str = "package/lib/schemas/sarif-2.1.0-rtm.5.json";
const JUNIT: &str = "junitparser==5.0.3";

/// Files with findings of all levels, odd names and odd characters.
fn recordings() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = [
        (
            "odd, name: é.json",
            r#"{"content":[{"type":"a<&>\"']]>\u0007"},{"type":"text","text":5}],"isError":"no"}"#,
        ),
        ("good.json", r#"{"content":[{"type":"text","text":"fine"}]}"#),
        (
            "list.jsonl",
            "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"type\":\"objekt\"}},{\"name\":\"b\"}]}\n{\"x\":1}\n",
        ),
        ("sightline.toml", "[[suppress]]\nrule = \"malformed-base64\"\nreason = \"none\"\n"),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file is written");
    }
    folder
}

fn report(folder: &Path, format: &str) -> String {
    let run = run(folder, &["check", ".", "--format", format], "");
    assert_eq!(run.code, Some(1), "{}", run.err);
    run.out
}

/// A folder below target/ that one process at a time fills, once.
fn installed(name: &str, fill: impl FnOnce(&Path)) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real-consumers").join(name);
    fs::create_dir_all(&folder).expect("a folder is made");
    let lock = File::create(folder.with_extension("lock")).expect("a lock is made");
    lock.lock().expect("the lock is had");
    if !folder.join("installed").exists() {
        fill(&folder);
        fs::write(folder.join("installed"), name).expect("a stamp is written");
    }
    folder
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn real_consumer_of_sarif_is_its_official_schema() {
    let folder = installed("sarif-1.0.0-beta.0", |folder| {
        let packed = succeed(Command::new("npm").args(["pack", "--silent", SARIF]).current_dir(folder));
        succeed(Command::new("tar").arg("xzf").arg(packed.trim()).arg(SARIF_SCHEMA).current_dir(folder));
    });
    let schema = fs::read_to_string(folder.join(SARIF_SCHEMA)).expect("the schema can be read");
    let mut schema: Value = serde_json::from_str(&schema).expect("it is JSON");
    // One pattern of it, used twice, is no regular expression: a bracket too many, in a member that we
    // never write.
    for holder in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{holder}/properties/language"));
        let language = language.and_then(Value::as_object_mut).expect("it has the member");
        language.remove("pattern").expect("the bracket is still there");
    }
    let validator = jsonschema::draft4::new(&schema).expect("it is a schema");
    let recordings = recordings();
    let mut log: Value = serde_json::from_str(&report(recordings.path(), "sarif")).expect("JSON");
    let problems: Vec<String> =
        validator.iter_errors(&log).map(|error| format!("{} at {}", error, error.instance_path())).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert!(results.len() > 5);
    for result in results {
        let rule = &log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"], "the index points to the rule");
        assert!(result["locations"][0]["physicalLocation"]["region"]["startLine"].is_u64(), "{result}");
    }
    // The schema tells right from wrong.
    log["runs"][0]["results"][0]["level"] = "dreadful".into();
    assert!(!validator.is_valid(&log));
}

#[test]
fn real_consumer_of_junit_loads_every_case() {
    let folder = installed("junitparser-5.0.3", |folder| {
        succeed(Command::new("python3").args(["-m", "venv", "venv"]).current_dir(folder));
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", JUNIT];
        succeed(Command::new(folder.join("venv/bin/python")).args(pip));
    });
    let recordings = recordings();
    let text = report(recordings.path(), "junit");
    fs::write(recordings.path().join("report.xml"), &text).expect("a file is written");
    let script = "
import json, sys
from junitparser import JUnitXml
suites = JUnitXml.fromfile(sys.argv[1])
print(json.dumps([[suite.name, suite.tests, suite.failures,
    [[case.name, [r.message for r in case.result]] for case in suite]] for suite in suites]))
";
    let python = folder.join("venv/bin/python");
    let loaded =
        succeed(Command::new(python).args(["-c", script, "report.xml"]).current_dir(recordings.path()));
    let loaded: Value = serde_json::from_str(&loaded).expect("JSON");
    let json: Value = serde_json::from_str(&report(recordings.path(), "json")).expect("JSON");
    let suites = loaded.as_array().expect("suites");
    assert_eq!(suites.len(), 4, "three files and the settings: {loaded}");
    let failures: u64 = suites.iter().map(|suite| suite[2].as_u64().unwrap()).sum();
    assert_eq!(json["summary"]["errors"], failures, "errors are failures, and all else passes");
    for suite in suites {
        let cases = suite[3].as_array().expect("cases");
        assert_eq!(suite[1].as_u64().unwrap() as usize, cases.len(), "{suite}");
        let failed = cases.iter().filter(|case| !case[1].as_array().unwrap().is_empty()).count();
        assert_eq!(suite[2].as_u64().unwrap() as usize, failed, "{suite}");
    }
    assert_eq!(suites.iter().filter(|suite| suite[0] == "./odd, name: é.json").count(), 1, "{loaded}");
}
