//! A page a client: what it does, since when, and the exact text that its model received per scenario.

use std::collections::BTreeMap;

use super::evidence;
use super::history;
use super::html::{Html, all, el, link, text};
use super::matrix;
use super::model::{Client, Family, Model, family, short};
use super::paths::error_words;
use super::shell::{Frame, commas, document, facts};
use crate::results::cell::Cell;

pub(super) fn page(model: &Model<'_>, client: &Client) -> String {
    let mut content = vec![
        el("p", &[("class", "crumb")], &[link("../index.html", "Clients"), text(" / "), text(&client.id)]),
        el("h1", &[], &[text(&client.title)]),
        summary(client),
        el("h2", &[("id", "history")], &[text("History")]),
        history::section(client),
    ];
    let cases = cases(model, client);
    if cases.is_empty() {
        content.push(el("p", &[], &[text("No observation of it is stored.")]));
    } else {
        content.push(el("h2", &[("id", "received")], &[text("What its model received")]));
        content.push(contents(model, &cases));
        for (case, cells) in &cases {
            content.push(scenario(model, client, case, cells));
        }
    }
    let description = format!(
        "Which parts of a tool result {} shows its model, by version, with the exact texts.",
        client.title
    );
    document(
        model,
        &Frame { title: &client.title, description: &description, up: "../", here: "Clients" },
        &content,
    )
}

fn summary(client: &Client) -> Html {
    let june = client.june.map(|row| history::letter_words(row.letter.name())).unwrap_or_default();
    let home = if client.home.starts_with("https://") {
        el(
            "a",
            &[("href", &client.home), ("rel", "external noreferrer")],
            &[text(client.home.trim_start_matches("https://"))],
        )
    } else {
        text("")
    };
    let Some(seen) = client.main() else {
        return facts(vec![("June 2026", matrix::strategy(&june)), ("Home", home)]);
    };
    let errors: Vec<Html> = seen.errors.keys().map(|error| text(error_words(error))).collect();
    let run = |name: &str| {
        let said: Vec<Html> = seen.run.get(name).into_iter().flatten().map(|said| text(said)).collect();
        commas(said)
    };
    let calls = seen
        .most_calls
        .filter(|calls| *calls > 1)
        .map(|calls| format!("up to {calls} times"))
        .unwrap_or_default();
    facts(vec![
        ("Strategy", matrix::strategy(&seen.selection.words())),
        ("June 2026", if june.is_empty() { text("not in that survey") } else { matrix::strategy(&june) }),
        ("Version", text(&version_words(client, &seen.key.version))),
        ("Path", text(&seen.key.path())),
        ("Structured content that breaks its schema", text(seen.schema_broken.words())),
        ("Structured content that is missing", text(seen.schema_missing.words())),
        ("An error of the tool is", commas(errors)),
        ("Handshake", run("handshake")),
        ("Calls itself", run("client_info")),
        ("Names it tried to reach", run("names_tried")),
        ("Calls a tool for one result", text(&calls)),
        ("Home", home),
    ])
}

/// A version with those of the other packages by which it is known.
fn version_words(client: &Client, version: &str) -> String {
    let known = client.profile.iter().flat_map(|profile| &profile.versions);
    let packages = known.filter(|known| known.version == version).flat_map(|known| &known.packages);
    let others: Vec<String> =
        packages.filter(|(_, own)| *own != version).map(|(name, own)| format!("{name} {own}")).collect();
    if others.is_empty() { version.to_owned() } else { format!("{version} ({})", others.join(", ")) }
}

/// The cells of one scenario, with the indices of their records.
type OfCase<'c> = (String, Vec<&'c (usize, Cell)>);

/// Where a scenario stands on the page.
type Rank = (Family, usize, String);

/// The cells of all paths by case, the probe's scenarios first.
fn cases<'c>(model: &Model<'_>, client: &'c Client) -> Vec<OfCase<'c>> {
    let mut cases: BTreeMap<Rank, Vec<&'c (usize, Cell)>> = BTreeMap::new();
    for cell in client.paths.iter().flat_map(|seen| &seen.cells) {
        let rank = super::model::CORE.iter().position(|name| *name == short(&cell.1.case)).unwrap_or(99);
        let key = (family(&cell.1.case), rank, cell.1.case.clone());
        if model.scenario(&cell.1.case).is_some() {
            cases.entry(key).or_default().push(cell);
        }
    }
    cases.into_iter().map(|((_, _, case), cells)| (case, cells)).collect()
}

fn anchor(model: &Model<'_>, case: &str) -> String {
    format!("case-{}", model.scenario(case).map_or("", |scenario| &scenario.slug))
}

fn contents(model: &Model<'_>, cases: &[OfCase<'_>]) -> Html {
    let entry = |(case, _): &OfCase<'_>| {
        let href = format!("#{}", anchor(model, case));
        el("li", &[], &[el("a", &[("class", "case"), ("href", &href)], &[text(case)])])
    };
    let list = el("ul", &[("class", "toc")], &cases.iter().map(entry).collect::<Vec<_>>());
    let label = format!("{} scenarios on this page", cases.len());
    el(
        "nav",
        &[("aria-label", "Scenarios")],
        &[el("details", &[], &[el("summary", &[], &[text(&label)]), list])],
    )
}

fn scenario(model: &Model<'_>, client: &Client, case: &str, cells: &[&(usize, Cell)]) -> Html {
    let Some(found) = model.scenario(case) else { return text("") };
    let own: Vec<usize> = cells.iter().map(|(index, _)| *index).collect();
    let question = if found.question.is_empty() {
        text("")
    } else {
        el("p", &[("class", "soft")], &[text(&found.question)])
    };
    let variants = evidence::groups(model, &own);
    let shown: Vec<Html> = variants.iter().map(|group| variant(model, cells, group)).collect();
    let wire = own
        .first()
        .and_then(|index| model.input.observed.get(*index))
        .map(evidence::wire)
        .unwrap_or_default();
    let side = el(
        "div",
        &[],
        &[
            el("details", &[], &[el("summary", &[], &[text("The result on the wire")]), wire]),
            others(model, client, found),
        ],
    );
    el(
        "section",
        &[("class", "scenario"), ("aria-labelledby", &anchor(model, case))],
        &[
            el(
                "h3",
                &[("id", &anchor(model, case))],
                &[el(
                    "a",
                    &[("class", "case"), ("href", &format!("../scenarios/{}.html", found.slug))],
                    &[text(case)],
                )],
            ),
            question,
            el("div", &[("class", "pair")], &[el("div", &[], &shown), side]),
        ],
    )
}

/// One outcome of this client, with the records that had it.
fn variant(model: &Model<'_>, cells: &[&(usize, Cell)], group: &[usize]) -> Html {
    let Some(first) = group.first() else { return text("") };
    let Some(one) = model.input.observed.get(*first) else { return text("") };
    let cell = cells.iter().find(|(index, _)| index == first).map(|(_, cell)| cell);
    let told = cell.map(|cell| {
        let forms: Vec<String> = cell.forms.iter().map(|form| form.words()).collect();
        let message = cell.message.as_deref().map(|form| format!("message: {form}"));
        let error = (cell.error != "none").then(|| error_words(&cell.error).to_owned());
        let said: Vec<String> = forms.into_iter().chain(message).chain(error).collect();
        all([
            el("span", &[("class", matrix::class(cell.shown))], &[text(&cell.words())]),
            text(" "),
            el("span", &[("class", "soft small")], &[text(&said.join("; "))]),
        ])
    });
    let lines: Vec<Html> = group.iter().map(|index| evidence::line(model, "../", *index, true)).collect();
    el(
        "div",
        &[("class", "variant")],
        &[told.unwrap_or_default(), evidence::arrived(one), el("ul", &[("class", "who")], &lines)],
    )
}

/// What other clients' models received for the same scenario, one text for all that share it.
fn others(model: &Model<'_>, client: &Client, found: &super::model::Scenario) -> Html {
    let is_other =
        |index: &&usize| model.input.observed.get(**index).is_some_and(|one| one.record.client != client.id);
    let records: Vec<usize> = found.records.iter().filter(is_other).copied().collect();
    let href = format!("../scenarios/{}.html", found.slug);
    let groups = evidence::groups(model, &records);
    if groups.is_empty() {
        return text("");
    }
    if family(&found.case) == Family::Vectors {
        return el(
            "p",
            &[("class", "small")],
            &[link(&href, &format!("Beside the others: {} outcomes", groups.len()))],
        );
    }
    let shown = groups.iter().filter_map(|group| {
        let one = model.input.observed.get(*group.first()?)?;
        Some(el(
            "div",
            &[],
            &[
                el("p", &[("class", "small")], &[evidence::clients(model, "../", group)]),
                evidence::arrived(one),
            ],
        ))
    });
    let label = format!("Other clients: {} outcomes", groups.len());
    let region = format!("What other clients received for {}", found.case);
    let attributes =
        [("class", "beside"), ("tabindex", "0"), ("role", "group"), ("aria-label", region.as_str())];
    all([el("h4", &[], &[text(&label)]), el("div", &attributes, &shown.collect::<Vec<_>>())])
}
