//! What a model received, shown whole where it is short and cut where it is long.

use sightline::json::Document;
use sightline::sdk::print::{Runtime, Spacing, Style, print};

use super::html::{Html, all, el, link, text};
use super::model::Model;
use crate::results::diff::received;
use crate::results::read::Observed;

/// Most characters of one text on a page; the record has the rest.
const MOST: usize = 2_400;

/// A text as it was received.
pub(super) fn block(label: &str, whole: &str) -> Html {
    let many = whole.chars().count();
    let shown: String = whole.chars().take(MOST).collect();
    let rest = if many > MOST {
        el(
            "p",
            &[("class", "soft small")],
            &[text(&format!("… and {} more characters, in the record.", many - MOST))],
        )
    } else {
        text("")
    };
    all([el("pre", &[("tabindex", "0"), ("role", "group"), ("aria-label", label)], &[text(&shown)]), rest])
}

/// The result as it went over the wire, indented for reading.
pub(super) fn wire(observed: &Observed) -> Html {
    let style = Style { runtime: Runtime::Serde, spacing: Spacing::Indented, ascii: false, sort_keys: false };
    let printed = Document::parse(&observed.record.wire).map(|document| print(document.root(), &style));
    block("The result on the wire, indented", &printed.unwrap_or_else(|_| observed.record.wire.clone()))
}

/// What the model received, and how errors were marked.
pub(super) fn arrived(observed: &Observed) -> Html {
    block("What the model received", &received(observed))
}

/// One line for a record: version, path, day, how, and its file.
pub(super) fn line(model: &Model<'_>, up: &str, index: usize, anchored: bool) -> Html {
    let Some((one, evidence)) = model.input.observed.get(index).zip(model.evidence.get(index)) else {
        return text("");
    };
    let record = &one.record;
    let mut said = vec![record.version.as_deref().unwrap_or("no version"), &record.surface];
    said.extend([&*record.dialect, &record.era].into_iter().filter(|word| !matches!(*word, "" | "none")));
    said.extend(record.model.as_deref());
    let options = record.options.as_object().is_some_and(|options| !options.is_empty());
    let options = if options { format!(" · {}", record.options) } else { String::new() };
    let date = if one.date.is_empty() { String::new() } else { format!(" · {}", one.date) };
    let said = format!("{}{options} · {}{date} · ", said.join(" · "), record.status);
    let file = format!("{up}{}", evidence.file);
    let label = format!("record of {} {}", record.client, evidence.anchor);
    let record = el("a", &[("href", &file), ("aria-label", &label)], &[text("record")]);
    let attributes: Vec<(&'static str, &str)> =
        if anchored { vec![("id", &evidence.anchor)] } else { Vec::new() };
    el("li", &attributes, &[text(&said), record])
}

/// Records with the same outcome together, the largest group first; the first of each stands for it.
pub(super) fn groups(model: &Model<'_>, records: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for index in records {
        let Some(one) = model.input.observed.get(*index) else { continue };
        let outcome = format!("{} {}", one.record.error, received(one));
        match groups.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, group)) => group.push(*index),
            None => groups.push((outcome, vec![*index])),
        }
    }
    groups.sort_by_key(|(_, group)| (std::cmp::Reverse(group.len()), group.first().copied()));
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The clients of a group with links to their evidence, each once.
pub(super) fn clients(model: &Model<'_>, up: &str, group: &[usize]) -> Html {
    let mut seen: Vec<&str> = Vec::new();
    let mut links = Vec::new();
    for index in group {
        let Some((one, evidence)) = model.input.observed.get(*index).zip(model.evidence.get(*index)) else {
            continue;
        };
        if seen.contains(&&*one.record.client) {
            continue;
        }
        seen.push(&one.record.client);
        let title = model.client(&one.record.client).map_or(&*one.record.client, |client| &client.title);
        links.push(link(&format!("{up}{}", evidence.href()), title));
    }
    super::shell::commas(links)
}
