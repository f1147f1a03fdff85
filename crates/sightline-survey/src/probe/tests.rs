//! The probe server over in-memory streams: what it lists and sends in each era, and what its log says.

use sightline::revision::{REVISIONS, Revision};

use super::*;
use crate::scenario::{self, Company};

fn request(id: usize, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}}}}}"#)
}

const MODERN: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

/// Sends lines, and returns the answers with the log.
async fn talk(eras: Eras, lines: &[String]) -> (Vec<Document<'static>>, Vec<Entry>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.jsonl");
    let mut options = Options::of(scenario::all());
    options.eras = eras;
    let (asked, mut said) = (lines.join("\n") + "\n", Vec::new());
    serve_stdio(asked.as_bytes(), &mut said, options, Log::to(&file).unwrap()).await.unwrap();
    let said = String::from_utf8(said).unwrap();
    (
        said.lines().map(|line| Document::from_string(line.to_owned()).unwrap()).collect(),
        Log::read(&file).unwrap(),
    )
}

fn text<'d>(document: &'d Document<'_>, pointer: &str) -> &'d str {
    document.root().at(pointer).map_or("absent", Node::text)
}

#[tokio::test]
async fn every_revision_is_spoken_and_every_result_sent_as_it_stands() {
    for facts in &REVISIONS {
        let is_modern = facts.has_result_type;
        let mut lines = vec![request(0, "initialize", &format!(r#""protocolVersion":"{}""#, facts.revision))];
        if is_modern {
            lines[0] = request(0, "server/discover", MODERN);
        }
        let all = scenario::all();
        for (id, scenario) in all.iter().enumerate() {
            let meta = if is_modern { format!(",{MODERN}") } else { String::new() };
            let params = format!(
                r#""name":"{}","arguments":{{"token":"{}"}}{meta}"#,
                scenario.tool(),
                scenario.token()
            );
            lines.push(request(id + 1, "tools/call", &params));
        }
        let (answers, log) = talk(Eras::Both, &lines).await;
        for (answer, scenario) in answers[1..].iter().zip(&all) {
            match &scenario.answer {
                Answer::Result(result) if is_modern && scenario.stamped => {
                    let sent = text(answer, "/result");
                    assert!(sent.starts_with(&result[..result.len() - 1]), "{}", scenario.name);
                    assert!(answer.root().at("/result/resultType").is_some());
                }
                Answer::Result(result) => assert_eq!(text(answer, "/result"), result),
                Answer::Error { code, .. } => assert_eq!(text(answer, "/error/code"), code.to_string()),
            }
        }
        let (opened, kept) = (handshakes(&log), calls(&log));
        assert_eq!(opened.len(), 1);
        assert_eq!(opened[0].agreed.as_deref(), Some(facts.revision.as_str()));
        assert_eq!(kept.len(), all.len());
        for (call, scenario) in kept.iter().zip(&all) {
            assert_eq!(call.tool, scenario.tool());
            assert_eq!(call.revision.as_deref(), Some(facts.revision.as_str()));
            assert_eq!(call.is_error, matches!(scenario.answer, Answer::Error { .. }));
        }
    }
}

#[tokio::test]
async fn an_era_that_is_switched_off_is_not_known() {
    let open = request(1, "initialize", r#""protocolVersion":"2025-11-25""#);
    let discover = request(2, "server/discover", MODERN);
    let (answers, log) = talk(Eras::InitializeOnly, &[discover.clone(), open.clone()]).await;
    assert_eq!(text(&answers[0], "/error/code"), "-32601");
    assert_eq!(text(&answers[1], "/result/protocolVersion"), r#""2025-11-25""#);
    assert_eq!(handshakes(&log).iter().map(|one| one.agreed.is_some()).collect::<Vec<_>>(), [false, true]);
    let (answers, _) = talk(Eras::DiscoverOnly, &[open, discover]).await;
    assert_eq!(text(&answers[0], "/error/code"), "-32022");
    assert_eq!(text(&answers[1], "/result/supportedVersions/0"), r#""2026-07-28""#);
}

#[tokio::test]
async fn tools_of_the_later_era_are_not_listed_in_the_earlier() {
    let open = request(1, "initialize", r#""protocolVersion":"2025-11-25""#);
    let lines = [open, request(2, "tools/list", ""), request(3, "tools/list", MODERN)];
    let (answers, _) = talk(Eras::Both, &lines).await;
    let later = scenario::all().iter().filter(|scenario| scenario.handshake.is_some()).count();
    let count = |answer: &Document<'_>| answer.root().at("/result/tools").unwrap().len();
    assert_eq!(count(&answers[1]) + later, count(&answers[2]));
    assert!(later > 0 && answers[1].root().at("/result/tools/0/outputSchema").is_some());
}

#[tokio::test]
async fn an_interim_result_is_answered_once_its_input_came() {
    let params = |more: &str| format!(r#""name":"probe_input_required","arguments":{{}}{more},{MODERN}"#);
    let brought = r#","requestState":"probe-state","inputResponses":{"confirm":{"action":"accept","content":{"sure":true}}}"#;
    let lines = [request(1, "tools/call", &params("")), request(2, "tools/call", &params(brought))];
    let (answers, _) = talk(Eras::Both, &lines).await;
    assert_eq!(text(&answers[0], "/result/resultType"), r#""input_required""#);
    assert!(text(&answers[1], "/result").contains("CNRY_input_required_t1_zq"));
}

#[test]
fn witnesses_are_listed_by_every_revision() {
    for facts in &REVISIONS {
        assert!(scenario::find("text").unwrap().is_listed(facts));
    }
    assert_eq!(scenario::find("text").unwrap().company, Company::Any);
    assert!(Revision::LATEST.facts().is_some());
}
