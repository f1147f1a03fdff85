//! Google generateContent.

use serde_json::{Value, json};
use sightline::json::Node;

use super::asked::{
    Asked, Called, Choice, Dialect, Offered, OfferedKind, Received, compact, json_part, media_part, strings,
    text, text_part,
};
use super::reply::{Reply, Said, pieces};
use crate::record::Part;

/// Returns a member by either of its two spellings, which the interface takes alike.
fn either<'d>(node: Node<'d>, camel: &str, snake: &str) -> Option<Node<'d>> {
    node.member(camel).or_else(|| node.member(snake))
}

pub(super) fn read(root: Node<'_>, model: &str, stream: bool) -> Asked {
    let (calls, results) = history(root);
    Asked {
        dialect: Dialect::Gemini,
        model: model.to_owned(),
        stream,
        tools: root
            .member("tools")
            .into_iter()
            .flat_map(Node::items)
            .filter_map(|tool| either(tool, "functionDeclarations", "function_declarations"))
            .flat_map(Node::items)
            .filter_map(tool)
            .collect(),
        calls,
        results,
        strings: strings(root),
        schema: schema(root),
        choice: choice(root),
    }
}

fn tool(node: Node<'_>) -> Option<Offered> {
    let schema =
        either(node, "parametersJsonSchema", "parameters_json_schema").or_else(|| node.member("parameters"));
    Some(Offered {
        name: text(node, "name")?,
        namespace: None,
        description: text(node, "description").unwrap_or_default(),
        kind: OfferedKind::Function,
        schema: schema.map(Node::to_value).unwrap_or_default(),
        deferred: false,
    })
}

fn schema(root: Node<'_>) -> Option<Value> {
    let config = either(root, "generationConfig", "generation_config")?;
    let schema = either(config, "responseJsonSchema", "response_json_schema")
        .or_else(|| either(config, "responseSchema", "response_schema"));
    let is_json = || {
        let mime = either(config, "responseMimeType", "response_mime_type")?.as_str()?;
        (mime == "application/json").then(|| json!({"type": "object"}))
    };
    schema.map(Node::to_value).or_else(is_json)
}

fn choice(root: Node<'_>) -> Choice {
    let config = either(root, "toolConfig", "tool_config")
        .and_then(|config| either(config, "functionCallingConfig", "function_calling_config"));
    let Some(config) = config else { return Choice::Free };
    match text(config, "mode").unwrap_or_default().to_ascii_uppercase().as_str() {
        "ANY" => {
            let names = either(config, "allowedFunctionNames", "allowed_function_names");
            let mut names = names.into_iter().flat_map(Node::items).filter_map(|name| name.as_str());
            match (names.next(), names.next()) {
                (Some(only), None) => Choice::Named(only.into_owned()),
                _ => Choice::Any,
            }
        }
        "NONE" => Choice::Nothing,
        _ => Choice::Free,
    }
}

fn history(root: Node<'_>) -> (Vec<Called>, Vec<Received>) {
    let (mut calls, mut results) = (Vec::<Called>::new(), Vec::<Received>::new());
    let mut open = false;
    for content in root.member("contents").into_iter().flat_map(Node::items) {
        let is_model = text(content, "role").as_deref() == Some("model");
        open = open && !is_model;
        let before = results.len();
        for node in content.member("parts").into_iter().flat_map(Node::items) {
            if let Some(call) = either(node, "functionCall", "function_call") {
                calls.push(Called {
                    id: text(call, "id").unwrap_or_else(|| format!("call {}", calls.len() + 1)),
                    name: text(call, "name").unwrap_or_default(),
                    arguments: call.member("args").map_or_else(|| "{}".to_owned(), compact),
                });
            } else if let Some(response) = either(node, "functionResponse", "function_response") {
                let new = result(response, answered(response, &calls, &results, before));
                // Some clients answer one call in several parts.
                match results.iter_mut().skip(before).find(|known| known.call == new.call) {
                    Some(known) => {
                        known.parts.extend(new.parts);
                        known.flagged |= new.flagged;
                    }
                    None => results.push(new),
                }
                open = true;
            } else if open && !is_model {
                let place = if results.len() > before { "sibling-part" } else { "following-user-message" };
                if let Some(received) = results.last_mut() {
                    received.beside.push(part(node, place));
                }
            }
        }
    }
    (calls, results)
}

/// Finds the call that a response answers: ids are often left out, and then name and order say it. Without an open
/// call of the name it is more of what answers one in the same content; that begins at `before`.
fn answered(response: Node<'_>, calls: &[Called], results: &[Received], before: usize) -> String {
    if let Some(id) = text(response, "id").filter(|id| calls.iter().any(|call| call.id == *id)) {
        return id;
    }
    let name = text(response, "name").unwrap_or_default();
    let is_free = |call: &&Called| !results.iter().any(|received| received.call == call.id);
    let by_name = calls.iter().filter(is_free).find(|call| call.name == name);
    let again = || {
        let here = results.iter().skip(before).map(|received| &received.call);
        here.rev().find_map(|id| calls.iter().find(|call| call.id == *id && call.name == name))
    };
    let found = by_name.or_else(again).or_else(|| calls.iter().find(is_free));
    found.map(|call| call.id.clone()).unwrap_or_default()
}

fn result(response: Node<'_>, id: String) -> Received {
    let mut received = Received::new(id);
    received.form = "object";
    if let Some(value) = response.member("response") {
        received.flagged = value.member("error").is_some_and(|error| !error.is_null());
        received.parts.push(json_part(value, "tool-message"));
    }
    let inner = response.member("parts").into_iter().flat_map(Node::items);
    received.parts.extend(inner.map(|node| part(node, "tool-message")));
    received
}

fn part(node: Node<'_>, place: &str) -> Part {
    let mime = |data: Node<'_>| {
        either(data, "mimeType", "mime_type").and_then(Node::as_str).unwrap_or_default().into_owned()
    };
    if let Some(words) = text(node, "text") {
        return text_part(words, place);
    }
    if let Some(data) = either(node, "inlineData", "inline_data") {
        return media_part(&mime(data), None, place);
    }
    if let Some(data) = either(node, "fileData", "file_data") {
        let uri = either(data, "fileUri", "file_uri").and_then(Node::as_str).map(|uri| uri.into_owned());
        return media_part(&mime(data), uri, place);
    }
    json_part(node, place)
}

fn answer(reply: &Reply, parts: &Value, reason: Option<&str>) -> Value {
    let mut candidate = json!({"content": {"role": "model", "parts": parts}, "index": 0});
    if let Some(reason) = reason {
        candidate["finishReason"] = json!(reason);
    }
    json!({
        "candidates": [candidate],
        "usageMetadata": {
            "promptTokenCount": reply.input_tokens,
            "candidatesTokenCount": reply.output_tokens,
            "totalTokenCount": reply.input_tokens + reply.output_tokens,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": reply.input_tokens}],
        },
        "modelVersion": reply.model,
        "responseId": reply.serial,
    })
}

fn call_parts(reply: &Reply) -> Option<Value> {
    let Said::Call(call) = &reply.said else { return None };
    let args: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
    Some(json!([{"functionCall": {"id": call.id, "name": call.name, "args": args}}]))
}

pub(super) fn write(reply: &Reply) -> Value {
    let words = match &reply.said {
        Said::Text(words) => words.as_str(),
        Said::Call(_) => "",
    };
    let parts = call_parts(reply).unwrap_or_else(|| json!([{"text": words}]));
    answer(reply, &parts, Some("STOP"))
}

/// The answers of a stream; how they are framed depends on what the request asked for.
pub(super) fn stream(reply: &Reply) -> Vec<Value> {
    let Said::Text(words) = &reply.said else { return vec![write(reply)] };
    let mut answers: Vec<Value> =
        pieces(words).map(|piece| answer(reply, &json!([{"text": piece}]), None)).collect();
    if let Some(last) = answers.last_mut() {
        last["candidates"][0]["finishReason"] = json!("STOP");
    }
    answers
}
