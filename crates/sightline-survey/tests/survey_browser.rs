//! The site in a real Chromium, looked at as people look at it: by keyboard, on a phone, without JavaScript.
//!
//! The browser comes from the system's packages, playwright-core and axe-core from npm. Where one of them
//! is not to be had, what was not run is named.

#[path = "../../sightline-cli/tests/common/browser.rs"]
mod browser;
#[path = "../../sightline-cli/tests/common/install.rs"]
mod packages;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;
use sightline_survey::results::read::shipped;
use sightline_survey::site::{Input, pages};

const PACKAGES: [&str; 1] = ["axe-core@4.14.1"];
const SCRIPT: &str = include_str!("site/browser.mjs");

fn write_site(folder: &Path) {
    let mut input = Input::default();
    input.observed =
        shipped().unwrap().into_iter().filter(|one| one.record.case.starts_with("live:")).collect();
    input.servers = sightline_survey::servers::shipped().unwrap();
    for page in pages(&input) {
        let path = folder.join(&page.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &page.text).unwrap();
    }
}

#[test]
fn real_browser_finds_the_site_good() {
    let (browser, packages) = match browser::browser("survey-browser", &PACKAGES) {
        Ok(ready) => ready,
        Err(reason) => {
            println!("not run: the site in a real browser ({reason})");
            return;
        }
    };
    let site = tempfile::tempdir().unwrap();
    write_site(site.path());
    let script = site.path().join("look.mjs");
    fs::write(&script, SCRIPT).unwrap();
    let mut command = Command::new("node");
    command.arg(&script).arg(&packages).arg(site.path()).env("CHROMIUM", browser);
    if let Some(shots) = env::var_os("SIGHTLINE_SHOTS") {
        fs::create_dir_all(&shots).unwrap();
        command.arg(shots);
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    println!("checks: {}", found["checks"]);
    let problems: Vec<&str> =
        found["problems"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(found["checks"].as_object().unwrap().len() >= 7, "{}", found["checks"]);
}
