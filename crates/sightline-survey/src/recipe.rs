//! How one client is installed, configured and started: a file of data a client. Knows no client.
//!
//! Texts of a recipe hold placeholders in braces, such as `{base}`; [`PLACEHOLDERS`] lists them, and
//! a dialect or transport of the recipe may bring more as its `values`.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::endpoint::Sandbox;
use crate::isolate::Limits;
use crate::record::Part;

/// What a text of a recipe may name, with what stands for it.
pub const PLACEHOLDERS: [(&str, &str); 13] = [
    ("base", "address of the model endpoint, without a path"),
    ("home", "the home of the run, new and empty"),
    ("installed", "folder that the packages were installed into"),
    ("key", "a key that opens nothing"),
    ("model", "name of the model, of the dialect"),
    ("node", "program that runs JavaScript"),
    ("port", "port of the model endpoint"),
    ("prompt", "what the client is asked"),
    ("python", "program that runs Python, with the packages"),
    ("runner", "path of the recipe's own script"),
    ("sightline", "the command that serves the probe: `{sightline} survey probe {home}/probe.json`"),
    ("url", "address of the probe server, where it is served over HTTP"),
    ("work", "the folder that the client starts in"),
];

/// The dialects that the model endpoint speaks.
pub const DIALECTS: [&str; 4] = ["openai-chat", "openai-responses", "anthropic-messages", "gemini"];

/// What a client may connect to the probe server by.
pub const TRANSPORTS: [&str; 2] = ["stdio", "http"];

/// Why a recipe cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// How one client is run.
///
/// ```
/// use sightline_survey::recipe;
///
/// let recipe = recipe::find("strands").unwrap();
/// assert!(recipe.dialect.contains_key("openai-chat"));
/// assert!(recipe::find("no such client").is_none());
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recipe {
    /// Its own name, where a client has several; that of the client otherwise.
    pub name: Option<String>,
    /// Id of the client; also that of its profile, where one is shipped.
    pub client: String,
    /// The vendor's terms, for a client whose source is closed: it runs on explicit request only.
    pub terms: Option<String>,
    /// Where its packages come from.
    pub install: Install,
    /// How it is started.
    pub run: Run,
    /// The dialects that it can speak to the model; the first by name runs where none is asked for,
    /// unless one is `usual`.
    pub dialect: BTreeMap<String, Variant>,
    /// How it can connect to the probe server.
    pub transport: BTreeMap<String, Variant>,
    /// What it may use, where the usual is not enough or too much.
    #[serde(default)]
    pub limits: Limits,
    /// Scenarios that need care.
    #[serde(default)]
    pub scenarios: Scenarios,
    /// Parts of what its model is sent that differ from run to run.
    #[serde(default)]
    pub volatile: Vec<Volatile>,
    /// What is surprising about it, each with the evidence.
    #[serde(default)]
    pub quirk: Vec<Quirk>,
    /// Text of the script beside a user's own recipe that `run.runner` names; [`load`] reads it.
    #[serde(skip)]
    pub script: Option<String>,
}

/// Where packages come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Registry {
    /// Nowhere: the program is on this machine already.
    None,
    /// Packages of JavaScript.
    Npm,
    /// Packages of Python.
    Pypi,
}

/// What is installed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Install {
    /// The registry; `none` for a program that is here already.
    pub from: Registry,
    /// The package whose version is the client's; none where there is no registry.
    #[serde(default)]
    pub package: String,
    /// The version of a program that no registry tells.
    pub version: Option<String>,
    /// The folder of such a program, as seen from the recipe: `{installed}`, which runs can read.
    pub folder: Option<PathBuf>,
    /// Its extras, as PyPI has them: `mcp,openai`.
    pub extras: Option<String>,
    /// The newest version that works, where the newest of all does not; a quirk says why.
    pub newest: Option<String>,
    /// Packages beside it; `{version}` is the client's.
    #[serde(default)]
    pub with: Vec<String>,
    /// Packages whose versions matter to what the model sees, beside those named.
    #[serde(default)]
    pub records: Vec<String>,
    /// The least Node that it runs on; brought from npm where this machine's is older.
    pub node: Option<u32>,
    /// The least Python that it runs on, `3.12`.
    pub python: Option<String>,
}

/// How a client is started.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Run {
    /// Commands that prepare, one after another.
    #[serde(default)]
    pub before: Vec<Vec<String>>,
    /// The command that runs one conversation to its end.
    pub command: Vec<String>,
    /// Its whole environment.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Files below `{home}` with their text.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Name of our own script that drives a library.
    pub runner: Option<String>,
    /// How tools are called through programs, for a client that offers nothing else.
    pub sandbox: Option<Sandbox>,
    /// Settings that are not the client's own, by the names that its profile has for them; records name them.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Where results reach: `conversation`, or `code-mode` where only scripts of a sandbox see them.
    #[serde(default = "conversation")]
    pub surface: String,
}

fn conversation() -> String {
    "conversation".to_owned()
}

/// What a dialect or a transport changes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Variant {
    /// Whether this one runs where none is asked for.
    pub usual: bool,
    /// Name of the model.
    pub model: Option<String>,
    /// Placeholders of its own, whose texts may hold the common ones.
    pub values: BTreeMap<String, String>,
    /// Added to the environment.
    pub environment: BTreeMap<String, String>,
}

/// Scenarios that need care.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Scenarios {
    /// Those that are known to end the client's run: they run alone at once.
    pub alone: Vec<String>,
    /// Most tools that are listed together.
    pub most: Option<usize>,
}

/// A part of what a model is sent that differs from run to run; `{name}` stands in records instead.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Volatile {
    /// `wall time`, `path` or `random id`.
    pub name: String,
    /// The text before it.
    pub before: String,
    /// The text after it; the part has no line end.
    pub after: String,
}

impl Volatile {
    /// Replaces it in texts; tells whether it was there.
    #[must_use]
    pub fn replace(&self, parts: &mut [Part]) -> bool {
        let texts = parts.iter_mut().filter_map(|part| part.text.as_mut());
        let replaced: usize = texts.map(|text| self.replace_in(text)).sum();
        replaced > 0
    }

    fn replace_in(&self, text: &mut String) -> usize {
        let (mut filled, mut rest, mut count) = (String::new(), text.as_str(), 0);
        while let Some((head, tail)) = rest.split_once(&self.before) {
            filled.push_str(head);
            filled.push_str(&self.before);
            rest = tail;
            if let Some((part, tail)) = tail.split_once(&self.after)
                && !part.contains('\n')
            {
                for piece in ["{", self.name.as_str(), "}", self.after.as_str()] {
                    filled.push_str(piece);
                }
                rest = tail;
                count += 1;
            }
        }
        filled.push_str(rest);
        *text = filled;
        count
    }
}

/// One surprising fact.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Quirk {
    /// The fact.
    pub what: String,
    /// `ran` or `read`.
    pub how: String,
    /// Release of the client.
    pub version: String,
    /// Day, `2026-11-30`.
    pub date: String,
}

macro_rules! files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../", $folder, "/", $name)))),+]
    };
}

/// The shipped recipes.
const FILES: [(&str, &str); 24] = files!["recipes":
    "adk-python.toml", "agent-framework-python.toml", "ai-sdk.toml", "claude-code.toml", "cline.toml",
    "codex-code-mode.toml", "codex.toml", "continue.toml", "copilot-cli.toml", "crewai.toml", "crewai-tools.toml",
    "deepagents.toml", "droid.toml", "fast-agent.toml", "gemini-cli.toml", "hermes-agent.toml",
    "kilocode.toml", "mastra.toml", "mistral-vibe.toml", "openai-agents-js.toml", "opencode.toml",
    "pydantic-ai.toml", "qwen-code.toml", "strands.toml",
];

/// Our own scripts, which drive libraries.
const RUNNERS: [(&str, &str); 9] = files!["runners":
    "adk.py", "agent_framework.py", "ai_sdk.mjs", "crewai.py", "deepagents.py", "mastra.mjs",
    "openai_agents.mjs", "pydantic_ai.py", "strands.py",
];

/// All shipped recipes, by name.
#[must_use]
pub fn all() -> Vec<Recipe> {
    // A test reads each, so none is left out here.
    let mut recipes: Vec<Recipe> = FILES.iter().filter_map(|(name, text)| parse(name, text).ok()).collect();
    recipes.sort_by(|a, b| a.name().cmp(b.name()));
    recipes
}

/// The shipped recipe of that name.
#[must_use]
pub fn find(name: &str) -> Option<Recipe> {
    all().into_iter().find(|recipe| recipe.name() == name)
}

/// Reads a recipe; an error names the place and what is known there.
///
/// ```
/// use sightline_survey::recipe;
///
/// let error = recipe::parse("mine.toml", "client = 'mine'\ncolour = 'red'\n").unwrap_err().to_string();
/// assert!(error.starts_with("mine.toml") && error.contains("colour") && error.contains("install"), "{error}");
/// ```
pub fn parse(name: &str, text: &str) -> Result<Recipe, Error> {
    let recipe: Recipe = toml::from_str(text).map_err(|error| Error(format!("{name}: {error}")))?;
    lint(&recipe).map_err(|reason| Error(format!("{name}: {reason}")))?;
    Ok(recipe)
}

/// Reads a recipe of a user from its file, with the script and the folder beside it that it names.
///
/// ```
/// use sightline_survey::recipe;
///
/// let folder = tempfile::tempdir().unwrap();
/// let file = folder.path().join("mine.toml");
/// let text = r#"
/// client = "mine"
/// install = { from = "none", version = "0.1.0" }
/// run = { runner = "mine.py", command = ["{python}", "{runner}"] }
/// dialect.openai-chat.model = "gpt-4o"
/// transport.stdio = {}
/// "#;
/// std::fs::write(&file, text).unwrap();
/// assert!(recipe::load(&file).unwrap_err().to_string().contains("run.runner names mine.py"));
/// std::fs::write(folder.path().join("mine.py"), "print(1)").unwrap();
/// assert_eq!(recipe::load(&file).unwrap().runner(), Some("print(1)"));
/// ```
///
/// # Errors
/// The file cannot be read or is no recipe, or something that it names is not there; the error says which.
pub fn load(file: &Path) -> Result<Recipe, Error> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).map_err(|error| Error(format!("{name}: {error}")))?;
    let mut recipe = parse(&name, &text)?;
    let beside = file.parent().unwrap_or(Path::new(""));
    if let Some(folder) = &recipe.install.folder {
        let folder = beside.join(folder);
        let found = fs::canonicalize(&folder).ok().filter(|folder| folder.is_dir()).ok_or_else(|| {
            Error(format!("{name}: install.folder names {}, which is no folder", folder.display()))
        })?;
        recipe.install.folder = Some(found);
    }
    if let Some(runner) = &recipe.run.runner {
        let script = beside.join(runner);
        recipe.script = match fs::read_to_string(&script) {
            Ok(text) => Some(text),
            // A recipe of one's own may drive a library by a script of ours.
            Err(_) if recipe.runner().is_some() => None,
            Err(error) => {
                let known: Vec<&str> = RUNNERS.iter().map(|(name, _)| *name).collect();
                return Err(Error(format!(
                    "{name}: run.runner names {runner}, and {}: {error}; scripts that ship are {}",
                    script.display(),
                    known.join(", ")
                )));
            }
        };
    }
    Ok(recipe)
}

/// What has to be said of an installation, which depends on where it comes from.
fn lint_install(recipe: &Recipe) -> Result<(), String> {
    let install = &recipe.install;
    if install.from != Registry::None {
        if install.package.is_empty() {
            return Err("install.package is missing: the package whose version is the client's; a program \
                        that is in no registry says `from = \"none\"` and its `version`"
                .to_owned());
        }
        if install.version.is_some() || install.folder.is_some() {
            return Err(
                "install.version and install.folder go with `from = \"none\"`; a registry tells them"
                    .to_owned(),
            );
        }
        return Ok(());
    }
    if install.version.as_deref().is_none_or(str::is_empty) {
        return Err("install.version is missing: no registry tells the version of a program that is here \
                    already, and records name it"
            .to_owned());
    }
    let of_registry = [
        ("package", !install.package.is_empty()),
        ("extras", install.extras.is_some()),
        ("newest", install.newest.is_some()),
        ("with", !install.with.is_empty()),
        ("records", !install.records.is_empty()),
    ];
    if let Some((key, _)) = of_registry.iter().find(|(_, is_said)| *is_said) {
        return Err(format!("install.{key} asks a registry for something, and `from = \"none\"` has none"));
    }
    let run = &recipe.run;
    let commands = run.before.iter().flatten().chain(&run.command);
    let texts = commands.chain(run.environment.values()).chain(run.files.values());
    if install.folder.is_none() && texts.into_iter().any(|text| text.contains("{installed}")) {
        return Err("`{installed}` stands for install.folder here, which is not said".to_owned());
    }
    Ok(())
}

/// What the types do not hold.
fn lint(recipe: &Recipe) -> Result<(), String> {
    let known = |what: &str, name: &str, names: &[&str]| {
        if names.contains(&name) {
            return Ok(());
        }
        Err(format!("{what} {name:?} is not known; known are {}", names.join(", ")))
    };
    for dialect in recipe.dialect.keys() {
        known("dialect", dialect, &DIALECTS)?;
    }
    for transport in recipe.transport.keys() {
        known("transport", transport, &TRANSPORTS)?;
    }
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if [recipe.name(), &*recipe.client].iter().any(|name| name.is_empty() || !name.chars().all(plain)) {
        return Err("a name has small letters, digits and hyphens only".to_owned());
    }
    known("surface", &recipe.run.surface, &["conversation", "code-mode"])?;
    lint_install(recipe)?;
    if recipe.dialect.is_empty() || recipe.transport.is_empty() || recipe.run.command.is_empty() {
        return Err("a recipe has at least one dialect, one transport and a command".to_owned());
    }
    for quirk in &recipe.quirk {
        known("evidence how =", &quirk.how, &["ran", "read"])?;
        if quirk.version.is_empty() || quirk.date.len() != 10 {
            return Err(format!("the quirk {:?} needs the version and day of its evidence", quirk.what));
        }
    }
    if recipe.volatile.iter().any(|volatile| volatile.before.is_empty() || volatile.after.is_empty()) {
        return Err("a volatile part needs the texts before and after it".to_owned());
    }
    let values: BTreeMap<String, String> =
        PLACEHOLDERS.iter().map(|(name, _)| ((*name).to_owned(), String::new())).collect();
    for (dialect, of_dialect) in &recipe.dialect {
        if of_dialect.model.is_none() {
            return Err(format!("dialect {dialect} names no model"));
        }
        for transport in recipe.transport.keys() {
            recipe.filled(dialect, transport, &values).map_err(|error| error.0)?;
        }
    }
    Ok(())
}

/// A recipe whose placeholders are filled, for one dialect and transport.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// Commands that prepare.
    pub before: Vec<Vec<String>>,
    /// The command.
    pub command: Vec<String>,
    /// Its environment.
    pub environment: BTreeMap<String, String>,
    /// Files with their text.
    pub files: BTreeMap<String, String>,
}

impl Recipe {
    /// What it is called by.
    ///
    /// ```
    /// let recipe = sightline_survey::recipe::find("codex-code-mode").unwrap();
    /// assert_eq!((recipe.name(), &*recipe.client), ("codex-code-mode", "codex"));
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.client)
    }

    /// Fills in the placeholders; a name that is not known is an error.
    pub fn filled(
        &self,
        dialect: &str,
        transport: &str,
        common: &BTreeMap<String, String>,
    ) -> Result<Filled, Error> {
        let (of_dialect, of_transport) = (self.dialect.get(dialect), self.transport.get(transport));
        let variants: Vec<&Variant> = of_dialect.into_iter().chain(of_transport).collect();
        let mut values = common.clone();
        for variant in &variants {
            for (name, text) in &variant.values {
                values.insert(name.clone(), fill(text, common)?);
            }
        }
        let all =
            |texts: &[String]| texts.iter().map(|text| fill(text, &values)).collect::<Result<Vec<_>, _>>();
        let pairs = |texts: &BTreeMap<String, String>| {
            let filled = texts.iter().map(|(name, text)| Ok((fill(name, &values)?, fill(text, &values)?)));
            filled.collect::<Result<BTreeMap<_, _>, Error>>()
        };
        let mut environment = pairs(&self.run.environment)?;
        for variant in &variants {
            environment.extend(pairs(&variant.environment)?);
        }
        Ok(Filled {
            before: self.run.before.iter().map(|command| all(command)).collect::<Result<_, _>>()?,
            command: all(&self.run.command)?,
            environment,
            files: pairs(&self.run.files)?,
        })
    }

    /// The text of the script that drives the client: the one beside a user's own recipe, else one of ours.
    #[must_use]
    pub fn runner(&self) -> Option<&str> {
        let name = self.run.runner.as_deref()?;
        let ours = || RUNNERS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        self.script.as_deref().or_else(ours)
    }

    /// The dialect, or transport, that runs where none is asked for.
    #[must_use]
    pub fn usual(variants: &BTreeMap<String, Variant>) -> Option<&str> {
        let usual = variants.iter().find(|(_, variant)| variant.usual);
        usual.or_else(|| variants.iter().next()).map(|(name, _)| name.as_str())
    }
}

/// Replaces `{name}`; braces around anything else stay as they are, so that JSON needs no escapes.
fn fill(text: &str, values: &BTreeMap<String, String>) -> Result<String, Error> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let (before, after) = rest.split_at(start);
        filled.push_str(before);
        // The brace is one byte.
        let inner = &after[1..];
        let end = inner.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(inner.len());
        let (name, behind) = inner.split_at(end);
        match behind.strip_prefix('}').filter(|_| !name.is_empty()) {
            Some(behind) => {
                let value = values.get(name).ok_or_else(|| {
                    let known = values.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                    Error(format!("placeholder {{{name}}} is not known; known are {known}"))
                })?;
                filled.push_str(value);
                rest = behind;
            }
            None => {
                filled.push('{');
                rest = inner;
            }
        }
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn shipped_recipes_are_read() {
        for (name, text) in FILES {
            let recipe = parse(name, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(format!("{}.toml", recipe.name()), *name);
            assert_eq!(recipe.run.runner.is_some(), recipe.runner().is_some(), "{name}: no such script");
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/recipes");
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), FILES.len(), "a file is not listed");
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/runners");
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), RUNNERS.len(), "a script is not listed");
        let used: Vec<String> = all().into_iter().filter_map(|recipe| recipe.run.runner).collect();
        for (name, _) in RUNNERS {
            assert!(used.iter().any(|used| used == name), "{name} is used by no recipe");
        }
    }

    #[test]
    fn placeholders_are_filled_and_other_braces_stay() {
        let values = values(&[("port", "80"), ("home", "/h")]);
        for (text, filled) in [
            ("{home}/x:{port}", "/h/x:80"),
            ("{\"a\":{\"b\":{port}}}", "{\"a\":{\"b\":80}}"),
            ("${PORT} {} { } {1} {", "${PORT} {} { } {1} {"),
        ] {
            assert_eq!(fill(text, &values).unwrap(), filled);
        }
        let error = fill("{prot}", &values).unwrap_err().to_string();
        assert!(error.contains("{prot}") && error.contains("port"), "{error}");
    }

    #[test]
    fn an_error_names_place_and_what_is_known() {
        let recipe = include_str!("../recipes/strands.toml");
        for (from, to, hints) in [
            ("[dialect.openai-chat]", "[dialect.openai-chats]", ["openai-chats", "openai-responses"]),
            ("how = \"ran\"", "how = \"heard\"", ["heard", "ran, read"]),
            ("[install]", "[install]\ncolour = 1", ["line", "unknown field `colour`"]),
            ("{python}", "{pyton}", ["{pyton}", "python"]),
            ("package = ", "# package = ", ["install.package", "from = \"none\""]),
            ("from = \"pypi\"", "from = \"none\"", ["install.version", "records name it"]),
            ("from = \"pypi\"", "from = \"none\"\nversion = \"1\"", ["install.package", "registry"]),
            ("from = \"pypi\"", "from = \"pypi\"\nversion = \"1\"", ["install.version", "from = \"none\""]),
        ] {
            assert!(recipe.contains(from), "{from}");
            let error = parse("r.toml", &recipe.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(hints.iter().all(|hint| error.contains(hint)), "{error}");
        }
    }

    #[test]
    fn what_differs_from_run_to_run_is_replaced() {
        let volatile =
            Volatile { name: "wall time".into(), before: "Wall time: ".into(), after: " s".into() };
        let mut parts = [Part {
            text: Some("Wall time: 0.1 s\nWall time: \n s Wall time: 2 s".into()),
            ..Part::default()
        }];
        assert!(volatile.replace(&mut parts));
        let text = parts[0].text.as_deref().unwrap();
        assert_eq!(text, "Wall time: {wall time} s\nWall time: \n s Wall time: {wall time} s");
        assert!(!volatile.replace(&mut [Part::default()]));
    }

    #[test]
    fn the_page_names_every_placeholder() {
        let page = include_str!("../../../docs/recipes.md");
        for (name, _) in PLACEHOLDERS {
            assert!(page.contains(&format!("| `{{{name}}}` |")), "{name} is not in docs/recipes.md");
        }
        let examples = page.split("```toml").skip(1).filter_map(|rest| rest.split("```").next());
        let read = examples
            .map(|example| parse("docs/recipes.md", example).unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(read.count(), 2);
        let keys = ["client", "install.from", "run.command", "dialect.NAME", "transport.NAME"];
        for key in keys {
            assert!(page.contains(&format!("`{key}`")), "that {key} is required is not in docs/recipes.md");
        }
    }

    #[test]
    fn what_stands_beside_a_recipe_of_ones_own_is_brought_along() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml");
        let write = |install: &str, runner: &str| {
            let text = format!(
                "client = 'mine'\n[install]\n{install}\n[run]\ncommand = ['{{python}}', '{{runner}}']\n{runner}\n\
                 [dialect.openai-chat]\nmodel = 'm'\n[transport.stdio]\n"
            );
            std::fs::write(&file, text).unwrap();
            load(&file)
        };
        let local = "from = 'none'\nversion = '0.1'";
        let error = write(local, "runner = 'nope.py'").unwrap_err().to_string();
        assert!(error.contains("nope.py") && error.contains("adk.py"), "{error}");
        std::fs::write(folder.path().join("mine.py"), "own").unwrap();
        assert_eq!(write(local, "runner = 'mine.py'").unwrap().runner(), Some("own"));
        // One of ours, unless one of that name stands beside it.
        assert!(write(local, "runner = 'adk.py'").unwrap().runner().is_some_and(|text| text != "own"));
        std::fs::write(folder.path().join("adk.py"), "own").unwrap();
        assert_eq!(write(local, "runner = 'adk.py'").unwrap().runner(), Some("own"));
        let error = write(&format!("{local}\nfolder = 'gone'"), "").unwrap_err().to_string();
        assert!(error.contains("gone") && error.contains("no folder"), "{error}");
        let found = write(&format!("{local}\nfolder = '.'"), "").unwrap().install.folder.unwrap();
        assert!(found.is_absolute() && found.join("mine.py").exists());
    }

    #[test]
    fn a_closed_source_client_names_its_terms() {
        let closed = all().into_iter().filter(|recipe| recipe.terms.is_some()).map(|recipe| recipe.client);
        assert_eq!(closed.collect::<Vec<_>>(), ["claude-code", "copilot-cli", "droid"]);
    }
}
