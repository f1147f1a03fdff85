//! From kept requests to what the model was sent for each call. Pure: no socket, no clock.

use std::collections::HashMap;

use serde_json::Value;
use sightline::json::Document;

use super::asked::{Asked, Dialect, Received};
use super::kept::Kept;
use super::reply::Said;
use super::{chat, gemini, messages, names, responses};
use crate::record::Part;
use crate::scenario::{self, Scenario, named_in};

/// What the model was sent for one call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Seen {
    /// Id of the call.
    pub call: String,
    /// The scenario whose token stands in the arguments.
    pub scenario: Option<String>,
    /// The name that the model used.
    pub called_as: Option<String>,
    /// The arguments: JSON, or a string where they are free text.
    pub arguments: Value,
    /// Form of the tool message's content, as records name it.
    pub form: &'static str,
    /// What arrived, in order: in the tool message, then what belongs to it beside or after it.
    pub parts: Vec<Part>,
    /// Texts beside or after the tool message that have nothing of the result.
    pub unrelated: Vec<Part>,
    /// Whether the dialect's own mark of an error is set.
    pub flagged: bool,
    /// Whether a later request shows the same call's result differently.
    pub changed_later: bool,
    /// The dialect of the request.
    pub dialect: Dialect,
    /// The model that the request names.
    pub model: String,
    /// When the request came, in milliseconds since 1970.
    pub time: u64,
}

/// Returns what the model was sent for each call, in the order in which results first arrived.
///
/// `scenarios` say which texts beside a result belong to it; shipped ones are known.
///
/// ```
/// use sightline_survey::endpoint::{Kept, extract};
///
/// let body = r#"{"model":"m","messages":[
///     {"role":"assistant","tool_calls":[{"id":"c1","type":"function",
///         "function":{"name":"probe_text","arguments":"{\"token\":\"ARGTOK_text_zq\"}"}}]},
///     {"role":"tool","tool_call_id":"c1","content":"CNRY_text_t1_zq"}]}"#;
/// let kept: Kept = serde_json::from_value(serde_json::json!({
///     "time": 0, "route": "POST /v1/chat/completions", "headers": {}, "body": body,
///     "dialect": "openai-chat", "status": 200,
/// })).unwrap();
/// let seen = extract(&[kept], &[]);
/// assert_eq!(seen[0].scenario.as_deref(), Some("text"));
/// assert_eq!(seen[0].parts[0].text.as_deref(), Some("CNRY_text_t1_zq"));
/// ```
#[must_use]
pub fn extract(requests: &[Kept], scenarios: &[Scenario]) -> Vec<Seen> {
    let mut seen: Vec<Seen> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    // What the endpoint called itself, for histories that leave out the model's own words.
    let said: HashMap<&str, &super::reply::Call> = requests
        .iter()
        .filter_map(|kept| match &kept.said {
            Some(Said::Call(call)) => Some((call.id.as_str(), call)),
            _ => None,
        })
        .collect();
    for kept in requests {
        let Some(asked) = read(kept) else { continue };
        for received in &asked.results {
            let called = asked.calls.iter().rfind(|called| called.id == received.call);
            let own = said.get(received.call.as_str());
            let arguments = called
                .map(|called| called.arguments.as_str())
                .or_else(|| own.map(|call| call.arguments.as_str()));
            let new = one(kept, &asked, received, arguments.unwrap_or_default(), scenarios);
            let name = called.map(|called| called.name.clone()).or_else(|| own.map(|call| call.name.clone()));
            match places.get(&received.call) {
                Some(&place) => {
                    // `places` holds indices of `seen`, which only grows.
                    let first = &mut seen[place];
                    first.changed_later |= first.parts != new.parts || first.flagged != new.flagged;
                }
                None => {
                    places.insert(received.call.clone(), seen.len());
                    seen.push(Seen { called_as: name, ..new });
                }
            }
        }
    }
    seen
}

fn one(kept: &Kept, asked: &Asked, received: &Received, arguments: &str, scenarios: &[Scenario]) -> Seen {
    let name = named_in(arguments).map(str::to_owned);
    let own = name.as_ref().and_then(|name| {
        scenarios.iter().find(|scenario| scenario.name == *name).cloned().or_else(|| scenario::find(name))
    });
    let (mut parts, mut unrelated) = (received.parts.clone(), Vec::new());
    // What stands beside the result belongs to it when it holds media, or a canary of the scenario; a
    // message after it also when the result had media, since words may stand in their place. All else
    // is what clients remind their models of.
    let belongs = received.beside.iter().any(|part| {
        let text = part.text.as_deref().unwrap_or_default();
        let speaks_of_it = |scenario: &Scenario| {
            !scenario.seen_in(text).is_empty()
                || (scenario.has_media() && part.place == "following-user-message")
        };
        part.kind != "text" || own.as_ref().is_some_and(speaks_of_it)
    });
    if belongs {
        parts.extend(received.beside.clone());
    } else {
        unrelated = received.beside.clone();
    }
    Seen {
        call: received.call.clone(),
        scenario: name,
        called_as: None,
        arguments: serde_json::from_str(arguments).unwrap_or_else(|_| Value::String(arguments.to_owned())),
        form: received.form,
        parts,
        unrelated,
        flagged: received.flagged,
        changed_later: false,
        dialect: asked.dialect,
        model: asked.model.clone(),
        time: kept.time,
    }
}

/// Returns the scenarios whose tools a request offers, and under which names.
///
/// ```
/// use sightline_survey::{endpoint, scenario};
///
/// let body = r#"{"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"mcp__p__probe_text"}}]}"#;
/// let kept: endpoint::Kept = serde_json::from_value(serde_json::json!({
///     "time": 0, "route": "POST /v1/chat/completions", "headers": {}, "body": body,
///     "dialect": "openai-chat", "status": 200,
/// })).unwrap();
/// let offered = endpoint::offered(&kept, &scenario::all());
/// assert_eq!(offered, [("text".to_owned(), "mcp__p__probe_text".to_owned())]);
/// ```
#[must_use]
pub fn offered(kept: &Kept, scenarios: &[Scenario]) -> Vec<(String, String)> {
    let Some(asked) = read(kept) else { return Vec::new() };
    let found = scenarios.iter().filter_map(|scenario| {
        let tool = names::find(&asked.tools, scenario)?;
        Some((scenario.name.clone(), tool.name.clone()))
    });
    found.collect()
}

/// Reads a kept request, with the history that was held for its client.
fn read(kept: &Kept) -> Option<Asked> {
    let dialect = kept.dialect?;
    let body = with_history(&kept.body, kept.held.as_deref());
    let document = Document::parse(body.as_deref().unwrap_or(&kept.body)).ok()?;
    Some(read_as(dialect, &kept.route, &document))
}

/// Reads a request in its dialect; Gemini has the model in the path.
pub(super) fn read_as(dialect: Dialect, route: &str, document: &Document<'_>) -> Asked {
    let root = document.root();
    match dialect {
        Dialect::OpenaiChat => chat::read(root),
        Dialect::OpenaiResponses => responses::read(root),
        Dialect::AnthropicMessages => messages::read(root),
        Dialect::Gemini => {
            let name = route.rsplit('/').next().unwrap_or_default();
            let (model, method) = name.split_once(':').unwrap_or((name, ""));
            gemini::read(root, model, method.starts_with("stream"))
        }
    }
}

/// Puts held items before those of a request; `None` where there is nothing to put.
pub(super) fn with_history(body: &str, held: Option<&str>) -> Option<String> {
    let held = held.filter(|held| !held.is_empty())?;
    let document = Document::parse(body).ok()?;
    let input = document.root().member("input")?;
    let items = items(input);
    let all = if items.is_empty() { held.to_owned() } else { format!("{held},{items}") };
    let mut edits = sightline::json::Edits::new(&document);
    edits.replace(input, format!("[{all}]"));
    Some(edits.finish())
}

/// Returns the items of an input as JSON text with commas between; a bare text is a message of the user.
pub(super) fn items(input: sightline::json::Node<'_>) -> String {
    if input.as_text().is_some() {
        return format!(r#"{{"type":"message","role":"user","content":{}}}"#, input.text());
    }
    input.items().map(|item| item.text()).collect::<Vec<_>>().join(",")
}
