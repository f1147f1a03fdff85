//! Reading a profile's file: behaviours that extend each other, lists and rules that are used by name.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::Table;

use super::source::{Source, Step};
use super::{Behaviour, Evidence, Profile, ProfileError, Surface, Version, letter};

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
    #[expect(dead_code, reason = "the source hands it on with its places")]
    lists: Table,
    /// Lists of block rules by name; `{ use = "NAME" }` among block rules stands for one.
    #[serde(default)]
    #[expect(dead_code, reason = "the source hands it on with its places")]
    rules: Table,
    /// The behaviours by name, as `[behaviour.NAME]`.
    #[serde(default)]
    #[expect(dead_code, reason = "the source hands it on with its places")]
    behaviour: Table,
}

/// One release, or the state at one date.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct VersionFile {
    /// Release, commit, or another name of the state that was seen.
    version: String,
    /// Packages by which it is known too, with their versions, where a client is more than one.
    #[serde(default)]
    packages: BTreeMap<String, String>,
    /// The day from which it counts, `YYYY-MM-DD`.
    counts_from: String,
    /// Whether it stands for earlier releases too, of which none is named; each stands for those up to the next.
    #[serde(default)]
    earlier_too: bool,
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
    /// Transports to the server for which it holds, `stdio` or `http`; none means any.
    #[serde(default)]
    transports: Vec<String>,
    /// Models for which it holds, `*` at the end for any rest; none means any.
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
    /// The text is no profile, or one that cannot mean what it says: the error names line and column.
    ///
    /// ```
    /// use sightline::profile::Profile;
    ///
    /// let error = Profile::parse("client = 'mine'\ntitle = 5").unwrap_err();
    /// assert_eq!(error.place().map(|place| (place.line, place.column)), Some((2, 9)));
    /// ```
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let source = Source::parse(text)?;
        let file: ProfileFile = source.whole()?;
        if let Some(why) = not_an_id(&file.client) {
            return Err(source.error(&[Step::Key("client")], &why));
        }
        let behaviours = source.behaviours()?;
        let mut names = BTreeSet::new();
        let mut versions = Vec::with_capacity(file.version.len());
        for (index, version) in file.version.iter().enumerate() {
            let at = [Step::Key("version"), Step::Item(index)];
            check_version(&source, &at, version)?;
            if !names.insert(&version.version) {
                let why = format!(
                    "the version {:?} stands twice; give each state that was seen a name of its own",
                    version.version
                );
                return Err(source.error(&[at[0], at[1], Step::Key("version")], &why));
            }
            let mut surfaces = Vec::new();
            for (index, surface) in version.surface.iter().enumerate() {
                let at = [at[0], at[1], Step::Key("surface"), Step::Item(index)];
                let behaviour = behaviour_of(&source, &at, surface, &behaviours)?;
                for one in paths(&file, version, surface, &behaviour) {
                    if surfaces.iter().any(|other| is_same_path(other, &one)) {
                        let why = "nothing tells this surface from one above; another name, dialect, era, transport, model or setting would";
                        return Err(source.error(&at, why));
                    }
                    surfaces.push(one);
                }
            }
            versions.push(Version {
                version: version.version.clone(),
                packages: version.packages.clone(),
                counts_from: version.counts_from.clone(),
                earlier_too: version.earlier_too,
                evidence: version.evidence.clone(),
                surfaces,
            });
        }
        if versions.is_empty() {
            return Err(source.error(&[Step::Key("version")], "there is no version; add one as [[version]]"));
        }
        Ok(Self { client: file.client, title: file.title, home: file.home, versions })
    }
}

fn not_an_id(name: &str) -> Option<String> {
    let fits =
        |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
    let is_id = !name.is_empty() && name.chars().all(fits);
    (!is_id).then(|| {
        format!("{name:?} is no client id; it has lower-case letters, digits and hyphens, such as my-client")
    })
}

fn check_version(source: &Source<'_>, at: &[Step; 2], version: &VersionFile) -> Result<(), ProfileError> {
    let days = |evidence: &Evidence| (!is_day(&evidence.date)).then(|| evidence.date.clone());
    let wrong = |day: &str| format!("{day:?} is no day; write it as YYYY-MM-DD, such as 2026-01-31");
    if !is_day(&version.counts_from) {
        return Err(source.error(&[at[0], at[1], Step::Key("counts-from")], &wrong(&version.counts_from)));
    }
    if let Some(day) = days(&version.evidence) {
        let at = [at[0], at[1], Step::Key("evidence"), Step::Key("date")];
        return Err(source.error(&at, &wrong(&day)));
    }
    if version.surface.is_empty() {
        let why = format!(
            "version {:?} has no surface; add one as [[version.surface]] with name, dialect and behaviour",
            version.version
        );
        return Err(source.error(&at[..], &why));
    }
    for (index, surface) in version.surface.iter().enumerate() {
        if let Some(day) = surface.evidence.as_ref().and_then(days) {
            let inner = [Step::Key("surface"), Step::Item(index), Step::Key("evidence"), Step::Key("date")];
            return Err(source.error(&[&at[..], &inner].concat(), &wrong(&day)));
        }
    }
    Ok(())
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let fits = parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
    let [year, month, day] =
        [0, 1, 2].map(|at| parts.get(at).and_then(|part| part.parse().ok()).unwrap_or(0u32));
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    fits && (1..=12).contains(&month) && (1..=days).contains(&day)
}

fn behaviour_of(
    source: &Source<'_>,
    at: &[Step; 4],
    surface: &SurfaceFile,
    behaviours: &BTreeMap<String, Behaviour>,
) -> Result<Behaviour, ProfileError> {
    let inner = |key| [&at[..], &[Step::Key(key)]].concat();
    match (&surface.behaviour, surface.letter) {
        (Some(name), None) => {
            let behaviour = behaviours.get(name).ok_or_else(|| {
                source.error(&inner("behaviour"), &unknown_behaviour(name, behaviours.keys()))
            })?;
            if behaviour.cases.is_empty() {
                let why = format!(
                    "behaviour {name:?} has no cases, so it would show nothing; add [[behaviour.{name}.cases]] with show = [\"content\"]"
                );
                return Err(source.error(&[Step::Key("behaviour"), Step::Name(name)], &why));
            }
            Ok(behaviour.clone())
        }
        (None, Some(known)) => letter(known)
            .map(|surface| surface.behaviour)
            .map_err(|error| source.error(&inner("letter"), error.reason())),
        (Some(_), Some(_)) | (None, None) => {
            let why =
                format!("surface {:?} needs a behaviour or a letter, and one of them only", surface.name);
            Err(source.error(&at[..], &why))
        }
    }
}

/// What to say of a behaviour that is not there.
pub(super) fn unknown_behaviour<'k>(name: &str, known: impl Iterator<Item = &'k String>) -> String {
    let known: Vec<&str> = known.map(String::as_str).collect();
    let known =
        if known.is_empty() { "there is none".to_owned() } else { format!("there are {}", known.join(", ")) };
    format!("no behaviour {name:?} in this file; {known}")
}

/// One surface for each revision and model that the file names.
fn paths(
    file: &ProfileFile,
    version: &VersionFile,
    surface: &SurfaceFile,
    behaviour: &Behaviour,
) -> Vec<Surface> {
    let any = [String::new()];
    let or_any = |named: &'_ [String]| if named.is_empty() { any.to_vec() } else { named.to_vec() };
    let (eras, transports) = (or_any(&surface.eras), or_any(&surface.transports));
    let models = or_any(&surface.models);
    let ways = eras.iter().flat_map(|era| transports.iter().map(move |transport| (era, transport)));
    let all = ways.flat_map(|way| models.iter().map(move |model| (way, model)));
    let one = |((era, transport), model): ((&String, &String), &String)| Surface {
        client: file.client.clone(),
        version: version.version.clone(),
        name: surface.name.clone(),
        dialect: surface.dialect.clone(),
        era: era.clone(),
        transport: transport.clone(),
        model: model.clone(),
        options: surface.options.clone(),
        evidence: surface.evidence.as_ref().unwrap_or(&version.evidence).clone(),
        behaviour: behaviour.clone(),
    };
    all.map(one).collect()
}

/// Whether a selector cannot tell two surfaces of a version apart.
fn is_same_path(one: &Surface, other: &Surface) -> bool {
    let key = |surface: &Surface| {
        let Surface { name, dialect, era, transport, model, options, .. } = surface.clone();
        (name, dialect, era, transport, model, options)
    };
    key(one) == key(other)
}

#[cfg(test)]
mod tests {
    use super::is_day;

    #[test]
    fn a_day_is_one_of_the_calendar() {
        for day in ["2026-01-31", "2024-02-29", "2000-02-29", "2026-12-01"] {
            assert!(is_day(day), "{day}");
        }
        for day in [
            "yesterday",
            "2026-1-31",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2026-01-00",
            "",
        ] {
            assert!(!is_day(day), "{day}");
        }
    }
}
