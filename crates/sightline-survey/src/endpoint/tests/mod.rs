//! The endpoint tried: what a client of each dialect does, and what is made of it.

mod answers;
mod loops;
mod stored;

use serde_json::{Value, json};

use super::serve::Site;
use super::*;
use crate::scenario;

pub(super) fn chosen(names: &[&str]) -> Vec<Scenario> {
    names.iter().map(|name| scenario::find(name).unwrap()).collect()
}

pub(super) const NAMES: [&str; 3] = ["both", "error_text", "two_texts"];

pub(super) fn site(options: Options) -> Site {
    Site::of(options).unwrap()
}

/// What one dialect's client does with an answer: how a request is built from the history, and how
/// the history goes on.
pub(super) struct Wire {
    pub path: &'static str,
    /// Offers a tool.
    pub tool: fn(&str) -> Value,
    /// Builds a request.
    pub request: fn(&[Value], Value) -> Value,
    /// Reads a call from an answer: id, name, arguments.
    pub call: fn(&Value) -> Option<(Value, String, Value)>,
    /// What the history gets: the model's turn, and the result.
    pub turn: fn(&Value, &Value, &str, &str) -> Vec<Value>,
}

const TOKEN: &str = r#"{"type":"object","properties":{"token":{"type":"string"}},"required":["token"]}"#;

pub(super) fn token_schema() -> Value {
    serde_json::from_str(TOKEN).unwrap()
}

pub(super) fn parsed(arguments: &Value) -> Value {
    serde_json::from_str(arguments.as_str().unwrap()).unwrap()
}

pub(super) const CHAT: Wire = Wire {
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

pub(super) const MESSAGES: Wire = Wire {
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

pub(super) const GEMINI: Wire = Wire {
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

pub(super) const RESPONSES: Wire = Wire {
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
pub(super) fn drive(site: &Site, wire: &Wire, names: &[String]) -> Vec<String> {
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
