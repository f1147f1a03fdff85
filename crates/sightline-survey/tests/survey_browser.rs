//! The site in a real Chromium, looked at as people look at it: by keyboard, on a phone, without JavaScript.
//!
//! The browser comes from the system's packages, playwright-core and axe-core from npm. Where one of them
//! is not to be had, what was not run is named.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;
use sightline_survey::results::read::shipped;
use sightline_survey::site::{Input, pages};

const PACKAGES: [&str; 2] = ["playwright-core@1.65.1", "axe-core@4.14.1"];
const SCRIPT: &str = include_str!("site/browser.mjs");

/// The browser, installed when it is not there, or why there is none.
fn chromium() -> Result<PathBuf, String> {
    let found = || {
        ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
            .iter()
            .map(PathBuf::from)
            .find(|path| path.exists())
    };
    if let Some(path) = found() {
        return Ok(path);
    }
    let install =
        "apt-get install -y -q chromium || { apt-get update -q && apt-get install -y -q chromium; }";
    let output = Command::new("sh").args(["-c", install]).env("DEBIAN_FRONTEND", "noninteractive").output();
    let said = output.map_or_else(
        |error| error.to_string(),
        |output| String::from_utf8_lossy(&output.stderr).into_owned(),
    );
    found().ok_or_else(|| {
        format!("chromium is not installed and could not be: {}", said.lines().last().unwrap_or_default())
    })
}

/// The folder with the packages.
fn packages() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("survey-browser");
    let mark = folder.join("installed");
    let wanted = PACKAGES.join(" ");
    if fs::read_to_string(&mark).is_ok_and(|known| known == wanted) {
        return Ok(folder);
    }
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    fs::write(folder.join("package.json"), r#"{"private": true}"#).map_err(|error| error.to_string())?;
    let quiet = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    let output = Command::new("npm").args(quiet).args(PACKAGES).current_dir(&folder).output();
    match output {
        Ok(output) if output.status.success() => {
            fs::write(&mark, wanted).map_err(|error| error.to_string())?;
            Ok(folder)
        }
        Ok(output) => Err(format!("npm: {}", String::from_utf8_lossy(&output.stderr).trim())),
        Err(error) => Err(format!("npm: {error}")),
    }
}

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
    let ready = chromium().and_then(|browser| packages().map(|packages| (browser, packages)));
    let (browser, packages) = match ready {
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
