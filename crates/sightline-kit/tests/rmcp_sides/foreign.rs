//! The example server against the official SDK clients, in both eras: every tool is listed, every result
//! passes the client's own validation, and what arrives is what `adapt` predicts.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};
use sightline::json::Document;
use sightline::revision::Revision;
use sightline_kit::encode::{Encoding, encode};

use crate::packages::{From, install_sdk};
use crate::server::{Shop, serve_http};
use crate::shapes;

struct Client {
    name: &'static str,
    package: &'static str,
    from: From,
    script: (&'static str, &'static str),
    speaks_newest: bool,
}

const CLIENTS: [Client; 4] = [
    Client {
        name: "TypeScript SDK 1.x",
        package: "@modelcontextprotocol/sdk@1.32.2",
        from: From::Npm,
        script: ("typescript1.mjs", include_str!("typescript1.mjs")),
        speaks_newest: false,
    },
    Client {
        name: "TypeScript SDK 2.x",
        package: "@modelcontextprotocol/client@2.4.0",
        from: From::Npm,
        script: ("typescript2.mjs", include_str!("typescript2.mjs")),
        speaks_newest: true,
    },
    Client {
        name: "Python SDK 1.x",
        package: "mcp==1.30.0",
        from: From::Pypi,
        script: ("python1.py", include_str!("python1.py")),
        speaks_newest: false,
    },
    Client {
        name: "Python SDK 2.x",
        package: "mcp==2.3.0",
        from: From::Pypi,
        script: ("python2.py", include_str!("python2.py")),
        speaks_newest: true,
    },
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

impl Client {
    /// Runs the script in each era that the client has; one line of JSON comes back for each.
    fn drive(&self, url: &str) -> Result<Vec<Value>, String> {
        let folder = install_sdk(self.from, self.package)?;
        let script = folder.join(format!("foreign-{}", self.script.0));
        fs::write(&script, self.script.1).map_err(|error| error.to_string())?;
        let mut command = match self.from {
            From::Npm => Command::new("node"),
            From::Pypi => Command::new(folder.join("bin/python")),
        };
        command.arg(&script).current_dir(&folder).env_remove("HTTP_PROXY").env_remove("http_proxy");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let jobs: String = self
            .eras()
            .iter()
            .map(|modern| json!({"url": url, "modern": modern, "calls": calls()}).to_string() + "\n")
            .collect();
        let mut input = child.stdin.take().ok_or("no input")?;
        let writer = thread::spawn(move || input.write_all(jobs.as_bytes()));
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        writer.join().map_err(|_| "the writer broke")?.map_err(|error| error.to_string())?;
        let seen: Vec<Value> = String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        let is_whole = seen.len() == self.eras().len();
        is_whole.then_some(seen).ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Whether each era is the newer one.
    fn eras(&self) -> &'static [bool] {
        if self.speaks_newest { &[false, true] } else { &[false] }
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

/// Serves the shop on a thread of its own as long as the process lives.
fn served(shop: Shop) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            serve_http(tokio::net::TcpListener::from_std(listener).unwrap(), shop).await.unwrap();
        });
    });
    url
}

#[test]
fn real_peers_accept_the_example_server() {
    let shop = Shop::new().unwrap();
    let url = served(shop.clone());
    let mut failures = Vec::new();
    let mut compared = 0;
    for client in &CLIENTS {
        let seen = match client.drive(&url) {
            Ok(seen) => seen,
            Err(reason) => {
                failures.push(format!("{} was not asked: {reason}", client.name));
                continue;
            }
        };
        for (modern, seen) in client.eras().iter().zip(seen) {
            let revision = if *modern { Revision::LATEST } else { Revision::LATEST_INITIALIZE };
            let who = format!("{} in {revision}", client.name);
            if seen["tools"].as_array().map(Vec::len) != Some(6) {
                failures.push(format!("{who}: {seen}"));
                continue;
            }
            for (call, answer) in calls().iter().zip(seen["answers"].as_array().unwrap()) {
                let expected = essence(&predicted(&shop, call, &revision));
                compared += 1;
                if !is_same(&essence(answer), &expected) {
                    failures.push(format!("{who}: {call}\n  predicted {expected}\n  received  {answer}"));
                }
            }
        }
    }
    println!("compared: {compared} results of {} clients", CLIENTS.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(compared, 6 * calls().len());
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
