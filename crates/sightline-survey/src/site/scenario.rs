//! A page a scenario: the result on the wire, and every outcome with the clients that had it.

use super::evidence;
use super::html::{Html, all, el, link, text};
use super::matrix;
use super::model::{Family, Model, Scenario, family};
use super::paths::error_words;
use super::shell::{Frame, column, document, facts, filter, table};
use crate::results::cell::Cell;

pub(super) fn list(model: &Model<'_>) -> String {
    let row = |scenario: &Scenario| {
        let outcomes = evidence::groups(model, &scenario.records).len();
        let what = scenario
            .records
            .first()
            .and_then(|index| model.input.observed.get(*index))
            .map(|one| what(&Cell::of(one)));
        let origin = match family(&scenario.case) {
            Family::Probe => "probe",
            Family::Vectors => "vector",
        };
        el(
            "tr",
            &[],
            &[
                el(
                    "th",
                    &[("scope", "row")],
                    &[el(
                        "a",
                        &[("class", "case"), ("href", &format!("scenarios/{}.html", scenario.slug))],
                        &[text(&scenario.case)],
                    )],
                ),
                el(
                    "td",
                    &[],
                    &[
                        text(&scenario.question),
                        text(if scenario.question.is_empty() { "" } else { " " }),
                        el("span", &[("class", "soft")], &[text(&what.unwrap_or_default())]),
                    ],
                ),
                el("td", &[], &[text(origin)]),
                el("td", &[("class", "num")], &[text(&outcomes.to_string())]),
                el("td", &[("class", "num")], &[text(&scenario.records.len().to_string())]),
            ],
        )
    };
    let heads = ["Scenario", "What it asks", "From", "Outcomes", "Records"].map(column);
    let content = vec![
        el("h1", &[], &[text("Scenarios")]),
        el(
            "p",
            &[],
            &[text(
                "A scenario is one result that a server sends. Those of the probe carry a word of their own in each field, so that the model’s request tells which of them arrived; vectors ask for one detail each.",
            )],
        ),
        filter("scenarios-table", "Filter scenarios"),
        table(
            "scenarios-table",
            "Results that clients were sent",
            &heads,
            &model.scenarios.iter().map(row).collect::<Vec<_>>(),
        ),
    ];
    let description = "The results that clients were sent, and how many outcomes each had.";
    document(model, &Frame { title: "Scenarios", description, up: "", here: "Scenarios" }, &content)
}

/// What a result is, in a few words.
fn what(cell: &Cell) -> String {
    let traits = cell.traits;
    let words = [
        (traits.is_error, "an error"),
        (traits.has_text, "text"),
        (traits.content_empty, "empty content"),
        (traits.has_structured, "structured content"),
        (traits.is_mirror, "text mirrors it"),
        (traits.has_other_blocks, "blocks that are no text"),
        (traits.schema_declared, "output schema"),
        (traits.breaks_schema, "schema broken"),
        (traits.structured_missing, "structured content missing"),
    ];
    let said: Vec<&str> = words.iter().filter(|(holds, _)| *holds).map(|(_, word)| *word).collect();
    said.join(", ")
}

pub(super) fn page(model: &Model<'_>, scenario: &Scenario) -> String {
    let first = scenario.records.first().and_then(|index| model.input.observed.get(*index));
    let groups = evidence::groups(model, &scenario.records);
    let definition = first.map(|one| one.record.tool_definition.clone()).filter(|value| value.is_object());
    let definition = definition.and_then(|value| serde_json::to_string_pretty(&value).ok());
    let mut content = vec![
        el(
            "p",
            &[("class", "crumb")],
            &[link("../scenarios.html", "Scenarios"), text(" / "), text(&scenario.case)],
        ),
        el("h1", &[("class", "case")], &[text(&scenario.case)]),
        el("p", &[("class", "lead")], &[text(&scenario.question)]),
        facts(vec![
            ("The result has", text(&first.map(|one| what(&Cell::of(one))).unwrap_or_default())),
            ("Outcomes", text(&groups.len().to_string())),
            ("Records", text(&scenario.records.len().to_string())),
        ]),
        el("h2", &[], &[text("On the wire")]),
        first.map(evidence::wire).unwrap_or_default(),
    ];
    if let Some(definition) = definition {
        content.push(el(
            "details",
            &[],
            &[
                el("summary", &[], &[text("The tool’s definition")]),
                evidence::block("The tool’s definition", &definition),
            ],
        ));
    }
    content.push(el("h2", &[], &[text("What models received")]));
    content.extend(groups.iter().enumerate().map(|(number, group)| outcome(model, number + 1, group)));
    let description = format!("What models received for the scenario {}, client by client.", scenario.case);
    document(
        model,
        &Frame { title: &scenario.case, description: &description, up: "../", here: "Scenarios" },
        &content,
    )
}

fn outcome(model: &Model<'_>, number: usize, group: &[usize]) -> Html {
    let Some(one) = group.first().and_then(|index| model.input.observed.get(*index)) else { return text("") };
    let cell = Cell::of(one);
    let error = (cell.error != "none").then(|| text(&format!(" {}", error_words(&cell.error))));
    let lines: Vec<Html> = group
        .iter()
        .filter_map(|index| {
            let (one, evidence) = model.input.observed.get(*index).zip(model.evidence.get(*index))?;
            let title = model.client(&one.record.client).map_or(&*one.record.client, |client| &client.title);
            let path = [
                one.record.version.as_deref().unwrap_or(""),
                &*one.record.surface,
                &one.record.dialect,
                &one.record.era,
            ];
            let said = format!(
                " {}",
                path.iter()
                    .filter(|word| !matches!(**word, "" | "none"))
                    .copied()
                    .collect::<Vec<_>>()
                    .join(" · ")
            );
            Some(el("li", &[], &[link(&format!("../{}", evidence.href()), title), text(&said)]))
        })
        .collect();
    let id = format!("outcome-{number}");
    let many = group.len();
    el(
        "section",
        &[("class", "scenario"), ("aria-labelledby", &id)],
        &[
            el(
                "h3",
                &[("id", &id)],
                &[text(&format!("Outcome {number}: ")), evidence::clients(model, "../", group)],
            ),
            el(
                "p",
                &[],
                &[el("span", &[("class", matrix::class(cell.shown))], &[text(&cell.words())]), all(error)],
            ),
            evidence::arrived(one),
            el(
                "details",
                &[],
                &[
                    el(
                        "summary",
                        &[],
                        &[text(&format!("{many} {}", if many == 1 { "record" } else { "records" }))],
                    ),
                    el("ul", &[("class", "who")], &lines),
                ],
            ),
        ],
    )
}
