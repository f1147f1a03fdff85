//! Behaviours are made up, their projections taken for observations, and profiles inferred from those
//! have to project the same: also for a result that was not among the observations.

use sightline::profile::{Profile, Selector, Surface};
use sightline::project::Projection;

use super::infer;
use crate::record::{Part, Record};
use crate::results::read::Observed;
use crate::results::replay::{difference, replay};
use crate::scenario::{self, Answer, Scenario};

const HEAD: &str = r#"
client = "made-up"
title = "Made up"
home = "https://example.org"
[[version]]
version = "1.0"
counts-from = "2026-01-01"
[version.evidence]
how = "ran"
date = "2026-01-01"
source = "this test"
[[version.surface]]
name = "conversation"
dialect = "openai-chat"
behaviour = "conversation"
[[behaviour.conversation.blocks]]
kind = "text"
emit = [{ text = "{text}" }]
[[behaviour.conversation.cases]]
show = ["content"]
join = "\n"
errors = "flag"
"#;

/// What is observed, few enough to be quick; the last one is not shown to the search.
const SCENARIOS: [&str; 15] = [
    "text",
    "two_texts",
    "both",
    "mirror",
    "error_text",
    "error_two_texts",
    "rpc_error",
    "rpc_refused",
    "annotations",
    "text_10k",
    "text_30k",
    "text_100k",
    "lines_100k",
    "error_100k",
    "text_300k",
];

fn surface(toml: &str) -> Surface {
    let profile = Profile::parse(toml).unwrap_or_else(|error| panic!("{error}\n{toml}"));
    profile.surface(&Selector::default()).unwrap().clone()
}

/// A scenario without what arrived.
fn sent(scenario: &Scenario) -> Observed {
    let (wire, is_error) = match &scenario.answer {
        Answer::Result(result) => (result.clone(), false),
        Answer::Error { code, message, data } => {
            let data = data.as_ref().map(|data| format!(r#","data":{data}"#)).unwrap_or_default();
            (format!(r#"{{"code":{code},"message":"{message}"{data}}}"#), true)
        }
    };
    let mut record = Record {
        client: "made-up".to_owned(),
        version: Some("1.0".to_owned()),
        surface: "conversation".to_owned(),
        dialect: "openai-chat".to_owned(),
        era: "2025-11-25".to_owned(),
        server: Some("probe".to_owned()),
        tool: Some(scenario.tool()),
        tool_definition: serde_json::from_str(&scenario.definition).unwrap(),
        case: format!("case:{}", scenario.name),
        status: "ran".to_owned(),
        date: Some("2026-01-01".to_owned()),
        error: "none".to_owned(),
        complete: true,
        wire,
        ..Record::default()
    };
    record.other.insert("rpc_error".to_owned(), is_error.into());
    with_line(record)
}

fn with_line(record: Record) -> Observed {
    let line = serde_json::to_string(&record).unwrap();
    Observed { record, line, date: "2026-01-01".to_owned() }
}

/// What a surface makes of it, with a path where only a run tells one.
fn arrived(mut one: Observed, surface: &Surface) -> Observed {
    let Projection { parts, error, .. } = replay(&one, surface).unwrap();
    let word = |value: serde_json::Value| value.as_str().unwrap().to_owned();
    let part = |part: sightline::project::Part| Part {
        kind: word(serde_json::to_value(part.kind).unwrap()),
        text: part.text.map(|text| text.replace("{path}", "/tmp/results/0123.txt")),
        place: word(serde_json::to_value(part.place).unwrap()),
        mime_type: part.mime_type,
        uri: part.uri,
        ..Part::default()
    };
    one.record.parts = parts.into_iter().map(part).collect();
    one.record.error = word(serde_json::to_value(error).unwrap());
    with_line(one.record)
}

/// Infers a profile from what a behaviour shows; it has to show the same, and to name what it found.
#[track_caller]
fn check(behaviour: &str, found: &[&str]) {
    let truth = surface(&format!("{HEAD}{behaviour}"));
    let all: Vec<Observed> =
        SCENARIOS.iter().map(|name| arrived(sent(&scenario::find(name).unwrap()), &truth)).collect();
    let (unseen, shown) = all.split_last().unwrap();
    let inferred = infer(shown).remove(0);
    assert_eq!(
        (inferred.explained, inferred.of),
        (shown.len(), shown.len()),
        "{:#?}\n{}",
        inferred.not_inferred,
        inferred.toml
    );
    for word in found {
        assert!(inferred.toml.contains(word), "{word}\n{}", inferred.toml);
    }
    let projection = replay(unseen, &surface(&inferred.toml)).unwrap();
    let differs = difference(&unseen.record, &projection);
    assert!(differs.is_none(), "not shown before: {differs:?}\n{}", inferred.toml);
}

const PROTOCOL: &str = r#"
[behaviour.conversation.protocol-error]
text = "MCP error {code}: {message}"
marked = "flag"
"#;

#[test]
fn a_protocol_error_has_its_words() {
    check(PROTOCOL, &["protocol-error = { text = \"MCP error {code}: {message}\""]);
}

#[test]
fn a_cut_of_the_middle_is_found() {
    let cut = r#"
[[behaviour.conversation.limits]]
middle-bytes = 12000
marker = "…{tokens} tokens cut…"
"#;
    check(&format!("{PROTOCOL}{cut}"), &["middle-bytes = 12000", "…{tokens} tokens cut…"]);
}

#[test]
fn a_cut_by_units_counts_its_marker() {
    let cut = r#"
[[behaviour.conversation.limits]]
middle-bytes = 8000
units-with-marker = true
marker = "\n\n[{removed} characters are missing]\n\n"
"#;
    check(&format!("{PROTOCOL}{cut}"), &["units-with-marker = true", "{removed} characters"]);
}

#[test]
fn a_file_keeps_both_ends() {
    let spill = r#"
[[behaviour.conversation.spills]]
stage = "whole"
max-units = 40000
keep = { ends = [3000, 1000] }
takes-errors = true
text = """
Too long; whole text in {path}
{head}

... [{grouped} characters omitted] ...

{tail}"""
"#;
    check(
        &format!("{PROTOCOL}{spill}"),
        &["keep = { ends = [3000, 1000] }", "{path}", "{grouped}", "# Chosen: "],
    );
}

#[test]
fn a_file_keeps_whole_lines() {
    let spill = r#"
[[behaviour.conversation.spills]]
stage = "whole"
max-bytes = 51200
keep = "head-lines"
takes-errors = true
text = """
{head}

...{removed} bytes truncated. Full output saved to: {path}"""
"#;
    check(&format!("{PROTOCOL}{spill}"), &["keep = \"head-lines\"", "max-bytes = 51200"]);
}

#[test]
fn an_excerpt_tells_its_figures() {
    let excerpt = r#"
[[behaviour.conversation.excerpts]]
over = { bytes = 16000 }
keep = { ends = 16000 }
bytes-per-token = 3.3
text = "{head}[first {head_bytes} and last {tail_bytes} of {bytes} bytes (~{tokens} tokens), without {omitted}]{tail}"
"#;
    check(&format!("{PROTOCOL}{excerpt}"), &["over = { bytes = 16000 }", "~{tokens} tokens"]);
}

#[test]
fn a_frame_stands_around_texts_that_are_long_enough() {
    let frame = r#"
[behaviour.conversation.frame]
from-chars = 20
before = "<from source=\"mcp__{server_word}__{tool_word}\">\n"
after = "\n</from>"
"#;
    check(&format!("{PROTOCOL}{frame}"), &["frame = { from-chars = ", "{server_word}__{tool_word}"]);
}

#[test]
fn an_audience_hides_texts() {
    let hidden = "audience = \"assistant\"\n";
    let head =
        HEAD.replace("[[behaviour.conversation.blocks]]", &format!("[behaviour.conversation]\n{hidden}$0"));
    assert_ne!(head, HEAD);
    // The table of the behaviour stands before its lists.
    let head = head.replace("$0", "[[behaviour.conversation.blocks]]");
    let truth = surface(&format!("{head}{PROTOCOL}"));
    let names = ["text", "two_texts", "annotations", "error_text"];
    let shown: Vec<Observed> =
        names.iter().map(|name| arrived(sent(&scenario::find(name).unwrap()), &truth)).collect();
    let inferred = infer(&shown).remove(0);
    assert_eq!(inferred.explained, names.len(), "{:#?}\n{}", inferred.not_inferred, inferred.toml);
    assert!(inferred.toml.contains("audience = \"assistant\""), "{}", inferred.toml);
}

#[test]
fn media_types_have_rules_of_their_own_and_words_stand_before_media() {
    let blocks = r#"
[[behaviour.conversation.blocks]]
kind = "image"
emit = [{ media = "following-user-message" }]
[[behaviour.conversation.blocks]]
kind = "blob"
mime = ["application/octet-stream"]
emit = [{ text = "[{uri} ({mime}, {size:up}) is left out]" }]
[[behaviour.conversation.blocks]]
kind = "link"
mime = ["image/*"]
emit = [{ url = "following-user-message" }]
[[behaviour.conversation.blocks]]
kind = "link"
emit = [{ text = "See {name}: {uri}" }]
[behaviour.conversation.message]
media-intro = "Media of the tool:"
empty = "nothing to read"
"#;
    let truth = surface(&format!("{HEAD}{PROTOCOL}{blocks}"));
    let names = [
        "text",
        "two_texts",
        "image",
        "image_and_data",
        "resource_blob",
        "link",
        "link_to_image",
        "nothing",
        "blocks",
    ];
    let all: Vec<Observed> =
        names.iter().map(|name| arrived(sent(&scenario::find(name).unwrap()), &truth)).collect();
    let (unseen, shown) = all.split_last().unwrap();
    let inferred = infer(shown).remove(0);
    assert_eq!(inferred.explained, shown.len(), "{:#?}\n{}", inferred.not_inferred, inferred.toml);
    let projection = replay(unseen, &surface(&inferred.toml)).unwrap();
    let differs = difference(&unseen.record, &projection);
    assert!(differs.is_none(), "not shown before: {differs:?}\n{}", inferred.toml);
}

#[test]
fn what_no_searched_form_says_is_named() {
    let preview = r#"
[behaviour.conversation.preview]
over-chars = 80000
head-lines = 5
tail-lines = 5
line-chars = 1000
marker = "[{omitted} lines]"
note = "all lines"
note-with-gap = "head and tail"
gap-caveat = "gap"
cut-caveat = "cut"
text = "Too large. {note}:\n{preview}"
"#;
    let truth = surface(&format!("{HEAD}{PROTOCOL}{preview}"));
    let shown: Vec<Observed> = ["text", "both", "lines_100k"]
        .iter()
        .map(|name| arrived(sent(&scenario::find(name).unwrap()), &truth))
        .collect();
    let inferred = infer(&shown).remove(0);
    assert_eq!((inferred.explained, inferred.of), (2, 3), "{}", inferred.toml);
    assert!(inferred.not_inferred[0].contains("case:lines_100k"), "{:?}", inferred.not_inferred);
}
