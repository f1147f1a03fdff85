//! Scenarios: one tool each, with the question that its result answers. They are data files.
//!
//! Every channel of a result holds a canary of its own, so that what reached a model can be told by
//! looking for texts alone. Knows nothing of clients.

mod batches;
mod file;
mod fill;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use sightline::json::Document;
use sightline::revision::{Handshake, RevisionFacts};

pub use batches::{arrange, batches};
pub use file::parse;

/// One tool of the probe server, and the question that its result answers.
///
/// ```
/// use sightline_survey::scenario;
///
/// let both = scenario::find("both").unwrap();
/// assert_eq!(both.canaries["sc"], "CNRY_both_sc_zq");
/// assert_eq!(both.token(), "ARGTOK_both_zq");
/// assert!(both.definition.starts_with(r#"{"name":"probe_both","#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scenario {
    /// Its name: small letters, digits and underscores.
    pub name: String,
    /// What it finds out.
    pub question: String,
    /// What it belongs to: the file that it stands in, or another word.
    pub group: String,
    /// With which others its tool may be listed.
    pub company: Company,
    /// The only way of opening a connection under which it is listed; both where none is named.
    pub handshake: Option<Handshake>,
    /// Whether some client takes the result for a failure, or refuses it.
    pub may_fail: bool,
    /// Whether some client was seen to end its run at it.
    pub may_end_run: bool,
    /// The tool's definition as it is listed: JSON text, which may be wrong on purpose.
    pub definition: String,
    /// What a call is answered with.
    pub answer: Answer,
    /// The result of a call that brings what an interim result asked for: JSON text.
    pub answered: Option<String>,
    /// Whether the server adds the result type that the later era wants.
    pub stamped: bool,
    /// The canaries in definition and answer: channel and text. Base64 data stands as its text.
    pub canaries: BTreeMap<String, String>,
}

/// What a call is answered with. Complete: JSON-RPC has the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A result: JSON text.
    Result(String),
    /// A JSON-RPC error.
    Error {
        /// Its code.
        code: i32,
        /// Its message.
        message: String,
        /// Its data: JSON text.
        data: Option<String>,
    },
}

/// With which other tools one may be listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Company {
    /// With all that allow it.
    #[default]
    Any,
    /// With those of its group.
    Group,
    /// With one harmless tool, which tells whether the list survived.
    Alone,
}

impl Scenario {
    /// Returns the name of the tool, as the server lists it.
    ///
    /// ```
    /// assert_eq!(sightline_survey::scenario::find("both").unwrap().tool(), "probe_both");
    /// ```
    #[must_use]
    pub fn tool(&self) -> String {
        let listed = Document::parse(&self.definition).ok().and_then(|definition| {
            Some(definition.root().member("name")?.as_str()?.into_owned()).filter(|name| !name.is_empty())
        });
        listed.unwrap_or_else(|| format!("probe_{}", self.name))
    }

    /// Returns the sentence with which the description begins, for clients that change names.
    ///
    /// ```
    /// assert_eq!(sightline_survey::scenario::find("both").unwrap().sentence(), "Probe tool both.");
    /// ```
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("Probe tool {}.", self.name)
    }

    /// Returns the value of the argument `token`, by which a call is known for the scenario's.
    ///
    /// ```
    /// assert_eq!(sightline_survey::scenario::find("empty").unwrap().token(), "ARGTOK_empty_zq");
    /// ```
    #[must_use]
    pub fn token(&self) -> String {
        format!("ARGTOK_{}_zq", self.name)
    }

    /// Tells whether the tool is listed under a revision.
    ///
    /// ```
    /// use sightline::revision::Revision;
    /// use sightline_survey::scenario;
    ///
    /// let interim = scenario::find("input_required").unwrap();
    /// assert!(interim.is_listed(Revision::LATEST.facts().unwrap()));
    /// assert!(!interim.is_listed(Revision::LATEST_INITIALIZE.facts().unwrap()));
    /// ```
    #[must_use]
    pub fn is_listed(&self, facts: &RevisionFacts) -> bool {
        self.handshake.is_none_or(|handshake| handshake == facts.handshake)
    }

    /// Tells whether the result has an image, audio or binary data.
    ///
    /// ```
    /// use sightline_survey::scenario::find;
    ///
    /// assert!(find("image").unwrap().has_media() && !find("text").unwrap().has_media());
    /// ```
    #[must_use]
    pub fn has_media(&self) -> bool {
        let Answer::Result(result) = &self.answer else { return false };
        [r#""type":"image""#, r#""type":"audio""#, r#""blob":"#].iter().any(|mark| result.contains(mark))
    }

    /// Counts the canaries in a text: channel and copies, only those that are there.
    ///
    /// ```
    /// let both = sightline_survey::scenario::find("both").unwrap();
    /// let seen = both.seen_in("CNRY_both_sc_zq, and again CNRY_both_sc_zq");
    /// assert_eq!(seen.into_iter().collect::<Vec<_>>(), [("sc".to_owned(), 2)]);
    /// ```
    #[must_use]
    pub fn seen_in(&self, text: &str) -> BTreeMap<String, usize> {
        let counts = self
            .canaries
            .iter()
            .map(|(channel, canary)| (channel.clone(), text.matches(canary.as_str()).count()));
        counts.filter(|(_, count)| *count > 0).collect()
    }
}

/// Returns the name of the scenario whose argument token stands in a text.
///
/// ```
/// use sightline_survey::scenario::named_in;
///
/// assert_eq!(named_in(r#"{"token":"ARGTOK_two_texts_zq"}"#), Some("two_texts"));
/// assert_eq!(named_in("{}"), None);
/// ```
#[must_use]
pub fn named_in(arguments: &str) -> Option<&str> {
    let (_, rest) = arguments.split_once("ARGTOK_")?;
    rest.split_once("_zq").map(|(name, _)| name)
}

/// The files, in the order in which their scenarios are told.
const FILES: [(&str, &str); 8] = [
    ("fields", include_str!("../../scenarios/fields.toml")),
    ("blocks", include_str!("../../scenarios/blocks.toml")),
    ("values", include_str!("../../scenarios/values.toml")),
    ("schema", include_str!("../../scenarios/schema.toml")),
    ("errors", include_str!("../../scenarios/errors.toml")),
    ("lists", include_str!("../../scenarios/lists.toml")),
    ("result types", include_str!("../../scenarios/result_types.toml")),
    ("sizes", include_str!("../../scenarios/sizes.toml")),
];

/// Returns the shipped scenarios.
///
/// ```
/// assert!(sightline_survey::scenario::all().len() > 60);
/// ```
#[must_use]
pub fn all() -> Vec<Scenario> {
    (0..FILES.len()).flat_map(of_file).cloned().collect()
}

/// Each read once, when one of its scenarios is asked for: the probe server has to answer a second after
/// its start, and some scenarios are large.
static READ: [OnceLock<Vec<Scenario>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// The scenarios of a file. A test reads every file, so that none is left out here.
fn of_file(index: usize) -> &'static [Scenario] {
    let read = |(group, text): &(&str, &str)| parse(group, text).unwrap_or_default();
    let known = READ.get(index).zip(FILES.get(index));
    known.map_or(&[], |(known, file)| known.get_or_init(|| read(file)))
}

/// Returns the shipped scenario of that name.
///
/// ```
/// assert!(sightline_survey::scenario::find("no such").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<Scenario> {
    let line = format!("name = \"{name}\"\n");
    let files = FILES.iter().enumerate().filter(|(_, (_, text))| text.contains(&line));
    files.map(|(index, _)| index).flat_map(of_file).find(|scenario| scenario.name == name).cloned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn every_file_is_read_and_listed() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        let files = std::fs::read_dir(folder).unwrap().count();
        assert_eq!(files, FILES.len());
        for (group, text) in FILES {
            let scenarios = parse(group, text).unwrap_or_else(|error| panic!("{group}: {error}"));
            assert_eq!(scenarios.len(), text.matches("[[scenario]]").count());
        }
    }

    #[test]
    fn every_scenario_is_known_by_its_name_alone() {
        let all = all();
        let names: BTreeSet<&str> = all.iter().map(|scenario| scenario.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        for scenario in &all {
            assert!(scenario.question.ends_with(['?', '.']), "{}", scenario.name);
            let tools = all.iter().filter(|other| other.tool().ends_with(&scenario.tool()));
            assert_eq!(tools.count(), 1, "{} ends another's name", scenario.tool());
        }
    }

    #[test]
    fn every_canary_names_its_scenario_and_no_filler_is_left() {
        for scenario in all() {
            let text = format!("{}{:?}{:?}", scenario.definition, scenario.answer, scenario.answered);
            let own = format!("CNRY_{}_", scenario.name);
            assert_eq!(text.matches("CNRY_").count(), text.matches(&own).count(), "{}", scenario.name);
            assert!(!text.contains("{{"), "{}", scenario.name);
            let canaries: BTreeSet<&String> = scenario.canaries.values().collect();
            assert_eq!(canaries.len(), scenario.canaries.len());
            // What says nothing has no canary to show.
            let silent = ["nothing", "error_empty", "number_root"];
            assert_eq!(
                scenario.canaries.is_empty(),
                silent.contains(&scenario.name.as_str()),
                "{}",
                scenario.name
            );
        }
    }

    #[test]
    fn results_are_one_line_of_json_and_sizes_are_what_their_names_say() {
        for scenario in all() {
            let Answer::Result(result) = &scenario.answer else { continue };
            assert!(!result.contains('\n'));
            assert!(Document::parse(result).is_ok(), "{}", scenario.name);
        }
        let size = |name: &str| match find(name).unwrap().answer {
            Answer::Result(result) => result.len(),
            Answer::Error { .. } => 0,
        };
        for (name, bytes) in
            [("text_10k", 10_000), ("lines_100k", 100_000), ("data_100k", 100_000), ("text_1m", 1_000_000)]
        {
            let off = size(name).abs_diff(bytes);
            assert!(off * 50 < bytes, "{name}: {}", size(name));
        }
        let long = find("long_name").unwrap().tool();
        assert_eq!(long.len(), 128);
    }

    #[test]
    fn the_page_of_scenarios_is_up_to_date() {
        let mut page = String::from(
            "# Scenarios of the survey\n\nWritten by `crates/sightline-survey/src/scenario`; do not edit.\n\n\
             One tool each: its result answers the question. *May fail*: some client takes it for a failure, so that\n\
             never three such follow each other. *Alone*: listed with one harmless tool only, since it may break the list.\n",
        );
        let all = all();
        let mut group = "";
        for scenario in &all {
            if scenario.group != group {
                group = &scenario.group;
                let _ = write!(
                    page,
                    "\n## {group}\n\n| scenario | question | listed | may fail | channels |\n| --- | --- | --- | --- | --- |\n"
                );
            }
            let company = match (scenario.company, scenario.handshake) {
                (Company::Any, None) => "with all",
                (Company::Any, Some(Handshake::Discover)) => "by `server/discover` only",
                (Company::Any, Some(Handshake::Initialize)) => "by `initialize` only",
                (Company::Group, _) => "with its group",
                (Company::Alone, _) => "alone",
            };
            let channels: Vec<&str> = scenario.canaries.keys().map(String::as_str).collect();
            let fails = if scenario.may_fail { "yes" } else { "" };
            let _ = writeln!(
                page,
                "| {} | {} | {company} | {fails} | {} |",
                scenario.name,
                scenario.question,
                channels.join(", ")
            );
        }
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/scenarios.md");
        if std::env::var_os("SIGHTLINE_UPDATE").is_some() {
            std::fs::write(&path, &page).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == page, "docs/generated/scenarios.md is out of date; run `cargo xtask accept`");
    }
}
