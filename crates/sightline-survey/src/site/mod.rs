//! The survey as static pages: everything that records say, each statement linked to its evidence.
//!
//! Records are hostile input. Text reaches a page through [`html::text`] and attributes alone, which
//! escape; nothing else makes markup. Pages load nothing: style and script stand in them.

mod badge;
mod client;
mod evidence;
pub mod feed;
mod history;
pub mod html;
mod index;
mod matrix;
mod model;
mod paths;
mod scenario;
mod servers;
mod shell;

use std::collections::BTreeMap;

use crate::results::read::{Observed, ReadError, shipped, surveyed};
use crate::servers::report::ServerReport;

/// What a site is made of.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Input {
    /// The records.
    pub observed: Vec<Observed>,
    /// The question that a scenario answers, by case.
    pub questions: BTreeMap<String, String>,
    /// What public servers put on the wire.
    pub servers: Vec<ServerReport>,
}

impl Input {
    /// Returns an input without records that knows the questions of the shipped scenarios.
    ///
    /// ```
    /// let input = sightline_survey::site::Input::with_questions();
    /// assert!(input.observed.is_empty() && input.questions.contains_key("survey:both"));
    /// ```
    #[must_use]
    pub fn with_questions() -> Self {
        let mut input = Self::default();
        for scenario in crate::scenario::all() {
            // What was driven by hand before has the same names.
            for family in ["survey", "live"] {
                input.questions.insert(format!("{family}:{}", scenario.name), scenario.question.clone());
            }
        }
        input
    }
}

/// Returns the records that ship with the project, those of the first survey and those of later ones.
///
/// ```
/// assert!(sightline_survey::site::records_shipped().unwrap().len() > 2_000);
/// ```
///
/// # Errors
/// They cannot be read, which a test excludes.
pub fn records_shipped() -> Result<Vec<Observed>, ReadError> {
    let mut observed = shipped()?;
    observed.extend(surveyed()?);
    Ok(observed)
}

/// One file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its path below the site's folder, with `/`.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// Returns the files of the site. The same input gives the same bytes.
///
/// ```
/// use sightline_survey::site::{Input, pages};
///
/// let pages = pages(&Input::default());
/// assert!(pages.iter().any(|page| page.path == "index.html" && page.text.starts_with("<!doctype html>")));
/// ```
#[must_use]
pub fn pages(input: &Input) -> Vec<Page> {
    let model = model::Model::of(input);
    let mut pages = vec![
        page("index.html", index::page(&model)),
        page("paths.html", paths::page(&model)),
        page("scenarios.html", scenario::list(&model)),
        page("servers.html", servers::list(&model)),
        page("feed.json", feed::text(&model)),
        page("feed.schema.json", feed::schema_text()),
    ];
    for client in &model.clients {
        pages.push(page(&format!("clients/{}.html", client.slug), client::page(&model, client)));
        pages.push(page(&format!("badges/{}.svg", client.slug), badge::svg(client)));
    }
    for scenario in &model.scenarios {
        pages.push(page(&format!("scenarios/{}.html", scenario.slug), scenario::page(&model, scenario)));
    }
    for (index, one) in input.observed.iter().enumerate() {
        pages.push(page(&model.evidence[index].file, format!("{}\n", one.line.trim())));
    }
    pages.extend(servers::pages(&model));
    pages
}

/// Returns the feed alone, as the site holds it.
///
/// ```
/// use sightline_survey::site::{Input, feed_text};
///
/// assert!(feed_text(&Input::default()).starts_with('{'));
/// ```
#[must_use]
pub fn feed_text(input: &Input) -> String {
    feed::text(&model::Model::of(input))
}

fn page(path: &str, text: String) -> Page {
    Page { path: path.to_owned(), text }
}
