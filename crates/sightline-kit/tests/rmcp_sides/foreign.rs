//! The example server against the official SDK clients, in every revision that they speak: every tool is
//! listed, every result passes the client's own validation, and what arrives is what `adapt` predicts.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use sightline::json::Document;
use sightline::revision::Revision;
use sightline_kit::encode::{Encoding, encode};
use sightline_kit::rmcp as bridge;

use crate::official::{CLIENTS, Peer};
use crate::packages::{From, install_sdk};
use crate::server::{Shop, serve_http};
use crate::shapes;

/// One for each of the clients, in their order.
const SCRIPTS: [&str; 4] = [
    include_str!("typescript1.mjs"),
    include_str!("typescript2.mjs"),
    include_str!("python1.py"),
    include_str!("python2.py"),
];

/// An array, an object, `null`, a scalar, three kinds of error, and a question.
fn calls() -> Vec<Value> {
    vec![
        json!({"name": "list_orders", "arguments": {}}),
        json!({"name": "find_order", "arguments": {"id": 10}}),
        json!({"name": "find_order", "arguments": {"id": 999}}),
        json!({"name": "find_order", "arguments": {"id": "ten"}}),
        json!({"name": "count_orders", "arguments": {}}),
        json!({"name": "cancel_order", "arguments": {"id": 1}}),
        json!({"name": "stock", "arguments": {"id": 4}}),
        json!({"name": "stock", "arguments": {"id": 5}}),
        json!({"name": "book_seats", "arguments": {"row": "c"}}),
    ]
}

/// A call as it reached the handler.
struct Arrived {
    revision: Revision,
    id: String,
    tool: String,
    /// The state that the client brought back.
    state: Option<String>,
    /// The state that it was given.
    given: Option<String>,
}

/// The shop, with a look at every call.
#[derive(Clone)]
struct Watched {
    shop: Shop,
    arrived: Arc<Mutex<Vec<Arrived>>>,
}

impl ServerHandler for Watched {
    fn get_info(&self) -> ServerConfig {
        self.shop.get_info()
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.shop.list_tools(page, context).await
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (revision, id) = (bridge::peer_revision(&context), context.id.to_string());
        let (tool, state) = (call.name.to_string(), call.request_state.clone());
        let response = self.shop.call_tool(call, context).await?;
        let given = match &response {
            CallToolResponse::InputRequired(asked) => asked.request_state.clone(),
            _ => None,
        };
        let arrived = Arrived { revision, id, tool, state, given };
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner).push(arrived);
        Ok(response)
    }
}

/// What a client of that era must hand on; `None` where it asks its user first.
fn predicted(shop: &Shop, call: &Value, revision: &Revision) -> Value {
    let mut params: CallToolRequestParams = serde_json::from_value(call.clone()).unwrap();
    let mut reply = shop.answer(&params).unwrap();
    let asked: Value = serde_json::from_str(reply.json()).unwrap();
    if asked["resultType"] == "input_required" && *revision == Revision::LATEST {
        // The second round, as the client's user answers it.
        params.request_state = asked["requestState"].as_str().map(str::to_owned);
        let answers = json!({"seats": {"action": "accept", "content": {"seats": 3}}});
        params.input_responses = serde_json::from_value(answers).unwrap();
        reply = shop.answer(&params).unwrap();
    }
    serde_json::from_str(&reply.for_peer(revision)).unwrap()
}

/// What an SDK hands on of a result: without what it adds or takes off for itself.
fn essence(result: &Value) -> Value {
    let names = ["content", "structuredContent", "isError"];
    let mut essence: serde_json::Map<String, Value> =
        names.iter().filter_map(|name| Some(((*name).to_owned(), result.get(*name)?.clone()))).collect();
    if essence.get("isError") == Some(&json!(false)) {
        essence.remove("isError");
    }
    Value::Object(essence)
}

/// Equal by value: JavaScript prints `5.0` as `5`.
fn is_same(left: &Value, right: &Value) -> bool {
    let (left, right) = (left.to_string(), right.to_string());
    Document::parse(&left).unwrap().root().equals(Document::parse(&right).unwrap().root())
}

/// Serves on a thread of its own as long as the process lives.
fn served(handler: Watched) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            serve_http(tokio::net::TcpListener::from_std(listener).unwrap(), handler).await.unwrap();
        });
    });
    url
}

/// What is wrong with how a client carried out the calls of one session: in another revision, or a second
/// round that is no new request with the state as it was given.
fn wrong_calls(arrived: &[Arrived], revision: &Revision) -> Vec<String> {
    let mut wrong = Vec::new();
    let others = arrived.iter().filter(|call| call.revision != *revision);
    wrong.extend(others.map(|call| format!("{} was called in {}", call.tool, call.revision)));
    let rounds: Vec<&Arrived> = arrived.iter().filter(|call| call.tool == "book_seats").collect();
    match (&rounds[..], *revision == Revision::LATEST) {
        ([_], false) => {}
        ([first, second], true) => {
            if first.state.is_some() || first.given.is_none() || second.state != first.given {
                wrong.push(format!("given the state {:?}, brought {:?}", first.given, second.state));
            }
            if first.id == second.id {
                wrong.push(format!("both rounds have the request id {}", first.id));
            }
        }
        _ => wrong.push(format!("{} rounds", rounds.len())),
    }
    wrong
}

/// Drives one client in all its revisions; returns how many results were compared, and what is wrong.
fn check(client: &Peer, script: &str, shop: &Shop) -> (usize, Vec<String>) {
    let arrived = Arc::new(Mutex::new(Vec::new()));
    let url = served(Watched { shop: shop.clone(), arrived: Arc::clone(&arrived) });
    let job = |revision: &Revision| {
        let modern = *revision == Revision::LATEST;
        json!({"url": url, "revision": revision.as_str(), "modern": modern, "calls": calls()})
    };
    let jobs: Vec<Value> = client.revisions().map(job).collect();
    let seen = match client.drive("foreign", script, &jobs) {
        Ok(seen) => seen,
        Err(reason) => return (0, vec![format!("{} was not asked: {reason}", client.name)]),
    };
    let arrived = std::mem::take(&mut *arrived.lock().unwrap());
    let mut arrived = arrived.as_slice();
    let (mut compared, mut failures) = (0, Vec::new());
    for (revision, seen) in client.revisions().zip(seen) {
        let who = format!("{} in {revision}", client.name);
        // Sessions come one after another.
        let rounds = calls().len() + usize::from(*revision == Revision::LATEST);
        let (own, rest) = arrived.split_at(rounds.min(arrived.len()));
        arrived = rest;
        failures.extend(wrong_calls(own, revision).into_iter().map(|wrong| format!("{who}: {wrong}")));
        if seen["tools"].as_array().map(Vec::len) != Some(6) {
            failures.push(format!("{who}: {seen}"));
            continue;
        }
        for (call, answer) in calls().iter().zip(seen["answers"].as_array().unwrap()) {
            let expected = essence(&predicted(shop, call, revision));
            compared += 1;
            if !is_same(&essence(answer), &expected) {
                failures.push(format!("{who}: {call}\n  predicted {expected}\n  received  {answer}"));
            }
        }
    }
    (compared, failures)
}

#[test]
fn real_peers_accept_the_example_server() {
    let shop = Shop::new().unwrap();
    let outcomes: Vec<(usize, Vec<String>)> = thread::scope(|scope| {
        let pairs = CLIENTS.iter().zip(SCRIPTS);
        let threads: Vec<_> =
            pairs.map(|(client, script)| scope.spawn(|| check(client, script, &shop))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let compared: usize = outcomes.iter().map(|(compared, _)| compared).sum();
    let failures: Vec<String> = outcomes.into_iter().flat_map(|(_, failures)| failures).collect();
    println!("compared: {compared} results of {} clients", CLIENTS.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let sessions: usize = CLIENTS.iter().map(|client| client.revisions().count()).sum();
    assert_eq!(compared, sessions * calls().len());
}

/// What is written as TOON is read back by the official decoder, value for value.
#[test]
fn real_peers_read_toon_back() {
    let folder = install_sdk(From::Npm, "@toon-format/toon@4.4.0").unwrap();
    let script = folder.join("read.mjs");
    fs::write(&script, include_str!("toon.mjs")).unwrap();
    let odd = json!([
        {"a b": "x: y", "": "", "n": -0.5, "t": "true", "d": "05", "m": "- x", "h": "#x", "l": "a\nb\t\"c\"\\ \u{1}é🚀"},
        [[], {}, [[1, [2]], "x"], {"k": [], "o": {}, "r": [{"a": 1, "b": null}, {"a": "2,3", "b": false}]}],
        " padded ", "", null, 1e300, 12345.678
    ]);
    let mut values: Vec<String> = shapes::shapes().into_iter().map(|(_, _, json)| json).collect();
    values.extend(["{}", "null", "\"a: b\"", "{\"x\": {\"y\": []}}"].map(str::to_owned));
    values.push(odd.to_string());
    values.push(json!({"deep": odd}).to_string());
    let texts: Vec<String> =
        values.iter().map(|json| encode(Document::parse(json).unwrap().root(), Encoding::Toon)).collect();
    let mut child = Command::new("node")
        .arg(&script)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let sent = json!(texts).to_string();
    let writer = thread::spawn(move || input.write_all(sent.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let read: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(read.len(), values.len());
    for ((json, text), read) in values.iter().zip(&texts).zip(read) {
        let (json, read) = (Document::parse(json).unwrap(), read.to_string());
        let read = Document::parse(&read).unwrap();
        assert!(read.root().equals(json.root()), "{}\n{text}\n{}", json.text(), read.text());
    }
    println!("read back: {} texts", values.len());
}
