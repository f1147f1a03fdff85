//! The endpoint without sockets: loops to their end in each dialect, and what is extracted from
//! stored requests.

use std::io::Write as _;
use std::sync::Mutex;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::serve::Site;
use super::*;
use crate::record::Part;
use crate::scenario;

fn chosen(names: &[&str]) -> Vec<Scenario> {
    names.iter().map(|name| scenario::find(name).unwrap()).collect()
}

const NAMES: [&str; 3] = ["both", "error_text", "two_texts"];

fn site(options: Options) -> Site {
    Site::of(options).unwrap()
}

/// What one dialect's client does with an answer: how a request is built from the history, and how
/// the history goes on.
struct Wire {
    path: &'static str,
    /// Offers a tool.
    tool: fn(&str) -> Value,
    /// Builds a request.
    request: fn(&[Value], Value) -> Value,
    /// Reads a call from an answer: id, name, arguments.
    call: fn(&Value) -> Option<(Value, String, Value)>,
    /// What the history gets: the model's turn, and the result.
    turn: fn(&Value, &Value, &str, &str) -> Vec<Value>,
}

const TOKEN: &str = r#"{"type":"object","properties":{"token":{"type":"string"}},"required":["token"]}"#;

fn token_schema() -> Value {
    serde_json::from_str(TOKEN).unwrap()
}

fn parsed(arguments: &Value) -> Value {
    serde_json::from_str(arguments.as_str().unwrap()).unwrap()
}

const CHAT: Wire = Wire {
    path: "/v1/chat/completions",
    tool: |name| json!({"type": "function", "function": {"name": name, "parameters": token_schema()}}),
    request: |history, tools| {
        let mut messages = vec![json!({"role": "user", "content": "Call the probe tools"})];
        messages.extend_from_slice(history);
        json!({"model": "gpt-4o", "messages": messages, "tools": tools})
    },
    call: |answer| {
        let call = answer["choices"][0]["message"]["tool_calls"].get(0)?;
        let name = call["function"]["name"].as_str().unwrap().to_owned();
        Some((call["id"].clone(), name, parsed(&call["function"]["arguments"])))
    },
    turn: |answer, id, _, text| {
        vec![
            answer["choices"][0]["message"].clone(),
            json!({"role": "tool", "tool_call_id": id, "content": text}),
        ]
    },
};

const MESSAGES: Wire = Wire {
    path: "/v1/messages",
    tool: |name| json!({"name": name, "input_schema": token_schema()}),
    request: |history, tools| {
        let mut messages = vec![json!({"role": "user", "content": "Call the probe tools"})];
        messages.extend_from_slice(history);
        json!({"model": "claude", "max_tokens": 100, "messages": messages, "tools": tools})
    },
    call: |answer| {
        let block = answer["content"].get(0).filter(|block| block["type"] == "tool_use")?;
        Some((block["id"].clone(), block["name"].as_str().unwrap().to_owned(), block["input"].clone()))
    },
    turn: |answer, id, _, text| {
        vec![
            json!({"role": "assistant", "content": answer["content"]}),
            json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": text}]}),
        ]
    },
};

const GEMINI: Wire = Wire {
    path: "/v1beta/models/gemini-2.5-pro:generateContent",
    tool: |name| json!({"functionDeclarations": [{"name": name, "parametersJsonSchema": token_schema()}]}),
    request: |history, tools| {
        let mut contents = vec![json!({"role": "user", "parts": [{"text": "Call the probe tools"}]})];
        contents.extend_from_slice(history);
        json!({"contents": contents, "tools": tools})
    },
    call: |answer| {
        let call = answer["candidates"][0]["content"]["parts"][0].get("functionCall")?;
        Some((call["id"].clone(), call["name"].as_str().unwrap().to_owned(), call["args"].clone()))
    },
    // Without ids, as many clients do it.
    turn: |answer, _, name, text| {
        let mut content = answer["candidates"][0]["content"].clone();
        content["parts"][0]["functionCall"].as_object_mut().unwrap().remove("id");
        let response = json!({"functionResponse": {"name": name, "response": {"output": text}}});
        vec![content, json!({"role": "user", "parts": [response]})]
    },
};

const RESPONSES: Wire = Wire {
    path: "/v1/responses",
    tool: |name| {
        let inner = json!({"type": "function", "name": name, "parameters": token_schema()});
        json!({"type": "namespace", "name": "mcp__probe", "tools": [inner]})
    },
    request: |history, tools| {
        let mut input = vec![json!({"role": "user", "content": "Call the probe tools"})];
        input.extend_from_slice(history);
        json!({"model": "gpt-5", "input": input, "tools": tools})
    },
    call: |answer| {
        let item = answer["output"].get(0).filter(|item| item["type"] == "function_call")?;
        assert_eq!(item["namespace"], "mcp__probe");
        Some((item["call_id"].clone(), item["name"].as_str().unwrap().to_owned(), parsed(&item["arguments"])))
    },
    turn: |answer, id, _, text| {
        vec![
            answer["output"][0].clone(),
            json!({"type": "function_call_output", "call_id": id, "output": text}),
        ]
    },
};

/// Drives a loop to its end and returns the tools that were called.
fn drive(site: &Site, wire: &Wire, names: &[String]) -> Vec<String> {
    let tools: Vec<Value> = names.iter().map(|name| (wire.tool)(name)).collect();
    let (mut history, mut called) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        let request = (wire.request)(&history, json!(tools)).to_string();
        let answer = site.ask_for_test(wire.path, &request);
        let Some((id, name, arguments)) = (wire.call)(&answer) else { return called };
        let token = arguments["token"].as_str().unwrap().to_owned();
        let text = token.replace("ARGTOK", "CNRY").replace("_zq", "_t1_zq");
        history.extend((wire.turn)(&answer, &id, &name, &text));
        called.push(token);
    }
    panic!("no end after {called:?}");
}

#[test]
fn every_tool_is_called_once_in_every_dialect_and_under_any_name() {
    let tokens: Vec<String> = chosen(&NAMES).iter().map(Scenario::token).collect();
    for wire in [CHAT, MESSAGES, GEMINI, RESPONSES] {
        for prefix in ["", "mcp__probe__", "probe-", "mcp_probe_"] {
            let site = site(Options::of(chosen(&NAMES)));
            let names: Vec<String> =
                ["two_texts", "both", "error_text"].map(|name| format!("{prefix}probe_{name}")).to_vec();
            assert_eq!(drive(&site, &wire, &names), tokens, "{} {prefix}", wire.path);
            let seen = extract(&site.kept_for_test(), &[]);
            let texts: Vec<&str> = seen.iter().filter_map(|seen| seen.parts[0].text.as_deref()).collect();
            assert_eq!(seen.len(), 3);
            for (text, name) in texts.iter().zip(NAMES) {
                assert!(text.contains(&format!("CNRY_{name}_t1_zq")), "{text}");
            }
            assert!(
                seen.iter()
                    .all(|seen| !seen.changed_later && seen.called_as.as_ref().unwrap().starts_with(prefix))
            );
        }
    }
}

#[test]
fn a_history_that_forgets_is_not_called_for_ever() {
    let site = site(Options::of(chosen(&["both"])));
    let tools = json!([(CHAT.tool)("probe_both")]);
    let request = (CHAT.request)(&[], tools).to_string();
    let calls = (0..10).filter(|_| (CHAT.call)(&site.ask_for_test(CHAT.path, &request)).is_some()).count();
    assert_eq!(calls, Options::of(Vec::new()).most_calls);
}

#[test]
fn requests_without_probe_tools_get_words_or_what_they_insist_on() {
    let site = site(Options::of(chosen(&NAMES)));
    let other = json!([(CHAT.tool)("read_file")]);
    let ask = |request: Value| site.ask_for_test(CHAT.path, &request.to_string());
    let words = ask((CHAT.request)(&[], other.clone()));
    assert_eq!(words["choices"][0]["finish_reason"], "stop");
    let mut insists = (CHAT.request)(&[], other);
    insists["tool_choice"] = json!({"type": "function", "function": {"name": "read_file"}});
    assert_eq!((CHAT.call)(&ask(insists)).unwrap().1, "read_file");
    let schema =
        json!({"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}});
    let format = json!({"type": "json_schema", "json_schema": {"name": "t", "schema": schema}});
    let titled = ask(json!({"model": "m", "messages": [], "response_format": format}));
    let content = titled["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(serde_json::from_str::<Value>(content).unwrap()["title"].is_string());
}

#[test]
fn a_held_history_goes_on_by_its_id() {
    let site = site(Options::of(chosen(&NAMES)));
    let tools: Vec<Value> = NAMES.iter().map(|name| (RESPONSES.tool)(&format!("probe_{name}"))).collect();
    let mut request = json!({"model": "gpt-5", "input": "Call the probe tools", "tools": tools});
    let mut called = Vec::new();
    for _ in 0..10 {
        let answer = site.ask_for_test(RESPONSES.path, &request.to_string());
        let Some((id, name, _)) = (RESPONSES.call)(&answer) else { break };
        let output =
            json!([{"type": "function_call_output", "call_id": id, "output": format!("CNRY {name}")}]);
        request =
            json!({"model": "gpt-5", "input": output, "tools": tools, "previous_response_id": answer["id"]});
        called.push(name);
    }
    assert_eq!(called, NAMES.map(|name| format!("probe_{name}")));
    let seen = extract(&site.kept_for_test(), &[]);
    let names: Vec<Option<&str>> = seen.iter().map(|seen| seen.scenario.as_deref()).collect();
    assert_eq!(names, NAMES.map(Some));
    let lost = json!({"model": "gpt-5", "input": [], "previous_response_id": "resp_other"});
    assert!(site.ask_for_test(RESPONSES.path, &lost.to_string())["error"]["message"].is_string());
}

#[test]
fn deferred_tools_are_searched_by_their_names_and_called_once_revealed() {
    let site = site(Options::of(chosen(&NAMES)));
    let search = json!({"name": "ToolSearch", "input_schema": {"type": "object", "required": ["query", "max_results"],
        "properties": {"query": {"type": "string"}, "max_results": {"type": "number"}}}});
    let listed = "Deferred:\nmcp__p__probe_both\nmcp__p__probe_error_text\nmcp__p__probe_two_texts";
    let revealed = Mutex::new(Vec::new());
    let (mut history, mut called) = (vec![json!({"role": "user", "content": listed})], Vec::new());
    for _ in 0..10 {
        let mut tools = vec![search.clone()];
        tools.extend(revealed.lock().unwrap().clone());
        let answer =
            site.ask_for_test(MESSAGES.path, &(MESSAGES.request)(&history, json!(tools)).to_string());
        let Some((id, name, arguments)) = (MESSAGES.call)(&answer) else { break };
        let mut text = "x".to_owned();
        if name == "ToolSearch" {
            let query = arguments["query"].as_str().unwrap();
            assert_eq!(query, "select:mcp__p__probe_both,mcp__p__probe_error_text,mcp__p__probe_two_texts");
            let names = query.strip_prefix("select:").unwrap().split(',');
            revealed.lock().unwrap().extend(names.map(MESSAGES.tool));
            text = "found".to_owned();
        }
        history.extend((MESSAGES.turn)(&answer, &id, &name, &text));
        called.push(name);
    }
    assert_eq!(
        called,
        ["ToolSearch", "mcp__p__probe_both", "mcp__p__probe_error_text", "mcp__p__probe_two_texts"]
    );
}

#[test]
fn what_a_search_names_is_called_through_the_tool_that_calls_any() {
    let site = site(Options::of(chosen(&NAMES)));
    let function = |name: &str, properties: Value| json!({"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": properties}}});
    let tools = json!([
        function("tool_search", json!({"query": {"type": "string"}})),
        function("tool_call", json!({"tool_name": {"type": "string"}, "arguments": {"type": "object"}})),
    ]);
    let (mut history, mut called) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        let answer = site.ask_for_test(CHAT.path, &(CHAT.request)(&history, tools.clone()).to_string());
        let Some((id, name, arguments)) = (CHAT.call)(&answer) else { break };
        let text = match name.as_str() {
            "tool_search" => {
                r#"[{"name":"mcp__p__probe_both"},{"name":"mcp__p__probe_error_text"},{"name":"mcp__p__probe_two_texts"}]"#
            }
            _ => "x",
        };
        history.extend((CHAT.turn)(&answer, &id, &name, text));
        called.push(if name == "tool_call" {
            arguments["tool_name"].as_str().unwrap().to_owned()
        } else {
            name
        });
    }
    assert_eq!(
        called,
        ["tool_search", "mcp__p__probe_both", "mcp__p__probe_error_text", "mcp__p__probe_two_texts"]
    );
    assert_eq!(extract(&site.kept_for_test(), &[]).iter().filter(|seen| seen.scenario.is_some()).count(), 3);
}

#[test]
fn searches_that_bring_nothing_end() {
    let site = site(Options::of(scenario::all()));
    let tools = json!([{"type": "function", "function": {"name": "ToolSearch", "parameters": {"type": "object",
        "properties": {"query": {"type": "string"}}}}}]);
    let mut history = Vec::new();
    for count in 0..20 {
        let answer = site.ask_for_test(CHAT.path, &(CHAT.request)(&history, tools.clone()).to_string());
        let Some((id, name, _)) = (CHAT.call)(&answer) else {
            assert!(count < 6, "{count}");
            return;
        };
        history.extend((CHAT.turn)(&answer, &id, &name, "no tool matches"));
    }
    panic!("no end");
}

#[test]
fn programs_are_written_for_each_sandbox() {
    let mut options = Options::of(chosen(&["both"]));
    options.sandbox = Some(Sandbox::JavascriptText);
    let exec = json!({"type": "custom", "name": "exec", "description": "Runs code. Tools: mcp__probe__probe_both(args)"});
    // The tool itself is offered too.
    let request = json!({"model": "m", "input": "x", "tools": [(RESPONSES.tool)("probe_both"), exec]});
    let answer = site(options.clone()).ask_for_test(RESPONSES.path, &request.to_string());
    let item = &answer["output"][0];
    assert_eq!((&item["type"], &item["name"]), (&json!("custom_tool_call"), &json!("exec")));
    let code = item["input"].as_str().unwrap();
    assert!(
        code.contains(r#""mcp__probe__probe_both""#) && code.contains(r#"{"token":"ARGTOK_both_zq"}"#),
        "{code}"
    );

    options.sandbox = Some(Sandbox::TypescriptMain);
    let function = |name: &str, key: &str| {
        json!({"type": "function", "function": {"name": name, "parameters": {"type": "object",
            "properties": {key: {"type": "string"}}, "required": [key]}}})
    };
    let site = site(options);
    let tools = json!([function("search_tool_functions", "query"), function("run_typescript", "code")]);
    let first = site.ask_for_test(CHAT.path, &(CHAT.request)(&[], tools.clone()).to_string());
    let (id, name, _) = (CHAT.call)(&first).unwrap();
    assert_eq!(name, "search_tool_functions");
    let found = "1. mcp_probe.probe_both - 5.6";
    let history = (CHAT.turn)(&first, &id, &name, found);
    let second = site.ask_for_test(CHAT.path, &(CHAT.request)(&history, tools).to_string());
    let (_, name, arguments) = (CHAT.call)(&second).unwrap();
    assert_eq!(name, "run_typescript");
    let code =
        r#"async function main() { return await tools.mcp_probe.probe_both({"token":"ARGTOK_both_zq"}); }"#;
    assert_eq!(arguments["code"], code);
}

/// A request as it is kept, without a server.
fn stored(dialect: Dialect, body: &Value) -> Kept {
    serde_json::from_value(json!({
        "time": 0, "route": "POST /x", "headers": {}, "body": body.to_string(), "dialect": dialect, "status": 200,
    }))
    .unwrap()
}

fn short(parts: &[Part]) -> Vec<String> {
    let mime = |part: &Part| part.mime_type.clone().unwrap_or_default();
    let text = |part: &Part| part.text.clone().unwrap_or_else(|| format!("<{}>", mime(part)));
    let uri = |part: &Part| part.uri.as_ref().map(|uri| format!(" at {uri}")).unwrap_or_default();
    parts.iter().map(|part| format!("{} {}{} {}", part.kind, text(part), uri(part), part.place)).collect()
}

#[test]
fn media_are_told_by_kind_type_and_place_in_each_dialect() {
    let image = "data:image/png;base64,AAAA";
    let call = json!({"role": "assistant", "tool_calls": [{"id": "c", "type": "function",
        "function": {"name": "probe_blocks", "arguments": "{\"token\":\"ARGTOK_blocks_zq\"}"}}]});
    let chat = json!({"model": "m", "messages": [call,
        {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "CNRY_blocks_t1_zq"},
            {"type": "input_audio", "input_audio": {"data": "AA", "format": "wav"}}]},
        {"role": "user", "content": [{"type": "text", "text": "Attached:"}, {"type": "image_url", "image_url": {"url": image}},
            {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}},
            {"type": "file", "file": {"filename": "b", "file_data": "data:application/octet-stream;base64,AAAA"}}]}]});
    let seen = extract(&[stored(Dialect::OpenaiChat, &chat)], &[]);
    assert_eq!(seen[0].form, "list");
    assert_eq!(
        short(&seen[0].parts),
        [
            "text CNRY_blocks_t1_zq tool-message",
            "audio <audio/wav> tool-message",
            "text Attached: following-user-message",
            "image <image/png> following-user-message",
            "image <image> at https://example.com/a.png following-user-message",
            "file <application/octet-stream> following-user-message",
        ]
    );

    let responses = json!({"model": "m", "input": [
        {"type": "function_call", "call_id": "c", "name": "probe_blocks", "arguments": "{\"token\":\"ARGTOK_blocks_zq\"}"},
        {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_text", "text": "a"},
            {"type": "input_image", "image_url": image}, {"type": "input_file", "file_url": "file:///tmp/report.csv"}]}]});
    let seen = extract(&[stored(Dialect::OpenaiResponses, &responses)], &[]);
    assert_eq!(
        short(&seen[0].parts),
        [
            "text a tool-message",
            "image <image/png> tool-message",
            "file <> at file:///tmp/report.csv tool-message",
        ]
    );

    let source = json!({"type": "base64", "media_type": "image/png", "data": "AAAA"});
    let messages = json!({"model": "m", "messages": [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "probe_blocks", "input": {"token": "ARGTOK_blocks_zq"}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t", "is_error": true, "content": [{"type": "text", "text": "a"},
                {"type": "image", "source": source}, {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "d"}}]},
            {"type": "text", "text": "<system-reminder>be good</system-reminder>"}]}]});
    let seen = extract(&[stored(Dialect::AnthropicMessages, &messages)], &[]);
    assert!(seen[0].flagged);
    assert_eq!(
        short(&seen[0].parts),
        ["text a tool-message", "image <image/png> tool-message", "file d tool-message"]
    );
    assert_eq!(short(&seen[0].unrelated), ["text <system-reminder>be good</system-reminder> sibling-part"]);

    let gemini = json!({"contents": [
        {"role": "model", "parts": [{"functionCall": {"name": "probe_blocks", "args": {"token": "ARGTOK_blocks_zq"}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "probe_blocks", "response": {"error": "no"}}},
            {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}]}]});
    let seen = extract(&[stored(Dialect::Gemini, &gemini)], &[]);
    assert_eq!((seen[0].form, seen[0].flagged), ("object", true));
    assert_eq!(
        short(&seen[0].parts),
        [r#"json {"error":"no"} tool-message"#, "image <image/png> sibling-part"]
    );
}

#[test]
fn words_after_a_result_belong_to_it_only_where_they_may_stand_for_media() {
    let seen = |name: &str| {
        let arguments = format!(r#"{{"token":"ARGTOK_{name}_zq"}}"#);
        let body = json!({"model": "m", "messages": [
            {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "p", "arguments": arguments}}]},
            {"role": "tool", "tool_call_id": "c", "content": "x"}, {"role": "user", "content": "The image cannot be shown."}]});
        extract(&[stored(Dialect::OpenaiChat, &body)], &[]).remove(0)
    };
    assert_eq!((seen("image").parts.len(), seen("image").unrelated.len()), (2, 0));
    assert_eq!((seen("text").parts.len(), seen("text").unrelated.len()), (1, 1));
}

#[test]
fn values_keep_their_order_and_their_digits() {
    let body = r#"{"contents":[{"role":"model","parts":[{"functionCall":{"name":"p","args":{"token":"ARGTOK_numbers_zq"}}}]},
        {"role":"user","parts":[{"functionResponse":{"name":"p","response":{"z" : 12345678901234567890123, "a" : 1.0,"e":"\u00e9"}}}]}]}"#;
    let mut kept = stored(Dialect::Gemini, &json!({}));
    kept.body = body.to_owned();
    let seen = extract(&[kept], &[]);
    assert_eq!(seen[0].parts[0].text.as_deref(), Some(r#"{"z":12345678901234567890123,"a":1.0,"e":"é"}"#));
}

#[test]
fn a_result_that_changes_later_is_told() {
    let body = |text: &str| {
        json!({"model": "m", "messages": [{"role": "assistant", "tool_calls": [{"id": "c", "type": "function",
            "function": {"name": "p", "arguments": "{\"token\":\"ARGTOK_text_zq\"}"}}]},
            {"role": "tool", "tool_call_id": "c", "content": text}]})
    };
    let requests =
        ["all of it", "all of it", "(cleared)"].map(|text| stored(Dialect::OpenaiChat, &body(text)));
    let seen = extract(&requests, &[]);
    assert_eq!(seen.len(), 1);
    assert!(seen[0].changed_later && seen[0].parts[0].text.as_deref() == Some("all of it"));
    assert!(!extract(&requests[..2], &[])[0].changed_later);
}

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
