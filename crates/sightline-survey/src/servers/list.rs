//! A list of servers: packages by name, URLs, and how each is started and called. One entry, one server.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A list as read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    server: Vec<Server>,
}

/// One server.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Server {
    /// Its name in reports.
    pub id: String,
    /// A package of npm, `name` or `name@version`.
    pub npm: Option<String>,
    /// A package of PyPI, `name` or `name==version`.
    pub pypi: Option<String>,
    /// A Streamable HTTP endpoint; it is reached from outside of the isolation.
    pub url: Option<String>,
    /// Further packages of the same registry, such as an older SDK that the package was written for.
    pub with: Vec<String>,
    /// The program of the package, where it has several or another name than the package.
    pub command: Option<String>,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// Its environment; credentials are dummies.
    pub environment: BTreeMap<String, String>,
    /// Files in its working directory.
    pub files: BTreeMap<String, String>,
    /// Arguments for tools, JSON by name, instead of those that are made of the schema.
    pub calls: BTreeMap<String, String>,
    /// Tools that are not called, with the reason.
    pub skip: BTreeMap<String, String>,
}

impl Server {
    /// Where it comes from: `npm`, `pypi` or `url`, and the package or URL.
    ///
    /// ```
    /// let servers = sightline_survey::servers::list::parse("[[server]]\nid = 'time'\npypi = 'mcp-server-time'").unwrap();
    /// assert_eq!(servers[0].origin(), ("pypi", "mcp-server-time"));
    /// ```
    #[must_use]
    pub fn origin(&self) -> (&'static str, &str) {
        match (&self.npm, &self.pypi, &self.url) {
            (Some(package), _, _) => ("npm", package),
            (None, Some(package), _) => ("pypi", package),
            (None, None, Some(url)) => ("url", url),
            (None, None, None) => ("url", ""),
        }
    }
}

/// Reads a list.
///
/// ```
/// use sightline_survey::servers::list::parse;
///
/// assert!(parse("[[server]]\nid = 'a'\nnpm = 'b'\nurl = 'c'").unwrap_err().contains("exactly one"));
/// ```
///
/// # Errors
/// It is no list of servers, two have one name, or one does not say where it comes from.
pub fn parse(text: &str) -> Result<Vec<Server>, String> {
    let list: List = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut names = std::collections::BTreeSet::new();
    for server in &list.server {
        if server.id.is_empty() || !names.insert(&server.id) {
            return Err(format!("a server needs a name of its own: {:?}", server.id));
        }
        let origins = [&server.npm, &server.pypi, &server.url].into_iter().flatten().count();
        if origins != 1 {
            return Err(format!("{}: exactly one of npm, pypi and url has to be there", server.id));
        }
    }
    Ok(list.server)
}
