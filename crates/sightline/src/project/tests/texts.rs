//! What becomes of texts: joined, printed again, wrapped, and what cases ask.

use super::{case, shown};
use crate::profile::placeholders::{OF_BLOCK, OF_EXCERPT, OF_SPILL};

const ONE: &str = r#"{"content": [{"type": "text", "text": "{\"k\": 1.0}"}], "structuredContent": {"k": 1}}"#;
const TWO: &str = r#"{"content": [{"type": "text", "text": " a"}, {"type": "text", "text": "{joined} "}]}"#;

#[test]
fn joined_texts_are_trimmed_and_quoted() {
    assert_eq!(shown(&case("join = \"-\"\ntrim = true"), TWO), ["a-{joined}"]);
    assert_eq!(shown(&case("join = \"-\"\nquote = true"), TWO), ["\" a-{joined} \""]);
}

#[test]
fn a_joined_text_stands_in_another_one() {
    let around = "join = \"\"\naround = '<{joined}>{tool}<\"{joined:inner}\">'";
    let wire = r#"{"content": [{"type": "text", "text": "a\"{joined:inner}"}]}"#;
    assert_eq!(shown(&case(around), wire), [r#"<a"{joined:inner}>t<"a\"{joined:inner}">"#]);
}

#[test]
fn structured_content_goes_behind_the_text_once() {
    let behind = case("join = \"\"\nstructured-after = \"; \"\nstyle = { runtime = \"serde\" }");
    assert_eq!(shown(&behind, ONE), [r#"{"k": 1.0}; {"k":1}"#]);
    let same = r#"{"content": [{"type": "text", "text": "{\"k\":1}"}], "structuredContent": {"k": 1}}"#;
    assert_eq!(shown(&behind, same), [r#"{"k":1}"#]);
    let none = r#"{"content": [{"type": "text", "text": "x"}], "structuredContent": null}"#;
    assert_eq!(shown(&behind, none), ["x"]);
}

#[test]
fn json_is_printed_again() {
    let again = case("join = \"\"\nreprint = { runtime = \"serde\" }");
    assert_eq!(shown(&again, ONE), [r#"{"k":1.0}"#]);
    let scalar = r#"{"content": [{"type": "text", "text": " 42 "}]}"#;
    assert_eq!(shown(&again, scalar), [" 42 "]);
    let value = case("join = \"\"\njson-value = { runtime = \"javascript\" }");
    assert_eq!(shown(&value, scalar), ["42"]);
    assert_eq!(shown(&value, r#"{"content": [{"type": "text", "text": "no json"}]}"#), ["\"no json\""]);
    let each = "[[behaviour.b.cases]]\nshow = [\"content\"]\n[[behaviour.b.blocks]]\nkind = \"text\"\n\
                emit = [{ reprinted = { runtime = \"javascript\", spacing = \"indented\" } }]";
    assert_eq!(shown(each, ONE), ["{\n  \"k\": 1\n}"]);
}

#[test]
fn a_placeholder_stands_for_blank_texts_with_nothing_beside_them() {
    let blank = case("join = \"\\n\"\nempty = \"nothing\"\nblank-is-empty = true");
    assert_eq!(shown(&blank, r#"{"content": [{"type": "text", "text": " "}]}"#), ["nothing"]);
    assert_eq!(shown(&blank, r#"{"content": []}"#), ["nothing"]);
    assert_eq!(shown(&blank, r#"{"content": [{"type": "text", "text": " x"}]}"#), [" x"]);
}

#[test]
fn tails_stay_parts_unless_they_are_joined() {
    let image = "[[behaviour.b.blocks]]\nkind = \"image\"\nbegins = [\"iVBO\"]\n\
                 [[behaviour.b.blocks]]\nkind = \"image\"\nemit = [{ tail = \"[{mime}]\" }]";
    let wire = r#"{"content": [{"type": "image", "data": "AAEC", "mimeType": "image/png"},
        {"type": "image", "data": "iVBORw0K", "mimeType": "image/gif"}, {"type": "text", "text": "x"}]}"#;
    assert_eq!(shown(&format!("{}{image}", case("join = \"\"")), wire), ["x", "[image/png]"]);
    let joined = format!("{}{image}", case("join = \"\"\ntail-join = \"; \""));
    assert_eq!(shown(&joined, wire), ["x; [image/png]"]);
}

#[test]
fn a_rule_may_ask_for_the_first_block_and_for_what_a_resource_holds() {
    let first = "[[behaviour.b.cases]]\nshow = [\"content\"]\nempty = \"none\"\n[[behaviour.b.blocks]]\n\
                 kind = \"text\"\nfirst = true\nemit = [{ text = \"{text}\" }]";
    assert_eq!(shown(first, TWO), [" a"]);
    let held = "[[behaviour.b.cases]]\nshow = [\"content\"]\n[[behaviour.b.blocks]]\nkind = \"embedded-text\"\n\
                has = \"text\"\nemit = [{ text = \"{text}\" }]";
    let wire = r#"{"content": [{"type": "resource", "resource": {"uri": "u", "text": ""}},
        {"type": "resource", "resource": {"uri": "u", "text": "t"}}]}"#;
    assert_eq!(shown(held, wire), ["t"]);
}

#[test]
fn strings_of_blocks_stand_as_json() {
    let parts = "sdk = { kind = \"open\" }\n[[behaviour.b.cases]]\nshow = [\"content\"]\njoin = \",\"\n\
                 [[behaviour.b.blocks]]\nkind = \"text\"\nemit = [{ text = '{\"text\":{text:quoted}}' }]\n\
                 [[behaviour.b.blocks]]\nkind = \"other\"\nemit = [{ text = '{json:quoted}' }]";
    let wire = r#"{"content": [{"type": "text", "text": "\ud800{text:quoted}\""}, {"b": 1.0, "type": "w"}]}"#;
    assert_eq!(shown(parts, wire), [r#"{"text":"\ud800{text:quoted}\""},"{\"type\":\"w\",\"b\":1}""#]);
    let words = "sdk = { kind = \"open\" }\nrefusal = { text = '{arguments:quoted} {model:quoted}' }";
    assert_eq!(shown(words, "{}"), [r#""{\"a\":\"b\"}" "m""#]);
}

#[test]
fn texts_become_one_when_media_follow() {
    let parts = format!(
        "message = {{ media-join = \"; \" }}\n{}[[behaviour.b.blocks]]\nkind = \"image\"\n\
         emit = [{{ media = \"following-user-message\" }}]",
        case("")
    );
    assert_eq!(shown(&parts, TWO), [" a", "{joined} "]);
    let with_image = TWO.replace("]}", r#", {"type": "image", "data": "AAEC", "mimeType": "image/png"}]}"#);
    assert_eq!(shown(&parts, &with_image), [" a; {joined} "]);
}

#[test]
fn conditions_look_at_blocks_and_structured_content() {
    let image = r#"{"type": "image", "data": "AAEC", "mimeType": "image/png"}"#;
    let file = r#"{"type": "resource", "resource": {"uri": "u", "mimeType": "image/png", "blob": "AAEC"}}"#;
    let link = r#"{"type": "resource_link", "uri": "u", "name": "n"}"#;
    let text = r#"{"type": "text", "text": "[1]"}"#;
    for (condition, holds, fails) in [
        ("has-image", format!("[{file}]"), format!("[{text}]")),
        ("has-link", format!("[{link}]"), format!("[{text}]")),
        ("has-text", format!("[{text}]"), format!("[{image}]")),
        ("one-block", format!("[{text}]"), format!("[{text}, {text}]")),
        ("only-texts", format!("[{text}]"), format!("[{text}, {image}]")),
        ("only-texts-and-images", format!("[{text}, {image}]"), "[]".to_owned()),
        ("text-mirrors-structured", format!("[{text}]"), format!("[{image}]")),
    ] {
        let behaviour =
            format!("[[behaviour.b.cases]]\nwhen = [\"{condition}\"]\nshow = [{{ text = \"yes\" }}]");
        let wire = |content: &str| format!(r#"{{"content": {content}, "structuredContent": [1]}}"#);
        assert_eq!(shown(&behaviour, &wire(&holds)), ["yes"], "{condition}");
        assert!(shown(&behaviour, &wire(&fails)).is_empty(), "{condition}");
    }
    let container = "[[behaviour.b.cases]]\nwhen = [\"structured-container\"]\nshow = [\"structured-text\"]\n\
                     [[behaviour.b.cases]]\nshow = [\"structured-text\", \"content-list\"]";
    assert_eq!(shown(container, r#"{"structuredContent": [1.0]}"#), ["[1]"]);
    assert_eq!(shown(container, r#"{"structuredContent": "a"}"#), ["a", "[]"]);
}

#[test]
fn texts_may_be_composed_fenced_and_told_as_html() {
    let text = |template: &str| {
        format!(
            "[[behaviour.b.cases]]\nshow = [\"content\"]\n[[behaviour.b.blocks]]\nkind = \"embedded-text\"\n\
             emit = [{{ text = \"{template}\" }}]"
        )
    };
    let wire = r#"{"content": [{"type": "resource", "resource": {"uri": "a:?b&'<\"", "text": "e\u0301\udb40\udc41 `````"}}]}"#;
    assert_eq!(shown(&text("{composed text}"), wire), ["\u{e9} `````"]);
    assert_eq!(shown(&text("{visible text}"), wire), ["e\u{301} `````"]);
    assert_eq!(shown(&text("{fence} {uri:html}"), wire), ["`````` a:?b&amp;&#x27;&lt;&quot;"]);
    assert_eq!(shown(&text("{fence}"), &wire.replace('`', "")), ["````"]);
}

#[test]
fn a_cap_cuts_text_and_structured_content_before_they_stand_in_an_object() {
    let capped = case(
        "cap = { chars = 10, head-percent = 40, marker = \"…\" }\njoin = \"\"\n\
         object = { text = \"r\", structured = \"s\" }",
    );
    let wire = |text: &str, value: &str| {
        format!(r#"{{"content": [{{"type": "text", "text": "{text}"}}], "structuredContent": {value}}}"#)
    };
    assert_eq!(shown(&capped, &wire("0123456789", "[1,2,3,45]")), [r#"{"r":"0123456789","s":[1,2,3,45]}"#]);
    let both = wire("0123456789a", "[1,2,3,456]");
    assert_eq!(shown(&capped, &both), [r#"{"r":"0123…56789a","s":"[1,2…3,456]"}"#]);
    assert_eq!(shown(&capped, &wire("", "[1,2,3,456]")), [r#"{"r":"[1,2…3,456]"}"#]);
}

#[test]
fn the_placeholders_of_blocks_and_long_texts_are_filled() {
    let wire = r#"{"content": [{"type": "resource", "resource": {"uri": "u", "text": "t"}}]}"#;
    let filled = |behaviour: &str, name: &str| {
        let found = shown(behaviour, wire).concat();
        assert!(!found.contains('{') || name == "json:quoted", "{name}: {found}");
    };
    for name in OF_BLOCK {
        let rule =
            "[[behaviour.b.cases]]\nshow = [\"content\"]\n[[behaviour.b.blocks]]\nkind = \"embedded-text\"";
        filled(&format!("{rule}\nemit = [{{ text = '<{{{name}}}>' }}]"), name);
    }
    let texts = "[[behaviour.b.cases]]\nshow = [{ text = \"long\" }]";
    for name in OF_EXCERPT {
        let excerpt = "over = { bytes = 1 }\nkeep = { ends = 2 }";
        filled(&format!("{texts}\n[[behaviour.b.excerpts]]\n{excerpt}\ntext = '<{{{name}}}>'"), name);
    }
    // Head and tail have an order of their own, and tests beside the code.
    for name in OF_SPILL.iter().filter(|name| !["head", "tail"].contains(name)) {
        let spill = "stage = \"whole\"\nmax-bytes = 1\nkeep = { ends = [1, 1] }";
        filled(&format!("{texts}\n[[behaviour.b.spills]]\n{spill}\ntext = '<{{{name}}}>'"), name);
    }
}
