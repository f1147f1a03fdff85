//! Installs the servers below target/: which packages, and where their programs are.

use std::path::PathBuf;

use crate::list::{Registry, Servers};
use crate::packages::{self, From};

/// Where the programs of one registry are, or why they could not be installed.
pub type Installed = Result<PathBuf, String>;

/// Installs the packages of one registry, unless they are there, and returns the folder of programs.
pub fn install(servers: &Servers, registry: Registry) -> Installed {
    let separator = match registry {
        Registry::Npm => "@",
        Registry::Pypi => "==",
    };
    let own = servers.server.iter().filter(|server| server.registry == registry);
    let mut wanted: Vec<String> =
        own.map(|server| format!("{}{separator}{}", server.package, server.version)).collect();
    wanted.extend(servers.with.get(&registry).into_iter().flatten().cloned());
    match registry {
        Registry::Npm => {
            Ok(packages::install("real-servers/npm", From::Npm, &wanted)?.join("node_modules/.bin"))
        }
        Registry::Pypi => Ok(packages::install("real-servers/pypi", From::Pypi, &wanted)?.join("bin")),
    }
}
