//! Installs the servers below target/, once: a stamp names what is there.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::list::{Registry, Servers};

/// Where the programs of one registry are, or why they could not be installed.
pub type Installed = Result<PathBuf, String>;

/// Installs the packages of one registry, unless they are there, and returns the folder of programs.
pub fn install(servers: &Servers, registry: Registry) -> Installed {
    let separator = match registry {
        Registry::Npm => "@",
        Registry::Pypi => "==",
    };
    let own = servers.server.iter().filter(|server| server.registry == registry);
    let mut packages: Vec<String> =
        own.map(|server| format!("{}{separator}{}", server.package, server.version)).collect();
    packages.extend(servers.with.get(&registry).into_iter().flatten().cloned());

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real-servers").join(match registry {
        Registry::Npm => "npm",
        Registry::Pypi => "pypi",
    });
    let programs = match registry {
        Registry::Npm => folder.join("node_modules/.bin"),
        Registry::Pypi => folder.join("bin"),
    };
    let stamp = folder.join("installed");
    let wanted = packages.join("\n");
    let describe = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(describe)?;
    // Tests run in processes of their own: the second waits for the first, then finds the stamp.
    let lock = File::create(folder.with_extension("lock")).map_err(describe)?;
    lock.lock().map_err(describe)?;
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(programs);
    }
    fs::remove_dir_all(&folder).and_then(|()| fs::create_dir_all(&folder)).map_err(describe)?;
    match registry {
        Registry::Npm => {
            let mut npm = Command::new("npm");
            npm.args(["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix"]).arg(&folder);
            run(npm.args(&packages))?;
        }
        Registry::Pypi => {
            run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
            let mut pip = Command::new(folder.join("bin/python"));
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
            run(pip.args(&packages))?;
        }
    }
    fs::write(&stamp, wanted).map_err(describe)?;
    Ok(programs)
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
