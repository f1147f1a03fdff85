//! Profile versions from observations: the behaviours of a closed set that explain what was seen.
//!
//! A behaviour is searched and not guessed: what is written down was projected again over every record,
//! and what it does not explain is named. Selection, serialisation, joining, words around a text, placeholders,
//! refusals, protocol errors, error marks, audiences, frames, cuts, files and excerpts are searched; what needs
//! several rules for one kind of block, previews and models of a client's own are not.

mod audience;
mod blocks;
mod cases;
mod draft;
mod figures;
mod frame;
mod mostly;
mod protocol;
mod refine;
mod sdk;
mod sizes;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use sightline::json::quote;
use sightline::profile::{Profile, Strategy};

use self::draft::Draft;
use super::drift::is_mark_of_survey;
use super::read::Observed;
use super::replay::{difference, replay, surface};
use super::surface::surfaces;

/// A profile written from observations, and how far it goes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inferred {
    /// Id of the client.
    pub client: String,
    /// The profile, in the form of those that ship.
    pub toml: String,
    /// Records that it explains, byte for byte.
    pub explained: usize,
    /// Records that it was asked to explain.
    pub of: usize,
    /// What could not be inferred: path, scenario, and what differs.
    pub not_inferred: Vec<String>,
    /// What was chosen among values that explain the records equally, such as a bound between two sizes.
    pub chosen: Vec<String>,
}

/// Writes a profile for each client in the records.
///
/// ```
/// use sightline_survey::results::{profiles::infer, read::records};
///
/// let line = |case: &str, text: &str, arrived: &str| format!(r#"{{"client": "new", "version": "1", "surface": "conversation",
///     "dialect": "openai-chat", "era": "2025-11-25", "case": "{case}", "status": "ran", "error": "none", "complete": true,
///     "wire": "{{\"content\": [{{\"type\": \"text\", \"text\": \"{text}\"}}], \"structuredContent\": {{\"n\": 7}}}}",
///     "parts": [{{"kind": "text", "text": "{arrived}", "place": "tool-message"}}]}}"#).replace('\n', " ");
/// let lines = [line("a", "one", "Result: one"), line("b", "two", "Result: two")].join("\n");
/// let inferred = infer(&records("", &lines, "2026-11-30").unwrap());
/// assert_eq!((inferred[0].explained, inferred[0].of), (2, 2));
/// assert!(inferred[0].toml.contains(r#"prefix = "Result: ""#));
/// ```
#[must_use]
pub fn infer(observed: &[Observed]) -> Vec<Inferred> {
    let clients: BTreeSet<&str> = observed.iter().map(|one| &*one.record.client).collect();
    clients.into_iter().map(|client| of_client(client, observed)).collect()
}

/// One path with the behaviour that was found for it.
struct Path {
    version: String,
    date: String,
    how: String,
    packages: String,
    head: String,
    draft: Draft,
}

/// A path and the name of its behaviour.
type Named<'p> = (&'p Path, String);

fn of_client(client: &str, observed: &[Observed]) -> Inferred {
    let own: Vec<Observed> = observed.iter().filter(|one| one.record.client == client).cloned().collect();
    let mut paths = Vec::new();
    for seen in surfaces(&own) {
        let records: Vec<&Observed> = seen
            .cells
            .iter()
            .filter_map(|(index, _)| own.get(*index))
            .filter(|one| one.record.complete)
            .collect();
        let Some(first) = records.first() else { continue };
        let draft = found(seen.selection.strategy, &records, &paths);
        let packages = first.record.packages.iter().map(|(name, version)| format!("{name} {version}"));
        paths.push(Path {
            version: seen.key.version.clone(),
            date: seen.dates.last().cloned().unwrap_or_default(),
            how: seen.how.first().cloned().unwrap_or_else(|| "reported".to_owned()),
            packages: packages.collect::<Vec<_>>().join(", "),
            head: head(&seen.key.surface, &seen.key.dialect, &seen.key.era, first),
            draft,
        });
    }
    let toml = written(client, &paths);
    let (explained, of, not_inferred) = judged(&toml, &own);
    let chosen: BTreeSet<&String> = paths.iter().flat_map(|path| &path.draft.chosen).collect();
    let chosen: Vec<String> = chosen.into_iter().cloned().collect();
    let toml = with_comments(&toml, explained, of, [("Not inferred", &not_inferred), ("Chosen", &chosen)]);
    Inferred { client: client.to_owned(), toml, explained, of, not_inferred, chosen }
}

/// The behaviour of a path: that of another path, where it explains this one whole, else what is searched.
fn found(strategy: Option<Strategy>, records: &[&Observed], paths: &[Path]) -> Draft {
    let known = paths.iter().map(|path| &path.draft).filter(|draft| draft.strategy == strategy);
    let mut known = known.filter(|draft| draft.count(records) == records.len());
    if let Some(draft) = known.next() {
        return draft.clone();
    }
    let mut draft = Draft { strategy, ..Draft::default() };
    draft.search(records);
    draft
}

fn head(name: &str, dialect: &str, era: &str, first: &Observed) -> String {
    let mut head = format!("name = {}\ndialect = {}\neras = [{}]\n", quote(name), quote(dialect), quote(era));
    let options = first.record.options.as_object().into_iter().flatten();
    let options: Vec<String> = options
        .map(|(name, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("{} = {}", quote(name), quote(&value))
        })
        .collect();
    if !options.is_empty() {
        let _ = writeln!(head, "options = {{ {} }}", options.join(", "));
    }
    head
}

/// The file: versions with their surfaces, each behaviour once.
fn written(client: &str, paths: &[Path]) -> String {
    let mut behaviours: Vec<(String, String)> = Vec::new();
    let mut versions: BTreeMap<(Vec<u64>, &str), Vec<Named<'_>>> = BTreeMap::new();
    for path in paths {
        let body = path.draft.toml("@");
        let known = behaviours.iter().find(|(_, known)| *known == body).map(|(name, _)| name.clone());
        let name = known.unwrap_or_else(|| {
            let name = format!("seen-{}", behaviours.len() + 1);
            behaviours.push((name.clone(), body));
            name
        });
        let key = (super::diff::numbers(&path.version), path.version.as_str());
        versions.entry(key).or_default().push((path, name));
    }
    let shipped = Profile::of(client).ok();
    let title = shipped.as_ref().map_or(client, |profile| &profile.title);
    let home = shipped.as_ref().map_or("", |profile| &profile.home);
    let mut out = format!("client = {}\ntitle = {}\nhome = {}\n", quote(client), quote(title), quote(home));
    for ((_, version), paths) in versions {
        let Some((first, _)) = paths.first() else { continue };
        let day = if first.date.is_empty() { "1970-01-01" } else { &first.date };
        let _ = write!(
            out,
            "\n[[version]]\nversion = {}\ncounts-from = {}\n\n[version.evidence]\nhow = {}\ndate = {}\nsource = {}\n",
            quote(version),
            quote(day),
            quote(&first.how),
            quote(day),
            quote(&first.packages)
        );
        for (path, name) in paths {
            let _ = write!(out, "\n[[version.surface]]\n{}behaviour = {}\n", path.head, quote(&name));
        }
    }
    for (name, body) in behaviours {
        out.push('\n');
        out.push_str(&body.replace("behaviour.@", &format!("behaviour.{name}")));
    }
    out
}

/// How much of the records the written profile explains, and what it does not.
fn judged(toml: &str, own: &[Observed]) -> (usize, usize, Vec<String>) {
    let profile = match Profile::parse(toml) {
        Ok(profile) => profile,
        Err(error) => return (0, own.len(), vec![format!("the profile cannot be read: {error}")]),
    };
    let (mut explained, mut missing) = (0, Vec::new());
    for one in own {
        let record = &one.record;
        let place = || {
            format!(
                "{} {} {} {}: {}",
                record.version.as_deref().unwrap_or(""),
                record.surface,
                record.dialect,
                record.era,
                record.case
            )
        };
        if !record.complete {
            missing.push(format!("{}: the record is incomplete", place()));
            continue;
        }
        let found = surface(&profile, record).and_then(|(surface, _)| replay(one, surface));
        match found.map(|projection| difference(record, &projection)) {
            Ok(None) => explained += 1,
            Ok(Some(found)) if is_mark_of_survey(one, &found) => explained += 1,
            Ok(Some(found)) => missing.push(format!("{}: observed {}", place(), shortened(&found.observed))),
            Err(error) => missing.push(format!("{}: {error}", place())),
        }
    }
    (explained, own.len(), missing)
}

fn shortened(text: &str) -> String {
    let line: String = text.chars().take(160).collect();
    line.replace('\n', " ⏎ ")
}

fn with_comments(toml: &str, explained: usize, of: usize, named: [(&str, &Vec<String>); 2]) -> String {
    let mut out =
        format!("# Written from observations: explains {explained} of {of} records byte for byte.\n");
    for (word, one) in named.iter().flat_map(|(word, all)| all.iter().map(move |one| (word, one))) {
        let line: String =
            one.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
        let _ = writeln!(out, "# {word}: {line}");
    }
    out.push_str(toml);
    out
}

#[cfg(test)]
mod tests;
