//! The official SDKs at the versions that all tests drive, and how a script of one is run. A file that
//! includes this one includes `install.rs` as its module `packages`.
#![allow(dead_code, reason = "each test file uses a part")]

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;
use sightline::revision::{Handshake, REVISIONS, Revision};

use crate::packages::{From, install_sdk};

pub const TYPESCRIPT_1: &str = "@modelcontextprotocol/sdk@1.32.2";
pub const TYPESCRIPT_2: &str = "@modelcontextprotocol/client@2.4.0";
pub const TYPESCRIPT_2_SERVER: &str = "@modelcontextprotocol/server@2.4.0";
pub const PYTHON_1: &str = "mcp==1.30.0";
pub const PYTHON_2: &str = "mcp==2.3.0";

/// One SDK as a client.
pub struct Peer {
    pub name: &'static str,
    pub package: &'static str,
    pub from: From,
    /// Whether it speaks 2026-07-28 besides the older revisions.
    pub speaks_newest: bool,
}

/// A test gives one script for each, in this order.
pub const CLIENTS: [Peer; 4] = [
    Peer { name: "TypeScript SDK 1.x", package: TYPESCRIPT_1, from: From::Npm, speaks_newest: false },
    Peer { name: "TypeScript SDK 2.x", package: TYPESCRIPT_2, from: From::Npm, speaks_newest: true },
    Peer { name: "Python SDK 1.x", package: PYTHON_1, from: From::Pypi, speaks_newest: false },
    Peer { name: "Python SDK 2.x", package: PYTHON_2, from: From::Pypi, speaks_newest: true },
];

impl Peer {
    pub fn install(&self) -> Result<PathBuf, String> {
        install_sdk(self.from, self.package)
    }

    pub fn revisions(&self) -> impl Iterator<Item = &'static Revision> {
        let is_spoken = |handshake| handshake == Handshake::Initialize || self.speaks_newest;
        REVISIONS.iter().filter(move |facts| is_spoken(facts.handshake)).map(|facts| &facts.revision)
    }

    /// Runs a script once for all jobs, each a line of its input; one line of JSON comes back for each.
    ///
    /// `test` names the script's file: tests share the folders of the SDKs.
    pub fn drive(&self, test: &str, script: &str, jobs: &[Value]) -> Result<Vec<Value>, String> {
        let folder = self.install()?;
        let (program, extension) = match self.from {
            From::Npm => (PathBuf::from("node"), "mjs"),
            From::Pypi => (folder.join("bin/python"), "py"),
        };
        let path = folder.join(format!("{test}.{extension}"));
        fs::write(&path, script).map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.arg(&path).current_dir(&folder).env_remove("HTTP_PROXY").env_remove("http_proxy");
        answers(command, jobs).map_err(|error| format!("{}: {error}", self.name))
    }
}

/// Gives a program all jobs, each a line of its input; one line of JSON comes back for each.
pub fn answers(mut command: Command, jobs: &[Value]) -> Result<Vec<Value>, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let lines: String = jobs.iter().map(|job| format!("{job}\n")).collect();
    let mut input = child.stdin.take().ok_or("no input")?;
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    writer.join().map_err(|_| "the writer broke")?.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let seen: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if seen.len() == jobs.len() {
        return Ok(seen);
    }
    Err(format!("{} of {} answers; {}", seen.len(), jobs.len(), String::from_utf8_lossy(&output.stderr)))
}
