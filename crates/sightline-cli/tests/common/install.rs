//! Installs packages of a registry below target/, once: a stamp names what is there.
#![allow(dead_code, reason = "each test file uses a part")]

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where packages come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    Npm,
    Pypi,
}

/// Installs packages into a folder of that name, unless they are there, and returns the folder.
///
/// npm puts them into `node_modules`, pip into an environment with `bin/python`.
pub fn install(name: &str, from: From, packages: &[String]) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let stamp = folder.join("installed");
    let wanted = packages.join("\n");
    let describe = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(describe)?;
    // Tests run in processes of their own: the second waits for the first, then finds the stamp.
    let lock = File::create(folder.with_extension("lock")).map_err(describe)?;
    lock.lock().map_err(describe)?;
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(folder);
    }
    fs::remove_dir_all(&folder).and_then(|()| fs::create_dir_all(&folder)).map_err(describe)?;
    match from {
        From::Npm => {
            let mut npm = Command::new("npm");
            npm.args(["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix"]).arg(&folder);
            run(npm.args(packages))?;
        }
        From::Pypi => {
            run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
            let mut pip = Command::new(folder.join("bin/python"));
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
            run(pip.args(packages))?;
        }
    }
    fs::write(&stamp, wanted).map_err(describe)?;
    Ok(folder)
}

/// Installs one SDK into a folder that all tests share.
pub fn install_sdk(from: From, package: &str) -> Result<PathBuf, String> {
    let name: String =
        package.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect();
    install(&format!("sdks/{}", name.trim_matches('-')), from, &[package.to_owned()])
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} could not be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = said.lines().rev().take(8).collect();
    Err(format!(
        "{name} ended with {}: {}",
        output.status,
        last.into_iter().rev().collect::<Vec<_>>().join("\n")
    ))
}
