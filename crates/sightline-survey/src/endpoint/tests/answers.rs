//! Answers as they go over the wire, and requests as they come.

use std::io::Write as _;

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

/// Sends raw bytes and returns all that comes back.
async fn exchange(address: std::net::SocketAddr, bytes: &[u8]) -> String {
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut received = Vec::new();
    stream.read_to_end(&mut received).await.unwrap();
    String::from_utf8_lossy(&received).into_owned()
}

fn posted(path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

#[tokio::test]
async fn bodies_are_read_however_they_come_and_kept_without_keys() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.jsonl");
    let mut options = Options::of(chosen(&["both"]));
    options.keep = Some(file.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let handle = serve(listener, options).unwrap();
    let body = r#"{"model":"m","messages":[{"role":"user","content":"hello"}]}"#;
    let mut zipped = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    zipped.write_all(body.as_bytes()).unwrap();
    let zipped = zipped.finish().unwrap();
    let packed =
        ruzstd::encoding::compress_to_vec(body.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    let chunked =
        format!("{:x}\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n", 10, &body[..10], body.len() - 10, &body[10..]);
    let length = |body: &[u8]| format!("Content-Length: {}", body.len());
    let requests = [
        posted(
            CHAT.path,
            &format!("Authorization: Bearer sk-real\r\n{}", length(body.as_bytes())),
            body.as_bytes(),
        ),
        posted(CHAT.path, &format!("Content-Encoding: gzip\r\n{}", length(&zipped)), &zipped),
        posted(CHAT.path, &format!("Content-Encoding: zstd\r\n{}", length(&packed)), &packed),
        posted(CHAT.path, "Transfer-Encoding: chunked", chunked.as_bytes()),
    ];
    for request in &requests {
        let answer = exchange(handle.address(), request).await;
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.contains("every probe tool was called"),
            "{answer}"
        );
    }
    let broken = posted(CHAT.path, &format!("Content-Encoding: br\r\n{}", length(&zipped)), &zipped);
    assert!(exchange(handle.address(), &broken).await.starts_with("HTTP/1.1 415"));
    let alive = exchange(handle.address(), b"HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert!(alive.starts_with("HTTP/1.1 200"));
    let missing = b"GET /v1beta/no?key=sk-real HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert!(exchange(handle.address(), missing).await.contains("NOT_FOUND"));

    let kept = Kept::read(&file).unwrap();
    assert_eq!(kept, handle.kept());
    let bodies = kept.iter().filter(|kept| kept.body == body).count();
    assert_eq!((kept.len(), bodies), (7, requests.len()));
    assert_eq!(kept[0].headers["authorization"], "(14 bytes)");
    assert!(!std::fs::read_to_string(&file).unwrap().contains("sk-real"));
}

#[test]
fn streams_say_what_plain_answers_say() {
    for wire in [CHAT, MESSAGES, RESPONSES] {
        for names in [&["both"][..], &[]] {
            let tools: Vec<Value> = names.iter().map(|name| (wire.tool)(&format!("probe_{name}"))).collect();
            let mut request = (wire.request)(&[], json!(tools));
            request["stream"] = json!(true);
            let text =
                site(Options::of(chosen(&["both"]))).text_for_test(wire.path, "", &request.to_string());
            let events: Vec<Value> = text
                .lines()
                .filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok())
                .collect();
            assert!(events.len() > 3, "{text}");
            // The pieces make up the whole: arguments of a call, or the last words.
            let pieces: String = events
                .iter()
                .filter_map(|event| {
                    let chat = &event["choices"][0]["delta"];
                    let delta = &event["delta"];
                    let own = [
                        &chat["content"],
                        &chat["tool_calls"][0]["function"]["arguments"],
                        &delta["text"],
                        &delta["partial_json"],
                        delta,
                    ];
                    own.into_iter().find_map(Value::as_str)
                })
                .collect();
            let whole = if names.is_empty() {
                Options::of(Vec::new()).closing
            } else {
                r#"{"token":"ARGTOK_both_zq"}"#.to_owned()
            };
            assert_eq!(pieces, whole, "{text}");
        }
    }
    let request = (GEMINI.request)(&[], json!([])).to_string();
    let path = "/v1beta/models/x:streamGenerateContent";
    let ask = |query: &str| site(Options::of(Vec::new())).text_for_test(path, query, &request);
    assert!(serde_json::from_str::<Value>(&ask("")).unwrap()[1]["candidates"][0]["finishReason"] == "STOP");
    assert_eq!(ask("alt=sse").matches("data: {").count(), 2);
}

#[test]
fn errors_have_the_form_of_their_vendor() {
    let site = site(Options::of(Vec::new()));
    let ask = |path: &str, body: &str| site.ask_for_test(path, body);
    assert_eq!(ask(CHAT.path, "{")["error"]["type"], "invalid_request_error");
    assert_eq!(ask(MESSAGES.path, "[]")["error"]["type"], "invalid_request_error");
    assert_eq!(ask(MESSAGES.path, "{}")["type"], "error");
    assert_eq!(ask(GEMINI.path, "{}")["error"]["status"], "INVALID_ARGUMENT");
    assert_eq!(ask("/v1beta/models/x:embedContent", "{}")["error"]["status"], "NOT_FOUND");
    assert_eq!(ask("/api/show", "{}")["error"]["code"], "not_found");
    assert!(ask("/v1beta/models/x:countTokens", r#"{"contents":[{"parts":[{"text":"abcdefgh"}]}]}"#)["totalTokens"].as_u64() > Some(0));
    assert!(ask("/v1/messages/count_tokens", r#"{"messages":[]}"#)["input_tokens"].is_u64());
}
