//! What several messages of a transcript decide: the cases of `data/transcripts.json`, each a list of
//! messages and what is found in which of them.

use serde_json::Value;
use sightline::diagnostic::Level;
use sightline::json::{Document, Place};
use sightline::recording::Recording;
use sightline::rules::{Context, Settings, check};

/// What is found in messages that come one after another: rule, message (counted from one), pointer.
fn found(messages: &[Value]) -> Vec<String> {
    let mut recording = Recording::default();
    let mut all = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let text = message.to_string();
        let document = Document::parse(&text).unwrap();
        let line = |place: Place| Place { line: index + 1, ..place };
        for piece in recording.read_placed(document.root(), None, &line).unwrap() {
            for found in check(&Context::of_piece(&piece), &Settings::default()) {
                if found.level == Level::Advice && !found.code.starts_with("RES-") {
                    continue;
                }
                let place = Place::of(&text, found.span.unwrap().0);
                let is_earlier =
                    found.subject == sightline::diagnostic::Subject::Request && piece.request().is_some();
                let place = if is_earlier { piece.place_in_request(place) } else { line(place) };
                all.push(format!("{} {} {}", found.code, place.line, found.pointer));
            }
        }
    }
    all
}

fn cases() -> Vec<Value> {
    serde_json::from_str(include_str!("data/transcripts.json")).unwrap()
}

#[test]
fn messages_are_judged_by_those_before() {
    let mut wrong = Vec::new();
    let cases = cases();
    for case in &cases {
        let expected: Vec<&str> =
            case["found"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let mut found = found(case["messages"].as_array().unwrap());
        found.sort();
        let mut sorted = expected.clone();
        sorted.sort_unstable();
        if found != sorted {
            wrong.push(format!("{}\n  expected {expected:?}\n  found    {found:?}", case["why"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
