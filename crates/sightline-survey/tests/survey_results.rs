//! What is read out of the records of 2026-11-30, held against what the shipped profiles say.

use std::collections::{BTreeMap, BTreeSet};

use sightline::json::{Document, Node};
use sightline::profile::{Profile, Selector, Strategy};
use sightline_survey::results::cell::Shown;
use sightline_survey::results::diff::{Change, Side, diff};
use sightline_survey::results::drift::{Drift, Drifts, drifts, drifts_from};
use sightline_survey::results::profiles::infer;
use sightline_survey::results::read::{Observed, load, shipped};
use sightline_survey::results::surface::{Check, SurfaceSeen, surfaces};
use sightline_survey::site::records_shipped;

/// Paths whose profile names a strategy that the records of that path do not show, with the reason.
const OTHERWISE: &[(&str, &str, &str)] =
    &[("mastra", "content-else-structured", "the records of one path have declared schemas alone")];

/// Longest result that is classified here: what fields a client shows is told by short ones, and the others
/// take most of the time.
const SHORT: usize = 8_000;

/// What the site shows, the observations by hand and those of the survey of clients, is one classification
/// that takes its time, so its laws share it.
#[test]
fn what_is_read_out_of_all_records_holds_together() {
    let mut shipped = records_shipped().unwrap();
    shipped.retain(|one| one.record.wire.len() < SHORT);
    let seen = surfaces(&shipped);
    strategies_are_those_of_the_profiles(&seen);
    mirrors_are_told_by_how_often_their_payload_arrived(&seen, &shipped);
    mirrors_show_no_field_that_the_client_never_shows(&seen);
    whether_the_schema_is_checked_is_told(&seen);
}

fn strategies_are_those_of_the_profiles(all: &[SurfaceSeen]) {
    let (mut same, mut untold, mut wrong) = (0, Vec::new(), Vec::new());
    for seen in all {
        let key = &seen.key;
        let mut selector = Selector::default();
        selector.version = Some(key.version.clone());
        selector.surface = Some(key.surface.clone());
        selector.dialect = Some(key.dialect.clone());
        selector.era = Some(key.era.clone());
        for option in key.options.split(", ").filter_map(|option| option.split_once('=')) {
            selector.options.insert(option.0.to_owned(), option.1.to_owned());
        }
        let known = Profile::of(&key.client).unwrap();
        let known = known.surface(&selector).unwrap().behaviour.strategy;
        let name = |strategy: Option<Strategy>| strategy.map_or("none", Strategy::name);
        match seen.selection.strategy {
            found if found == known => same += 1,
            None => untold.push(format!("{} {} {}", key.client, key.version, key.path())),
            found if OTHERWISE.iter().any(|row| (row.0, row.1) == (&*key.client, name(found))) => {}
            found => wrong.push(format!(
                "{} {} {}: seen {}, profile {}",
                key.client,
                key.version,
                key.path(),
                name(found),
                name(known)
            )),
        }
    }
    println!("{same} paths as in their profiles; not told by records: {untold:#?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(same > 60, "{same}");
}

/// A mirrored payload is in both fields, so whoever shows both shows it twice: counted by its words in what
/// arrived, whatever the classification of channels says.
fn mirrors_are_told_by_how_often_their_payload_arrived(all: &[SurfaceSeen], shipped: &[Observed]) {
    let (mut counted, mut wrong) = (0, Vec::new());
    for seen in all {
        for (index, cell) in
            seen.cells.iter().filter(|(_, cell)| cell.traits.is_mirror && !cell.traits.is_error)
        {
            let record = &shipped[*index].record;
            let wire: serde_json::Value = serde_json::from_str(&record.wire).unwrap();
            let words = ["payload", "city"].map(|name| wire["structuredContent"][name].as_str());
            let Some(word) = words.into_iter().flatten().next() else { continue };
            let texts = record.parts.iter().filter_map(|part| part.text.as_deref());
            let many: usize = texts.map(|text| text.matches(word).count()).sum();
            let expected = match many {
                _ if cell.shown == Shown::OwnWords => continue,
                0 => &[Shown::Nothing, Shown::Placeholder, Shown::Untold, Shown::RunEnds][..],
                1 => &[Shown::Content, Shown::Structured, Shown::Same],
                _ => &[Shown::Both],
            };
            counted += 1;
            if !expected.contains(&cell.shown) || cell.copies != many {
                let (client, path) = (&seen.key.client, seen.key.path());
                wrong.push(format!("{client} {path} {}: {}, {many} copies", cell.case, cell.words()));
            }
        }
    }
    println!("{counted} mirrors");
    assert!(wrong.is_empty(), "{} of {counted}: {wrong:#?}", wrong.len());
    assert!(counted > 400, "{counted}");
}

/// What a client makes of a mirror is no other choice than what it makes of two different fields.
fn mirrors_show_no_field_that_the_client_never_shows(all: &[SurfaceSeen]) {
    let mut wrong = Vec::new();
    for seen in all {
        let never = match seen.selection.strategy {
            Some(Strategy::ContentOnly | Strategy::ContentElseStructured) => Shown::Structured,
            Some(Strategy::StructuredFirst) if seen.selection.depends.is_empty() => Shown::Content,
            _ => continue,
        };
        let mirrors = seen.cells.iter().filter(|(_, cell)| cell.traits.is_mirror && cell.shown == never);
        wrong.extend(
            mirrors.map(|(_, cell)| format!("{} {} {}", seen.key.client, seen.key.path(), cell.case)),
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Clients that list tools again without output schemas where one of the list is odd: their checks depend on it.
const LISTED_AGAIN: [&str; 2] = ["kilocode", "opencode"];

/// A client that checks the output schema at times is one whose records were not told apart: what is refused for
/// its type, and words that repeat what was refused.
fn whether_the_schema_is_checked_is_told(all: &[SurfaceSeen]) {
    let is_known = |seen: &&SurfaceSeen| LISTED_AGAIN.contains(&&*seen.key.client) && *seen.key.era < *"2026";
    let varies = all.iter().filter(|seen| seen.schema_broken == Check::Varies && !is_known(seen));
    let varies: Vec<String> = varies.map(|seen| format!("{} {}", seen.key.client, seen.key.path())).collect();
    assert!(varies.is_empty(), "{varies:#?}");
}

#[test]
fn shipped_profiles_have_not_drifted_from_the_shipped_records() {
    let shipped = shipped().unwrap();
    let found = drifts(&shipped);
    println!("{} of {} records are what profiles say", found.same, shipped.len());
    let wrong = &found.drifts;
    for drift in wrong.iter().take(5) {
        println!(
            "{} {} {}\n--- {}\n+++ {}",
            drift.client, drift.path, drift.case, drift.observed, drift.projected
        );
    }
    assert!(
        wrong.is_empty() && found.not_compared.is_empty() && found.new_versions.is_empty(),
        "{}: {:?}",
        wrong.len(),
        found.not_compared
    );
    assert_eq!(found.same, shipped.len());
    // Each line of the known contradictions is about something, and excuses nothing but that mark.
    let mut excused: BTreeSet<[&str; 2]> = BTreeSet::new();
    excused.extend(found.contradictions.iter().map(|drift| [&*drift.client, &*drift.case]));
    let lines = include_str!("../../sightline/tests/data/contradictions.tsv").lines();
    let lines = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    assert_eq!(excused, lines.map(|line| [line[0], line[1]]).collect());
    let mut other = shipped[found.contradictions[0].record].clone();
    other.record.error = "flagged".to_owned();
    let other = drifts(&[other]);
    assert_eq!((other.drifts.len(), other.contradictions.len()), (1, 0));
    // Whoever changes what arrived is found out, and a version that nobody knows is named.
    let mut changed = shipped[0].clone();
    changed.record.parts[0].text = Some("something else".to_owned());
    changed.record.version = Some("99.0".to_owned());
    let found = drifts(&[changed]);
    assert_eq!((found.drifts.len(), found.new_versions.len()), (1, 1));
}

/// The day of the survey of clients that ships.
const DAY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/2026-11-30");

/// Records that profiles do not explain, a line each: client, path, case, whether more than the mark of
/// an error differs, and the reason that a person found. A new line says that nobody has looked yet.
fn unexplained(found: &Drifts, stored: &str) -> String {
    let mut reasons = BTreeMap::new();
    for line in stored.lines() {
        if let Some((row, reason)) = line.rsplit_once('\t') {
            reasons.insert(row, reason);
        }
    }
    let row = |(drift, what): (&Drift, &str)| [&*drift.client, &*drift.path, &*drift.case, what].join("\t");
    let drifts = found.drifts.iter().map(|drift| (drift, "differs"));
    let rows: BTreeSet<String> =
        drifts.chain(found.marks.iter().map(|drift| (drift, "mark"))).map(row).collect();
    let line = |row: &String| format!("{row}\t{}\n", reasons.get(&**row).unwrap_or(&"not looked into yet"));
    rows.iter().map(line).collect()
}

#[test]
fn shipped_profiles_explain_the_survey_of_clients() {
    let records = load(&[DAY.into()]).unwrap();
    let found = drifts(&records);
    for drift in &found.drifts {
        let cut = |text: &str| text.chars().take(400).collect::<String>();
        let (observed, projected) = (cut(&drift.observed), cut(&drift.projected));
        println!("{} {}\n--- {observed}\n+++ {projected}", drift.client, drift.case);
    }
    let path = std::path::Path::new(DAY).join("unexplained.tsv");
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let now = unexplained(&found, &stored);
    if std::env::var_os("SIGHTLINE_UPDATE").is_some() {
        std::fs::write(&path, &now).unwrap();
    } else {
        let (stored, now): (BTreeSet<&str>, BTreeSet<&str>) =
            (stored.lines().collect(), now.lines().collect());
        let news: Vec<&&str> = now.difference(&stored).collect();
        let gone: Vec<&&str> = stored.difference(&now).collect();
        assert!(
            news.is_empty() && gone.is_empty(),
            "not explained any more: {news:#?}\nexplained now: {gone:#?}\n`cargo xtask accept` rewrites {path:?}"
        );
    }
    let tallied: usize = found.clients.values().map(|one| one.same + one.differ + one.not_compared).sum();
    assert_eq!(tallied, records.len());
    // A flag on what was no error is the client's own, and so are the words: no record calls that flagged.
    let is_success = |one: &&Observed| {
        let wire = Document::parse(&one.record.wire).unwrap();
        let is_error = wire.root().member("isError").and_then(Node::as_bool) == Some(true);
        !is_error && !one.record.other.contains_key("rpc_error")
    };
    let flagged = records.iter().filter(is_success).filter(|one| one.record.error == "flagged");
    assert_eq!(flagged.map(|one| &one.record.case).collect::<Vec<_>>(), Vec::<&String>::new());
    // Errors in place of a result are compared like results.
    assert!(records.iter().any(|one| one.record.other.contains_key("rpc_error")));
    // Every path has a profile.
    assert!(found.not_compared.is_empty(), "{:?}", found.not_compared);
    assert!(found.new_versions.is_empty(), "{:?}", found.new_versions);
}

#[test]
fn a_survey_does_not_differ_from_itself_and_a_change_is_named() {
    let shipped = shipped().unwrap();
    let live: Vec<Observed> =
        shipped.iter().filter(|one| one.record.case.starts_with("live:")).cloned().collect();
    let old = Side::Records(live.clone());
    // Versions before the newest are named, and no change.
    let itself = diff(&old, &Side::Records(live.clone()));
    assert!(itself.iter().all(|row| row.changes.is_empty() && !row.unpaired.other_versions.is_empty()));
    let mut new = live;
    let at =
        new.iter().position(|one| one.record.client == "strands" && one.record.case == "live:both").unwrap();
    new[at].record.parts[0].text = Some(r#"{"payload":"CNRY_both_sc_zq","n":7}"#.to_owned());
    let key = (new[at].record.era.clone(), new[at].record.dialect.clone());
    for one in new.iter_mut().filter(|one| one.record.client == "strands") {
        if (one.record.era.clone(), one.record.dialect.clone()) == key {
            one.record.version = Some("1.63.0".to_owned());
        }
    }
    new.retain(|one| one.record.client != "droid");
    let mut found = diff(&old, &Side::Records(new));
    found.retain(|row| !row.changes.is_empty());
    let words: Vec<String> = found.iter().map(|row| format!("{}: {:?}", row.client, row.changes)).collect();
    assert_eq!(found.len(), 2, "{words:#?}");
    assert_eq!(found[0].changes, [Change::Gone]);
    let how = found[1].changes.iter().find_map(|change| match change {
        Change::Scenario { case, how, .. } => Some((case.as_str(), how.as_str())),
        _ => None,
    });
    assert_eq!(how, Some(("live:both", "content → structured")));
    assert!(
        matches!(&found[1].changes[0], Change::Version { old, new } if old == "1.62.0" && new == "1.63.0")
    );
}

#[test]
fn texts_are_compared_however_the_runs_were_grouped() {
    let path = std::path::Path::new(DAY).join("mistral-vibe@3.0.2.jsonl.zst");
    let shipped = load(&[path]).unwrap();
    // Another survey: three scenarios in runs of their own, one of them with another text.
    let asked = ["survey:both", "survey:text", "survey:mirror"];
    let mut new: Vec<Observed> =
        shipped.iter().filter(|one| asked.contains(&&*one.record.case)).cloned().collect();
    let transports: BTreeSet<String> = new.iter().filter_map(|one| one.record.transport.clone()).collect();
    for one in &mut new {
        one.record.setup = serde_json::json!({"server": "sightline survey probe", "tools_called": 3});
        if one.record.case == "survey:both" {
            one.record.parts[0].text = Some("CHANGED".to_owned());
        }
    }
    let is_one = |one: &Observed| one.record.era == new[0].record.era;
    let (old, new): (Vec<Observed>, Vec<Observed>) = (
        shipped.iter().filter(|one| is_one(one)).cloned().collect(),
        new.iter().filter(|one| is_one(one)).cloned().collect(),
    );
    let (all, some) = (old.len(), new.len());
    let found = diff(&Side::Records(old), &Side::Records(new));
    let cases = |row: &sightline_survey::results::diff::PathDiff| -> Vec<(String, Vec<String>)> {
        let of = |change: &Change| match change {
            Change::Scenario { case, over, .. } => Some((case.clone(), over.clone())),
            Change::Trait { old, new, .. } => {
                assert!(old != "not seen" && new != "not seen", "{change:?}");
                None
            }
            other => panic!("{other:?}"),
        };
        row.changes.iter().filter_map(of).collect()
    };
    let changed: Vec<(String, Vec<String>)> = found.iter().flat_map(cases).collect();
    assert!(changed.iter().all(|(case, _)| case == "survey:both"), "{changed:?}");
    let over: BTreeSet<String> = changed.into_iter().flat_map(|(_, over)| over).collect();
    assert!(over == transports && !over.is_empty(), "{over:?} {transports:?}");
    // What was not asked again is counted.
    assert_eq!(found.iter().map(|row| row.compared).sum::<usize>(), some);
    assert_eq!(found.iter().map(|row| row.unpaired.old.len()).sum::<usize>(), all - some);
    assert!(found.iter().all(|row| row.unpaired.new.is_empty()));
}

/// Clients whose probed records one inferred profile explains whole; of the others what was not inferred is
/// named.
const WHOLE: [&str; 4] = ["adk-python", "cline", "deepagents", "openai-agents-js"];

/// Infers profiles from the probed records of some clients, and holds them against those records with nothing
/// but the written profile; at least this many of a hundred records have to be explained.
fn check_inferred(is_meant: impl Fn(&str) -> bool, least: usize) {
    let shipped = shipped().unwrap();
    let is_probed = |one: &&Observed| one.record.case.starts_with("live:") && is_meant(&one.record.client);
    let live: Vec<Observed> = shipped.iter().filter(is_probed).cloned().collect();
    let (mut explained, mut of) = (0, 0);
    for inferred in infer(&live) {
        let profile = Profile::parse(&inferred.toml)
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", inferred.client, inferred.toml));
        let own: Vec<Observed> =
            live.iter().filter(|one| one.record.client == inferred.client).cloned().collect();
        let judged = drifts_from(&own, &mut |_| Some(profile.clone()));
        assert_eq!(judged.same, inferred.explained, "{}", inferred.client);
        assert_eq!(inferred.not_inferred.len(), inferred.of - inferred.explained, "what is missing is named");
        println!("{}: {} of {}", inferred.client, inferred.explained, inferred.of);
        inferred.not_inferred.iter().for_each(|missing| println!("    {missing}"));
        explained += inferred.explained;
        of += inferred.of;
        assert!(
            inferred.explained == inferred.of || !WHOLE.contains(&&*inferred.client),
            "{}",
            inferred.client
        );
    }
    println!("{explained} of {of} records");
    assert_eq!(of, live.len());
    assert!(explained * 100 >= of * least, "{explained} of {of}");
}

/// Of the survey's records of one path a client: how many a profile inferred from them explains at least,
/// and how many one explained before cuts, files, frames, audiences and refusals were searched.
const SURVEYED: [(&str, usize, usize); 5] = [
    ("cline", 79, 68),
    ("codex", 76, 40),
    ("fast-agent", 84, 34),
    ("opencode", 77, 35),
    ("qwen-code", 65, 58),
];

/// Infers a profile from the records of the path of which a client has most, for the clients of these places.
fn check_surveyed(places: std::ops::Range<usize>) {
    let records = load(&[DAY.into()]).unwrap();
    for (client, least, before) in &SURVEYED[places] {
        let mut paths: BTreeMap<[String; 4], Vec<Observed>> = BTreeMap::new();
        for one in records.iter().filter(|one| one.record.client == *client) {
            let record = &one.record;
            let transport = record.transport.clone().unwrap_or_default();
            let path = [record.surface.clone(), record.dialect.clone(), transport, record.era.clone()];
            paths.entry(path).or_default().push(one.clone());
        }
        let own = paths.into_values().max_by_key(Vec::len).unwrap();
        let inferred = infer(&own).remove(0);
        let profile = Profile::parse(&inferred.toml).unwrap();
        let judged = drifts_from(&own, &mut |_| Some(profile.clone()));
        println!("{client}: {} of {}, {before} before", inferred.explained, inferred.of);
        inferred.not_inferred.iter().for_each(|missing| println!("    {missing}"));
        assert_eq!((judged.same, own.len()), (inferred.explained, inferred.of), "{client}");
        assert_eq!(
            inferred.not_inferred.len(),
            inferred.of - inferred.explained,
            "{client}: what is missing is named"
        );
        assert!(
            inferred.explained >= *least,
            "{client}: {} of {}: {:#?}",
            inferred.explained,
            inferred.of,
            inferred.not_inferred
        );
    }
}

#[test]
fn a_profile_inferred_from_a_survey_tells_a_cut_by_units() {
    check_surveyed(0..1);
}

#[test]
fn a_profile_inferred_from_a_survey_tells_a_cut_by_bytes() {
    check_surveyed(1..2);
}

#[test]
fn a_profile_inferred_from_a_survey_tells_an_excerpt() {
    check_surveyed(2..3);
}

#[test]
fn a_profile_inferred_from_a_survey_tells_a_file() {
    check_surveyed(3..4);
}

#[test]
fn a_profile_inferred_from_a_survey_tells_rules_for_one_media_type() {
    check_surveyed(4..5);
}

#[test]
fn profiles_written_from_observations_project_what_was_observed() {
    check_inferred(|client| client < "codex", 85);
}

#[test]
fn profiles_written_from_observations_of_the_middle_project_what_was_observed() {
    check_inferred(|client| ("codex".."kilocode").contains(&client), 78);
}

#[test]
fn profiles_written_from_observations_of_the_rest_project_what_was_observed() {
    check_inferred(|client| client >= "kilocode", 80);
}
