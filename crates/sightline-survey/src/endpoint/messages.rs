//! Anthropic messages.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sightline::json::{Kind, Node};

use super::asked::{
    Asked, Called, Choice, Dialect, Offered, OfferedKind, Received, compact, json_part, media_part, strings,
    text, text_part,
};
use super::reply::{Reply, Said, pieces, sse};
use crate::record::Part;

pub(super) fn read(root: Node<'_>) -> Asked {
    let (calls, results, revealed) = history(root);
    let tools = root.member("tools").into_iter().flat_map(Node::items);
    Asked {
        dialect: Dialect::AnthropicMessages,
        model: text(root, "model").unwrap_or_default(),
        stream: root.member("stream").and_then(Node::as_bool).unwrap_or_default(),
        tools: tools.filter_map(|node| tool(node, &revealed)).collect(),
        calls,
        results,
        strings: strings(root),
        schema: schema(root),
        choice: choice(root),
    }
}

fn tool(node: Node<'_>, revealed: &BTreeSet<String>) -> Option<Offered> {
    // Tools that the provider runs have no schema of their own.
    let schema = node.member("input_schema")?;
    let name = text(node, "name")?;
    let defers = node.member("defer_loading").and_then(Node::as_bool).unwrap_or_default();
    Some(Offered {
        deferred: defers && !revealed.contains(&name),
        name,
        namespace: None,
        description: text(node, "description").unwrap_or_default(),
        kind: OfferedKind::Function,
        schema: schema.to_value(),
    })
}

fn schema(root: Node<'_>) -> Option<Value> {
    let format = root.at("/output_config/format").or_else(|| root.member("output_format"))?;
    Some(format.member("schema")?.to_value())
}

fn choice(root: Node<'_>) -> Choice {
    let Some(node) = root.member("tool_choice") else { return Choice::Free };
    match text(node, "type").unwrap_or_default().as_str() {
        "any" => Choice::Any,
        "none" => Choice::Nothing,
        "tool" => text(node, "name").map_or(Choice::Free, Choice::Named),
        _ => Choice::Free,
    }
}

/// Returns calls, results, and the names that searches revealed.
fn history(root: Node<'_>) -> (Vec<Called>, Vec<Received>, BTreeSet<String>) {
    let (mut calls, mut results, mut revealed) = (Vec::new(), Vec::<Received>::new(), BTreeSet::new());
    let mut open = false;
    for message in root.member("messages").into_iter().flat_map(Node::items) {
        let role = text(message, "role").unwrap_or_default();
        if role == "assistant" {
            open = false;
        }
        let content = message.member("content");
        if let Some(words) = content.and_then(Node::as_str) {
            if let Some(received) = results.last_mut().filter(|_| open && role == "user") {
                received.beside.push(text_part(words, "following-user-message"));
            }
            continue;
        }
        let mut here = false;
        for block in content.into_iter().flat_map(Node::items) {
            match text(block, "type").unwrap_or_default().as_str() {
                "tool_use" => calls.extend(call(block)),
                "tool_result" => {
                    results.push(result(block, &mut revealed));
                    (open, here) = (true, true);
                }
                _ if open && role == "user" => {
                    let place = if here { "sibling-part" } else { "following-user-message" };
                    if let Some(received) = results.last_mut() {
                        received.beside.push(part(block, place));
                    }
                }
                _ => {}
            }
        }
    }
    (calls, results, revealed)
}

fn call(block: Node<'_>) -> Option<Called> {
    Some(Called {
        id: text(block, "id").unwrap_or_default(),
        name: text(block, "name")?,
        arguments: block.member("input").map(compact).unwrap_or_default(),
    })
}

fn result(block: Node<'_>, revealed: &mut BTreeSet<String>) -> Received {
    let mut received = Received::new(text(block, "tool_use_id").unwrap_or_default());
    received.flagged = block.member("is_error").and_then(Node::as_bool).unwrap_or_default();
    match block.member("content") {
        Some(node) if node.kind() == Kind::String => {
            received.parts.push(text_part(node.as_str().unwrap_or_default(), "tool-message"));
        }
        Some(node) => {
            received.form = "list";
            received.parts = node.items().map(|item| part(item, "tool-message")).collect();
            revealed.extend(node.items().filter_map(|item| text(item, "tool_name")));
        }
        None => {}
    }
    received
}

fn part(node: Node<'_>, place: &str) -> Part {
    let kind = text(node, "type").unwrap_or_default();
    let source = node.member("source");
    let named = |name: &str| source.and_then(|source| text(source, name));
    match kind.as_str() {
        "text" => match text(node, "text") {
            Some(words) => text_part(words, place),
            None => json_part(node, place),
        },
        "image" => {
            let uri = named("url").or_else(|| named("file_id"));
            let usual = || if uri.is_some() { "image" } else { "" }.to_owned();
            let mime = named("media_type").unwrap_or_else(usual);
            Part { kind: "image".to_owned(), ..media_part(&mime, uri, place) }
        }
        "document" => {
            let mime = named("media_type").unwrap_or_default();
            let words = named("data").filter(|_| named("type").as_deref() == Some("text"));
            let uri = named("url").or_else(|| named("file_id"));
            Part { kind: "file".to_owned(), text: words, ..media_part(&mime, uri, place) }
        }
        _ => json_part(node, place),
    }
}

fn usage(reply: &Reply, output: usize) -> Value {
    json!({
        "input_tokens": reply.input_tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": output,
        "service_tier": "standard",
    })
}

fn head(reply: &Reply) -> Value {
    json!({
        "id": format!("msg_{}", reply.serial),
        "type": "message",
        "role": "assistant",
        "model": reply.model,
        "content": [],
        "stop_reason": null,
        "stop_sequence": null,
    })
}

fn stop_reason(said: &Said) -> &'static str {
    match said {
        Said::Text(_) => "end_turn",
        Said::Call(_) => "tool_use",
    }
}

pub(super) fn write(reply: &Reply) -> Value {
    let block = match &reply.said {
        Said::Text(words) => json!({"type": "text", "text": words}),
        Said::Call(call) => {
            let input: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
            json!({"type": "tool_use", "id": call.id, "name": call.name, "input": input})
        }
    };
    let mut answer = head(reply);
    answer["content"] = json!([block]);
    answer["stop_reason"] = json!(stop_reason(&reply.said));
    answer["usage"] = usage(reply, reply.output_tokens);
    answer
}

pub(super) fn stream(reply: &Reply) -> Vec<String> {
    let mut message = head(reply);
    message["usage"] = usage(reply, 1);
    let (block, deltas): (Value, Vec<Value>) = match &reply.said {
        Said::Text(words) => (
            json!({"type": "text", "text": ""}),
            pieces(words).map(|piece| json!({"type": "text_delta", "text": piece})).collect(),
        ),
        Said::Call(call) => (
            json!({"type": "tool_use", "id": call.id, "name": call.name, "input": {}}),
            pieces(&call.arguments)
                .map(|piece| json!({"type": "input_json_delta", "partial_json": piece}))
                .collect(),
        ),
    };
    let mut events = vec![
        json!({"type": "message_start", "message": message}),
        json!({"type": "content_block_start", "index": 0, "content_block": block}),
        json!({"type": "ping"}),
    ];
    events.extend(
        deltas.into_iter().map(|delta| json!({"type": "content_block_delta", "index": 0, "delta": delta})),
    );
    events.push(json!({"type": "content_block_stop", "index": 0}));
    events.push(json!({
        "type": "message_delta",
        "delta": {"stop_reason": stop_reason(&reply.said), "stop_sequence": null},
        "usage": usage(reply, reply.output_tokens),
    }));
    events.push(json!({"type": "message_stop"}));
    events.iter().map(|event| sse(event["type"].as_str(), &event.to_string())).collect()
}
