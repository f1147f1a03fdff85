//! The list of servers, and what those that ran put on the wire.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use sightline::json::Document;
use sightline::result::ToolResult;
use sightline_survey::servers::list::parse;
use sightline_survey::servers::report::{Reached, ServerReport, Wire};
use sightline_survey::servers::{packed, shipped};
use sightline_survey::site::{Input, pages};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// Results are classified once more: whoever changes how content and structured content are compared reads
/// here what that changes about real servers.
#[test]
fn stored_results_are_what_they_were_called() {
    let mut reports = shipped().unwrap();
    let mut changed = Vec::new();
    for report in &mut reports {
        let id = report.id.clone();
        for tool in &mut report.tools {
            let Some(call) = &mut tool.call else { continue };
            let Ok(document) = Document::parse(&call.result) else { continue };
            let Some(result) = ToolResult::of(document.root()) else { continue };
            let wire = Wire::of(result);
            if wire != call.wire {
                changed.push(format!("{id} {}: {} was {}", tool.name, wire.words(), call.wire.words()));
                call.wire = wire;
            }
        }
    }
    if env::var_os("SIGHTLINE_UPDATE").is_some() {
        let file = Path::new(FOLDER).join("data/servers-2026-11-30/servers.jsonl.gz");
        fs::write(file, packed(&reports).unwrap()).unwrap();
        return;
    }
    assert!(changed.is_empty(), "`cargo xtask accept` rewrites the data: {changed:#?}");
}

#[test]
fn the_list_and_the_reports_are_of_the_same_servers() {
    let text = fs::read_to_string(Path::new(FOLDER).join("data/servers.toml")).unwrap();
    let listed: Vec<(String, String)> = parse(&text)
        .unwrap()
        .iter()
        .map(|server| (server.id.clone(), server.origin().1.to_owned()))
        .collect();
    let reports = shipped().unwrap();
    let reported: Vec<(String, String)> =
        reports.iter().map(|report| (report.id.clone(), report.package.clone())).collect();
    assert_eq!(listed, reported);
    let answered = reports.iter().filter(|report| report.reached == Reached::Listed).count();
    let calls: usize = reports.iter().map(|report| report.calls().count()).sum();
    println!("{answered} of {} servers listed their tools; {calls} calls", reports.len());
    assert!(answered >= 40, "{answered}");
    for report in &reports {
        assert_eq!(
            report.reached == Reached::Listed,
            !report.version.is_empty() && !report.revision.is_empty() && report.reason.is_empty(),
            "{}: what is missing is said: {}",
            report.id,
            report.reason
        );
        assert!(report.isolated || report.reached == Reached::NotInstalled, "{} ran isolated", report.id);
        for tool in &report.tools {
            assert!(
                tool.call.is_some() == tool.not_called.is_empty(),
                "{} {}: called, or why not",
                report.id,
                tool.name
            );
        }
    }
}

#[test]
fn each_number_leads_to_recordings() {
    let mut input = Input::default();
    input.servers = shipped().unwrap();
    let pages = pages(&input);
    let paths: BTreeSet<&str> = pages.iter().map(|page| &*page.path).collect();
    let list = pages.iter().find(|page| page.path == "servers.html").unwrap();
    for wire in [Wire::TextOnly, Wire::ExactMirror, Wire::SummaryWithData, Wire::ToolError] {
        assert!(list.text.contains(wire.words()), "{}", wire.words());
    }
    let mut recordings = 0;
    for page in
        pages.iter().filter(|page| page.path.starts_with("servers/") && page.path.matches('/').count() == 1)
    {
        assert!(list.text.contains(&format!("href=\"{}\"", page.path)), "{}", page.path);
        for href in page.text.split(" href=\"recordings/").skip(1).filter_map(|rest| rest.split('"').next()) {
            let path = format!("servers/recordings/{href}");
            let recording = pages.iter().find(|page| page.path == path).unwrap();
            assert!(Document::parse(&recording.text).is_ok(), "{path} is JSON");
            recordings += 1;
        }
    }
    let kept = input
        .servers
        .iter()
        .flat_map(ServerReport::calls)
        .filter(|(_, call)| !call.result.is_empty())
        .count();
    assert_eq!(recordings, kept, "{} files", paths.len());
}
