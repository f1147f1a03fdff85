//! What the demo says, in each era and over each transport. Laws first: they hold for every tool.

use std::collections::BTreeSet;

use sightline::json::{Document, Node};
use sightline::revision::{Handshake, REVISIONS, RevisionFacts};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, duplex};
use tokio::net::{TcpListener, TcpStream};

use super::*;

/// Sends the lines over an in-memory pipe, ends it, and returns the lines that came back.
async fn talk(options: Options, lines: &[String]) -> Vec<Document<'static>> {
    let (client, server) = duplex(1 << 16);
    let (server_reader, server_writer) = tokio::io::split(server);
    let serving = tokio::spawn(serve_stdio_with(server_reader, server_writer, options));
    let (reader, mut writer) = tokio::io::split(client);
    let input = lines.join("\n") + "\n";
    let sending = async move {
        writer.write_all(input.as_bytes()).await.unwrap();
        writer.shutdown().await.unwrap();
    };
    let reading = async {
        let mut answers = Vec::new();
        let mut lines = BufReader::new(reader).lines();
        while let Some(line) = lines.next_line().await.unwrap() {
            answers.push(Document::from_string(line).unwrap());
        }
        answers
    };
    let ((), answers) = tokio::join!(sending, reading);
    serving.await.unwrap().unwrap();
    answers
}

/// Members of `params` that make a request of the later era.
fn modern(facts: &RevisionFacts, capabilities: &str) -> String {
    format!(
        r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"{}","io.modelcontextprotocol/clientCapabilities":{capabilities}}}"#,
        facts.revision
    )
}

fn request(id: usize, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}}}}}"#)
}

/// Joins members of an object, of which some may be missing.
fn join(members: &[&str]) -> String {
    members.iter().filter(|member| !member.is_empty()).copied().collect::<Vec<_>>().join(",")
}

/// Opens a connection of the revision, sends the requests, and returns the answers to those alone.
async fn ask(options: Options, facts: &RevisionFacts, requests: &[(&str, &str)]) -> Vec<Document<'static>> {
    let (mut lines, opening) = match facts.handshake {
        Handshake::Initialize => {
            let open = request(0, "initialize", &format!(r#""protocolVersion":"{}""#, facts.revision));
            (vec![open, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned()], 1)
        }
        Handshake::Discover => (Vec::new(), 0),
    };
    let meta = match facts.handshake {
        Handshake::Initialize => String::new(),
        Handshake::Discover => modern(facts, r#"{"elicitation":{}}"#),
    };
    for (index, (method, params)) in requests.iter().enumerate() {
        lines.push(request(index + 1, method, &join(&[params, &meta])));
    }
    let mut answers = talk(options, &lines).await;
    assert_eq!(answers.len(), requests.len() + opening, "one answer for each request");
    answers.split_off(opening)
}

fn call(name: &str) -> String {
    format!(r#""name":"{name}""#)
}

fn newest() -> &'static RevisionFacts {
    REVISIONS.last().unwrap()
}

fn text<'d>(document: &'d Document<'_>, pointer: &str) -> &'d str {
    document.root().at(pointer).map_or("absent", Node::text)
}

#[test]
fn every_file_is_listed_and_named_like_its_tool() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/demo/tools");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let tools: BTreeSet<String> =
        TOOLS.iter().map(|tool| format!("{}.json", tool.name().replace('-', "_"))).collect();
    assert_eq!(files, tools);
    for tool in TOOLS {
        let definition = Document::from_string(tool.definition()).unwrap();
        assert_eq!(definition.root().member("name").and_then(Node::as_str).as_deref(), Some(tool.name()));
        let description = definition.root().member("description").and_then(Node::as_str).unwrap_or_default();
        assert!(description.starts_with("Shows "), "{} says what it shows", tool.name());
    }
}

#[tokio::test]
async fn every_listed_tool_can_be_called_under_every_revision() {
    for facts in &REVISIONS {
        let list = ask(Options::default(), facts, &[("tools/list", "")]).await;
        let tools = list[0].root().at("/result/tools").unwrap();
        let names: Vec<_> =
            tools.items().map(|tool| tool.member("name").unwrap().as_str().unwrap().into_owned()).collect();
        assert_eq!(names, TOOLS.iter().map(DemoTool::name).collect::<Vec<_>>());

        let calls: Vec<String> = names.iter().map(|name| call(name)).collect();
        let requests: Vec<(&str, &str)> =
            calls.iter().map(|params| ("tools/call", params.as_str())).collect();
        for (index, answer) in ask(Options::default(), facts, &requests).await.iter().enumerate() {
            let (name, root) = (&names[index], answer.root());
            assert_eq!(text(answer, "/id"), (index + 1).to_string(), "answers keep the order on stdio");
            let result = root.member("result").unwrap_or_else(|| panic!("{name}: {root:?}"));
            let is_interim = text(answer, "/result/resultType") == r#""input_required""#;
            assert_eq!(result.member("content").is_some_and(Node::is_array), !is_interim, "{name}");
            assert_eq!(result.member("resultType").is_some(), facts.has_result_type, "{name}");
            let stamp = result.at("/_meta/io.modelcontextprotocol~1serverInfo");
            assert_eq!(stamp.is_some(), facts.has_result_type, "{name}");
            assert!(!answer.text().contains("{dataset"), "{name}: a placeholder was left");
        }
    }
}

/// One call under the newest revision and one under the newest of the earlier era.
async fn check(name: &str, pointer: &str, newest_says: &str, earlier_says: &str) {
    let earlier = REVISIONS.iter().rfind(|facts| facts.handshake == Handshake::Initialize).unwrap();
    for (facts, expected) in [(newest(), newest_says), (earlier, earlier_says)] {
        let answers = ask(Options::default(), facts, &[("tools/call", &call(name))]).await;
        assert_eq!(text(&answers[0], pointer), expected, "{name} {pointer} under {}", facts.revision);
    }
}

#[tokio::test]
async fn each_tool_shows_what_it_is_for() {
    let both = [
        ("summary", "/result/structuredContent/rows/2/region", r#""East""#),
        ("structured-only", "/result/content", "[]"),
        ("structured-only", "/result/structuredContent/temperature", "18.5"),
        ("array", "/result/structuredContent", r#"["amber","indigo","teal"]"#),
        ("null", "/result/structuredContent", "null"),
        ("false", "/result/structuredContent", "false"),
        ("error", "/result/isError", "true"),
        ("error", "/result/structuredContent", "absent"),
        ("error-structured", "/result/isError", "true"),
        ("error-structured", "/result/structuredContent/code", r#""order-not-found""#),
        ("image", "/result/content/1/mimeType", r#""image/png""#),
        ("audio", "/result/content/1/mimeType", r#""audio/wav""#),
        ("links", "/result/content/2/type", r#""resource_link""#),
        ("embedded", "/result/content/1/resource/mimeType", r#""text/markdown""#),
        ("embedded", "/result/content/2/resource/mimeType", r#""text/csv""#),
        ("audience", "/result/content/0/annotations/audience", r#"["user"]"#),
        ("audience", "/result/content/1/annotations/audience", r#"["assistant"]"#),
        ("view", "/result/structuredContent/orders/0/id", "4711"),
        ("structured-missing", "/result/structuredContent", "absent"),
        ("metadata", "/result/_meta/example.sightline~1result", r#""SIGHTLINE-MARKER-RESULT""#),
        ("metadata", "/result/content/0/_meta/example.sightline~1block", r#""SIGHTLINE-MARKER-BLOCK""#),
        ("misspelt", "/result/structured_content/stock", "7"),
        ("misspelt", "/result/structuredContent", "absent"),
    ];
    for (name, pointer, expected) in both {
        check(name, pointer, expected, expected).await;
    }
    check("input-required", "/result/resultType", r#""input_required""#, "absent").await;
    check("input-required", "/result/inputRequests/confirm/method", r#""elicitation/create""#, "absent")
        .await;
    check("input-required", "/result/isError", "absent", "true").await;
}

#[test]
fn definitions_show_what_they_are_for() {
    for (name, pointer, expected) in [
        ("app-only", "/_meta/ui/visibility", r#"["app"]"#),
        ("view", "/_meta/ui/resourceUri", r#""ui://sightline-demo/orders.html""#),
        ("boolean-schema", "/outputSchema/properties/value", "true"),
        ("array", "/outputSchema/type", r#""array""#),
        ("false", "/outputSchema/type", r#""boolean""#),
        ("misspelt", "/outputSchema", "absent"),
    ] {
        let definition = Document::from_string(DemoTool::find(name).unwrap().definition()).unwrap();
        assert_eq!(text(&definition, pointer), expected, "{name} {pointer}");
    }
}

#[tokio::test]
async fn structured_content_holds_except_where_it_is_broken_on_purpose() {
    use sightline::schema::{OutputSchema, Verdict};
    let calls: Vec<String> = TOOLS.iter().map(|tool| call(tool.name())).collect();
    let requests: Vec<_> = calls.iter().map(|params| ("tools/call", params.as_str())).collect();
    let answers = ask(Options::default(), newest(), &requests).await;
    let mut broken = Vec::new();
    for (tool, answer) in TOOLS.iter().zip(&answers) {
        let definition = Document::from_string(tool.definition()).unwrap();
        let (schema, value) =
            (definition.root().member("outputSchema"), answer.root().at("/result/structuredContent"));
        let (Some(schema), Some(value)) = (schema, value) else { continue };
        let verdict = OutputSchema::compile(schema).unwrap().check(value);
        if !matches!(verdict, Verdict::Holds) {
            broken.push(tool.name());
        }
    }
    assert_eq!(broken, ["error-structured", "schema-broken"]);
}

#[tokio::test]
async fn the_dataset_is_the_same_in_both_fields() {
    let answers = ask(
        Options::default(),
        newest(),
        &[
            ("tools/call", r#""name":"dataset""#),
            ("tools/call", r#""name":"dataset","arguments":{"rows":3}"#),
            ("tools/call", r#""name":"dataset","arguments":{"rows":3.0,"seed":2}"#),
            ("tools/call", r#""name":"dataset","arguments":{"rows":0}"#),
        ],
    )
    .await;
    for (answer, count) in answers.iter().zip([250, 3, 3, 0]) {
        let root = answer.root();
        let rows = root.at("/result/structuredContent/rows").unwrap();
        assert_eq!(rows.len(), count);
        assert!(rows.items().all(|row| row.members().count() == 9));
        let said = root.at("/result/content/0/text").unwrap().as_str().unwrap().into_owned();
        assert_eq!(said, rows.text(), "the text is the bare array, in compact form");
    }
    assert_ne!(text(&answers[1], "/result/content"), text(&answers[2], "/result/content"));
}

#[tokio::test]
async fn wrong_arguments_are_tool_errors_that_name_the_place() {
    for (arguments, place) in [
        (r#"{"rows":"many"}"#, "/rows"),
        (r#"{"rows":-1}"#, "/rows"),
        (r#"{"rows":10001}"#, "/rows"),
        (r#"{"row":1}"#, "row"),
    ] {
        let params = format!(r#""name":"dataset","arguments":{arguments}"#);
        let answers = ask(Options::default(), newest(), &[("tools/call", &params)]).await;
        assert_eq!(text(&answers[0], "/result/isError"), "true", "{arguments}");
        assert_eq!(text(&answers[0], "/result/structuredContent"), "absent");
        assert!(
            text(&answers[0], "/result/content/0/text").contains(place),
            "{arguments}: {:?}",
            answers[0].root()
        );
    }
}

#[tokio::test]
async fn an_interim_result_is_answered_once_its_state_comes_back() {
    let without = modern(newest(), "{}");
    let first = request(1, "tools/call", &join(&[&call("input-required"), &without]));
    let again = |state: &str| {
        let state = format!(r#""requestState":"{state}""#);
        request(2, "tools/call", &join(&[&call("input-required"), &state, &without]))
    };
    let answers = talk(Options::default(), &[first, again("demo-delete-3"), again("forged")]).await;
    assert_eq!(text(&answers[0], "/result/resultType"), r#""input_required""#);
    assert_eq!(text(&answers[0], "/result/inputRequests"), "absent", "the client did not say it can ask");
    assert_eq!(text(&answers[0], "/result/requestState"), r#""demo-delete-3""#);
    assert_eq!(text(&answers[1], "/result/resultType"), r#""complete""#);
    assert_eq!(text(&answers[2], "/error/code"), "-32602");
}

/// Lines as sent, and the id and the code of the one answer.
async fn refuses(options: Options, line: &str, id: &str, code: &str) {
    let answers = talk(options, &[line.to_owned()]).await;
    assert_eq!(answers.len(), 1, "{line}");
    assert_eq!(text(&answers[0], "/jsonrpc"), r#""2.0""#);
    assert_eq!((text(&answers[0], "/id"), text(&answers[0], "/error/code")), (id, code), "{line}");
    assert!(answers[0].root().at("/error/message").is_some_and(|message| message.as_text().is_some()));
}

#[tokio::test]
async fn malformed_messages_get_the_codes_of_json_rpc() {
    let meta = modern(newest(), "{}");
    let with = |method: &str, params: &str| request(7, method, &join(&[params, &meta]));
    let deep = "[".repeat(5000);
    let long = "x".repeat(MAX_MESSAGE + 1);
    for (line, id, code) in [
        ("{\"jsonrpc\":", "null", "-32700"),
        ("no json", "null", "-32700"),
        (deep.as_str(), "null", "-32700"),
        (long.as_str(), "null", "-32700"),
        ("[]", "null", "-32600"),
        (r#"{"id":7,"method":"ping"}"#, "7", "-32600"),
        (r#"{"jsonrpc":"2.0","id":7}"#, "7", "-32600"),
        (r#"{"jsonrpc":"2.0","id":7,"method":7}"#, "7", "-32600"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "null", "-32600"),
        (r#"{"jsonrpc":"2.0","id":"\u0061","method":"tools/list","params":[]}"#, r#""\u0061""#, "-32602"),
        (&request(7, "initialize", ""), "7", "-32602"),
        (&with("no/such", ""), "7", "-32601"),
        (&with("ping", ""), "7", "-32601"),
        (&with("tools/call", r#""name":"no-such-tool""#), "7", "-32602"),
        (&with("tools/call", ""), "7", "-32602"),
        (&with("tools/call", r#""name":"error","arguments":[]"#), "7", "-32602"),
        (&with("tools/list", r#""cursor":"after-99""#), "7", "-32602"),
        (&with("tools/list", r#""cursor":3"#), "7", "-32602"),
        (&with("resources/read", r#""uri":"demo://none""#), "7", "-32602"),
        (&request(7, "tools/list", ""), "7", "-32602"),
        (&request(7, "server/discover", ""), "7", "-32602"),
        (
            &request(7, "tools/list", r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#),
            "7",
            "-32602",
        ),
        (
            &request(
                7,
                "tools/list",
                r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01","io.modelcontextprotocol/clientCapabilities":{}}"#,
            ),
            "7",
            "-32022",
        ),
    ] {
        refuses(Options::default(), line, id, code).await;
    }
}

#[tokio::test]
async fn a_line_that_is_too_long_does_not_harm_the_next() {
    let lines = ["x".repeat(MAX_MESSAGE + 1), String::new(), request(2, "ping", "")];
    let answers = talk(Options::default(), &lines).await;
    let ids: Vec<_> = answers.iter().map(|answer| text(answer, "/id")).collect();
    assert_eq!(ids, ["null", "2"]);
}

#[tokio::test]
async fn notifications_and_responses_get_no_answer() {
    let lines = [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","method":"no/such"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":3,"result":{}}"#.to_owned(),
        request(4, "ping", ""),
    ];
    let answers = talk(Options::default(), &lines).await;
    assert_eq!(answers.iter().map(|answer| text(answer, "/id")).collect::<Vec<_>>(), ["4"]);
}

#[tokio::test]
async fn initialize_agrees_on_what_was_asked_or_on_its_newest() {
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let open = request(1, "initialize", &format!(r#""protocolVersion":"{asked}""#));
        let answers = talk(Options::default(), &[open]).await;
        assert_eq!(text(&answers[0], "/result/protocolVersion"), format!("\"{agreed}\""), "{asked}");
        assert_eq!(text(&answers[0], "/result/serverInfo/name"), r#""sightline-demo""#);
    }
}

#[tokio::test]
async fn an_era_can_be_switched_off() {
    let only = |eras| Options { eras, ..Options::default() };
    let discover = request(7, "server/discover", &modern(newest(), "{}"));
    let initialize = request(7, "initialize", r#""protocolVersion":"2025-11-25""#);
    refuses(only(Eras::InitializeOnly), &discover, "7", "-32601").await;
    refuses(only(Eras::InitializeOnly), &request(7, "tools/list", ""), "7", "-32600").await;
    refuses(only(Eras::DiscoverOnly), &initialize, "7", "-32022").await;
    refuses(only(Eras::DiscoverOnly), &request(7, "ping", ""), "7", "-32602").await;

    let discovered = talk(only(Eras::DiscoverOnly), &[discover]).await;
    assert_eq!(text(&discovered[0], "/result/supportedVersions"), r#"["2026-07-28"]"#);
    assert_eq!(text(&discovered[0], "/result/ttlMs"), "60000");
    assert_eq!(text(&discovered[0], "/result/cacheScope"), r#""public""#);
    let initialized = talk(only(Eras::InitializeOnly), &[initialize, request(8, "tools/list", "")]).await;
    assert_eq!(text(&initialized[1], "/result/ttlMs"), "absent");
    assert!(initialized[1].root().at("/result/tools/0").is_some());
}

#[tokio::test]
async fn pages_join_to_the_whole_list() {
    let options = Options { page: NonZeroUsize::new(5), ..Options::default() };
    let mut names = Vec::new();
    let mut cursor = String::new();
    for _ in 0..TOOLS.len() {
        let answers = ask(options, newest(), &[("tools/list", &cursor)]).await;
        let tools = answers[0].root().at("/result/tools").unwrap();
        names.extend(tools.items().map(|tool| tool.member("name").unwrap().as_str().unwrap().into_owned()));
        let Some(next) = answers[0].root().at("/result/nextCursor") else { break };
        cursor = format!(r#""cursor":{}"#, next.text());
    }
    assert_eq!(names, TOOLS.iter().map(DemoTool::name).collect::<Vec<_>>());
}

#[tokio::test]
async fn what_is_linked_can_be_read() {
    let calls = [("tools/call", r#""name":"links""#), ("resources/list", "")];
    let answers = ask(Options::default(), newest(), &calls).await;
    let blocks = answers[0].root().at("/result/content").unwrap();
    let links: Vec<Node<'_>> = blocks.items().filter(|block| block.member("uri").is_some()).collect();
    let view = Document::from_string(DemoTool::find("view").unwrap().definition()).unwrap();
    let mut uris: Vec<&str> = links.iter().map(|link| link.member("uri").unwrap().text()).collect();
    uris.push(text(&view, "/_meta/ui/resourceUri"));
    for (index, uri) in uris.into_iter().enumerate() {
        let read = ask(Options::default(), newest(), &[("resources/read", &format!(r#""uri":{uri}"#))]).await;
        assert_eq!(text(&read[0], "/result/contents/0/uri"), uri);
        let Some(link) = links.get(index) else { continue };
        let contents = read[0].root().at("/result/contents/0/text").unwrap().as_str().unwrap().into_owned();
        assert_eq!(link.member("size").unwrap().text(), contents.len().to_string(), "{uri}");
    }
    assert_eq!(answers[1].root().at("/result/resources").unwrap().len(), 4);
}

/// Sends raw bytes and returns status line, headers and body, all as received.
async fn exchange(address: std::net::SocketAddr, head: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("{head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    // The server may answer before it has read all of a body that is too long.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut received = Vec::new();
    let _ = stream.read_to_end(&mut received).await;
    let received = String::from_utf8(received).unwrap();
    let (head, body) = received.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_ascii_lowercase(), body.to_owned())
}

async fn listen(options: HttpOptions) -> (std::net::SocketAddr, JoinOnDrop) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (address, JoinOnDrop(tokio::spawn(async move { drop(serve_http(listener, options).await) })))
}

struct JoinOnDrop(tokio::task::JoinHandle<()>);

impl Drop for JoinOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

const POST: &str = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream";

fn modern_head(method: &str, name: Option<&str>) -> String {
    let name = name.map(|name| format!("\r\nMcp-Name: {name}")).unwrap_or_default();
    format!("{POST}\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}{name}")
}

#[tokio::test]
async fn http_serves_the_later_era_without_a_session() {
    for replies in [Replies::Json, Replies::Events] {
        let (address, _server) = listen(HttpOptions { replies, ..HttpOptions::default() }).await;
        let meta = modern(newest(), "{}");
        let body = request(5, "tools/call", &join(&[&call("null"), &meta]));
        let (status, head, body) = exchange(address, &modern_head("tools/call", Some("null")), &body).await;
        assert_eq!(status, 200);
        assert!(!head.contains("mcp-session-id"));
        let json = match replies {
            Replies::Json => body.as_str(),
            Replies::Events => {
                assert!(head.contains("content-type: text/event-stream"));
                body.split_once("data: ").unwrap().1.trim_end()
            }
        };
        let answer = Document::parse(json).unwrap();
        assert_eq!(text(&answer, "/result/structuredContent"), "null");
        assert_eq!(text(&answer, "/result/resultType"), r#""complete""#);
    }
}

#[tokio::test]
async fn http_keeps_a_session_for_the_earlier_era_until_it_is_deleted() {
    let (address, _server) = listen(HttpOptions::default()).await;
    let open = request(1, "initialize", r#""protocolVersion":"2025-06-18""#);
    let (status, head, _) = exchange(address, POST, &open).await;
    assert_eq!(status, 200);
    let id = head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap().to_owned();
    let in_session = format!("{POST}\r\nMcp-Session-Id: {id}\r\nMCP-Protocol-Version: 2025-06-18");
    let list = request(2, "tools/list", "");

    let (status, _, body) = exchange(address, &in_session, &list).await;
    assert_eq!(status, 200);
    assert!(Document::parse(&body).unwrap().root().at("/result/tools/0").is_some());
    let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(exchange(address, &in_session, note).await.0, 202);
    let unknown_method = request(2, "no/such", "");
    let (status, _, body) = exchange(address, &in_session, &unknown_method).await;
    assert_eq!((status, text(&Document::parse(&body).unwrap(), "/error/code")), (200, "-32601"));
    let other = format!("{POST}\r\nMcp-Session-Id: {id}\r\nMCP-Protocol-Version: 2024-11-05");
    assert_eq!(exchange(address, &other, &list).await.0, 400);

    let delete = format!("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: {id}");
    assert_eq!(exchange(address, &delete, "").await.0, 204);
    assert_eq!(exchange(address, &delete, "").await.0, 404);
    assert_eq!(exchange(address, &in_session, &list).await.0, 404);
    assert_eq!(exchange(address, POST, &list).await.0, 400, "no session named");
}

#[tokio::test]
async fn http_refuses_by_status_and_code() {
    let (address, _server) = listen(HttpOptions::default()).await;
    let meta = modern(newest(), "{}");
    let list = request(5, "tools/list", &meta);
    let unknown_tool = request(5, "tools/call", &join(&[&call("no-such-tool"), &meta]));
    let unknown_method = request(5, "no/such", &meta);
    let other_version = request(
        5,
        "tools/list",
        r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01","io.modelcontextprotocol/clientCapabilities":{}}"#,
    );
    let long = "x".repeat(MAX_MESSAGE + 1);
    let listing = modern_head("tools/list", None);
    let cases: [(String, &str, u16, &str); 19] = [
        (listing.clone(), &list, 200, ""),
        (modern_head("tools/call", None), &list, 400, "-32020"),
        (POST.to_owned(), &list, 400, "-32020"),
        (modern_head("tools/call", Some("error")), &unknown_tool, 400, "-32020"),
        (modern_head("tools/call", Some("no-such-tool")), &unknown_tool, 400, "-32602"),
        (modern_head("no/such", None), &unknown_method, 404, "-32601"),
        (listing.replace("2026-07-28", "2031-01-01"), &other_version, 400, "-32022"),
        (listing.clone(), "{", 400, "-32700"),
        (listing.clone(), "[]", 400, "-32600"),
        (listing.clone(), &long, 413, ""),
        (listing.replace("localhost", "evil.example"), &list, 403, ""),
        (listing.replace("localhost", "127.0.0.1.evil.example:80"), &list, 403, ""),
        (listing.replace("localhost", "[::1]:8080"), &list, 200, ""),
        (format!("{listing}\r\nOrigin: https://evil.example"), &list, 403, ""),
        (format!("{listing}\r\nOrigin: http://localhost:5173"), &list, 200, ""),
        (listing.replace("application/json\r\n", "text/plain\r\n"), &list, 415, ""),
        (listing.replace("application/json, text/event-stream", "text/html"), &list, 406, ""),
        (listing.replace("/mcp", "/other"), &list, 404, ""),
        (listing.replace("POST", "GET"), "", 405, ""),
    ];
    for (head, body, status, code) in cases {
        let (got, _, answer) = exchange(address, &head, body).await;
        assert_eq!(got, status, "{head}\n{answer}");
        if !code.is_empty() {
            assert_eq!(text(&Document::parse(&answer).unwrap(), "/error/code"), code, "{head}");
        }
    }
}

#[tokio::test]
async fn http_answers_concurrent_calls_each_with_its_own() {
    let (address, _server) = listen(HttpOptions::default()).await;
    let mut calls = tokio::task::JoinSet::new();
    for rows in 0..100_usize {
        calls.spawn(async move {
            let params = format!(r#""name":"dataset","arguments":{{"rows":{rows}}}"#);
            let body = request(rows, "tools/call", &join(&[&params, &modern(newest(), "{}")]));
            let (status, _, body) =
                exchange(address, &modern_head("tools/call", Some("dataset")), &body).await;
            let answer = Document::parse(&body).unwrap();
            let count = answer.root().at("/result/structuredContent/rows").unwrap().len();
            (status, text(&answer, "/id").to_owned(), count, rows)
        });
    }
    let mut done = 0;
    while let Some(answer) = calls.join_next().await {
        let (status, id, count, rows) = answer.unwrap();
        assert_eq!((status, id, count), (200, rows.to_string(), rows));
        done += 1;
    }
    assert_eq!(done, 100);
}
