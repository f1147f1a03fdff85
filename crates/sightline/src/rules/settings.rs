//! What the user chose: the guidance, levels of single rules, switches and limits.

use std::collections::BTreeMap;
use std::fmt;

use super::{RULES, Rule};
use crate::diagnostic::{Guidance, Level};
use crate::json::Node;

/// What the root of an output schema may be where the revision leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootPolicy {
    /// Any schema.
    #[default]
    Any,
    /// An object only, for servers that serve old clients.
    Object,
}

/// Whether error results are held to the output schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorSchema {
    /// They are not.
    #[default]
    Exempt,
    /// They are, as some clients in use do.
    Strict,
}

/// How much it matters that structured content which is no object stands in the text too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NonObjectText {
    /// For servers that serve old clients: an error.
    Must,
    /// Not at all.
    Off,
    /// As the guidance says.
    #[default]
    Should,
}

/// How much it matters that a declared output schema is answered by structured content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StructuredPresence {
    /// Clients in use throw: an error.
    #[default]
    Must,
    /// A warning.
    Should,
}

/// Whether the host shows structured content to its model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostShowsStructured {
    /// Always.
    Always,
    /// Where `content` says nothing.
    #[default]
    Fallback,
    /// Never.
    Never,
}

/// Figures above which a rule speaks; all are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a payload that stands in both fields. Default 8192: about 2,000 tokens, twice.
    pub payload_bytes: usize,
    /// Bytes of a text that is nothing but a JSON copy. Default 1024.
    pub json_text_bytes: usize,
    /// Rows of one shape that count as a table. Default 20.
    pub rows: usize,
    /// Entries of a lookup map. Default 50.
    pub lookup_entries: usize,
    /// Nesting of a schema. Default 32.
    pub schema_depth: usize,
    /// Subschemas of a schema. Default 2000.
    pub subschemas: usize,
    /// Bytes of metadata that count as much beside an empty answer. Default 64.
    pub metadata_bytes: usize,
    /// Characters of a tool name. Default 128; some model providers take 64.
    pub max_name: usize,
    /// Findings of one rule in one subject; the rest is counted in a note. Default 20.
    pub findings: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            payload_bytes: 8192,
            json_text_bytes: 1024,
            rows: 20,
            lookup_entries: 50,
            schema_depth: 32,
            subschemas: 2000,
            metadata_bytes: 64,
            max_name: 128,
            findings: 20,
        }
    }
}

/// What the user chose.
///
/// ```
/// use sightline::diagnostic::Level;
/// use sightline::rules::{RULES, Settings};
///
/// let mut settings = Settings::default();
/// settings.set_level("structured-breaks-schema", Level::Warning).unwrap();
/// let error = settings.set_level("structured-break-schema", Level::Warning).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown rule \"structured-break-schema\"; did you mean \"structured-breaks-schema\"?"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Which reading judges.
    pub guidance: Guidance,
    /// Root of output schemas.
    pub root_policy: RootPolicy,
    /// Error results and the output schema.
    pub error_schema: ErrorSchema,
    /// Text beside structured content that is no object.
    pub nonobject_text: NonObjectText,
    /// Structured content where a schema is declared.
    pub structured_presence: StructuredPresence,
    /// Whether hosts are taken to ignore the audience of a block. Off: they honour it.
    pub audience_ignored: bool,
    /// Whether the host shows structured content to its model.
    pub host_shows_structured: HostShowsStructured,
    /// Figures.
    pub limits: Limits,
    levels: BTreeMap<&'static str, Level>,
}

impl Settings {
    /// Returns the defaults under one guidance.
    ///
    /// ```
    /// use sightline::diagnostic::Guidance;
    /// use sightline::rules::Settings;
    ///
    /// assert_eq!(Settings::under(Guidance::Published).guidance, Guidance::Published);
    /// ```
    #[must_use]
    pub fn under(guidance: Guidance) -> Self {
        Self { guidance, ..Self::default() }
    }

    /// Sets the level of one rule, by name or code; it wins over guidance and switches.
    ///
    /// # Errors
    /// No rule has that name; the error proposes the nearest one.
    pub fn set_level(&mut self, rule: &str, level: Level) -> Result<(), UnknownName> {
        let known = Rule::named(rule).ok_or_else(|| {
            let names = RULES.iter().flat_map(|rule| [rule.name, rule.code]);
            UnknownName::new("rule", rule, names)
        })?;
        self.levels.insert(known.code, level);
        Ok(())
    }

    /// Sets a switch or a limit by the name that settings files use.
    ///
    /// # Errors
    /// No switch has that name, or it has no such value; the error proposes the nearest one.
    ///
    /// ```
    /// use sightline::rules::{ErrorSchema, Settings};
    ///
    /// let mut settings = Settings::default();
    /// settings.set_switch("error_schema", "strict").unwrap();
    /// assert_eq!(settings.error_schema, ErrorSchema::Strict);
    /// assert!(settings.set_switch("max_name", "many").is_err());
    /// ```
    pub fn set_switch(&mut self, name: &str, value: &str) -> Result<(), UnknownName> {
        match name {
            "audience_filter" => self.audience_ignored = pick(name, value, &[("on", false), ("off", true)])?,
            "error_schema" => {
                self.error_schema =
                    pick(name, value, &[("exempt", ErrorSchema::Exempt), ("strict", ErrorSchema::Strict)])?;
            }
            "guidance" => {
                let choices = Guidance::ALL.map(|guidance| (guidance.name(), guidance));
                self.guidance = pick(name, value, &choices)?;
            }
            "host_shows_structured" => {
                let choices = [
                    ("never", HostShowsStructured::Never),
                    ("fallback", HostShowsStructured::Fallback),
                    ("always", HostShowsStructured::Always),
                ];
                self.host_shows_structured = pick(name, value, &choices)?;
            }
            "nonobject_text" => {
                let choices = [
                    ("must", NonObjectText::Must),
                    ("should", NonObjectText::Should),
                    ("off", NonObjectText::Off),
                ];
                self.nonobject_text = pick(name, value, &choices)?;
            }
            "root_policy" => {
                self.root_policy =
                    pick(name, value, &[("any", RootPolicy::Any), ("object", RootPolicy::Object)])?;
            }
            "structured_presence" => {
                let choices = [("must", StructuredPresence::Must), ("should", StructuredPresence::Should)];
                self.structured_presence = pick(name, value, &choices)?;
            }
            _ => return self.set_limit(name, value),
        }
        Ok(())
    }

    fn set_limit(&mut self, name: &str, value: &str) -> Result<(), UnknownName> {
        let limits = &mut self.limits;
        let limit = match name {
            "findings" => &mut limits.findings,
            "json_text_bytes" => &mut limits.json_text_bytes,
            "lookup_entries" => &mut limits.lookup_entries,
            "max_name" => &mut limits.max_name,
            "metadata_bytes" => &mut limits.metadata_bytes,
            "payload_bytes" => &mut limits.payload_bytes,
            "rows" => &mut limits.rows,
            "schema_depth" => &mut limits.schema_depth,
            "subschemas" => &mut limits.subschemas,
            _ => return Err(UnknownName::new("switch", name, SWITCHES.iter().copied())),
        };
        *limit = value.parse().map_err(|_| UnknownName {
            what: format!("value of {name}"),
            name: value.to_owned(),
            near: None,
            hint: Some("expected a whole number, from 0".to_owned()),
        })?;
        Ok(())
    }

    /// Takes the figures that an exchange wants to be measured by, whatever the user chose for others.
    pub(super) fn measured_by(&self, limits: Node<'_>) -> Self {
        let mut settings = self.clone();
        for member in limits.members() {
            let switches: &[&str] = match &*member.key.to_str() {
                "bytes" => &["json_text_bytes", "payload_bytes"],
                "lookup_entries" => &["lookup_entries"],
                "max_depth" => &["schema_depth"],
                "rows" => &["rows"],
                // Another name, and a value that is no figure, are told by the table of shapes.
                _ => &[],
            };
            for switch in switches {
                // What is no figure leaves the limit as it was.
                let _unchanged = settings.set_limit(switch, member.value.text());
            }
        }
        settings
    }

    /// Returns the level at which a rule reports: the user's own, else a switch's, else the guidance's.
    #[must_use]
    pub fn level_of(&self, rule: &Rule) -> Level {
        let own = self.levels.get(rule.code).copied();
        own.or_else(|| (rule.switched)(self)).unwrap_or_else(|| rule.levels.under(self.guidance))
    }
}

/// Returns the names that [`Settings::set_switch`] takes.
///
/// ```
/// assert!(sightline::rules::switches().contains(&"guidance"));
/// ```
#[must_use]
pub fn switches() -> &'static [&'static str] {
    SWITCHES
}

/// Returns the words that a switch takes; `None` for one that takes a number, and for an unknown name.
///
/// ```
/// use sightline::rules::switch_words;
///
/// assert_eq!(switch_words("error_schema").unwrap(), ["exempt", "strict"]);
/// assert!(switch_words("max_name").is_none());
/// ```
#[must_use]
pub fn switch_words(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "audience_filter" => Some(&["on", "off"]),
        "error_schema" => Some(&["exempt", "strict"]),
        "guidance" => Some(&["either", "published", "sep-2200"]),
        "host_shows_structured" => Some(&["never", "fallback", "always"]),
        "nonobject_text" => Some(&["must", "should", "off"]),
        "root_policy" => Some(&["any", "object"]),
        "structured_presence" => Some(&["must", "should"]),
        _ => None,
    }
}

/// The names that [`Settings::set_switch`] takes.
pub(crate) const SWITCHES: &[&str] = &[
    "audience_filter",
    "error_schema",
    "findings",
    "guidance",
    "host_shows_structured",
    "json_text_bytes",
    "lookup_entries",
    "max_name",
    "metadata_bytes",
    "nonobject_text",
    "payload_bytes",
    "root_policy",
    "rows",
    "schema_depth",
    "structured_presence",
    "subschemas",
];

fn pick<T: Copy>(switch: &str, value: &str, choices: &[(&'static str, T)]) -> Result<T, UnknownName> {
    let found = choices.iter().find(|(name, _)| *name == value);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        UnknownName::new(&format!("value of {switch}"), value, choices.iter().map(|(name, _)| *name))
    })
}

/// A name in the settings that stands for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: String,
    name: String,
    near: Option<&'static str>,
    /// What would be right, when no known name is near.
    hint: Option<String>,
}

/// Most known names that are listed where none is near.
const LISTED: usize = 6;

impl UnknownName {
    /// Says that a name is none of the known ones.
    ///
    /// ```
    /// use sightline::rules::UnknownName;
    ///
    /// let error = UnknownName::new("key", "colour", ["color", "level"].into_iter());
    /// assert_eq!(error.to_string(), "unknown key \"colour\"; did you mean \"color\"?");
    /// let error = UnknownName::new("key", "size", ["color", "level"].into_iter());
    /// assert_eq!(error.to_string(), "unknown key \"size\"; expected color or level");
    /// ```
    #[must_use]
    pub fn new(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Self {
        let known: Vec<&'static str> = known.collect();
        let near = nearest(name, known.iter().copied());
        let hint = match known.split_last() {
            Some((last, [])) => Some(format!("expected {last}")),
            Some((last, others)) if known.len() <= LISTED => {
                Some(format!("expected {} or {last}", others.join(", ")))
            }
            Some(_) | None => None,
        };
        Self { what: what.to_owned(), name: name.to_owned(), near, hint }
    }

    /// Returns the nearest name that exists, when one is near.
    #[must_use]
    pub fn nearest(&self) -> Option<&'static str> {
        self.near
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown {} {:?}", self.what, self.name)?;
        match (self.near, &self.hint) {
            (Some(near), _) => write!(formatter, "; did you mean {near:?}?"),
            (None, Some(hint)) => write!(formatter, "; {hint}"),
            (None, None) => Ok(()),
        }
    }
}

impl std::error::Error for UnknownName {}

/// The known name with the smallest edit distance, when no more than a third of it differs.
pub(crate) fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let distances = known.map(|other| (distance(name, other), other));
    let (distance, other) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance * 3 <= other.chars().count().max(3)).then_some(other)
}

/// Edit distance with case, `-` and `_` ignored; names beyond 80 characters are far from all.
pub(crate) fn distance(left: &str, right: &str) -> usize {
    let fold = |name: &str| -> Vec<char> {
        name.chars().map(|c| if c == '_' { '-' } else { c.to_ascii_lowercase() }).take(81).collect()
    };
    let (left, right) = (fold(left), fold(right));
    if left.len() > 80 || right.len() > 80 {
        return usize::MAX / 4;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, character) in left.iter().enumerate() {
        let mut diagonal = index;
        let mut before = index + 1;
        for (column, other) in right.iter().enumerate() {
            // `row` has one cell more than `right`, so both indexes exist.
            let above = row[column + 1];
            let cell = (diagonal + usize::from(character != other)).min(above + 1).min(before + 1);
            row[column] = before;
            (diagonal, before) = (above, cell);
        }
        row[right.len()] = before;
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_edits() {
        for (left, right, edits) in [
            ("", "abc", 3),
            ("abc", "abc", 0),
            ("abc", "axc", 1),
            ("kitten", "sitting", 3),
            ("a_b", "A-b", 0),
        ] {
            assert_eq!(distance(left, right), edits, "{left} {right}");
            assert_eq!(distance(right, left), edits, "{right} {left}");
        }
    }

    #[test]
    fn every_listed_switch_is_known() {
        for name in SWITCHES {
            let error = Settings::default().set_switch(name, "no such value").unwrap_err();
            assert!(error.to_string().contains(&format!("value of {name}")), "{error}");
        }
        let error = Settings::default().set_switch("eror_schema", "strict").unwrap_err();
        assert_eq!(error.nearest(), Some("error_schema"));
    }

    #[test]
    fn every_word_of_a_switch_is_taken() {
        for name in SWITCHES {
            let mut settings = Settings::default();
            let words = switch_words(name).unwrap_or(&["7"]);
            assert!(words.iter().all(|word| settings.set_switch(name, word).is_ok()), "{name}");
            assert_eq!(settings.set_switch(name, "7").is_ok(), switch_words(name).is_none(), "{name}");
        }
    }

    #[test]
    fn an_own_level_wins_over_the_guidance() {
        for rule in RULES {
            let mut settings = Settings::default();
            settings.set_level(rule.code, Level::Off).unwrap();
            assert_eq!(settings.level_of(rule), Level::Off);
        }
    }
}
