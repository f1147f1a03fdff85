//! What is extracted from stored requests.

use super::*;
use crate::record::Part;

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
fn media_are_told_by_kind_type_and_place() {
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
}

#[test]
fn media_are_told_where_results_have_siblings() {
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
fn a_call_may_be_answered_in_several_parts() {
    let call = |token: &str| json!({"functionCall": {"name": "p", "args": {"token": token}}});
    let answer = |text: &str| json!({"functionResponse": {"name": "p", "response": {"content": text}}});
    let body = json!({"contents": [
        {"role": "model", "parts": [call("ARGTOK_two_texts_zq")]},
        {"role": "user", "parts": [answer("a"), {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}, answer("b")]},
        {"role": "model", "parts": [call("ARGTOK_text_zq"), call("ARGTOK_image_zq")]},
        {"role": "user", "parts": [answer("c"), answer("d"), answer("e")]}]});
    let seen = extract(&[stored(Dialect::Gemini, &body)], &[]);
    let parts = |text: &str| format!(r#"json {{"content":"{text}"}} tool-message"#);
    assert_eq!(short(&seen[0].parts), [parts("a"), parts("b"), "image <image/png> sibling-part".to_owned()]);
    assert_eq!(short(&seen[1].parts), [parts("c")]);
    assert_eq!(short(&seen[2].parts), [parts("d"), parts("e")]);
    assert_eq!(seen.len(), 3);
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
