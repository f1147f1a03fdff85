//! A server on raw bytes: what it lists and answers is what the test wrote, byte by byte.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use sightline::json::{Document, Node};

/// What is sent at one path.
#[derive(Clone, Debug)]
pub struct Script {
    /// The revision that `initialize` or `server/discover` agrees on.
    pub revision: String,
    /// The result of `tools/list`.
    pub list: String,
    /// The result of `tools/call`.
    pub result: String,
}

/// Serves scripts by path as long as the test's process lives; returns the address.
pub fn serve(scripts: HashMap<String, Script>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let scripts = Arc::new(scripts);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let scripts = Arc::clone(&scripts);
            thread::spawn(move || answer(stream, &scripts));
        }
    });
    format!("http://127.0.0.1:{port}")
}

/// One request a connection: a client that goes away in the middle hurts nobody else.
fn answer(mut stream: TcpStream, scripts: &HashMap<String, Script>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut words = first.split_whitespace();
    let (method, path) = (words.next()?, words.next()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok()?;
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let (status, body) = match (method, scripts.get(path)) {
        (_, None) => ("404 Not Found", String::new()),
        ("POST", Some(script)) => match reply(&String::from_utf8(body).ok()?, script) {
            Some(reply) => ("200 OK", reply),
            None => ("202 Accepted", String::new()),
        },
        _ => ("405 Method Not Allowed", String::new()),
    };
    let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{kind}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .ok()
}

fn reply(body: &str, script: &Script) -> Option<String> {
    let message = Document::parse(body).ok()?;
    let id = message.root().member("id")?;
    let method = message.root().member("method").and_then(Node::as_str)?;
    let revision = &script.revision;
    let result = match method.as_ref() {
        "initialize" => format!(
            r#"{{"protocolVersion":"{revision}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"stub","version":"0"}}}}"#
        ),
        "server/discover" => format!(
            r#"{{"resultType":"complete","supportedVersions":["{revision}"],"capabilities":{{"tools":{{}}}},"ttlMs":0,"cacheScope":"private","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"stub","version":"0"}}}}}}"#
        ),
        "tools/list" => script.list.clone(),
        "tools/call" => script.result.clone(),
        _ => r#"{"resultType":"complete"}"#.to_owned(),
    };
    Some(format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id.text()))
}
