//! Public servers, installed from their registries at pinned versions, listed and called.
//!
//! What was seen stands in docs/real-servers.md, which `cargo xtask accept` rewrites and every other
//! run compares. A registry that cannot be reached fails the test, with the servers named.

mod install;
mod list;
#[path = "../common/install.rs"]
mod packages;
mod session;
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use sightline::json::Node;
use sightline::schema::{OutputSchema, Verdict};

use crate::install::install;
use crate::list::{Registry, Server, servers};
use crate::session::Session;
use crate::table::{Called, Row};

/// Only installs: what `cargo xtask install-test-servers` runs.
#[test]
fn real_servers_can_be_installed() {
    let servers = servers();
    let mut failures = Vec::new();
    for registry in [Registry::Npm, Registry::Pypi] {
        if let Err(reason) = install(&servers, registry) {
            let names: Vec<&str> = of(&servers.server, registry).map(|server| server.name.as_str()).collect();
            failures.push(format!(
                "{} of {} servers could not be installed from {registry} ({}): {reason}",
                names.len(),
                servers.server.len(),
                names.join(", ")
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn real_servers_list_and_answer() {
    let servers = servers();
    let (mut rows, mut failures) = (Vec::new(), Vec::new());
    for registry in [Registry::Npm, Registry::Pypi] {
        let programs = match install(&servers, registry) {
            Ok(programs) => programs,
            Err(reason) => {
                let names: Vec<&str> =
                    of(&servers.server, registry).map(|server| server.name.as_str()).collect();
                failures.push(format!(
                    "not inspected, {registry}: {} ({}): {reason}",
                    names.len(),
                    names.join(", ")
                ));
                continue;
            }
        };
        for server in of(&servers.server, registry) {
            for over_http in [false, true].into_iter().take(1 + usize::from(server.http.is_some())) {
                match inspect(server, &programs, over_http) {
                    Ok(row) => rows.push(row),
                    Err(reason) => failures.push(format!("{}, over HTTP {over_http}: {reason}", server.name)),
                }
            }
        }
    }
    println!("inspected: {} of {} connections", rows.len(), rows.len() + failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    table::compare(&rows);
}

#[test]
fn the_data_file_asks_for_enough() {
    let servers = servers();
    let names: BTreeSet<&str> = servers.server.iter().map(|server| server.name.as_str()).collect();
    assert_eq!(names.len(), servers.server.len(), "names are unique");
    assert!(names.len() >= 6);
    for server in &servers.server {
        let calls = server.call.iter().filter(|call| !call.fails).count();
        assert!(calls >= 3, "{} has {calls} calls that succeed", server.name);
        for call in &server.call {
            let arguments = sightline::json::Document::parse(&call.arguments);
            assert!(arguments.is_ok_and(|document| document.root().is_object()), "{}", call.arguments);
        }
    }
}

fn of(servers: &[Server], registry: Registry) -> impl Iterator<Item = &Server> {
    servers.iter().filter(move |server| server.registry == registry)
}

/// Starts a server in a folder of its own, lists its tools and makes its calls.
fn inspect(server: &Server, programs: &Path, over_http: bool) -> Result<Row, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    // Some servers resolve links before they compare paths.
    let path = folder.path().canonicalize().map_err(|error| error.to_string())?;
    prepare(server, &path)?;
    let page = serve_page()?;
    let fill = |text: &str| text.replace("{folder}", &path.to_string_lossy()).replace("{page}", &page);

    let mut command = Command::new(programs.join(&server.command));
    command.current_dir(&path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.envs(server.environment.iter().map(|(name, value)| (name, fill(value))));
    let http = server.http.as_ref().filter(|_| over_http);
    let address = match http {
        Some(http) => {
            let port = free_port()?;
            command.args(&http.arguments).env(&http.port, port.to_string()).stdout(Stdio::null());
            Some((port, http.path.as_str()))
        }
        None => {
            command.args(server.arguments.iter().map(|argument| fill(argument)));
            None
        }
    };
    let child = command.spawn().map_err(|error| format!("{}: {error}", server.command))?;
    let mut session = Session::open(child, address)?;
    let list = session.ask("tools/list", "")?;
    let tools = list.root().at("/result/tools").ok_or_else(|| format!("no tools in {:?}", list.root()))?;
    let calls = call_all(server, &mut session, tools, &fill)?;

    // The same by the command itself; over HTTP it is a second client of the running server.
    let mut sightline = Command::new(env!("CARGO_BIN_EXE_sightline"));
    sightline.current_dir(&path).args(["inspect", "--fail-on", "never", "--format", "json"]);
    sightline.envs(server.environment.iter().map(|(name, value)| (name, fill(value))));
    for call in &server.call {
        sightline.arg("--call").arg(format!("{}={}", call.tool, fill(&call.arguments)));
    }
    match address {
        Some((port, path)) => sightline.arg(format!("http://127.0.0.1:{port}{path}")),
        None => {
            let arguments = server.arguments.iter().map(|argument| fill(argument));
            sightline.arg("--").arg(programs.join(&server.command)).args(arguments)
        }
    };
    shows(&mut sightline, tools, server)?;
    Ok(Row::new(server, over_http, &session.revision, tools, calls))
}

/// Makes the calls of the data file, and demands that each succeeds or fails as it says.
fn call_all(
    server: &Server,
    session: &mut Session,
    tools: Node<'_>,
    fill: &impl Fn(&str) -> String,
) -> Result<Vec<Called>, String> {
    let mut calls = Vec::new();
    for call in &server.call {
        let is_called =
            |tool: &Node<'_>| tool.member("name").and_then(Node::as_str).as_deref() == Some(&call.tool);
        let tool = tools.items().find(is_called).ok_or_else(|| format!("{} is not listed", call.tool))?;
        let params = format!(r#""name":"{}","arguments":{}"#, call.tool, fill(&call.arguments));
        let answer = session.ask("tools/call", &params)?;
        let result =
            answer.root().member("result").ok_or_else(|| format!("{}: {:?}", call.tool, answer.root()))?;
        let called = Called::of(&call.tool, &call.arguments, result, schema_verdict(tool, result));
        if called.is_error != call.fails {
            return Err(format!("{} {}: {}", call.tool, call.arguments, result.text()));
        }
        calls.push(called);
    }
    Ok(calls)
}

/// Runs the command and demands that its report has every tool that we saw, in order, once for each
/// call, and that the named calls were answered with results.
fn shows(sightline: &mut Command, tools: Node<'_>, server: &Server) -> Result<(), String> {
    let output = sightline.output().map_err(|error| format!("sightline: {error}"))?;
    if !output.status.success() {
        return Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let report = sightline::json::Document::from_string(text).map_err(|error| error.to_string())?;
    let name = |tool: Node<'_>| tool.member("name").and_then(Node::as_str).map(String::from);
    let shown: Vec<_> = report.root().member("tools").into_iter().flat_map(Node::items).map(name).collect();
    let times = |tool: &Option<String>| {
        server.call.iter().filter(|call| Some(&call.tool) == tool.as_ref()).count().max(1)
    };
    let listed: Vec<_> =
        tools.items().map(name).flat_map(|name| std::iter::repeat_n(name.clone(), times(&name))).collect();
    if shown != listed {
        return Err(format!("the report has {shown:?}, the server {listed:?}"));
    }
    let outcomes = report.root().member("tools").into_iter().flat_map(Node::items);
    let outcomes: Vec<String> = outcomes
        .filter_map(|tool| tool.at("/call/outcome"))
        .filter_map(|outcome| outcome.as_str().map(String::from))
        .collect();
    let wanted: usize = server.call.iter().filter(|call| !call.fails).count();
    let complete = outcomes.iter().filter(|outcome| *outcome == "complete").count();
    if complete != wanted {
        return Err(format!("{wanted} calls succeed by hand, and {complete} by sightline: {outcomes:?}"));
    }
    Ok(())
}

/// Says how structured content stands to the declared schema; `None` where one of them is absent.
fn schema_verdict(tool: Node<'_>, result: Node<'_>) -> Option<&'static str> {
    let (schema, value) = (tool.member("outputSchema")?, result.member("structuredContent")?);
    Some(match OutputSchema::compile(schema) {
        Ok(schema) => match schema.check(value) {
            Verdict::Holds => "holds",
            Verdict::Breaks(_) => "breaks",
            Verdict::TooComplex(_) => "too complex",
        },
        Err(_) => "no usable schema",
    })
}

/// Writes the server's files and makes the folder a repository with one commit.
fn prepare(server: &Server, folder: &Path) -> Result<(), String> {
    for (name, text) in &server.files {
        fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    if !server.repository {
        return Ok(());
    }
    let identity =
        ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
    for arguments in [
        ["init", "--quiet", "--initial-branch=main"].as_slice(),
        &["commit", "--quiet", "--allow-empty", "--message=First"],
    ] {
        let status = Command::new("git").args(identity).args(arguments).current_dir(folder).status();
        if !status.map_err(|error| format!("git could not be started: {error}"))?.success() {
            return Err(format!("git {} failed", arguments.join(" ")));
        }
    }
    Ok(())
}

fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    listener.local_addr().map(|address| address.port()).map_err(|error| error.to_string())
}

/// Serves one small page on loopback as long as the test's process lives.
fn serve_page() -> Result<String, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    let port = listener.local_addr().map_err(|error| error.to_string())?.port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let body = "<html><head><title>Tides</title></head><body><article><h1>Tides</h1>\
                        <p>The sea rises and falls twice a day.</p></article></body></html>";
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
        }
    });
    Ok(format!("http://127.0.0.1:{port}/"))
}
