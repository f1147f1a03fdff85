//! Packages of Python, and the interpreter that runs them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::{INTERRUPTED, Installed, Way, installer};
use crate::recipe::Install;

impl Way<'_> {
    pub(super) fn pypi(
        &self,
        install: &Install,
        version: &str,
        folder: &Path,
        asked: &[String],
        python: &Path,
    ) -> Result<Installed, String> {
        self.run(installer(python).args(["-m", "venv"]).arg(folder))?;
        let own = folder.join("bin/python");
        let mut pip = installer(&own);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary"]);
        pip.args(asked);
        self.run(&mut pip)?;
        let said = self.run(installer(&own).args([
            "-m",
            "pip",
            "list",
            "--format=json",
            "--disable-pip-version-check",
        ]))?;
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
        let prefix = self.run(installer(&own).args(["-c", "import sys; print(sys.base_prefix)"]))?;
        let reads = vec![folder.to_owned(), PathBuf::from(prefix.trim())];
        let reads = reads.into_iter().filter(|path| path != Path::new("/usr")).collect();
        Ok(Installed {
            version: version.to_owned(),
            packages,
            folder: folder.to_owned(),
            node: None,
            python: Some(own),
            reads,
            asked: Vec::new(),
        })
    }

    /// A Python of at least that release. No registry has one as a package, so it has to be here.
    pub(super) fn python(&self, least: Option<&str>) -> Result<PathBuf, String> {
        let least_minor = least.and_then(minor).unwrap_or_default();
        let mut tried: Vec<PathBuf> = vec!["python3".into()];
        tried.extend((least_minor.max(10)..=16).map(|minor| PathBuf::from(format!("python3.{minor}"))));
        // A version manager may hold releases that it has not put on the path.
        let root = env::var_os("PYENV_ROOT").map(PathBuf::from);
        let root = root.or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".pyenv")));
        if let Some(Ok(versions)) = root.map(|root| fs::read_dir(root.join("versions"))) {
            tried.extend(versions.flatten().map(|version| version.path().join("bin/python3")));
        }
        let mut seen = Vec::new();
        for program in tried {
            let (path, version) = match self.tells(&program) {
                Ok(told) => told,
                Err(reason) if reason == INTERRUPTED => return Err(reason),
                Err(_) => continue,
            };
            if is_at_least(&version, least_minor) {
                return Ok(path);
            }
            seen.push(version);
        }
        seen.sort();
        seen.dedup();
        Err(too_old(least.unwrap_or("3"), &seen))
    }

    /// Whether a Python, such as that of an earlier installation, is of at least that release.
    pub(super) fn suits(&self, program: &Path, least: Option<&str>) -> bool {
        let least = least.and_then(minor).unwrap_or_default();
        match self.tells(program) {
            Ok((_, version)) => is_at_least(&version, least),
            // Nothing is removed because of an interruption.
            Err(reason) => reason == INTERRUPTED,
        }
    }

    /// The own path of a Python, since a version manager's stand-in decides by the folder it is called in, and
    /// its release.
    fn tells(&self, program: &Path) -> Result<(PathBuf, String), String> {
        let asked = ["-c", "import sys, ensurepip; print(sys.executable); print(sys.version.split()[0])"];
        let said = self.run(installer(program).args(asked))?;
        let mut lines = said.lines();
        let (path, version) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        Ok((PathBuf::from(path), version.to_owned()))
    }
}

/// The second number of a release.
fn minor(version: &str) -> Option<u32> {
    version.split('.').nth(1).and_then(|minor| minor.parse().ok())
}

fn is_at_least(version: &str, least: u32) -> bool {
    version.starts_with("3.") && minor(version).is_some_and(|minor| minor >= least)
}

/// What pip is asked for.
pub(super) fn packages(install: &Install, version: &str) -> Vec<String> {
    let extras = install.extras.as_ref().map(|extras| format!("[{extras}]")).unwrap_or_default();
    let with = install.with.iter().map(|package| package.replace("{version}", version));
    std::iter::once(format!("{}{extras}=={version}", install.package)).chain(with).collect()
}

/// What a person can do where this machine has no Python that is new enough.
fn too_old(least: &str, seen: &[String]) -> String {
    let here = if seen.is_empty() { "none".to_owned() } else { seen.join(", ") };
    format!(
        "Python {least} or newer is needed, with its module ensurepip; this machine has {here}. No registry has \
         Python as a package: install one as python{least} on the path, or below PYENV_ROOT"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_python_that_is_missing_is_named_with_what_there_is() {
        let said = too_old("3.13", &["3.11.7".to_owned(), "3.12.1".to_owned()]);
        for hint in ["3.13", "3.11.7, 3.12.1", "PYENV_ROOT"] {
            assert!(said.contains(hint), "{said}");
        }
        assert!(too_old("3.12", &[]).contains("this machine has none"));
    }

    #[test]
    fn a_release_is_held_against_the_least() {
        for (version, least, fits) in [
            ("3.11.7", 12, false),
            ("3.12.1", 12, true),
            ("3.13.0", 0, true),
            ("2.7.18", 0, false),
            ("", 0, false),
        ] {
            assert_eq!(is_at_least(version, least), fits, "{version}");
        }
    }
}
