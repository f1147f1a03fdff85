//! Each format of `sightline check`, as programs read it; the unit tests have the escapes.

mod common;

use std::fs;

use common::{Case, case, check, run};
use serde_json::Value;

/// A finding of each level, in a file whose name has what formats escape.
const FILE: &str = "a,b: c.json";
const TEXT: &str = "{\"isError\":\"no\",\"content\":\n  [{\"type\":\"t%|<x>\"}],\n  \"is_error\":true}";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join(FILE), TEXT).expect("a file is written");
    fs::write(folder.path().join("good.json"), r#"{"content":[{"type":"text","text":"x"}]}"#)
        .expect("a file is written");
    folder
}

fn format(name: &str, code: i32) -> Case {
    case(&format!("check --format {name}"), code).arg(FILE)
}

#[test]
fn every_format_says_what_was_found() {
    let places: &[&str] = &[":1:12", ":2:12", ":3:14"];
    let text = places.iter().fold(format("text", 1), |case, place| case.out(&format!("--> {FILE}{place}")));
    check(
        folder().path(),
        &[
            text.out("error[RES-005]").out("error[BLK-001]").out("advice[RES-007]"),
            format("json", 1)
                .json("/diagnostics/0/level", "\"error\"")
                .json("/files/0/findings/errors", "2")
                .json("/files/0/checked", "1"),
            format("sarif", 1)
                .json("/version", "\"2.1.0\"")
                .json("/runs/0/columnKind", "\"unicodeCodePoints\"")
                .json("/runs/0/results/0/level", "\"error\"")
                .json(
                    "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri",
                    "\"a%2Cb%3A%20c.json\"",
                )
                .json("/runs/0/results/0/locations/0/physicalLocation/region/startLine", "1"),
            format("junit", 1)
                .out(r#"<testsuites name="sightline" tests=""#)
                .out(r#"name="a,b: c.json""#)
                .out(r#"type="error""#)
                .out("t%|&lt;x&gt;"),
            format("github", 1)
                .out("\n::error file=a%2Cb%3A c.json,line=2,col=12,title=unknown-block-type (BLK-001)::")
                .out("t%25|<x>")
                .out("\nsightline: 2 errors, "),
            format("markdown", 1)
                .out("## ❌ sightline: 2 errors, ")
                .out("| error | non-boolean-is-error (RES-005) | a,b: c.json:1 |")
                .out("t%\\|&lt;x&gt;"),
            case("check good.json --format junit", 0)
                .out(r#"<testcase name="no findings" classname="good.json""#),
            case("check good.json --format markdown", 0).out("## ✅ sightline: 0 errors"),
            case("check good.json --format github", 0).lacks("::error").out("sightline: 0 errors"),
            case("check good.json --format yaml", 2)
                .err("[possible values: text, json, sarif, junit, github, markdown]"),
        ],
    );
}

#[test]
fn long_lines_are_shown_as_windows_and_floods_are_cut() {
    let folder = folder();
    let blocks: Vec<String> =
        (0..3000).map(|index| format!("{{\"type\":\"text\",\"text\":{index}}}")).collect();
    fs::write(folder.path().join("flood.json"), format!("{{\"content\":[{}]}}", blocks.join(",")))
        .expect("a file is written");
    let many: Vec<String> = (0..50).map(|_| TEXT.replace('\n', " ")).collect();
    fs::write(folder.path().join("many.jsonl"), many.join("\n")).expect("a file is written");
    let flood = run(folder.path(), &["check", "flood.json"], "");
    assert!(flood.out.lines().all(|line| line.chars().count() < 400), "no line is long");
    check(
        folder.path(),
        &[
            case("check many.jsonl --max-findings 7 --format json", 1)
                .json("/summary/errors", "100")
                .out("--max-findings shows more"),
            case("check many.jsonl --max-findings 7 --format json --fail-on advice", 1),
            case("check many.jsonl --max-findings 7 --allow RES-005 --allow BLK-001 --fail-on error", 0),
        ],
    );
    let report = run(folder.path(), &["check", "many.jsonl", "--max-findings", "7", "--format", "json"], "");
    let report: Value = serde_json::from_str(&report.out).expect("JSON");
    assert_eq!(report["diagnostics"].as_array().map(Vec::len), Some(7));
}

/// The commands of the Actions snippet, as a runner's shell runs them: a red check, and the two files that its
/// other steps take.
#[cfg(unix)]
#[test]
fn the_steps_of_the_actions_snippet_run() {
    use std::path::Path;
    use std::process::Command;

    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/checking.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let snippet = page.split("## GitHub Actions").nth(1).and_then(|rest| rest.split("```").nth(1));
    let steps: Vec<&str> =
        snippet.unwrap_or_default().lines().filter_map(|line| Some(line.split_once("run: ")?.1)).collect();
    let (install, steps) = steps.split_first().expect("the snippet has steps");
    assert!(install.starts_with("cargo install --git") && install.ends_with("sightline-cli --locked"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("recordings")).expect("a folder is made");
    fs::write(folder.path().join("recordings/a.json"), TEXT).expect("a file is written");
    let binary = Path::new(common::SIGHTLINE).parent().expect("a binary has a folder");
    let search = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let codes: Vec<Option<i32>> = steps
        .iter()
        .map(|step| {
            let mut shell = Command::new("bash");
            shell.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", step]).current_dir(folder.path());
            shell.env("PATH", &search).env("GITHUB_STEP_SUMMARY", folder.path().join("summary.md"));
            shell.output().expect("bash runs").status.code()
        })
        .collect();
    assert_eq!(codes, [Some(1), Some(0), Some(0)], "{steps:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a step wrote it");
    assert!(read("summary.md").contains("2 errors"));
    let sarif: Value = serde_json::from_str(&read("sightline.sarif")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(3));
}
