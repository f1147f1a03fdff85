//! Public problems that are about projecting and adapting, and cases next to them: what must come out.
//!
//! What a check says of the same problems is held in `rules.rs`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sightline::adapt::{Adapted, adapt};
use sightline::content::ContentBlock;
use sightline::exchange::Exchange;
use sightline::json::Document;
use sightline::profile::{Profile, Selector};
use sightline::project::{Call, project};
use sightline::result::ToolResult;
use sightline::revision::Revision;

/// The cases of both files that say what `member` must be.
fn cases(member: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let of = |name: &str| -> Vec<Value> {
        serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
    };
    let all = of("bug-cases.json").into_iter().chain(of("neighbour-cases.json"));
    all.filter(|case| case.get(member).is_some()).collect()
}

/// The text of a case as a person would write it, with blanks between the tokens.
fn exchange(case: &Value) -> String {
    let mut exchange = json!({"revision": case["revision"], "result": case["result"]});
    if let Some(tool) = case.get("tool") {
        exchange["tool"] = tool.clone();
    }
    serde_json::to_string_pretty(&exchange).unwrap()
}

fn run(member: &str, judge: impl Fn(&Exchange<'_>, &Value) -> Vec<String>) -> usize {
    let cases = cases(member);
    let mut wrong = Vec::new();
    for case in &cases {
        let text = exchange(case);
        let document = Document::parse(&text).unwrap();
        let problems = judge(&Exchange::of(&document).unwrap(), &case[member]);
        wrong.extend(problems.iter().map(|problem| format!("{}: {problem}", case["id"])));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    cases.len()
}

#[test]
fn cases_of_projecting_show_what_they_must() {
    let many = run("expect_project", |exchange, expect| {
        let profile = Profile::of(expect["client"].as_str().unwrap()).unwrap();
        // A client steps back for a server that is older, and its surface is that of the older revision then.
        let server = exchange.revision.clone().unwrap();
        let surface = profile.surface_toward(&Selector::default(), &server).unwrap();
        let mut call = Call::default();
        (call.tool, call.tools) = (exchange.tool, exchange.tools());
        call.tool_name = exchange.tool_name.as_deref().unwrap_or("tool").to_owned();
        (call.revision, call.as_received) = (exchange.revision.clone(), true);
        let projection = project(&call, exchange.result.unwrap(), surface);
        let shown: String = projection.texts().collect();
        // A client that prints JSON into a string of JSON escapes it once more.
        let holds = |text: &str| {
            let quoted = Value::from(text).to_string();
            shown.contains(text) || shown.contains(quoted.trim_matches('"'))
        };
        let texts = |name: &str| -> Vec<String> {
            expect[name].as_array().into_iter().flatten().map(|text| text.as_str().unwrap().into()).collect()
        };
        let lacking = texts("must_contain").into_iter().filter(|text| !holds(text));
        let mut problems: Vec<String> = lacking.map(|text| format!("lacks {text} in {shown}")).collect();
        let shown_too = texts("must_not_contain").into_iter().filter(|text| holds(text));
        problems.extend(shown_too.map(|text| format!("shows {text} in {shown}")));
        problems
    });
    assert!(many >= 2, "{many} cases");
}

#[test]
fn cases_of_adapting_get_their_outcome() {
    let many = run("expect_adapt", |exchange, expect| {
        let to = Revision::from(expect["to"].as_str().unwrap());
        let adapted = adapt(exchange.tool, exchange.result, &exchange.sender_revision().unwrap(), &to);
        outcome_of(&adapted, &expect["outcome"])
    });
    assert!(many >= 3, "{many} cases");
}

/// What is not as it must be: each member of the outcome is compared.
fn outcome_of(adapted: &Adapted, outcome: &Value) -> Vec<String> {
    let read = |text: &Option<String>| -> Value {
        text.as_deref().map_or(Value::Null, |text| serde_json::from_str(text).unwrap())
    };
    let (tool, result) = (read(&adapted.tool), read(&adapted.result));
    let mut problems = Vec::new();
    for (name, expected) in outcome.as_object().unwrap() {
        let found = match name.as_str() {
            "structuredContent" | "isError" => result.get(name).cloned(),
            "outputSchema" | "title" | "annotations" => tool.get(name).cloned(),
            "structuredContent_absent" => Some(result.get("structuredContent").is_none().into()),
            "outputSchema_absent" => Some(tool.get("outputSchema").is_none().into()),
            "text" => Some(texts(adapted.result.as_deref().unwrap()).into()),
            "types" => Some(
                result["content"].as_array().unwrap().iter().map(|block| block["type"].clone()).collect(),
            ),
            "lost" => Some(lost(adapted).into()),
            _ => panic!("{name} is no part of an outcome"),
        };
        if found.as_ref() != Some(expected) {
            problems.push(format!("{name} is {found:?}, not {expected}"));
        }
    }
    problems
}

fn texts(result: &str) -> Vec<String> {
    let document = Document::parse(result).unwrap();
    let result = ToolResult::of(document.root()).unwrap();
    result.content().filter_map(ContentBlock::text).map(|text| text.to_str().into_owned()).collect()
}

fn lost(adapted: &Adapted) -> Vec<String> {
    let place = |subject: String, pointer: &str| format!("/{}{pointer}", subject.to_lowercase());
    let losses = adapted.losses.iter();
    let mut lost: Vec<String> =
        losses.map(|loss| place(format!("{:?}", loss.subject), &loss.pointer)).collect();
    lost.sort();
    lost
}
