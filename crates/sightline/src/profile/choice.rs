//! Which version and which surface of a client is meant.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Profile, ProfileError, Surface, Version};

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
        let matching = |exact_options: bool, exact_model: bool| {
            version.surfaces.iter().find(|surface| {
                let model = surface.model.as_str();
                fits(&selector.surface, &surface.name)
                    && fits(&selector.dialect, &surface.dialect)
                    && (surface.era.is_empty() || fits(&selector.era, &surface.era))
                    && if exact_options {
                        surface.options == selector.options
                    } else {
                        surface.options.is_empty()
                    }
                    && if exact_model { selector.model.as_deref() == Some(model) } else { model.is_empty() }
            })
        };
        let tries = [(true, true), (true, false), (false, true), (false, false)];
        tries.into_iter().find_map(|(options, model)| matching(options, model)).ok_or_else(|| {
            let known = version
                .surfaces
                .iter()
                .map(|surface| {
                    let era = if surface.era.is_empty() { "any era" } else { &surface.era };
                    format!("{} ({}, {era})", surface.name, surface.dialect)
                })
                .collect::<Vec<_>>()
                .join("; ");
            ProfileError(format!(
                "{} {} has no such surface; there are {known}",
                self.client, version.version
            ))
        })
    }

    /// Finds the version that a selector asks for.
    ///
    /// A day takes the version that counts on it: the latest beginning wins, whatever the evidence,
    /// and the better evidence among those that begin together. Without version and day it is the
    /// newest version with the best evidence: what ran is shown before what was only read, even when
    /// that is newer, since unreleased or reported changes are what a user runs last. Ask for the day
    /// or the version to see them.
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
            (Some(wanted), _) => self.versions.iter().find(|version| version.version == *wanted),
            (None, Some(day)) => {
                let counting = self.versions.iter().filter(|version| version.counts_from <= *day);
                counting.max_by_key(|version| (&version.counts_from, Reverse(version.evidence.how)))
            }
            (None, None) => self.versions.iter().max_by_key(|version| Reverse(version.evidence.how)),
        };
        found.ok_or_else(|| {
            let known = self.versions.iter().map(|version| version.version.as_str()).collect::<Vec<_>>();
            ProfileError(format!("{} has no such version; there are {}", self.client, known.join(", ")))
        })
    }
}
