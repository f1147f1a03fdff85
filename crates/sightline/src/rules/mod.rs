//! Rules: what a tool definition or a tool result gets wrong, one named bad pattern each.
//!
//! A rule is a static head, a page and a function. The head says where the rule applies, so that a
//! check function never looks at revisions, levels or guidance; [`check`] does that once. A rule
//! must not know a client by name: notes about clients come from projecting the result.

mod context;
mod findings;
mod settings;

use std::fmt;

use serde::Serialize;

pub use context::Context;
pub(crate) use findings::Findings;
pub use settings::{
    ErrorSchema, HostShowsStructured, Limits, NonObjectText, RootPolicy, Settings, StructuredPresence,
    UnknownName,
};

use crate::diagnostic::{Diagnostic, Guidance, Level};
use crate::revision::Revision;

/// All rules, in the order of the catalog.
pub static RULES: &[&Rule] = &[];

/// A named check with a page; everything but the function is data.
///
/// ```
/// use sightline::rules::{RULES, Rule};
///
/// for rule in RULES {
///     assert_eq!(Rule::named(rule.code).unwrap().name, rule.name); // both select
/// }
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Rule {
    /// Name of the bad pattern; what people type.
    pub name: &'static str,
    /// The catalog's stable ID.
    pub code: &'static str,
    /// How bad a finding is under each guidance.
    pub levels: Levels,
    /// The word of the source.
    pub strength: Strength,
    /// The revisions of the receiving peer that the rule applies to.
    pub revisions: &'static Revisions,
    /// What the rule looks at.
    pub scope: Scope,
    /// Whether the rule can be wrong; then it is never above a warning.
    pub is_heuristic: bool,
    /// Revision or proposal, and the section.
    pub source: &'static str,
    /// The release that brought the rule.
    pub since: &'static str,
    /// Whether a finding can be repaired automatically.
    pub fix: FixAvailability,
    /// The page in Markdown; its tagged blocks are the rule's tests.
    pub page: &'static str,
    check: fn(&Context<'_>, &mut Findings<'_, '_>),
    /// A level that a switch of the settings gives, if it gives one.
    switched: fn(&Settings) -> Option<Level>,
}

impl fmt::Debug for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.code, self.name)
    }
}

impl Rule {
    /// What most rules have in common; a head names the rest.
    pub(crate) const BASE: Self = Self {
        name: "",
        code: "",
        levels: Levels::ADVICE,
        strength: Strength::Advice,
        revisions: &revisions::ALL,
        scope: Scope::Result,
        is_heuristic: false,
        source: "",
        since: "0.1.0",
        fix: FixAvailability::None,
        page: "",
        check: |_, _| {},
        switched: |_| None,
    };

    /// Returns the rule of that name or code.
    #[must_use]
    pub fn named(name_or_code: &str) -> Option<&'static Self> {
        RULES.iter().copied().find(|rule| rule.name == name_or_code || rule.code == name_or_code)
    }

    /// Tells whether the rule applies to messages for a peer of that revision.
    #[must_use]
    pub fn applies_to(&self, revision: &Revision) -> bool {
        self.revisions.contain(revision)
    }
}

/// The level of a rule under each guidance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Levels {
    /// Under the text of the revision.
    pub published: Level,
    /// Under the proposal.
    #[serde(rename = "sep-2200")]
    pub sep_2200: Level,
    /// Under both at once, the milder where they differ.
    pub either: Level,
}

impl Levels {
    pub(crate) const ERROR: Self = Self::all(Level::Error);
    pub(crate) const WARNING: Self = Self::all(Level::Warning);
    pub(crate) const ADVICE: Self = Self::all(Level::Advice);

    const fn all(level: Level) -> Self {
        Self { published: level, sep_2200: level, either: level }
    }

    /// Returns the level under one guidance.
    ///
    /// ```
    /// use sightline::diagnostic::{Guidance, Level};
    /// use sightline::rules::Levels;
    ///
    /// let levels = Levels { published: Level::Warning, sep_2200: Level::Off, either: Level::Off };
    /// assert_eq!(levels.under(Guidance::Published), Level::Warning);
    /// ```
    #[must_use]
    pub fn under(&self, guidance: Guidance) -> Level {
        match guidance {
            Guidance::Either => self.either,
            Guidance::Published => self.published,
            Guidance::Sep2200 => self.sep_2200,
        }
    }
}

/// The word with which the source binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Strength {
    /// Ours: the source gives guidance, or software in use behaves so.
    #[serde(rename = "advice")]
    Advice,
    /// MAY
    #[serde(rename = "MAY")]
    May,
    /// MUST
    #[serde(rename = "MUST")]
    Must,
    /// MUST NOT
    #[serde(rename = "MUST NOT")]
    MustNot,
    /// SHOULD
    #[serde(rename = "SHOULD")]
    Should,
    /// SHOULD NOT
    #[serde(rename = "SHOULD NOT")]
    ShouldNot,
}

/// What a rule looks at; it is silent where that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Scope {
    /// A whole `tools/list` result.
    List,
    /// One tool definition.
    Tool,
    /// One complete tool result, an error included.
    Result,
    /// A complete tool result and the definition of its tool.
    ToolAndResult,
    /// A result that says `input_required`.
    InputRequired,
    /// A result that says `task`.
    Task,
    /// A result of any type.
    AnyResult,
}

/// Whether a finding can be repaired automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FixAvailability {
    /// By hand only.
    None,
    /// Some findings, on request: the repair changes what is meant, or guesses.
    OnRequest,
    /// What every audience gets stays the same, except for what the finding is about.
    Safe,
}

/// A range of revisions, both ends included.
#[derive(Debug)]
pub struct Revisions {
    /// The first revision.
    pub first: Revision,
    /// The last one; `None` while the rule is in force.
    pub last: Option<Revision>,
}

impl Revisions {
    const fn from(first: Revision) -> Self {
        Self { first, last: None }
    }

    const fn between(first: Revision, last: Revision) -> Self {
        Self { first, last: Some(last) }
    }

    /// Tells whether a revision lies in the range; one that we have never read counts as newest.
    ///
    /// ```
    /// use sightline::revision::Revision;
    /// use sightline::rules::Revisions;
    ///
    /// let range = Revisions { first: Revision::V2025_06_18, last: None };
    /// assert!(range.contain(&Revision::V2026_07_28));
    /// ```
    #[must_use]
    pub fn contain(&self, revision: &Revision) -> bool {
        revision.is_within(&self.first, self.last.as_ref())
    }
}

/// The ranges that rules have, by what came or went with their ends.
pub(crate) mod revisions {
    use super::{Revision, Revisions};

    pub(crate) static ALL: Revisions = Revisions::from(Revision::V2024_11_05);
    pub(crate) static FROM_2025_03: Revisions = Revisions::from(Revision::V2025_03_26);
    pub(crate) static FROM_2025_06: Revisions = Revisions::from(Revision::V2025_06_18);
    pub(crate) static FROM_2025_11: Revisions = Revisions::from(Revision::V2025_11_25);
    pub(crate) static FROM_2026_07: Revisions = Revisions::from(Revision::V2026_07_28);
    pub(crate) static ONLY_2024_11: Revisions =
        Revisions::between(Revision::V2024_11_05, Revision::V2024_11_05);
    pub(crate) static ONLY_2025_06: Revisions =
        Revisions::between(Revision::V2025_06_18, Revision::V2025_06_18);
    pub(crate) static ONLY_2025_11: Revisions =
        Revisions::between(Revision::V2025_11_25, Revision::V2025_11_25);
    pub(crate) static TO_2025_03: Revisions =
        Revisions::between(Revision::V2024_11_05, Revision::V2025_03_26);
    pub(crate) static TO_2025_06: Revisions =
        Revisions::between(Revision::V2024_11_05, Revision::V2025_06_18);
    pub(crate) static TO_2025_11: Revisions =
        Revisions::between(Revision::V2024_11_05, Revision::V2025_11_25);
    pub(crate) static BETWEEN_2025_06_AND_2025_11: Revisions =
        Revisions::between(Revision::V2025_06_18, Revision::V2025_11_25);
}

/// Runs all rules that apply, and returns what they find: by place, the worst first at one place.
///
/// ```
/// use sightline::exchange::Exchange;
/// use sightline::json::Document;
/// use sightline::rules::{Context, Settings, check};
///
/// let document = Document::parse(r#"{"content": [{"type": "text", "text": "hello"}]}"#).unwrap();
/// let exchange = Exchange::of(&document).unwrap();
/// assert!(check(&Context::of(&exchange), &Settings::default()).iter().all(|found| !found.rule.is_empty()));
/// ```
#[must_use]
pub fn check(context: &Context<'_>, settings: &Settings) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for rule in RULES {
        let level = settings.level_of(rule);
        if level == Level::Off || !rule.applies_to(context.revision()) {
            continue;
        }
        context.for_each_subject(rule.scope, |subject| {
            let mut findings = Findings::new(rule, level, subject, settings, &mut diagnostics);
            (rule.check)(subject, &mut findings);
        });
    }
    findings::sort(&mut diagnostics);
    diagnostics
}
