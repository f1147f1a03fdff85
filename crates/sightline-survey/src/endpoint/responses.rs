//! OpenAI responses.

use serde_json::{Value, json};
use sightline::json::{Kind, Node};

use super::asked::{
    Asked, Called, Dialect, Offered, OfferedKind, Received, compact, json_part, strings, text,
};
use super::chat::choice;
use super::openai::content;
use super::reply::{Reply, Said, pieces, sse};

pub(super) fn read(root: Node<'_>) -> Asked {
    let (calls, results, mut tools) = history(root);
    let mut offered = Vec::new();
    list(root.member("tools"), None, &mut offered);
    offered.append(&mut tools);
    Asked {
        dialect: Dialect::OpenaiResponses,
        model: text(root, "model").unwrap_or_default(),
        stream: root.member("stream").and_then(Node::as_bool).unwrap_or_default(),
        tools: offered,
        calls,
        results,
        strings: strings(root),
        schema: schema(root),
        choice: choice(root.member("tool_choice")),
    }
}

/// Reads a list of tools; a namespace holds one of its own.
fn list(tools: Option<Node<'_>>, namespace: Option<&str>, offered: &mut Vec<Offered>) {
    for node in tools.into_iter().flat_map(Node::items) {
        let kind = match text(node, "type").unwrap_or_default().as_str() {
            "namespace" => {
                // One level: a namespace in a namespace is not known.
                if namespace.is_none() {
                    list(node.member("tools"), text(node, "name").as_deref(), offered);
                }
                continue;
            }
            "function" => OfferedKind::Function,
            "custom" => OfferedKind::Custom,
            "tool_search" if text(node, "execution").as_deref() == Some("client") => OfferedKind::Search,
            _ => continue,
        };
        offered.push(Offered {
            name: text(node, "name").unwrap_or_else(|| "tool_search".to_owned()),
            namespace: namespace.map(str::to_owned),
            description: text(node, "description").unwrap_or_default(),
            kind,
            schema: node.member("parameters").map(Node::to_value).unwrap_or_default(),
            deferred: node.member("defer_loading").and_then(Node::as_bool).unwrap_or_default(),
        });
    }
}

fn schema(root: Node<'_>) -> Option<Value> {
    let format = root.at("/text/format")?;
    match text(format, "type")?.as_str() {
        "json_schema" => Some(format.member("schema")?.to_value()),
        "json_object" => Some(json!({"type": "object"})),
        _ => None,
    }
}

/// Returns calls, results, and the tools that searches brought.
fn history(root: Node<'_>) -> (Vec<Called>, Vec<Received>, Vec<Offered>) {
    let (mut calls, mut results, mut tools) = (Vec::new(), Vec::<Received>::new(), Vec::new());
    let mut open = false;
    for item in root.member("input").into_iter().flat_map(Node::items) {
        let id = text(item, "call_id").unwrap_or_default();
        match text(item, "type").unwrap_or_default().as_str() {
            "function_call" | "custom_tool_call" | "tool_search_call" => {
                open = false;
                let arguments = item.member("arguments").or_else(|| item.member("input"));
                calls.push(Called {
                    id,
                    name: text(item, "name").unwrap_or_else(|| "tool_search".to_owned()),
                    arguments: arguments.map(words).unwrap_or_default(),
                });
            }
            "function_call_output" | "custom_tool_call_output" => {
                let mut received = Received::new(id);
                if let Some(output) = item.member("output") {
                    (received.form, received.parts) = content(output, "tool-message");
                }
                results.push(received);
                open = true;
            }
            "tool_search_output" => {
                let mut received = Received::new(id);
                received.form = "list";
                received.parts =
                    item.member("tools").map(|tools| json_part(tools, "tool-message")).into_iter().collect();
                list(item.member("tools"), None, &mut tools);
                // They are there now, whatever they were before.
                tools.iter_mut().for_each(|tool| tool.deferred = false);
                results.push(received);
                open = true;
            }
            "message" | "" => match text(item, "role").unwrap_or_default().as_str() {
                "assistant" => open = false,
                "user" if open => {
                    if let (Some(received), Some(node)) = (results.last_mut(), item.member("content")) {
                        received.beside.extend(content(node, "following-user-message").1);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
    (calls, results, tools)
}

fn words(node: Node<'_>) -> String {
    if node.kind() == Kind::String { node.as_str().unwrap_or_default().into_owned() } else { compact(node) }
}

/// Returns the output item of what was said; `done` is false for the item that a stream begins with.
pub(super) fn item(reply: &Reply, done: bool) -> Value {
    let status = if done { "completed" } else { "in_progress" };
    let serial = &reply.serial;
    match &reply.said {
        Said::Text(words) => {
            let part = json!({"type": "output_text", "text": words, "annotations": [], "logprobs": []});
            let content = if done { json!([part]) } else { json!([]) };
            json!({"type": "message", "id": format!("msg_{serial}"), "role": "assistant", "status": status, "content": content})
        }
        Said::Call(call) => {
            let arguments = if done { call.arguments.as_str() } else { "" };
            let mut item = match call.kind {
                OfferedKind::Function => {
                    json!({"type": "function_call", "id": format!("fc_{serial}"), "arguments": arguments})
                }
                OfferedKind::Custom => {
                    json!({"type": "custom_tool_call", "id": format!("ctc_{serial}"), "input": arguments})
                }
                OfferedKind::Search => {
                    let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
                    json!({"type": "tool_search_call", "id": format!("tsc_{serial}"), "execution": "client", "arguments": arguments})
                }
            };
            item["call_id"] = json!(call.id);
            item["status"] = json!(status);
            if call.kind != OfferedKind::Search {
                item["name"] = json!(call.name);
            }
            if let Some(namespace) = &call.namespace {
                item["namespace"] = json!(namespace);
            }
            item
        }
    }
}

pub(super) fn write(reply: &Reply, root: Node<'_>) -> Value {
    let mut answer = response(reply, root, "completed");
    answer["output"] = json!([item(reply, true)]);
    answer["usage"] = json!({
        "input_tokens": reply.input_tokens,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": reply.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": reply.input_tokens + reply.output_tokens,
    });
    answer
}

fn response(reply: &Reply, root: Node<'_>, status: &str) -> Value {
    let echo = |name: &str, usual: Value| root.member(name).map_or(usual, Node::to_value);
    json!({
        "id": format!("resp_{}", reply.serial),
        "object": "response",
        "created_at": reply.seconds,
        "status": status,
        "background": false,
        "error": null,
        "incomplete_details": null,
        "instructions": echo("instructions", Value::Null),
        "max_output_tokens": echo("max_output_tokens", Value::Null),
        "metadata": echo("metadata", json!({})),
        "model": reply.model,
        "output": [],
        "parallel_tool_calls": echo("parallel_tool_calls", json!(true)),
        "previous_response_id": echo("previous_response_id", Value::Null),
        "reasoning": {"effort": null, "summary": null},
        "service_tier": "default",
        "store": echo("store", json!(true)),
        "temperature": 1.0,
        "text": {"format": {"type": "text"}},
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "truncation": "disabled",
        "usage": null,
        "user": null,
    })
}

pub(super) fn stream(reply: &Reply, root: Node<'_>) -> Vec<String> {
    let begun = response(reply, root, "in_progress");
    let done = item(reply, true);
    let mut events = vec![
        json!({"type": "response.created", "response": begun}),
        json!({"type": "response.in_progress", "response": begun}),
        json!({"type": "response.output_item.added", "output_index": 0, "item": item(reply, false)}),
    ];
    let id = done["id"].clone();
    let about = |kind: &str, mut rest: Value| {
        rest["type"] = json!(kind);
        rest["item_id"] = id.clone();
        rest["output_index"] = json!(0);
        rest
    };
    match &reply.said {
        Said::Text(words) => {
            let part =
                |text: &str| json!({"type": "output_text", "text": text, "annotations": [], "logprobs": []});
            events.push(about("response.content_part.added", json!({"content_index": 0, "part": part("")})));
            events.extend(pieces(words).map(|piece| {
                about(
                    "response.output_text.delta",
                    json!({"content_index": 0, "delta": piece, "logprobs": []}),
                )
            }));
            events.push(about(
                "response.output_text.done",
                json!({"content_index": 0, "text": words, "logprobs": []}),
            ));
            events
                .push(about("response.content_part.done", json!({"content_index": 0, "part": part(words)})));
        }
        Said::Call(call) if call.kind != OfferedKind::Search => {
            let (kind, key) = match call.kind {
                OfferedKind::Custom => ("response.custom_tool_call_input", "input"),
                OfferedKind::Function | OfferedKind::Search => {
                    ("response.function_call_arguments", "arguments")
                }
            };
            events.extend(
                pieces(&call.arguments).map(|piece| about(&format!("{kind}.delta"), json!({"delta": piece}))),
            );
            events.push(about(&format!("{kind}.done"), json!({key: call.arguments, "name": call.name})));
        }
        Said::Call(_) => {}
    }
    events.push(json!({"type": "response.output_item.done", "output_index": 0, "item": done}));
    events.push(json!({"type": "response.completed", "response": write(reply, root)}));
    for (number, event) in events.iter_mut().enumerate() {
        event["sequence_number"] = json!(number);
    }
    events.iter().map(|event| sse(event["type"].as_str(), &event.to_string())).collect()
}
