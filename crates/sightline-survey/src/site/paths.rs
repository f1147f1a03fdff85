//! Every version and path of every client, one row each.

use super::html::{Html, all, el, link, text};
use super::matrix;
use super::model::{Client, Model};
use super::shell::{Frame, column, document, filter, table};
use crate::results::surface::SurfaceSeen;

pub(super) fn page(model: &Model<'_>) -> String {
    let heads = [
        "Client",
        "Version",
        "Path",
        "Strategy",
        "Broken schema",
        "Missing structured",
        "Errors",
        "Seen",
        "Records",
    ];
    let rows: Vec<Html> =
        model.clients.iter().flat_map(|client| client.paths.iter().map(|seen| row(client, seen))).collect();
    let content = vec![
        el("h1", &[], &[text("All paths and versions")]),
        el(
            "p",
            &[],
            &[text(
                "A client can hand results to a model on several paths: a conversation, a script in code mode, another provider’s form of messages. The revision that was negotiated can change what it does.",
            )],
        ),
        filter("paths-table", "Filter paths"),
        table("paths-table", "Paths that were observed", &heads.map(column), &rows),
    ];
    let description = "Every observed path of every client: strategy, schema checks, error marks.";
    document(
        model,
        &Frame { title: "All paths and versions", description, up: "", here: "All paths" },
        &content,
    )
}

fn row(client: &Client, seen: &SurfaceSeen) -> Html {
    let errors: Vec<&str> = seen.errors.keys().map(|error| error_words(error)).collect();
    let how: Vec<&str> = seen.how.iter().map(String::as_str).collect();
    let cell = |said: &str| el("td", &[], &[text(said)]);
    el(
        "tr",
        &[],
        &[all([
            el("th", &[("scope", "row")], &[link(&format!("clients/{}.html", client.slug), &client.title)]),
            cell(&seen.key.version),
            cell(&seen.key.path()),
            el("td", &[], &[matrix::strategy(&seen.selection.words())]),
            cell(seen.schema_broken.words()),
            cell(seen.schema_missing.words()),
            cell(&errors.join(", ")),
            cell(&how.join(", ")),
            el("td", &[("class", "num")], &[text(&seen.cells.len().to_string())]),
        ])],
    )
}

/// How an error is marked, in plain words.
pub(super) fn error_words(error: &str) -> &str {
    match error {
        "none" => "no mark",
        "flagged" => "marked",
        "substituted" => "own words",
        "run-aborted" => "run ends",
        other => other,
    }
}
