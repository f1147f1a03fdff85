//! Settings, models and sizes that words describe or released programs tell, each where a profile says it.

use super::released::{blob, check_at, content, data, link, projected, text};
use super::{case, check};
use crate::profile::{Profile, Selector};

fn error(blocks: &[String]) -> String {
    format!(r#"{{"content": [{}], "isError": true}}"#, blocks.join(","))
}

fn with(blocks: &[String], structured: &str) -> String {
    format!(r#"{{"content": [{}], "structuredContent": {structured}}}"#, blocks.join(","))
}

#[test]
fn opencodes_code_mode_hands_a_script_a_value_or_texts() {
    let check = |wire: &str, expected: &str| check_at(["opencode", "code-mode"], &[], wire, expected);
    check(&with(&[text("a")], r#"{"b": [1]}"#), r#""{\n  \"b\": [\n    1\n  ]\n}""#);
    check(&with(&[text("a")], r#""b""#), "\"{validator}\" | Substituted");
    check(&with(&[text("a")], "null"), "\"{validator}\" | Substituted");
    check(&content(&[text("a"), link("text/csv")]), r#""a\na: https://example.com/a""#);
    let (image, sound) = (data("image", "image/png"), data("audio", "audio/wav"));
    let media =
        |words: &str, media: &str| format!("{words:?} | \"Attached media from tool result:\" | {media}");
    check(
        &content(std::slice::from_ref(&image)),
        &media("[1 image attached to the result]", "image image/png"),
    );
    check(
        &content(&[image, sound]),
        &media("[2 files attached to the result]", "image image/png | audio audio/wav"),
    );
    check(&content(&[blob("")]), &media("[1 file attached to the result]", "file application/octet-stream"));
    check(&content(&[]), r#""null""#);
    check(&error(&[text("a"), text(" "), text("b")]), r#""a\n\nb""#);
}

#[test]
fn settings_of_code_change_what_is_handed_on() {
    let asked = [("outputSchema", "declared"), ("era", "2025-11-25")];
    let ai_sdk = |wire: &str, expected: &str| check_at(["ai-sdk", "conversation"], &asked, wire, expected);
    ai_sdk(&with(&[text("a")], r#"{"b": 1.0}"#), r#""{\"b\":1}""#);
    ai_sdk(&content(&[text("[1]")]), r#""[1]""#);
    ai_sdk(&error(&[text("a")]), r#""[{\"type\":\"text\",\"text\":\"a\"}]""#);

    let asked = [("onToolError", "return")];
    let mastra = |wire: &str, expected: &str| check_at(["mastra", "conversation"], &asked, wire, expected);
    mastra(
        &error(&[text("a")]),
        r#""{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"isError\":true}" | Flagged"#,
    );
    check_at(["mastra", "conversation"], &[], &error(&[text("a")]), r#""a""#);

    let asked = [("useStructuredContent", "true")];
    let agents =
        |wire: &str, expected: &str| check_at(["openai-agents-js", "conversation"], &asked, wire, expected);
    agents(&with(&[text("a")], r#"{"b": 1}"#), r#""{\"b\":1}""#);
    agents(&error(&[text("a")]), r#""a""#);
    agents(&content(&[text("a")]), r#""a""#);

    for dialect in ["openai-chat", "openai-responses", "anthropic-messages"] {
        let asked = [("handle_tool_errors", "False"), ("dialect", dialect)];
        check_at(["deepagents", "conversation"], &asked, &error(&[text("a")]), "RunAborted");
        check_at(["deepagents", "conversation"], &asked, &content(&[text("a")]), r#""a""#);
    }
}

#[test]
fn adk_negotiates_the_newest_revision_when_it_is_told_to() {
    let wire = with(&[text("a")], "[1]");
    let shown = |asked: &[(&str, &str)]| {
        projected(["adk-python", "conversation"], asked, &wire).texts().any(|text| text.contains("[1]"))
    };
    assert!(shown(&[("ADK_ENABLE_MCP_MODERN_PROTOCOL", "1")]));
    assert!(!shown(&[]));
    let newest = Selector { era: Some("2026-07-28".to_owned()), ..Selector::default() };
    assert!(Profile::of("adk-python").unwrap().surface(&newest).is_err());
}

#[test]
fn strands_sends_a_status_to_some_models_and_knows_jpg() {
    let bedrock = |model: &str, expected: &str| {
        let asked = [("dialect", "bedrock"), ("model", model)];
        check_at(["strands", "converter"], &asked, &error(&[text("a")]), expected);
    };
    bedrock("us.anthropic.claude-sonnet-4-5-v1:0", "\"a\" | Flagged");
    bedrock("amazon.nova-pro-v1:0", "\"a\"");
    let asks = r#"{"code": -32042, "message": "go", "data": {"elicitations": [{"url": "https://x.y", "mode": "url", "message": "\u00e9", "elicitationId": "e", "more": 1}]}}"#;
    let expected = r#""MCP Elicitation required: [go] with data [{\"mode\": \"url\", \"message\": \"\\u00e9\", \"url\": \"https://x.y\", \"elicitation_id\": \"e\"}]" | Flagged"#;
    check_at(["strands", "conversation"], &[], asks, expected);
    let other = asks.replace("\"elicitationId\": \"e\", ", "");
    check_at(["strands", "conversation"], &[], &other, "\"Tool execution failed: go\" | Flagged");
    let image = |mime: &str, expected: &str| {
        let asked = [("dialect", "anthropic-messages")];
        check_at(["strands", "conversation"], &asked, &content(&[data("image", mime)]), expected);
    };
    image("image/jpg", "image image/jpeg");
    image("image/x'y", r#""Tool execution failed: \"image/x'y\"" | Substituted"#);
}

#[test]
fn the_agent_framework_tells_an_error_without_a_text_by_pythons_words() {
    let check =
        |wire: &str, expected: &str| check_at(["agent-framework-python", "tool-level"], &[], wire, expected);
    let object = "<agent_framework._types.Content object at {random id}>";
    let image = data("image", "image/png");
    check(&error(&[text("a"), image.clone(), text(""), text("b")]), r#""a\nb" | Flagged"#);
    check(&error(&[image, text("")]), &format!("\"[{object}, {object}]\" | Substituted"));
    check(
        r#"{"code": -32001, "message": "no", "data": {"k": 1}}"#,
        r#""('no', MCPError(-32001, 'no', {'k': 1}))" | Flagged"#,
    );
}

#[test]
fn the_agent_frameworks_setting_counts_with_each_provider() {
    let wire = with(&[text("a"), text("b")], r#"{"c": 1}"#);
    for (dialect, joined) in
        [("openai-chat", r#""a\nb"#), ("openai-responses", r#""a\nb"#), ("anthropic-messages", r#""a" | "b"#)]
    {
        let check = |mode: &str, expected: &str| {
            let asked = [("dialect", dialect), ("tool_result_content", mode)];
            check_at(["agent-framework-python", "conversation"], &asked, &wire, expected);
        };
        let data = r#"{\"c\": 1}""#;
        let between = if dialect == "anthropic-messages" { "\" | \"" } else { "\\n" };
        check("content_first", &format!("{joined}\""));
        check("content_only", &format!("{joined}\""));
        check("structured_only", &format!("\"{data}"));
        check("both", &format!("{joined}{between}{data}"));
    }
}

#[test]
fn a_providers_name_before_a_model_does_not_count_in_crewais_windows() {
    let wire = content(&[text(&"a".repeat(50_000))]);
    let stored = |model: &str| {
        let asked = [("model", model)];
        projected(["crewai", "conversation"], &asked, &wire).texts().any(|text| text.contains("artifact"))
    };
    assert!(!stored("gpt-4o") && !stored("openai/gpt-4o") && !stored("openrouter/openai/gpt-4o"));
    assert!(stored("openai/my-model"));
}

#[test]
fn claude_code_puts_a_long_text_into_a_file() {
    let shown = |wire: &str| {
        let projection = projected(["claude-code", "conversation"], &[("era", "2025-11-25")], wire);
        projection.texts().next().unwrap().to_owned()
    };
    let of = |text: &str| content(&[super::released::text(text)]);
    assert_eq!(shown(&of(&"a".repeat(100_001))).len(), 100_001);
    let one_line = shown(&of(&"a".repeat(100_070)));
    assert!(one_line.starts_with(
        "Error: result (100,070 characters across 1 line) exceeds maximum allowed tokens. Output has been saved to \
         {path}.\nFormat: Plain text\nSearch within the file"
    ));
    assert!(one_line.contains("this file's lines are too long") && one_line.ends_with("and proceed.\n"));
    let lines = shown(&of(&"a line\\n".repeat(20_000)));
    assert!(
        lines.contains("(140,000 characters across 20,000 lines)") && !lines.contains("this file's lines")
    );
    let data = shown(&with(&[], &format!(r#"{{"rows": [{{"a": "{}"}}], "n": 1}}"#, "a".repeat(100_100))));
    assert!(data.contains("Format: JSON with schema: {rows: [{...}], n: number}\n"));
    let media = with(&[text("a"), data_of("image/png")], r#"{"b": 1}"#);
    let expected = r#"image image/png | "[Image: source: {path}]" | "{\"b\":1}""#;
    check_at(["claude-code", "conversation"], &[("era", "2025-11-25")], &media, expected);
}

fn data_of(mime: &str) -> String {
    data("image", mime)
}

#[test]
fn mistral_vibe_measures_blocks_as_a_whole() {
    let shown = |wire: &str| {
        let projection = projected(["mistral-vibe", "code-mode"], &[], wire);
        projection.texts().next().unwrap().to_owned()
    };
    let (long, image) = ("a".repeat(17_000), data("image", "image/png"));
    let beside = shown(&content(&[text(&long), image.clone()]));
    let begins = "\"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"aaa";
    assert!(
        beside.starts_with("\n<system>The tool output is large.") || beside.starts_with("<system>The tool")
    );
    assert!(beside.contains(begins) && beside.contains("characters omitted"));
    assert!(beside.contains("\"data\": \"AAAA\",\n      \"mimeType\": \"image/png\"\n    }\n  ]\n}\n"));
    assert!(beside.contains("type: string\ntext?: string\ndata?: string\nmimeType?: string\n}[]\n}\n"));
    let both = shown(&with(&[text("b"), image.clone()], &format!(r#"{{"payload": "{long}", "n": 7}}"#)));
    assert!(both.contains(r#""text": "{\"n\":7,\"payload\":\"aaa"#));
    assert!(both.contains(r#""text": "Additional content from `tools.mcp_.t` (call 1):""#));
    assert!(both.contains("\"structured_content\": {\n    \"n\": 7,\n    \"payload\": \"aaa"));
    let failed = shown(&error(&[text(&long), image]));
    assert!(failed.contains("\"type\": \"failure\"") && failed.contains("\"mimeType\": \"image/png\""));
    assert_eq!(shown(&content(&[text("a"), data("image", "image/png")])), "a\n\n[image]");
}

#[test]
fn of_many_links_only_the_tags_are_printed() {
    let shown = |count: usize| {
        let wire = content(&vec![link("text/csv"); count]);
        let projection = projected(["vscode-copilot", "conversation"], &[], &wire);
        projection.texts().any(|text| text.contains("https://example.com/a"))
    };
    assert!(shown(9) && !shown(10));
    let few = format!("over-links = 1\n{}", "join = \"+\"");
    let behaviour = format!("{}\n[[behaviour.b.cases]]\nshow = [{{ text = \"few\" }}]", case(&few));
    check(&behaviour, &content(&[link(""), text("a")]), r#""few""#);
    check(&behaviour, &content(&[link(""), text("a"), blob("")]), r#""a""#);
}

#[test]
fn truth_values_are_numbers_where_python_compares() {
    let asked = [("version", "main after 0.19.0")];
    let check = |structured: &str, expected: &str| {
        let wire = with(&[text(r#"{\"a\": [1, 2]}"#)], structured);
        check_at(["hermes-agent", "tool-level"], &asked, &wire, expected);
    };
    let text = r#"\"result\": \"{\\\"a\\\": [1, 2]}\""#;
    check(r#"{"a": [true, 2.0]}"#, &format!("\"{{{text}}}\""));
    check(
        r#"{"a": [false, 2]}"#,
        &format!("\"{{{text}, \\\"structuredContent\\\": {{\\\"a\\\": [false, 2]}}}}\""),
    );
}

#[test]
fn goose_shows_data_as_text_where_the_type_says_that_they_are_one() {
    for dialect in ["openai-chat", "anthropic-messages"] {
        let check = |mime: &str, expected: &str| {
            check_at(["goose", "conversation"], &[("dialect", dialect)], &content(&[blob(mime)]), expected);
        };
        check("text/plain; charset=utf-8", r#""\0\0\0""#);
        check("application/octet-stream", r#""{blob text}""#);
    }
}

#[test]
fn a_release_without_a_version_of_its_own_is_stood_for() {
    let version = |client: &str, release: &str| {
        let asked = Selector { version: Some(release.to_owned()), ..Selector::default() };
        Profile::of(client).unwrap().version(&asked).map(|found| found.version.clone())
    };
    for (release, expected) in
        [("1.8.0", "1.8.1"), ("1.18.0", "1.9.0"), ("1.20.0", "1.19.0"), ("1.24.0", "1.23.0")]
    {
        assert_eq!(version("agent-framework-python", release).unwrap(), expected);
    }
    assert_eq!(version("claude-code", "2.1.250").unwrap(), "2.1.197");
    let why = version("opencode", "1.18.0").unwrap_err().to_string();
    assert!(why.ends_with("a day may be asked for instead"), "{why}");
}
