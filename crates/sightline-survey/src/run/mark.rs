//! What the model is told of an error.

use serde_json::Value;

use super::records::value;
use crate::endpoint::Seen;
use crate::probe::Call;
use crate::scenario::Scenario;

/// What the model is told of an error.
///
/// Only what can be told without knowing the client: a mark of the dialect; a result whose own
/// canaries are all missing while words arrived in their place; the envelope's own mark.
pub(super) fn mark(scenario: &Scenario, call: &Call, seen: &Seen) -> &'static str {
    let text: String =
        seen.parts.iter().filter_map(|part| part.text.as_deref()).collect::<Vec<_>>().join("\n");
    let wire = call.answer.as_deref().unwrap_or_default();
    let sent = scenario.seen_in(wire);
    let arrived = scenario.seen_in(&text);
    let has_media = seen.parts.iter().any(|part| part.kind != "text" && part.kind != "json");
    let could_be_lost = !sent.is_empty() || value(wire).get("isError") != Some(&Value::Bool(true));
    let is_lost = could_be_lost && !sent.keys().any(|channel| arrived.contains_key(channel)) && !has_media;
    let is_error = value(wire).get("isError") == Some(&Value::Bool(true)) || call.is_error;
    let says_error = has_word(&FAILURE, &text, scenario);
    let is_own = |words: &[&str]| has_word(words, &text, scenario) && !has_word(words, wire, scenario);
    match (is_lost, seen.flagged, is_error) {
        (true, _, _) if says_error || seen.flagged => "substituted",
        // A flag on what was no error is the client's own, and so are the words, even if they quote the result.
        (_, true, false) => "substituted",
        (_, true, true) => "flagged",
        // A mark in words of the client's own, which the sent texts do not hold.
        (_, _, true) if is_own(&FAILURE) => "flagged",
        (_, _, true) if text.contains("isError") => "flagged",
        // A refusal that quotes the result, so that its canaries arrived all the same.
        (_, _, false) if is_own(&REFUSAL) => "substituted",
        _ => "none",
    }
}

/// Words of failure that clients and their SDKs have been met with where a result was lost or is an error.
const FAILURE: [&str; 9] = [
    "error",
    "invalid",
    "failed",
    "unexpected",
    "unsupported",
    "cannot",
    "does not match",
    "did not return",
    "must ",
];

/// Those that stand in a refusal, and hardly in a remark about a part of a result.
const REFUSAL: [&str; 3] = ["error", "invalid", "failed"];

/// Whether a text has such a word, beside what every result may hold: the field that tells an error,
/// canaries and names of tools.
fn has_word(words: &[&str], text: &str, scenario: &Scenario) -> bool {
    let tool = scenario.tool();
    let named = ["isError", &tool, &tool.replace('_', "-")];
    let named = named.into_iter().chain(scenario.canaries.values().map(String::as_str));
    let bare = named.fold(text.to_owned(), |text, name| text.replace(name, "")).to_lowercase();
    words.iter().any(|word| bare.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::Dialect;
    use crate::record::Part;
    use crate::scenario::{Answer, find};

    fn check(name: &str, arrived: &str, expected: &str) {
        check_flagged(name, arrived, false, expected);
    }

    fn check_flagged(name: &str, arrived: &str, flagged: bool, expected: &str) {
        let scenario = find(name).unwrap();
        let (answer, is_error) = match &scenario.answer {
            Answer::Result(result) => (result.clone(), false),
            Answer::Error { message, .. } => (message.clone(), true),
        };
        let call = Call {
            time: 0,
            tool: scenario.tool(),
            arguments: "{}".to_owned(),
            meta: None,
            revision: None,
            transport: "stdio".to_owned(),
            answer: Some(answer),
            is_error,
        };
        let seen = Seen {
            call: "1".to_owned(),
            scenario: Some(name.to_owned()),
            called_as: None,
            arguments: Value::Null,
            form: "string",
            parts: vec![Part { kind: "text".into(), text: Some(arrived.to_owned()), ..Part::default() }],
            unrelated: Vec::new(),
            flagged,
            changed_later: false,
            dialect: Dialect::OpenaiChat,
            model: "m".to_owned(),
            time: 0,
        };
        assert_eq!(mark(&scenario, &call, &seen), expected, "{name}: {arrived}");
    }

    #[test]
    fn a_mark_is_told_by_what_the_client_adds() {
        for (name, arrived, expected) in [
            ("both", "CNRY_both_t1_zq", "none"),
            ("both", r#"{"content":[{"text":"CNRY_both_t1_zq"}],"isError":false}"#, "none"),
            ("nothing", r#"{"content":[],"isError":false}"#, "none"),
            ("missing", "Tool probe_missing did not return structured content", "substituted"),
            ("invalid", "Structured content does not match: data/n must be integer", "substituted"),
            ("extra_member", "Execution failed: 'CNRY_extra_member_sc_zq' is not allowed", "substituted"),
            ("error", r#"{"error": "CNRY_error_t1_zq"}"#, "flagged"),
            ("error", "CNRY_error_t1_zq", "none"),
            ("error", r#"{"content":[{"text":"CNRY_error_t1_zq"}],"isError":true}"#, "flagged"),
            ("audio", "CNRY_audio_t1_zq; a file was not sent: this model cannot read audio", "none"),
        ] {
            check(name, arrived, expected);
        }
    }

    #[test]
    fn a_flag_of_the_dialect_marks_an_error_and_gives_a_refusal_away() {
        check_flagged("error", "CNRY_error_t1_zq", true, "flagged");
        check_flagged("error_empty", "Error: no text", true, "flagged");
        check_flagged("extra_member", "'CNRY_extra_member_sc_zq' was unexpected", true, "substituted");
    }
}
