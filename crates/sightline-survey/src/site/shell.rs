//! The frame of every page: head, navigation, main part, foot.

use super::html::{Html, all, el, link, own, text};
use super::model::Model;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// The digest of the script, which alone may run; a test computes it.
pub(super) const SCRIPT_DIGEST: &str = include_str!("script.sha256");

/// One page of the site; `up` is the way to the top, `""` or `"../"`.
pub(super) struct Frame<'p> {
    pub title: &'p str,
    pub description: &'p str,
    pub up: &'static str,
    /// The entry of the navigation that this page belongs to.
    pub here: &'static str,
}

const NAVIGATION: [(&str, &str); 4] = [
    ("index.html", "Clients"),
    ("paths.html", "All paths"),
    ("scenarios.html", "Scenarios"),
    ("servers.html", "Servers"),
];

pub(super) fn document(model: &Model<'_>, frame: &Frame<'_>, content: &[Html]) -> String {
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        SCRIPT_DIGEST.trim()
    );
    let title = format!("{} · Sightline survey", frame.title);
    let head = el(
        "head",
        &[],
        &[
            el("meta", &[("charset", "utf-8")], &[]),
            el("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)], &[]),
            el("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")], &[]),
            el("meta", &[("name", "color-scheme"), ("content", "light dark")], &[]),
            el("meta", &[("name", "description"), ("content", frame.description)], &[]),
            el("title", &[], &[text(&title)]),
            el("link", &[("rel", "icon"), ("href", "data:,")], &[]),
            el("style", &[], &[own(STYLE)]),
        ],
    );
    let entry = |(href, label): &(&str, &str)| {
        let href = format!("{}{href}", frame.up);
        let mut attributes = vec![("href", href.as_str())];
        if *label == frame.here {
            attributes.push(("aria-current", "page"));
        }
        el("li", &[], &[el("a", &attributes, &[text(label)])])
    };
    let navigation: Vec<Html> = NAVIGATION.iter().map(entry).collect();
    let home = format!("{}index.html", frame.up);
    let body = el(
        "body",
        &[],
        &[
            el("a", &[("class", "skip"), ("href", "#main")], &[text("Skip to the content")]),
            el(
                "header",
                &[("class", "top")],
                &[
                    el(
                        "a",
                        &[("class", "brand"), ("href", &home)],
                        &[el("span", &[("aria-hidden", "true")], &[text("◉ ")]), text("Sightline survey")],
                    ),
                    el("nav", &[("aria-label", "Site")], &[el("ul", &[], &navigation)]),
                ],
            ),
            el("main", &[("id", "main"), ("tabindex", "-1")], content),
            foot(model, frame.up),
            el("script", &[], &[own(SCRIPT)]),
        ],
    );
    let page = el("html", &[("lang", "en")], &[head, body]);
    format!("<!doctype html>\n{}\n", page.as_str())
}

fn foot(model: &Model<'_>, up: &str) -> Html {
    let dates: Vec<&str> = model.dates.iter().map(String::as_str).collect();
    let facts = format!(
        "{} observations of {} clients. Surveys of {}.",
        model.input.observed.len(),
        model.clients.len(),
        dates.join(" and ")
    );
    el(
        "footer",
        &[],
        &[el(
            "p",
            &[],
            &[
                text(&facts),
                text(" Each statement links to its record. As data: "),
                link(&format!("{up}feed.json"), "feed.json"),
                text(", "),
                link(&format!("{up}feed.schema.json"), "its schema"),
                text("."),
            ],
        )],
    )
}

/// A table in a region of its own that scrolls, so that the page never does sideways.
pub(super) fn table(id: &str, caption: &str, head: &[Html], rows: &[Html]) -> Html {
    let caption_id = format!("{id}-caption");
    el(
        "div",
        &[("class", "scroll"), ("role", "region"), ("tabindex", "0"), ("aria-labelledby", &caption_id)],
        &[el(
            "table",
            &[("id", id), ("class", "sortable")],
            &[
                el("caption", &[("id", &caption_id)], &[text(caption)]),
                el("thead", &[], &[el("tr", &[], head)]),
                el("tbody", &[], rows),
            ],
        )],
    )
}

/// A column's head; its name is a button for sorting once the script runs.
pub(super) fn column(label: &str) -> Html {
    el("th", &[("scope", "col")], &[text(label)])
}

/// A field that filters a table by words, shown by the script alone.
pub(super) fn filter(table: &str, label: &str) -> Html {
    let id = format!("{table}-filter");
    el(
        "form",
        &[("class", "filter"), ("data-for", table), ("role", "search"), ("hidden", "")],
        &[
            el("label", &[("for", &id)], &[text(label)]),
            el(
                "input",
                &[("id", &id), ("type", "search"), ("autocomplete", "off"), ("spellcheck", "false")],
                &[],
            ),
            el("output", &[("for", &id), ("aria-live", "polite")], &[]),
        ],
    )
}

/// A list of terms and what is said of them; empty ones are left out.
pub(super) fn facts(rows: Vec<(&str, Html)>) -> Html {
    let rows = rows.into_iter().filter(|(_, value)| !value.as_str().is_empty());
    let row = |(term, value): (&str, Html)| {
        el("div", &[], &[el("dt", &[], &[text(term)]), el("dd", &[], &[value])])
    };
    el("dl", &[("class", "facts")], &rows.map(row).collect::<Vec<_>>())
}

/// Pieces with a comma between.
pub(super) fn commas(pieces: Vec<Html>) -> Html {
    let mut out = Vec::new();
    for (index, piece) in pieces.into_iter().enumerate() {
        if index > 0 {
            out.push(text(", "));
        }
        out.push(piece);
    }
    all(out)
}
