//! What the model is told of an error, refusals in words of their own, and texts that end a run.

use super::{check, profile};
use crate::json::Document;
use crate::profile::{Profile, Selector};
use crate::project::{Call, ErrorShown, project, project_error};
use crate::result::ToolResult;
use crate::tool::Tool;

const WORDS: &str = "show = [{ text = \"own words\" }]";

#[test]
fn own_words_are_substituted_only_where_something_was_lost() {
    let behaviour = |errors: &str| format!("{errors}\n[[behaviour.b.cases]]\n{WORDS}");
    let (empty, data) =
        (r#"{"content":[],"isError":true}"#, r#"{"content":[],"structuredContent":{"a":1},"isError":true}"#);
    let text = r#"{"content":[{"type":"text","text":"a"}],"isError":true}"#;
    for mark in ["flag", "substituted"] {
        let behaviour = behaviour(&format!("errors = \"{mark}\""));
        check(&behaviour, empty, "\"own words\" | Flagged");
        check(
            &behaviour,
            r#"{"content":[],"structuredContent":null,"isError":true}"#,
            "\"own words\" | Flagged",
        );
        check(&behaviour, data, "\"own words\" | Substituted");
        check(&behaviour, text, "\"own words\" | Substituted");
        check(&behaviour, r#"{"content":[]}"#, "\"own words\"");
    }
    check(&behaviour("errors = \"none\""), data, "\"own words\"");
    // A placeholder of the client's own may be a mark by itself.
    let placeholder = "cases = [{ show = [\"content\"], empty = \"nothing\", empty-is-flagged = true }]";
    check(placeholder, empty, "\"nothing\" | Flagged");
    check(placeholder, data, "\"nothing\" | Substituted");
    // What is shown in part is an error that is marked.
    let shows = "errors = \"flag\"\ncases = [{ show = [\"structured\"] }]";
    check(shows, data, "\"{\\\"a\\\":1}\" | Flagged");
    check(shows, text, "Substituted");
}

#[test]
fn data_that_python_does_not_decode_are_a_condition_and_ask_for_a_rule() {
    let image = |data: &str| {
        format!(
            r#"{{"content":[{{"type":"image","data":"{data}","mimeType":"image/png"}}],"structuredContent":1}}"#
        )
    };
    let rules = r#"
        cases = [{ show = ["content"] }]
        blocks = [
            { kind = "image", undecodable = true, emit = [{ fail = "no: {base64_problem}" }] },
            { kind = "image", emit = [{ text = "taken" }] },
        ]
    "#;
    check(rules, &image("QQ=="), "\"taken\"");
    check(rules, &image("*QQ-=="), "\"taken\"");
    check(rules, &image("QQ"), "\"no: Incorrect padding\"");
    let condition = r#"
        cases = [{ when = ["undecodable-media"], show = [{ fail = "no" }] }, { show = ["structured"] }]
        errors = "substituted"
    "#;
    check(condition, &image("QQ"), "\"no\" | Substituted");
    check(condition, &image("QUJD"), "\"1\"");
}

#[test]
fn what_a_case_shows_is_cut_before_words_go_around_it() {
    let cut = |bytes: usize, join: &str| {
        format!(
            "[[behaviour.b.cases]]\nshow = [\"content\"]\n{join}\nprefix = \"before \"\n\
             limit = {{ middle-bytes = {bytes}, marker = \"<{{tokens}}>\", lead = \"[{{estimate}}] \" }}\n\
             [[behaviour.b.blocks]]\nkind = \"text\"\nemit = [{{ text = \"{{text}}\" }}]\n"
        )
    };
    let wire = r#"{"content":[{"type":"text","text":"abcdefghij"}]}"#;
    check(&cut(10, "join = \"\""), wire, "\"before abcdefghij\"");
    check(&cut(9, "join = \"\""), wire, "\"before [3] abcd<1>fghij\"");
    check(&cut(4, ""), wire, "\"before \" | \"[3] ab<2>ij\"");
}

#[test]
fn texts_with_more_tokens_than_there_is_room_for_end_the_run() {
    let room = |tokens: usize| {
        format!(
            "most-tokens = {tokens}\ncases = [{{ show = [\"content\"] }}]\n\
             blocks = [{{ kind = \"text\", emit = [{{ text = \"{{text}}\" }}] }}]"
        )
    };
    // Twice two tokens.
    let wire = r#"{"content":[{"type":"text","text":"hello world"},{"type":"text","text":"hello world"}]}"#;
    check(&room(4), wire, "\"hello world\" | \"hello world\"");
    check(&room(3), wire, "RunAborted");
}

#[test]
fn the_kind_of_a_result_has_words_of_its_own_for_an_own_reader() {
    let profile = profile(
        "sdk = { kind = \"open\" }\nrefusal = { text = \"unread\", kind-text = \"minded: {validator}\" }\n",
    );
    let surface = profile.surface(&Selector::default()).unwrap();
    let shown = |wire: &str| {
        let document = Document::parse(wire).unwrap();
        let call = Call { as_received: true, ..Call::default() };
        let found = project(&call, ToolResult::of(document.root()).unwrap(), surface);
        assert_eq!(found.error, ErrorShown::Substituted, "{wire}");
        (found.texts().collect::<String>(), found.validator.unwrap().message)
    };
    let missing = "Modern MCP result is missing resultType".to_owned();
    assert_eq!(shown(r#"{"content": []}"#), ("minded: {validator}".to_owned(), missing));
    let asks =
        r#"{"resultType": "input_required", "inputRequests": {"a": {"method": "sampling/createMessage"}}}"#;
    let words =
        "Unsupported input request: sampling/createMessage. Only form elicitation is supported.".to_owned();
    assert_eq!(shown(asks), ("minded: {validator}".to_owned(), words));
    let broken = r#"{"resultType": "complete", "content": 1}"#;
    let document = Document::parse(broken).unwrap();
    let found = project(&Call::default(), ToolResult::of(document.root()).unwrap(), surface);
    assert_eq!(found.texts().collect::<Vec<_>>(), ["unread"]);
}

#[test]
fn a_refusal_may_name_the_exception_that_was_raised() {
    let shown = |sdk: &str, schema: &str, wire: &str| {
        let behaviour = format!(
            "sdk = {{ kind = \"python1\", checks-schema = \"always\"{sdk} }}\n\
             refusal = {{ text = \"ValidationError\", schema-text = \"{{raised}}: {{validator}}\" }}\n"
        );
        let profile = profile(&behaviour);
        let definition = format!(r#"{{"name": "t", "outputSchema": {schema}}}"#);
        let definition = Document::parse(&definition).unwrap();
        let call = Call { tool: Some(Tool::of(definition.root())), ..Call::default() };
        let document = Document::parse(wire).unwrap();
        let surface = profile.surface(&Selector::default()).unwrap();
        let found = project(&call, ToolResult::of(document.root()).unwrap(), surface);
        let message = found.validator.as_ref().map(|validator| validator.message.clone()).unwrap_or_default();
        let text = found.texts().collect::<String>();
        text.replace("{validator}", message.lines().next().unwrap_or_default())
    };
    let wire = r#"{"content": [], "structuredContent": {"a": 1}}"#;
    let elsewhere = r#"{"properties": {"a": {"$ref": "https://example.com/a.json"}}}"#;
    let through = ", raises-references = true";
    let words = "_WrappedReferencingError: Unresolvable: https://example.com/a.json";
    assert_eq!(shown(through, elsewhere, wire), words);
    assert!(shown("", elsewhere, wire).starts_with("RuntimeError: Invalid schema for tool t: "));
    let strict = r#"{"properties": {"a": {"type": "string"}}}"#;
    assert!(shown(through, strict, wire).starts_with("RuntimeError: Invalid structured content"));
    assert_eq!(shown(through, strict, r#"{"content": 1}"#), "ValidationError");
}

#[test]
fn over_http_the_status_of_an_answer_may_tell_of_an_error_first() {
    let profile = profile(
        "protocol-error = { text = \"{message}\", over-http = { codes = [-2], text = \"body {error}\", marked = \"flag\" } }\n",
    );
    let surface = profile.surface(&Selector::default()).unwrap();
    let check = |transport: &str, code: i32, text: &str, shown: ErrorShown, lost: usize| {
        let error = format!(r#"{{"code": {code}, "message": "m", "data": [1.0]}}"#);
        let document = Document::parse(&error).unwrap();
        let call = Call { transport: Some(transport.to_owned()), ..Call::default() };
        let found = project_error(&call, document.root(), surface).unwrap();
        assert_eq!(found.texts().collect::<Vec<_>>(), [text]);
        assert_eq!((found.error, found.lost.len()), (shown, lost), "{transport} {code}");
    };
    check("http", -2, r#"body {"code": -2, "message": "m", "data": [1.0]}"#, ErrorShown::Flagged, 0);
    check("http", -1, "m", ErrorShown::None, 1);
    check("stdio", -2, "m", ErrorShown::None, 1);
}

/// The bound of a shipped profile by itself: the preview counts characters, lines' ends between texts among them.
#[test]
fn a_preview_stands_for_the_first_text_beyond_its_bound() {
    let profile = Profile::of("deepagents").unwrap();
    let surface = profile.surface(&Selector::default()).unwrap();
    let shown = |texts: &[usize]| {
        let blocks: Vec<String> =
            texts.iter().map(|size| format!(r#"{{"type":"text","text":"{}"}}"#, "é".repeat(*size))).collect();
        let wire = format!(r#"{{"content":[{}]}}"#, blocks.join(","));
        let document = Document::parse(&wire).unwrap();
        let projection = project(&Call::default(), ToolResult::of(document.root()).unwrap(), surface);
        projection.texts().map(|text| text.chars().count()).collect::<Vec<_>>()
    };
    assert_eq!(shown(&[80_000]), [80_000]);
    assert!(shown(&[80_001])[0] < 3_000);
    assert_eq!(shown(&[40_000, 39_999]), [40_000, 39_999]);
    assert_eq!(shown(&[40_000, 40_000]).len(), 1);
}
