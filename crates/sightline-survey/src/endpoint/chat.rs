//! OpenAI chat completions.

use serde_json::{Value, json};
use sightline::json::Node;

use super::asked::{Asked, Called, Choice, Dialect, Offered, OfferedKind, Received, strings, text};
use super::openai::content;
use super::reply::{Reply, Said, pieces, sse};

pub(super) fn read(root: Node<'_>) -> Asked {
    let (calls, results) = history(root);
    Asked {
        dialect: Dialect::OpenaiChat,
        model: text(root, "model").unwrap_or_default(),
        stream: root.member("stream").and_then(Node::as_bool).unwrap_or_default(),
        tools: root.member("tools").into_iter().flat_map(Node::items).filter_map(tool).collect(),
        calls,
        results,
        strings: strings(root),
        schema: schema(root),
        choice: choice(root.member("tool_choice")),
    }
}

fn tool(node: Node<'_>) -> Option<Offered> {
    let (kind, inner) = match node.member("custom") {
        Some(custom) => (OfferedKind::Custom, custom),
        None => (OfferedKind::Function, node.member("function")?),
    };
    Some(Offered {
        name: text(inner, "name")?,
        namespace: None,
        description: text(inner, "description").unwrap_or_default(),
        kind,
        schema: inner.member("parameters").map(Node::to_value).unwrap_or_default(),
        deferred: false,
    })
}

fn schema(root: Node<'_>) -> Option<Value> {
    let format = root.member("response_format")?;
    match text(format, "type")?.as_str() {
        "json_schema" => Some(format.at("/json_schema/schema")?.to_value()),
        "json_object" => Some(json!({"type": "object"})),
        _ => None,
    }
}

/// Both dialects of OpenAI say it nearly alike.
pub(super) fn choice(node: Option<Node<'_>>) -> Choice {
    let Some(node) = node else { return Choice::Free };
    if let Some(word) = node.as_str() {
        return match word.as_ref() {
            "required" => Choice::Any,
            "none" => Choice::Nothing,
            _ => Choice::Free,
        };
    }
    let inner = node.member("function").or_else(|| node.member("custom")).unwrap_or(node);
    text(inner, "name").map_or(Choice::Free, Choice::Named)
}

fn history(root: Node<'_>) -> (Vec<Called>, Vec<Received>) {
    let (mut calls, mut results) = (Vec::new(), Vec::<Received>::new());
    // A user message belongs to the result before it only until the model speaks again.
    let mut open = false;
    for message in root.member("messages").into_iter().flat_map(Node::items) {
        match text(message, "role").unwrap_or_default().as_str() {
            "assistant" => {
                open = false;
                calls.extend(message.member("tool_calls").into_iter().flat_map(Node::items).filter_map(call));
            }
            "tool" => {
                let mut received = Received::new(text(message, "tool_call_id").unwrap_or_default());
                if let Some(node) = message.member("content") {
                    (received.form, received.parts) = content(node, "tool-message");
                }
                results.push(received);
                open = true;
            }
            "user" if open => {
                if let (Some(received), Some(node)) = (results.last_mut(), message.member("content")) {
                    received.beside.extend(content(node, "following-user-message").1);
                }
            }
            _ => {}
        }
    }
    (calls, results)
}

fn call(node: Node<'_>) -> Option<Called> {
    let inner = node.member("function").or_else(|| node.member("custom"))?;
    Some(Called {
        id: text(node, "id").unwrap_or_default(),
        name: text(inner, "name")?,
        arguments: text(inner, "arguments").or_else(|| text(inner, "input")).unwrap_or_default(),
    })
}

pub(super) fn write(reply: &Reply) -> Value {
    let (message, reason) = match &reply.said {
        Said::Text(words) => (json!({"role": "assistant", "content": words, "refusal": null}), "stop"),
        Said::Call(call) => {
            let calls = match call.kind {
                OfferedKind::Custom => {
                    json!([{"id": call.id, "type": "custom", "custom": {"name": call.name, "input": call.arguments}}])
                }
                OfferedKind::Function | OfferedKind::Search => {
                    json!([{"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}])
                }
            };
            (
                json!({"role": "assistant", "content": null, "refusal": null, "tool_calls": calls}),
                "tool_calls",
            )
        }
    };
    let mut answer = head(reply, "chat.completion");
    answer["choices"] = json!([{"index": 0, "message": message, "logprobs": null, "finish_reason": reason}]);
    answer["usage"] = usage(reply);
    answer
}

pub(super) fn stream(reply: &Reply, root: Node<'_>) -> Vec<String> {
    let mut deltas = Vec::new();
    let reason = match &reply.said {
        Said::Text(words) => {
            deltas.push(json!({"role": "assistant", "content": "", "refusal": null}));
            deltas.extend(pieces(words).map(|piece| json!({"content": piece})));
            "stop"
        }
        Said::Call(call) => {
            let (word, key) = match call.kind {
                OfferedKind::Custom => ("custom", "input"),
                OfferedKind::Function | OfferedKind::Search => ("function", "arguments"),
            };
            let first = json!({"index": 0, "id": call.id, "type": word, word: {"name": call.name, key: ""}});
            deltas.push(json!({"role": "assistant", "content": null, "tool_calls": [first]}));
            let rest = pieces(&call.arguments);
            deltas.extend(rest.map(|piece| json!({"tool_calls": [{"index": 0, word: {key: piece}}]})));
            "tool_calls"
        }
    };
    let mut chunks: Vec<Value> = deltas.iter().map(|delta| chunk(reply, delta, &Value::Null)).collect();
    chunks.push(chunk(reply, &json!({}), &json!(reason)));
    if root.at("/stream_options/include_usage").and_then(Node::as_bool) == Some(true) {
        let mut last = head(reply, "chat.completion.chunk");
        last["choices"] = json!([]);
        last["usage"] = usage(reply);
        chunks.push(last);
    }
    let mut events: Vec<String> = chunks.iter().map(|chunk| sse(None, &chunk.to_string())).collect();
    events.push(sse(None, "[DONE]"));
    events
}

fn chunk(reply: &Reply, delta: &Value, reason: &Value) -> Value {
    let mut chunk = head(reply, "chat.completion.chunk");
    chunk["choices"] = json!([{"index": 0, "delta": delta, "logprobs": null, "finish_reason": reason}]);
    chunk
}

fn head(reply: &Reply, object: &str) -> Value {
    json!({
        "id": format!("chatcmpl-{}", reply.serial),
        "object": object,
        "created": reply.seconds,
        "model": reply.model,
        "system_fingerprint": "fp_probe",
    })
}

fn usage(reply: &Reply) -> Value {
    json!({
        "prompt_tokens": reply.input_tokens,
        "completion_tokens": reply.output_tokens,
        "total_tokens": reply.input_tokens + reply.output_tokens,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0, "accepted_prediction_tokens": 0, "rejected_prediction_tokens": 0},
    })
}
