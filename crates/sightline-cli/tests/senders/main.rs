//! What `adapt --as` says an SDK sends, held against the packages themselves, and what sunpeak's
//! wrapper sends beside it.
//!
//! csharp and go have no package here that can run: two rows of seven are not run, and the test says
//! so. rmcp is built from crates.io, in a workspace of its own.

#[path = "../common/official.rs"]
mod official;
#[path = "../common/install.rs"]
mod packages;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use packages::{From, install_sdk};
use serde_json::{Value, json};
use sightline::adapt::{Answer, Sdk, SdkEvidence, Sent, as_sdk};
use sightline::json::Document;
use sightline::result::ToolResult;
use sightline::tool::Tool;

/// A server package, the script that drives it, and the row that it is held against.
struct Server {
    package: &'static str,
    from: From,
    script: (&'static str, &'static str),
    row: Option<(Sdk, &'static str)>,
}

const SERVERS: [Server; 5] = [
    Server {
        package: official::TYPESCRIPT_2_SERVER,
        from: From::Npm,
        script: ("typescript2.mjs", include_str!("typescript2.mjs")),
        row: Some((Sdk::TypeScript, "@modelcontextprotocol/server 2.4.0")),
    },
    Server {
        package: official::TYPESCRIPT_1,
        from: From::Npm,
        script: ("typescript1.mjs", include_str!("typescript1.mjs")),
        row: Some((Sdk::TypeScript, "@modelcontextprotocol/sdk 1.32.2")),
    },
    Server {
        package: official::PYTHON_2,
        from: From::Pypi,
        script: ("python2.py", include_str!("python2.py")),
        row: Some((Sdk::Python, "mcp 2.3.0")),
    },
    Server {
        package: official::PYTHON_1,
        from: From::Pypi,
        script: ("python1.py", include_str!("python1.py")),
        row: Some((Sdk::Python, "mcp 1.30.0")),
    },
    Server {
        package: "sunpeak@0.20.79",
        from: From::Npm,
        script: ("sunpeak.mjs", include_str!("sunpeak.mjs")),
        row: None,
    },
];

fn cases() -> Vec<(Value, Value)> {
    let schema =
        |schema: Value| json!({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": schema});
    let plain = || json!({"name": "t", "inputSchema": {"type": "object"}});
    let value = |value: Value| json!({"content": [], "structuredContent": value});
    let text = |value: Value| json!({"content": [{"type": "text", "text": "x"}], "structuredContent": value});
    vec![
        (
            schema(
                json!({"type": "array", "items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "integer"}}}),
            ),
            value(json!([1])),
        ),
        (schema(json!({"type": "array", "items": {"type": "integer"}})), text(json!([1]))),
        (schema(json!({"type": ["object", "null"]})), value(json!(null))),
        (schema(json!({"type": ["object", "null"]})), value(json!({"a": 1}))),
        (schema(json!({"anyOf": [{"type": "object"}, {"const": {"$ref": "#"}}]})), value(json!({"a": 1}))),
        (schema(json!({"type": "object"})), value(json!({"a": 1}))),
        (
            schema(json!({"type": "object", "properties": {"a": {"type": "integer"}}})),
            text(json!({"a": null})),
        ),
        (
            schema(json!({"type": "object", "required": ["a"]})),
            json!({"content": [{"type": "text", "text": "no"}],
            "structuredContent": {"b": 1}, "isError": true}),
        ),
        (plain(), value(json!(5))),
        (plain(), value(json!(false))),
        (
            plain(),
            json!({"content": [{"type": "audio", "data": "AA==", "mimeType": "audio/wav"},
            {"type": "resource_link", "uri": "file:///a", "name": "a"}]}),
        ),
        (
            plain(),
            json!({"resultType": "input_required", "requestState": "s", "inputRequests": {"a": {
            "method": "elicitation/create", "params": {"mode": "form", "message": "m",
            "requestedSchema": {"type": "object", "properties": {}}}}}}),
        ),
    ]
}

impl Server {
    fn install(&self) -> Result<PathBuf, String> {
        install_sdk(self.from, self.package)
    }

    fn drive(&self, jobs: &[Value]) -> Result<Vec<Value>, String> {
        let folder = self.install()?;
        let script = folder.join(format!("senders-{}", self.script.0));
        let write = |path: &Path, text: &str| fs::write(path, text).map_err(|error| error.to_string());
        write(&script, self.script.1)?;
        write(&folder.join("wire.mjs"), include_str!("wire.mjs"))?;
        let program = match self.from {
            From::Npm => PathBuf::from("node"),
            From::Pypi => folder.join("bin/python"),
        };
        let mut command = Command::new(program);
        command.arg(&script).current_dir(&folder);
        official::answers(command, jobs)
    }
}

/// An answer and what arrived agree: the same JSON, or the same kind of refusal.
fn agrees(answer: &Answer, seen: &Value, part: &str) -> bool {
    let result = &seen["result"];
    let sent = if part == "list" { &result["tools"][0] } else { result };
    match answer {
        Answer::Sends(text) => serde_json::from_str::<Value>(text).is_ok_and(|text| text == *sent),
        Answer::Refuses(_) => seen.get("error").is_some() && result.is_null(),
        Answer::ToolError(_) => result["isError"] == true,
    }
}

/// Every case in every era that initializes.
fn jobs() -> Vec<Value> {
    let cases = cases();
    let of = |revision: &str| -> Vec<Value> {
        let job =
            |(tool, result): &(Value, Value)| json!({"revision": revision, "tool": tool, "result": result});
        cases.iter().map(job).collect()
    };
    ["2024-11-05", "2025-06-18", "2025-11-25"].into_iter().flat_map(of).collect()
}

/// Holds what is shown for a job against what arrived.
fn compare(job: &Value, seen: &Value, row: (Sdk, &str), failures: &mut Vec<String>) {
    let sent = predicted(row, &job["tool"], &job["result"]);
    for (part, answer) in [("list", &sent.tool), ("call", &sent.result)] {
        let answer = answer.as_ref().unwrap();
        if !agrees(answer, &seen[part], part) {
            let name = row.1;
            failures.push(format!(
                "{name}, {part} of {job}\n  shown {}\n  seen  {}",
                answer.words(),
                seen[part]
            ));
        }
    }
}

fn predicted(row: (Sdk, &str), tool: &Value, result: &Value) -> Sent {
    let (tool, result) = (tool.to_string(), result.to_string());
    let (tool, result) = (Document::parse(&tool).unwrap(), Document::parse(&result).unwrap());
    let sent = as_sdk(row.0, Some(Tool::of(tool.root())), ToolResult::of(result.root()));
    sent.into_iter().find(|sent| sent.package == row.1).unwrap()
}

#[test]
fn real_peers_that_send_can_be_installed() {
    let failures: Vec<String> = SERVERS
        .iter()
        .filter_map(|server| Some(format!("{}: {}", server.package, server.install().err()?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn real_peers_send_what_is_shown() {
    let jobs = jobs();
    let mut failures = Vec::new();
    let ran: Vec<(&Server, Result<Vec<Value>, String>)> =
        SERVERS.iter().map(|server| (server, server.drive(&jobs))).collect();
    let mut compared = 0;
    for (server, seen) in ran {
        let name = server.package;
        let seen = match seen {
            Ok(seen) => seen,
            Err(reason) => {
                failures.push(format!("{name} did not run: {reason}"));
                continue;
            }
        };
        for (job, seen) in jobs.iter().zip(&seen) {
            let Some(row) = server.row else {
                failures.extend(wraps_nothing(job, seen).err().map(|reason| format!("{name}: {reason}")));
                continue;
            };
            compared += 2;
            compare(job, seen, row, &mut failures);
        }
    }
    let rows: Vec<Sent> = Sdk::ALL.iter().flat_map(|sdk| as_sdk(*sdk, None, None)).collect();
    let unrun: Vec<&str> =
        rows.iter().filter(|row| row.evidence == SdkEvidence::Read).map(|row| row.package).collect();
    println!(
        "compared: {compared} answers; rows that were read, not run: {} ({})",
        unrun.len(),
        unrun.join(", ")
    );
    assert!(failures.is_empty(), "{} differ\n{}", failures.len(), failures.join("\n"));
}

/// Builds the server of rmcp once, and asks it in one process for each job.
fn drive_rmcp(jobs: &[Value]) -> Result<Vec<Value>, String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/senders/rmcp/Cargo.toml");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rmcp");
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--quiet", "--locked", "--manifest-path"])
        .arg(manifest)
        .arg("--target-dir")
        .arg(&target);
    let built = cargo.output().map_err(|error| error.to_string())?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    jobs.iter().map(|job| ask_rmcp(&target.join("debug/sightline-rmcp-sender"), job)).collect()
}

fn ask_rmcp(program: &Path, job: &Value) -> Result<Value, String> {
    let describe = |error: std::io::Error| error.to_string();
    let mut command = Command::new(program);
    command.env("TOOL", job["tool"].to_string()).env("RESULT", job["result"].to_string());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(describe)?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let mut lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
    let mut ask = |id: u32, method: &str, params: Value| -> Result<Value, String> {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(input, "{request}").map_err(describe)?;
        if id == 1 {
            let opened = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            writeln!(input, "{opened}").map_err(describe)?;
        }
        let line = lines.next().ok_or("the server ended")?.map_err(describe)?;
        serde_json::from_str(&line).map_err(|error| format!("{error}: {line}"))
    };
    let info = json!({"name": "senders", "version": "0"});
    ask(
        1,
        "initialize",
        json!({"protocolVersion": job["revision"], "capabilities": {}, "clientInfo": info}),
    )?;
    let list = ask(2, "tools/list", json!({}))?;
    let call = ask(3, "tools/call", json!({"name": "t", "arguments": {}}))?;
    drop(input);
    child.wait().map_err(describe)?;
    Ok(json!({"list": list, "call": call}))
}

#[test]
fn real_peers_rmcp_sends_what_is_shown() {
    let jobs = jobs();
    let seen = drive_rmcp(&jobs).unwrap();
    let mut failures = Vec::new();
    for (job, seen) in jobs.iter().zip(&seen) {
        compare(job, seen, (Sdk::Rmcp, "rmcp 3.11.0"), &mut failures);
    }
    println!("compared: {} answers of rmcp", 2 * seen.len());
    assert!(failures.is_empty(), "{} differ\n{}", failures.len(), failures.join("\n"));
}

/// sunpeak's wrapper takes schemas of objects only and hands results to the SDK 1.x below it: what is
/// no object is refused, and nothing is ever wrapped.
fn wraps_nothing(job: &Value, seen: &Value) -> Result<(), String> {
    let (sent, call) = (&job["result"], &seen["call"]);
    let holds = match sent.get("structuredContent") {
        Some(value) if !value.is_object() => call.get("error").is_some(),
        Some(value) => call["result"]["structuredContent"] == *value || call["result"]["isError"] == true,
        None => call.get("result").is_some(),
    };
    if holds { Ok(()) } else { Err(format!("{sent} became {call}")) }
}
