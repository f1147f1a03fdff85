//! Client profiles: what is known of one client, as data with evidence.
//!
//! A profile is one file. It names versions with their evidence, surfaces with the behaviour they
//! have, and behaviours built from a closed set of strategies and parameters, which `project`
//! carries out. A behaviour may extend another one of the same file.

mod behaviour;
mod blocks;
mod case;
mod choice;
mod file;
mod forms;
mod model;
pub(crate) mod placeholders;
mod shared;
mod sizes;
mod source;
mod strategy;
#[cfg(test)]
mod tests;
mod versions;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use self::behaviour::{
    AudienceRule, Behaviour, ErrorMark, ListForm, Message, ProtocolErrorForm, Refusal, Replacement,
    StatusForm,
};
pub use self::blocks::{BlockName, BlockRule, Emit, JsonMember, JsonPart, MediaAs, Place};
pub use self::case::{Appendix, Case, Condition, Envelope, Show, SkipTexts};
pub use self::choice::Selector;
pub use self::forms::{Defuse, Frame, List, MessageObject, ObjectForm};
pub use self::model::{Model, ModelObject};
pub use self::sizes::{
    Cap, Counted, Excerpt, JsonExcerpt, Keep, Limit, ModelSize, Piece, Preview, ResourceLimit, Size, Spill,
    Stage,
};
pub use self::strategy::Strategy;
use crate::json;

/// The profiles that ship with Sightline, by file.
static FILES: &[(&str, &str)] = &[
    ("adk-python", include_str!("profiles/adk-python.toml")),
    ("agent-framework-dotnet", include_str!("profiles/agent-framework-dotnet.toml")),
    ("agent-framework-python", include_str!("profiles/agent-framework-python.toml")),
    ("ai-sdk", include_str!("profiles/ai-sdk.toml")),
    ("claude-code", include_str!("profiles/claude-code.toml")),
    ("cline", include_str!("profiles/cline.toml")),
    ("codex", include_str!("profiles/codex.toml")),
    ("continue", include_str!("profiles/continue.toml")),
    ("copilot-cli", include_str!("profiles/copilot-cli.toml")),
    ("crewai", include_str!("profiles/crewai.toml")),
    ("crewai-tools", include_str!("profiles/crewai-tools.toml")),
    ("deepagents", include_str!("profiles/deepagents.toml")),
    ("droid", include_str!("profiles/droid.toml")),
    ("fast-agent", include_str!("profiles/fast-agent.toml")),
    ("gemini-cli", include_str!("profiles/gemini-cli.toml")),
    ("goose", include_str!("profiles/goose.toml")),
    ("hermes-agent", include_str!("profiles/hermes-agent.toml")),
    ("kilocode", include_str!("profiles/kilocode.toml")),
    ("librechat", include_str!("profiles/librechat.toml")),
    ("mastra", include_str!("profiles/mastra.toml")),
    ("mistral-vibe", include_str!("profiles/mistral-vibe.toml")),
    ("openai-agents-js", include_str!("profiles/openai-agents-js.toml")),
    ("opencode", include_str!("profiles/opencode.toml")),
    ("pydantic-ai", include_str!("profiles/pydantic-ai.toml")),
    ("qwen-code", include_str!("profiles/qwen-code.toml")),
    ("roo-code", include_str!("profiles/roo-code.toml")),
    ("strands", include_str!("profiles/strands.toml")),
    ("vscode-copilot", include_str!("profiles/vscode-copilot.toml")),
    ("zed", include_str!("profiles/zed.toml")),
];

/// What is known of one client.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// Its id, lower case.
    pub client: String,
    /// Its name as people write it.
    pub title: String,
    /// Where its source or package lives.
    pub home: String,
    /// Known versions, oldest first.
    pub versions: Vec<Version>,
}

/// One release, or the state at one date, and how it behaves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Version {
    /// Release, commit or copy.
    pub version: String,
    /// Packages by which it is known too, with their versions, where a client is more than one.
    pub packages: BTreeMap<String, String>,
    /// The day from which this counts, `YYYY-MM-DD`.
    pub counts_from: String,
    /// Whether it stands for earlier releases too.
    pub earlier_too: bool,
    /// How this is known.
    pub evidence: Evidence,
    /// The paths that hand results to a model; the first one is the default.
    pub surfaces: Vec<Surface>,
}

/// How a behaviour is known.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Evidence {
    /// Ran, or read.
    pub how: How,
    /// The day it was seen, `YYYY-MM-DD`.
    pub date: String,
    /// Package, commit or table.
    pub source: String,
    /// File and function, when known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Issues and pull requests, as `owner/name#number`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
}

/// How something was seen; the earlier one wins over the later.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The released package ran.
    Ran,
    /// Its conversion code was lifted out and ran.
    RanExtracted,
    /// Its source was read.
    Read,
    /// Somebody reported it.
    Reported,
}

impl fmt::Display for How {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Ran => "ran",
            Self::RanExtracted => "ran-extracted",
            Self::Read => "read",
            Self::Reported => "reported",
        })
    }
}

/// One path inside a client that hands results to a model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Surface {
    /// Client id.
    pub client: String,
    /// Version of the client.
    pub version: String,
    /// `conversation`, `code-mode`, `converter` or `tool-level`.
    pub name: String,
    /// Provider dialect, or `none`.
    pub dialect: String,
    /// The revision for which this holds; empty for any.
    pub era: String,
    /// `stdio` or `http`, where it holds for one transport only; empty for any.
    pub transport: String,
    /// The model for which this holds; empty for any.
    pub model: String,
    /// Settings of the client for which this holds; empty for its defaults.
    pub options: BTreeMap<String, String>,
    /// How this is known.
    pub evidence: Evidence,
    /// What the path does.
    pub behaviour: Behaviour,
}

/// Returns the surface that does what a letter of the June 2026 survey means, and nothing else.
///
/// ```
/// assert_eq!(sightline::profile::letter('B').unwrap().name, "B");
/// assert!(sightline::profile::letter('E').is_err());
/// ```
///
/// # Errors
/// The letter is none of A, B, C and D.
pub fn letter(letter: char) -> Result<Surface, ProfileError> {
    let profile = Profile::parse(include_str!("profiles/letters.toml"))?;
    let selector = Selector { surface: Some(letter.to_string()), ..Selector::default() };
    profile.surface(&selector).cloned()
}

/// Returns the ids of the clients that have a profile.
pub fn clients() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(client, _)| *client)
}

impl Profile {
    /// Reads the profile of a client that ships with Sightline.
    ///
    /// # Errors
    /// There is none of that name; the error lists those that there are.
    ///
    /// ```
    /// use sightline::profile::Profile;
    ///
    /// let profile = Profile::of("codex").unwrap();
    /// assert_eq!(profile.title, "Codex");
    /// assert!(Profile::of("codx").unwrap_err().to_string().contains("codex"));
    /// ```
    pub fn of(client: &str) -> Result<Self, ProfileError> {
        let file = FILES.iter().find(|(name, _)| *name == client);
        let (_, text) = file.ok_or_else(|| {
            let known = clients().collect::<Vec<_>>().join(", ");
            ProfileError::of(format!("no profile of a client {client:?}; there are {known}"))
        })?;
        Self::parse(text)
    }
}

/// A profile that cannot be read, or a surface that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileError {
    reason: String,
    place: Option<json::Place>,
}

impl ProfileError {
    fn of(reason: String) -> Self {
        Self { reason, place: None }
    }

    /// Returns what is wrong and what there is instead, without the place.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns where in the text of the profile it is wrong, when the text is.
    #[must_use]
    pub fn place(&self) -> Option<json::Place> {
        self.place
    }
}

impl fmt::Display for ProfileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(formatter, "line {}, column {}: ", place.line, place.column)?;
        }
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for ProfileError {}
