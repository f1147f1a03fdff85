//! A client of fifty lines, written apart from the product's: what it sees is what the wire has.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use sightline::json::{Document, Node};

/// Longest wait for one answer; a Python server needs seconds to start on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);
const NEWEST: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"real-servers","version":"0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

pub enum Wire {
    Stdio { input: Option<ChildStdin>, lines: Receiver<String> },
    Http { port: u16, path: String, session: Option<String> },
}

/// An open connection to a server.
pub struct Session {
    child: Child,
    wire: Wire,
    /// The revision that was agreed on.
    pub revision: String,
    stateless: bool,
    requests: usize,
}

type Answer = Result<Document<'static>, String>;

impl Session {
    /// Opens a session with a started server, by `server/discover` or else by `initialize`.
    pub fn open(mut child: Child, http: Option<(u16, &str)>) -> Result<Self, String> {
        let wire = match http {
            Some((port, path)) => {
                wait_for(&mut child, port)?;
                Wire::Http { port, path: path.to_owned(), session: None }
            }
            None => {
                let output = child.stdout.take().ok_or("no stdout")?;
                let (sender, lines) = channel();
                thread::spawn(move || {
                    let lines = BufReader::new(output).lines().map_while(Result::ok);
                    let _ = lines.map(|line| sender.send(line)).find(Result::is_err);
                });
                Wire::Stdio { input: child.stdin.take(), lines }
            }
        };
        let mut session = Self { child, wire, revision: String::new(), stateless: true, requests: 0 };
        let discovered = session.ask("server/discover", "");
        if let Ok(document) = &discovered
            && let Some(versions) = document.root().at("/result/supportedVersions")
            && versions.items().any(|name| name.text() == r#""2026-07-28""#)
        {
            "2026-07-28".clone_into(&mut session.revision);
            return Ok(session);
        }
        session.stateless = false;
        let opened = session.ask(
            "initialize",
            r#""protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"real-servers","version":"0"}"#,
        )?;
        let revision = opened.root().at("/result/protocolVersion").and_then(Node::as_str);
        session.revision =
            revision.ok_or_else(|| format!("no revision in {:?}", opened.root()))?.into_owned();
        session.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)?;
        Ok(session)
    }

    /// Sends a request and returns the whole answer; `params` are the members without braces.
    pub fn ask(&mut self, method: &str, params: &str) -> Answer {
        self.requests += 1;
        let id = self.requests;
        let meta = if self.stateless { NEWEST } else { "" };
        let comma = if meta.is_empty() || params.is_empty() { "" } else { "," };
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}{comma}{meta}}}}}"#
        );
        let mut received = self.send(&message)?.into_iter();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = match &self.wire {
                Wire::Http { .. } => received.next().ok_or(format!("{method}: no answer in the body"))?,
                Wire::Stdio { lines, .. } => lines
                    .recv_timeout(deadline.saturating_duration_since(Instant::now()))
                    .map_err(|error| format!("{method}: {error}"))?,
            };
            let Ok(document) = Document::from_string(text) else { continue };
            let answers = document.root().member("id").is_some_and(|node| node.text() == id.to_string())
                && document.root().member("method").is_none();
            if answers {
                return Ok(document);
            }
        }
    }

    fn send(&mut self, message: &str) -> Result<Vec<String>, String> {
        match &mut self.wire {
            Wire::Stdio { input, .. } => {
                let input = input.as_mut().ok_or("no stdin")?;
                let sent = input.write_all(format!("{message}\n").as_bytes()).and_then(|()| input.flush());
                sent.map_err(|error| error.to_string())?;
                Ok(Vec::new())
            }
            Wire::Http { port, path, session } => {
                let version = if self.stateless { "2026-07-28" } else { self.revision.as_str() };
                let mut headers = String::new();
                if !version.is_empty() {
                    headers += "MCP-Protocol-Version: ";
                    headers += version;
                    headers += "\r\n";
                }
                if let Some(id) = session {
                    headers += "Mcp-Session-Id: ";
                    headers += id;
                    headers += "\r\n";
                }
                if self.stateless
                    && let Some((_, rest)) = message.split_once(r#""method":""#)
                {
                    headers += "Mcp-Method: ";
                    headers += rest.split('"').next().unwrap_or("");
                    headers += "\r\n";
                }
                let (id, messages) =
                    post(*port, path, &headers, message).map_err(|error| error.to_string())?;
                *session = session.take().or(id);
                Ok(messages)
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Wire::Stdio { input, .. } = &mut self.wire {
            drop(input.take());
        }
        // A server that keeps running after its input has ended is stopped; it is our own child.
        let deadline = Instant::now() + Duration::from_secs(2);
        while Instant::now() < deadline && matches!(self.wire, Wire::Stdio { .. }) {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn wait_for(child: &mut Child, port: u16) -> Result<(), String> {
    let deadline = Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if let Ok(Some(status)) = child.try_wait() {
            return Err(format!("the server ended with {status}"));
        }
        if Instant::now() > deadline {
            return Err(format!("nothing listens on port {port}"));
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Posts a message; returns the session named in the answer, and the messages of its body.
fn post(port: u16, path: &str, headers: &str, body: &str) -> std::io::Result<(Option<String>, Vec<String>)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    )?;
    // Bounded: no answer that these servers give comes near.
    let mut reader = BufReader::new(stream.take(16 << 20));
    let (mut head, mut line) = (Vec::new(), String::new());
    while reader.read_line(&mut line)? > 2 {
        head.push(line.trim_end().to_owned());
        line.clear();
    }
    let value = |name: &str| {
        let mut lines = head.iter().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    };
    // Not to the end of the stream: some servers keep it open whatever the request said.
    let body = if value("transfer-encoding").is_some_and(|coding| coding == "chunked") {
        read_chunks(&mut reader)?
    } else {
        let length = value("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = Vec::new();
        reader.by_ref().take(length).read_to_end(&mut body)?;
        body
    };
    let body = String::from_utf8_lossy(&body).into_owned();
    let events = value("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"));
    let messages = if events {
        body.lines().filter_map(|line| line.strip_prefix("data: ")).map(str::to_owned).collect()
    } else {
        vec![body]
    };
    Ok((value("mcp-session-id"), messages))
}

fn read_chunks(reader: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let size = u64::from_str_radix(line.trim(), 16).unwrap_or(0);
        reader.by_ref().take(size).read_to_end(&mut whole)?;
        reader.read_line(&mut String::new())?;
        if size == 0 {
            return Ok(whole);
        }
    }
}
