//! Which version and which surface of a client is meant.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Profile, ProfileError, Surface, Version};
use crate::revision::Revision;

/// Which surface is asked for; an unset field takes the default.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Selector {
    /// Version; without one, see [`Profile::version`].
    pub version: Option<String>,
    /// The day, `YYYY-MM-DD`, for which the version is asked.
    pub as_of: Option<String>,
    /// Surface; the first one by default.
    pub surface: Option<String>,
    /// Provider dialect.
    pub dialect: Option<String>,
    /// Revision that was negotiated.
    pub era: Option<String>,
    /// Transport to the server, `stdio` or `http`.
    pub transport: Option<String>,
    /// Model.
    pub model: Option<String>,
    /// Settings of the client that differ from its defaults.
    pub options: BTreeMap<String, String>,
}

impl Profile {
    /// Finds the surface that a selector asks for.
    ///
    /// # Errors
    /// There is none; the error lists what there is.
    ///
    /// ```
    /// use sightline::profile::{Profile, Selector};
    ///
    /// let profile = Profile::of("codex").unwrap();
    /// let surface = profile.surface(&Selector::default()).unwrap();
    /// assert_eq!((surface.name.as_str(), surface.dialect.as_str()), ("conversation", "openai-responses"));
    /// ```
    pub fn surface(&self, selector: &Selector) -> Result<&Surface, ProfileError> {
        let version = self.version(selector)?;
        let fits = |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|wanted| wanted == is);
        let usual = version.surfaces.first().map(|surface| surface.name.as_str());
        let matching = |only_usual: bool, exact_options: bool, exact_model: bool| {
            version.surfaces.iter().find(|surface| {
                let model = surface.model.as_str();
                fits(&selector.surface, &surface.name)
                    && (!only_usual || selector.surface.is_some() || usual == Some(&surface.name))
                    && fits(&selector.dialect, &surface.dialect)
                    && (surface.era.is_empty() || fits(&selector.era, &surface.era))
                    && (surface.transport.is_empty() || fits(&selector.transport, &surface.transport))
                    && if exact_options {
                        surface.options == selector.options
                    } else {
                        surface.options.is_empty()
                    }
                    && if exact_model { is_model(selector.model.as_deref(), model) } else { model.is_empty() }
            })
        };
        // A model or a setting leads away from the usual surface only where that one does not know the settings.
        let tries = [true, false].into_iter().flat_map(|options| {
            [true, false].into_iter().flat_map(move |usual| [(usual, options, true), (usual, options, false)])
        });
        let mut found = tries.map(|(usual, options, model)| matching(usual, options, model));
        let found = found.find_map(|found| found);
        found.ok_or_else(|| ProfileError::of(self.why_no_surface(version, selector)))
    }

    /// Finds the surface that a connection to a server of some revision reaches, when the selector names no era.
    ///
    /// A client opens as it always does; only a server that is older makes it step back.
    ///
    /// # Errors
    /// There is none; the error lists what there is.
    ///
    /// ```
    /// use sightline::profile::{Profile, Selector};
    /// use sightline::revision::Revision;
    ///
    /// let profile = Profile::of("claude-code").unwrap();
    /// let era = |revision: &Revision| profile.surface_toward(&Selector::default(), revision).unwrap().era.clone();
    /// assert_eq!(era(&Revision::LATEST), "2026-07-28");
    /// // Toward all older servers it is one surface, which names no era.
    /// assert_eq!(era(&Revision::from("2025-11-25")), "");
    /// ```
    pub fn surface_toward(&self, selector: &Selector, server: &Revision) -> Result<&Surface, ProfileError> {
        let usual = self.surface(selector)?;
        let era = Revision::from(usual.era.as_str());
        if selector.era.is_some()
            || usual.era.is_empty()
            || era.is_within(&Revision::V2024_11_05, Some(server))
        {
            return Ok(usual);
        }
        let older = Selector { era: Some(server.to_string()), ..selector.clone() };
        Ok(self.surface(&older).unwrap_or(usual))
    }

    /// Finds the version that a selector asks for.
    ///
    /// A day takes the version that counts on it: the latest beginning wins, whatever the evidence,
    /// and the better evidence among those that begin together. Without version and day it is the
    /// newest version with the best evidence: what ran is shown before what was only read, even when
    /// that is newer, since unreleased or reported changes are what a user runs last. Ask for the day
    /// or the version to see them. A release that is not named is stood for, see [`Profile::standing_for`].
    ///
    /// # Errors
    /// There is none; the error lists what there is.
    ///
    /// ```
    /// use sightline::profile::{Profile, Selector};
    ///
    /// let profile = Profile::of("opencode").unwrap();
    /// let mut selector = Selector::default();
    /// assert_eq!(profile.version(&selector).unwrap().version, "1.18.33");
    /// selector.as_of = Some("2026-06-20".to_owned());
    /// assert_eq!(profile.version(&selector).unwrap().counts_from, "2026-06-12");
    /// ```
    pub fn version(&self, selector: &Selector) -> Result<&Version, ProfileError> {
        // Of equals `max_by` takes the last, which is the newest in the file.
        let found = match (&selector.version, &selector.as_of) {
            (Some(wanted), _) => {
                let named = self.versions.iter().find(|version| version.version == *wanted);
                named.or_else(|| self.standing_for(wanted))
            }
            (None, Some(day)) => {
                let counting = self.versions.iter().filter(|version| version.counts_from <= *day);
                counting.max_by_key(|version| (&version.counts_from, Reverse(version.evidence.how)))
            }
            (None, None) => self.versions.iter().max_by_key(|version| Reverse(version.evidence.how)),
        };
        found.ok_or_else(|| ProfileError::of(self.why_no_version(selector)))
    }

    fn why_no_version(&self, selector: &Selector) -> String {
        let client = &self.client;
        if let (None, Some(day)) = (&selector.version, &selector.as_of)
            && let Some(first) = self.versions.iter().min_by_key(|version| &version.counts_from)
        {
            let (version, from) = (&first.version, &first.counts_from);
            return format!(
                "nothing is known of {client} on {day}; its first known version, {version}, counts from {from}"
            );
        }
        let known =
            self.versions.iter().map(|version| format!("{} (from {})", version.version, version.counts_from));
        let wanted = selector.version.as_deref().unwrap_or_default();
        let known = known.collect::<Vec<_>>().join(", ");
        let by_day = if wanted.starts_with(|first: char| first.is_ascii_digit()) {
            "; a day may be asked for instead"
        } else {
            ""
        };
        format!("{client} has no version {wanted:?}; there are {known}{by_day}")
    }

    /// Names the first thing that is asked for and not there, and what there is instead.
    fn why_no_surface(&self, version: &Version, selector: &Selector) -> String {
        type Field = fn(&Surface) -> &str;
        let asked: [(&str, &Option<String>, Field); 4] = [
            ("surface", &selector.surface, |surface| &surface.name),
            ("dialect", &selector.dialect, |surface| &surface.dialect),
            ("transport", &selector.transport, |surface| &surface.transport),
            ("era", &selector.era, |surface| &surface.era),
        ];
        let place = format!("{} {}", self.client, version.version);
        let mut left: Vec<&Surface> = version.surfaces.iter().collect();
        let mut of = String::new();
        for (what, wanted, field) in asked {
            let Some(wanted) = wanted else { continue };
            let fits = |surface: &&Surface| {
                field(surface) == wanted || MAY_BE_ANY.contains(&what) && field(surface).is_empty()
            };
            let fitting: Vec<&Surface> = left.iter().copied().filter(fits).collect();
            if fitting.is_empty() {
                let known = distinct(left.iter().map(|surface| field(surface).to_owned()));
                let all = |surface: &Surface| {
                    asked.iter().all(|(what, wanted, field)| {
                        let is = field(surface);
                        wanted
                            .as_deref()
                            .is_none_or(|wanted| wanted == is || MAY_BE_ANY.contains(what) && is.is_empty())
                    })
                };
                let elsewhere = self.versions_with(version, all);
                return format!("{place} has no {what} {wanted:?}{of}; there are {known}{elsewhere}");
            }
            left = fitting;
            of = format!("{of}{} {what} {wanted:?}", if of.is_empty() { " for" } else { "," });
        }
        let known = distinct(left.iter().map(|surface| conditions(surface)));
        format!("{place} has nothing{of} without a model or a setting; there are those for {known}")
    }

    /// The other versions that have such a surface, in a clause.
    fn versions_with(&self, but: &Version, fits: impl Fn(&Surface) -> bool) -> String {
        let others = self.versions.iter().filter(|version| version.version != but.version);
        let others = others.filter(|version| version.surfaces.iter().any(&fits));
        let names = distinct(others.map(|version| version.version.clone()));
        if names.is_empty() { names } else { format!("; found in version {names}") }
    }
}

/// Whether a model is one that a surface names; `*` at the end stands for any rest, and one at the beginning too for
/// any beginning.
fn is_model(asked: Option<&str>, named: &str) -> bool {
    asked.is_some_and(|asked| match (named.strip_prefix('*'), named.strip_suffix('*')) {
        (Some(rest), Some(_)) => rest.strip_suffix('*').is_none_or(|within| asked.contains(within)),
        (None, Some(start)) => asked.starts_with(start),
        (_, None) => asked == named,
    })
}

/// What a surface may leave open, so that it holds for all.
const MAY_BE_ANY: [&str; 2] = ["era", "transport"];

/// Values in a row, each once.
fn distinct(values: impl Iterator<Item = String>) -> String {
    let mut known: Vec<String> = Vec::new();
    for value in values.filter(|value| !value.is_empty()) {
        if !known.contains(&value) {
            known.push(value);
        }
    }
    known.join(", ")
}

/// Model and settings for which a surface holds.
fn conditions(surface: &Surface) -> String {
    let model = (!surface.model.is_empty()).then(|| format!("model {}", surface.model));
    let options = surface.options.iter().map(|(key, value)| format!("{key}={value}"));
    model.into_iter().chain(options).collect::<Vec<_>>().join(" with ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(change: impl Fn(&mut Selector), expected: &str) {
        let text = r#"
client = "c"
title = "C"
home = ""
version = [
    { version = "1", counts-from = "2026-01-01", evidence = { how = "read", date = "2026-01-01", source = "s" }, surface = [{ name = "old", dialect = "none", letter = "A" }] },
    { version = "2", counts-from = "2026-02-01", evidence = { how = "ran", date = "2026-02-01", source = "s" }, surface = [
        { name = "conversation", dialect = "gemini", eras = ["2025-06-18", "2025-11-25"], letter = "A" },
        { name = "code", dialect = "none", models = ["m", "n"], letter = "B" },
        { name = "code", dialect = "none", options = { a = "1" }, letter = "B" },
    ] },
]
"#;
        let profile = Profile::parse(text).unwrap();
        let mut selector = Selector::default();
        change(&mut selector);
        assert_eq!(profile.surface(&selector).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_family_of_models_is_named_by_its_beginning() {
        for (asked, named, expected) in [
            (Some("gemini-3-pro"), "gemini-3*", true),
            (Some("gemini-2.5-pro"), "gemini-3*", false),
            (Some("gemini-3-pro"), "gemini-3", false),
            (Some("m"), "m", true),
            (None, "*", false),
            (Some("m"), "*", true),
            (Some("us.anthropic.claude-x"), "*anthropic.claude*", true),
            (Some("anthropic.claude-x"), "*anthropic.claude*", true),
            (Some("amazon.nova"), "*anthropic.claude*", false),
        ] {
            assert_eq!(is_model(asked, named), expected, "{asked:?} {named}");
        }
    }

    #[test]
    fn a_model_leads_to_no_other_surface() {
        let profile = Profile::of("codex").unwrap();
        let name = |change: &dyn Fn(&mut Selector)| {
            let mut selector = Selector::default();
            change(&mut selector);
            profile.surface(&selector).unwrap().name.clone()
        };
        assert_eq!(name(&|_| {}), "conversation");
        assert_eq!(name(&|asked| asked.model = Some("gpt-5.1-codex".to_owned())), "conversation");
        assert_eq!(
            name(&|asked| {
                asked.model = Some("gpt-5.1-codex".to_owned());
                asked.surface = Some("code-mode".to_owned());
            }),
            "code-mode"
        );
    }

    #[test]
    fn a_setting_leads_to_the_only_surface_that_knows_it() {
        let text = r#"
client = "c"
title = "C"
home = ""
version = [
    { version = "1", counts-from = "2026-01-01", evidence = { how = "ran", date = "2026-01-01", source = "s" }, surface = [
        { name = "conversation", dialect = "none", letter = "A" },
        { name = "conversation", dialect = "none", options = { b = "1" }, letter = "C" },
        { name = "code", dialect = "none", letter = "B" },
        { name = "code", dialect = "none", options = { a = "1" }, letter = "B" },
        { name = "code", dialect = "none", options = { b = "1" }, letter = "B" },
    ] },
]
"#;
        let profile = Profile::parse(text).unwrap();
        for (option, expected) in [("a", "code"), ("b", "conversation"), ("z", "conversation")] {
            let mut selector = Selector::default();
            selector.options.insert(option.to_owned(), "1".to_owned());
            assert_eq!(profile.surface(&selector).unwrap().name, expected, "{option}");
        }
    }

    #[test]
    fn what_is_not_there_is_named_with_what_is() {
        check(
            |asked| asked.version = Some("3".to_owned()),
            "c has no version \"3\"; there are 1 (from 2026-01-01), 2 (from 2026-02-01); a day may be asked for instead",
        );
        check(
            |asked| asked.as_of = Some("2025-12-31".to_owned()),
            "nothing is known of c on 2025-12-31; its first known version, 1, counts from 2026-01-01",
        );
        check(
            |asked| asked.surface = Some("old".to_owned()),
            "c 2 has no surface \"old\"; there are conversation, code; found in version 1",
        );
        check(
            |asked| {
                asked.surface = Some("conversation".to_owned());
                asked.dialect = Some("none".to_owned());
            },
            "c 2 has no dialect \"none\" for surface \"conversation\"; there are gemini",
        );
        check(
            |asked| {
                asked.dialect = Some("gemini".to_owned());
                asked.era = Some("2024-11-05".to_owned());
            },
            "c 2 has no era \"2024-11-05\" for dialect \"gemini\"; there are 2025-06-18, 2025-11-25",
        );
        check(
            |asked| asked.surface = Some("code".to_owned()),
            "c 2 has nothing for surface \"code\" without a model or a setting; there are those for model m, model n, a=1",
        );
    }
}
