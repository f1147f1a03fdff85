//! The survey of 2026-06-04: what nineteen client rows did with a tool result, and its four letters.
//!
//! The table is kept as it was read then; today's answer stands in client profiles. The letters have
//! the meaning of the survey and are strategies by themselves here.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::profile::{self, Surface};
use crate::project::{Call, project};
use crate::result::ToolResult;
use crate::tokens;

/// One of the four outcomes that the survey told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum Letter {
    /// Content only: structured content never reaches the model.
    A,
    /// The JSON of structured content replaces content when it is present.
    B,
    /// The whole result.
    C,
    /// Both when both are there, structured content when content is empty, else content.
    D,
}

impl Letter {
    /// All four.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// Returns the letter of that name.
    ///
    /// ```
    /// use sightline::survey::Letter;
    ///
    /// assert_eq!(Letter::named("B"), Some(Letter::B));
    /// assert_eq!(Letter::named("E"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|letter| letter.name() == name)
    }

    /// Returns the letter as text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
        }
    }
}

/// A dated table of clients.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Survey {
    /// The day from which the table speaks.
    pub as_of: String,
    /// How it came about.
    pub source: String,
    /// What the letters mean.
    pub letters: BTreeMap<Letter, LetterMeaning>,
    /// One row a client path.
    pub rows: Vec<Row>,
}

/// What a letter means, and how many rows have it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LetterMeaning {
    /// Name of the strategy.
    pub name: String,
    /// What it does.
    pub meaning: String,
    /// Rows with this letter, as the survey counted.
    pub count: usize,
}

/// What one client did.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The client.
    pub client: String,
    /// The outcome in its main path.
    pub letter: Letter,
    /// Another path inside the client, when it has one.
    pub second_path: Option<SecondPath>,
    /// What reaches the model.
    pub reaches_model: String,
    /// Where it was read.
    pub repositories: Vec<Repository>,
    /// Issues and pull requests about it.
    pub related: Vec<String>,
}

/// A second path inside a client.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SecondPath {
    /// Its surface, when it has a name.
    pub surface: Option<String>,
    /// Its outcome, when it differs from the main path.
    pub letter: Option<Letter>,
    /// What it does.
    pub reaches: String,
}

/// A repository at the commit that was read.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Repository {
    /// Owner and name.
    pub repository: String,
    /// The commit.
    pub commit: String,
    /// The client that lives there, when it is another than the row's.
    pub client: Option<String>,
}

/// Returns all surveys, oldest first.
///
/// ```
/// let survey = &sightline::survey::surveys()[0];
/// assert_eq!((&*survey.as_of, survey.rows.len()), ("2026-06-04", 19));
/// ```
#[must_use]
pub fn surveys() -> &'static [Survey] {
    static SURVEYS: OnceLock<Vec<Survey>> = OnceLock::new();
    SURVEYS.get_or_init(|| {
        let texts = [include_str!("survey/2026-06-04.json")];
        #[expect(clippy::expect_used, reason = "the data is part of the binary, and a test reads it")]
        let survey = |text| serde_json::from_str(text).expect("embedded survey is well-formed");
        texts.into_iter().map(survey).collect()
    })
}

/// Returns the survey of that day.
///
/// ```
/// use sightline::survey::as_of;
///
/// assert!(as_of("2026-06-04").is_some());
/// assert!(as_of("2026-06-05").is_none());
/// ```
#[must_use]
pub fn as_of(date: &str) -> Option<&'static Survey> {
    surveys().iter().find(|survey| survey.as_of == date)
}

/// Returns the rows of the newest survey as surfaces: each does what its letter means and no more.
///
/// ```
/// let surfaces = sightline::survey::surfaces();
/// assert_eq!(surfaces.len(), 19);
/// assert_eq!(surfaces[0].version, "by the survey, 2026-06-04");
/// ```
#[must_use]
pub fn surfaces() -> Vec<Surface> {
    let Some(survey) = surveys().last() else { return Vec::new() };
    let surface = |row: &Row| {
        let letter = row.letter.name().chars().next()?;
        let mut surface = profile::letter(letter).ok()?;
        surface.client.clone_from(&row.client);
        surface.version = format!("by the survey, {}", survey.as_of);
        "conversation".clone_into(&mut surface.name);
        surface.evidence.date.clone_from(&survey.as_of);
        let read: Vec<String> = row
            .repositories
            .iter()
            .map(|repository| format!("{}@{}", repository.repository, repository.commit))
            .collect();
        surface.evidence.source = read.join(", ");
        surface.evidence.links.clone_from(&row.related);
        Some(surface)
    };
    survey.rows.iter().filter_map(surface).collect()
}

/// What the model gets under one letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The letter.
    pub letter: Letter,
    /// The text that the model gets; images and audio, which are no text, are not in it.
    pub text: String,
    /// Its length in bytes.
    pub bytes: usize,
    /// Its tokens by `o200k_base`.
    pub tokens: usize,
    /// How often the payload of the structured content arrives.
    pub copies: usize,
}

/// Applies the strategy of a letter to a result, in the survey's meaning.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::survey::{Letter, variant};
///
/// let text = r#"{"content": [{"type": "text", "text": "[1]"}], "structuredContent": {"rows": [1]}}"#;
/// let document = Document::parse(text).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// assert_eq!(variant(Letter::A, result).unwrap().text, "[1]");
/// assert_eq!(variant(Letter::B, result).unwrap().text, r#"{"rows":[1]}"#);
/// assert_eq!(variant(Letter::D, result).unwrap().copies, 2);
/// ```
///
/// # Errors
/// The letters' own profile cannot be read, which a test excludes.
pub fn variant(letter: Letter, result: ToolResult<'_>) -> Result<Outcome, profile::ProfileError> {
    let name = letter.name().chars().next().unwrap_or_default();
    let call = Call::default();
    let projection = project(&call, result, &profile::letter(name)?);
    let text = projection.texts().collect::<Vec<_>>().join("\n");
    Ok(Outcome { letter, bytes: text.len(), tokens: tokens::count(&text), copies: projection.copies, text })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::align::{Relation, align};
    use crate::json::Document;

    #[test]
    fn counts_are_those_of_the_survey() {
        let survey = as_of("2026-06-04").unwrap();
        let counts: Vec<usize> = Letter::ALL
            .iter()
            .map(|letter| survey.rows.iter().filter(|row| row.letter == *letter).count())
            .collect();
        assert_eq!(counts, [10, 4, 4, 1]);
        let stated: Vec<usize> = survey.letters.values().map(|letter| letter.count).collect();
        assert_eq!(stated, counts);
        let projects: std::collections::BTreeSet<&str> =
            survey.rows.iter().map(|row| &*row.repositories[0].repository).collect();
        assert_eq!((survey.rows.len(), projects.len()), (19, 18));
    }

    #[test]
    fn rows_are_complete() {
        let mut clients = std::collections::BTreeSet::new();
        for row in &surveys()[0].rows {
            assert!(clients.insert(&row.client), "{} stands twice", row.client);
            assert!(!row.reaches_model.is_empty() && !row.repositories.is_empty(), "{}", row.client);
            for repository in &row.repositories {
                let is_commit = repository.commit.len() == 8
                    && repository.commit.bytes().all(|byte| byte.is_ascii_hexdigit());
                assert!(is_commit && repository.repository.split('/').count() == 2, "{repository:?}");
            }
        }
    }

    /// 250 rows of 9 fields; the text is the bare array, the structured content is `{"rows": …}`.
    fn dataset() -> String {
        let row = |id: usize| {
            json!({
                "id": format!("ord-{id:05}"), "customer": format!("Customer {}", id * 7 % 97),
                "city": (["Bergen", "Turku", "Gdynia", "Aarhus"][id % 4]), "status": (["open", "paid"][id % 2]),
                // Never whole, since JavaScript prints no fraction of nothing.
                "items": id % 9 + 1, "total": f64::from(u32::try_from(id * 74 % 9973 * 2 + 1).unwrap()) / 16.0,
                "express": id.is_multiple_of(3), "placed": format!("2026-05-{:02}", id % 28 + 1), "note": null,
            })
        };
        let rows: Vec<_> = (0..250).map(row).collect();
        let text = serde_json::to_string(&rows).unwrap();
        json!({"content": [{"type": "text", "text": text}], "structuredContent": {"rows": rows}}).to_string()
    }

    #[test]
    fn the_dataset_has_four_outcomes() {
        let text = dataset();
        let document = Document::parse(&text).unwrap();
        let result = ToolResult::of(document.root()).unwrap();
        let alignment = align(result);
        assert_eq!((alignment.relation, &*alignment.structured_pointer), (Relation::Same, "/rows"));
        let outcomes = Letter::ALL.map(|letter| variant(letter, result).unwrap());
        assert_eq!(outcomes.each_ref().map(|outcome| outcome.copies), [1, 1, 2, 2]);
        let [a, b, c, d] = &outcomes;
        for outcome in &outcomes {
            println!(
                "{}: {} bytes, {} tokens, {} copies",
                outcome.letter.name(),
                outcome.bytes,
                outcome.tokens,
                outcome.copies
            );
            assert!(outcome.bytes == outcome.text.len() && outcome.tokens > 10_000);
        }
        assert!(a.text.starts_with('[') && b.text.starts_with(r#"{"rows":["#));
        assert_eq!(b.bytes, a.bytes + r#"{"rows":}"#.len());
        assert_eq!(d.bytes, a.bytes + 1 + b.bytes);
        // The whole result also pays for the escapes of the text inside JSON.
        assert!(c.bytes > d.bytes && c.tokens > d.tokens && d.tokens > 2 * a.tokens - 50);
        let texts: std::collections::BTreeSet<&str> = outcomes.iter().map(|outcome| &*outcome.text).collect();
        assert_eq!(texts.len(), 4);
    }

    #[test]
    fn d_depends_on_what_is_there() {
        let check = |result: &str, text: &str, copies: usize| {
            let document = Document::parse(result).unwrap();
            let outcome = variant(Letter::D, ToolResult::of(document.root()).unwrap()).unwrap();
            assert_eq!((&*outcome.text, outcome.copies), (text, copies), "{result}");
        };
        check(r#"{"content":[{"type":"text","text":"a"}]}"#, "a", 0);
        check(r#"{"content":[],"structuredContent":false}"#, "false", 1);
        check(
            r#"{"content":[{"type":"text","text":"n is 1"}],"structuredContent":{"n":1}}"#,
            "n is 1\n{\"n\":1}",
            1,
        );
        check(r#"{"content":[]}"#, "", 0);
    }
}
