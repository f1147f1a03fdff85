//! The front page: what strategies there are, and one row a client.

use std::collections::BTreeMap;

use sightline::profile::Strategy;

use super::html::{Html, all, el, link, text};
use super::matrix;
use super::model::{CORE, Client, Model};
use super::shell::{Frame, column, document, filter, table};

pub(super) fn page(model: &Model<'_>) -> String {
    let observed = thousands(model.input.observed.len());
    let clients = model.clients.iter().filter(|client| client.main().is_some()).count();
    let versions: std::collections::BTreeSet<(&str, &str)> = model
        .clients
        .iter()
        .flat_map(|client| client.paths.iter().map(|seen| (&*client.id, &*seen.key.version)))
        .collect();
    let stats = [
        (clients.to_string(), "clients observed"),
        (versions.len().to_string(), "versions"),
        (model.scenarios.len().to_string(), "scenarios"),
        (observed, "observations"),
        (model.input.servers.len().to_string(), "public servers"),
    ];
    let stats = stats.iter().filter(|(number, _)| number != "0");
    let stat =
        |(number, label): &(String, &str)| el("li", &[], &[el("strong", &[], &[text(number)]), text(label)]);
    let content = vec![
        el("h1", &[], &[text("What MCP clients show their models")]),
        el(
            "p",
            &[("class", "lead")],
            &[text(
                "A tool result has fields for the model, for code and for the host. Which of them reach the model differs by client, by version, and by result. Here is what was seen, and the evidence for each statement.",
            )],
        ),
        el("ul", &[("class", "stats")], &stats.map(stat).collect::<Vec<_>>()),
        el("h2", &[("id", "strategies")], &[text("Strategies")]),
        strategies(model),
        el("h2", &[("id", "clients")], &[text("Clients")]),
        el(
            "p",
            &[],
            &[
                text("One row a client: the newest version that ran, on the path it was asked on most. "),
                link("paths.html", "All paths and versions"),
                text(
                    " are on a page of their own. Each cell leads to what the model received; where no probe could ask a client, a stored case that asks the same stands there.",
                ),
            ],
        ),
        filter("clients-table", "Filter clients"),
        rows(model),
    ];
    let description = "Which parts of a Model Context Protocol tool result reach the model, client by client, with evidence.";
    document(
        model,
        &Frame { title: "What MCP clients show their models", description, up: "", here: "Clients" },
        &content,
    )
}

/// A number with commas between thousands.
pub(super) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn strategies(model: &Model<'_>) -> Html {
    let mut counts: BTreeMap<Strategy, usize> = BTreeMap::new();
    for seen in model.clients.iter().filter_map(Client::main) {
        if let Some(strategy) = seen.selection.strategy {
            *counts.entry(strategy).or_default() += 1;
        }
    }
    let known = [
        (Strategy::ContentOnly, "l-content", "The model gets content. Structured content never reaches it."),
        (
            Strategy::StructuredFirst,
            "l-structured",
            "Structured content replaces the text whenever it is there.",
        ),
        (Strategy::Both, "l-both", "The model gets both, so a mirrored payload arrives twice."),
        (
            Strategy::BothElseStructured,
            "l-both",
            "Both when both are there; structured content in the place of the text when content is empty.",
        ),
        (
            Strategy::ContentElseStructured,
            "l-content",
            "Content; structured content only when content is empty. June’s survey had no letter for it.",
        ),
    ];
    let card = |(strategy, class, meaning): &(Strategy, &'static str, &str)| {
        let letter = strategy.letter().map(|letter| format!(" ({letter})")).unwrap_or_default();
        let count = counts.get(strategy).copied().unwrap_or_default();
        let label = if count == 1 { "1 client".to_owned() } else { format!("{count} clients") };
        el(
            "li",
            &[("class", class)],
            &[
                el("span", &[("class", "count")], &[text(&label)]),
                el("strong", &[], &[text(&format!("{}{letter}", strategy.name()))]),
                el("p", &[], &[text(meaning)]),
            ],
        )
    };
    el("ul", &[("class", "cards")], &known.iter().map(card).collect::<Vec<_>>())
}

fn rows(model: &Model<'_>) -> Html {
    let shown: Vec<&str> = CORE
        .into_iter()
        .filter(|name| model.clients.iter().any(|client| client.core(name).is_some()))
        .collect();
    let mut head = ["Client", "Strategy", "June 2026", "Version", "Broken schema"].map(column).to_vec();
    head.extend(shown.iter().map(|name| column(name)));
    let rows: Vec<Html> = model.clients.iter().map(|client| row(model, client, &shown)).collect();
    table(
        "clients-table",
        "Clients, what they choose between the fields, and what arrived for the scenarios of the probe",
        &head,
        &rows,
    )
}

fn row(model: &Model<'_>, client: &Client, shown: &[&str]) -> Html {
    let name =
        el("th", &[("scope", "row")], &[link(&format!("clients/{}.html", client.slug), &client.title)]);
    let june = client.june.map_or("–", |row| row.letter.name());
    let mut cells = vec![name];
    match client.main() {
        None => {
            cells.push(el("td", &[], &[el("span", &[("class", "soft")], &[text("in June’s survey alone")])]));
            cells.push(el("td", &[], &[text(june)]));
            cells.extend([el("td", &[], &[text("–")]), el("td", &[], &[text("–")])]);
        }
        Some(seen) => {
            let how = if seen.how.contains("ran") { "" } else { " (read)" };
            cells.push(el("td", &[], &[matrix::strategy(&seen.selection.words())]));
            cells.push(el("td", &[], &[text(june)]));
            cells.push(el("td", &[], &[text(&format!("{}{how}", seen.key.version))]));
            cells.push(el("td", &[], &[text(seen.schema_broken.words())]));
        }
    }
    cells.extend(shown.iter().map(|name| matrix::cell(model, "", client.core(name))));
    el("tr", &[], &[all(cells)])
}
