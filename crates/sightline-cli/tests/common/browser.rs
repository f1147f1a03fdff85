//! A real Chromium, and the package that drives it. A file that includes this one includes `install.rs`
//! as its module `packages`.

use std::path::PathBuf;
use std::process::Command;

use crate::packages::{From, install};

const DRIVER: &str = "playwright-core@1.65.1";

/// The browser, and a folder with its driver and these packages, or why they are not to be had.
pub fn browser(folder: &str, packages: &[&str]) -> Result<(PathBuf, PathBuf), String> {
    let packages: Vec<String> =
        [DRIVER].iter().chain(packages).map(|package| (*package).to_owned()).collect();
    Ok((chromium()?, install(folder, From::Npm, &packages)?))
}

/// The browser, installed when it is not there.
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
