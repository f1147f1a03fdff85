//! Brings a client's packages from its registry, once a version. Knows no client.
//!
//! A folder of the cache is named for package and version and holds a file of facts when it is complete.
//! Install scripts of packages are not run, and installers get no more of our environment than they
//! need to reach the registry. An installation can be told to stop at any moment; its folder is begun
//! anew by the next one.

mod npm;
mod pypi;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::process;
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
    /// What the registry was asked for: where a recipe asks for something else now, it is installed anew.
    #[serde(default)]
    pub asked: Vec<String>,
}

/// Why an installation that was told to stop did not come to its end.
pub const INTERRUPTED: &str = "interrupted";

/// Where packages are kept: `SIGHTLINE_CACHE`, else the user's cache.
///
/// ```
/// assert!(sightline_survey::install::cache().is_absolute());
/// ```
#[must_use]
pub fn cache() -> PathBuf {
    let own = env::var_os("SIGHTLINE_CACHE").map(PathBuf::from);
    let users = || env::var_os("XDG_CACHE_HOME").map(|cache| PathBuf::from(cache).join("sightline"));
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/sightline"));
    own.or_else(users).or_else(home).unwrap_or_else(|| env::temp_dir().join("sightline"))
}

/// Installs a client, or finds it installed; without a version, the newest that the registry has.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use sightline_survey::{install, recipe};
///
/// let recipe = recipe::find("ai-sdk").unwrap();
/// let (folder, told_to_stop) = (tempfile::tempdir().unwrap(), AtomicBool::new(true));
/// let error = install::install(&recipe, Some("7.0.173"), folder.path(), &told_to_stop).unwrap_err();
/// assert_eq!(error, install::INTERRUPTED);
/// ```
///
/// # Errors
/// The registry does not have it, what runs it is missing, or `stop` was set: then the reason is
/// [`INTERRUPTED`].
pub fn install(
    recipe: &Recipe,
    version: Option<&str>,
    cache: &Path,
    stop: &AtomicBool,
) -> Result<Installed, String> {
    let way = Way { cache, stop };
    let wanted = version.or(recipe.install.newest.as_deref());
    let python = match recipe.install.from {
        Registry::None => return way.local(&recipe.client, &recipe.install),
        Registry::Npm => None,
        Registry::Pypi => Some(way.python(recipe.install.python.as_deref())?),
    };
    let version = match wanted {
        Some(version) => version.to_owned(),
        None => way.newest(&recipe.install, python.as_deref())?,
    };
    let folder = cache.join(folder_name(&recipe.client, &format!("{}@{version}", recipe.install.package)));
    let asked = match recipe.install.from {
        Registry::None => Vec::new(),
        Registry::Npm => npm::packages(&recipe.install, &version),
        Registry::Pypi => pypi::packages(&recipe.install, &version),
    };
    // A recipe may ask for a newer Python than the one that an earlier call installed for.
    let fits = |installed: &Installed| {
        installed.python.as_deref().is_none_or(|own| way.suits(own, recipe.install.python.as_deref()))
    };
    way.complete(&folder, &asked, fits, || match &python {
        None => way.npm(&recipe.install, &version, &folder, &asked),
        Some(python) => way.pypi(&recipe.install, &version, &folder, &asked, python),
    })
}

/// Where packages are kept, and what tells to stop.
#[derive(Clone, Copy)]
struct Way<'a> {
    cache: &'a Path,
    stop: &'a AtomicBool,
}

/// Between two looks at whether another process has ended its installation.
const LOOK: Duration = Duration::from_millis(100);

impl Way<'_> {
    /// A program that is here already: nothing is installed, and only its folder is seen by runs, beside what
    /// runs it.
    fn local(&self, client: &str, install: &Install) -> Result<Installed, String> {
        let version = install.version.clone().unwrap_or_default();
        let node = install.node.map(|least| self.node(Some(least))).transpose()?;
        let python = install.python.as_deref().map(|least| self.python(Some(least))).transpose()?;
        // A program of the system is seen by every run.
        let runtimes = node.iter().chain(&python).map(|program| parent(&parent(program)));
        let runtimes = runtimes.filter(|folder| folder != Path::new("/usr") && folder != Path::new("/"));
        Ok(Installed {
            packages: BTreeMap::from([(client.to_owned(), version.clone())]),
            version,
            folder: install.folder.clone().unwrap_or_default(),
            reads: install.folder.clone().into_iter().chain(runtimes).collect(),
            node,
            python,
            asked: Vec::new(),
        })
    }

    /// Runs what installs unless the folder has what is asked for; one process at a time.
    fn complete(
        &self,
        folder: &Path,
        asked: &[String],
        fits: impl Fn(&Installed) -> bool,
        install: impl FnOnce() -> Result<Installed, String>,
    ) -> Result<Installed, String> {
        let describe = |error: io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(describe)?;
        let lock = File::create(folder.with_added_extension("lock")).map_err(describe)?;
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(error)) => return Err(describe(error)),
                Err(TryLockError::WouldBlock) if self.stop.load(Ordering::Relaxed) => {
                    return Err(INTERRUPTED.to_owned());
                }
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK),
            }
        }
        let facts = folder.join(FACTS);
        let read = fs::read_to_string(&facts).ok();
        let read: Option<Installed> = read.and_then(|text| serde_json::from_str(&text).ok());
        if let Some(installed) = read.filter(|installed| installed.asked == asked && fits(installed)) {
            return Ok(installed);
        }
        // A half of an earlier attempt is no ground to build on.
        fs::remove_dir_all(folder).and_then(|()| fs::create_dir_all(folder)).map_err(describe)?;
        let installed = Installed { asked: asked.to_owned(), ..install()? };
        let text = serde_json::to_string_pretty(&installed).map_err(|error| error.to_string())?;
        // Whole or not at all, as everything that later calls go by.
        fs::write(facts.with_extension("new"), text).map_err(describe)?;
        fs::rename(facts.with_extension("new"), &facts).map_err(describe)?;
        Ok(installed)
    }

    /// The newest version that the registry names.
    fn newest(&self, install: &Install, python: Option<&Path>) -> Result<String, String> {
        match python {
            None => {
                let said = self.run(installer("npm").args([
                    "view",
                    &format!("{}@latest", install.package),
                    "version",
                ]))?;
                said.lines().last().map(|line| line.trim().to_owned()).filter(|version| !version.is_empty())
            }
            Some(python) => {
                let mut pip = installer(python);
                pip.args(["-m", "pip", "index", "versions", "--disable-pip-version-check", &install.package]);
                let said = self.run(&mut pip)?;
                // The first line reads `package (1.2.3)`.
                let version = said.lines().next().and_then(|line| line.split_once('(')?.1.split_once(')'));
                version.map(|(version, _)| version.to_owned())
            }
        }
        .ok_or_else(|| format!("the registry names no version of {}", install.package))
    }

    /// What a program says; the reason where it fails or we are told to stop.
    fn run(&self, command: &mut Command) -> Result<String, String> {
        let name = command.get_program().to_string_lossy().into_owned();
        let said = process::said(command, self.stop)
            .map_err(|error| format!("{name} could not be started: {error}"))?;
        let said = said.ok_or_else(|| INTERRUPTED.to_owned())?;
        if said.status.success() {
            return Ok(said.out);
        }
        let last: Vec<&str> = said.err.lines().rev().take(8).collect();
        Err(format!("{name}: {}: {}", said.status, last.into_iter().rev().collect::<Vec<_>>().join("\n")))
    }
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

fn folder_name(client: &str, package: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "@._-".contains(c) { c } else { '-' };
    format!("clients/{client}/{}", package.trim_start_matches('@').chars().map(plain).collect::<String>())
}

fn parent(path: &Path) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installation_that_another_holds_can_be_told_to_stop() {
        let cache = tempfile::tempdir().unwrap();
        let folder = cache.path().join("held");
        fs::create_dir_all(&folder).unwrap();
        let held = File::create(folder.with_added_extension("lock")).unwrap();
        held.lock().unwrap();
        let way = Way { cache: cache.path(), stop: &AtomicBool::new(true) };
        let error = way.complete(&folder, &[], |_| true, || panic!("another installs")).unwrap_err();
        assert_eq!(error, INTERRUPTED);
    }

    #[test]
    fn what_a_recipe_asks_for_now_is_installed_anew() {
        let cache = tempfile::tempdir().unwrap();
        let way = Way { cache: cache.path(), stop: &AtomicBool::new(false) };
        let folder = cache.path().join("one");
        let times = std::cell::Cell::new(0);
        let install_where =
            |asked: &str, fits: bool| {
                let installed = way.complete(&folder, &[asked.to_owned()], |_| fits, || {
                times.set(times.get() + 1);
                let text =
                    r#"{"version":"1","packages":{},"folder":"/","node":null,"python":null,"reads":[]}"#;
                Ok(serde_json::from_str(text).unwrap())
            });
                installed.unwrap().asked
            };
        let install = |asked: &str| install_where(asked, true);
        assert_eq!((install("a"), install("a"), times.get()), (vec!["a".into()], vec!["a".into()], 1));
        assert_eq!((install("b"), times.get()), (vec!["b".into()], 2));
        // Of an older Python than the recipe asks for by now.
        assert_eq!((install_where("b", false), times.get()), (vec!["b".into()], 3));
    }

    #[test]
    fn a_program_that_is_here_already_is_not_installed() {
        let cache = tempfile::tempdir().unwrap();
        let text = "client = 'mine'\n[install]\nfrom = 'none'\nversion = '0.1'\npython = '3'\n[run]\ncommand = ['x']\n\
                    [dialect.openai-chat]\nmodel = 'm'\n[transport.stdio]\n";
        let mut recipe = crate::recipe::parse("mine.toml", text).unwrap();
        recipe.install.folder = Some(cache.path().to_owned());
        let installed = install(&recipe, None, cache.path(), &AtomicBool::new(false)).unwrap();
        assert_eq!((&*installed.version, installed.packages.len()), ("0.1", 1));
        assert!(installed.reads.contains(&cache.path().to_owned()) && installed.python.is_some());
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0, "nothing was written");
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
