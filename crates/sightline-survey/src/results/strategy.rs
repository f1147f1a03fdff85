//! The strategy that cells show: its plain name, the survey's letter where one fits, and on what else
//! the outcome depends.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;
use sightline::profile::Strategy;

use super::cell::{Cell, Shown};
use super::channel::Kind;
use super::form::Form;

/// On what an outcome depends beside the fields that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Depends {
    /// Whether the tool declares an output schema.
    Schema,
    /// Whether the result is an error.
    Error,
    /// Whether blocks other than texts are there.
    Blocks,
}

impl Depends {
    /// Returns the word that stands behind a strategy.
    ///
    /// ```
    /// assert_eq!(sightline_survey::results::strategy::Depends::Schema.words(), "depends on the schema");
    /// ```
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Schema => "depends on the schema",
            Self::Error => "depends on isError",
            Self::Blocks => "depends on the blocks",
        }
    }
}

/// What cells of one surface show of its selection.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Selection {
    /// The strategy, when the cells suffice to tell it.
    pub strategy: Option<Strategy>,
    /// The survey's letter, where one fits.
    pub letter: Option<char>,
    /// On what else the outcome depends.
    pub depends: BTreeSet<Depends>,
    /// Whether `_meta` of results reaches the model.
    pub leaks_meta: bool,
    /// Whether the model gets the raw result.
    pub is_raw: bool,
}

impl Selection {
    /// Returns the selection of these cells.
    ///
    /// ```
    /// use sightline_survey::results::strategy::Selection;
    ///
    /// assert_eq!(Selection::of(&[]).words(), "not told by what was seen");
    /// ```
    #[must_use]
    pub fn of(cells: &[Cell]) -> Self {
        let usual: Vec<&Cell> = cells.iter().filter(|cell| is_usual(cell)).collect();
        let (declared, open): (Vec<&Cell>, Vec<&Cell>) =
            usual.iter().partition(|cell| cell.traits.schema_declared);
        let [of_all, of_declared, of_open] = [&usual, &declared, &open].map(|cells| strategy(cells));
        let differs = of_declared.zip(of_open).is_some_and(|(one, other)| one != other);
        // A tool without a schema is the plain case; what a schema changes is said beside it.
        let strategy = if differs { of_open } else { of_all };
        let mut depends = BTreeSet::new();
        if differs {
            depends.insert(Depends::Schema);
        }
        if errors_differ(cells, &usual) {
            depends.insert(Depends::Error);
        }
        if blocks_differ(cells, strategy) {
            depends.insert(Depends::Blocks);
        }
        // What stands there when there is no text is no rule for the others.
        let beside = || usual.iter().filter(|cell| cell.traits.has_text);
        let is_raw = beside().any(|cell| cell.forms.iter().any(|form| matches!(form, Form::RawResult(_))));
        Self {
            strategy,
            letter: strategy.and_then(Strategy::letter),
            depends,
            leaks_meta: beside().any(|cell| cell.leaks_meta),
            is_raw,
        }
    }

    /// Returns it in plain words: the name, the letter, and what is special.
    ///
    /// ```
    /// let shipped = sightline_survey::results::read::shipped().unwrap();
    /// let surfaces = sightline_survey::results::surface::surfaces(&shipped);
    /// let found = surfaces.iter().find(|seen| seen.key.client == "claude-code").unwrap();
    /// assert_eq!(found.selection.words(), "structured-first (B), depends on isError");
    /// ```
    #[must_use]
    pub fn words(&self) -> String {
        let Some(strategy) = self.strategy else { return "not told by what was seen".to_owned() };
        let mut words = strategy.name().to_owned();
        if let Some(letter) = self.letter {
            let _ = write!(words, " ({letter})");
        }
        if self.is_raw {
            words.push_str(", raw result");
        }
        if self.leaks_meta {
            words.push_str(" with _meta");
        }
        for depends in &self.depends {
            words.push_str(", ");
            words.push_str(depends.words());
        }
        words
    }
}

/// Neither error, nor refused, nor a mirror whose copies cannot be told apart.
fn is_usual(cell: &Cell) -> bool {
    let traits = cell.traits;
    traits.has_structured
        && !traits.is_error
        && !traits.breaks_schema
        && !traits.is_mirror
        && cell.refused_by.is_none()
        && !matches!(cell.shown, Shown::OwnWords | Shown::RunEnds | Shown::Untold)
}

/// Beside a text, whether its words arrived, and whether the structured content did.
fn beside_text(cell: &Cell) -> Option<(bool, bool)> {
    if !cell.traits.has_text {
        return None;
    }
    let told = |kind: Kind| {
        let of_kind: Vec<_> = cell.channels.iter().filter(|channel| channel.kind == kind).collect();
        let known = of_kind.iter().any(|channel| channel.copies.is_some());
        known.then(|| of_kind.iter().any(|channel| channel.arrived()))
    };
    told(Kind::Text).zip(told(Kind::Structured))
}

/// The commonest answer of the cells to one question.
fn most<T: Copy + Ord>(answers: impl Iterator<Item = T>) -> Option<T> {
    let mut counted = std::collections::BTreeMap::new();
    answers.for_each(|answer| *counted.entry(answer).or_insert(0_usize) += 1);
    counted.into_iter().max_by_key(|(_, many)| *many).map(|(answer, _)| answer)
}

fn strategy(cells: &[&Cell]) -> Option<Strategy> {
    let (text, structured) = most(cells.iter().filter_map(|cell| beside_text(cell)))?;
    let empty = || cells.iter().filter(|cell| cell.traits.content_empty);
    let when_empty = most(empty().map(|cell| cell.shown == Shown::Structured));
    match (text, structured, when_empty) {
        (true, true, _) if takes_the_place(cells) => Some(Strategy::BothElseStructured),
        (true, true, _) => Some(Strategy::Both),
        (false, true, _) => Some(Strategy::StructuredFirst),
        (true, false, Some(true)) if !is_whole_dump(&empty().copied().collect::<Vec<_>>()) => {
            Some(Strategy::ContentElseStructured)
        }
        (true, false, Some(_)) => Some(Strategy::ContentOnly),
        // Without an empty content nothing tells a fallback from none.
        (true, false, None) | (false, false, _) => None,
    }
}

/// Whether structured content stands where the text stands otherwise: in the same member of an object.
fn takes_the_place(cells: &[&Cell]) -> bool {
    let members = |cell: &&&Cell| {
        cell.forms.iter().find_map(|form| match form {
            Form::Object(members) => Some(members.clone()),
            _ => None,
        })
    };
    let beside = cells.iter().filter(|cell| cell.traits.has_text).find_map(|cell| members(&cell));
    let alone = cells.iter().filter(|cell| cell.traits.content_empty).find_map(|cell| members(&cell));
    let first = |members: &str| members.split(", ").next().map(str::to_owned);
    beside.zip(alone).is_some_and(|(beside, alone)| first(&beside) == Some(alone))
}

/// A client that prints the whole result, `repr` and metadata and all, when it finds no content shows no
/// structured content by choice.
fn is_whole_dump(cells: &[&Cell]) -> bool {
    cells.iter().all(|cell| cell.forms.iter().any(|form| matches!(form, Form::Repr)))
}

/// Whether errors that carry text and structured content show something else than other results do.
fn errors_differ(cells: &[Cell], usual: &[&Cell]) -> bool {
    let errors = cells.iter().filter(|cell| cell.traits.is_error && cell.traits.has_structured);
    let errors = errors.filter(|cell| cell.refused_by.is_none() && !cell.traits.is_mirror);
    let of_errors = most(errors.filter_map(beside_text));
    let of_usual = most(usual.iter().filter_map(|cell| beside_text(cell)));
    of_errors.zip(of_usual).is_some_and(|(one, other)| one != other)
}

/// Whether structured content loses its first place beside blocks that are no text.
fn blocks_differ(cells: &[Cell], strategy: Option<Strategy>) -> bool {
    let beside = cells.iter().filter(|cell| is_usual(cell) && cell.traits.has_other_blocks);
    let shown = most(beside.map(|cell| cell.shown));
    strategy == Some(Strategy::StructuredFirst) && shown.is_some_and(|shown| shown != Shown::Structured)
}
