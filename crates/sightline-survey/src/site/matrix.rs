//! Cells of tables: what arrived, coloured and named, linked to its evidence.

use super::html::{Html, all, el, text};
use super::model::Model;
use crate::results::cell::{Cell, Shown};

/// The class of a colour; the words say the same without it.
pub(super) fn class(shown: Shown) -> &'static str {
    match shown {
        Shown::Content => "tag t-content",
        Shown::Structured => "tag t-structured",
        Shown::Both => "tag t-both",
        Shown::OwnWords | Shown::Nothing | Shown::RunEnds => "tag t-none",
        Shown::Placeholder | Shown::Same | Shown::Untold => "tag",
    }
}

/// A cell of a table with its link; `up` is the way to the top of the site.
pub(super) fn cell(model: &Model<'_>, up: &str, found: Option<&(usize, Cell)>) -> Html {
    let Some((index, cell)) = found else {
        return el("td", &[("data-sort", "")], &[el("span", &[("class", "soft")], &[text("–")])]);
    };
    let href =
        model.evidence.get(*index).map(|evidence| format!("{up}{}", evidence.href())).unwrap_or_default();
    el("td", &[], &[el("a", &[("class", class(cell.shown)), ("href", &href)], &[text(&cell.words())])])
}

/// A strategy with its letter, coloured.
pub(super) fn strategy(words: &str) -> Html {
    let class = if words.starts_with("content") {
        "tag t-content"
    } else if words.starts_with("structured") {
        "tag t-structured"
    } else if words.starts_with("both") {
        "tag t-both"
    } else {
        "tag"
    };
    let (name, rest) = words.split_once(", ").unwrap_or((words, ""));
    let rest = if rest.is_empty() { text("") } else { el("span", &[("class", "soft small")], &[text(rest)]) };
    all([el("span", &[("class", class)], &[text(name)]), text(" "), rest])
}
