//! Reading a profile's file: behaviours that extend each other, lists and rules that are used by name.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Table;

use super::{Behaviour, Evidence, Profile, ProfileError, Surface, Version, letter, shared};

/// The file as written. Behaviours are tables by name: `extends = "NAME"` in one of them begins with all
/// that the other one says, and what the first one says replaces it, tables member by member.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ProfileFile {
    /// The client's id: lower case, digits and hyphens.
    client: String,
    /// Its name as people write it.
    title: String,
    /// Where its source or package lives.
    home: String,
    /// The versions that are known, oldest first, as `[[version]]`.
    version: Vec<VersionFile>,
    /// Lists of texts by name; `mime = "NAME"` and `uri = "NAME"` in a block rule stand for one.
    #[serde(default)]
    lists: Table,
    /// Lists of block rules by name; `{ use = "NAME" }` among block rules stands for one.
    #[serde(default)]
    rules: Table,
    /// The behaviours by name, as `[behaviour.NAME]`.
    #[serde(default)]
    behaviour: Table,
}

/// One release, or the state at one date.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct VersionFile {
    /// Release, commit, or another name of the state that was seen.
    version: String,
    /// The day from which it counts, `YYYY-MM-DD`.
    counts_from: String,
    /// How it is known.
    evidence: Evidence,
    /// The paths that hand results to a model, as `[[version.surface]]`; the first one is the default.
    surface: Vec<SurfaceFile>,
}

/// One path inside the client that hands results to a model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SurfaceFile {
    /// `conversation`, `code-mode`, `converter` or `tool-level`.
    name: String,
    /// The provider's form of messages: `openai-chat`, `openai-responses`, `anthropic-messages`, `gemini`,
    /// `bedrock`, or `none`.
    dialect: String,
    /// Revisions that this path negotiates; none means any.
    #[serde(default)]
    eras: Vec<String>,
    /// Models for which it holds; none means any.
    #[serde(default)]
    models: Vec<String>,
    /// Settings of the client for which it holds; none means its defaults.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The name of its behaviour; this or a letter must be there.
    #[serde(default)]
    behaviour: Option<String>,
    /// A letter of the June 2026 survey, where that is all that is known.
    #[serde(default)]
    letter: Option<char>,
    /// How this path is known, where it is another way than the version's.
    #[serde(default)]
    evidence: Option<Evidence>,
}

impl Profile {
    /// Reads a profile from the text of its file.
    ///
    /// # Errors
    /// The text is no profile; the error names line and column, or the behaviour.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let file: ProfileFile = toml::from_str(text).map_err(|error| ProfileError(error.to_string()))?;
        let mut versions = Vec::with_capacity(file.version.len());
        for version in &file.version {
            let mut surfaces = Vec::new();
            for surface in &version.surface {
                let behaviour = match (&surface.behaviour, surface.letter) {
                    (Some(name), None) => resolve(&file, name)?,
                    (None, Some(known)) => letter(known)?.behaviour,
                    (Some(_), Some(_)) | (None, None) => {
                        let name = &surface.name;
                        return Err(ProfileError(format!("surface {name:?} needs a behaviour or a letter")));
                    }
                };
                let eras = if surface.eras.is_empty() { vec![String::new()] } else { surface.eras.clone() };
                let models =
                    if surface.models.is_empty() { vec![String::new()] } else { surface.models.clone() };
                for (era, model) in eras.iter().flat_map(|era| models.iter().map(move |model| (era, model))) {
                    surfaces.push(Surface {
                        client: file.client.clone(),
                        version: version.version.clone(),
                        name: surface.name.clone(),
                        dialect: surface.dialect.clone(),
                        era: era.clone(),
                        model: model.clone(),
                        options: surface.options.clone(),
                        evidence: surface.evidence.as_ref().unwrap_or(&version.evidence).clone(),
                        behaviour: behaviour.clone(),
                    });
                }
            }
            versions.push(Version {
                version: version.version.clone(),
                counts_from: version.counts_from.clone(),
                evidence: version.evidence.clone(),
                surfaces,
            });
        }
        Ok(Self { client: file.client, title: file.title, home: file.home, versions })
    }
}

/// Builds a behaviour from its table and those that it extends.
fn resolve(file: &ProfileFile, name: &str) -> Result<Behaviour, ProfileError> {
    let mut chain = Vec::new();
    let mut at = name.to_owned();
    loop {
        let table = file.behaviour.get(&at).and_then(toml::Value::as_table);
        let table = table.ok_or_else(|| ProfileError(format!("no behaviour {at:?} in the profile")))?;
        if chain.len() > 8 {
            return Err(ProfileError(format!("behaviour {name:?} extends in a circle")));
        }
        chain.push(table);
        match table.get("extends").and_then(toml::Value::as_str) {
            Some(base) => base.clone_into(&mut at),
            None => break,
        }
    }
    let mut merged = Table::new();
    for table in chain.into_iter().rev() {
        merge(&mut merged, table);
    }
    merged.remove("extends");
    let mut merged = toml::Value::Table(merged);
    shared::expand(&mut merged, &file.lists, &file.rules)?;
    Behaviour::deserialize(merged).map_err(|error| ProfileError(format!("behaviour {name:?}: {error}")))
}

/// Tables are merged member by member; anything else replaces what was there.
fn merge(into: &mut Table, from: &Table) {
    for (key, value) in from {
        match (into.get_mut(key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(value)) => merge(below, value),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
