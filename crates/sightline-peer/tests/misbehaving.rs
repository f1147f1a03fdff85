//! Servers that misbehave, as real processes and real sockets: each fault is named, none hangs us.

#![cfg(unix)]

use std::time::Duration;

use sightline::revision::Revision;
use sightline_peer::client::{Error, Exchange, HttpTarget, Options, Session, Target};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Answers `initialize`, takes the notification and the next request.
const OPENED: &str =
    r#"read a; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}'; read b; read c; "#;
const ANSWER: &str = r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#;

fn options() -> Options {
    Options {
        revision: Some(Revision::V2025_11_25),
        handshake_deadline: Duration::from_secs(10),
        probe_deadline: Duration::from_millis(500),
        close_grace: Duration::from_millis(300),
        max_message_bytes: 1 << 20,
        max_list_pages: 20,
        ..Options::default()
    }
}

/// Opens, calls once and closes, and tells in one text what came of it.
async fn story(target: &Target, options: Options, call_deadline: Duration) -> String {
    let mut session = match Session::open(target, options, |_| {}).await {
        Ok(session) => session,
        Err(error) => return format!("open {}: {error}", kind(&error)),
    };
    let called = session.call("t", "{\n}", call_deadline).await;
    let called = match called {
        Ok(Exchange { response, .. }) => format!("answer {response}"),
        Err(error) => format!("call {}: {error}", kind(&error)),
    };
    let revision = session.revision().to_string();
    let notifications = session.notifications().len();
    let remarks = session.close().await.remarks;
    let remarks: Vec<String> =
        remarks.iter().map(|remark| format!("\n[{:?}] {remark}", remark.kind)).collect();
    let remarks = remarks.concat();
    format!("{called}\nrevision {revision}, {notifications} notifications{remarks}")
}

fn kind(error: &Error) -> &'static str {
    [
        (error.is_settings(), "settings"),
        (error.is_unreachable(), "unreachable"),
        (error.is_unauthorized(), "unauthorized"),
        (error.is_rejected(), "rejected"),
        (error.is_timeout(), "timeout"),
        (error.is_protocol(), "protocol"),
        (error.is_too_large(), "too large"),
        (error.is_exit(), "exit"),
    ]
    .iter()
    .find_map(|(is, name)| is.then_some(*name))
    .unwrap_or("none")
}

fn assert_story(name: &str, story: &str, expected: &[&str]) {
    for part in expected {
        assert!(story.contains(part), "{name}: {part:?} is missing in:\n{story}");
    }
}

/// Runs a shell script as the server; `$OPENED` and `$ANSWER` stand for the usual lines.
async fn check(name: &str, script: &str, call_deadline_ms: u64, expected: &[&str]) {
    let script = script.replace("$OPENED", OPENED).replace("$ANSWER", &format!("echo '{ANSWER}'"));
    let target = Target::stdio("sh", ["-c", &script]);
    let work = story(&target, options(), Duration::from_millis(call_deadline_ms));
    let story = tokio::time::timeout(Duration::from_secs(20), work).await;
    assert_story(name, &story.unwrap_or_else(|_| panic!("{name} hangs")), expected);
}

#[tokio::test]
async fn processes() {
    let long = 10_000;
    let cases: &[(&str, &str, u64, &[&str])] = &[
        ("well", "$OPENED $ANSWER; cat >/dev/null", long, &["answer {", "revision 2025-11-25"]),
        ("exit at once", "echo no config >&2; exit 3", long, &["open exit", "exit status: 3", "no config"]),
        ("exit mid call", "$OPENED echo boom >&2; exit 1", long, &["call exit", "tools/call", "boom"]),
        ("half a line", "$OPENED printf '{\"jsonrpc\":'", long, &["call protocol", "not valid JSON"]),
        ("noise", "echo starting; $OPENED echo '[1]'; $ANSWER", long, &["answer {", "[Noise]", "starting"]),
        ("noise only", "echo starting; sleep 60", 0, &["open timeout", "initialize", "starting"]),
        ("no answer", "$OPENED sleep 60", 300, &["call timeout", "tools/call"]),
        ("late", "$OPENED read d; $ANSWER; cat >/dev/null", 300, &["call timeout", "[LateAnswer]"]),
        ("huge", "$OPENED yes x | tr -d '\\n'", long, &["call too large", "1048576 bytes"]),
        ("not UTF-8", "$OPENED printf '{\"jsonrpc\":\"\\377\"}\\n'; cat", long, &["call protocol", "0xff"]),
        ("broken", "$OPENED echo '{\"jsonrpc\":\"2.0\",}'; cat", long, &["call protocol", "not valid JSON"]),
        ("twice", "$OPENED $ANSWER; $ANSWER", long, &["answer {", "[DuplicateAnswer]"]),
        (
            "unknown id",
            "$OPENED echo '{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}'; $ANSWER",
            long,
            &["answer {", "[UnknownAnswer]", "77"],
        ),
        (
            "text id",
            "$OPENED echo '{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"result\":{}}'",
            long,
            &["answer {", "[IdType]"],
        ),
        (
            "double member",
            "$OPENED echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":1,\"result\":{}}'",
            long,
            &["answer {", "[DuplicateMember]", "\"result\""],
        ),
        (
            "batch",
            "$OPENED printf '['; printf '%s' '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}'; echo ']'",
            long,
            &["answer {", "[Batch]"],
        ),
        (
            "error without id",
            "$OPENED echo '{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700}}'",
            long,
            &["answer {", "-32700"],
        ),
        (
            "asks",
            "$OPENED echo '{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"roots/list\"}'; read d; case \"$d\" in *-32601*) $ANSWER;; esac",
            long,
            &["answer {", "[ServerRequest]"],
        ),
        (
            "ping",
            "$OPENED echo '{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}'; read d; case \"$d\" in *'\"id\":\"p\",\"result\"'*) $ANSWER;; esac",
            long,
            &["answer {"],
        ),
        (
            "notifies",
            "$OPENED echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}'; $ANSWER",
            long,
            &["answer {", "1 notifications"],
        ),
        (
            "stays",
            "trap '' TERM; $OPENED $ANSWER; while :; do sleep 1; done",
            long,
            &["answer {", "[Killed]"],
        ),
    ];
    for (name, script, deadline, expected) in cases {
        if *name == "noise only" {
            let mut options = options();
            options.handshake_deadline = Duration::from_millis(300);
            let target = Target::stdio("sh", ["-c", script]);
            assert_story(name, &story(&target, options, Duration::ZERO).await, expected);
        } else {
            check(name, script, *deadline, expected).await;
        }
    }
}

#[tokio::test]
async fn fallbacks() {
    let initialize = r#"'{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2024-11-05"}}'"#;
    let answer = r#"'{"jsonrpc":"2.0","id":3,"result":{}}'"#;
    let rest = format!("read b; echo {initialize}; read c; read d; echo {answer}");
    let refuses = r#"echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'"#;
    let discovers = r#"read a; case "$a" in *server/discover*2026-07-28*) echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}';; esac; read b; case "$b" in *clientCapabilities*) echo '{"jsonrpc":"2.0","id":2,"result":{}}';; esac"#;
    let slow = r#"read a; read b; echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}'; echo '{"jsonrpc":"2.0","id":2,"error":{"code":-32601}}'; read c; echo '{"jsonrpc":"2.0","id":3,"result":{}}'"#;
    let exits = format!(
        "read a; case \"$a\" in *discover*) exit 1;; esac; a=\"$a\"; echo {initialize}; read c; read d; echo {answer}"
    );
    for (name, script, expected) in [
        ("refuses", format!("read a; {refuses}; {rest}"), &["revision 2024-11-05", "[Fallback]"][..]),
        ("stays silent", format!("read a; {rest}"), &["revision 2024-11-05", "[Fallback]"][..]),
        ("exits", exits, &["revision 2024-11-05", "[Fallback]"][..]),
        ("slow to start", slow.to_owned(), &["answer {", "revision 2026-07-28", "[LateAnswer]"][..]),
        ("newest", discovers.to_owned(), &["answer {", "revision 2026-07-28"][..]),
    ] {
        let target = Target::stdio("sh", ["-c", &script]);
        let options = Options { revision: None, ..options() };
        let story = story(&target, options, Duration::from_secs(10)).await;
        assert_story(name, &story, expected);
    }
}

#[tokio::test]
async fn lists_end() {
    let page = |cursor: &str| {
        format!(
            r#"echo "{{\"jsonrpc\":\"2.0\",\"id\":$n,\"result\":{{\"tools\":[],\"nextCursor\":\"{cursor}\"}}}}""#
        )
    };
    for (name, cursor, pages, why) in [("counts up", "$n", 20, "20 pages"), ("loops", "x", 2, "loop")] {
        let script = format!("{OPENED} n=2; while :; do {}; n=$((n+1)); read d || exit; done", page(cursor));
        let target = Target::stdio("sh", ["-c", &script]);
        let mut session = Session::open(&target, options(), |_| {}).await.unwrap();
        let list = session.list_tools().await.unwrap();
        assert_eq!(list.pages.len(), pages, "{name}");
        assert!(list.cut_short.is_some_and(|text| text.contains(why)), "{name}");
        session.close().await;
    }
}

#[tokio::test]
async fn nothing_outlives_a_dropped_session() {
    let script =
        format!("{OPENED} sleep 300 & echo '{{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":'$!'}}'; wait");
    let target = Target::stdio("sh", ["-c", &script]);
    let mut session = Session::open(&target, options(), |_| {}).await.unwrap();
    let exchange = session.call("t", "{}", Duration::from_secs(10)).await.unwrap();
    let grandchild: i32 = exchange.result().unwrap().parse().unwrap();
    let grandchild = rustix::process::Pid::from_raw(grandchild).unwrap();
    assert!(rustix::process::test_kill_process(grandchild).is_ok());
    drop(session);
    // An orphan is reaped by init some time after its end, so its state is asked, not its number.
    let stat = format!("/proc/{}/stat", grandchild.as_raw_nonzero());
    let deadline = std::time::Instant::now() + Duration::from_secs(5);
    while std::fs::read_to_string(&stat).is_ok_and(|text| !text.contains(") Z")) {
        assert!(std::time::Instant::now() < deadline, "grandchild lives on");
        tokio::task::yield_now().await;
    }
}

async fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return text;
            }
        }
        if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return text;
        }
    }
}

fn reply(status: &str, content_type: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// Serves the handshake, and the case's bytes for a call; `tail` is then repeated without end.
async fn serve(listener: TcpListener, call: String, tail: &'static str) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let request = read_request(&mut stream).await;
        let initialized = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}"#;
        if request.contains("\"initialize\"") {
            let bytes = reply("200 OK\r\nmcp-session-id: s1", "application/json", initialized);
            stream.write_all(bytes.as_bytes()).await.unwrap();
        } else if request.contains("tools/call") {
            assert!(
                request.contains("mcp-session-id: s1")
                    && request.contains("mcp-protocol-version: 2025-11-25")
            );
            stream.write_all(call.as_bytes()).await.unwrap();
            while !tail.is_empty() && stream.write_all(tail.as_bytes()).await.is_ok() {}
        } else {
            let _ = stream.write_all(reply("202 Accepted", "text/plain", "").as_bytes()).await;
        }
    }
}

/// What an endpoint sends: a name, the answer to the call, what comes after it for ever, and the story.
type Served = (&'static str, String, &'static str, &'static [&'static str]);

const JSON: &str = "application/json";
const SSE: &str = "text/event-stream";
const PROGRESS: &str = r#"data: {"jsonrpc":"2.0","method":"notifications/progress"}"#;

/// Answers that end the call, well or not.
fn answers() -> Vec<Served> {
    let events = format!(
        ": hi\r\n\r\nid: 1\r\ndata:\r\n\r\n{PROGRESS}\r\n\r\nevent: message\r\ndata: {ANSWER}\r\n\r\n"
    );
    vec![
        ("json", reply("200 OK", JSON, ANSWER), "", &["answer {"]),
        ("events", reply("200 OK", SSE, &events), "", &["answer {", "1 notifications"]),
        (
            "500",
            reply("500 Internal Server Error", "text/plain", "oops"),
            "",
            &["call rejected", "500", "oops"],
        ),
        ("404", reply("404 Not Found", "text/plain", ""), "", &["call rejected", "404", "no longer knows"]),
        (
            "session gone",
            reply(
                "404 Not Found",
                JSON,
                r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"gone"}}"#,
            ),
            "",
            &["call rejected", "404", "no longer knows", "gone"],
        ),
        (
            "401",
            reply("401 Unauthorized\r\nwww-authenticate: Bearer x", JSON, "{}"),
            "",
            &["call unauthorized", "--bearer", "Bearer x"],
        ),
        (
            "redirect",
            reply("307 Temporary Redirect\r\nlocation: http://else/", JSON, ""),
            "",
            &["call rejected", "http://else/"],
        ),
        (
            "error in 400",
            reply("400 Bad Request", JSON, r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32020}}"#),
            "",
            &["answer {", "-32020", "[Http]"],
        ),
    ]
}

/// Answers that are none.
fn broken_answers() -> Vec<Served> {
    let huge_header = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "x".repeat(2 << 20));
    vec![
        ("html", reply("200 OK", "text/html", "<html>"), "", &["call protocol", "text/html", "<html>"]),
        ("broken", reply("200 OK", JSON, "{"), "", &["call protocol", "not valid JSON"]),
        (
            "other id",
            reply("200 OK", JSON, r#"{"jsonrpc":"2.0","id":5,"result":{}}"#),
            "",
            &["call protocol", "[UnknownAnswer]"],
        ),
        ("no answer", reply("200 OK", SSE, &format!("{PROGRESS}\n\n")), "", &["call protocol", "1 events"]),
        (
            "cut",
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{".to_owned(),
            "",
            &["call protocol", "short"],
        ),
        ("no HTTP", "hello\r\n\r\n".to_owned(), "", &["call protocol", "breaks the HTTP exchange"]),
        ("huge header", huge_header, "", &["call protocol"]),
    ]
}

/// Answers that have no end.
fn endless_answers() -> Vec<Served> {
    let head = |kind: &str| format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n\r\n");
    vec![
        (
            "endless body",
            head(JSON),
            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            &["call too large"],
        ),
        (
            "endless events",
            head(SSE),
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n",
            &["call timeout", "1000 notifications"],
        ),
        (
            "endless event",
            head(SSE),
            "data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
            &["call too large"],
        ),
    ]
}

#[tokio::test]
async fn endpoints() {
    let cases = answers().into_iter().chain(broken_answers()).chain(endless_answers());
    for (name, call, tail, expected) in cases {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let server = tokio::spawn(serve(listener, call, tail));
        let story = story(&Target::http(&url), options(), Duration::from_secs(2)).await;
        assert_story(name, &story, expected);
        server.abort();
    }
}

#[tokio::test]
async fn nobody_there() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    drop(listener);
    for (target, expected) in [
        (Target::http(&url), &["open unreachable", url.as_str()][..]),
        (Target::http("ftp://x"), &["open settings", "ftp://x"][..]),
        (Target::stdio("no-such-command", []), &["open unreachable", "no-such-command", "PATH"][..]),
    ] {
        let options = Options { revision: None, ..options() };
        let story = story(&target, options, Duration::from_secs(2)).await;
        assert_story(&target.to_string(), &story, expected);
    }
}

/// Answers in the newest era, and a call with what its headers were.
async fn serve_newest(listener: TcpListener) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let request = read_request(&mut stream).await;
        let id = request.split("\"id\":").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        let result = if body.contains("server/discover") {
            r#"{"supportedVersions":["2026-07-28"]}"#.to_owned()
        } else if body.contains("tools/list") {
            r#"{"tools":[{"name":"t","inputSchema":{"properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}]}"#.to_owned()
        } else {
            let mut headers: Vec<&str> =
                head.lines().filter(|line| line.starts_with("mcp-") || line.starts_with("auth")).collect();
            headers.sort_unstable();
            format!("{headers:?}")
        };
        let answer = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
        let _ = stream.write_all(reply("200 OK", "application/json", &answer).as_bytes()).await;
    }
}

#[tokio::test]
async fn the_newest_era_mirrors_the_body_in_headers() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = Target::Http(HttpTarget {
        url: format!("http://{}/mcp", listener.local_addr().unwrap()),
        bearer: Some("secret".to_owned()),
        ..HttpTarget::default()
    });
    let server = tokio::spawn(serve_newest(listener));
    let options = Options { revision: None, ..options() };
    let mut session = Session::open(&target, options, |_| {}).await.unwrap();
    session.list_tools().await.unwrap();
    let exchange = session.call("t", r#"{"r":"eu"}"#, Duration::from_secs(5)).await.unwrap();
    assert_eq!(
        exchange.result().unwrap(),
        r#"["authorization: bearer secret", "mcp-method: tools/call", "mcp-name: t", "mcp-param-region: eu", "mcp-protocol-version: 2026-07-28"]"#
    );
    assert_eq!(session.remarks(), []);
    session.close().await;
    server.abort();
}
