//! Parameters about forms, places and sizes, each by itself.

use super::{case, projected, shown};
use crate::project::{ErrorShown, PartKind, Place};

const TEXTS: &str = r#"{"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "{\"b\": 1}"}]}"#;
const BOTH: &str = r#"{"content": [{"type": "text", "text": "a"}], "structuredContent": {"result": 1},
    "_meta": {"a.example/k": 2, "io.modelcontextprotocol/k": 3}}"#;
const DATA: &str = r#"{"content": [], "structuredContent": {"result": 1}}"#;

/// Text and place of each part.
fn placed(behaviour: &str, wire: &str) -> Vec<(String, Place)> {
    projected(behaviour, wire, |projection| {
        projection.parts.iter().map(|part| (part.text.clone().unwrap_or_default(), part.place)).collect()
    })
}

fn blocks(rules: &str) -> String {
    format!("blocks = [{rules}]\n[[behaviour.b.cases]]\nshow = [\"content\"]\n")
}

fn resource(resource: &str) -> String {
    format!(r#"{{"content": [{{"type": "resource", "resource": {{{resource}}}}}]}}"#)
}

#[test]
fn texts_become_one_list() {
    assert_eq!(shown(&case("list = \"python-repr\""), TEXTS), [r#"['a', '{"b": 1}']"#]);
    assert_eq!(shown(&case("list = \"json\""), TEXTS), [r#"["a","{\"b\": 1}"]"#]);
    assert_eq!(shown(&case("list = \"json-unless-one\""), r#"{"content": []}"#), [""; 0]);
    let values = "[[behaviour.b.cases]]\nshow = [\"content\"]\nlist = \"json\"\n\
        [[behaviour.b.blocks]]\nkind = \"text\"\nemit = [{ value = { runtime = \"javascript\" } }]";
    assert_eq!(shown(values, TEXTS), [r#"["a",{"b":1}]"#]);
}

#[test]
fn text_and_structured_content_stand_in_one_object() {
    let object =
        |more: &str| case(&format!("join = \"\"\nobject = {{ text = \"t\", structured = \"s\"{more} }}"));
    assert_eq!(shown(&object(""), BOTH), [r#"{"t":"a","s":{"result":1}}"#]);
    assert_eq!(shown(&object(""), DATA), [r#"{"t":{"result":1}}"#]);
    assert_eq!(
        shown(&object(", meta = \"_meta\""), BOTH),
        [r#"{"t":"a","s":{"result":1},"_meta":{"a.example/k":2}}"#]
    );
    let copy = r#"{"content": [{"type": "text", "text": "{\"n\": 1.0}"}], "structuredContent": {"n": 1}}"#;
    assert_eq!(shown(&object(", without-copy = true"), copy), [r#"{"t":"{\"n\": 1.0}"}"#]);
    let blank = r#"{"content": [{"type": "text", "text": "a"}], "structuredContent": " "}"#;
    assert_eq!(shown(&object(", without-blank = true"), blank), [r#"{"t":"a"}"#]);
}

#[test]
fn an_only_member_called_result_is_unwrapped() {
    let behaviour = "[[behaviour.b.cases]]\nshow = [\"unwrapped\"]";
    let check = |value: &str, expected: &[&str]| {
        let wire = format!(r#"{{"content": [], "structuredContent": {value}}}"#);
        assert_eq!(shown(behaviour, &wire), expected, "{value}");
    };
    check(r#"{"result": 1}"#, &["1"]);
    check(r#"{"result": "x"}"#, &["x"]);
    check(r#"{"result": null}"#, &[]);
    check(r#"{"result": 1, "more": 2}"#, &[r#"{"result":1,"more":2}"#]);
    check("[1]", &["[1]"]);
}

#[test]
fn a_case_may_ask_for_a_size() {
    let behaviour = "[[behaviour.b.cases]]\nover-bytes = 4\nshow = [\"content\"]\njoin = \"\\n\"\nprefix = \"long: \"\n\
        [[behaviour.b.cases]]\nshow = [\"content\"]\njoin = \" \"\n\
        [[behaviour.b.blocks]]\nkind = \"text\"\nemit = [{ text = \"{text}\" }]";
    let two = |first: &str| {
        format!(r#"{{"content": [{{"type": "text", "text": "{first}"}}, {{"type": "text", "text": "c"}}]}}"#)
    };
    assert_eq!(shown(behaviour, &two("ab")), ["ab c"]);
    assert_eq!(shown(behaviour, &two("abc")), ["long: abc\nc"]);
}

#[test]
fn words_stand_around_long_texts_and_excerpts_for_longer_ones() {
    let frame = case("join = \"\"").replace(
        "[[behaviour.b.cases]]",
        "frame = { from-chars = 4, before = \"<\", after = \">\", defuse = { word = \"end\", instead = \"-\" } }\n[[behaviour.b.cases]]",
    );
    let one = |text: &str| format!(r#"{{"content": [{{"type": "text", "text": "{text}"}}]}}"#);
    assert_eq!(shown(&frame, &one("äöü")), ["äöü"]);
    assert_eq!(shown(&frame, &one("ä END")), ["<ä ->"]);
    let excerpt = case("join = \"\"").replace(
        "[[behaviour.b.cases]]",
        "excerpts = [{ over = { chars = 5 }, keep = { head = 4 }, more = \"…\", text = \"{kept}{more} of {chars} for {tool}\", spares-errors = true }]\n[[behaviour.b.cases]]",
    );
    assert_eq!(shown(&excerpt, &one("abcde")), ["abcde"]);
    assert_eq!(shown(&excerpt, &one("abcdef")), ["abcd… of 6 for t"]);
    let error = r#"{"content": [{"type": "text", "text": "abcdef"}], "isError": true}"#;
    assert_eq!(shown(&excerpt, error), ["abcdef"]);
}

#[test]
fn texts_may_stand_elsewhere_and_messages_without_anything() {
    let follows = |text: &str| (text.to_owned(), Place::FollowingUserMessage);
    let at = blocks(
        r#"{ kind = "blob", is-empty = true, emit = [{ void = "following-user-message" }] }, { kind = "blob", emit = [{ text-at = { place = "following-user-message", text = "{title} {mime} {length}" } }] }"#,
    );
    let blob = |blob: &str| resource(&format!(r#""uri": "file:///x/y.bin", "blob": "{blob}""#));
    assert_eq!(placed(&at, &blob("AA==")), [follows("y.bin application/octet-stream 4")]);
    assert_eq!(placed(&at, &blob("")), [follows("")]);
}

#[test]
fn rules_ask_for_locations_and_media_types() {
    let rules = blocks(
        r#"{ kind = "embedded-text", uri = ["file:*"], emit = [{ text = "local" }] }, { kind = "embedded-text", untold = true, emit = [{ text = "untold {mime|?}" }] }, { kind = "embedded-text", essence = true, mime = ["text/csv"], emit = [{ text = "table" }] }, { kind = "embedded-text", emit = [{ text = "{mime}{mime?, told }" }] }"#,
    );
    let check = |uri: &str, mime: &str, expected: &str| {
        let mime = if mime.is_empty() { String::new() } else { format!(r#", "mimeType": "{mime}""#) };
        let wire = resource(&format!(r#""uri": "{uri}", "text": "x"{mime}"#));
        assert_eq!(shown(&rules, &wire), [expected]);
    };
    check("FILE:///a", "", "local");
    check("ui://a", "", "untold ?");
    check("ui://a", "Text/CSV; charset=utf-8", "table");
    check("ui://a", "text/x", "text/x, told text/x");
    let guessed = format!(
        "guesses-media-types = true\n{}",
        blocks(r#"{ kind = "embedded-text", emit = [{ text = "{mime}" }] }"#)
    );
    assert_eq!(shown(&guessed, &resource(r#""uri": "ui://a/b.csv", "text": "x""#)), ["text/csv"]);
}

#[test]
fn what_was_removed_is_named_when_nothing_else_is_left() {
    let behaviour = format!(
        "{}all-removed = \"no {{removed}} for {{model}}\"\nempty = \"nothing\"\n",
        blocks(
            r#"{ kind = "text", emit = [{ text = "{text}" }] }, { kind = "image", emit = [{ removed = "pictures" }] }"#
        )
    );
    let image = r#"{"type": "image", "data": "", "mimeType": "image/png"}"#;
    assert_eq!(shown(&behaviour, &format!(r#"{{"content": [{image}]}}"#)), ["no pictures for m"]);
    assert_eq!(shown(&behaviour, r#"{"content": []}"#), ["nothing"]);
    let with_text = format!(r#"{{"content": [{image}, {{"type": "text", "text": "a"}}]}}"#);
    assert_eq!(shown(&behaviour, &with_text), ["a"]);
}

#[test]
fn only_the_first_block_may_be_shown() {
    let behaviour = case("join = \"\"").replace("\"content\"", "\"first-block\"");
    assert_eq!(shown(&behaviour, TEXTS), ["a"]);
}

#[test]
fn a_refusal_may_end_the_run_and_errors_are_read_as_the_sdk_does() {
    let behaviour = |ends: bool| {
        let start = format!(
            "sdk = {{ kind = \"python1\" }}\nrefusal = {{ text = \"no\", ends-run = {ends} }}\nerrors = \"flag\"\n"
        );
        start + &case("")
    };
    let error = |ends, wire| projected(&behaviour(ends), wire, |projection| projection.error);
    assert_eq!(error(true, "{}"), ErrorShown::RunAborted);
    assert_eq!(error(false, "{}"), ErrorShown::Substituted);
    let yes = r#"{"content": [{"type": "text", "text": "a"}], "isError": "yes"}"#;
    assert_eq!(error(false, yes), ErrorShown::Flagged);
}

#[test]
fn credentials_are_taken_out_of_joined_texts() {
    let wire = r#"{"content": [{"type": "text", "text": "token="}, {"type": "text", "text": "abc"}]}"#;
    assert_eq!(shown(&case("join = \"\"\nredacts-credentials = true"), wire), ["[REDACTED]"]);
}

/// U+FFFF is a noncharacter, but a server may send it.
#[test]
fn no_text_is_taken_for_a_medium() {
    let behaviour = blocks(
        r#"{ kind = "text", emit = [{ text = "{text}" }] }, { kind = "image", emit = [{ media = "tool-message" }] }"#,
    );
    let image = r#"{"type": "image", "data": "AAEC", "mimeType": "image/png"}"#;
    for text in ["a", "\u{ffff}", ""] {
        let wire = format!(r#"{{"content": [{{"type": "text", "text": "{text}"}}, {image}]}}"#);
        let kinds: Vec<PartKind> = projected(&behaviour, &wire, |projection| {
            projection.parts.iter().map(|part| part.kind).collect()
        });
        assert_eq!(kinds, [PartKind::Text, PartKind::Image], "{text:?}");
        assert_eq!(shown(&behaviour, &wire), [text]);
    }
}

#[test]
fn words_around_texts_and_tails_leave_media_in_their_place() {
    let image = r#"{"type": "image", "data": "AAEC", "mimeType": "image/png"}"#;
    let sound = r#"{"type": "audio", "data": "AAEC", "mimeType": "audio/wav"}"#;
    let wire = format!(r#"{{"content": [{{"type": "text", "text": "a"}}, {image}, {sound}]}}"#);
    let rules = r#"{ kind = "text", emit = [{ text = "{text}" }] }, { kind = "image", emit = [{ media = "tool-message" }] }, { kind = "audio", emit = [{ tail = "no sound" }] }"#;
    let check = |parameters: &str, expected: &[&str]| {
        let behaviour = format!("{}join = \"\"\n{parameters}", blocks(rules));
        let kinds: Vec<String> = projected(&behaviour, &wire, |projection| {
            let parts = projection.parts.iter();
            parts.map(|part| part.text.clone().unwrap_or_else(|| "image".to_owned())).collect()
        });
        assert_eq!(kinds, expected, "{parameters}");
    };
    check("", &["a", "image", "no sound"]);
    check("tail-join = \"; \"", &["a", "image", "no sound"]);
    check("quote = true", &["\"a\"", "image", "no sound"]);
    check("join-neighbours = true", &["a", "image", "no sound"]);
    check("prefix = \"<\"\nsuffix = \">\"", &["<", "a", "image", ">", "no sound"]);
    check("around = \"({joined})\"", &["(a)", "image", "no sound"]);
}

#[test]
fn texts_become_one_past_media_where_a_client_joins_them_first() {
    let image = r#"{"type": "image", "data": "AAEC", "mimeType": "image/png"}"#;
    let text = |text: &str| format!(r#"{{"type": "text", "text": "{text}"}}"#);
    let of = |blocks: &[String]| format!(r#"{{"content": [{}]}}"#, blocks.join(","));
    let rules = r#"{ kind = "text", emit = [{ text = "{text}" }] }, { kind = "image", emit = [{ media = "tool-message" }] }"#;
    let check = |parameters: &str, wire: &str, expected: &str| {
        super::check(&format!("{}join = \"+\"\n{parameters}", blocks(rules)), wire, expected);
    };
    let among = of(&[text("a"), text(""), image.to_owned(), text("b")]);
    check("", &among, r#""a" | "" | image/png | "b""#);
    check("join-past-media = true", &among, r#""a++b" | image/png"#);
    check("skip = \"empty-without-media\"", &among, r#""a" | "" | image/png | "b""#);
    check("skip = \"empty-without-media\"", &of(&[text("a"), text(""), text("b")]), r#""a+b""#);
}
