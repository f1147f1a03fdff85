//! What the user chose, from sightline.toml and from options: for all, per server, per tool.
//!
//! The narrowest section of the file wins, and options win over the file.

mod file;
mod suppress;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, anyhow, bail};
use sightline::diagnostic::{Diagnostic, Guidance, Level};
use sightline::json::quote;
use sightline::rules::{Rule, Settings, UnknownName};

use crate::args::RuleArgs;
pub use suppress::{Suppression, glob};

/// One choice of a section or an option.
#[derive(Clone, Debug)]
enum Choice {
    Level(String, Level),
    Switch(String, String),
}

impl Choice {
    fn apply(&self, settings: &mut Settings) -> Result<(), UnknownName> {
        match self {
            Self::Level(rule, level) => settings.set_level(rule, *level),
            Self::Switch(name, value) => settings.set_switch(name, value),
        }
    }
}

/// Choices for the subjects whose server and tool the patterns match.
#[derive(Debug, Default)]
struct Section {
    server: Option<String>,
    tool: Option<String>,
    choices: Vec<Choice>,
    /// Line in the settings file.
    line: usize,
    /// Something that was checked is what it is for.
    is_used: AtomicBool,
}

impl Section {
    /// How the settings file calls it.
    fn heading(&self) -> String {
        let named = |kind: &str, name: &String| format!("{kind}.{}", quoted(name));
        let server = self.server.iter().map(|name| named("servers", name));
        format!(
            "[{}]",
            server.chain(self.tool.iter().map(|name| named("tools", name))).collect::<Vec<_>>().join(".")
        )
    }

    fn is_for(&self, server: Option<&str>, tool: Option<&str>) -> bool {
        let matches = |pattern: &Option<String>, name: Option<&str>| {
            pattern.as_ref().is_none_or(|pattern| name.is_some_and(|name| glob(pattern, name)))
        };
        matches(&self.server, server) && matches(&self.tool, tool)
    }
}

/// Server and tool, as far as they are known.
type Names = (Option<String>, Option<String>);

/// All that the user chose.
#[derive(Debug, Default)]
pub struct Choices {
    /// Widest first.
    sections: Vec<Section>,
    pub suppressions: Vec<Suppression>,
    pub fail_on: FailOn,
    pub baseline: Option<PathBuf>,
    /// The file that was read.
    pub file: Option<PathBuf>,
    resolved: Mutex<HashMap<Names, Arc<Settings>>>,
}

/// The level to fail at; errors unless something else is said.
#[derive(Clone, Copy, Debug)]
pub struct FailOn(pub Level);

impl Default for FailOn {
    fn default() -> Self {
        Self(Level::Error)
    }
}

impl Choices {
    /// Reads the settings file, if there is one, and the options.
    pub fn of(args: &RuleArgs) -> Result<Self> {
        let mut choices = Self::default();
        if !args.no_config
            && let Some(path) = args.config.clone().or_else(file::find)
        {
            file::read(&path, &mut choices)?;
            choices.file = Some(path);
        }
        let mut section = Section::default();
        let guidance = args.guidance.map(|guidance| ("guidance".to_owned(), guidance.name().to_owned()));
        for (name, value) in guidance.iter().chain(&args.switches) {
            let choice = Choice::Switch(name.clone(), value.clone());
            tried(&choice).map_err(|error| anyhow!("--set {name}={value}: {error}"))?;
            section.choices.push(choice);
        }
        one_level_each(args)?;
        let levels = [(&args.error, Level::Error), (&args.warn, Level::Warning), (&args.allow, Level::Off)];
        let levels = levels.iter().flat_map(|(rules, level)| rules.iter().map(move |rule| (rule, *level)));
        for (rule, level) in levels.chain(args.level.iter().map(|(rule, level)| (rule, *level))) {
            let choice = Choice::Level(rule.clone(), level);
            tried(&choice).map_err(|error| anyhow!("{error}"))?;
            section.choices.push(choice);
        }
        choices.sections.push(section);
        if let Some(level) = args.fail_on {
            choices.fail_on = FailOn(level);
        }
        Ok(choices)
    }

    /// Returns the settings for a tool of a server, as far as they are known.
    pub fn settings(&self, server: Option<&str>, tool: Option<&str>) -> Arc<Settings> {
        let key = (server.map(str::to_owned), tool.map(str::to_owned));
        // Every insertion is one step, so a panic elsewhere leaves the map whole.
        let mut resolved = self.resolved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(settings) = resolved.get(&key) {
            return Arc::clone(settings);
        }
        let mut settings = Settings::default();
        let sections = self.sections.iter().filter(|section| section.is_for(server, tool));
        let used = sections.inspect(|section| section.is_used.store(true, Ordering::Relaxed));
        for choice in used.flat_map(|section| &section.choices) {
            // Each was tried when it was read.
            let _ = choice.apply(&mut settings);
        }
        let settings = Arc::new(settings);
        // Names come from the wire, so there may be any number of them.
        if resolved.len() >= 1000 {
            resolved.clear();
        }
        resolved.insert(key, Arc::clone(&settings));
        settings
    }

    /// Says which narrower sections nothing that was checked belonged to, when all of it is over.
    pub fn idle(&self) -> Vec<String> {
        let Some(file) = &self.file else { return Vec::new() };
        // A server that only has tools says nothing of its own.
        let idle = self.sections.iter().filter(|section| {
            !section.choices.is_empty() && !section.is_used.load(Ordering::Relaxed) && section.line > 0
        });
        idle.map(|section| {
            format!(
                "{}:{}: nothing that was checked belongs to {}",
                file.display(),
                section.line,
                section.heading()
            )
        })
        .collect()
    }

    /// Tells whether the user knows of a finding and accepts it.
    pub fn suppresses(&self, found: &Diagnostic) -> bool {
        // All are asked, so that each that speaks of a finding counts as used.
        self.suppressions.iter().filter(|suppression| suppression.covers(found)).count() > 0
    }

    /// The guidance for subjects that no narrower section is for.
    pub fn guidance(&self) -> Guidance {
        self.settings(None, None).guidance
    }
}

/// A name as a key of TOML.
fn quoted(name: &str) -> String {
    let is_bare = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
    if name.chars().all(is_bare) && !name.is_empty() { name.to_owned() } else { quote(name) }
}

/// Tells whether a choice can be made at all.
fn tried(choice: &Choice) -> Result<(), UnknownName> {
    choice.apply(&mut Settings::default())
}

/// A rule that is to be an error and to be allowed is a slip of the pen. `--level` may correct all of them.
fn one_level_each(args: &RuleArgs) -> Result<()> {
    let mut given: HashMap<&str, &str> = HashMap::new();
    for (option, rules) in [("--error", &args.error), ("--warn", &args.warn), ("--allow", &args.allow)] {
        for rule in rules.iter().filter_map(|rule| Rule::named(rule)) {
            if let Some(other) = given.insert(rule.name, option).filter(|other| *other != option) {
                bail!("{} is given two levels, by {other} and by {option}; leave one out", rule.name);
            }
        }
    }
    Ok(())
}
