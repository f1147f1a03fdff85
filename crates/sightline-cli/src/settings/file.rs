//! `sightline.toml`: read with the place of everything, so that errors say where.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use sightline::diagnostic::Level;
use sightline::json::Place;
use sightline::rules::{Rule, Settings, UnknownName, switches};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Choice, Choices, FailOn, Section, Suppression, tried};
use crate::args::fail_on;

const NAME: &str = "sightline.toml";

/// Finds the settings file of the working directory or of the nearest folder above it.
pub fn find() -> Option<PathBuf> {
    let folder = env::current_dir().ok()?;
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file()).map(|path| {
        // A file right here is called by its name alone.
        path.strip_prefix(&folder).map(Path::to_path_buf).unwrap_or(path)
    })
}

/// Reads a settings file into the choices.
pub fn read(path: &Path, choices: &mut Choices) -> Result<()> {
    let name = path.display().to_string();
    let bytes = fs::read(path).with_context(|| format!("{name} cannot be read"))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = Place::of(&String::from_utf8_lossy(error.as_bytes()), error.utf8_error().valid_up_to());
        anyhow!("{name}:{}:{}: this is no UTF-8; save the file as UTF-8", at.line, at.column)
    })?;
    let table = DeTable::parse(&text).map_err(|error| {
        let at = Place::of(&text, error.span().unwrap_or_default().start);
        anyhow!("{name}:{}:{}: {}", at.line, at.column, error.message())
    })?;
    let reader = Reader { name, text: &text };
    reader.root(table.get_ref(), choices)?;
    if let Some(baseline) = &mut choices.baseline {
        // The file speaks of its own neighbours, wherever the command runs.
        *baseline = path.parent().map_or_else(|| baseline.clone(), |folder| folder.join(&*baseline));
    }
    Ok(())
}

type Key<'t> = Spanned<toml::de::DeString<'t>>;
type Value<'t> = Spanned<DeValue<'t>>;

/// Keys beside the switches that a section may have.
const SECTION: &[&str] = &["levels"];
const SUPPRESS: &[&str] = &["rule", "tool", "pointer", "reason"];

struct Reader<'t> {
    name: String,
    text: &'t str,
}

impl Reader<'_> {
    fn root(&self, table: &DeTable<'_>, choices: &mut Choices) -> Result<()> {
        let mut global = Section::default();
        let mut narrower = Vec::new();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "fail_on" => {
                    let level = fail_on(&self.string("fail_on", value)?);
                    choices.fail_on = FailOn(level.map_err(|error| self.error(value.span(), &error))?);
                }
                "baseline" => choices.baseline = Some(PathBuf::from(self.string("baseline", value)?)),
                "suppress" => self.suppressions(value, choices)?,
                "tools" => {
                    for (tool, value) in self.table("tools", value)? {
                        narrower.push(self.section(None, Some(tool), value)?);
                    }
                }
                "servers" => {
                    for (server, value) in self.table("servers", value)? {
                        let (section, tools) = self.server(server, value)?;
                        narrower.push(section);
                        narrower.extend(tools);
                    }
                }
                _ => self.choice(
                    key,
                    value,
                    &mut global,
                    &["baseline", "fail_on", "servers", "suppress", "tools"],
                )?,
            }
        }
        // A tool wins over a server, and a tool of a server over both.
        narrower.sort_by_key(|section| (section.tool.is_some(), section.server.is_some()));
        choices.sections.push(global);
        choices.sections.append(&mut narrower);
        Ok(())
    }

    fn server(&self, server: &Key<'_>, value: &Value<'_>) -> Result<(Section, Vec<Section>)> {
        let mut section = Section {
            server: Some(server.get_ref().to_string()),
            line: self.line(server),
            ..Section::default()
        };
        let mut tools = Vec::new();
        for (key, value) in self.table(server.get_ref(), value)? {
            if key.get_ref() == "tools" {
                for (tool, value) in self.table("tools", value)? {
                    tools.push(self.section(Some(server), Some(tool), value)?);
                }
            } else {
                self.choice(key, value, &mut section, &["tools"])?;
            }
        }
        Ok((section, tools))
    }

    fn section(
        &self,
        server: Option<&Key<'_>>,
        tool: Option<&Key<'_>>,
        value: &Value<'_>,
    ) -> Result<Section> {
        let name = |key: &Key<'_>| key.get_ref().to_string();
        let line = tool.or(server).map_or(0, |key| self.line(key));
        let mut section =
            Section { server: server.map(name), tool: tool.map(name), line, ..Section::default() };
        let named = tool.or(server).map_or("tools", |key| key.get_ref());
        for (key, value) in self.table(named, value)? {
            self.choice(key, value, &mut section, &[])?;
        }
        Ok(section)
    }

    /// A switch or the levels of a section; `others` are the further keys that it may have.
    fn choice(
        &self,
        key: &Key<'_>,
        value: &Value<'_>,
        section: &mut Section,
        others: &[&'static str],
    ) -> Result<()> {
        let name = key.get_ref().as_ref();
        if name == "levels" {
            let mut named = BTreeSet::new();
            for (rule, value) in self.table("levels", value)? {
                let level = self.string(rule.get_ref(), value)?;
                let level = Level::named(&level).ok_or_else(|| {
                    self.error(
                        value.span(),
                        &format!("expected error, warning, advice or off, found {level:?}"),
                    )
                })?;
                let choice = Choice::Level(rule.get_ref().to_string(), level);
                tried(&choice).map_err(|error| self.error(rule.span(), &error.to_string()))?;
                let known = Rule::named(rule.get_ref());
                if let Some(twice) = known.filter(|known| !named.insert(known.name)) {
                    let what = format!("{} and {} are one rule; give it one level", twice.code, twice.name);
                    return Err(self.error(rule.span(), &what));
                }
                section.choices.push(choice);
            }
            return Ok(());
        }
        if !switches().contains(&name) {
            let known = switches().iter().chain(SECTION).chain(others).copied();
            return Err(self.error(key.span(), &UnknownName::new("key", name, known).to_string()));
        }
        let choice = Choice::Switch(name.to_owned(), self.scalar(name, value)?);
        tried(&choice).map_err(|error| self.error(value.span(), &error.to_string()))?;
        section.choices.push(choice);
        Ok(())
    }

    fn suppressions(&self, value: &Value<'_>, choices: &mut Choices) -> Result<()> {
        let entries = value
            .get_ref()
            .as_array()
            .ok_or_else(|| self.error(value.span(), "expected entries as in [[suppress]]"))?;
        for entry in entries {
            let at = Place::of(self.text, entry.span().start);
            let mut suppression = Suppression::default();
            (suppression.offset, suppression.line, suppression.column) = (at.offset, at.line, at.column);
            for (key, value) in self.table("suppress", entry)? {
                let text = self.string(key.get_ref(), value)?;
                match key.get_ref().as_ref() {
                    "rule" => {
                        // The settings know how to propose the nearest name.
                        let known = Settings::default().set_level(&text, Level::Off);
                        known.map_err(|error| self.error(value.span(), &error.to_string()))?;
                        suppression.rule = Rule::named(&text).map(|rule| rule.name.to_owned());
                    }
                    "tool" => suppression.tool = Some(text),
                    "pointer" => {
                        if !text.is_empty() && !text.starts_with('/') {
                            let what = "a `pointer` begins with `/`, as in \"/content/0\"";
                            return Err(self.error(value.span(), what));
                        }
                        suppression.pointer = Some(text);
                    }
                    "reason" => suppression.reason = text,
                    other => {
                        let error = UnknownName::new("key", other, SUPPRESS.iter().copied());
                        return Err(self.error(key.span(), &error.to_string()));
                    }
                }
            }
            if suppression.reason.trim().is_empty() {
                return Err(self.error(entry.span(), "a suppression needs a `reason`"));
            }
            if suppression.subject().is_empty() {
                return Err(self.error(entry.span(), "a suppression names a `rule`, a `tool` or a `pointer`"));
            }
            choices.suppressions.push(suppression);
        }
        Ok(())
    }

    fn table<'v, 't>(&self, key: &str, value: &'v Value<'t>) -> Result<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        table.ok_or_else(|| self.error(value.span(), &expected("a table", key, value)))
    }

    fn string(&self, key: &str, value: &Value<'_>) -> Result<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        text.ok_or_else(|| self.error(value.span(), &expected("a string", key, value)))
    }

    /// A value of a switch as options would say it.
    fn scalar(&self, key: &str, value: &Value<'_>) -> Result<String> {
        match value.get_ref() {
            DeValue::Boolean(on) => Ok(if *on { "on" } else { "off" }.to_owned()),
            DeValue::Integer(number) => Ok(number.as_str().replace('_', "")),
            DeValue::String(text) => Ok(text.to_string()),
            _ => {
                Err(self.error(value.span(), &expected("a string, a whole number or a boolean", key, value)))
            }
        }
    }

    fn line(&self, key: &Key<'_>) -> usize {
        Place::of(self.text, key.span().start).line
    }

    fn error(&self, span: Range<usize>, message: &str) -> anyhow::Error {
        let at = Place::of(self.text, span.start);
        anyhow!("{}:{}:{}: {message}", self.name, at.line, at.column)
    }
}

/// Says which kind a key has to have, and which it has.
fn expected(what: &str, key: &str, value: &Value<'_>) -> String {
    format!("expected {what} for `{key}`, found {}", value.get_ref().type_str())
}
