//! The official SDK clients, installed from their registries, against the probe server: both eras, stdio
//! and Streamable HTTP. What each reads of results that are in order is what was sent.
//!
//! A registry that cannot be reached fails the test, with the clients named.

#[path = "../../../sightline-cli/tests/common/official.rs"]
mod official;
#[path = "../../../sightline-cli/tests/common/install.rs"]
mod packages;

use std::path::Path;
use std::thread;

use official::{CLIENTS, Peer};
use serde_json::{Value, json};
use sightline::revision::Revision;
use sightline_survey::probe::{self, Eras, Log, calls, handshakes};
use sightline_survey::scenario::{self, Answer, Scenario};

/// One for each of the clients, in their order.
const SCRIPTS: [&str; 4] = [
    include_str!("typescript1.mjs"),
    include_str!("typescript2.mjs"),
    include_str!("python1.py"),
    include_str!("python2.py"),
];

/// One connection: which era the server knows, and how it is reached.
struct Run {
    is_modern: bool,
    is_http: bool,
    log: std::path::PathBuf,
}

/// Results that every revision and SDK takes, so that anything else than what was sent is a fault here.
fn in_order() -> Vec<Scenario> {
    [
        "both",
        "text",
        "two_texts",
        "mirror",
        "empty",
        "error_text",
        "image",
        "link",
        "special_text",
        "meta_levels",
    ]
    .map(|name| scenario::find(name).unwrap())
    .to_vec()
}

/// What of the sent result a client may leave out: fields that it does not know, and what it adds.
fn differs(sent: &Value, seen: &Value) -> bool {
    ["content", "structuredContent", "isError"]
        .iter()
        .any(|name| sent.get(name).is_some_and(|value| seen.get(name) != Some(value)))
}

/// Judges one connection by what the client says and by what the server kept.
fn judge(run: &Run, seen: &Value, scenarios: &[Scenario]) -> Vec<String> {
    let mut wrong = Vec::new();
    let tools: Vec<String> = scenarios.iter().map(Scenario::tool).collect();
    if seen["tools"] != json!(tools) {
        wrong.push(format!("tools: {}, {}", seen["tools"], seen["error"]));
    }
    for scenario in scenarios {
        let Answer::Result(result) = &scenario.answer else { continue };
        let (sent, got): (Value, _) =
            (serde_json::from_str(result).unwrap(), &seen["results"][scenario.tool()]);
        if differs(&sent, got) {
            wrong.push(format!("{}: sent {sent}, seen {got}", scenario.name));
        }
    }
    let entries = Log::read(&run.log).unwrap_or_default();
    let newest = if run.is_modern { Revision::LATEST } else { Revision::LATEST_INITIALIZE };
    let agreed = handshakes(&entries).iter().rev().find_map(|handshake| handshake.agreed.clone());
    // A client that is pinned may go without asking first; its requests say the revision then.
    if agreed.is_some_and(|agreed| agreed != newest.as_str()) {
        wrong.push(format!("agreed on another revision: {:?}", handshakes(&entries)));
    }
    let calls = calls(&entries);
    let kept: Vec<(&str, &str)> =
        calls.iter().map(|call| (call.tool.as_str(), call.arguments.as_str())).collect();
    let tokens: Vec<String> =
        scenarios.iter().map(|one| format!(r#"{{"token":"{}"}}"#, one.token())).collect();
    let made: Vec<(&str, &str)> =
        tools.iter().map(String::as_str).zip(tokens.iter().map(String::as_str)).collect();
    if kept != made {
        wrong.push(format!("the log has other calls: {kept:?}"));
    }
    for (call, scenario) in calls.iter().zip(scenarios) {
        let answer = call.answer.as_deref().unwrap_or_default();
        let is_right = match &scenario.answer {
            Answer::Result(result) if run.is_modern => answer.starts_with(result.trim_end_matches('}')),
            Answer::Result(result) => answer == result,
            Answer::Error { .. } => call.is_error,
        };
        if !is_right || call.revision.as_deref() != Some(newest.as_str()) {
            wrong.push(format!("the log has {call:?}"));
        }
    }
    wrong
}

/// Drives one client over both transports in each era that it speaks; returns how many connections.
fn check(
    index: usize,
    client: &Peer,
    folder: &Path,
    runtime: &tokio::runtime::Handle,
) -> Result<usize, String> {
    let scenarios = in_order();
    let names: Vec<Value> = scenarios.iter().map(|one| json!([one.tool(), one.token()])).collect();
    let (mut runs, mut jobs) = (Vec::new(), Vec::new());
    for is_modern in [false, true].into_iter().filter(|modern| !modern || client.speaks_newest) {
        for is_http in [false, true] {
            let log = folder.join(format!("{index}-{is_modern}-{is_http}.jsonl"));
            let listed: Vec<&str> = scenarios.iter().map(|one| one.name.as_str()).collect();
            let mut job = json!({"names": names, "modern": is_modern});
            if is_http {
                let mut options = probe::Options::of(scenarios.clone());
                options.eras = if is_modern { Eras::DiscoverOnly } else { Eras::InitializeOnly };
                let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"));
                let listener = listener.map_err(|error| error.to_string())?;
                let address = listener.local_addr().map_err(|error| error.to_string())?;
                runtime.spawn(probe::serve_http(
                    listener,
                    options,
                    Log::to(&log).map_err(|error| error.to_string())?,
                ));
                job["url"] = json!(format!("http://{address}/mcp"));
            } else {
                let era = if is_modern { "modern" } else { "legacy" };
                let program = env!("CARGO_BIN_EXE_survey-probe");
                job["command"] =
                    json!([program, "--era", era, "--log", log, "--scenarios", listed.join(",")]);
            }
            jobs.push(job);
            runs.push(Run { is_modern, is_http, log });
        }
    }
    let mut wrong = Vec::new();
    for (run, seen) in runs.iter().zip(client.drive("probe", SCRIPTS[index], &jobs)?) {
        let transport = if run.is_http { "http" } else { "stdio" };
        let era = if run.is_modern { "modern" } else { "legacy" };
        wrong.extend(
            judge(run, &seen, &scenarios).into_iter().map(|reason| format!("{transport}, {era}: {reason}")),
        );
    }
    if wrong.is_empty() { Ok(runs.len()) } else { Err(wrong.join("\n")) }
}

#[test]
fn real_clients_read_what_the_probe_sends() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let outcomes: Vec<(&str, Result<usize, String>)> = thread::scope(|scope| {
        let (folder, handle) = (folder.path(), runtime.handle());
        let clients = CLIENTS.iter().enumerate();
        let threads = clients.map(|(index, client)| {
            scope.spawn(move || (client.package, check(index, client, folder, handle)))
        });
        threads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut failures = Vec::new();
    for (package, outcome) in outcomes {
        match outcome {
            Ok(connections) => println!("{package}: {connections} connections"),
            Err(reason) => failures.push(format!("{package}: {reason}")),
        }
    }
    assert!(failures.is_empty(), "{} of {} clients\n{}", failures.len(), CLIENTS.len(), failures.join("\n"));
}
