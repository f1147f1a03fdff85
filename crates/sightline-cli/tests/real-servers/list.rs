//! The data file: which servers, in which version, called how.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Servers {
    /// What is pinned beside the servers, by registry.
    pub with: BTreeMap<Registry, Vec<String>>,
    pub server: Vec<Server>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    pub name: String,
    pub registry: Registry,
    pub package: String,
    pub version: String,
    /// The program's name among those that the package installs.
    pub command: String,
    #[serde(default)]
    pub arguments: Vec<String>,
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Whether the folder is to be a Git repository with one commit.
    #[serde(default)]
    pub repository: bool,
    pub call: Vec<Call>,
    pub http: Option<Http>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub tool: String,
    /// JSON.
    pub arguments: String,
    /// Whether the answer is a tool error on purpose.
    #[serde(default)]
    pub fails: bool,
}

/// How the same server is started for Streamable HTTP.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    pub arguments: Vec<String>,
    /// The environment variable that takes the port.
    pub port: String,
    pub path: String,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Registry {
    Npm,
    Pypi,
}

impl fmt::Display for Registry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Npm => "npm",
            Self::Pypi => "PyPI",
        })
    }
}

/// Reads the data file.
pub fn servers() -> Servers {
    toml::from_str(include_str!("servers.toml")).expect("servers.toml is read")
}
