//! Answers to all but the question to the model: models, counts, errors.

use http::StatusCode;
use serde_json::{Value, json};
use sightline::json::Document;

use super::asked::Dialect;
use super::body::Chunks;
use super::extract::read_as;
use super::reply::{Said, tokens};
use super::route::Vendor;

/// An answer, before it is a response.
pub(super) struct Answer {
    pub status: StatusCode,
    pub kind: &'static str,
    pub body: Chunks,
    pub dialect: Option<Dialect>,
    pub held: Option<String>,
    pub said: Option<Said>,
}

impl Answer {
    pub fn json(status: StatusCode, value: &Value) -> Self {
        let body = Chunks::whole(value.to_string());
        Self { status, kind: "application/json", body, dialect: None, held: None, said: None }
    }
}

/// Lists the models.
pub(super) fn models(vendor: Vendor, names: &[String]) -> Value {
    let models: Vec<Value> = names.iter().map(|name| model(vendor, name)).collect();
    match vendor {
        Vendor::Google => json!({"models": models}),
        Vendor::Openai => json!({"object": "list", "data": models}),
        Vendor::Anthropic => {
            let id = |model: Option<&Value>| model.map(|model| model["id"].clone()).unwrap_or_default();
            json!({"data": models, "has_more": false, "first_id": id(models.first()), "last_id": id(models.last())})
        }
    }
}

/// Counts the tokens of a request.
pub(super) fn count(dialect: Dialect, path: &str, body: &str) -> Answer {
    let Ok(document) = Document::parse_with(body.as_bytes(), sightline::json::Limits::default()) else {
        return refusal(Vendor::of(dialect), StatusCode::BAD_REQUEST, "the body is no JSON");
    };
    let asked = read_as(dialect, path, &document);
    let total = tokens(asked.strings.iter().map(String::as_str));
    Answer::json(
        StatusCode::OK,
        &match dialect {
            Dialect::Gemini => {
                json!({"totalTokens": total, "promptTokensDetails": [{"modality": "TEXT", "tokenCount": total}]})
            }
            Dialect::AnthropicMessages => json!({"input_tokens": total}),
            Dialect::OpenaiChat | Dialect::OpenaiResponses => {
                json!({"object": "response.input_tokens", "input_tokens": total})
            }
        },
    )
}

/// Describes a model; every name is one.
pub(super) fn model(vendor: Vendor, name: &str) -> Value {
    match vendor {
        Vendor::Openai => {
            json!({"id": name, "object": "model", "created": 1_764_460_800, "owned_by": "probe"})
        }
        Vendor::Anthropic => {
            json!({"type": "model", "id": name, "display_name": name, "created_at": "2025-11-30T00:00:00Z"})
        }
        Vendor::Google => json!({
            "name": format!("models/{name}"),
            "version": "001",
            "displayName": name,
            "inputTokenLimit": 1_048_576,
            "outputTokenLimit": 65_536,
            "supportedGenerationMethods": ["generateContent", "countTokens"],
        }),
    }
}

/// An error in the form of the vendor.
pub(super) fn refusal(vendor: Vendor, status: StatusCode, reason: &str) -> Answer {
    let is_missing = status == StatusCode::NOT_FOUND;
    let value = match vendor {
        Vendor::Openai => {
            let code = if is_missing { json!("not_found") } else { Value::Null };
            json!({"error": {"message": reason, "type": "invalid_request_error", "param": null, "code": code}})
        }
        Vendor::Anthropic => {
            let kind = if is_missing { "not_found_error" } else { "invalid_request_error" };
            json!({"type": "error", "error": {"type": kind, "message": reason}, "request_id": null})
        }
        Vendor::Google => {
            let word = if is_missing { "NOT_FOUND" } else { "INVALID_ARGUMENT" };
            json!({"error": {"code": status.as_u16(), "message": reason, "status": word}})
        }
    };
    Answer::json(status, &value)
}
