//! What shipped profiles say where their clients' released programs were read or called for it.

use super::{case, check};
use crate::json::Document;
use crate::profile::{Profile, Selector};
use crate::project::{Call, ErrorShown, Part, PartKind, Projection, project, project_error};
use crate::result::ToolResult;

const DEEPAGENTS: [&str; 2] = ["deepagents", "conversation"];
const FRAMEWORK: [&str; 2] = ["agent-framework-python", "conversation"];
const CREWAI: [&str; 2] = ["crewai", "conversation"];

pub(super) fn projected([client, surface]: [&str; 2], asked: &[(&str, &str)], wire: &str) -> Projection {
    let mut selector = Selector { surface: Some(surface.to_owned()), ..Selector::default() };
    for (key, value) in asked {
        let value = Some((*value).to_owned());
        match *key {
            "dialect" => selector.dialect = value,
            "model" => selector.model = value,
            "transport" => selector.transport = value,
            "era" => selector.era = value,
            "version" => selector.version = value,
            key => selector.options.extend(value.map(|value| (key.to_owned(), value))),
        }
    }
    let profile = Profile::of(client).unwrap();
    let surface = profile.surface(&selector).unwrap();
    let document = Document::parse(wire).unwrap();
    let call = Call { tool_name: "t".to_owned(), model: selector.model.clone(), ..Call::default() };
    if document.root().member("code").is_some() {
        return project_error(&call, document.root(), surface).unwrap();
    }
    project(&call, ToolResult::of(document.root()).unwrap(), surface)
}

/// What arrives: texts in quotes, media by kind and type, and what is told of an error.
pub(super) fn laid_out(projection: &Projection) -> String {
    let part = |part: &Part| {
        let name = match part.kind {
            PartKind::Audio => "audio",
            PartKind::File => "file",
            PartKind::Image => "image",
            PartKind::Json | PartKind::Text => {
                return format!("{:?}", part.text.as_deref().unwrap_or_default());
            }
        };
        let of = [&part.mime_type, &part.uri].map(|of| of.as_deref().unwrap_or_default());
        [name, of[0], of[1]].join(" ").trim_end().to_owned()
    };
    let mut found: Vec<String> = projection.parts.iter().map(part).collect();
    if projection.error != ErrorShown::None {
        found.push(format!("{:?}", projection.error));
    }
    found.join(" | ")
}

pub(super) fn text(text: &str) -> String {
    format!(r#"{{"type": "text", "text": "{text}"}}"#)
}

fn typed(mime: &str) -> String {
    if mime.is_empty() { String::new() } else { format!(r#", "mimeType": "{mime}""#) }
}

pub(super) fn data(kind: &str, mime: &str) -> String {
    format!(r#"{{"type": "{kind}", "data": "AAAA"{}}}"#, typed(mime))
}

pub(super) fn blob(mime: &str) -> String {
    format!(
        r#"{{"type": "resource", "resource": {{"uri": "https://example.com/a", "blob": "AAAA"{}}}}}"#,
        typed(mime)
    )
}

pub(super) fn link(mime: &str) -> String {
    format!(r#"{{"type": "resource_link", "uri": "https://example.com/a", "name": "a"{}}}"#, typed(mime))
}

pub(super) fn content(blocks: &[String]) -> String {
    format!(r#"{{"content": [{}]}}"#, blocks.join(","))
}

#[test]
fn deepagents_sends_the_files_that_the_dialect_takes() {
    let check = |block: &str, chat: &str, responses: &str| {
        for (dialect, expected) in [("openai-chat", chat), ("openai-responses", responses)] {
            let wire = content(&[block.to_owned()]);
            let found = projected(DEEPAGENTS, &[("dialect", dialect)], &wire);
            assert_eq!(laid_out(&found), expected, "{dialect} {wire}");
        }
    };
    let notice = |mime: &str| {
        let words = "the requested file was not attached because this model does not support file content";
        format!("\"[read_file: {words} ({mime}).]\"")
    };
    let (binary, sound, plain) =
        (notice("application/octet-stream"), notice("audio/wav"), notice("text/plain"));
    check(&blob("application/octet-stream"), &binary, &binary);
    check(&blob("audio/wav"), &sound, &sound);
    check(&blob("text/plain"), &plain, "file text/plain");
    check(&blob("application/pdf"), "file application/pdf", "file application/pdf");
    check(&blob("image/png"), "image image/png", "image image/png");
    check(&blob(""), "RunAborted", "RunAborted");
    check(&link("text/csv"), "RunAborted", "file  https://example.com/a");
    check(&data("audio", "audio/wav"), "RunAborted", "RunAborted");
    let bare = projected(["deepagents", "tool-level"], &[], &content(&[blob("")]));
    assert_eq!(laid_out(&bare), "\"mime_type is required when using base64 data\" | Substituted");
}

#[test]
fn agent_framework_sends_the_parts_that_the_responses_api_knows() {
    let check = |blocks: &[String], expected: &str| {
        let wire = content(blocks);
        let found = projected(FRAMEWORK, &[("dialect", "openai-responses")], &wire);
        assert_eq!(laid_out(&found), expected, "{wire}");
    };
    check(&[link("application/pdf")], "file  https://example.com/a");
    check(&[link("image/png")], "image image https://example.com/a");
    check(&[link("audio/x-wav")], "audio audio/wav https://example.com/a");
    check(&[link("audio/ogg")], "\"\"");
    check(&[link("text/csv")], "\"\"");
    check(&[link("")], "RunAborted");
    check(&[data("audio", "audio/wav")], "audio audio/wav");
    check(&[blob("audio/mpeg; a=b")], "audio audio/mp3");
    check(&[data("audio", "audio/ogg")], "\"\"");
    check(&[blob("audio/ogg")], "\"\"");
    check(&[data("image", "text/plain")], "\"\"");
    check(&[data("image", "image/png")], "image image/png");
    check(&[blob("")], "file application/octet-stream");
    // Texts become one where there is nothing else, and only there; that it was dropped does not count.
    check(&[text("a"), text(""), text("b")], "\"a\\nb\"");
    check(&[text("")], "\"\"");
    check(&[text("a"), text(""), blob("audio/ogg"), text("b")], "\"a\" | \"\" | \"b\"");
    let chat = projected(FRAMEWORK, &[], &content(&[text("a"), text(""), text("b")]));
    assert_eq!(laid_out(&chat), "\"a\\n\\nb\"");
}

#[test]
fn agent_framework_writes_a_protocol_error_as_python_does() {
    let check = |asked: &[(&str, &str)], error: &str, expected: &str| {
        assert_eq!(laid_out(&projected(FRAMEWORK, asked, error)), expected, "{error}");
    };
    let detailed: &[(&str, &str)] = &[("include_detailed_errors", "true")];
    let full = r#"{"code": -32001, "message": "no way", "data": {"k": 1}}"#;
    check(&[], full, "\"Error: Function failed.\" | Substituted");
    let words = "Error: Function failed. Exception: ";
    check(
        detailed,
        full,
        &format!("\"{words}('no way', MCPError(-32001, 'no way', {{'k': 1}}))\" | Flagged"),
    );
    check(
        detailed,
        r#"{"code": -32602, "message": "it's"}"#,
        &format!("{:?} | Flagged", format!("{words}(\"it's\", MCPError(-32602, \"it's\", None))")),
    );
}

#[test]
fn crewai_previews_what_exceeds_a_quarter_of_the_window() {
    let is_whole = |model: &str, chars: usize| {
        let wire = content(&[text(&"x".repeat(chars))]);
        let asked = [("model", model)];
        let found = projected(CREWAI, &asked[usize::from(model.is_empty())..], &wire);
        !found.texts().any(|text| text.starts_with("The result of `"))
    };
    for (model, most) in [
        ("", 108_800),
        ("fake", 6_960),
        ("my-model", 6_960),
        ("gpt-4", 6_960),
        ("gpt-3.5-turbo", 13_924),
        ("gpt-4o", 108_800),
        ("gpt-4o-mini", 108_800),
        ("o1-mini", 108_800),
        ("o3", 170_000),
        ("gpt-5", 231_200),
        ("gpt-5-chat-latest", 108_800),
        ("gpt-5-pro", 340_000),
        ("gpt-4.1", 890_436),
        ("claude-sonnet-4-5", 170_000),
        ("claude-sonnet-5", 850_000),
    ] {
        assert!(is_whole(model, most), "{model} {most}");
        assert!(!is_whole(model, most + 1), "{model} {most}");
    }
    let long = projected(CREWAI, &[("model", "o3")], &content(&[text(&"x".repeat(170_001))]));
    let long: String = long.texts().collect();
    assert!(long.contains("For a roughly 8,500-token read"), "{long}");
}

#[test]
fn crewai_tells_of_no_error_over_http() {
    let wire = r#"{"content": [{"type": "text", "text": "a"}], "isError": true}"#;
    let tool = ["crewai", "tool-level"];
    assert_eq!(laid_out(&projected(tool, &[], wire)), "\"a\" | Flagged");
    assert_eq!(laid_out(&projected(tool, &[("transport", "stdio")], wire)), "\"a\" | Flagged");
    assert_eq!(laid_out(&projected(tool, &[("transport", "http")], wire)), "\"a\"");
    let failed = projected(tool, &[("transport", "http")], r#"{"code": -1, "message": "m"}"#);
    assert!(laid_out(&failed).ends_with("timed out after 60 seconds\" | Substituted"));
}

#[test]
fn an_excerpt_may_have_sizes_by_model() {
    let behaviour = |model: &str| {
        format!(
            "excerpts = [{{ over = {{ chars = 5 }}, keep = {{ head = 1 }}, read-tokens = 7, text = \"{{kept}} {{read_tokens}}\", \
             by-model = [{{ models = [\"{model}\"], over = {{ chars = 3 }}, read-tokens = 9 }}, {{ models = [\"*\"], over = {{ chars = 4 }} }}] }}]\n{}",
            case("")
        )
    };
    // The call of these tests names the model `m`.
    let wire = |chars: usize| content(&[text(&"x".repeat(chars))]);
    check(&behaviour("m"), &wire(3), "\"xxx\"");
    check(&behaviour("m"), &wire(4), "\"x 9\"");
    check(&behaviour("n*"), &wire(4), "\"xxxx\"");
    check(&behaviour("n*"), &wire(5), "\"x 0\"");
}

#[test]
fn a_case_may_ask_for_embedded_data() {
    let behaviour = "cases = [{ when = [\"has-blob\"], show = [{ text = \"blob\" }] }, { show = [{ text = \"none\" }] }]\n";
    check(behaviour, &content(&[text("a"), blob("text/plain")]), "\"blob\"");
    let readable =
        r#"{"type": "resource", "resource": {"uri": "https://example.com/a", "text": "b"}}"#.to_owned();
    check(behaviour, &content(&[text("a"), readable, link("")]), "\"none\"");
}

const FAST_AGENT: [&str; 2] = ["fast-agent", "conversation"];

#[track_caller]
pub(super) fn check_at(client: [&str; 2], asked: &[(&str, &str)], wire: &str, expected: &str) {
    assert_eq!(laid_out(&projected(client, asked, wire)), expected);
}

#[test]
fn deepagents_hands_anthropic_pictures_and_pdf_and_no_blank_text() {
    let asked = [("dialect", "anthropic-messages")];
    let check = |blocks: &[String], expected: &str| check_at(DEEPAGENTS, &asked, &content(blocks), expected);
    check(&[text("a"), text(" "), blob("application/pdf")], "\"a\" | file application/pdf");
    check(
        &[blob("text/plain")],
        "\"[read_file: the requested file was not attached because this model does not support file content (text/plain).]\"",
    );
    check(&[link("text/csv")], "file  https://example.com/a");
    check(&[blob("")], "RunAborted");
    check_at(
        DEEPAGENTS,
        &asked,
        r#"{"content": [{"type": "text", "text": "a"}], "isError": true}"#,
        "\"a\" | Flagged",
    );
}

#[test]
fn the_ai_sdk_hands_the_responses_api_each_file_and_errors_as_json() {
    let (client, asked) =
        (["ai-sdk", "conversation"], [("dialect", "openai-responses"), ("era", "2025-11-25")]);
    check_at(
        client,
        &asked,
        &content(&[text("a"), data("image", "application/zip")]),
        "\"a\" | image application/zip",
    );
    check_at(
        client,
        &asked,
        r#"{"code": -32603, "message": "no \"way\""}"#,
        r#""{\"error\":\"MCPClientError: no \\\"way\\\"\"}" | Flagged"#,
    );
}

#[test]
fn fast_agent_hands_anthropic_and_the_responses_api_what_the_model_takes() {
    let blocks = [text("a"), text(""), blob("image/png"), data("audio", "audio/wav"), link("text/csv")];
    let messages = [("dialect", "anthropic-messages"), ("model", "claude-opus-4-5")];
    let check = |asked: &[(&str, &str)], blocks: &[String], expected: &str| {
        check_at(FAST_AGENT, asked, &content(blocks), expected);
    };
    check(
        &messages,
        &blocks,
        "\"a\" | image image https://example.com/a | \"[ResourceLink: a (text/csv)]\\nURI: https://example.com/a\"",
    );
    check(
        &messages,
        &[data("image", "image/gif")],
        "\"[vision content was removed - claude-opus-4-5 does not support this content type]\"",
    );
    let responses = [("dialect", "openai-responses"), ("model", "gpt-5")];
    check(
        &responses,
        &blocks,
        "\"a\" | \"\" | image image/png | \"[Unsupported content: AudioContent]\" | file  https://example.com/a",
    );
    check(&responses, &[text("a"), text(""), text("b")], "\"a\\nb\"");
    let unknown = [("dialect", "openai-responses"), ("model", "m")];
    check(&unknown, &blocks, "\"a\" | \"\" | file  https://example.com/a");
}

#[test]
fn fast_agent_cuts_at_one_bound_unless_it_is_told_to_ask_the_model() {
    let wire = format!(r#"{{"content": [{{"type": "text", "text": "{}"}}]}}"#, "a".repeat(20_000));
    let cut = |asked: &[(&str, &str)]| {
        projected(FAST_AGENT, asked, &wire).texts().any(|text| text.contains("truncated"))
    };
    for (dialect, model) in [
        ("openai-chat", "gpt-4o"),
        ("anthropic-messages", "claude-sonnet-4-5"),
        ("openai-responses", "gpt-5"),
    ] {
        assert!(cut(&[("dialect", dialect), ("model", model)]), "{dialect}");
    }
    assert!(!cut(&[("model", "gpt-4o"), ("output_byte_limit", "null")]));
}
