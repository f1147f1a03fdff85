//! Laws that every profile keeps, and the pages about clients that are written from them.

mod kinds;
mod reference;
mod scenarios;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use scenarios::{SCENARIOS, Scenario, shown};
use sightline::profile::{self, How, Profile, Selector, Show, Strategy, Surface};
use sightline::project::{ErrorShown, Projection};
use sightline::survey;

fn profiles() -> Vec<Profile> {
    profile::clients().map(|client| Profile::of(client).unwrap()).collect()
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
}

#[test]
fn evidence_is_complete_and_versions_stand_in_order() {
    for profile in profiles() {
        let name = &profile.client;
        assert!(!profile.title.is_empty() && profile.home.starts_with("https://"), "{name}");
        let from: Vec<&str> = profile.versions.iter().map(|version| version.counts_from.as_str()).collect();
        assert!(from.is_sorted(), "{name}: versions stand oldest first: {from:?}");
        let mut known = BTreeSet::new();
        for version in &profile.versions {
            let place = format!("{name} {}", version.version);
            let evidence = &version.evidence;
            assert!(known.insert(&version.version), "{place} stands twice");
            assert!(is_day(&version.counts_from) && is_day(&evidence.date), "{place}");
            assert!(!evidence.source.is_empty() && !version.surfaces.is_empty(), "{place}");
            for link in &evidence.links {
                let (repository, number) = link.split_once('#').unwrap_or_default();
                let is_link = repository.split('/').count() == 2 && number.parse::<u32>().is_ok();
                assert!(is_link, "{place}: {link} is no owner/name#number");
            }
        }
    }
}

/// The name of a strategy is written by hand, so it is held against what the surface does.
#[test]
fn every_surface_does_what_its_strategy_says() {
    let scenario = |name: &str| SCENARIOS.iter().find(|scenario| scenario.name == name).unwrap();
    let (both, structured) = (scenario("summary-and-data"), scenario("data-only"));
    for surface in profiles().iter().flat_map(|profile| &profile.versions).flat_map(|one| &one.surfaces) {
        let place = format!("{} {} {}", surface.client, surface.version, surface.name);
        let strategy = surface.behaviour.strategy.unwrap_or_else(|| panic!("{place} names no strategy"));
        let channels = |scenario: &Scenario<'_>| {
            shown(surface, scenario, |projection| {
                let has = |name: &str| projection.channels.contains(&name);
                (has("content"), has("structuredContent"))
            })
        };
        // A result that is printed whole for want of content is no selection of a field.
        let selects = surface.behaviour.cases.iter().any(|case| case.show.contains(&Show::Structured));
        let is_data_alone = channels(structured).1 && selects;
        let found = match channels(both) {
            (true, true) => [Strategy::Both, Strategy::BothElseStructured],
            (false, true) => [Strategy::StructuredFirst; 2],
            (true, false) if is_data_alone => [Strategy::ContentElseStructured; 2],
            (true | false, false) => [Strategy::ContentOnly; 2],
        };
        assert!(found.contains(&strategy), "{place} says {strategy:?} and does {found:?}");
    }
}

#[test]
fn the_survey_of_june_is_reproduced_by_the_versions_of_that_day() {
    let mut selector = Selector::default();
    selector.as_of = Some("2026-06-04".to_owned());
    let survey = survey::as_of("2026-06-04").unwrap();
    let mut compared = 0;
    for row in &survey.rows {
        let Ok(profile) = Profile::of(&row.client) else { continue };
        let Ok(surface) = profile.surface(&selector) else { continue };
        let letter = surface.behaviour.strategy.and_then(Strategy::letter).map(String::from);
        assert_eq!(letter.as_deref(), Some(row.letter.name()), "{}", row.client);
        compared += 1;
    }
    println!("{compared} of {} rows have a profile version of that day", survey.rows.len());
}

/// Writes a page when asked to, and else compares it.
fn is_written(path: &Path, text: &str, wrong: &mut Vec<PathBuf>) {
    if env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    if fs::read_to_string(path).unwrap_or_default() != text {
        wrong.push(path.to_owned());
    }
}

#[test]
fn pages_about_clients_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/clients");
    let profiles = profiles();
    let mut wrong = Vec::new();
    is_written(&folder.join("README.md"), &matrix(&profiles), &mut wrong);
    is_written(&folder.join("block-kinds.md"), &kinds::page(&profiles), &mut wrong);
    for profile in &profiles {
        is_written(&folder.join(format!("{}.md", profile.client)), &page(profile), &mut wrong);
    }
    let known: BTreeSet<String> = profiles.iter().map(|profile| format!("{}.md", profile.client)).collect();
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let is_known = ["README.md", "block-kinds.md"].contains(&&*name) || known.contains(&name);
        assert!(is_known, "{name} is a page of no client");
    }
    assert!(wrong.is_empty(), "out of date: {wrong:?}; `cargo xtask accept` rewrites them");
}

/// What of a scenario reaches a model, in a few words.
fn in_words(projection: &Projection) -> String {
    let has = |name: &str| projection.channels.contains(&name);
    let mut words = match projection.error {
        ErrorShown::NotOffered => return "not offered".to_owned(),
        ErrorShown::RunAborted => return "run ends".to_owned(),
        ErrorShown::Substituted => "own words".to_owned(),
        ErrorShown::Flagged | ErrorShown::None => match (has("content"), has("structuredContent")) {
            (true, true) => "both",
            (true, false) => "content",
            (false, true) => "JSON",
            (false, false) => "nothing",
        }
        .to_owned(),
    };
    if projection.error == ErrorShown::Flagged {
        words.push_str(", flagged");
    }
    if projection.copies > 1 {
        let _ = write!(words, ", ×{}", projection.copies);
    }
    if !projection.leaked.is_empty() {
        words.push_str(", leaks `_meta`");
    }
    words
}

fn strategy(surface: &Surface) -> String {
    let behaviour = &surface.behaviour;
    let name = behaviour.strategy.map_or("unnamed", Strategy::name);
    let letter = behaviour.strategy.and_then(Strategy::letter).map(|letter| format!(" ({letter})"));
    let note = if behaviour.note.is_empty() { String::new() } else { format!("; {}", behaviour.note) };
    format!("{name}{}{note}", letter.unwrap_or_default())
}

fn matrix(profiles: &[Profile]) -> String {
    let mut text = String::from(
        "# What clients' models receive\n\n\
         Computed by projecting each scenario for the main surface of the version that counts today.\n\
         Rows marked ° were read in source or lifted out of it; the others ran.\n\
         What becomes of each kind of block, on every surface and in every dialect, stands in [block-kinds](block-kinds.md).\n\
         `cargo xtask accept` rewrites this page and those of the clients.\n\n",
    );
    let names: Vec<&str> = SCENARIOS.iter().map(|scenario| scenario.name).collect();
    let rule = vec!["---"; names.len() + 2];
    let _ = writeln!(text, "| client | strategy | {} |\n| {} |", names.join(" | "), rule.join(" | "));
    for profile in profiles {
        let Ok(surface) = profile.surface(&Selector::default()) else { continue };
        let mark = if surface.evidence.how == How::Ran { "" } else { "°" };
        let client = &profile.client;
        let _ = write!(text, "| [{client}]({client}.md){mark} {} | {} |", surface.version, strategy(surface));
        for scenario in SCENARIOS {
            let _ = write!(text, " {} |", shown(surface, scenario, in_words));
        }
        text.push('\n');
    }
    text.push_str("\n## The scenarios\n\n| scenario | question |\n| --- | --- |\n");
    for scenario in SCENARIOS {
        let _ = writeln!(text, "| {} | {} |", scenario.name, scenario.question);
    }
    text
}

fn page(profile: &Profile) -> String {
    let mut text = format!("# {}\n\n`{}`, <{}>\n", profile.title, profile.client, profile.home);
    for version in profile.versions.iter().rev() {
        let evidence = &version.evidence;
        let _ = write!(
            text,
            "\n## {}, from {}\n\nEvidence: {} on {}, {}.\n",
            version.version, version.counts_from, evidence.how, evidence.date, evidence.source
        );
        if !evidence.place.is_empty() {
            let _ = writeln!(text, "Place: {}.", evidence.place);
        }
        if !evidence.links.is_empty() {
            let _ = writeln!(text, "Links: {}.", evidence.links.join(", "));
        }
        text.push_str("\n| surface | dialect | era | strategy |\n| --- | --- | --- | --- |\n");
        for surface in &version.surfaces {
            let mut name = surface.name.clone();
            if !surface.model.is_empty() {
                let _ = write!(name, ", model {}", surface.model);
            }
            for (key, value) in &surface.options {
                let _ = write!(name, ", {key}={value}");
            }
            if !surface.transport.is_empty() {
                let _ = write!(name, ", over {}", surface.transport);
            }
            let era = if surface.era.is_empty() { "any" } else { &surface.era };
            let _ = writeln!(text, "| {name} | {} | {era} | {} |", surface.dialect, strategy(surface));
        }
    }
    let Ok(surface) = profile.surface(&Selector::default()) else { return text };
    let _ = write!(
        text,
        "\n## What its model receives\n\n{} {}, {} ({}).\n",
        profile.client, surface.version, surface.name, surface.dialect
    );
    for scenario in SCENARIOS {
        let _ = write!(text, "\n### {}\n\n{}\n", scenario.name, scenario.question);
        shown(surface, scenario, |projection| {
            let _ = write!(text, "Outcome: {}.\n\n", in_words(projection));
            text.push_str(&fenced(projection));
        });
    }
    text
}

/// The parts as they arrive, in a fence that none of them can close.
fn fenced(projection: &Projection) -> String {
    let mut inside = String::new();
    for part in &projection.parts {
        let kebab = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let place = kebab(serde_json::to_value(part.place).unwrap());
        let place = if place == "tool-message" { String::new() } else { format!("[{place}] ") };
        let shown = match (&part.text, &part.mime_type) {
            (Some(text), _) => text.clone(),
            (None, mime) => format!("[{}]", mime.as_deref().unwrap_or("file")),
        };
        let _ = writeln!(inside, "{place}{shown}");
    }
    if let Some(validator) = &projection.validator {
        let _ = writeln!(inside, "({{validator}}: words of {})", validator.by);
    }
    format!("````text\n{inside}````\n")
}

#[test]
fn a_surface_is_found_by_the_day_it_counts_from() {
    for profile in profiles() {
        for version in &profile.versions {
            let mut selector = Selector::default();
            selector.as_of = Some(version.counts_from.clone());
            let found = profile.version(&selector).unwrap();
            assert_eq!(found.counts_from, version.counts_from, "{}", profile.client);
        }
    }
}

#[test]
fn the_reference_of_the_format_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/profiles.md");
    let mut wrong = Vec::new();
    is_written(&path, &reference::page(), &mut wrong);
    assert!(wrong.is_empty(), "out of date: {wrong:?}; `cargo xtask accept` rewrites it");
}

/// A parameter that nothing names is no part of a closed set: it goes, or it gets a test.
#[test]
fn every_parameter_is_explained_and_named_by_a_profile_or_a_test() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut named = String::new();
    let tests = ["texts.rs", "blocks.rs", "bounds.rs", "forms.rs", "objects.rs"]
        .map(|name| source.join("project/tests").join(name));
    let shipped = fs::read_dir(source.join("profiles")).unwrap().map(|entry| entry.unwrap().path());
    for path in
        shipped.chain(tests).chain([source.join("profile/tests.rs"), source.join("profile/shared.rs")])
    {
        let text = fs::read_to_string(path).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with(['#', '/'])) {
            named.push_str(line);
            named.push('\n');
        }
    }
    let is_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
    let words: BTreeSet<&str> = named.split(|character| !is_word(character)).collect();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for table in reference::described().into_iter().flat_map(|(_, tables)| tables) {
        for one in table.parameters {
            seen += 1;
            if one.says.is_empty() {
                wrong.push(format!("{} is not explained", one.name));
            }
            let goes_without_saying = table.is_choice && one.is_default;
            if !goes_without_saying && !words.contains(one.name.as_str()) {
                wrong.push(format!("{} is named nowhere", one.name));
            }
        }
    }
    assert!(seen > 150, "the format is read at all: {seen}");
    assert!(wrong.is_empty(), "{wrong:?}");
}
