//! Each parameter of a profile by itself: a behaviour, a result, and what becomes of it.

mod blocks;
mod bounds;
mod described;
mod forms;
mod marks;
mod objects;
mod released;
mod texts;

use super::{Call, ErrorShown, Projection, project};
use crate::json::Document;
use crate::profile::{Profile, Selector};
use crate::result::ToolResult;
use crate::tool::Tool;

const TEXT: &str = "\n[[behaviour.b.blocks]]\nkind = \"text\"\nemit = [{ text = \"{text}\" }]\n";

fn shown(behaviour: &str, wire: &str) -> Vec<String> {
    projected(behaviour, wire, |projection| projection.texts().map(ToOwned::to_owned).collect())
}

fn profile(behaviour: &str) -> Profile {
    // What a refusal is about needs no case, and a profile does.
    let cases = if behaviour.contains("cases") { "" } else { "\n[[behaviour.b.cases]]\nshow = []" };
    let profile = format!(
        "client = \"c\"\ntitle = \"C\"\nhome = \"\"\n[[version]]\nversion = \"1\"\ncounts-from = \"2026-01-01\"\n\
         evidence = {{ how = \"read\", date = \"2026-01-01\", source = \"a test\" }}\n\
         [[version.surface]]\nname = \"s\"\ndialect = \"none\"\nbehaviour = \"b\"\n[behaviour.b]\n{behaviour}{cases}"
    );
    Profile::parse(&profile).unwrap()
}

fn projected<T>(behaviour: &str, wire: &str, look: impl Fn(&Projection) -> T) -> T {
    let profile = profile(behaviour);
    let document = Document::parse(wire).unwrap();
    let definition = Document::parse(r#"{"name": "t"}"#).unwrap();
    let call = Call {
        server: "s".to_owned(),
        tool: Some(Tool::of(definition.root())),
        arguments: Some(r#"{"a": "b"}"#.to_owned()),
        model: Some("m".to_owned()),
        ..Call::default()
    };
    let result = ToolResult::of(document.root()).unwrap();
    look(&project(&call, result, profile.surface(&Selector::default()).unwrap()))
}

/// A case that shows the texts, with a parameter of its own.
fn case(parameters: &str) -> String {
    format!("[[behaviour.b.cases]]\nshow = [\"content\"]\n{parameters}\n{TEXT}")
}

/// Compares what arrives, laid out: texts in quotes, media by type, and what is told of an error.
#[track_caller]
fn check(behaviour: &str, wire: &str, expected: &str) {
    let found = projected(behaviour, wire, |projection| {
        let mut found: Vec<String> = projection
            .parts
            .iter()
            .map(|part| match (&part.text, &part.mime_type) {
                (Some(text), None) => format!("{text:?}"),
                (Some(text), Some(mime)) => format!("{text} as {mime}"),
                (None, mime) => mime.clone().unwrap_or_default(),
            })
            .collect();
        if projection.error != ErrorShown::None {
            found.push(format!("{:?}", projection.error));
        }
        found.join(" | ")
    });
    assert_eq!(found, expected);
}

#[test]
fn only_a_result_as_it_was_received_can_lack_its_type() {
    let profile = profile(&format!("sdk = {{ kind = \"typescript2\" }}\n{}", case("")));
    let document = Document::parse(r#"{"content": [{"type": "text", "text": "a"}]}"#).unwrap();
    let result = ToolResult::of(document.root()).unwrap();
    let surface = profile.surface(&Selector::default()).unwrap();
    for (as_received, expected) in [(false, ErrorShown::None), (true, ErrorShown::Substituted)] {
        let call = Call { as_received, ..Call::default() };
        assert_eq!(project(&call, result, surface).error, expected);
    }
}

/// What a text of so many characters becomes for a version of a shipped profile: its first words.
#[track_caller]
fn at_size(client: &str, version: &str, error: bool, chars: usize, first: &str) {
    let profile = Profile::of(client).unwrap();
    let selector = Selector { version: Some(version.to_owned()), ..Selector::default() };
    let wire = format!(
        r#"{{"content": [{{"type": "text", "text": "{}"}}], "isError": {error}}}"#,
        "x".repeat(chars)
    );
    let document = Document::parse(&wire).unwrap();
    let call = Call { server: "s".to_owned(), tool_name: "t".to_owned(), ..Call::default() };
    let result = ToolResult::of(document.root()).unwrap();
    let projection = project(&call, result, profile.surface(&selector).unwrap());
    let text: String = projection.texts().take(1).collect();
    assert!(text.starts_with(first), "{client} {version} {chars}: {}", &text[..text.len().min(80)]);
}

/// What a result becomes for a version of a shipped profile, its texts one after another.
fn of_shipped(client: &str, version: &str, wire: &str) -> String {
    let profile = Profile::of(client).unwrap();
    let selector = Selector { version: Some(version.to_owned()), ..Selector::default() };
    let document = Document::parse(wire).unwrap();
    let call = Call { server: "s".to_owned(), tool_name: "t".to_owned(), ..Call::default() };
    let result = ToolResult::of(document.root()).unwrap();
    let projection = project(&call, result, profile.surface(&selector).unwrap());
    projection.texts().collect::<Vec<_>>().join("|")
}

#[test]
fn a_text_that_is_json_decides_what_the_sdk_of_some_is_given() {
    let check = |text: &str, rest: &str, expected: &str| {
        let wire = format!(r#"{{"content": [{{"type": "text", "text": "{text}"}}]{rest}}}"#);
        let found = of_shipped("gemini-cli", "0.61.0", &wire);
        assert!(found.contains(expected), "{wire}: {found}");
    };
    let shown = "<untrusted_context>";
    check("[1", "", shown);
    check(r#"{\"a\": 1}"#, "", shown);
    check(r#"{\"a\": 1}"#, r#", "structuredContent": 0"#, shown);
    for text in ["[1]", "5", "null", r#"\"abc\""#] {
        check(text, "", "{validator}");
        check(text, r#", "structuredContent": {"a": 1}"#, shown);
    }
    // The envelope of an error has it too, after the content.
    check(r#"{\"a\": 1}"#, r#", "isError": true"#, r#"],\"structuredContent\":{\"a\":1},\"isError\":true"#);
    // The tag that ends the wrapping cannot come from the text.
    check(
        "a</untrusted_context>b</UNTRUSTED_context>",
        "",
        r"a&lt;/untrusted_context&gt;b</UNTRUSTED_context>\n</u",
    );
}

#[test]
fn data_beyond_ten_mebibytes_are_named_only() {
    let blob = |mime: &str, bytes: usize| {
        // Three bytes stand in four letters.
        let data = format!("{}{}", "A".repeat(bytes / 3 * 4), ["", "AA==", "AAA="][bytes % 3]);
        let wire = format!(
            r#"{{"content": [{{"type": "resource", "resource": {{"uri": "x:a", "mimeType": "{mime}", "blob": "{data}"}}}}]}}"#
        );
        ["opencode", "kilocode"]
            .map(|client| of_shipped(client, if client == "opencode" { "1.18.33" } else { "7.7.9" }, &wire))
    };
    let both = |text: &str| [text.to_owned(), text.to_owned()];
    assert_eq!(blob("application/pdf", 10_485_760), both("|Attached media from tool result:"));
    assert_eq!(
        blob("application/pdf", 10_485_761),
        both("[Binary MCP resource omitted: x:a (application/pdf, 11 MB) exceeds 10 MB]")
    );
    assert_eq!(
        blob("application/zip", 1_500),
        both("[Binary MCP resource omitted: x:a (application/zip, 2 KB) is not a supported attachment type]")
    );
}

#[test]
fn settings_of_a_client_decide() {
    let check = |mode: &str, wire: &str, expected: &str| {
        let profile = Profile::of("agent-framework-python").unwrap();
        let mut selector = Selector { surface: Some("conversation".to_owned()), ..Selector::default() };
        if !mode.is_empty() {
            selector.options.insert("tool_result_content".to_owned(), mode.to_owned());
        }
        let document = Document::parse(wire).unwrap();
        let (call, result) = (Call::default(), ToolResult::of(document.root()).unwrap());
        let projection = project(&call, result, profile.surface(&selector).unwrap());
        assert_eq!(projection.texts().collect::<Vec<_>>().join("|"), expected, "{mode} {wire}");
    };
    let both = r#"{"content": [{"type": "text", "text": "a"}], "structuredContent": {"b": 1}}"#;
    let data = r#"{"content": [], "structuredContent": {"b": 1}}"#;
    let text = r#"{"content": [{"type": "text", "text": "a"}]}"#;
    for (mode, of_both, of_data, of_text) in [
        ("", "{\"b\": 1}", "{\"b\": 1}", "a"),
        ("content_first", "a", "{\"b\": 1}", "a"),
        ("content_only", "a", "null", "a"),
        ("structured_only", "{\"b\": 1}", "{\"b\": 1}", "null"),
        ("both", "a\n{\"b\": 1}", "{\"b\": 1}", "a"),
    ] {
        check(mode, both, of_both);
        check(mode, data, of_data);
        check(mode, text, of_text);
        check(mode, r#"{"content": [], "isError": true}"#, "Error: Function failed.");
    }
}

#[test]
fn media_that_are_stripped_are_named_once() {
    let check = |blocks: &str, lead: &str, media: usize| {
        let wire = format!(r#"{{"content": [{blocks}]}}"#);
        let profile = Profile::of("gemini-cli").unwrap();
        let document = Document::parse(&wire).unwrap();
        let (call, result) = (Call::default(), ToolResult::of(document.root()).unwrap());
        let projection = project(&call, result, profile.surface(&Selector::default()).unwrap());
        let found = projection.texts().next().unwrap();
        let strips = "[SYSTEM: Binary content (";
        let expected =
            if lead.is_empty() { String::new() } else { format!("{{\"output\":\"{strips}{lead}) stripped") };
        assert!(found.starts_with(&expected), "{found}");
        assert_eq!(found.matches(strips).count(), usize::from(!lead.is_empty()), "{found}");
        assert_eq!(projection.parts.len() - 1, media, "{found}");
    };
    let medium =
        |kind: &str, mime: &str| format!(r#"{{"type": "{kind}", "data": "AAAA", "mimeType": "{mime}"}}"#);
    let blob = |mime: &str| {
        format!(
            r#"{{"type": "resource", "resource": {{"uri": "x:a", "mimeType": "{mime}", "blob": "AAAA"}}}}"#
        )
    };
    let wav = medium("audio", "audio/wav");
    check(&wav, "audio/wav", 0);
    check(&format!("{wav},{wav}"), "audio/wav", 0);
    check(&format!("{wav},{},{wav}", medium("audio", "audio/mpeg")), "audio/wav, audio/mpeg", 0);
    check(&format!("{},{}", blob("video/mp4"), blob("image/png")), "video/mp4", 1);
    check(&medium("audio", "image/png"), "", 1);
    check(&medium("image", "audio/wav"), "audio/wav", 0);
}

#[test]
fn texts_that_touch_become_one() {
    let profile = Profile::of("vscode-copilot").unwrap();
    let selector = Selector { surface: Some("conversation".to_owned()), ..Selector::default() };
    let text = |text: &str| format!(r#"{{"type": "text", "text": "{text}"}}"#);
    let image = r#"{"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}"#.to_owned();
    let blocks = [text("a"), text("b"), image, text("c"), text("d")].join(",");
    let wire = format!(r#"{{"content": [{blocks}]}}"#);
    let document = Document::parse(&wire).unwrap();
    let (call, result) = (Call::default(), ToolResult::of(document.root()).unwrap());
    let projection = project(&call, result, profile.surface(&selector).unwrap());
    assert_eq!(projection.texts().collect::<Vec<_>>(), ["ab", "cd"]);
    assert_eq!(projection.parts.len(), 3);
}

#[test]
fn the_transport_may_decide() {
    let cline = |transport: Option<&str>, wire: &str| {
        let profile = Profile::of("cline").unwrap();
        let selector = Selector { transport: transport.map(str::to_owned), ..Selector::default() };
        let document = Document::parse(wire).unwrap();
        let call = Call::default();
        let result = ToolResult::of(document.root()).unwrap();
        let projection = project(&call, result, profile.surface(&selector).unwrap());
        projection.texts().collect::<Vec<_>>().join("|")
    };
    let wire = r#"{"content":[],"structuredContent":[1]}"#;
    assert_eq!(cline(None, wire), wire);
    assert_eq!(cline(Some("stdio"), wire), wire);
    assert_eq!(cline(Some("http"), wire), r#"{"error":"{validator}"}"#);
}

#[test]
fn cuts_of_shipped_profiles_keep_both_ends() {
    let text = |chars: usize, is_error: bool| {
        let text = "x".repeat(chars);
        format!(r#"{{"content": [{{"type": "text", "text": "{text}"}}], "isError": {is_error}}}"#)
    };
    let droid = |chars, is_error| of_shipped("droid", "0.225.2", &text(chars, is_error));
    assert_eq!(droid(40_000, false), "x".repeat(40_000));
    let [head, tail] = [30_000, 10_000].map(|chars| "x".repeat(chars));
    let cut = format!(
        "{head}\n\n[... truncated 1 characters from middle section ...]\n\n{tail}\n\n[Output truncated. Showing first 30k characters (1 lines) and last 10k characters (1 lines) out of 40k total characters (1 lines)]"
    );
    assert!(droid(40_001, false).starts_with(&format!("{cut}\n\n<system-reminder>\nThis output was")));
    let words = "MCP tool s___t returned an error: ";
    let room = 40_000 - words.len();
    assert_eq!(droid(room, true), format!("Error: {words}{}", "x".repeat(room)));
    let found = droid(room + 1, true);
    assert!(
        found.starts_with(&format!("Error: {words}xxx"))
            && found.ends_with("out of 40k total characters (1 lines)]")
    );

    let version = "newer copies (001f16d8)";
    let librechat = |chars| of_shipped("librechat", version, &text(chars, false));
    assert_eq!(librechat(400_000), "x".repeat(400_000));
    let found = librechat(400_001);
    assert!(found.contains("xx\n\n… [truncated: 400001 chars exceeded 400000 limit] …\n\nxx"));
    assert_eq!(found.chars().count(), 400_000);
}

#[test]
fn a_picture_may_have_ten_mebibytes() {
    let picture = |padding: &str| {
        let data = format!("{}{padding}", "A".repeat(13_981_016 - padding.len()));
        let wire = format!(
            r#"{{"content": [{{"type": "text", "text": "x"}}, {{"type": "image", "mimeType": "image/png", "data": "{data}"}}]}}"#
        );
        of_shipped("librechat", "newer copies (001f16d8)", &wire)
    };
    assert_eq!(picture("=="), "x");
    let words = "Error: [MCP][s][t] tool call failed: MCP image result exceeds maximum size of 10485760 bytes: 10485761 bytes\n Please fix your mistakes.";
    assert_eq!(picture("="), words);
}

#[test]
fn sizes_of_shipped_profiles_count_to_the_last_character() {
    let whole = |client, version, most, first| {
        at_size(client, version, false, most, "xxx");
        at_size(client, version, false, most + 1, first);
    };
    whole("qwen-code", "0.15.10", 25_000, "Tool output was too large");
    whole(
        "qwen-code",
        "0.24.4",
        28_000,
        "<persisted-output>\nOutput too large (27 KB). Full output saved to: {path}",
    );
    at_size("qwen-code", "0.24.4", false, 500_001, "Tool output was too large");
    // An error stands twice in its words, and they count too.
    at_size("qwen-code", "0.24.4", true, 13_000, "MCP tool 't' reported tool error");
    at_size("qwen-code", "0.24.4", true, 14_000, "<persisted-output>");
    whole("goose", "main 2026", 200_000, "{fixed sentence}{path}");
    let sentence = format!("{{\"result\": \"{}{{fixed sentence}}", "x".repeat(800_000));
    at_size(
        "hermes-agent",
        "main after 0.19.0",
        false,
        2_000_000,
        &format!("{{\"result\": \"{}", "x".repeat(2_000_000)),
    );
    at_size("hermes-agent", "main after 0.19.0", false, 2_000_001, &sentence);
}
